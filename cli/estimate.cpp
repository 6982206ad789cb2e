// suffice estimate: the same sums read with other options.
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "column_options.hpp"
#include "commands.hpp"
#include "describe.hpp"
#include "describe_calibration.hpp"
#include "model_file.hpp"
#include "model_options.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

namespace {

// COL=RULE for columns of bins; COL may be a list.
std::map<std::string, Cuts> chosen_cuts(const std::vector<std::string>& words,
                                        const std::vector<std::string>& columns) {
  std::map<std::string, Cuts> cuts;
  for (const std::string& word : words) {
    const std::size_t sign = word.rfind('=');
    if (sign == std::string::npos || sign == 0) {
      throw Error(ErrorCode::usage, fmt::format("--cut takes COL=RULE for a column of bins, not '{}'", word));
    }
    for (const std::string& column : split_names({word.substr(0, sign)}, columns)) {
      cuts[column] = parse_cuts(word.substr(sign + 1));
    }
  }
  return cuts;
}

}  // namespace

void estimate_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output);
  ChangedFile file(arguments.output, {arguments.model}, arguments, console);
  const Stored before = file.read(arguments.model);
  const std::vector<std::string> columns = columns_of(before.summary.schema);
  ModelChoice choice = model_choice(arguments);
  choice.cuts = chosen_cuts(arguments.cuts, columns);
  Stored stored = reestimate(before, choice, split_names(arguments.drop, columns));
  if (arguments.compact) {
    stored = compacted(stored, thread_count(arguments));
  }
  const Model model = finish_changed(stored, thread_count(arguments), "with these options");
  note_lost_calibration(before, stored, console);
  present(stored, model, std::nullopt, describe_all(stored, model) + describe_sums(stored.summary), arguments, console,
          [&] { return file.write(stored); });
}

}  // namespace suffice::cli
