// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <algorithm>

#include "commands.hpp"
#include "model_file.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t rows_at_once = 1024;

std::string header(const Schema& schema) {
  std::string text;
  for (const std::string& feature : schema.features) {
    text += csv_cell(feature) + ',';
  }
  return text + csv_cell(schema.target) + '\n';
}

}  // namespace

void sample_command(const Arguments& arguments, Console& console) {
  const Model model = load_model(arguments).model;
  const Schema& schema = model.schema();
  for (std::uint64_t first = 0; first == 0 || first < arguments.sample_rows; first += rows_at_once) {
    const Sample drawn = model.sample(std::min(rows_at_once, arguments.sample_rows - first), arguments.seed, first);
    if (first == 0) {
      console.out.write(header(schema));
    }
    auto value = drawn.values.begin();
    for (const std::uint32_t label : drawn.labels) {
      std::string line;
      for (std::size_t feature = 0; feature < schema.features.size(); ++feature) {
        line += number_text(*value++) + ',';
      }
      console.out.write(line + csv_cell(model.labels()[label]) + '\n');
    }
  }
}

}  // namespace suffice::cli
