// Plain counts: log densities of one row from the raw rows without it, straight from MODELS §5–7 and §11.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "encode/block_rows.hpp"
#include "estimate/amounts/amounts.hpp"
#include "math/special/log_sum_exp.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {

/// Whether an estimate may have these options.
inline bool can_be_meant(const FamilyOptions& options) {
  try {
    check_options(options);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// BlockRows of small counts, each class with its own columns in front; some missing where asked for.
inline TestTable count_table(std::uint32_t seed, std::size_t rows, std::size_t columns, std::size_t classes,
                             bool weighted = false, bool with_missing = false) {
  std::mt19937 bits(seed);
  TestTable table{columns, {}, {}, {}};
  for (std::size_t c = 0; c < classes; ++c) table.names.push_back(fmt::format("class {}", c));
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t c = i < 3 * classes ? i % classes : bits() % classes;
    table.codes.push_back(static_cast<std::uint32_t>(c));
    if (weighted) table.weights.push_back(0.25 * static_cast<double>(1 + bits() % 8));
    for (std::size_t j = 0; j < columns; ++j) {
      const std::uint32_t most = j % classes == c ? 5 : 2;
      const double x = j > i % (columns + 1) ? 0 : static_cast<double>(bits() % most);
      table.values.push_back(with_missing && bits() % 9 == 0 ? std::nan("") : x);
    }
  }
  return table;
}

/// Of terms, values or amounts.
template <typename CountOptions>
double beta_of(const CountOptions& options) {
  return options.pseudocount.all.value_or(options.estimator == Estimator::map ? 2 : 1);
}

/// What is added to a count.
template <typename CountOptions>
double added_of(const CountOptions& options) {
  if (options.estimator == Estimator::mle) return 0;
  return options.estimator == Estimator::map ? beta_of(options) - 1 : beta_of(options);
}

/// Bernoulli, multinomial and complement models of columns of counts.
class PlainTerms {
 public:
  PlainTerms(const TestTable& table, const TermOptions& options) : table_(table), options_(options) {
    const std::size_t d = table.columns;
    documents_.resize(d);
    std::vector<double> tokens(d);
    each(table.rows(), [&](std::size_t, std::size_t j, double w, double x) {
      documents_[j] += w;
      tokens[j] += w * x;
    });
    for (std::size_t j = 0; j < d; ++j) {
      if (documents_[j] >= options.min_documents) kept_.push_back(j);
    }
    const std::size_t most = options.max_terms;
    if (most > 0 && most < kept_.size()) {
      std::ranges::stable_sort(kept_, [&](std::size_t a, std::size_t b) { return tokens[a] > tokens[b]; });
      kept_.resize(most);
      std::ranges::sort(kept_);
    }
  }

  /// log p(x_i | c) without row i, or the score of complement models.
  [[nodiscard]] std::vector<double> log_densities(std::size_t i) const {
    const std::size_t classes = table_.names.size();
    const std::size_t d = table_.columns;
    std::vector<double> n(classes);
    std::vector<std::vector<double>> count(classes, std::vector<double>(d + 1));  // the reserved term last
    std::vector<std::vector<double>> missing(classes, std::vector<double>(d));
    for (std::size_t r = 0; r < table_.rows(); ++r) {
      if (r == i) continue;
      n[table_.codes[r]] += table_.batch().weight(r);
      for (std::size_t j = 0; j < d; ++j) {
        missing[table_.codes[r]][j] += std::isnan(x_of(r, j)) ? table_.batch().weight(r) : 0;
      }
    }
    each(i, [&](std::size_t c, std::size_t j, double w, double x) {
      count[c][is_kept(j) ? j : d] += w * (by_document() ? 1 : x) * idf(j);
    });
    std::vector<std::size_t> terms = kept_;
    if (options_.unseen == Unseen::reserve) terms.push_back(d);
    std::vector<double> result(classes);
    for (std::size_t c = 0; c < classes; ++c) {
      if (options_.family == TermFamily::bernoulli) {
        result[c] = bernoulli(i, n[c], count[c], missing[c]);
      } else {
        result[c] = tokens(i, c, count, terms);
      }
    }
    return result;
  }

 private:
  [[nodiscard]] double x_of(std::size_t r, std::size_t j) const { return table_.values[r * table_.columns + j]; }
  [[nodiscard]] bool is_kept(std::size_t j) const { return std::ranges::binary_search(kept_, j); }
  [[nodiscard]] bool by_document() const { return options_.boolean || options_.family == TermFamily::bernoulli; }
  [[nodiscard]] double idf(std::size_t j) const {
    if (!options_.tf_idf) return 1;
    double n = 0;
    for (std::size_t r = 0; r < table_.rows(); ++r) n += table_.batch().weight(r);
    return std::log((1 + n) / (1 + documents_[j])) + 1;
  }
  /// visit(class, column, weight, x) for every x > 0 but those of a row.
  template <typename Visit>
  void each(std::size_t left_out, const Visit& visit) const {
    for (std::size_t r = 0; r < table_.rows(); ++r) {
      for (std::size_t j = 0; r != left_out && j < table_.columns; ++j) {
        if (x_of(r, j) > 0) visit(table_.codes[r], j, table_.batch().weight(r), x_of(r, j));
      }
    }
  }

  [[nodiscard]] double bernoulli(std::size_t i, double n, const std::vector<double>& count,
                                 const std::vector<double>& missing) const {
    double sum = 0;
    for (const std::size_t j : kept_) {
      if (std::isnan(x_of(i, j))) continue;
      const double phi = (count[j] + added_of(options_)) / (n - missing[j] + 2 * added_of(options_));
      sum += std::log(x_of(i, j) > 0 ? phi : 1 - phi);
    }
    return sum;
  }

  [[nodiscard]] double tokens(std::size_t i, std::size_t c, const std::vector<std::vector<double>>& count,
                              const std::vector<std::size_t>& terms) const {
    const bool complement = options_.family == TermFamily::complement;
    std::vector<double> numerator(table_.columns + 1);
    double divisor = 0;
    for (const std::size_t j : terms) {
      for (std::size_t k = 0; k < count.size(); ++k) numerator[j] += (k == c) == complement ? 0 : count[k][j];
      numerator[j] += added_of(options_);
      divisor += numerator[j];
    }
    double magnitude = 0;
    for (const std::size_t j : terms) magnitude += std::abs(std::log(numerator[j] / divisor));
    std::vector<double> x(table_.columns + 1);
    double length = 0;
    for (std::size_t j = 0; j < table_.columns; ++j) {
      const std::size_t term = is_kept(j) ? j : table_.columns;
      if (!(x_of(i, j) > 0) || std::ranges::find(terms, term) == terms.end()) continue;
      x[term] += (by_document() ? 1 : x_of(i, j)) * idf(j);
    }
    double sum = 0;
    for (const std::size_t j : terms) {
      length += x[j];
      if (!(x[j] > 0)) continue;
      if (options_.estimator == Estimator::predictive) {
        sum += std::lgamma(numerator[j] + x[j]) - std::lgamma(numerator[j]);
      } else {
        sum += x[j] * std::log(numerator[j] / divisor);
      }
    }
    if (options_.estimator == Estimator::predictive) sum += std::lgamma(divisor) - std::lgamma(divisor + length);
    if (!complement) return sum;
    return options_.normalised ? -sum / magnitude : -sum;
  }

  const TestTable& table_;
  TermOptions options_;
  std::vector<double> documents_;
  std::vector<std::size_t> kept_;
};

/// The sums of the rows, in one block of the kind.
inline Summary sums_of(const TestTable& table, Kind kind) {
  return summarise(table.table(), table.labels(), table.schema(kind), {.threads = 1});
}

/// The options of a model by name.
template <typename OptionsOfKind>
OptionsOfKind options_of(const std::string& model) {
  return std::get<OptionsOfKind>(find_model(model).options);
}

/// Less what all have in common.
inline std::vector<double> normalised(std::vector<double> logs) {
  normalise_logs(logs);
  return logs;
}

/// The largest difference between what a removal and what `plain(i)` say of each row, as posteriors under a uniform
/// prior; rows that cannot be removed count as infinitely different unless `unscored` counts them.
template <typename RowRemoval, typename Plain>
double largest_difference(const RowRemoval& removal, const BlockRows& rows, const std::vector<std::uint32_t>& codes,
                          std::size_t classes, const Plain& plain) {
  const std::vector<std::size_t> truth(codes.begin(), codes.end());
  std::vector<std::size_t> chosen(codes.size());
  std::iota(chosen.begin(), chosen.end(), 0U);
  std::vector<double> found(codes.size() * classes);
  removal.log_densities({rows, truth, chosen}, found);
  double largest = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const auto row = std::span(found).subspan(i * classes, classes);
    const std::vector<double> mine = normalised({row.begin(), row.end()});
    const std::vector<double> expected = normalised(plain(i));
    for (std::size_t c = 0; c < classes; ++c) {
      const double difference = mine[c] == expected[c] ? 0 : std::abs(mine[c] - expected[c]);
      largest = difference <= largest ? largest : difference;  // a NaN stays
      if (std::isnan(difference)) return difference;
    }
  }
  return largest;
}

}  // namespace suffice
