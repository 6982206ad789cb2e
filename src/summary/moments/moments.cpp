#include "summary/moments/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "math/linear/symmetric.hpp"
#include "math/special/two_sum.hpp"
#include "suffice/error.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moment_state.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

// The second moments of class c, or those of all classes where they are pooled.
template <typename AnyMoments>
auto set_of(AnyMoments& moments, std::size_t c, std::size_t d) {
  const std::size_t size = set_size(moments.kind, d);
  return std::span(moments.scatter).subspan(is_pooled(moments.kind) ? 0 : c * size, size);
}

template <typename Numbers>
auto row_of(Numbers& numbers, std::size_t c, std::size_t d) {
  return std::span(numbers).subspan(c * d, d);
}

// The moments of `classes` classes with feature j where columns[j] was.
Moments in_order(const Moments& moments, std::size_t classes, std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  Moments result = moments;
  for (std::size_t c = 0; c < classes; ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      result.mean[c * d + j] = moments.mean[c * d + columns[j]];
      if (!moments.remainder.empty()) {
        result.remainder[c * d + j] = moments.remainder[c * d + columns[j]];
      }
      if (moments.has_fourth()) {
        result.third[c * d + j] = moments.third[c * d + columns[j]];
      }
    }
  }
  for (std::size_t c = 0; c < set_count(moments.kind, classes); ++c) {
    const auto from = set_of(moments, c, d);
    const auto to = set_of(result, c, d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; has_matrices(moments.kind) && j < d; ++j) {
        to[i * d + j] = from[columns[i] * d + columns[j]];
      }
      if (!has_matrices(moments.kind)) {
        to[i] = from[columns[i]];
      }
    }
  }
  return result;
}

void add_each(std::span<double> to, std::span<const double> from, double factor) {
  std::ranges::transform(to, from, to.begin(), [factor](double a, double b) { return a + factor * b; });
}

// set += factor · v vᵀ, or the diagonal of that.
void add_square(std::span<double> set, std::span<const double> v, double factor) {
  if (set.size() != v.size()) {
    add_outer_product(set, v, factor);
    return;
  }
  std::ranges::transform(set, v, set.begin(), [factor](double s, double x) { return s + factor * (x * x); });
}

// √s_jj, and a little more where squares may have underflowed.
std::vector<double> roots_of(std::span<const double> set, std::size_t d) {
  constexpr double underflow = 1e-280;
  const std::size_t step = set.size() == d ? 1 : d + 1;
  std::vector<double> roots(d);
  for (std::size_t j = 0; j < d; ++j) roots[j] = std::sqrt(std::max(set[j * step], 0.0) + underflow);
  return roots;
}

// Whether |s_ij| is above √(s_ii s_jj) by more than the rounding of sums of many rows.
bool exceeds(double s, double root_i, double root_j) { return std::abs(s) > (1 + 1e-6) * root_i * root_j; }

// The mean of a class, to more digits than a double has.
using ExactMean = std::vector<TwoSum>;

ExactMean mean_of(const Moments& moments, std::size_t c, std::size_t d) {
  ExactMean result(d);
  for (std::size_t j = 0; j < d; ++j) {
    result[j] = {moments.mean[c * d + j], moments.remainder.empty() ? 0 : moments.remainder[c * d + j]};
  }
  return result;
}

void put_mean(Moments& moments, std::size_t c, const ExactMean& mean) {
  for (std::size_t j = 0; j < mean.size(); ++j) {
    moments.mean[c * mean.size() + j] = mean[j].rounded;
    moments.remainder[c * mean.size() + j] = mean[j].remainder;
  }
}

// mean += factor · v.
void move_mean(ExactMean& mean, std::span<const double> v, double factor) {
  std::ranges::transform(mean, v, mean.begin(), [factor](const TwoSum& m, double x) { return m.plus(factor * x); });
}

std::vector<double> difference_of(const ExactMean& a, const ExactMean& b) {
  std::vector<double> difference(a.size());
  std::ranges::transform(a, b, difference.begin(), [](const TwoSum& x, const TwoSum& y) { return x.minus(y); });
  return difference;
}

// Third and fourth moments of one class about any point.
struct Fourth {
  std::vector<double> third;
  double fourth;

  void add(const Fourth& other, double factor) {
    add_each(third, other.third, factor);
    fourth += factor * other.fourth;
  }
  // By δ, in one of the two ways; `scatter` is that about the mean.
  void move(double weight, std::span<const double> scatter, std::span<const double> delta,
            void (*way)(const MeanStep&, double*, double&)) {
    const std::size_t d = delta.size();
    std::vector<double> product(d);
    double trace = 0;
    for (std::size_t i = 0; i < d; ++i) {
      product[i] = std::inner_product(delta.begin(), delta.end(), &scatter[i * d], 0.0);
      trace += scatter[i * d + i];
    }
    way({weight, trace, delta, product}, third.data(), fourth);
  }
};

// Third and fourth moments of class c about `centre`.
Fourth fourth_about(const Moments& moments, std::size_t c, double weight, const ExactMean& centre) {
  const std::size_t d = centre.size();
  const auto third = row_of(moments.third, c, d);
  Fourth result{{third.begin(), third.end()}, moments.fourth[c]};
  result.move(weight, set_of(moments, c, d), difference_of(mean_of(moments, c, d), centre), move_from_mean);
  return result;
}

void put(Moments& moments, std::size_t c, const Fourth& sums) {
  std::ranges::copy(sums.third, row_of(moments.third, c, sums.third.size()).begin());
  moments.fourth[c] = sums.fourth;
}

// The place of a label that has rows.
std::optional<std::size_t> place_of(const LabelDictionary& labels, const ClassCounts& counts,
                                    const std::string& label) {
  const auto place = labels.find(label);
  return place && counts.rows[*place] > 0 ? place : std::nullopt;
}

// Whether third and fourth moments of both, or of one where the other has no rows, can be told.
bool have_fourth(const MomentBlock& a, const MomentBlock& b) {
  const auto lacks = [](const MomentBlock& of) { return of.classes.total_rows() > 0 && !of.sums.has_fourth(); };
  return (a.sums.has_fourth() || b.sums.has_fourth()) && !lacks(a) && !lacks(b);
}

}  // namespace

Moments empty_moments(MomentKind kind, bool fourth, std::size_t classes, std::size_t d) {
  Moments moments{kind, std::vector<double>(classes * d), {}, {}, {}};
  moments.scatter.resize(set_count(kind, classes) * set_size(kind, d));
  moments.third.resize(fourth ? classes * d : 0);
  moments.fourth.resize(fourth ? classes : 0);
  return moments;
}

void drop_slight_remainder(Moments& moments, std::span<const double> weights, std::size_t d) {
  constexpr double slight = 0x1p-43;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const std::size_t step = has_matrices(moments.kind) ? d + 1 : 1;  // from one variance to the next
  const auto tells = [&](std::size_t k) {
    const double square = set_of(moments, k / d, d)[k % d * step];
    const double own = moments.column_weight.empty() ? weights[k / d] : moments.column_weight[k];
    const double variance = std::max(square, 0.0) / (is_pooled(moments.kind) ? total : own);
    return std::abs(moments.remainder[k]) > slight * std::sqrt(variance);
  };
  bool some = false;
  for (std::size_t k = 0; k < moments.remainder.size() && !some; ++k) {
    some = moments.remainder[k] != 0 && tells(k);
  }
  if (!some) {
    moments.remainder = {};
  }
}

void add_outer_product(std::span<double> scatter, std::span<const double> v, double factor) {
  const std::size_t d = v.size();
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double product = factor * (v[i] * v[j]);
      scatter[i * d + j] += product;
      scatter[j * d + i] += product;
    }
    scatter[i * d + i] += factor * (v[i] * v[i]);
  }
}

Moments merge_moments(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                      std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  const Moments& from_a = a.sums;
  const Moments from_b = in_order(b.sums, b.classes.size(), columns);
  const bool fourth = have_fourth(a, b);
  Moments merged = empty_moments(from_a.kind, fourth, sum.size(), d);
  merged.remainder.resize(merged.mean.size());
  if (is_pooled(merged.kind)) {
    merged.scatter = from_a.scatter;
    add_each(merged.scatter, from_b.scatter, 1);
  }
  const LabelDictionary labels_a(a.classes.labels);
  const LabelDictionary labels_b(b.classes.labels);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    const auto in_a = place_of(labels_a, a.classes, sum.labels[c]);
    const auto in_b = place_of(labels_b, b.classes, sum.labels[c]);
    if (!in_a && !in_b) {
      continue;
    }
    for (const auto& [moments, k] : {std::pair(&from_a, in_a), std::pair(&from_b, in_b)}) {
      if (k && !is_pooled(merged.kind)) {
        add_each(set_of(merged, c, d), set_of(*moments, *k, d), 1);
      }
    }
    ExactMean mean = in_a ? mean_of(from_a, *in_a, d) : mean_of(from_b, *in_b, d);
    if (in_a && in_b) {
      const std::vector<double> delta = difference_of(mean_of(from_b, *in_b, d), mean);
      const double share_b = b.classes.weight[*in_b] / sum.weight[c];
      move_mean(mean, delta, share_b);
      add_square(set_of(merged, c, d), delta, a.classes.weight[*in_a] * share_b);
    }
    if (fourth) {
      Fourth sums{std::vector<double>(d), 0};
      if (in_a) {
        sums.add(fourth_about(from_a, *in_a, a.classes.weight[*in_a], mean), 1);
      }
      if (in_b) {
        sums.add(fourth_about(from_b, *in_b, b.classes.weight[*in_b], mean), 1);
      }
      put(merged, c, sums);
    }
    put_mean(merged, c, mean);
  }
  drop_slight_remainder(merged, sum.weight, d);
  bound_scatter(merged, d);
  return merged;
}

bool is_scatter(std::span<const double> set, std::size_t d) {
  const std::size_t step = set.size() == d ? 1 : d + 1;
  for (std::size_t j = 0; j < d; ++j) {
    if (set[j * step] < 0) return false;
  }
  const std::vector<double> roots = roots_of(set, d);
  for (std::size_t i = 0; set.size() > d && i < d; ++i) {
    bool some = false;  // of the row: the other triangle is the same
    for (std::size_t j = 0; j < i; ++j) some |= exceeds(set[i * d + j], roots[i], roots[j]);
    if (some) return false;
  }
  return true;
}

void bound_scatter(Moments& moments, std::size_t d) {
  const std::size_t size = set_size(moments.kind, d);
  const std::size_t step = size == d ? 1 : d + 1;
  for (std::size_t first = 0; first < moments.scatter.size(); first += size) {
    const auto set = std::span(moments.scatter).subspan(first, size);
    if (is_scatter(set, d)) continue;
    for (std::size_t j = 0; j < d; ++j) set[j * step] = std::max(set[j * step], 0.0);
    const std::vector<double> roots = roots_of(set, d);
    for (std::size_t k = 0; size > d && k < size; ++k) {
      if (!exceeds(set[k], roots[k / d], roots[k % d])) continue;
      set[k] = std::copysign(std::sqrt(set[k / d * step]) * std::sqrt(set[k % d * step]), set[k]);
    }
  }
}

Moments remove_moments(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  const Moments removed = in_order(part.sums, part.classes.size(), columns);
  const bool fourth = have_fourth(all, part);
  Moments left = empty_moments(all.sums.kind, fourth, rest.size(), d);
  if (rest.total_rows() == 0) {
    return left;  // nothing is left, exactly
  }
  left.remainder.resize(left.mean.size());
  if (is_pooled(left.kind)) {
    left.scatter = all.sums.scatter;
    add_each(left.scatter, removed.scatter, -1);
  }
  const LabelDictionary labels_all(all.classes.labels);
  const LabelDictionary labels_part(part.classes.labels);
  for (std::size_t c = 0; c < rest.size(); ++c) {
    const std::size_t in_all = labels_all.find(rest.labels[c]).value();
    if (rest.rows[c] == 0) {
      continue;
    }
    const auto in_part = place_of(labels_part, part.classes, rest.labels[c]);
    const ExactMean mean_before = mean_of(all.sums, in_all, d);
    ExactMean mean = mean_before;
    const auto set = set_of(left, c, d);
    if (!is_pooled(left.kind)) {
      std::ranges::copy(set_of(all.sums, in_all, d), set.begin());
    }
    if (in_part) {
      const std::vector<double> delta = difference_of(mean, mean_of(removed, *in_part, d));
      const double odds = part.classes.weight[*in_part] / rest.weight[c];
      move_mean(mean, delta, odds);
      if (!is_pooled(left.kind)) {
        add_each(set, set_of(removed, *in_part, d), -1);
      }
      add_square(set, delta, -all.classes.weight[in_all] * odds);
    }
    if (fourth) {
      const double n = all.classes.weight[in_all];
      Fourth sums = fourth_about(all.sums, in_all, n, mean_before);
      if (in_part) {
        sums.add(fourth_about(removed, *in_part, part.classes.weight[*in_part], mean_before), -1);
        sums.move(rest.weight[c], set, difference_of(mean, mean_before), move_to_mean);
      }
      put(left, c, sums);
    }
    put_mean(left, c, mean);
  }
  drop_slight_remainder(left, rest.weight, d);
  return left;
}

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
    // What is known of the mean beyond a double is not rounded; what moving it would round is.
    const bool exact = !all.sums.remainder.empty() && !part.sums.remainder.empty();
    const double size = exact ? std::abs(mean - removed) : std::abs(mean) + std::abs(removed);
    error[j] += 2 * std::numeric_limits<double>::epsilon() * size * std::abs(mean - removed) * (n / (n - m) * m);
  }
}

// The columns that may become 0, and are in every row of the classes from `first` on, `count` of them.
std::vector<bool> zero_columns(const MomentBlock& moments, std::size_t first, std::size_t count) {
  const std::size_t d = moments.features();
  std::vector<bool> zero(d);
  for (std::size_t j = 0; j < d; ++j) zero[j] = may_become_zero(moments.block, j);
  for (std::size_t k = 0; k < count * d; ++k) {
    zero[k % d] = zero[k % d] && is_zero_column(moments.sums, first + k / d, d, k % d);
  }
  return zero;
}

// One set of second moments before and after; `whose` names it. Removing rounds at the size of what was there before,
// and `error` comes to that. Columns in which nothing is left have none: those of 0 alone, and those without a value
// (`left` is the weight of what they have).
void check_set(const Block& block, std::span<const double> before, std::span<const double> after,
               std::span<const double> error, std::span<const double> left, const std::vector<bool>& is_zero,
               const std::string& whose, std::span<double> rounding) {
  const std::size_t d = block.features.size();
  const std::size_t step = before.size() == d ? 1 : d + 1;  // from one variance to the next
  for (std::size_t j = 0; j < d; ++j) {
    const double was = before[j * step];
    const double is = after[j * step];
    if (is < -more_than_rounding * was) {
      refuse_removal(fmt::format("{}{}column '{}'", whose, whose.empty() ? "" : ", ", block.features[j]));
    }
    if (left[j] > 0 && !is_zero[j] && (is != was || error[j] > 0)) {
      rounding[j] = std::numeric_limits<double>::epsilon() * (was - is) + error[j];
    }
  }
  if (before.size() > d && !can_be_scatter(before, after, d)) {
    refuse_removal(whose);
  }
}

}  // namespace

std::vector<double> removal_rounding(const MomentBlock& all, const MomentBlock& part, const MomentBlock& rest,
                                     std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  const std::size_t size = set_size(all.sums.kind, d);
  const std::span<const double> before(all.sums.scatter);
  const std::span<const double> after(rest.sums.scatter);
  const bool pooled = is_pooled(all.sums.kind);
  const LabelDictionary labels_all(all.classes.labels);
  const LabelDictionary labels_part(part.classes.labels);
  std::vector<double> error(d);
  std::vector<double> left(d);
  std::vector<double> rounding(pooled ? d : rest.classes.size() * d);
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
      check_set(all.block, before.subspan(in_all * size, size), after.subspan(c * size, size), error, left,
                zero_columns(rest, c, 1), "class " + rest.classes.labels[c], std::span(rounding).subspan(c * d, d));
      std::ranges::fill(error, 0.0);
      std::ranges::fill(left, 0.0);
    }
  }
  if (pooled && rest.classes.total_rows() > 0) {
    check_set(all.block, before, after, error, left, zero_columns(rest, 0, rest.classes.size()), "", rounding);
  }
  return rounding;
}

double relative_rounding(std::span<const double> rounding, const Moments& rest, std::size_t d) {
  const std::size_t size = set_size(rest.kind, d);
  const std::size_t step = size == d ? 1 : d + 1;  // from one variance to the next
  double largest = 0;
  for (std::size_t k = 0; k < rounding.size(); ++k) {
    const double is = rest.scatter[k / d * size + k % d * step];
    if (rounding[k] > 0) {
      largest = std::max(largest, is > 0 ? rounding[k] / is : std::numeric_limits<double>::infinity());
    }
  }
  return largest;
}

}  // namespace suffice
