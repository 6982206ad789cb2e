#include "model/notes.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "estimate/moments/columns.hpp"

namespace suffice {

std::vector<std::string> notes_on_classes(const ClassCounts& classes) {
  std::vector<std::string> notes;
  if (classes.size() == 1) {
    notes.push_back(
        fmt::format("there is a single class, '{}': every prediction will be it until the model is merged "
                    "or updated with others",
                    classes.labels.front()));
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!(classes.weight[c] > 0)) {
      notes.push_back(
          fmt::format("the class '{}' was declared and has no rows: it is predicted only by a class prior that is "
                      "smoothed, uniform or given",
                      classes.labels[c]));
    }
  }
  return notes;
}

std::string note_on_missing_values(const MomentBlock& moments) {
  const std::uint64_t all = moments.classes.total_rows();
  std::uint64_t incomplete = 0;
  for (const Pattern& pattern : moments.sums.patterns) {
    const bool complete = std::ranges::all_of(pattern.present, [](std::uint8_t present) { return present != 0; });
    incomplete += complete ? 0 : std::accumulate(pattern.rows.begin(), pattern.rows.end(), std::uint64_t{0});
  }
  return fmt::format("{} of {} rows {} missing numbers: the estimate is by expectation-maximisation", incomplete, all,
                     incomplete == 1 ? "has" : "have");
}

namespace {

void note_ignored_columns(const Block& block, const std::vector<std::size_t>& columns, std::string_view one,
                          std::string_view many, std::vector<std::string>& notes) {
  if (columns.empty()) return;
  const bool single = columns.size() == 1;
  notes.push_back(fmt::format("{} {} {}: {} kept and ignored", single ? "column" : "columns",
                              list_features(block, columns), single ? one : many, single ? "it is" : "they are"));
}

}  // namespace

void note_constant_columns(const Block& block, const std::vector<std::size_t>& constant,
                           const std::vector<std::size_t>& empty, std::vector<std::string>& notes) {
  note_ignored_columns(block, constant, "is constant", "are constant", notes);
  note_ignored_columns(block, empty, "has no value", "have no value", notes);
}

void note_unseen_columns(const Block& block, const std::vector<std::size_t>& columns, std::vector<std::string>& notes) {
  if (!columns.empty()) {
    const bool single = columns.size() == 1;
    notes.push_back(fmt::format("{0} {1} {2} 0 in every row and {2} ignored, like those after the last",
                                single ? "column" : "columns", list_features(block, columns), single ? "is" : "are"));
  }
}

}  // namespace suffice
