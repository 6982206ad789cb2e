// suffice estimate: the same sums read with other options.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "options/column_options.hpp"
#include "options/model_options.hpp"
#include "print/describe.hpp"
#include "print/describe_calibration.hpp"
#include "print/describe_tuning.hpp"
#include "progress.hpp"
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

// The rows of --tune are wanted as much as a criterion is.
std::optional<TuneOptions> wanted_tuning(const Arguments& arguments) {
  Arguments told = arguments;
  told.tune = !arguments.inputs.empty();
  return tune_options(told);
}

Stored tune_input(const Stored& stored, const TuneOptions& how, const Arguments& arguments, const Console& console) {
  Progress progress(!console.quiet, input_bytes(arguments));
  if (arguments.inputs.empty()) {
    return tune(stored, nullptr, how, work_options(arguments, &progress));
  }
  const Schema& schema = stored.summary.schema;
  const ReadOptions reading = learning_options(read_options(arguments, schema, true), stored.summary);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  return tune(stored, &source, how, work_options(arguments, &progress));
}

}  // namespace

void estimate_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output);
  ChangedFile file(arguments.output, {arguments.model}, arguments, console);
  const Stored before = file.read(arguments.model);
  const std::vector<std::string> columns = columns_of(before.summary.schema);
  ModelChoice choice = model_choice(arguments);
  choice.cuts = chosen_cuts(arguments.cuts, columns);
  const std::optional<TuneOptions> how = wanted_tuning(arguments);
  if (how) {
    begin_rda(choice);
  }
  Stored stored = reestimate(before, choice, split_names(arguments.drop, columns));
  if (how) {
    stored = tune_input(stored, *how, arguments, console);
    note_folds(stored.tuning, arguments, console);
  }
  if (arguments.compact) {
    stored = compacted(stored, thread_count(arguments));
  }
  const Model model = finish_changed(stored, thread_count(arguments), "with these options");
  note_lost_calibration(before, stored, console);
  present(stored, model, std::nullopt,
          describe_all(stored, model) + (how ? describe_tuning(stored.tuning, stored.options) : "") +
              describe_sums(stored.summary),
          arguments, console, [&] { return file.write(stored); });
}

}  // namespace suffice::cli
