// suffice inspect: what a model file holds and what follows from it.
#include <algorithm>

#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "table.hpp"

namespace suffice::cli {

namespace {

// A named column of numbers, one per line of a table.
struct Column {
  std::string name;
  std::vector<double> numbers;
};

std::string columns_text(const std::vector<std::string>& lines, const std::vector<Column>& columns) {
  const std::size_t height = std::min(lines.size(), most_shown);
  const std::size_t width = std::min(columns.size(), most_shown);
  std::vector<std::string> header = {"feature"};
  for (std::size_t column = 0; column < width; ++column) {
    header.push_back(columns[column].name);
  }
  Table table(std::move(header));
  for (std::size_t i = 0; i < height; ++i) {
    std::vector<std::string> row = {lines[i]};
    for (std::size_t column = 0; column < width; ++column) {
      row.push_back(short_number(columns[column].numbers[i]));
    }
    table.add(std::move(row));
  }
  std::string text = table.text();
  if (height < lines.size()) {
    text += fmt::format("and {}; --json has all\n", counted(lines.size() - height, "more feature"));
  }
  if (width < columns.size()) {
    text += fmt::format("and {}; --json has all\n", counted(columns.size() - width, "more class"));
  }
  return text;
}

std::string means(const Summary& summary) {
  const std::vector<std::string>& features = summary.schema.features;
  std::vector<Column> columns;
  auto mean = summary.moments.mean.begin();
  for (const std::string& label : summary.classes.labels) {
    const auto end = mean + static_cast<std::ptrdiff_t>(features.size());
    columns.push_back({label, {mean, end}});
    mean = end;
  }
  return "Means:\n" + columns_text(features, columns);
}

std::string linear_form(const Model& model) {
  const std::vector<std::string>& labels = model.labels();
  const LinearForm form = model.linear_form();
  std::vector<std::string> lines = {"(intercept)"};
  lines.insert(lines.end(), model.schema().features.begin(), model.schema().features.end());
  std::vector<Column> columns;
  auto coefficient = form.coefficients.begin();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto end = coefficient + static_cast<std::ptrdiff_t>(model.schema().features.size());
    columns.push_back({labels[c], {form.intercepts[c]}});
    columns.back().numbers.insert(columns.back().numbers.end(), coefficient, end);
    coefficient = end;
  }
  std::string title = "Linear form: log p(class | row) = intercept + sum of coefficient * value, up to a constant\n";
  if (labels.size() == 2) {
    Column theta = {"theta", {}};
    std::ranges::transform(columns[1].numbers, columns[0].numbers, std::back_inserter(theta.numbers), std::minus<>());
    columns.push_back(std::move(theta));
    title += fmt::format("theta, the difference, is logistic regression's: p({}) = 1 / (1 + exp(-theta * row))\n",
                         shown(labels[1]));
  }
  return title + columns_text(lines, columns);
}

std::string describe(const Stored& stored, const Model& model) {
  std::string text = describe_model(stored.options, model) + describe_table(stored.summary) + '\n' +
                     describe_classes(stored.summary, model) + '\n' + means(stored.summary) + '\n' + linear_form(model);
  for (const std::string& note : model.notes()) {
    text += fmt::format("\nnote: {}\n", shown(note));
  }
  return text;
}

}  // namespace

void inspect_command(const Arguments& arguments, Console& console) {
  if (arguments.json + arguments.print_schema + arguments.verify > 1) {
    throw Error(ErrorCode::usage, "give one of --json, --schema and --verify");
  }
  const Stored stored = load(arguments.model);
  const Summary& summary = stored.summary;
  if (arguments.print_schema) {
    console.out.write(document(schema_to_json(summary.schema)));
  } else if (arguments.verify) {
    console.out.write(
        fmt::format("ok: {} is sound: {}, {}, {}\n", arguments.model, counted(summary.classes.total_rows(), "row"),
                    counted(summary.schema.features.size(), "feature"), counted(summary.classes.size(), "class")));
  } else {
    const Model model = estimate(summary, stored.options);
    console.out.write(arguments.json ? document(inspect_json(stored, model)) : describe(stored, model));
  }
}

}  // namespace suffice::cli
