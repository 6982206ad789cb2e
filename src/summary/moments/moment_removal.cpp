#include "summary/moments/moment_removal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "math/linear/symmetric.hpp"
#include "suffice/error.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moments.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

// What removing rows can leave of second moments: no variance is negative by more than rounding explains.
constexpr double more_than_rounding = 1e-9;

[[noreturn]] void refuse_removal(const std::string& where) {
  throw Error(ErrorCode::bad_data,
              "without these rows a variance would be negative, so they cannot all have been fitted. Forget only rows "
              "that were fitted, each once. Nothing was changed",
              where);
}

// Whether S' can be a scatter: no direction has a negative one, once the diagonal is raised by more than rounding.
bool can_be_scatter(std::span<const double> before, std::span<const double> after, std::size_t d) {
  std::vector<double> raised(after.begin(), after.end());
  for (std::size_t j = 0; j < d; ++j) {
    raised[j * d + j] += more_than_rounding * before[j * d + j];
    if (!(before[j * d + j] > 0)) {
      raised[j * d + j] = 1;
    }
  }
  return is_positive_definite(std::move(raised), d);
}

// Adds to each column what the rounding of the means may do to the (n m / (n−m)) δ² that leaves with a class's rows:
//   2 ε (|μ| + |μ_part|) |δ| n m / (n−m),  δ = μ − μ_part.
// `columns` is where the part has each feature, `c` and `k` are the numbers of the class in all and in the part. Where
// no value of a column is left there is nothing to round.
void add_rounding_of_means(const MomentBlock& all, std::size_t c, const MomentBlock& part, std::size_t k,
                           std::span<const std::size_t> columns, std::span<double> error) {
  const std::size_t d = columns.size();
  for (std::size_t j = 0; j < d; ++j) {
    const double n = column_weight(all, c, j);
    const double m = column_weight(part, k, columns[j]);
    if (!(n > m)) {
      continue;
    }
    const double mean = all.sums.mean[c * d + j];
    const double removed = part.sums.mean[k * d + columns[j]];
    const double size = std::abs(mean) + std::abs(removed);
    error[j] += 2 * std::numeric_limits<double>::epsilon() * size * std::abs(mean - removed) * (n / (n - m) * m);
  }
}

// The open columns that are 0 in every row of the classes from `first` on, `count` of them.
std::vector<bool> zero_columns(const MomentBlock& moments, std::size_t first, std::size_t count) {
  const std::size_t d = moments.features();
  std::vector<bool> zero(d, moments.block.open_columns);
  for (std::size_t k = 0; k < count * d; ++k) {
    zero[k % d] = zero[k % d] && is_zero_column(moments.sums, first + k / d, d, k % d);
  }
  return zero;
}

// One set of second moments before and after; `whose` names it. Removing rounds at the size of what was there before,
// and `error` comes to that: what is left inherits both as a relative error, and the largest is returned. Columns in
// which nothing is left have none: those of 0 alone, and those without a value (`left` is the weight of what they
// have).
double check_set(const Block& block, std::span<const double> before, std::span<const double> after,
                 std::span<const double> error, std::span<const double> left, const std::vector<bool>& is_zero,
                 const std::string& whose) {
  const std::size_t d = block.features.size();
  const std::size_t step = before.size() == d ? 1 : d + 1;  // from one variance to the next
  double largest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const double was = before[j * step];
    const double is = after[j * step];
    if (is < -more_than_rounding * was) {
      refuse_removal(fmt::format("{}{}column '{}'", whose, whose.empty() ? "" : ", ", block.features[j]));
    }
    if (left[j] > 0 && !is_zero[j] && (is != was || error[j] > 0)) {
      const double rounding = std::numeric_limits<double>::epsilon() * (was - is) + error[j];
      largest = std::max(largest, is > 0 ? rounding / is : std::numeric_limits<double>::infinity());
    }
  }
  if (before.size() > d && !can_be_scatter(before, after, d)) {
    refuse_removal(whose);
  }
  return largest;
}

}  // namespace

double removal_error(const MomentBlock& all, const MomentBlock& part, const MomentBlock& rest,
                     std::span<const std::size_t> columns) {
  const std::size_t size = set_size(all.sums.kind, columns.size());
  const std::span<const double> before(all.sums.scatter);
  const std::span<const double> after(rest.sums.scatter);
  const bool pooled = is_pooled(all.sums.kind);
  const LabelDictionary labels_all(all.classes.labels);
  const LabelDictionary labels_part(part.classes.labels);
  std::vector<double> error(columns.size());
  std::vector<double> left(columns.size());
  double largest = 0;
  for (std::size_t c = 0; c < rest.classes.size(); ++c) {
    const std::size_t in_all = labels_all.find(rest.classes.labels[c]).value();
    if (rest.classes.rows[c] == 0) {
      continue;  // declared, and nothing is left, exactly
    }
    if (const auto in_part = labels_part.find(rest.classes.labels[c])) {
      add_rounding_of_means(all, in_all, part, *in_part, columns, error);
    }
    for (std::size_t j = 0; j < left.size(); ++j) {
      left[j] += column_weight(rest, c, j);
    }
    if (!pooled) {
      largest =
          std::max(largest, check_set(all.block, before.subspan(in_all * size, size), after.subspan(c * size, size),
                                      error, left, zero_columns(rest, c, 1), "class " + rest.classes.labels[c]));
      std::ranges::fill(error, 0.0);
      std::ranges::fill(left, 0.0);
    }
  }
  if (pooled && rest.classes.total_rows() > 0) {
    return check_set(all.block, before, after, error, left, zero_columns(rest, 0, rest.classes.size()), "");
  }
  return largest;
}

}  // namespace suffice
