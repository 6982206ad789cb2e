// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <algorithm>

#include "commands.hpp"
#include "model_file.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t rows_at_once = 1024;

std::string header(const Schema& schema) {
  if (schema.encoding == Encoding::text) {
    return csv_cell(schema.target) + ',' + csv_cell(schema.features.front()) + '\n';
  }
  std::string text;
  for (const std::string& feature : schema.features) {
    text += csv_cell(feature) + ',';
  }
  return text + csv_cell(schema.target) + '\n';
}

std::string line_of(const Sample& drawn, std::size_t row, const Model& model) {
  const std::string label = csv_cell(model.labels()[drawn.labels[row]]);
  const std::size_t d = model.schema().features.size();
  std::string text;
  switch (model.schema().encoding) {
    case Encoding::text:
      return label + ',' + csv_cell(drawn.documents[row]) + '\n';
    case Encoding::categories:
      for (std::size_t feature = 0; feature < d; ++feature) {
        text += csv_cell(drawn.categories[row * d + feature]) + ',';
      }
      break;
    case Encoding::numbers:
      for (std::size_t feature = 0; feature < d; ++feature) {
        text += number_text(drawn.values[row * d + feature]) + ',';
      }
      break;
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
