// Summary as a value: merge, remove, check.
#include "suffice/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "math/symmetric.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/pooled_moments.hpp"

namespace suffice {

namespace {

[[noreturn]] void unsound(const std::string& what) {
  throw Error(ErrorCode::bad_model, what + "; the file is damaged, restore it or fit again");
}

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

// Whether S' can be a scatter: no direction has a negative one, once the diagonal is raised by more than rounding.
bool can_be_scatter(const std::vector<double>& before, std::vector<double> after, std::size_t d) {
  constexpr double more_than_rounding = 1e-9;
  for (std::size_t j = 0; j < d; ++j) {
    const double raised = after[j * d + j] + more_than_rounding * before[j * d + j];
    after[j * d + j] = before[j * d + j] > 0 ? raised : 1;
  }
  return is_positive_definite(after, d);
}

// Removing rounds at the size of what was there before; what is left inherits that as a relative error.
double removal_error(const Summary& all, const Summary& rest) {
  const std::size_t d = all.schema.features.size();
  if (rest.classes.size() == 0) {
    return 0;
  }
  if (!can_be_scatter(all.moments.scatter, rest.moments.scatter, d)) {
    throw Error(ErrorCode::bad_data,
                "without these rows a variance would be negative, so they cannot all have been "
                "fitted. Forget only rows that were fitted, each once. Nothing was changed");
  }
  double largest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const double before = all.moments.scatter[j * d + j];
    const double after = rest.moments.scatter[j * d + j];
    if (after != before) {
      const double removed = std::numeric_limits<double>::epsilon() * (before - after);
      largest = std::max(largest, after > 0 ? removed / after : std::numeric_limits<double>::infinity());
    }
  }
  return largest;
}

}  // namespace

Summary merge(const Summary& a, const Summary& b) {
  check_same_roles(a.schema, b.schema);
  const std::vector<std::size_t> columns = match_features(a.schema, b.schema);
  const ClassCounts classes = merge_counts(a.classes, b.classes);
  return {a.schema, classes, merge_moments(a, b, classes, columns)};
}

Removal remove(const Summary& all, const Summary& part) {
  check_same_roles(all.schema, part.schema);
  const std::vector<std::size_t> columns = match_features(all.schema, part.schema);
  const ClassCounts classes = remove_counts(all.classes, part.classes);
  Removal removal{{all.schema, classes, remove_moments(all, part, classes, columns)}, 0};

  removal.relative_error = removal_error(all, removal.rest);
  return removal;
}

void check_summary(const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  const ClassCounts& classes = summary.classes;
  const PooledMoments& moments = summary.moments;
  const std::size_t size = classes.size();
  if (classes.rows.size() != size || classes.weight.size() != size || moments.mean.size() != size * d ||
      moments.scatter.size() != d * d) {
    unsound("the sums do not fit the schema");
  }
  const std::vector<std::size_t> order = label_order(classes.labels);
  if (!std::ranges::is_sorted(order)) {
    unsound("the labels are not in order");
  }
  std::vector<std::string> sorted = classes.labels;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) {
    unsound("a label stands there twice");
  }
  std::uint64_t total = 0;
  for (const std::uint64_t rows : classes.rows) {
    if (rows == 0 || rows > std::numeric_limits<std::uint64_t>::max() - total) {
      unsound("the row counts are impossible");
    }
    total += rows;
  }
  const auto positive = [](double w) { return w > 0 && std::isfinite(w); };
  const auto finite = [](double v) { return std::isfinite(v); };
  if (!std::ranges::all_of(classes.weight, positive)) {
    unsound("a class has no weight");
  }
  if (!std::ranges::all_of(moments.mean, finite) || !std::ranges::all_of(moments.scatter, finite)) {
    unsound("a sum is not finite");
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (moments.scatter[i * d + j] != moments.scatter[j * d + i]) {
        unsound("the scatter is not symmetric");
      }
    }
  }
}

}  // namespace suffice
