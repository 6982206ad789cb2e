#include "print/describe_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// "class-prior empirical 0.083, smoothed 0.084": the chosen value, then the best others.
std::string best_values(std::vector<Trial> trials) {
  constexpr std::size_t most_values = 4;
  std::erase_if(trials, [](const Trial& trial) { return !trial.problem.empty(); });
  std::ranges::stable_sort(trials, {}, [](const Trial& trial) { return std::pair(!trial.chosen, trial.criterion); });
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < std::min(most_values, trials.size()); ++k) {
    texts.push_back(fmt::format("{} ({})", shown(trials[k].value), short_number(trials[k].criterion)));
  }
  return fmt::format("{}{}", fmt::join(texts, ", "), trials.size() > most_values ? ", ..." : "");
}

std::string option_line(const std::string& option, const std::string& values) {
  return folded(fmt::format("{:<11} {:<14} {}", "", option, values), 27) + '\n';
}

bool is_of_columns(const Trial& trial) { return trial.option == "add" || trial.option == "drop"; }

}  // namespace

std::string describe_tuning(const Tuning& tuning, const Options& options) {
  if (tuning.trials.empty()) return "";
  const std::string before = std::isnan(tuning.before) ? "no model" : short_number(tuning.before);
  std::string text = line("tuned", fmt::format("{} {} -> {}, {}", criterion_name(tuning.criterion), before,
                                               short_number(tuning.after), measured_by(tuning)));
  // Readings whose columns are taken may be gone.
  const bool names_readings = options.readings.size() > 1 && std::ranges::none_of(tuning.trials, is_of_columns);
  std::optional<std::size_t> reading;  // whose options stand above
  for (std::size_t first = 0; first < tuning.trials.size();) {
    std::vector<Trial> same;
    std::size_t end = first;
    for (; end < tuning.trials.size() && tuning.trials[end].option == tuning.trials[first].option &&
           tuning.trials[end].reading == tuning.trials[first].reading;
         ++end) {
      same.push_back(tuning.trials[end]);
    }
    if (!is_of_columns(same.front())) {
      const std::string option = same.front().option;
      const std::size_t own = same.front().reading;
      if (names_readings && option != "class-prior" && reading != own && own < options.readings.size()) {
        reading = own;
        text += fmt::format("{:<11} reading {}, {}:\n", "", own + 1, model_name(options.readings[own].options));
      }
      text += option_line(option, best_values(std::move(same)));
    }
    first = end;
  }
  for (const char* const option : {"add", "drop"}) {
    std::vector<std::string> columns;
    for (const Trial& trial : tuning.trials) {
      if (trial.option == option && trial.chosen) {
        columns.push_back(fmt::format("{} ({})", shown(trial.value), short_number(trial.criterion)));
      }
    }
    if (!columns.empty()) text += option_line(option, listed(columns));
  }
  return text;
}

void note_folds(const Tuning& tuning, const Arguments& arguments, const Console& console) {
  if (tuning.folds == 0 || arguments.criterion != to_text(Criterion::leave_one_out)) return;
  console.note(fmt::format("--criterion {}: no closed form removes single rows here, so that options were compared {}",
                           arguments.criterion, measured_by(tuning)));
}

}  // namespace suffice::cli
