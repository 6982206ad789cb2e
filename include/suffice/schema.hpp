// Schema: the decisions about columns, frozen at the first fit and stored in the model file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// Which columns a model reads. Sums can be merged only when their schemas name the same columns.
struct Schema {
  std::vector<std::string> features;  ///< numeric columns, in the order a model sees them
  std::string target;                 ///< the column that holds the label
  std::string weight;                 ///< the column that holds row weights; empty: every row weighs 1

  bool operator==(const Schema&) const = default;
};

/// What a user says about columns; everything unsaid is found by the rules of `choose_schema`.
struct ColumnChoice {
  std::string target = {};             ///< empty: the one column called label, target, class or y, in any case
  std::string weight = {};             ///< empty: no weights
  std::vector<std::string> drop = {};  ///< columns to leave out
};

/// Decides the role of each column of a table: target, weight, dropped, and every other one a feature.
/// Error (bad_data, with a suggestion) when a named column is missing, the target cannot be told, or no feature is
/// left.
Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& choice);

/// Error (bad_model) unless the schema has a feature, names no column twice and holds valid UTF-8.
void check_schema(const Schema& schema);

/// For each feature of `first`, its position in `second`. Error (bad_data) naming the columns on one side only.
std::vector<std::size_t> match_features(const Schema& first, const Schema& second);

/// Error (bad_data) asking whether the target is a number to be predicted: more than 10,000 labels, or, from 100 rows
/// on, more than half as many labels as rows.
void check_label_count(std::size_t labels, std::uint64_t rows, const std::string& target);

/// The known name nearest to `name` in edit distance, or empty when none is near enough to suggest.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace suffice
