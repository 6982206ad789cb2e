// Roles guessed from the first rows of a table: what each column is, why, and what is doubtful about it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The first rows of a table as text.
struct CellSample {
  std::vector<std::string> columns;             ///< names
  std::vector<std::vector<std::string>> cells;  ///< for each column, its cells in the order of the rows
  bool complete = false;                        ///< the table has no other rows

  [[nodiscard]] std::size_t rows() const { return cells.empty() ? 0 : cells.front().size(); }
};

/// What a column is taken for, as the table of columns says it.
enum class ColumnUse { target, weight, number, count, flag, category, text, date, dropped };

/// "target", "weight", "number", "count", "flag", "category", "text", "date", "dropped".
const char* use_name(ColumnUse use);

/// Something that the sample leaves open: a sentence with what was taken, and what the user can say instead.
struct ColumnDoubt {
  std::string sentence;
  std::vector<Remedy> remedies = {};
  std::vector<std::string> missing_markers = {};  ///< cells that are taken to hold no value

  bool operator==(const ColumnDoubt&) const = default;
};

/// The reason of a column that is dropped as it has no value in the sample.
inline constexpr std::string_view dropped_without_values = "no values";

struct ColumnGuess {
  std::string column;
  ColumnUse use = ColumnUse::number;
  Role role = Role::number;                ///< of number, count, flag, category and text
  std::string date_format = {};            ///< of dates and times; dates.hpp
  std::optional<std::string> unit = {};    ///< of numbers that are not written plainly; WrittenNumbers
  bool said = false;                       ///< the user said it
  std::string reason = {};                 ///< a short phrase
  std::vector<std::string> examples = {};  ///< up to 3 different values, ready to be shown
  std::size_t values = 0;                  ///< different ones in the sample
  std::size_t missing = 0;                 ///< cells of the sample without a value
  std::vector<ColumnDoubt> doubts = {};
};

/// A guess for each column of the sample, in its order. What `said` names (target, which must be resolved; weight,
/// dropped columns, text, roles) is kept. The others, by their cells with a value:
///   none: dropped · dates and times: date · one value: number or category, as it is · numbers, plain or as people
///   write them (written_numbers.hpp), or numbers but for a few cells: identifier (identifiers.hpp): dropped; two
///   values: flag; with leading zeros, or codes by the evidence of the labels (code_evidence.hpp): category; counts by
///   that evidence: count; else number · other text: two values: flag; prose that hardly repeats: text; identifier:
///   dropped; else category.
/// A flag is categorical, so that a third value further down the table is one more value. Never fails. O(n log n) for n
/// cells.
std::vector<ColumnGuess> guess_roles(const CellSample& sample, const Dialect& dialect, const ColumnChoice& said);

/// "14 columns: 6 numbers, 8 categories; 1 dropped (fnlwgt)": the features by use, then what is dropped.
std::string summary_line(const std::vector<ColumnGuess>& guesses);

struct LabelTwin {
  std::string found;  ///< a new label
  std::string known;  ///< the known one that it seems to mean

  bool operator==(const LabelTwin&) const = default;
};

/// The new labels that are not known but differ from a known one only by blanks, case (of ASCII letters) or a final
/// dot, or are the same number (1 and 1.0), in their order; of several known ones the first.
std::vector<LabelTwin> label_twins(std::span<const std::string> known, std::span<const std::string> found);

}  // namespace suffice
