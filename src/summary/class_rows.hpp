// Class rows: the rows of a batch by class, so that the sums of one class are added to at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "math/system/huge_pages.hpp"
#include "math/system/parallel.hpp"
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
  std::vector<ClassRow, HugePageAllocator<ClassRow>> rows;
  std::vector<std::size_t> ends;  ///< of each group in `rows`
  std::size_t largest = 0;        ///< rows of the largest class

  [[nodiscard]] std::span<const ClassRow> group(std::size_t number) const {
    const std::size_t first = number == 0 ? 0 : ends[number - 1];
    return std::span(rows).subspan(first, ends[number] - first);
  }
};

/// A group has at least `least` rows, but for the last. `view` has weight(i) for each of its `count` rows. Threads take
/// runs of rows, and the result is the same for any number of them.
template <typename View>
ClassRows rows_by_class(const View& view, std::size_t count, const RowClasses& classes, std::size_t least,
                        unsigned threads) {
  constexpr std::size_t worth_a_run = std::size_t{1} << 15U;
  const std::size_t width = classes.classes + 1;
  const std::size_t runs = width > worth_a_run ? 1 : std::clamp<std::size_t>(count / worth_a_run, 1, threads);
  std::vector<std::size_t> next(runs * width);  // where the next row of each class goes, for each run
  const auto for_runs = [&](const auto& take) {
    parallel_for(threads, runs, [&](std::size_t run, unsigned /*worker*/) {
      for (std::size_t i = count * run / runs; i < count * (run + 1) / runs; ++i) {
        take(i, &next[run * width]);
      }
    });
  };
  for_runs([&](std::size_t i, std::size_t* rows) { rows[view.weight(i) > 0 ? classes[i] : classes.classes] += 1; });
  ClassRows result;
  std::size_t first = 0;  // of the group that is open
  std::size_t end = 0;    // of the class
  for (std::size_t c = 0; c < classes.classes; ++c) {
    const std::size_t start = end;
    for (std::size_t run = 0; run < runs; ++run) {
      end += std::exchange(next[run * width + c], end);
    }
    result.largest = std::max(result.largest, end - start);
    if (end - first >= std::max<std::size_t>(least, 1)) {
      first = end;
      result.ends.push_back(first);
    }
  }
  if (first < end) {
    result.ends.push_back(end);
  }
  result.rows.resize(end);
  for_runs([&](std::size_t i, std::size_t* places) {
    if (const double weight = view.weight(i); weight > 0) {
      result.rows[places[classes[i]]++] = {i, classes[i], weight};
    }
  });
  return result;
}

}  // namespace suffice
