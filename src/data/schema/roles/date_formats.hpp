// The formats that a date may have been written in, and the one that a column shares.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "data/schema/roles/dates.hpp"

namespace suffice {

/// The fields of a cell as they are written; −1: not there.
struct DateFields {
  int year = 1970;
  int month = 1;
  int day = 1;
  int week = -1;  // of ISO 8601, in place of month and day
  int weekday = -1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int half = -1;  // of the day: 0 AM, 1 PM
  double fraction = 0;
  int zone_minutes = 0;
};

/// Takes what the format says off the text; false where it does not begin so.
bool take_format(std::string_view format, std::string_view& text, DateFields& fields);
/// None where the day does not exist, or is not the weekday that is written.
std::optional<DateValue> date_value(const DateFields& fields);

struct FoundDateFormat {
  std::string format;
  /// How many of the cells it fits, and the first that it does not fit (the number of cells: none).
  std::size_t fitting = 0;
  std::size_t first_misfit = 0;
  /// Those not taken of several formats that differ in the order of day, month and a year of two digits, and fit as
  /// many cells.
  std::vector<std::string> others = {};
};

/// The format that at least 95 % of the cells have, which are those with a value; none where there is no such format,
/// or fewer than 3 cells and nothing but digits in them. Of %d/%m/%y, %m/%d/%y and %y/%m/%d the one that fits more
/// cells; else the one by which neighbouring rows are nearer in time; else month first between slashes, day first
/// elsewhere. Digits alone are a date only as %Y%m%d, of the years 1900–2100.
std::optional<FoundDateFormat> find_date_format(std::span<const std::string_view> cells);

/// A text of ColumnChoice::dates: a column, or COLUMN=FORMAT where no column is called so; the format is empty where
/// none is said, else one that said_date_format() takes.
DateColumn said_date(const std::string& text, const std::unordered_set<std::string_view>& columns);
/// "dmy", "mdy", "ymd": the fields of a date in the order in which a format has them; "my" where it has no day.
std::string order_of_date(std::string_view format);
/// The format that at least 95 % of the cells have, of those that are `said`: itself where it is a format, else those
/// of which it is the order_of_date(). Error (usage) for what is neither.
std::optional<std::string> said_date_format(std::span<const std::string_view> cells, const std::string& said);

/// Every known format that fits the cell as a whole, blanks around it ignored.
std::vector<std::string> fitting_formats(std::string_view cell);

/// A cell by the format of its column; else by another known one, where that leaves no doubt: a date, a time or both as
/// the column has them, the same moment by every format that fits, and no other order of day and month than that of the
/// column.
std::optional<DateValue> read_date(std::string_view format, std::string_view cell);

/// The formats that cells have which share none: each with the number of cells that it is the first to fit, the most
/// frequent first. Empty unless 9 of 10 of the first cells are dates or times.
std::vector<FoundDateFormat> several_formats(std::span<const std::string_view> cells);

}  // namespace suffice
