#include "summary/moments/pattern_moments.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/moment_shape.hpp"
#include "summary/moments/moments.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

// A pattern of two sums, where they have it.
struct Pair {
  const Pattern* first = nullptr;
  const Pattern* second = nullptr;
};
using Pairs = std::map<Presence, Pair, PatternOrder>;

// `columns[j]` is where b keeps feature j of a.
Pairs pairs_of(std::span<const Pattern> a, std::span<const Pattern> b, std::span<const std::size_t> columns) {
  Pairs pairs;
  for (const Pattern& pattern : a) {
    pairs[pattern.present].first = &pattern;
  }
  for (const Pattern& pattern : b) {
    Presence present(columns.size());
    std::ranges::transform(columns, present.begin(), [&](std::size_t j) { return pattern.present[j]; });
    pairs[present].second = &pattern;
  }
  return pairs;
}

PatternRows rows_of(const MomentBlock& moments, const Pattern* pattern) {
  return pattern != nullptr ? PatternRows(moments, *pattern) : PatternRows(moments);
}

bool is_complete(const Presence& present) {
  return std::ranges::all_of(present, [](std::uint8_t is_there) { return is_there != 0; });
}

std::string which_rows(const Block& block, const Presence& present) {
  std::vector<std::string> missing;
  for (std::size_t j = 0; j < present.size(); ++j) {
    if (present[j] == 0) {
      missing.push_back(block.features[j]);
    }
  }
  return missing.empty() ? "rows without missing values" : "rows without a value in " + list_names(missing);
}

// Nothing is removed that is not there.
void check_rows_of_pattern(const MomentBlock& all, const MomentBlock& part, const Presence& present) {
  const LabelDictionary labels(all.classes.labels);
  for (std::size_t c = 0; c < part.classes.size(); ++c) {
    const auto place = labels.find(part.classes.labels[c]);
    const std::uint64_t held = place ? all.classes.rows[*place] : 0;
    if (part.classes.rows[c] > held) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("the model holds {} {}, so {} cannot be forgotten. Forget only rows that were fitted, each "
                      "once. Nothing was changed",
                      held, which_rows(all.block, present), part.classes.rows[c]),
          fmt::format("class {}", part.classes.labels[c]));
    }
  }
}

// The weights of a class in all patterns are the weight of its rows.
void fit_to_rows(std::vector<Pattern>& patterns, const ClassCounts& all, const ClassCounts& rest) {
  const std::vector<std::size_t> in_all = places_in(rest.labels, all.labels);
  for (std::size_t c = 0; c < rest.size(); ++c) {
    double sum = 0;
    for (const Pattern& pattern : patterns) {
      sum += pattern.weight[c];
    }
    const double factor = factor_to(rest.weight[c], sum, rows_left(all, in_all[c], rest, c),
                                    [&] { return fmt::format("class {}", rest.labels[c]); });
    for (Pattern& pattern : patterns) {
      pattern.weight[c] = scaled(pattern.weight[c], factor);
    }
  }
}

}  // namespace

Pattern pattern_of(Presence present, ClassCounts classes, Moments moments) {
  return {std::move(present),      std::move(classes.rows),    std::move(classes.weight),
          std::move(moments.mean), std::move(moments.scatter), std::move(moments.remainder)};
}

PatternRows::PatternRows(const MomentBlock& moments, const Pattern& pattern)
    : block_(moments.block),
      classes_{moments.classes.labels, pattern.rows, pattern.weight},
      moments_{moments.sums.kind, pattern.mean, pattern.scatter, {}, {}, {}, {}, pattern.remainder} {}

PatternRows::PatternRows(const MomentBlock& moments)
    : block_(moments.block),
      classes_{moments.classes.labels, std::vector<std::uint64_t>(moments.classes.size()),
               std::vector<double>(moments.classes.size())},
      moments_(empty_moments(moments.sums.kind, false, moments.classes.size(), moments.features())) {}

std::vector<Pattern> patterns_of(const MomentBlock& moments) {
  if (moments.sums.has_patterns() || moments.classes.total_rows() == 0) {
    return moments.sums.patterns;
  }
  return {pattern_of(Presence(moments.features(), 1), moments.classes, moments.sums)};
}

Moments moments_from(MomentKind kind, std::vector<Pattern> patterns, std::size_t classes, std::size_t d) {
  if (patterns.empty()) {
    return empty_moments(kind, false, classes, d);
  }
  if (patterns.size() == 1 && is_complete(patterns[0].present)) {
    return {kind, std::move(patterns[0].mean),     std::move(patterns[0].scatter), {}, {}, {},
            {},   std::move(patterns[0].remainder)};
  }
  Moments moments{kind, {}, {}, {}, {}};
  moments.patterns = std::move(patterns);
  return moments;
}

Moments merge_patterns(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                       std::span<const std::size_t> columns) {
  const std::vector<Pattern> patterns_a = patterns_of(a);
  const std::vector<Pattern> patterns_b = patterns_of(b);
  const Pairs pairs = pairs_of(patterns_a, patterns_b, columns);
  check_pattern_limit({{.moments = a.sums.kind}, columns.size()}, sum.size(), pairs.size());
  std::vector<Pattern> merged;
  for (const auto& [present, pair] : pairs) {
    const PatternRows in_a = rows_of(a, pair.first);
    const PatternRows in_b = rows_of(b, pair.second);
    ClassCounts both = merge_counts(in_a.block().classes, in_b.block().classes);
    Moments moments = merge_moments(in_a.block(), in_b.block(), both, columns);
    merged.push_back(pattern_of(present, std::move(both), std::move(moments)));
  }
  return moments_from(a.sums.kind, std::move(merged), sum.size(), columns.size());
}

namespace {

// What rounding did in all patterns together, beside what is left in all of them: a pattern with a row or two may have
// no scatter of its own.
class RoundingOfPatterns {
 public:
  RoundingOfPatterns(const ClassCounts& rest, MomentKind kind, std::size_t d)
      : classes_(rest.labels), pooled_(is_pooled(kind)), d_(d), bounds_(pooled_ ? d : rest.size() * d) {}

  void add(const ClassCounts& of_pattern, std::span<const double> bounds) {
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      const std::size_t c = pooled_ ? 0 : classes_.find(of_pattern.labels[k / d_]).value();
      bounds_[c * d_ + k % d_] += bounds[k];
    }
  }
  [[nodiscard]] double relative_to(const MomentBlock& rest) const {
    return relative_rounding(bounds_, read_as(rest, pooled_ ? MomentKind::pooled_diagonal : MomentKind::diagonal), d_);
  }

 private:
  LabelDictionary classes_;
  bool pooled_;
  std::size_t d_;
  std::vector<double> bounds_;  // sets × d
};

}  // namespace

PatternRemoval remove_patterns(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                               std::span<const std::size_t> columns) {
  std::vector<std::string> labels = rest.labels;  // as if they were declared: a pattern may lack some
  std::ranges::sort(labels);
  const std::vector<Pattern> patterns_all = patterns_of(all);
  const std::vector<Pattern> patterns_part = patterns_of(part);
  std::vector<Pattern> left;
  RoundingOfPatterns rounding(rest, all.sums.kind, columns.size());
  PatternRemoval removal;
  for (const auto& [present, pair] : pairs_of(patterns_all, patterns_part, columns)) {
    const PatternRows in_all = rows_of(all, pair.first);
    const PatternRows in_part = rows_of(part, pair.second);
    check_rows_of_pattern(in_all.block(), in_part.block(), present);
    ClassCounts without = remove_counts(in_all.block().classes, in_part.block().classes, labels);
    if (without.total_rows() == 0) {
      continue;
    }
    Moments moments = remove_moments(in_all.block(), in_part.block(), without, columns);
    if (pair.second != nullptr) {
      clear_rounding(in_all.block(), in_part.block(), without, moments);
      rounding.add(without, removal_rounding(in_all.block(), in_part.block(), {all.block, without, moments}, columns));
      bound_scatter(moments, columns.size());
    }
    left.push_back(pattern_of(present, std::move(without), std::move(moments)));
  }
  fit_to_rows(left, all.classes, rest);
  removal.moments = moments_from(all.sums.kind, std::move(left), rest.size(), columns.size());
  removal.relative_error = rounding.relative_to({all.block, rest, removal.moments});
  return removal;
}

Moments read_patterns_as(const MomentBlock& moments, MomentKind kind) {
  const std::size_t classes = moments.classes.size();
  const std::size_t d = moments.features();
  if (has_matrices(kind)) {
    std::vector<Pattern> patterns;
    for (const Pattern& pattern : moments.sums.patterns) {
      const PatternRows rows(moments, pattern);
      patterns.push_back(pattern_of(pattern.present, rows.block().classes, read_as(rows.block(), kind)));
    }
    return moments_from(kind, std::move(patterns), classes, d);
  }
  std::vector<std::size_t> columns(d);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const PatternRows none(moments);
  Moments result = empty_moments(kind, false, classes, d);
  result.column_weight.resize(classes * d);
  for (const Pattern& pattern : moments.sums.patterns) {
    const PatternRows rows(moments, pattern);
    Moments as_kind = read_as(rows.block(), kind);
    for (std::size_t k = 0; k < classes * d; ++k) {
      as_kind.column_weight.push_back(pattern.present[k % d] != 0 ? pattern.weight[k / d] : 0);
    }
    // Every class is there with the weights of its columns; those of the class itself are not used.
    result = merge_columns({moments.block, none.block().classes, result},
                           {moments.block, rows.block().classes, as_kind}, moments.classes, columns);
  }
  return result;
}

}  // namespace suffice
