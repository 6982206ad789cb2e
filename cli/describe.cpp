// Descriptions: what fit, estimate, update, forget, merge and inspect all print about a model.
#include "describe.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "table.hpp"

namespace suffice::cli {

namespace {

std::string counted_axes(std::size_t count) { return count == 1 ? "1 axis" : fmt::format("{} axes", count); }

// ", shrinkage auto (lambda 0.01)", with what was chosen from the sums; nothing where nothing can be shrunk.
std::string shrinkage_text(const Shrinkage& shrinkage, const std::vector<double>& lambda) {
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    return fmt::format(", alpha {}, gamma {}", short_number(rda->alpha), short_number(rda->gamma));
  }
  if (lambda.empty()) {
    return "";
  }
  std::string text = fmt::format(", shrinkage {}", to_text(shrinkage));
  if (std::holds_alternative<NoShrinkage>(shrinkage) || std::holds_alternative<FixedShrinkage>(shrinkage)) {
    return text;
  }
  const auto [least, most] = std::ranges::minmax(lambda);
  return least == most ? fmt::format("{} (lambda {})", text, short_number(least))
                       : fmt::format("{} (lambda {} to {})", text, short_number(least), short_number(most));
}

}  // namespace

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
  std::string text = model_name(options);
  if (options.fisher) {
    text += options.fisher->count == 0 ? " on all axes" : fmt::format(" on {}", counted_axes(options.fisher->count));
  }
  if (options.structure != Structure::identity) {
    text += fmt::format(", estimate {}", to_text(options.estimator));
  }
  text += shrinkage_text(options.shrinkage, model.shrinkage());
  if (options.ridge > 0) {
    text += fmt::format(", ridge {}", short_number(options.ridge));
  }
  return line("model", text);
}

std::string describe_sums(const Moments& moments) {
  std::string kind = to_text(moments.kind);
  std::ranges::replace(kind, '_', ' ');
  return line("sums", fmt::format("{}{}; can be read as: {}", kind, moments.has_fourth() ? " and fourth moments" : "",
                                  listed(readable_models(moments))));
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
