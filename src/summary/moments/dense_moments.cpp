#include "summary/moments/dense_moments.hpp"

#include <algorithm>
#include <utility>

#include "encode/check_rows.hpp"
#include "math/system/parallel.hpp"
#include "summary/class_counts.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/moment_shape.hpp"

namespace suffice {

std::size_t GroupedRows::block_rows(std::size_t columns) {
  constexpr std::size_t block_bytes = std::size_t{8} << 20U;
  constexpr std::size_t least = 128;
  return std::max(least, block_bytes / (columns * sizeof(double)));
}

void GroupedRows::take(const LabelledRows& rows, std::span<const std::uint32_t> groups, std::size_t group_count,
                       bool zeros, unsigned threads) {
  const std::size_t n = rows.batch.rows;
  columns_ = rows.batch.columns;
  weighted_ = !rows.batch.weights.empty();
  class_of_code_ = rows.class_of_code;
  ends_.assign(group_count, 0);
  for (const std::uint32_t group : groups) {
    if (group + std::size_t{1} < group_count) {
      ++ends_[group + 1];  // from here on: the next free place of each group
    }
  }
  for (std::size_t group = 1; group < group_count; ++group) {
    ends_[group] += ends_[group - 1];
  }
  places_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    places_[i] = groups[i] == no_group ? no_place : ends_[groups[i]]++;
  }
  values_.resize(std::max(values_.size(), n * columns_));
  weights_.resize(weighted_ ? std::max(weights_.size(), n) : 0);
  codes_.resize(std::max(codes_.size(), n));
  const std::size_t parts = n * columns_ > (std::size_t{1} << 16U) ? threads : 1;
  parallel_for(threads, parts, [&](std::size_t part, unsigned /*worker*/) {
    for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) {
      const std::size_t place = places_[i];
      if (place == no_place) {
        continue;
      }
      double* copy = &values_[place * columns_];
      if (rows.batch.column_stride == 1) {
        rows.batch.visit_row(i, [&](const auto* row) { std::copy_n(row, columns_, copy); });
      } else {
        rows.batch.copy_row(i, copy);
      }
      if (zeros && groups[i] > 0) {
        std::replace_if(copy, copy + columns_, [](double value) { return value != value; }, 0.0);
      }
      codes_[place] = rows.codes[i];
      if (weighted_) {
        weights_[place] = rows.batch.weight(i);
      }
    }
  });
}

LabelledRows GroupedRows::group(std::size_t number) const {
  const std::size_t first = number == 0 ? 0 : ends_[number - 1];
  const std::size_t count = ends_[number] - first;
  const std::span<const double> weights = weighted_ ? std::span(weights_).subspan(first, count) : std::span<double>();
  return {Batch::row_major(values_.data() + first * columns_, count, columns_, weights),
          std::span(codes_).subspan(first, count), class_of_code_};
}

void DenseMoments::add(const Batch& rows, const RowClasses& classes, const Block& block, std::size_t class_count) {
  if (sums_.incomplete_rows() == 0 && add_at_once({rows, classes.codes, classes.class_of_code})) {
    return;
  }
  MissingSurvey found;
  survey(rows, block, 0, found);
  check(found, class_count);
  add_checked(rows, classes, found);
}

// Rows are checked while they are summed, where a copy of the sums costs little beside the rows; else before. Returns
// whether they were added: not all values may be there, or legal.
bool DenseMoments::add_at_once(const LabelledRows& rows) {
  constexpr std::size_t little = 4;
  const bool starts = sums_.complete.is_new();
  const std::size_t bytes = rows.batch.rows * rows.batch.columns * sizeof(double);
  if ((!starts && sums_.complete.bytes() > bytes / little) || !probably_finite(rows.batch)) {
    return false;
  }
  if (!starts) {
    before_ = sums_.complete;
  }
  const bool finite = sums_.complete.add(rows, threads_, workspace_);
  if (!finite) {
    sums_.complete = starts ? ClassChain(shape()) : std::move(*before_);
    before_.reset();
  }
  return finite;
}

void DenseMoments::survey(const Batch& rows, const Block& block, std::size_t first, MissingSurvey& found) const {
  const MissingSurvey more = survey_missing(rows, shape().has_matrices() ? &sums_.patterns.table() : nullptr, threads_);
  if (more.infinite) {
    check_numbers(rows, block, NumberRule::known, first, 1);
  }
  found.join(more);
}

void DenseMoments::check(const MissingSurvey& found, std::size_t class_count) const {
  const std::size_t patterns = sums_.patterns.size() + found.fresh.size();
  if (patterns > 0) {
    const bool some_complete = found.complete || sums_.complete.rows() > 0;
    check_pattern_limit(shape(), class_count, patterns + (some_complete ? 1 : 0));
  }
}

void DenseMoments::add_checked(const Batch& rows, const RowClasses& classes, const MissingSurvey& found) {
  const LabelledRows labelled{rows, classes.codes, classes.class_of_code};
  sums_.patterns.open(found.fresh);
  if (found.missing) {
    add_by_group(labelled);
  } else {
    sums_.complete.add(labelled, threads_, workspace_);
  }
}

void DenseMoments::add_by_group(const LabelledRows& rows) {
  const bool matrices = shape().has_matrices();
  const PatternTable* patterns = matrices ? &sums_.patterns.table() : nullptr;
  const std::size_t groups = 1 + (matrices ? sums_.patterns.size() : 1);
  const std::size_t step = GroupedRows::block_rows(rows.batch.columns);
  std::vector<std::uint32_t> group_of_row(std::min(step, rows.batch.rows));
  for (std::size_t first = 0; first < rows.batch.rows; first += step) {
    const LabelledRows block = rows.slice(first, std::min(step, rows.batch.rows - first));
    const auto block_groups = std::span(group_of_row).first(block.batch.rows);
    find_groups(block.batch, patterns, threads_, block_groups);
    grouped_.take(block, block_groups, groups, matrices, threads_);
    sums_.complete.add(grouped_.group(0), threads_, workspace_);
    for (std::size_t k = 0; k < sums_.patterns.size(); ++k) {
      sums_.patterns.add(k, grouped_.group(k + 1), threads_, workspace_);
    }
    if (!matrices) {
      sums_.columns.add(grouped_.group(1), threads_);
    }
  }
}

}  // namespace suffice
