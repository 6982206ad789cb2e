#include "model/notes.hpp"

#include <fmt/format.h>

#include "estimate/columns.hpp"

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

void note_unseen_columns(const Schema& schema, const std::vector<std::size_t>& columns,
                         std::vector<std::string>& notes) {
  if (!columns.empty()) {
    const bool single = columns.size() == 1;
    notes.push_back(fmt::format("{} {} {} 0 in every row and {} no say, like those after the last",
                                single ? "column" : "columns", list_features(schema, columns), single ? "is" : "are",
                                single ? "has" : "have"));
  }
}

}  // namespace suffice
