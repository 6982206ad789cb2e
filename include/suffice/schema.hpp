// Schema: the decisions about columns, frozen at the first fit and stored in the model file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suffice/dialect.hpp"
#include "suffice/text.hpp"

namespace suffice {

/// What the values of a block are, which decides the sums that are kept of it.
enum class Kind {
  measurements,  ///< numbers on a scale: Moments
  amounts,       ///< numbers of at least 0, each with a factor of its own: AmountSums
  counts,        ///< how often each column's term occurs in the row: TermCounts
  text,          ///< documents, in one column: TermCounts
  categories,    ///< values with names, of which a column has any number: ValueCounts
};

/// "measurements", "amounts", "counts", "text", "categories".
const char* kind_name(Kind kind);
/// Whether its values are numbers.
bool is_numeric(Kind kind);
/// Whether its sums are counts of terms.
bool has_terms(Kind kind);

/// A column by its normal score: z is piecewise linear in x through the knots, and held at the first and the last z
/// beyond them. Without knots: the column as it is.
struct NormalScore {
  std::vector<double> x;  ///< at least 2, ascending
  std::vector<double> z;  ///< as many, ascending

  [[nodiscard]] bool empty() const { return x.empty(); }
  bool operator==(const NormalScore&) const = default;
};

/// A column by one number for each of its values: 1 where the row has the value, else 0. Where the value is none of
/// these, or missing, all of them are missing; but missing_value_name among them stands for a missing one.
struct Indicators {
  std::string column;
  std::vector<std::string> values;        ///< those that have an indicator, in the order of the features
  std::vector<std::string> without = {};  ///< values that have none: a row that has one holds 0 in all the others

  bool operator==(const Indicators&) const = default;
};

/// Values of a column of categories.
struct ColumnValues {
  std::string column;
  std::vector<std::string> values;
};

/// The lowest and the highest number of the sample that the edges of a column were made of.
struct Extremes {
  double lowest = 0;
  double highest = 0;

  bool operator==(const Extremes&) const = default;
};

/// The value that stands for a missing one where Block::missing_values says so.
inline constexpr std::string_view missing_value_name = "(missing)";
/// The most edges, and the most knots, that a column has.
inline constexpr std::size_t most_edges = 1024;

/// Columns that are summed alike: dependence between columns, where a family has it, is within a block.
struct Block {
  Kind kind = Kind::measurements;
  /// In the order a model sees them: columns, of text one; an indicator is called "column=value".
  std::vector<std::string> features;
  TextOptions text = {};  ///< text: how documents become terms
  /// Categories: for each feature the values that exist without a row, in byte order, each once. Empty: none at all.
  std::vector<std::vector<std::string>> declared_values = {};
  /// Numbers called 1, 2, …, d, in a schema of this block alone and without weights: every row holds 0 in the columns
  /// after them, so that sums of more such columns can be merged.
  bool open_columns = false;
  /// Measurements: one for each feature, or none at all; of an indicator without knots.
  std::vector<NormalScore> normal_scores = {};
  /// Measurements: for each feature the number that stands where the column's is missing, in the column's own units
  /// (before the normal score); NaN: it stays missing, as an indicator does. Or none at all.
  std::vector<double> fills = {};
  /// Measurements: the last Σ|values| features are these, column after column and value after value.
  std::vector<Indicators> indicators = {};
  /// Categories: for each feature the numbers e_0 < e_1 < … < e_{K−1} at which a column of numbers is cut, or none: its
  /// values by name. The values are the K + 1 bins x < e_0, e_0 ≤ x < e_1, …, e_{K−1} ≤ x, called by bin_names().
  std::vector<std::vector<double>> edges = {};
  /// Categories: for each feature with edges what bounds its first bin and its last, where that is known: lowest ≤ e_0,
  /// e_{K−1} ≤ highest. Or none at all. Only draws depend on it.
  std::vector<std::optional<Extremes>> extremes = {};
  /// Categories: for each feature 1 where a missing value is a value of its own, missing_value_name, which exists
  /// without a row and of bins is the last one. Or none at all.
  std::vector<std::uint8_t> missing_values = {};

  /// NaN among the fills equals itself.
  bool operator==(const Block& other) const;
};

/// "< 2.5", "2.5 to 4", ">= 4", with at most six digits where that tells them apart: the names of the bins between
/// these edges, one more than edges. Above the lowest of all numbers is "any number".
std::vector<std::string> bin_names(std::span<const double> edges);
/// How many features are indicators: the last ones.
std::size_t indicator_count(const Block& block);
/// Whether features have normal scores.
bool has_normal_scores(const Block& block);

/// What a document of a text block was, so that more of them are read alike.
enum class DocumentUnit {
  cell,  ///< of a table
  line,  ///< of a text file
  file,
};

/// A column of dates or times: a number, of seconds since 1970; and categories, its hour as "when hour" and its weekday
/// as "when weekday". The format is a text of fields and of characters that stand for themselves:
///   %Y  year, 4 digits, 0001–9999        %H  hour, 0–23          %p  AM or PM
///   %y  year, 2 digits, 1969–2068        %I  hour, 1–12          %z  Z, UTC, GMT, +hh, +hhmm or +hh:mm
///   %m  month, 1 or 2 digits             %M  minute, 2 digits    %a  name of the weekday, whole or 3 letters
///   %d  day, 1 or 2 digits               %S  second, 2 digits, with a fraction or without
///   %b  name of the month, whole or 3 letters (English, in any case)
/// A blank stands for one or more blanks. Months and days have 2 digits where a digit may follow (%Y%m%d).
struct DateColumn {
  std::string column;
  std::string format;

  bool operator==(const DateColumn&) const = default;
};

/// Seconds since 1970 as such a format writes them, in UTC: the second, minute, day or month that they are in, or the
/// nearest that the format has.
std::string date_text(std::string_view format, double seconds);

/// A column whose numbers are written as people write them: "$1,200", "45 %", "(1 200)". Its thousands may be
/// separated, a number in parentheses is negative, and the unit is skipped.
struct WrittenNumbers {
  std::string column;
  /// A currency, which a cell may lack; "%", which none may; or empty. A comma or point at its end is the decimal mark
  /// of the column, where that is not the dialect's.
  std::string unit = {};

  bool operator==(const WrittenNumbers&) const = default;
};

/// A column of the table that the model does not read.
struct DroppedColumn {
  std::string column;
  std::string reason = {};  ///< a short phrase

  bool operator==(const DroppedColumn&) const = default;
};

/// Which columns a model reads, and how: decisions, made once. Sums can be merged only when their schemas have the same
/// blocks; what is declared is united. A column may stand in several blocks.
struct Schema {
  std::vector<Block> blocks;
  std::string target;                             ///< the column that holds the label
  std::string weight = {};                        ///< the column that holds row weights; empty: every row weighs 1
  std::vector<std::string> declared_labels = {};  ///< labels that exist without a row, in byte order, each once
  Dialect dialect = {};                           ///< of the text file that the table was read from
  DocumentUnit documents = DocumentUnit::cell;
  std::vector<DateColumn> dates = {};                ///< columns of text files that hold dates or times, each once
  std::vector<WrittenNumbers> written_numbers = {};  ///< columns of text files that hold such numbers, each once
  std::vector<DroppedColumn> dropped = {};           ///< of the table that was fitted, in byte order, each once

  bool operator==(const Schema&) const = default;
};

/// The columns that a block is read from, each once: its features that are columns, then those of its indicators.
std::vector<std::string> columns_of(const Block& block);
/// The columns of the blocks, each once, in the order of the blocks: those that a Table of the schema has.
std::vector<std::string> columns_of(const Schema& schema);
/// The columns of a text file that these are read from: of a date's hour and weekday, the date.
std::vector<std::string> file_columns(const Schema& schema);

/// What a user says a column is. It decides the block, and which family reads it.
enum class Role {
  number,    ///< measurements, read by the model's Gaussian
  gaussian,  ///< measurements, with a Gaussian of its own
  poisson,   ///< amounts, as the three that follow; "count" is another name for it
  exponential,
  geometric,
  gamma,
  term,             ///< counts: how often the column's term occurs
  categorical,      ///< categories, with any number of values
  bernoulli,        ///< categories, with two values, which fit() holds the rows to
  text,             ///< text, in a block of its own
  normal_score,     ///< measurements: the column by its normal score, beside those of the role number
  mdl,              ///< categories: fine bins, of which the labels say how they are joined
  equal_width,      ///< categories: bins of equal width
  equal_frequency,  ///< categories: bins of equally many rows
  indicators,       ///< measurements: each value of a category as a number, beside those of the role number
};

/// The kind of block that columns of a role stand in.
Kind kind_of(Role role);
/// Whether columns of a role have knots, edges or indicators that are decided from a sample of the rows.
bool needs_sample(Role role);
/// number, gaussian, poisson, count, exponential, geometric, gamma, categorical, flag, bernoulli, text, normal-score,
/// mdl, equal-width, equal-frequency, indicators.
std::vector<std::string> role_names();
/// By one of these names. Error (usage) naming them and the nearest.
Role parse_role(const std::string& text);
std::string to_text(Role role);

struct ColumnRole {
  std::string column;
  Role role = Role::number;
  std::vector<std::string> values = {};  ///< categories: values that exist without a row, in any order
  std::size_t bins = 0;                  ///< equal_width, equal_frequency: how many, at least 2

  bool operator==(const ColumnRole&) const = default;
};

/// COL=ROLE as a user writes ROLE: a name of role_names(), and for bins of equal width or frequency their number, as in
/// equal-width:10. Error (usage) as parse_role(), and for a number of bins that is missing, out of place, or not 2 to
/// 1,024.
ColumnRole parse_column_role(std::string column, const std::string& text);

/// What a user says about columns; everything unsaid is found by the rules of `choose_schema`.
struct ColumnChoice {
  std::string target = {};             ///< empty: the one column called label, target, class or y, in any case
  std::string weight = {};             ///< empty: no weights
  std::vector<std::string> drop = {};  ///< columns to skip
  Role role = Role::number;            ///< of the columns that `roles` does not name
  /// At most one for each column. Of the target only `categorical`: it holds labels, however many there are.
  std::vector<ColumnRole> roles = {};
  bool many_labels = false;  ///< that was said, and resolved() has taken it off the roles
  /// Columns of a text file that hold dates or times, in a format that is found; or COLUMN=FORMAT, where FORMAT is dmy,
  /// mdy, ymd or one of DateColumn.
  std::vector<std::string> dates = {};
  /// The column of documents: the only feature but for those that `roles` names. Empty: where `role` is text, the only
  /// one that is left.
  std::string text = {};
  std::vector<std::string> declared_labels = {};  ///< in any order
  bool open_columns = false;  ///< the table holds 0 after its last column; goes for a schema that has all of them
};

/// Decides the role of each column of a table: target, weight, dropped, and every other one a feature of the block that
/// its role says. Columns of one role, and of the roles that read amounts or categories, share a block; each column of
/// text has its own, with default options. Blocks come in the order measurements (role number, then gaussian), amounts,
/// counts, categories, text; columns within them in that of the table. Columns that need a sample have no knots yet,
/// one edge in the place of theirs, and the indicator of a missing value alone: decided() of fit.hpp gives them those.
/// Error (bad_data, with a suggestion) when a named column is missing, the target cannot be told, or no feature is
/// left, (usage) when a column is given two roles or something is declared that does not fit.
Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& said);
/// The choice with the target that is found where it is not said, and names instead of the numbers of columns, counted
/// from 1, that no column has for its name. Errors as choose_schema.
ColumnChoice resolved(std::span<const std::string> columns, ColumnChoice choice);

/// Error (bad_model) unless the schema has a block and each block a feature (text: one), no block names a column twice,
/// all names are valid UTF-8, what is declared is in order, columns are numbered where they are open and no column is
/// encoded then, and knots, edges, fills and indicators fit the kind and the features: in order and finite, every
/// segment between knots of a slope that is a finite number above 0. Text options are checked where they are used.
void check_schema(const Schema& schema);

/// The block with some of its features, in its own order; values of a column that lose their indicator stay known while
/// another value of it has one. Error (usage) for one it does not have, or none.
Block restricted(const Block& block, std::span<const std::string> features);

/// Error (bad_data) asking whether the target is a number to be predicted: more than 10,000 labels, or, from 100 rows
/// on, more than half as many labels as rows.
void check_label_count(std::size_t labels, std::uint64_t rows, const std::string& target);

/// The terms of a vocabulary, from one a line (LF, CRLF, empty lines skipped), in byte order, each once. Of a
/// block of text a word is lower-cased and stemmed as its options say; elsewhere a term is a column. Error naming
/// `name` and the line (bad_data) for one that is not a term, (usage) for hash buckets.
std::vector<std::string> parse_vocabulary(std::string_view text, const Block& block, const std::string& name);

/// The known name nearest to `name` in edit distance, or empty when none is near enough to suggest.
std::string nearest_name(std::string_view name, std::span<const std::string> known);

}  // namespace suffice
