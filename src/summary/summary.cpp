// Summary as a value: merge and remove.
#include "suffice/summary.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/amount_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/column_moments.hpp"
#include "summary/count_removal.hpp"
#include "summary/finite_sums.hpp"
#include "summary/moment_removal.hpp"
#include "summary/moments.hpp"
#include "summary/pattern_moments.hpp"
#include "summary/term_counts.hpp"
#include "summary/value_counts.hpp"
#include "summary/wider_sums.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

void check_same_roles(const Schema& a, const Schema& b) {
  if (a.target != b.target) {
    throw Error(ErrorCode::bad_data, fmt::format("the target columns differ: '{}' and '{}'. Fit both with the same "
                                                 "columns: fit --schema MODEL",
                                                 a.target, b.target));
  }
  if (a.weight != b.weight) {
    throw Error(ErrorCode::bad_data, fmt::format("the weight columns differ: '{}' and '{}'. Fit both with the same "
                                                 "columns: fit --schema MODEL",
                                                 a.weight, b.weight));
  }
}

// Sums of the same kind, of which none was dropped.
void check_same_sums(const Summary& a, const Summary& b) {
  const bool moments = moment_kind(a) && moment_kind(b);  // by pattern or not
  if (a.sums.index() != b.sums.index() && !moments) {
    throw Error(ErrorCode::usage,
                "the sums are of different kinds, as their models are of different families: fit both with the same "
                "family of models (--model)");
  }
  for (const Summary* summary : {&a, &b}) {
    if (const TermCounts* terms = summary->find_terms(); terms != nullptr && terms->compacted) {
      throw Error(ErrorCode::usage,
                  "terms were dropped from these sums for good (--compact), so that rows can be neither added nor "
                  "forgotten: use the model as it was before, or fit again");
    }
  }
}

// How many columns both have together; 0 where they have the same, or columns that are not open.
std::size_t common_columns(const Schema& a, const Schema& b) {
  const bool differ = a.open_columns && b.open_columns && a.features.size() != b.features.size();
  return differ ? std::max(a.features.size(), b.features.size()) : 0;
}

std::vector<std::string> united(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

Schema merge_schemas(const Schema& a, const Schema& b, std::span<const std::size_t> columns) {
  Schema schema = a;
  schema.open_columns = a.open_columns && b.open_columns;
  schema.declared_labels = united(a.declared_labels, b.declared_labels);
  if (!b.declared_values.empty()) {
    schema.declared_values.resize(a.features.size());
    for (std::size_t j = 0; j < a.features.size(); ++j) {
      schema.declared_values[j] = united(schema.declared_values[j], b.declared_values[columns[j]]);
    }
  }
  return schema;
}

}  // namespace

Summary merge(const Summary& a, const Summary& b) {
  check_same_roles(a.schema, b.schema);
  if (const std::size_t columns = common_columns(a.schema, b.schema); columns > 0) {
    check_same_sums(a, b);
    return merge(widen(a, columns), widen(b, columns));
  }
  const std::vector<std::size_t> columns = match_features(a.schema, b.schema);
  check_same_sums(a, b);
  if (moment_kind(a) != moment_kind(b)) {
    const MomentKind kind = common_kind(*moment_kind(a), *moment_kind(b));
    return merge(read_as(a, kind), read_as(b, kind));
  }
  Summary sum{merge_schemas(a.schema, b.schema, columns), merge_counts(a.classes, b.classes), {}};
  switch (static_cast<SumKind>(std::max(a.sums.index(), b.sums.index()))) {
    case SumKind::patterns:
      sum.sums = merge_patterns(a, b, sum.classes, columns);
      break;
    case SumKind::moments:
      sum.sums = has_column_weight(a) || has_column_weight(b) ? merge_columns(a, b, sum.classes, columns)
                                                              : merge_moments(a, b, sum.classes, columns);
      break;
    case SumKind::terms:
      sum.sums = merge_terms(a, b, sum.classes, columns);
      break;
    case SumKind::values:
      sum.sums = merge_values(a, b, sum.classes, columns);
      break;
    case SumKind::amounts:
      sum.sums = merge_amounts(a, b, sum.classes, columns);
      break;
  }
  check_finite_sums(sum);
  return sum;
}

Removal remove(const Summary& all, const Summary& part) {
  check_same_roles(all.schema, part.schema);
  if (common_columns(all.schema, part.schema) == all.schema.features.size()) {
    check_same_sums(all, part);
    return remove(all, widen(part, all.schema.features.size()));
  }
  const std::vector<std::size_t> columns = match_features(all.schema, part.schema);
  check_same_sums(all, part);
  if (moment_kind(all) != moment_kind(part)) {
    return remove(all, read_as(part, *moment_kind(all)));
  }
  Removal removal{{all.schema, remove_counts(all.classes, part.classes, all.schema.declared_labels), {}}, 0};
  Summary& rest = removal.rest;
  CountRemoval counts;
  switch (static_cast<SumKind>(std::max(all.sums.index(), part.sums.index()))) {
    case SumKind::patterns: {
      PatternRemoval patterns = remove_patterns(all, part, rest.classes, columns);
      rest.sums = std::move(patterns.sums);
      counts.keep_error(patterns.relative_error);
      break;
    }
    case SumKind::moments:
      rest.sums = has_column_weight(all) || has_column_weight(part) ? remove_columns(all, part, rest.classes, columns)
                                                                    : remove_moments(all, part, rest.classes, columns);
      clear_rounding(all, part, rest);
      counts.keep_error(removal_error(all, part, rest, columns));
      break;
    case SumKind::terms:
      rest.sums = remove_terms(all, part, rest.classes, columns, counts);
      break;
    case SumKind::values:
      rest.sums = remove_values(all, part, rest.classes, columns, counts);
      break;
    case SumKind::amounts:
      rest.sums = remove_amounts(all, part, rest.classes, columns, counts);
      break;
  }
  removal.relative_error = counts.relative_error();
  rest = narrow(std::move(rest));
  return removal;
}

}  // namespace suffice
