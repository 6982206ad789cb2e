// Schema: the decisions about columns, frozen at the first fit and stored in the model file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suffice/text.hpp"

namespace suffice {

/// What the cells of the features are.
enum class Encoding {
  numbers,     ///< amounts, measurements, counts
  categories,  ///< names of values, of which a column has any number
  text,        ///< documents; there is one such column
};

/// "numbers", "categories", "text".
const char* encoding_name(Encoding encoding);

/// Which columns a model reads, and how. Sums can be merged only when their schemas name the same columns and encode
/// them alike; what is declared is united.
struct Schema {
  std::vector<std::string> features;  ///< columns, in the order a model sees them
  std::string target;                 ///< the column that holds the label
  std::string weight = {};            ///< the column that holds row weights; empty: every row weighs 1
  Encoding encoding = Encoding::numbers;
  TextOptions text = {};  ///< how documents become terms, where the encoding is text
  /// Labels that exist without a row, in byte order, each once.
  std::vector<std::string> declared_labels = {};
  /// Categories: for each feature the values that exist without a row, in byte order, each once. Empty: none at all.
  std::vector<std::vector<std::string>> declared_values = {};
  /// Numbers called 1, 2, …, d, without weights: every row holds 0 in the columns after them, so that sums of more such
  /// columns can be merged.
  bool open_columns = false;

  bool operator==(const Schema&) const = default;
};

/// What a user says about columns; everything unsaid is found by the rules of `choose_schema`.
struct ColumnChoice {
  std::string target = {};             ///< empty: the one column called label, target, class or y, in any case
  std::string weight = {};             ///< empty: no weights
  std::vector<std::string> drop = {};  ///< columns to leave out
  Encoding encoding = Encoding::numbers;
  std::string text = {};  ///< the column of documents, where the encoding is text; empty: the only one that is left
  std::vector<std::string> declared_labels = {};                                       ///< in any order
  std::vector<std::pair<std::string, std::vector<std::string>>> declared_values = {};  ///< column and values
  bool open_columns = false;  ///< the table holds 0 after its last column; goes for a schema that has all of them
};

/// Decides the role of each column of a table: target, weight, dropped, and every other one a feature
/// (text: the column of documents alone; text options are left at their defaults).
/// Error (bad_data, with a suggestion) when a named column is missing, the target cannot be told, or no feature is
/// left, (usage) when a column is given two roles or something is declared that does not fit.
Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& choice);

/// Error (bad_model) unless the schema has a feature (text: one), names no column twice, holds valid UTF-8, and what it
/// declares is in order, columns being numbered where they are open. Text options are checked where they are used.
void check_schema(const Schema& schema);

/// The schema with the columns 1, 2, …, `count` where its columns are open and fewer; else the schema.
Schema widened(Schema schema, std::size_t count);

/// For each feature of `first`, its position in `second`. Error (bad_data) naming the columns on one side only, or how
/// the encodings differ.
std::vector<std::size_t> match_features(const Schema& first, const Schema& second);

/// Error (bad_data) asking whether the target is a number to be predicted: more than 10,000 labels, or, from 100 rows
/// on, more than half as many labels as rows.
void check_label_count(std::size_t labels, std::uint64_t rows, const std::string& target);

/// The terms of a vocabulary, from one a line (LF, CRLF, empty lines left out), in byte order, each once. Where the
/// encoding is text a word is lower-cased and stemmed as the options say; elsewhere a term is a column. Error naming
/// `name` and the line (bad_data) for one that is not a term, (usage) for hash buckets.
std::vector<std::string> parse_vocabulary(std::string_view text, Encoding encoding, const TextOptions& options,
                                          const std::string& name);

/// The known name nearest to `name` in edit distance, or empty when none is near enough to suggest.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace suffice
