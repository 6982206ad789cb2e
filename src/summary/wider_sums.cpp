#include "summary/wider_sums.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "summary/amounts/amount_counter.hpp"
#include "summary/block_sums.hpp"
#include "summary/moments/moment_shape.hpp"
#include "summary/moments/moments.hpp"
#include "summary/terms/term_counts.hpp"
#include "summary/whole.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

// Rows of d numbers, each followed by zeros up to `columns`.
std::vector<double> wider(const std::vector<double>& rows, std::size_t d, std::size_t columns) {
  std::vector<double> result(rows.size() / d * columns);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    result[k / d * columns + k % d] = rows[k];
  }
  return result;
}

// Sets of d numbers, or of d × d, each with zeros up to `columns` numbers, or as many in both directions.
std::vector<double> wider_scatter(const std::vector<double>& scatter, MomentKind kind, std::size_t d,
                                  std::size_t columns) {
  std::vector<double> rows = wider(scatter, d, columns);
  if (!has_matrices(kind)) {
    return rows;
  }
  std::vector<double> result;
  for (std::size_t set = 0; set < scatter.size() / (d * d); ++set) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(set * d * columns);
    result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(d * columns));
    result.resize((set + 1) * columns * columns);
  }
  return result;
}

// A column of zeros has mean 0, and no part in any moment; no row misses it.
Moments wider_sums(const Moments& moments, const ClassCounts& classes, std::size_t d, std::size_t columns) {
  const MomentShape shape{{moments.kind, moments.has_fourth()}, columns};
  check_feature_limit(shape);
  check_class_limit(shape, classes.size());
  Moments result{moments.kind,
                 wider(moments.mean, d, columns),
                 wider_scatter(moments.scatter, moments.kind, d, columns),
                 wider(moments.third, d, columns),
                 moments.fourth,
                 wider(moments.column_weight, d, columns)};
  for (std::size_t c = 0; c < classes.size() && !moments.column_weight.empty(); ++c) {
    std::fill_n(&result.column_weight[c * columns + d], columns - d, classes.weight[c]);
  }
  result.remainder = wider(moments.remainder, d, columns);
  if (moments.has_patterns()) {
    check_pattern_limit(shape, classes.size(), moments.patterns.size());
  }
  for (const Pattern& pattern : moments.patterns) {
    result.patterns.push_back({pattern.present, pattern.rows, pattern.weight, wider(pattern.mean, d, columns),
                               wider_scatter(pattern.scatter, moments.kind, d, columns),
                               wider(pattern.remainder, d, columns)});
    result.patterns.back().present.resize(columns, 1);
  }
  return result;
}

TermCounts wider_sums(const TermCounts& terms, const ClassCounts& classes, std::size_t d, std::size_t columns) {
  TermCounts result = terms;
  result.offsets.resize(columns + 1, terms.offsets.back());
  if (!terms.missing.empty()) {
    check_missing_limit(columns, classes.size());
    result.missing = wider(terms.missing, d, columns);
  }
  return result;
}

AmountSums wider_sums(const AmountSums& sums, const ClassCounts& classes, std::size_t d, std::size_t columns) {
  check_amount_limit(columns, classes.size());
  AmountSums result{wider(sums.weight, d, columns), wider(sums.sum, d, columns), wider(sums.log_sum, d, columns),
                    wider(sums.zeros, d, columns), wider(sums.fractional, d, columns)};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    for (std::size_t j = d; j < columns; ++j) {
      result.weight[c * columns + j] = classes.weight[c];
      result.zeros[c * columns + j] = classes.weight[c];
    }
  }
  return result;
}

// Columns of categories are never open.
ValueCounts wider_sums(const ValueCounts& counts, const ClassCounts& /*classes*/, std::size_t /*d*/,
                       std::size_t /*columns*/) {
  return counts;
}

// Whether column j of d holds something.
bool has_numbers(const Moments& moments, const ClassCounts& classes, std::size_t d, std::size_t j) {
  bool some = false;
  for (std::size_t c = 0; c < classes.size() && !moments.has_patterns(); ++c) {
    const double weight = classes.weight[c];
    const bool misses =
        !moments.column_weight.empty() && weight - moments.column_weight[c * d + j] > rounding_share * weight;
    some = some || misses || !is_zero_column(moments, c, d, j);
  }
  for (const Pattern& pattern : moments.patterns) {
    some = some || pattern.present[j] == 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      some = some || !is_zero_column(pattern, moments.kind, c, d, j);
    }
  }
  return some;
}

bool has_numbers(const TermCounts& terms, const ClassCounts& classes, std::size_t d, std::size_t j) {
  bool some = terms.offsets[j] < terms.offsets[j + 1];
  for (std::size_t c = 0; c < classes.size() && !terms.missing.empty(); ++c) {
    some = some || terms.missing[c * d + j] != 0;
  }
  return some;
}

bool has_numbers(const AmountSums& sums, const ClassCounts& classes, std::size_t d, std::size_t j) {
  bool some = false;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    some = some || sums.sum[c * d + j] != 0 || sums.zeros[c * d + j] != classes.weight[c];
  }
  return some;
}

bool has_numbers(const ValueCounts& /*counts*/, const ClassCounts& /*classes*/, std::size_t /*d*/, std::size_t /*j*/) {
  return true;
}

// The first `columns` of each row of d numbers.
void cut(std::vector<double>& rows, std::size_t d, std::size_t columns) {
  for (std::size_t k = 0; k < rows.size() / d * columns; ++k) {
    rows[k] = rows[k / columns * d + k % columns];
  }
  rows.resize(rows.size() / d * columns);
}

void cut_scatter(std::vector<double>& scatter, MomentKind kind, std::size_t d, std::size_t columns) {
  cut(scatter, d, columns);
  if (has_matrices(kind)) {
    cut(scatter, d * columns, columns * columns);
  }
}

void cut(Moments& moments, std::size_t d, std::size_t columns) {
  for (auto* rows : {&moments.mean, &moments.third, &moments.column_weight, &moments.remainder}) {
    cut(*rows, d, columns);
  }
  cut_scatter(moments.scatter, moments.kind, d, columns);
  for (Pattern& pattern : moments.patterns) {
    pattern.present.resize(columns);
    cut(pattern.mean, d, columns);
    cut(pattern.remainder, d, columns);
    cut_scatter(pattern.scatter, moments.kind, d, columns);
  }
}

void cut(Shared<TermCounts>& terms, std::size_t d, std::size_t columns) {
  TermCounts fewer = *terms;
  fewer.offsets.resize(columns + 1);
  cut(fewer.missing, d, columns);
  terms = std::move(fewer);
}

void cut(AmountSums& sums, std::size_t d, std::size_t columns) {
  for (auto* rows : {&sums.weight, &sums.sum, &sums.log_sum, &sums.zeros, &sums.fractional}) {
    cut(*rows, d, columns);
  }
}

void cut(ValueCounts& /*counts*/, std::size_t /*d*/, std::size_t /*columns*/) {}

}  // namespace

void narrow(Block& block, const ClassCounts& classes, Sums& sums) {
  const std::size_t d = block.features.size();
  if (!block.open_columns || d <= 1) {
    return;
  }
  const auto cut_end = [&](auto& held) {
    std::size_t columns = d;
    while (columns > 1 && !has_numbers(sums_in(held), classes, d, columns - 1)) {
      --columns;
    }
    if (columns < d) {
      cut(held, d, columns);
      block.features.resize(columns);
    }
  };
  std::visit(cut_end, sums);
}

Sums widen(const Block& block, const ClassCounts& classes, const Sums& sums, std::size_t columns) {
  const std::size_t d = block.features.size();
  if (columns <= d) {
    return sums;
  }
  return std::visit([&](const auto& held) -> Sums { return wider_sums(sums_in(held), classes, d, columns); }, sums);
}

}  // namespace suffice
