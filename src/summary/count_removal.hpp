// Count removal: what is left of counts, or the error that says why it cannot be.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "suffice/summary.hpp"
#include "summary/whole.hpp"

namespace suffice {

/// The weight of rows that counts are about, before and after.
struct RowsLeft {
  double before = 0;
  double left = 0;
  double rounding = rounding_share * before;  ///< of counts and weights that are not whole numbers

  /// How much more than its rows a count may be by rounding.
  [[nodiscard]] double slack(double count) const {
    return is_whole(count) && is_whole(before) && is_whole(left) ? 0 : rounding;
  }
};

/// Those of class c of `all`, which stands at `place` in the rest, or nowhere (no_place).
RowsLeft rows_left(const ClassCounts& all, std::size_t c, const ClassCounts& rest, std::size_t place);

/// Error (bad_data): the rows cannot all have been fitted.
[[noreturn]] void refuse_to_forget(double removed, double held, const std::string& where);
[[noreturn]] void refuse_what_is_left(double left, double most, const std::string& where);

/// What counts that come to `sum` have to be multiplied by so that they come to `whole`: 1, unless removing has rounded
/// them apart by more than a file may hold. Error (bad_data) where that is more than rounding.
template <typename Where>
double factor_to(double whole, double sum, const RowsLeft& rows, const Where& where) {
  constexpr double slight = 1e-9;  // within count_tolerance()
  const double gap = std::abs(sum - whole);
  if (gap <= slight * rows.left) {
    return 1;
  }
  if (gap > rows.slack(sum)) {
    refuse_what_is_left(sum, whole, where());
  }
  return whole / sum;
}

/// A count times such a factor; there is some of it still.
inline double scaled(double count, double factor) {
  return count > 0 ? std::max(count * factor, std::numeric_limits<double>::denorm_min()) : count;
}

/// Takes counts off others, and keeps in mind how well what is left is known.
class CountRemoval {
 public:
  /// before − removed (summary/whole.hpp), at most the weight of the rows that are left. `where` gives the place that
  /// an Error names.
  template <typename Where>
  double count(double before, double removed, const RowsLeft& rows, const Where& where) {
    const auto left = count_left(before, removed);
    if (!left) {
      refuse_to_forget(removed, before, where());
    }
    if (*left > rows.left + rows.slack(*left)) {
      refuse_what_is_left(*left, rows.left, where());
    }
    if (*left > 0) {
      keep_error(before, removed, *left);
    } else if (rows.left > 0 && removed > 0 && !(is_whole(before) && is_whole(removed))) {
      // What was taken for zero may be a count of the rows that are left.
      keep_error((std::abs(before - removed) + rounding * before) / rows.left);
    }
    return std::min(*left, rows.left);
  }

  /// What is left of a class's weight.
  void weight(double before, double removed, double left) { keep_error(before, removed, left); }

  /// What is left of a sum of numbers that are not negative; 0 where no row has a positive one any more.
  template <typename Where>
  double sum(double before, double removed, bool has_rows, const Where& where) {
    const double left = before - removed;
    const auto rounded = count_left(before, removed);
    if (!rounded || (!has_rows && *rounded > 0)) {
      refuse_to_forget(removed, before, where());
    }
    if (has_rows) {
      keep_error(before, removed, left);
    }
    return has_rows ? std::max(left, 0.0) : 0.0;
  }

  /// The largest relative rounding error of what is left; whole numbers have none.
  [[nodiscard]] double relative_error() const { return relative_error_; }
  void keep_error(double error) { relative_error_ = std::max(relative_error_, error); }

 private:
  static constexpr double rounding = std::numeric_limits<double>::epsilon();

  // Infinite where nothing is left but rounding.
  void keep_error(double before, double removed, double left) {
    if (removed > 0 && !(is_whole(before) && is_whole(removed))) {
      keep_error(left > 0 ? rounding * before / left : std::numeric_limits<double>::infinity());
    }
  }

  double relative_error_ = 0;
};

}  // namespace suffice
