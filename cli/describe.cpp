// Descriptions: what fit, estimate, update, forget, merge and inspect all print about a model.
#include "describe.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "suffice/report.hpp"
#include "table.hpp"

namespace suffice::cli {

std::string describe_all(const Stored& stored, const Model& model) {
  return describe_table(stored.summary) + '\n' + describe_classes(stored.summary, model) + '\n' +
         describe_model(stored.options, model);
}

std::string describe_table(const Summary& summary) {
  const Schema& schema = summary.schema;
  std::string text = line("rows", fmt::format("{}", summary.classes.total_rows()));
  text += line("features", fmt::format("{}: {}", schema.features.size(), listed(schema.features)));
  text += line("target", fmt::format("{}, {}", shown(schema.target), counted(summary.classes.size(), "class")));
  if (!schema.weight.empty()) {
    text += line("weight",
                 fmt::format("{}, {} in all", shown(schema.weight), short_number(summary.classes.total_weight())));
  }
  return text;
}

std::string describe_classes(const Summary& summary, const Model& model) {
  const ClassCounts& classes = summary.classes;
  const bool weighted = !summary.schema.weight.empty();
  Table table(weighted ? std::vector<std::string>{"class", "rows", "weight", "prior"}
                       : std::vector<std::string>{"class", "rows", "prior"});
  const std::size_t count = std::min(classes.size(), most_shown);
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<std::string> row = {classes.labels[c], fmt::format("{}", classes.rows[c])};
    if (weighted) {
      row.push_back(short_number(classes.weight[c]));
    }
    row.push_back(short_number(model.class_prior()[c]));
    table.add(std::move(row));
  }
  const std::size_t more = classes.size() - count;
  return table.text() + (more == 0 ? "" : fmt::format("and {}; --json has all\n", counted(more, "more class")));
}

std::string describe_model(const EstimateOptions& options, const Model& model) {
  std::string shrinkage = to_text(options.shrinkage);
  if (std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    shrinkage += fmt::format(" (lambda {})", short_number(model.shrinkage()));
  }
  return line("model", fmt::format("lda, estimate {}, shrinkage {}", to_text(options.estimator), shrinkage));
}

void present(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv, const std::string& text,
             const Arguments& arguments, const Console& console) {
  if (arguments.json) {
    console.out.write(document(fit_json(stored, model, cv)));
  } else if (!arguments.quiet) {
    console.out.write(text);
  }
  console.out.flush();
  for (const std::string& note : model.notes()) {
    console.note(note);
  }
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t count = std::min(names.size(), most_shown);
  const std::string text =
      shown(fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", ")));
  return count == names.size() ? text : fmt::format("{}, ... ({} more)", text, names.size() - count);
}

std::string line(const std::string& name, const std::string& value) { return fmt::format("{:<9} {}\n", name, value); }

std::string document(const std::string& json) { return json.ends_with('\n') ? json : json + '\n'; }

}  // namespace suffice::cli
