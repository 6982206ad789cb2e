#include "summary/finite_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

constexpr const char* smaller_weights = "the weights are too large: their sum overflows. Give smaller weights";
constexpr const char* smaller_numbers =
    "the numbers are too large: their sum overflows. Use a larger unit for this column, so that the numbers are "
    "smaller, or give smaller weights";
constexpr const char* larger_numbers =
    "the numbers are too small: times their weights they are 0. Use a smaller unit for this column, so that the "
    "numbers are larger, or give larger weights";

[[noreturn]] void refuse_sum(const char* problem, const std::string& where) {
  throw Error(ErrorCode::bad_data, problem, where);
}

std::string class_name(const ClassCounts& classes, std::size_t c) { return "class " + classes.labels[c]; }

std::string column_name(const Block& block, std::size_t j) { return "column " + quoted(block.features[j]); }

std::string which_term(const TermBlock& terms, std::size_t term) {
  if (has_words(terms.block)) {
    return "word " + quoted(terms.sums.words[term]);
  }
  return terms.block.kind == Kind::text ? fmt::format("bucket {}", term) : column_name(terms.block, term);
}

// Several sums wait less for one another.
double quick_sum(std::span<const double> numbers) {
  std::array<double, 8> sums{};
  std::size_t k = 0;
  for (; k + sums.size() <= numbers.size(); k += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += numbers[k + i];
    }
  }
  const double rest = std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(k), numbers.end(), 0.0);
  return std::accumulate(sums.begin(), sums.end(), rest);
}

// Whether all of these numbers, none of which is negative, and their sum are finite.
bool has_finite_sum(std::span<const double> numbers) { return std::isfinite(quick_sum(numbers)); }

// has_finite_sum() of many numbers, and whether one of them is 0, on several threads.
struct SurveyOfMany {
  bool has_finite_sum;
  bool has_zero;
};

SurveyOfMany survey_many(const std::vector<double>& numbers, unsigned threads) {
  constexpr std::size_t block = std::size_t{1} << 16U;
  std::vector<double> sums((numbers.size() + block - 1) / block);
  std::vector<std::uint8_t> zeros(sums.size());
  parallel_for(threads, sums.size(), [&](std::size_t k, unsigned /*worker*/) {
    const auto part = std::span(numbers).subspan(k * block, std::min(block, numbers.size() - k * block));
    sums[k] = quick_sum(part);
    bool some = false;
    for (const double number : part) some |= number == 0;
    zeros[k] = some ? 1 : 0;
  });
  return {std::isfinite(quick_sum(sums)), std::ranges::find(zeros, 1) != zeros.end()};
}

// Adds up one number of each class of a column: the first class that is too much is named, or the column alone where
// only all classes together are.
template <typename At>
void check_column(const ClassCounts& classes, const char* problem, const std::string& column, At at) {
  double sum = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!std::isfinite(at(c))) {
      refuse_sum(problem, class_name(classes, c) + ", " + column);
    }
    sum += at(c);
  }
  if (!std::isfinite(sum)) {
    refuse_sum(problem, column);
  }
}

// The weights of patterns, and of columns, are parts of those of the classes.
void check_finite(const MomentBlock& /*moments*/, unsigned /*threads*/) {}

// Documents are at most as many as rows.
void check_finite(const TermBlock& terms, unsigned threads) {
  const TermCounts& counts = terms.sums;
  const auto [is_finite, has_zero] = survey_many(counts.tokens, threads);
  if (is_finite && !has_zero) {
    return;
  }
  const bool is_text = terms.block.kind == Kind::text;
  const char* problem = is_finite ? larger_numbers : is_text ? smaller_weights : smaller_numbers;
  for (std::size_t term = 0; term < counts.terms(); ++term) {
    for (std::uint64_t k = counts.offsets[term]; k < counts.offsets[term + 1]; ++k) {
      if (is_finite ? counts.tokens[k] == 0 : !std::isfinite(counts.tokens[k])) {
        refuse_sum(problem, class_name(terms.classes, counts.classes[k]) + ", " + which_term(terms, term));
      }
    }
  }
  refuse_sum(problem, is_text ? "all words" : "all columns");
}

// The counts of a column are at most those of the rows, and so finite as they are; rounding may be above.
void check_finite(const ValueBlock& values, unsigned /*threads*/) {
  const std::size_t classes = values.classes.size();
  const double* next = values.sums.counts.data();
  for (std::size_t j = 0; j < values.sums.values.size(); ++j) {
    const std::size_t size = values.sums.values[j].size();
    check_column(values.classes, smaller_weights, column_name(values.block, j), [&](std::size_t c) {
      double sum = 0;
      for (std::size_t m = 0; m < size; ++m) {
        sum += next[m * classes + c];
      }
      return sum;
    });
    next += size * classes;
  }
}

void check_finite(const AmountBlock& amounts, unsigned /*threads*/) {
  const std::size_t d = amounts.features();
  const AmountSums& sums = amounts.sums;
  for (const std::vector<double>* numbers : {&sums.weight, &sums.sum, &sums.log_sum, &sums.zeros, &sums.fractional}) {
    const bool of_weights = numbers != &sums.sum && numbers != &sums.log_sum;
    for (std::size_t j = 0; j < d; ++j) {
      check_column(amounts.classes, of_weights ? smaller_weights : smaller_numbers, column_name(amounts.block, j),
                   [&](std::size_t c) { return (*numbers)[c * d + j]; });
    }
  }
  for (std::size_t k = 0; k < sums.weight.size(); ++k) {
    if (sums.weight[k] > 0 && sums.zeros[k] >= sums.weight[k] && (sums.sum[k] != 0 || sums.log_sum[k] != 0)) {
      refuse_sum(
          "the weights of rows of zeros are so much larger that the others are lost beside them; use weights "
          "that are less far apart",
          class_name(amounts.classes, k / d) + ", " + column_name(amounts.block, k % d));
    }
  }
}

// Of a feature's sums in all sets, one after the other; the first feature that is not finite is named.
void check_moments(const MomentBlock& moments, std::span<const double> numbers) {
  const auto at = std::ranges::find_if(numbers, [](double v) { return !std::isfinite(v); });
  if (at != numbers.end()) {
    refuse_sum("the values are too large to square; use another unit for this column",
               column_name(moments.block, static_cast<std::size_t>(at - numbers.begin()) % moments.features()));
  }
}

}  // namespace

void check_finite_moments(const Summary& summary) {
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    if (!std::holds_alternative<Moments>(summary.sums[b])) {
      continue;
    }
    const MomentBlock block = moment_block(summary, b);
    check_moments(block, block.sums.mean);
    check_moments(block, block.sums.scatter);
    for (const Pattern& pattern : block.sums.patterns) {
      check_moments(block, pattern.mean);
      check_moments(block, pattern.scatter);
    }
    check_moments(block, block.sums.third);
    if (!std::ranges::all_of(block.sums.fourth, [](double v) { return std::isfinite(v); })) {
      refuse_sum("the values are too large for their fourth powers; use another unit for the largest columns",
                 list_names(block.block.features));
    }
  }
}

void check_finite_classes(const ClassCounts& classes) {
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!std::isfinite(classes.weight[c])) {
      refuse_sum(smaller_weights, class_name(classes, c));
    }
  }
  if (!has_finite_sum(classes.weight)) {
    refuse_sum(smaller_weights, "all classes");
  }
}

void check_finite_sums(const Block& block, const ClassCounts& classes, const Sums& sums, unsigned threads) {
  visit_block(block, classes, sums, [&](const auto& of_kind) { check_finite(of_kind, threads); });
}

void check_finite_sums(const Summary& summary, unsigned threads) {
  check_finite_classes(summary.classes);
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    check_finite_sums(summary.schema.blocks[b], summary.classes, summary.sums[b], threads);
  }
}

}  // namespace suffice
