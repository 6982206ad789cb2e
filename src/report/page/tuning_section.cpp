// How the options of the model were searched.
#include <algorithm>

#include <fmt/format.h>

#include "report/page/sections.hpp"
#include "suffice/report.hpp"

namespace suffice::page {

namespace {

Html taken_values(const Tuning& tuning) {
  const std::string criterion = criterion_name(tuning.criterion);
  HtmlTable table(text("What was taken of each option"));
  table.column(text("Option")).column(text("Value")).number_column(text(criterion)).number_column(text("Tried"));
  for (auto first = tuning.trials.begin(); first != tuning.trials.end();) {
    const auto end = std::find_if(first, tuning.trials.end(), [&](const Trial& trial) {
      return trial.option != first->option || trial.reading != first->reading;
    });
    for (auto trial = first; trial != end; ++trial) {
      if (trial->chosen) {
        table.row(text(trial->option)).cell(name(trial->value)).number(trial->criterion);
        table.count(static_cast<double>(end - first));
      }
    }
    first = end;
  }
  return table.html();
}

}  // namespace

std::vector<Section> tuning_sections(const Report& report) {
  const Tuning& tuning = report.stored.tuning;
  if (tuning.trials.empty()) {
    return {};
  }
  const std::string change =
      fmt::format("The options were searched {}: {} {} with those that the search began with, {} with those it found.",
                  measured_by(tuning), criterion_name(tuning.criterion), number_for_people(tuning.before),
                  number_for_people(tuning.after));
  return {{"tuning", "How its options were chosen",
           paragraph(text(change)) + figure(report, "tuning") + taken_values(tuning)}};
}

}  // namespace suffice::page
