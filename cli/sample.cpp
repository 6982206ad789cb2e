// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <fmt/format.h>

#include "commands.hpp"
#include "model_file.hpp"
#include "suffice/error.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// Rows are drawn before they are written: 2 GiB of numbers.
constexpr std::uint64_t most_values = std::uint64_t{1} << 28;

}  // namespace

void sample_command(const Arguments& arguments, Console& console) {
  const Model model = load_model(arguments);
  const Schema& schema = model.schema();
  const std::uint64_t most_rows = most_values / schema.features.size();
  if (arguments.sample_rows > most_rows) {
    throw Error(ErrorCode::usage,
                fmt::format("-n takes at most {} rows of {} at once; draw the others with another --seed", most_rows,
                            counted(schema.features.size(), "feature")));
  }
  const Sample drawn = model.sample(arguments.sample_rows, arguments.seed);

  for (const std::string& feature : schema.features) {
    console.out.write(csv_cell(feature) + ',');
  }
  console.out.write(csv_cell(schema.target) + '\n');
  auto value = drawn.values.begin();
  for (const std::uint32_t label : drawn.labels) {
    std::string line;
    for (std::size_t feature = 0; feature < schema.features.size(); ++feature) {
      line += number_text(*value++) + ',';
    }
    console.out.write(line + csv_cell(model.labels()[label]) + '\n');
  }
}

}  // namespace suffice::cli
