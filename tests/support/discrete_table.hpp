// Discrete table: labelled rows of counts, categories, amounts or text made up for a test, owned, with views of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "suffice/estimate.hpp"

namespace suffice {

/// What the rows are; the numbers behind them are whole for all but `positive`.
enum class Content { counts, sparse_counts, positive, categories, text };

/// Whole numbers below 6, or positive ones, and the same as sparse rows, as categories or as documents.
struct DiscreteTable {
  Content content = Content::counts;
  std::size_t columns = 0;
  std::vector<double> values;  // row-major
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;
  std::vector<double> weights = {};

  // Views need something to look at; make() fills it from the above.
  std::vector<std::uint64_t> offsets = {};
  std::vector<std::uint32_t> indices = {};
  std::vector<double> stored = {};
  std::vector<std::uint32_t> categories = {};
  std::vector<std::vector<std::string>> dictionaries = {};
  std::vector<std::string> texts = {};
  std::vector<std::string_view> documents = {};

  void make() {
    offsets = {0};
    indices.clear(), stored.clear(), categories.clear(), texts.clear(), documents.clear();
    dictionaries.assign(columns, {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
    for (std::size_t i = 0; i < rows(); ++i) {
      std::string text;
      for (std::size_t j = 0; j < columns; ++j) {
        const double x = values[i * columns + j];
        categories.push_back(std::isnan(x) ? missing_category : static_cast<std::uint32_t>(std::min(x, 9.0)));
        if (x != 0) indices.push_back(static_cast<std::uint32_t>(j)), stored.push_back(x);
        for (double k = 0; k < x && content == Content::text; ++k)
          text += fmt::format("{}w{}", text.empty() ? "" : " ", j);
      }
      offsets.push_back(indices.size());
      texts.push_back(std::move(text));
    }
    documents.assign(texts.begin(), texts.end());
  }

  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] Rows view() const {
    switch (content) {
      case Content::sparse_counts:
        return SparseBatch{stored.data(), offsets, indices, columns, weights};
      case Content::categories:
        return CategoryBatch{categories.data(), rows(), columns, dictionaries, weights};
      case Content::text:
        return TextBatch{documents, weights};
      default:
        return Batch::row_major(values.data(), rows(), columns, weights);
    }
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] Schema schema() const {
    Schema schema{{}, "y", ""};
    if (content == Content::text) {
      schema.encoding = Encoding::text;
      schema.features = {"text"};
      return schema;
    }
    if (content == Content::categories) schema.encoding = Encoding::categories;
    for (std::size_t j = 0; j < columns; ++j) schema.features.push_back(fmt::format("x{}", j));
    return schema;
  }
  [[nodiscard]] DiscreteTable part(std::size_t first, std::size_t count) const {
    DiscreteTable table{content, columns, {}, {}, names};
    for (std::size_t i = first; i < first + count; ++i) table.append(*this, i);
    table.make();
    return table;
  }
  /// make() is for the caller.
  void append(const DiscreteTable& other, std::size_t i) {
    values.insert(values.end(), other.values.begin() + static_cast<std::ptrdiff_t>(i * columns),
                  other.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
    codes.push_back(other.codes[i]);
    if (!other.weights.empty()) weights.push_back(other.weights[i]);
  }
};

/// Rates differ by class and column; the first rows take the classes in turn, so that each has some.
inline DiscreteTable discrete_table(Content content, std::uint32_t seed, std::size_t rows, std::size_t columns,
                                    std::size_t classes, bool weighted = false) {
  std::mt19937 bits(seed);
  DiscreteTable table{content, columns, {}, {}, {}};
  for (std::size_t c = 0; c < classes; ++c) table.names.push_back(fmt::format("class {}", c));
  for (std::size_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::uint32_t>(i < 2 * classes ? i % classes : bits() % classes);
    for (std::size_t j = 0; j < columns; ++j) {
      const double rate = 0.8 + 0.7 * std::sin(static_cast<double>((c + 1) * (j + 2)));
      const double x = content == Content::positive ? std::gamma_distribution<double>(1 + rate, 2)(bits) + 0.001
                                                    : std::min<double>(std::poisson_distribution<int>(rate)(bits), 5);
      table.values.push_back(x);
    }
    table.codes.push_back(c);
    if (weighted) table.weights.push_back(i < 2 * classes ? 1 : static_cast<double>(bits() % 4));
  }
  table.make();
  return table;
}

inline Summary sums_of(const DiscreteTable& table, const EstimateOptions& options, unsigned threads = 1) {
  return summarise(table.view(), table.labels(), table.schema(), {.threads = threads, .keep = sums_needed(options)});
}

inline Model fit(const DiscreteTable& table, const EstimateOptions& options) {
  return estimate(sums_of(table, options), options);
}

inline std::vector<double> log_joint(const Model& model, const DiscreteTable& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_joint(table.view(), out, {.threads = 1});
  return out;
}

inline std::vector<double> log_posterior(const Model& model, const DiscreteTable& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_posterior(table.view(), out, {.threads = 1});
  return out;
}

}  // namespace suffice
