#include "summary/moments/grouped_rows.hpp"

#include <algorithm>

#include "math/system/parallel.hpp"
#include "summary/class_counts.hpp"
#include "summary/moments/missing_values.hpp"

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

}  // namespace suffice
