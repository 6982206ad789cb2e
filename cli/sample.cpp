// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t rows_at_once = 1024;

// Documents alone come after their label.
std::string header(const Schema& schema) {
  if (holds(schema) != Holds::columns) {
    return csv_cell(schema.target) + ',' + csv_cell(schema.blocks.front().features.front()) + '\n';
  }
  std::string text;
  for (const std::string& column : columns_of(schema)) {
    text += csv_cell(column) + ',';
  }
  return text + csv_cell(schema.target) + '\n';
}

std::string line_of(const Sample& drawn, std::size_t row, const Model& model) {
  const std::string label = csv_cell(model.labels()[drawn.labels[row]]);
  std::string text;
  for (const auto& column : drawn.columns) {
    const auto* const numbers = std::get_if<std::vector<double>>(&column);
    if (numbers == nullptr) {
      text += csv_cell(std::get<std::vector<std::string>>(column)[row]);
    } else if (!std::isnan((*numbers)[row])) {  // a missing value is an empty cell
      text += number_text((*numbers)[row]);
    }
    text += ',';
  }
  if (holds(model.schema()) != Holds::columns) {
    text.back() = '\n';
    return label + ',' + text;
  }
  return text + label + '\n';
}

}  // namespace

void sample_command(const Arguments& arguments, Console& console) {
  const Model model = load_model(arguments).model;
  for (std::uint64_t first = 0; first == 0 || first < arguments.sample_rows; first += rows_at_once) {
    const Sample drawn = model.sample(std::min(rows_at_once, arguments.sample_rows - first), arguments.seed, first);
    if (first == 0) {
      console.out.write(header(model.schema()));
    }
    for (std::size_t row = 0; row < drawn.labels.size(); ++row) {
      console.out.write(line_of(drawn, row, model));
    }
  }
}

}  // namespace suffice::cli
