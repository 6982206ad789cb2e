// Binding: where in a file the columns of a schema are, and as what their cells are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/roles/dates.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// As what the cells of a column are read. Numbers serve blocks of categories too, and categories serve text.
enum class CellForm : std::uint8_t { number, category, text };

/// As what columns enter a block of this kind that is not encoded.
CellForm form_for(Kind kind);
/// As what a block reads each of columns_of(block): a column of bins as a number, one of indicators as a category.
std::vector<CellForm> forms_of(const Block& block);

/// Positions among the columns of a file, from 0. Each column is read once, whatever number of blocks it stands in.
struct Binding {
  std::vector<CellForm> forms;           ///< of each column of columns_of(schema)
  std::vector<std::size_t> numbers;      ///< where those that are read as numbers are, in that order
  std::vector<std::size_t> categories;   ///< as categories
  std::vector<std::size_t> documents;    ///< as text
  std::vector<std::uint8_t> is_amount;   ///< for each of `numbers`, 1 where a block wants numbers of at least 0
  std::vector<DateCell> number_dates;    ///< for each of `numbers`; empty where no column holds dates
  std::vector<DateCell> category_dates;  ///< for each of `categories`, in the same way
  /// For each of `numbers`, the unit of a column of WrittenNumbers; empty where no column is one.
  std::vector<std::optional<std::string>> number_units;
  std::optional<std::size_t> target;
  std::optional<std::size_t> weight;

  /// Whether some column holds numbers of at least 0.
  [[nodiscard]] bool has_amounts() const;
};

using FindColumn = std::function<std::optional<std::size_t>(const std::string& name)>;

/// Finds the columns of a schema, and with `labels` its target and weight. A column is read as a number if any block
/// wants numbers of it, else as a category if any block wants categories, else as text. Error (bad_data) naming all
/// columns that are missing from the file.
Binding bind_columns(const Schema& schema, bool labels, std::span<const std::string> columns, const FindColumn& find,
                     const std::string& file);

/// For files that hold nothing but numbers: Error (bad_data) where a block wants text, or categories unless
/// `categories` says that they can be made of the numbers; then all columns are read as numbers.
Binding bind_numbers(const Schema& schema, bool labels, bool categories, std::span<const std::string> columns,
                     const FindColumn& find, const std::string& file);
/// For files whose documents have no name and no place among columns: the only feature of the schema is found at 1,
/// whatever it is called, and with `has_labels` the target at 0; such files have no weights. Error (bad_data) unless
/// the schema has one column, of text.
Binding bind_text(const Schema& schema, bool labels, bool has_labels, const std::string& file);

/// For files whose columns have numbers for names: at most this many numbers in a row.
inline constexpr std::size_t most_numbered_columns = 2'000'000;
/// The name of the column that holds the label in such files.
inline constexpr std::string_view label_column = "label";
/// The name of the column that holds the documents in files that are nothing but text.
inline constexpr std::string_view text_column = "text";

/// "1", "2", … "count".
std::vector<std::string> numbered_columns(std::size_t count);
/// Whether the names are those.
bool is_numbered(std::span<const std::string> names);
/// k for the text "k", a number from 1 without leading zeros; none for any other text.
std::optional<std::size_t> column_number(std::string_view name);
/// Error (bad_data) when the column at that position, which holds labels, is bound to anything but the target.
void check_label_column(const Binding& binding, std::size_t position, const std::string& file);

/// A schema of the same columns in the same order, each as it is read and in one block.
Schema as_read(const Schema& schema);

/// Everything that a schema decides but its blocks, whose names may be many.
Schema without_blocks(const Schema& schema);

/// A schema of one block whose columns are open: that block; else null.
const Block* open_block(const Schema& schema);
/// The block with the columns 1, 2, …, `count` where its columns are open and fewer; else the block.
Block widened(Block block, std::size_t count);

/// For each feature of `first`, its position in `second`. Error (bad_data) naming the columns on one side only, or how
/// the kinds or text options differ, or a column that enters the two in different ways (knots, edges, values, fills).
std::vector<std::size_t> match_features(const Block& first, const Block& second);

}  // namespace suffice
