#include "summary/pattern_moments.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/column_moments.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moment_limits.hpp"
#include "summary/moment_removal.hpp"
#include "summary/moments.hpp"
#include "summary/row_gaps.hpp"

namespace suffice {

namespace {

// The same schema and labels, without rows.
Summary no_rows(const Summary& summary, MomentKind kind) {
  const std::size_t classes = summary.classes.size();
  const std::size_t d = summary.schema.features.size();
  return {summary.schema,
          {summary.classes.labels, std::vector<std::uint64_t>(classes), std::vector<double>(classes)},
          Moments{kind,
                  std::vector<double>(classes * d),
                  std::vector<double>(set_count(kind, classes) * set_size(kind, d)),
                  {},
                  {}}};
}

// A pattern of two sums, where they have it.
struct Pair {
  const Pattern* first = nullptr;
  const Pattern* second = nullptr;
};
using Pairs = std::map<Presence, Pair, PatternOrder>;

// `columns[j]` is where b keeps feature j of a.
Pairs pairs_of(const PatternMoments& a, const PatternMoments& b, std::span<const std::size_t> columns) {
  Pairs pairs;
  for (const Pattern& pattern : a.patterns) {
    pairs[pattern.present].first = &pattern;
  }
  for (const Pattern& pattern : b.patterns) {
    Presence present(columns.size());
    std::ranges::transform(columns, present.begin(), [&](std::size_t j) { return pattern.present[j]; });
    pairs[present].second = &pattern;
  }
  return pairs;
}

Summary summary_of(const Summary& summary, const Pattern* pattern) {
  return pattern != nullptr ? pattern_summary(summary, *pattern)
                            : no_rows(summary, moment_kind(summary).value_or(MomentKind::pooled));
}

// Sums by pattern: those that are so already, or else `lifted`, which becomes them.
const PatternMoments& patterns_of(const Summary& summary, PatternMoments& lifted) {
  if (const auto* patterns = std::get_if<PatternMoments>(&summary.sums)) {
    return *patterns;
  }
  lifted = as_patterns(summary);
  return lifted;
}

bool is_complete(const Presence& present) {
  return std::ranges::all_of(present, [](std::uint8_t is_there) { return is_there != 0; });
}

std::string which_rows(const Schema& schema, const Presence& present) {
  std::vector<std::string> missing;
  for (std::size_t j = 0; j < present.size(); ++j) {
    if (present[j] == 0) {
      missing.push_back(schema.features[j]);
    }
  }
  return missing.empty() ? "rows without missing values" : "rows without a value in " + list_names(missing);
}

// Nothing is removed that is not there.
void check_rows_of_pattern(const Summary& all, const Summary& part, const Presence& present) {
  const LabelDictionary labels(all.classes.labels);
  for (std::size_t c = 0; c < part.classes.size(); ++c) {
    const auto place = labels.find(part.classes.labels[c]);
    const std::uint64_t held = place ? all.classes.rows[*place] : 0;
    if (part.classes.rows[c] > held) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("the model holds {} {}, so {} cannot be forgotten. Forget only rows that were fitted, each "
                      "once. Nothing was changed",
                      held, which_rows(all.schema, present), part.classes.rows[c]),
          fmt::format("class {}", part.classes.labels[c]));
    }
  }
}

Pattern pattern_of(const Presence& present, Summary summary) {
  return {present, std::move(summary.classes.rows), std::move(summary.classes.weight), std::move(summary.moments())};
}

}  // namespace

Summary pattern_summary(const Summary& summary, const Pattern& pattern) {
  return {summary.schema, {summary.classes.labels, pattern.rows, pattern.weight}, pattern.moments};
}

PatternMoments as_patterns(const Summary& summary) {
  if (const auto* patterns = std::get_if<PatternMoments>(&summary.sums)) {
    return *patterns;
  }
  const Moments& moments = summary.moments();
  PatternMoments result{moments.kind, {}};
  if (summary.classes.total_rows() > 0) {
    result.patterns.push_back({Presence(summary.schema.features.size(), 1),
                               summary.classes.rows,
                               summary.classes.weight,
                               {moments.kind, moments.mean, moments.scatter, {}, {}}});
  }
  return result;
}

PatternMoments merge_patterns(const Summary& a, const Summary& b, const ClassCounts& sum,
                              std::span<const std::size_t> columns) {
  const MomentKind kind = moment_kind(a).value_or(MomentKind::pooled);
  PatternMoments lifted_a;
  PatternMoments lifted_b;
  const Pairs pairs = pairs_of(patterns_of(a, lifted_a), patterns_of(b, lifted_b), columns);
  check_pattern_limit({{.moments = kind}, columns.size()}, sum.size(), pairs.size());
  PatternMoments merged{kind, {}};
  for (const auto& [present, pair] : pairs) {
    const Summary in_a = summary_of(a, pair.first);
    const Summary in_b = summary_of(b, pair.second);
    Summary both{{}, merge_counts(in_a.classes, in_b.classes), {}};
    both.sums = merge_moments(in_a, in_b, both.classes, columns);
    merged.patterns.push_back(pattern_of(present, std::move(both)));
  }
  return merged;
}

PatternRemoval remove_patterns(const Summary& all, const Summary& part, const ClassCounts& rest,
                               std::span<const std::size_t> columns) {
  const MomentKind kind = moment_kind(all).value_or(MomentKind::pooled);
  std::vector<std::string> labels = rest.labels;  // as if they were declared: a pattern may lack some
  std::ranges::sort(labels);
  PatternMoments lifted_all;
  PatternMoments lifted_part;
  PatternMoments left{kind, {}};
  PatternRemoval removal;
  for (const auto& [present, pair] : pairs_of(patterns_of(all, lifted_all), patterns_of(part, lifted_part), columns)) {
    const Summary in_all = summary_of(all, pair.first);
    const Summary in_part = summary_of(part, pair.second);
    check_rows_of_pattern(in_all, in_part, present);
    Summary without{all.schema, remove_counts(in_all.classes, in_part.classes, labels), {}};
    if (without.classes.total_rows() == 0) {
      continue;
    }
    without.sums = remove_moments(in_all, in_part, without.classes, columns);
    if (pair.second != nullptr) {
      removal.relative_error = std::max(removal.relative_error, removal_error(in_all, in_part, without, columns));
    }
    left.patterns.push_back(pattern_of(present, std::move(without)));
  }
  if (left.patterns.empty()) {
    removal.sums = no_rows({all.schema, rest, {}}, kind).moments();
  } else if (left.patterns.size() == 1 && is_complete(left.patterns[0].present)) {
    removal.sums = std::move(left.patterns[0].moments);
  } else {
    removal.sums = std::move(left);
  }
  return removal;
}

Summary read_patterns_as(const Summary& summary, MomentKind kind) {
  const PatternMoments& held = summary.patterns();
  const std::size_t d = summary.schema.features.size();
  if (has_matrices(kind)) {
    Summary result{summary.schema, summary.classes, PatternMoments{kind, {}}};
    for (const Pattern& pattern : held.patterns) {
      Summary as_kind = read_as(pattern_summary(summary, pattern), kind);
      std::get<PatternMoments>(result.sums).patterns.push_back(pattern_of(pattern.present, std::move(as_kind)));
    }
    return result;
  }
  std::vector<std::size_t> columns(d);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  Summary result = no_rows(summary, kind);
  result.moments().column_weight.resize(summary.classes.size() * d);
  for (const Pattern& pattern : held.patterns) {
    Summary as_kind = read_as(pattern_summary(summary, pattern), kind);
    for (std::size_t k = 0; k < summary.classes.size() * d; ++k) {
      as_kind.moments().column_weight.push_back(pattern.present[k % d] != 0 ? pattern.weight[k / d] : 0);
    }
    result.sums = merge_columns(result, as_kind, summary.classes, columns);
  }
  result.classes = summary.classes;
  return result;
}

}  // namespace suffice
