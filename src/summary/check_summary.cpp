// Sums that come from elsewhere: shapes fit, and every number is legal.
#include "summary/check_summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "suffice/error.hpp"
#include "summary/amounts/amount_sums.hpp"
#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/finite_sums.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/moments.hpp"
#include "summary/terms/term_entries.hpp"
#include "summary/values/pair_layout.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

[[noreturn]] void unsound(const std::string& what) {
  throw Error(ErrorCode::bad_model, what + "; the file is damaged, restore it or fit again");
}

void require(bool holds, const char* what) {
  if (!holds) {
    unsound(what);
  }
}

constexpr const char* no_fit = "the sums do not fit the schema";

bool all_finite(std::span<const double> sums) {
  return std::ranges::all_of(sums, [](double v) { return std::isfinite(v); });
}

// Counts of class c, of which there are at most `most` but for rounding, in as many additions as it has rows.
void check_counts(std::span<const double> counts, const ClassCounts& classes, std::size_t c, double most) {
  most *= 1 + count_tolerance(classes.rows[c]);
  require(std::ranges::all_of(counts, [&](double count) { return count >= 0 && count <= most; }),
          "a count is impossible");
}

void check_counts(std::span<const double> counts, const ClassCounts& classes, std::size_t c) {
  check_counts(counts, classes, c, classes.weight[c]);
}

// Names in the order of labels, each once.
void check_order(const std::vector<std::string>& names, const char* out_of_order, const char* twice) {
  require(std::ranges::is_sorted(label_order(names)), out_of_order);
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  require(std::ranges::adjacent_find(sorted) == sorted.end(), twice);
}

void check_symmetry(std::span<const double> matrix, std::size_t d) {
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      require(matrix[i * d + j] == matrix[j * d + i], "the scatter is not symmetric");
    }
  }
}

// What rounding took off the means, or nothing.
void check_remainder(std::span<const double> remainder, std::span<const double> means) {
  require(remainder.empty() || remainder.size() == means.size(), no_fit);
  for (std::size_t k = 0; k < remainder.size(); ++k) {
    require(std::abs(remainder[k]) <= 0x1p-52 * std::abs(means[k]), "what rounding took off a mean is too much");
  }
}

// Second moments of the shape that the kind says, which rows can have; matrices are symmetric.
void check_scatter(const std::vector<double>& scatter, MomentKind kind, std::size_t classes, std::size_t d) {
  require(scatter.size() == set_count(kind, classes) * set_size(kind, d), no_fit);
  require(all_finite(scatter), "a sum is not finite");
  const std::size_t size = set_size(kind, d);
  for (std::size_t first = 0; first < scatter.size(); first += size) {
    const auto set = std::span(scatter).subspan(first, size);
    if (has_matrices(kind)) {
      check_symmetry(set, d);
    }
    require(is_scatter(set, d), "the scatter is that of no rows");
  }
}

// One pattern: what is missing has no sums.
void check_pattern(const MomentBlock& moments, const Pattern& pattern) {
  const std::size_t C = moments.classes.size();
  const std::size_t d = moments.features();
  require(pattern.present.size() == d && pattern.rows.size() == C && pattern.weight.size() == C &&
              pattern.mean.size() == C * d,
          no_fit);
  bool has_rows = false;
  for (std::size_t c = 0; c < C; ++c) {
    require(pattern.rows[c] > 0 ? pattern.weight[c] > 0 : pattern.weight[c] == 0, "a class has no weight");
    check_counts({&pattern.weight[c], 1}, moments.classes, c);
    has_rows = has_rows || pattern.rows[c] > 0;
  }
  require(has_rows, "a pattern of missing values has no rows");
  require(all_finite(pattern.mean), "a sum is not finite");
  check_remainder(pattern.remainder, pattern.mean);
  check_scatter(pattern.scatter, moments.sums.kind, C, d);
  for (std::size_t j = 0; j < d; ++j) {
    require(pattern.present[j] <= 1, "a pattern of missing values is impossible");
    bool is_zero = true;
    for (std::size_t c = 0; c < C && pattern.present[j] == 0; ++c) {
      is_zero = is_zero && pattern.mean[c * d + j] == 0;
    }
    for (std::size_t k = 0; k < pattern.scatter.size() / d && pattern.present[j] == 0; ++k) {
      is_zero = is_zero && pattern.scatter[k * d + j] == 0;  // rows too: matrices are symmetric
    }
    require(is_zero, "a missing value has sums");
  }
}

void check_patterns(const MomentBlock& moments) {
  const ClassCounts& classes = moments.classes;
  const std::vector<Pattern>& patterns = moments.sums.patterns;
  require(has_matrices(moments.sums.kind) && patterns.size() <= most_patterns && moments.sums.mean.empty() &&
              moments.sums.scatter.empty() && moments.sums.third.empty() && moments.sums.fourth.empty() &&
              moments.sums.column_weight.empty() && moments.sums.remainder.empty(),
          no_fit);
  std::vector<std::uint64_t> rows(classes.size());
  std::vector<double> weight(classes.size());
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    check_pattern(moments, patterns[k]);
    require(k == 0 || PatternOrder()(patterns[k - 1].present, patterns[k].present),
            "the patterns of missing values are not in order");
    for (std::size_t c = 0; c < rows.size(); ++c) {
      require(patterns[k].rows[c] <= classes.rows[c] - rows[c], "the row counts are impossible");
      rows[c] += patterns[k].rows[c];
      weight[c] += patterns[k].weight[c];
    }
  }
  require(std::ranges::find(patterns.back().present, 0) != patterns.back().present.end(), "no value is missing");
  require(rows == classes.rows, "the row counts are impossible");
  for (std::size_t c = 0; c < weight.size(); ++c) {
    require(std::abs(weight[c] - classes.weight[c]) <= count_tolerance(rows[c]) * classes.weight[c],
            "a count is impossible");
  }
}

void check_sums(const MomentBlock& block) {
  const Moments& moments = block.sums;
  require(block.block.kind == Kind::measurements, no_fit);
  if (moments.has_patterns()) {
    check_patterns(block);
    return;
  }
  const std::size_t C = block.classes.size();
  const std::size_t d = block.features();
  const bool fourth = moments.has_fourth() || !moments.third.empty();
  const bool fits_fourth =
      moments.kind == MomentKind::full && moments.third.size() == C * d && moments.fourth.size() == C;
  const bool fits_columns = !has_matrices(moments.kind) && moments.column_weight.size() == C * d;
  require(moments.mean.size() == C * d && (!fourth || fits_fourth) && (moments.column_weight.empty() || fits_columns),
          no_fit);
  for (const std::vector<double>* sums : {&moments.mean, &moments.third, &moments.fourth}) {
    require(all_finite(*sums), "a sum is not finite");
  }
  check_remainder(moments.remainder, moments.mean);
  check_scatter(moments.scatter, moments.kind, C, d);
  for (std::size_t k = 0; k < moments.column_weight.size(); ++k) {
    check_counts({&moments.column_weight[k], 1}, block.classes, k / d);
    const bool without = moments.column_weight[k] == 0;
    const bool is_zero = moments.mean[k] == 0 && (is_pooled(moments.kind) || moments.scatter[k] == 0);
    require(!without || is_zero, "a sum has no rows");
  }
}

void check_words(const Words& words, std::size_t terms) {
  require(words.size() == terms && words.bytes.size() == (words.ends.empty() ? 0 : words.ends.back()) &&
              std::ranges::is_sorted(words.ends),
          no_fit);
  for (std::size_t k = 1; k < words.size(); ++k) {
    require(words[k - 1] < words[k], "the words are not in order");
  }
}

// The entries of one term.
void check_term(const ClassCounts& classes, const TermCounts& counts, std::size_t term) {
  for (std::uint64_t k = counts.offsets[term]; k < counts.offsets[term + 1]; ++k) {
    const std::uint32_t c = counts.classes[k];
    require(c < classes.size() && (k == counts.offsets[term] || counts.classes[k - 1] < c),
            "the classes of a term are not in order");
    require(counts.tokens[k] > 0 && std::isfinite(counts.tokens[k]) && counts.documents[k] > 0,
            "a count is impossible");
    check_counts({&counts.documents[k], 1}, classes, c);
  }
}

void check_sums(const TermBlock& block) {
  const TermCounts& counts = block.sums;
  const Kind kind = block.block.kind;
  const std::size_t C = block.classes.size();
  const std::size_t terms = counts.terms();
  const bool words = has_words(block.block);
  require(has_terms(kind) && !counts.offsets.empty() && counts.offsets.front() == 0 &&
              std::ranges::is_sorted(counts.offsets) && counts.offsets.back() == counts.classes.size() &&
              counts.tokens.size() == counts.classes.size() && counts.documents.size() == counts.classes.size() &&
              (words || terms == (kind == Kind::text ? block.block.text.hash_buckets : block.features())),
          no_fit);
  check_words(counts.words, words ? terms : 0);
  for (std::size_t term = 0; term < terms; ++term) {
    require(!words || counts.offsets[term] < counts.offsets[term + 1], "a word occurs nowhere");
    check_term(block.classes, counts, term);
  }
  require(counts.missing.empty() || (kind == Kind::counts && counts.missing.size() == C * terms), no_fit);
  for (std::size_t c = 0; c < C && !counts.missing.empty(); ++c) {
    check_counts(std::span(counts.missing).subspan(c * terms, terms), block.classes, c);
  }
}

// What a value has in pairs with those of another feature are rows that it has.
void check_pairs(const ValueBlock& block) {
  const ValueCounts& counts = block.sums;
  const std::size_t C = block.classes.size();
  const PairLayout layout(counts.values, C);
  require(counts.pairs.empty() || counts.pairs.size() == layout.total(), no_fit);
  const auto check_marginal = [&](std::size_t j, std::size_t u, std::size_t k) {
    for (std::size_t c = 0; c < C; ++c) {
      double sum = 0;
      for (std::size_t v = 0; v < layout.size(k); ++v) {
        sum += counts.pairs[layout.place(j, u, k, v) + c];
      }
      const double rows = counts.counts[(layout.first(j) + u) * C + c];
      require(sum <= rows + count_tolerance(block.classes.rows[c]) * block.classes.weight[c], "a count is impossible");
    }
  };
  for (const double count : counts.pairs) {
    require(count >= 0, "a count is impossible");
  }
  for (std::size_t j = 0; j < layout.features() && !counts.pairs.empty(); ++j) {
    for (std::size_t u = 0; u < layout.size(j); ++u) {
      for (std::size_t k = 0; k < layout.features(); ++k) {
        if (k != j) {
          check_marginal(j, u, k);
        }
      }
    }
  }
}

void check_sums(const ValueBlock& block) {
  const ValueCounts& counts = block.sums;
  const std::size_t C = block.classes.size();
  std::size_t size = 0;
  for (const std::vector<std::string>& values : counts.values) {
    size += values.size() * C;
  }
  require(
      block.block.kind == Kind::categories && counts.values.size() == block.features() && counts.counts.size() == size,
      no_fit);
  const double* next = counts.counts.data();
  for (std::size_t j = 0; j < counts.values.size(); ++j) {
    std::vector<std::string> declared = known_values(block.block, j);
    if (has_bins(block.block, j)) {
      require(counts.values[j] == declared, "the bins are not those of the edges");
      std::ranges::sort(declared);
    } else {
      check_order(counts.values[j], "the values are not in order", "a value stands there twice");
    }
    std::size_t found = 0;
    std::vector<double> sums(C);
    for (const std::string& value : counts.values[j]) {
      const bool is_declared = std::ranges::binary_search(declared, value);
      found += is_declared ? 1 : 0;
      bool occurs = false;
      for (std::size_t c = 0; c < C; ++c, ++next) {
        check_counts({next, 1}, block.classes, c);
        occurs = occurs || *next > 0;
        sums[c] += *next;
      }
      require(occurs || is_declared, "a value occurs nowhere");
    }
    require(found == declared.size(), "a value that was declared is not there");
    for (std::size_t c = 0; c < C; ++c) {
      check_counts({&sums[c], 1}, block.classes, c);
    }
  }
  check_pairs(block);
}

void check_sums(const AmountBlock& block) {
  const AmountSums& sums = block.sums;
  const std::size_t d = block.features();
  const std::size_t size = block.classes.size() * d;
  require(block.block.kind == Kind::amounts, no_fit);
  for (const std::vector<double>* numbers : {&sums.weight, &sums.sum, &sums.log_sum, &sums.zeros, &sums.fractional}) {
    require(numbers->size() == size, no_fit);
    require(all_finite(*numbers), "a sum is not finite");
  }
  for (std::size_t k = 0; k < size; ++k) {
    check_counts({&sums.weight[k], 1}, block.classes, k / d);
    check_counts({&sums.zeros[k], 1}, block.classes, k / d, sums.weight[k]);
    check_counts({&sums.fractional[k], 1}, block.classes, k / d, sums.weight[k]);
    require(sums.sum[k] >= 0, "a sum is negative");
    const double positive = sums.weight[k] - sums.zeros[k];
    const bool is_rounding = positive <= count_tolerance(block.classes.rows[k / d]) * sums.weight[k];
    const bool underflows = least_sum(positive, sums.log_sum[k]) < std::numeric_limits<double>::min();
    require(sums.sum[k] > 0 || is_rounding || underflows, "numbers above 0 have a sum of 0");
    require(sums.zeros[k] < sums.weight[k] || (sums.sum[k] == 0 && sums.log_sum[k] == 0), "a sum has no rows");
    require(std::abs(sums.log_sum[k]) <= largest_log * sums.weight[k], "a sum of logs is that of no numbers");
  }
}

// What rows could not have left behind: adding and merging refuse such sums.
template <typename Check>
void check_no_overflow(const Check& check_finite) {
  try {
    check_finite();
  } catch (const Error& error) {
    unsound(fmt::format("the sums of {} overflow", error.where()));
  }
}

}  // namespace

void check_classes(const ClassCounts& classes, const Schema& schema) {
  require(classes.rows.size() == classes.size() && classes.weight.size() == classes.size(), no_fit);
  check_order(classes.labels, "the labels are not in order", "a label stands there twice");
  std::uint64_t total = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const bool declared = std::ranges::binary_search(schema.declared_labels, classes.labels[c]);
    require(classes.rows[c] <= std::numeric_limits<std::uint64_t>::max() - total && (classes.rows[c] > 0 || declared),
            "the row counts are impossible");
    total += classes.rows[c];
    require(classes.rows[c] > 0 ? classes.weight[c] > 0 && std::isfinite(classes.weight[c]) : classes.weight[c] == 0,
            "a class has no weight");
  }
  for (const std::size_t place : places_in(schema.declared_labels, classes.labels)) {
    require(place != no_place, "a label that was declared is not there");
  }
  check_no_overflow([&] { check_finite_classes(classes); });
}

void check_sums(const Block& block, const ClassCounts& classes, const Sums& sums) {
  visit_block(block, classes, sums, [](const auto& of_kind) { check_sums(of_kind); });
  check_no_overflow([&] { check_finite_sums(block, classes, sums, 1); });
}

void check_summary(const Summary& summary) {
  check_classes(summary.classes, summary.schema);
  require(summary.sums.size() == summary.schema.blocks.size(), no_fit);
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    check_sums(summary.schema.blocks[b], summary.classes, summary.sums[b]);
  }
}

}  // namespace suffice
