// Binding: where in a file the columns of a schema are.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/schema.hpp"

namespace suffice {

/// Positions among the columns of a file, from 0.
struct Binding {
  std::vector<std::size_t> features;
  std::optional<std::size_t> target;
  std::optional<std::size_t> weight;
};

using FindColumn = std::function<std::optional<std::size_t>(const std::string& name)>;

/// Finds the features of a schema, and with `labels` its target and weight. Error (bad_data) naming all columns that
/// are missing from the file.
Binding bind_columns(const Schema& schema, bool labels, std::span<const std::string> columns, const FindColumn& find,
                     const std::string& file);

/// Error (bad_data) when the schema does not take what the file `holds`.
void check_encoding(const Schema& schema, Encoding holds, const std::string& file);
/// For files whose documents have no name and no place among columns: the only feature of the schema is found at 1,
/// whatever it is called, and with `has_labels` the target at 0. Error (bad_data) as above.
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

}  // namespace suffice
