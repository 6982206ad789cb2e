// Dates and times: the format that a column's cells share, and a cell read by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "suffice/schema.hpp"

namespace suffice {

/// What a cell of dates says. A cell without a date is a time of 1970-01-01, one without a time the start of its day.
struct DateValue {
  double seconds = 0;  ///< since 1970-01-01 00:00 UTC, in the proleptic Gregorian calendar; without a zone as if in UTC
  int hour = 0;        ///< 0–23, as written
  int weekday = 0;     ///< of the date as written, from Monday = 0

  bool operator==(const DateValue&) const = default;
};

/// What the columns of categories are called that a column of dates has beside its seconds.
std::string hour_of(const std::string& column);
std::string weekday_of(const std::string& column);
/// "0", …, "23".
std::string_view hour_name(int hour);
/// "Monday", …, "Sunday".
std::string_view weekday_name(int weekday);

/// What of a date a feature is.
enum class DatePart : std::uint8_t { none, seconds, hour, weekday };

struct DateCell {
  DatePart part = DatePart::none;  ///< none: the cell is no date
  std::string format = {};
};

/// How the cells of a column of a schema are read, and the column of the file that they are in: its own name, or that
/// of the dates whose hour or weekday it is.
struct DateFeature {
  std::string column;
  DateCell cell = {};
};
DateFeature date_feature(const Schema& schema, const std::string& name);

/// The name of the hour or weekday of a cell; none where it is no date of the format.
std::optional<std::string_view> date_name(const DateCell& date, std::string_view cell);

/// Error (bad_model) naming the format unless it is made of known fields, none twice, which give a date (day, month and
/// year, or month and year), a time of the day, or both.
void check_date_format(std::string_view format);
/// Whether a checked format has a date, or only a time of the day.
bool has_date(std::string_view format);
/// Whether a checked format has a time of the day.
bool has_time(std::string_view format);

/// The cell, blanks around it ignored, by a checked format; none where it does not fit as a whole, or the day does not
/// exist (30 February, the wrong weekday).
std::optional<DateValue> parse_date(std::string_view format, std::string_view cell);

struct FoundDateFormat {
  std::string format;
  /// How many of the cells it fits, and the first that it does not fit (the number of cells: none).
  std::size_t fitting = 0;
  std::size_t first_misfit = 0;
  /// Of two formats that differ in the order of day and month and fit all cells alike, the one not taken; else empty.
  std::string other = {};
};

/// The format that at least 95 % of the cells have, which are those with a value; none where there is no such format,
/// or fewer than 3 cells and nothing but digits in them. Of %d/%m/%Y and %m/%d/%Y the one that fits more cells; else
/// the one by which neighbouring rows are nearer in time; else month first between slashes and day first elsewhere.
/// Digits alone are a date only as %Y%m%d, of the years 1900–2100.
std::optional<FoundDateFormat> find_date_format(std::span<const std::string_view> cells);

}  // namespace suffice
