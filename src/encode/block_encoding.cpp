#include "encode/block_encoding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "encode/column_copies.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

/// The place of a value that is missing or unknown.
constexpr std::uint32_t no_value = UINT32_MAX;
/// A code that is in no dictionary.
constexpr std::uint32_t strange_code = missing_category - 1;

/// Rows of a column that are encoded at once: the column's tables stay in the first cache meanwhile.
constexpr std::size_t encoded_rows = 128;

/// write_row_major() by several threads, each for rows of its own.
template <typename Value, typename Fill>
void write_rows(std::size_t columns, std::size_t rows, unsigned threads, Value* out, const Fill& fill) {
  constexpr std::size_t least_values = std::size_t{1} << 15U;  // worth a thread
  const std::size_t parts = std::clamp<std::size_t>(rows * columns / least_values, 1, std::max(threads, 1U));
  parallel_for(threads, parts, [&](std::size_t part, unsigned) {
    const std::size_t begin = rows * part / parts;
    const std::size_t end = rows * (part + 1) / parts;
    write_row_major<encoded_rows>(
        columns, end - begin, out + begin * columns,
        [&](std::size_t j, std::size_t i, std::size_t n, Value* to) { fill(j, begin + i, n, to); });
  });
}

void fill_missing(double fill, double* values, std::size_t count) {
  if (std::isnan(fill)) return;
  for (std::size_t i = 0; i < count; ++i) values[i] = values[i] != values[i] ? fill : values[i];
}

/// The codes of a column of any type, and their dictionary; in buffer.made and made_codes at k.
Texts codes_of(const ColumnPlace& place, std::size_t k, std::size_t first, std::size_t count, EncodeBuffer& buffer) {
  if (const auto* const column = std::get_if<CategoryColumn>(place.column)) {
    buffer.made_codes[k].resize(count);
    copy_codes(*column, first, count, buffer.made_codes[k].data());
    return column->dictionary;
  }
  make_codes(place, k, first, count, buffer);
  return buffer.made[k];
}

/// Codes become what find(text) says of their texts, each text looked up once where rows are as many as texts; that of
/// a missing value becomes `missing`.
template <typename Find>
void translate(const Texts& dictionary, std::size_t first, std::uint32_t missing, std::vector<std::uint32_t>& codes,
               const Find& find) {
  constexpr std::uint32_t not_looked_up = no_value - 1;
  std::vector<std::uint32_t> known(codes.size() < dictionary.size() ? 0 : dictionary.size(), not_looked_up);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::uint32_t code = codes[i];
    if (code == missing_category) {
      codes[i] = missing;
      continue;
    }
    if (code >= dictionary.size()) {
      throw Error(ErrorCode::bad_data, fmt::format("there is no value number {}", code),
                  fmt::format("row {}", first + i));
    }
    if (known.empty()) {
      codes[i] = find(dictionary[code]);
      continue;
    }
    if (known[code] == not_looked_up) known[code] = find(dictionary[code]);
    codes[i] = known[code];
  }
}

/// Values by name, of which a missing one is the last of the dictionary.
void add_missing_value(const Texts& dictionary, std::size_t j, EncodeBuffer& buffer) {
  std::vector<std::string>& made = buffer.made[j];
  std::vector<std::uint32_t>& codes = buffer.made_codes[j];
  if (made.empty() || dictionary.size() != made.size() || dictionary[0].data() != made.front().data()) {
    made.resize(dictionary.size());
    for (std::size_t m = 0; m < made.size(); ++m) made[m].assign(dictionary[m]);
  }
  const auto missing = static_cast<std::uint32_t>(made.size());
  for (std::uint32_t& code : codes) {
    code = code == missing_category ? missing : code >= missing ? strange_code : code;
  }
  made.emplace_back(missing_value_name);
}

}  // namespace

BlockEncoding::BlockEncoding(const Block& block)
    : kind_(block.kind), columns_(columns_of(block).size()), features_(block.features.size()) {
  const std::size_t own = features_ - indicator_count(block);
  for (std::size_t j = 0; j < own; ++j) {
    Feature feature{ScoreTable(block.normal_scores.empty() ? NormalScore{} : block.normal_scores[j]),
                    block.fills.empty() ? std::numeric_limits<double>::quiet_NaN() : block.fills[j],
                    {},
                    {},
                    has_missing_value(block, j)};
    if (has_bins(block, j)) {
      feature.edges = SortedLookup(block.edges[j]);
      feature.bins = bin_names(block.edges[j]);
      if (feature.missing_is_value) feature.bins.emplace_back(missing_value_name);
    }
    of_column_.push_back(std::move(feature));
  }
  const std::vector<std::string> columns = block.indicators.empty() ? std::vector<std::string>() : columns_of(block);
  for (const Indicators& own_values : block.indicators) {
    IndicatorColumn column;
    column.column = static_cast<std::size_t>(std::ranges::find(columns, own_values.column) - columns.begin());
    column.indicators = static_cast<std::uint32_t>(own_values.values.size());
    for (const std::vector<std::string>* const values : {&own_values.values, &own_values.without}) {
      for (const std::string& value : *values) {
        column.places.emplace(value, static_cast<std::uint32_t>(column.places.size()));
      }
    }
    indicators_.push_back(std::move(column));
  }
}

Batch BlockEncoding::numbers(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count,
                             EncodeBuffer& buffer) const {
  const std::vector<ColumnPlace> columns = columns_in(pieces, columns_);
  buffer.values.resize(count * features_);
  buffer.log_slopes.assign(buffer.with_log_slopes.empty() ? 0 : count, 0.0);
  // Which indicator column, and which value of it, each of the last features is.
  std::vector<std::pair<std::size_t, std::uint32_t>> values;
  if (!indicators_.empty()) {
    buffer.made.resize(std::max(buffer.made.size(), indicators_.size()));
    buffer.made_codes.resize(std::max(buffer.made_codes.size(), indicators_.size()));
    if (!buffer.names) buffer.names.emplace();
  }
  for (std::size_t k = 0; k < indicators_.size(); ++k) {
    const IndicatorColumn& column = indicators_[k];
    const Texts dictionary = codes_of(columns[column.column], k, first, count, buffer);
    const auto place_of = [&](std::string_view text) {
      const auto found = column.places.find(text);
      return found == column.places.end() ? no_value : found->second;
    };
    std::vector<std::uint32_t>& places = buffer.made_codes[k];
    const auto missing = static_cast<std::size_t>(std::ranges::count(places, missing_category));
    const std::uint32_t place_of_missing = place_of(missing_value_name);
    translate(dictionary, first, place_of_missing, places, place_of);
    buffer.unknown_values += static_cast<std::uint64_t>(std::ranges::count(places, no_value));
    buffer.unknown_values -= place_of_missing == no_value ? missing : 0;
    for (std::uint32_t value = 0; value < column.indicators; ++value) values.emplace_back(k, value);
  }
  write_rows(features_, count, buffer.threads, buffer.values.data(),
             [&](std::size_t j, std::size_t i, std::size_t n, double* to) {
               if (j < of_column_.size()) {
                 const Feature& feature = of_column_[j];
                 copy_numbers(columns[j], first + i, n, to);
                 fill_missing(feature.fill, to, n);
                 if (!buffer.with_log_slopes.empty() && buffer.with_log_slopes[j] != 0) {
                   feature.score.add_log_slopes(to, n, buffer.log_slopes.data() + i);
                 }
                 feature.score.apply(to, n);
                 return;
               }
               const auto [k, value] = values[j - of_column_.size()];
               const std::uint32_t* const places = buffer.made_codes[k].data() + i;
               for (std::size_t r = 0; r < n; ++r) {
                 const double is_it = places[r] == value ? 1.0 : 0.0;
                 to[r] = places[r] == no_value ? std::numeric_limits<double>::quiet_NaN() : is_it;
               }
             });
  return Batch::row_major(buffer.values.data(), count, features_);
}

CategoryBatch BlockEncoding::codes(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count,
                                   EncodeBuffer& buffer) const {
  const std::vector<ColumnPlace> columns = columns_in(pieces, columns_);
  buffer.dictionaries.resize(features_);
  buffer.made.resize(features_);
  buffer.made_codes.resize(features_);
  if (!buffer.names) buffer.names.emplace();
  for (std::size_t j = 0; j < features_; ++j) {
    const Feature& feature = of_column_[j];
    if (!feature.bins.empty()) {
      buffer.dictionaries[j] = feature.bins;
      continue;
    }
    buffer.dictionaries[j] = codes_of(columns[j], j, first, count, buffer);
    if (feature.missing_is_value) {
      add_missing_value(buffer.dictionaries[j], j, buffer);
      buffer.dictionaries[j] = buffer.made[j];
    }
  }
  buffer.codes.resize(count * features_);
  write_rows(features_, count, buffer.threads, buffer.codes.data(),
             [&](std::size_t j, std::size_t i, std::size_t n, std::uint32_t* to) {
               const Feature& feature = of_column_[j];
               if (feature.bins.empty()) {
                 std::copy_n(buffer.made_codes[j].data() + i, n, to);
                 return;
               }
               const std::uint32_t missing =
                   feature.missing_is_value ? static_cast<std::uint32_t>(feature.bins.size() - 1) : missing_category;
               std::array<double, encoded_rows> numbers{};
               copy_numbers(columns[j], first + i, n, numbers.data());
               feature.edges.count_at_most(numbers.data(), n, to);
               for (std::size_t r = 0; r < n; ++r) to[r] = numbers[r] != numbers[r] ? missing : to[r];
             });
  return {buffer.codes.data(), count, features_, buffer.dictionaries};
}

BlockRows BlockEncoding::rows(std::span<const ColumnPiece> pieces, std::size_t first, std::size_t count,
                              EncodeBuffer& buffer) const {
  if (kind_ == Kind::categories) return codes(pieces, first, count, buffer);
  return numbers(pieces, first, count, buffer);
}

}  // namespace suffice
