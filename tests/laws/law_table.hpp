// Law table: labelled rows of one or several blocks made up for the laws, owned, with views of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {

/// What the rows of a block are; the numbers behind them are whole but for `measurements` and `positive`.
/// `scores` are measurements by normal scores, `bins` measurements in bins; of `indicators` the first half of the
/// columns are counts taken as measurements, the others categories.
enum class Content { measurements, counts, sparse_counts, positive, categories, text, scores, bins, indicators };

inline bool is_real(Content content) {
  return content == Content::measurements || content == Content::scores || content == Content::bins;
}

/// Of all columns that enter by their normal scores.
inline NormalScore law_score() {
  NormalScore score{{-40, -8, -3, -1, 0, 0.5, 2, 5, 12, 40}, {}};
  for (const double x : score.x) score.z.push_back(std::asinh(x));
  return score;
}

/// Numbers, or the same as sparse rows, as categories or as documents.
struct LawBlock {
  Content content = Content::counts;
  std::size_t columns = 0;
  std::vector<double> values;  // row-major, NaN where missing

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
    for (std::size_t i = 0; i < values.size() / columns; ++i) {
      std::string text;
      for (std::size_t j = 0; j < columns; ++j) {
        const double x = values[i * columns + j];
        const bool whole = !is_real(content) && !std::isnan(x);
        categories.push_back(whole ? static_cast<std::uint32_t>(std::min(x, 9.0)) : missing_category);
        if (x != 0) indices.push_back(static_cast<std::uint32_t>(j)), stored.push_back(x);
        for (double k = 0; k < x && content == Content::text; ++k) {
          text += fmt::format("{}w{}", text.empty() ? "" : " ", j);
        }
      }
      offsets.push_back(indices.size());
      texts.push_back(std::move(text));
    }
    documents.assign(texts.begin(), texts.end());
  }

  [[nodiscard]] std::vector<Column> view() const {
    switch (content) {
      case Content::sparse_counts:
        return {SparseMatrix{stored.data(), std::span<const std::uint64_t>(offsets), indices, columns}};
      case Content::categories:
        return Table::categories(categories.data(), values.size() / columns, dictionaries).columns;
      case Content::text:
        return {TextColumn{documents}};
      case Content::indicators: {
        const auto stride = static_cast<std::ptrdiff_t>(columns);
        std::vector<Column> views = {NumberMatrix{values.data(), columns / 2, stride}};
        for (std::size_t j = columns / 2; j < columns; ++j) {
          views.emplace_back(CategoryColumn{categories.data() + j, Texts(dictionaries[j]), stride});
        }
        return views;
      }
      default:
        return {NumberMatrix{values.data(), columns, static_cast<std::ptrdiff_t>(columns)}};
    }
  }
  /// Numbers are of the kind that their reading takes; other contents have a kind of their own. Column j of block b is
  /// called x<j> in the first block, and x<b>.<j> in others.
  [[nodiscard]] Block block(std::size_t b, Kind numbers) const {
    const std::string before = b == 0 ? "x" : fmt::format("x{}.", b);
    if (content == Content::text) return {.kind = Kind::text, .features = {before + "text"}};
    Block block{.kind = content == Content::categories ? Kind::categories : numbers, .features = {}};
    for (std::size_t j = 0; j < columns; ++j) block.features.push_back(fmt::format("{}{}", before, j));
    if (content == Content::scores) block.normal_scores.assign(columns, law_score());
    if (content == Content::bins) {
      block.kind = Kind::categories;
      block.edges.assign(columns, {-1, 0, 1.5});
    }
    if (content == Content::indicators) {
      const std::vector<std::string> all = block.features;
      block.features.resize(columns / 2);
      for (std::size_t j = columns / 2; j < columns; ++j) {
        block.indicators.push_back({all[j], {"1", "2"}, {"0", "3", "4", "5"}});
        block.features.push_back(all[j] + "=1");
        block.features.push_back(all[j] + "=2");
      }
    }
    return block;
  }
};

struct LawTable {
  std::vector<LawBlock> blocks;
  std::vector<std::uint32_t> codes = {};
  std::vector<std::string> names = {};
  std::vector<double> weights = {};

  LawTable() = default;
  // Views are made anew, so that they look at the copy.
  LawTable(const LawTable& other)
      : blocks(other.blocks), codes(other.codes), names(other.names), weights(other.weights) {
    for (LawBlock& block : blocks) block.documents.assign(block.texts.begin(), block.texts.end());
  }
  LawTable(LawTable&&) = default;
  LawTable& operator=(const LawTable&) = delete;

  void make() {
    for (LawBlock& block : blocks) block.make();
  }
  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] Table table() const {
    Table table{.rows = rows(), .columns = {}, .weights = weights};
    for (const LawBlock& block : blocks) {
      for (Column& column : block.view()) table.columns.push_back(std::move(column));
    }
    return table;
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  /// As the readings take it.
  [[nodiscard]] Schema schema(const Options& options) const {
    Schema schema{.blocks = {}, .target = "y"};
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      Kind numbers = Kind::measurements;
      for (const Reading& reading : options.readings) {
        for (const Kind kind : {Kind::measurements, Kind::amounts, Kind::counts}) {
          if (reading.block == b && fits(reading.options, kind)) numbers = kind;
        }
      }
      schema.blocks.push_back(blocks[b].block(b, numbers));
    }
    return schema;
  }
  [[nodiscard]] LawTable part(std::size_t first, std::size_t count) const {
    LawTable table;
    for (const LawBlock& block : blocks) table.blocks.push_back({block.content, block.columns, {}});
    table.names = names;
    for (std::size_t i = first; i < first + count; ++i) table.append(*this, i);
    table.make();
    return table;
  }
  /// make() is for the caller.
  void append(const LawTable& other, std::size_t i) {
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const std::size_t d = blocks[b].columns;
      const auto row = other.blocks[b].values.begin() + static_cast<std::ptrdiff_t>(i * d);
      blocks[b].values.insert(blocks[b].values.end(), row, row + static_cast<std::ptrdiff_t>(d));
    }
    codes.push_back(other.codes[i]);
    if (!other.weights.empty()) weights.push_back(other.weights[i]);
  }
};

/// A row of whole or positive numbers whose rates differ by class and column.
inline double draw_discrete(Content content, std::size_t c, std::size_t j, std::mt19937& bits) {
  const double rate = 0.8 + 0.7 * std::sin(static_cast<double>((c + 1) * (j + 2)));
  return content == Content::positive ? std::gamma_distribution<double>(1 + rate, 2)(bits) + 0.001
                                      : std::min<double>(std::poisson_distribution<int>(rate)(bits), 5);
}

/// The first rows take the classes in turn, so that each has some. Each block has as many columns.
inline LawTable make_law_table(const std::vector<Content>& contents, std::uint32_t seed, std::size_t rows,
                               std::size_t columns, std::size_t classes, bool weighted = false) {
  std::mt19937 bits(seed);
  LawTable table;
  for (const Content content : contents) table.blocks.push_back({content, columns, {}});
  for (std::size_t c = 0; c < classes; ++c) table.names.push_back(fmt::format("class {}", c));
  for (std::size_t i = 0; i < rows; ++i) {
    const auto c = static_cast<std::uint32_t>(i < 2 * classes ? i % classes : bits() % classes);
    for (LawBlock& block : table.blocks) {
      const double common = std::normal_distribution<double>()(bits);
      for (std::size_t j = 0; j < columns; ++j) {
        block.values.push_back(is_real(block.content)
                                   ? 1.5 * std::sin(static_cast<double>(c * (j + 1))) + 0.5 * common +
                                         std::normal_distribution<double>()(bits) * (1 + static_cast<double>(j % 3))
                                   : draw_discrete(block.content, c, j, bits));
      }
    }
    table.codes.push_back(c);
    if (weighted) table.weights.push_back(i < 2 * classes ? 1 : static_cast<double>(bits() % 4));
  }
  table.make();
  return table;
}

inline Summary sums_of(const LawTable& table, const Options& options, unsigned threads = 1) {
  const Schema schema = table.schema(options);
  return summarise(table.table(), table.labels(), schema, {.threads = threads, .keep = sums_needed(options, schema)});
}

inline Model fit(const LawTable& table, const Options& options) { return estimate(sums_of(table, options), options); }

inline std::vector<double> log_joint(const Model& model, const LawTable& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_joint(table.table(), out, {.threads = 1});
  return out;
}

inline std::vector<double> log_posterior(const Model& model, const LawTable& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_posterior(table.table(), out, {.threads = 1});
  return out;
}

}  // namespace suffice
