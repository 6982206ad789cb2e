// Small sums of every kind, of one block, from a few rows, to be merged and removed in tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "support/table.hpp"
#include "support/term_model.hpp"

namespace suffice {

using Names = std::vector<std::string>;

/// Labels given row by row.
struct RowLabels {
  explicit RowLabels(Names labels) : names(std::move(labels)) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      codes.push_back(static_cast<std::uint32_t>(i));
    }
  }
  [[nodiscard]] Labels view() const { return {codes, names}; }

  Names names;
  std::vector<std::uint32_t> codes;
};

/// A schema of one block.
inline Schema schema_of(Kind kind, Names features) {
  return {.blocks = {{.kind = kind, .features = std::move(features)}}, .target = "y"};
}

/// The sums of the first block, beside terms_of().
inline const ValueCounts& values_of(const Summary& summary) { return std::get<ValueCounts>(summary.sums[0]); }
inline ValueCounts& values_of(Summary& summary) { return std::get<ValueCounts>(summary.sums[0]); }
inline const AmountSums& amounts_of(const Summary& summary) { return std::get<AmountSums>(summary.sums[0]); }
inline AmountSums& amounts_of(Summary& summary) { return std::get<AmountSums>(summary.sums[0]); }

/// Full moments of two classes, 3 rows and 1, and of one row of the first.
inline Summary full_classes() {
  return {schema_of(Kind::measurements, {"p", "q"}),
          {{"a", "b"}, {3, 1}, {3, 1}},
          {Moments{MomentKind::full, {2, 2, 9, 9}, {8, 4, 4, 8, 0, 0, 0, 0}, {-8, -8, 0, 0}, {96, 0}}}};
}
inline Summary full_row() {
  return {schema_of(Kind::measurements, {"p", "q"}),
          {{"a"}, {1}, {1}},
          {Moments{MomentKind::full, {4, 2}, {0, 0, 0, 0}, {0, 0}, {0}}}};
}

/// The moments of the first block, read as a kind.
inline Summary read_as(const Summary& summary, MomentKind kind) { return read_as(summary, 0, kind); }

/// Documents and their labels.
inline Summary text_sums(const std::vector<std::string_view>& documents, const Names& labels,
                         const std::vector<double>& weights = {}, const Schema& schema = schema_of(Kind::text, {"t"})) {
  return summarise(Table::documents(std::span<const std::string_view>(documents), weights), RowLabels(labels).view(),
                   schema, {.threads = 1});
}

/// Rows of categories; an empty name is missing.
inline Summary value_sums(const std::vector<Names>& rows, const Names& labels, const Schema& schema,
                          const std::vector<double>& weights = {}) {
  std::vector<Names> values(schema.blocks[0].features.size());
  std::vector<std::uint32_t> codes;
  for (const Names& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      codes.push_back(row[j].empty() ? missing_category : static_cast<std::uint32_t>(values[j].size()));
      if (!row[j].empty()) {
        values[j].push_back(row[j]);  // a dictionary may name a value twice
      }
    }
  }
  return summarise(Table::categories(codes.data(), rows.size(), values, weights), RowLabels(labels).view(), schema,
                   {.threads = 1});
}

/// Rows of two columns of numbers; of measurements, diagonal moments.
inline Summary number_sums(const std::vector<double>& values, const Names& labels, Kind kind,
                           const std::vector<double>& weights = {}, const Names& features = {"p", "q"}) {
  return summarise(Table::row_major(values.data(), labels.size(), 2, weights), RowLabels(labels).view(),
                   schema_of(kind, features), {.threads = 1, .keep = {Keep{.moments = MomentKind::diagonal}}});
}

/// What the Error says that a call throws.
template <typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace suffice
