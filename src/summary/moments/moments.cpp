#include "summary/moments/moments.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "summary/label_dictionary.hpp"
#include "summary/moments/fourth_moments.hpp"

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

std::vector<double> difference_of(std::span<const double> a, std::span<const double> b) {
  std::vector<double> difference(a.size());
  std::ranges::transform(a, b, difference.begin(), std::minus<>());
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

// Those of class c about `centre`.
Fourth fourth_about(const Moments& moments, std::size_t c, double weight, std::span<const double> centre) {
  const std::size_t d = centre.size();
  const auto third = row_of(moments.third, c, d);
  Fourth result{{third.begin(), third.end()}, moments.fourth[c]};
  result.move(weight, set_of(moments, c, d), difference_of(row_of(moments.mean, c, d), centre), move_from_mean);
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
  if (is_pooled(merged.kind)) {
    merged.scatter = from_a.scatter;
    add_each(merged.scatter, from_b.scatter, 1);
  }
  const LabelDictionary labels_a(a.classes.labels);
  const LabelDictionary labels_b(b.classes.labels);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    const auto mean = row_of(merged.mean, c, d);
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
    std::ranges::copy(in_a ? row_of(from_a.mean, *in_a, d) : row_of(from_b.mean, *in_b, d), mean.begin());
    if (in_a && in_b) {
      const std::vector<double> delta = difference_of(row_of(from_b.mean, *in_b, d), mean);
      const double share_b = b.classes.weight[*in_b] / sum.weight[c];
      add_each(mean, delta, share_b);
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
  }
  return merged;
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
    const auto mean_before = row_of(all.sums.mean, in_all, d);
    const auto mean = row_of(left.mean, c, d);
    const auto set = set_of(left, c, d);
    std::ranges::copy(mean_before, mean.begin());
    if (!is_pooled(left.kind)) {
      std::ranges::copy(set_of(all.sums, in_all, d), set.begin());
    }
    if (in_part) {
      const std::vector<double> delta = difference_of(mean, row_of(removed.mean, *in_part, d));
      const double odds = part.classes.weight[*in_part] / rest.weight[c];
      add_each(mean, delta, odds);
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
  }
  return left;
}

}  // namespace suffice
