// Class rows: the rows of a batch by class, so that the sums of one class are added to at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "summary/open_labels.hpp"

namespace suffice {

struct ClassRow {
  std::size_t row;
  std::size_t class_index;
  double weight;
};

/// Rows that weigh something, class by class and each class's in order. Groups are runs of whole classes: threads that
/// take different groups add to different sums.
struct ClassRows {
  std::vector<ClassRow> rows;
  std::vector<std::size_t> ends;  ///< of each group in `rows`
  std::size_t largest = 0;        ///< rows of the largest class

  [[nodiscard]] std::span<const ClassRow> group(std::size_t number) const {
    const std::size_t first = number == 0 ? 0 : ends[number - 1];
    return std::span(rows).subspan(first, ends[number] - first);
  }
};

/// A group has at least `least` rows, but for the last. `view` has weight(i) for each of its `count` rows.
template <typename View>
ClassRows rows_by_class(const View& view, std::size_t count, const RowClasses& classes, std::size_t least) {
  std::vector<std::size_t> next(classes.classes + 1);  // where the next row of each class goes
  for (std::size_t i = 0; i < count; ++i) {
    next[view.weight(i) > 0 ? classes[i] + 1 : 0] += 1;
  }
  next[0] = 0;
  ClassRows result;
  std::size_t first = 0;  // of the group that is open
  for (std::size_t c = 0; c < classes.classes; ++c) {
    result.largest = std::max(result.largest, next[c + 1]);
    next[c + 1] += next[c];
    if (next[c + 1] - first >= std::max<std::size_t>(least, 1)) {
      first = next[c + 1];
      result.ends.push_back(first);
    }
  }
  if (first < next.back()) {
    result.ends.push_back(next.back());
  }
  result.rows.resize(next.back());
  for (std::size_t i = 0; i < count; ++i) {
    if (const double weight = view.weight(i); weight > 0) {
      result.rows[next[classes[i]]++] = {i, classes[i], weight};
    }
  }
  return result;
}

}  // namespace suffice
