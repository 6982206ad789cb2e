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

/// The column of dates of that name, null where there is none. Columns of dates are in byte order, as check_schema()
/// has it: finding one takes the logarithm of how many there are.
const DateColumn* find_date(const Schema& schema, std::string_view column);

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
/// year, month and year, or year and week of ISO 8601 with its weekday or without), a time of the day, or both.
void check_date_format(std::string_view format);
/// Whether a checked format has a date, or only a time of the day.
bool has_date(std::string_view format);
/// Whether a checked format has a time of the day.
bool has_time(std::string_view format);

/// The cell, blanks around it ignored, by a checked format; none where it does not fit as a whole, or the day does not
/// exist (30 February, the wrong weekday).
std::optional<DateValue> parse_date(std::string_view format, std::string_view cell);

/// The format of a column of dates; empty for other columns.
std::string date_format(const Schema& schema, std::string_view column);
/// What a column of dates is said to hold, such as "86400" or the bin "< 86400", with its dates instead of seconds; of
/// other columns the text as it is.
std::string with_dates(const Schema& schema, std::string_view column, std::string text);

}  // namespace suffice
