// Formats are tried part by part: the date, then what separates it from the time, the time, and the zone.
#include "data/schema/roles/date_formats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::array<std::string_view, 45> date_parts = {
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d",     "%d.%m.%Y",     "%d/%m/%Y",       "%m/%d/%Y",      "%d-%m-%Y",
    "%m-%d-%Y", "%d-%b-%Y", "%d %b %Y",     "%d/%b/%Y",     "%d. %b %Y",      "%d%b%Y",        "%b %d, %Y",
    "%b %d %Y", "%b-%d-%Y", "%Y-%b-%d",     "%a, %d %b %Y", "%a %b %d %Y",    "%a, %b %d, %Y", "%d.%m.%y",
    "%d/%m/%y", "%m/%d/%y", "%d-%m-%y",     "%m-%d-%y",     "%d-%b-%y",       "%Y-%m",         "%b %Y",
    "%b-%Y",    "%Y%m%d",   "%Y %b",        "%Y/%m",        "%m/%Y",          "%m-%Y",         "%y.%m.%d",
    "%y/%m/%d", "%y-%m-%d", "%Y年%m月%d日", "%Y年%m月",     "%Y년 %m월 %d일", "%Y년 %m월",     "%G-W%V-%u",
    "%G-W%V",   "%GW%V%u",  "%GW%V"};
constexpr std::array<std::string_view, 11> time_parts = {"%H:%M:%S",    "%H:%M",     "%I:%M:%S %p", "%I:%M:%S%p",
                                                         "%I:%M %p",    "%I:%M%p",   "%H%M%S",      "%I %p",
                                                         "%I.%M.%S %p", "%H:%M Uhr", "%H:%M:%S Uhr"};
constexpr std::array<std::string_view, 7> date_separators = {" ", "T", ", ", "-", "_", ":", " at "};
constexpr std::array<std::string_view, 3> zones = {"", "%z", " %z"};

void add_fitting_times(const std::string& before, std::string_view rest, std::vector<std::string>& found) {
  for (const std::string_view time : time_parts) {
    DateFields fields;
    std::string_view text = rest;
    if (!take_format(time, text, fields)) continue;
    for (const std::string_view zone : zones) {
      std::string_view end = text;
      if (take_format(zone, end, fields) && end.empty())
        found.push_back(before + std::string(time) + std::string(zone));
    }
  }
}

/// Every format that fits the cell, which has no blanks around it.
void add_fitting_formats(std::string_view cell, std::vector<std::string>& found) {
  add_fitting_times("", cell, found);
  for (const std::string_view date : date_parts) {
    DateFields fields;
    std::string_view text = cell;
    if (!take_format(date, text, fields) || !date_value(fields)) continue;
    if (text.empty()) {
      found.emplace_back(date);
      continue;
    }
    for (const std::string_view separator : date_separators) {
      std::string_view rest = text;
      if (!take_format(separator, rest, fields)) continue;
      add_fitting_times(std::string(date) + std::string(separator), rest, found);
    }
  }
  // As asctime(), date(1), web servers and others write.
  constexpr std::array<std::string_view, 6> whole = {"%a %b %d %H:%M:%S %Y",   "%a %b %d %H:%M:%S %z %Y",
                                                     "%b %d %H:%M:%S %Y",      "%a, %b %d %H:%M:%S %Y",
                                                     "[%d/%b/%Y:%H:%M:%S %z]", "%Y%m%d%H%M%S"};
  for (const std::string_view format : whole) {
    if (parse_date(format, cell)) found.emplace_back(format);
  }
}

bool is_figures(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

/// Whether a cell could be a date, by its length and first character: most cells of other columns could not.
bool may_be_date(std::string_view cell) {
  constexpr std::size_t shortest = 4;  // "1 PM"
  constexpr std::size_t longest = 80;  // with the name of the zone
  if (cell.size() < shortest || cell.size() > longest) return false;
  if (is_figures(cell)) return cell.size() == 8 || cell.size() == 14;
  const auto figures = std::count_if(cell.begin(), cell.end(), is_ascii_digit);
  return figures >= (cell.size() == shortest ? 1 : 3) || (figures > 0 && (cell.back() | ' ') == 'm');
}

/// Whether digits alone, or two numbers, are of the years in which tables of people, goods and measurements lie.
bool is_plausible(std::string_view format, std::string_view cell) {
  constexpr std::array<std::string_view, 4> year_first = {"%Y%m%d", "%Y%m%d%H%M%S", "%Y-%m", "%Y/%m"};
  const bool is_year_last = format == "%m/%Y" || format == "%m-%Y";
  const bool is_year_first = format.starts_with("%G") || std::ranges::find(year_first, format) != year_first.end();
  if (!is_year_last && !is_year_first) return true;
  const std::string_view year =
      is_year_last ? cell.substr(cell.size() - std::min<std::size_t>(cell.size(), 4)) : cell.substr(0, 4);
  return year >= "1900" && year <= "2100";
}

struct FormatFit {
  std::string format;
  std::size_t fitting = 0;
  std::size_t first_misfit = 0;
  double variation = 0;  // Σ |difference in time| of neighbours
};

FormatFit fit_format(const std::string& format, std::span<const std::string_view> cells) {
  const std::size_t most_misfits = cells.size() / 20;
  FormatFit fit = {format, 0, cells.size(), 0};
  std::optional<DateValue> last;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string_view cell = trim_blanks(cells[i]);
    const std::optional<DateValue> value = is_plausible(format, cell) ? parse_date(format, cell) : std::nullopt;
    if (value) {
      ++fit.fitting;
      if (last) fit.variation += std::abs(value->seconds - last->seconds);
      last = value;
      continue;
    }
    fit.first_misfit = std::min(fit.first_misfit, i);
    if (i + 1 - fit.fitting > most_misfits) return {format, 0, fit.first_misfit, 0};
  }
  return fit;
}

/// The format with one sign for day, month and year of two digits, which can be mistaken for each other.
std::string without_order(std::string format) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] == '%' && std::string_view("dmy").find(format[i + 1]) != std::string_view::npos) format[i + 1] = '#';
  }
  return format;
}

bool is_better(const FormatFit& a, const FormatFit& b) {
  if (a.fitting != b.fitting) return a.fitting > b.fitting;
  if (without_order(a.format) != without_order(b.format)) return false;
  if (a.variation != b.variation) return a.variation < b.variation;
  const auto rank = [](std::string_view format) {
    if (format.starts_with("%y")) return 2;
    return format.starts_with("%m") == (format[2] == '/') ? 0 : 1;
  };
  return rank(a.format) < rank(b.format);
}

/// The formats that fit the first of the cells that is a date.
std::vector<std::string> formats_of_first(std::span<const std::string_view> cells) {
  constexpr std::size_t most_seeds = 3;
  constexpr std::size_t least_of_digits = 3;
  std::vector<std::string> formats;
  for (const std::string_view cell : cells.first(std::min(cells.size(), most_seeds))) {
    const std::string_view text = trim_blanks(cell);
    if (!may_be_date(text) || (is_figures(text) && cells.size() < least_of_digits)) continue;
    add_fitting_formats(text, formats);
    if (!formats.empty()) break;
  }
  return formats;
}

/// Whether day and month are numbers, so that their order can be mistaken.
bool has_order(std::string_view format) {
  return !format.starts_with("%Y") && format.find("%m") != std::string_view::npos &&
         format.find("%d") != std::string_view::npos;
}

}  // namespace

std::optional<FoundDateFormat> find_date_format(std::span<const std::string_view> cells) {
  const std::vector<std::string> formats = formats_of_first(cells);
  FormatFit best;
  std::vector<FormatFit> fits;
  for (const std::string& format : formats) {
    fits.push_back(fit_format(format, cells));
    if (best.format.empty() || is_better(fits.back(), best)) best = fits.back();
  }
  if (best.fitting == 0) return std::nullopt;
  FoundDateFormat found = {best.format, best.fitting, best.first_misfit, {}};
  for (const FormatFit& fit : fits) {
    const bool is_reordered = fit.format != best.format && without_order(fit.format) == without_order(best.format);
    if (fit.fitting == best.fitting && is_reordered) found.others.push_back(fit.format);
  }
  return found;
}

DateColumn said_date(const std::string& text, const std::unordered_set<std::string_view>& columns) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos || columns.contains(text)) return {text, {}};
  return {text.substr(0, sign), text.substr(sign + 1)};
}

std::string order_of_date(std::string_view format) {
  std::string order;
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    const char field = format[i + 1];
    if (field == 'd') order += 'd';
    if (field == 'm' || field == 'b') order += 'm';
    if (field == 'Y' || field == 'y') order += 'y';
  }
  return order;
}

std::optional<std::string> said_date_format(std::span<const std::string_view> cells, const std::string& said) {
  const bool is_format = said.find('%') != std::string::npos;
  if (is_format) {
    try {
      check_date_format(said);
    } catch (const Error& error) {
      throw Error(ErrorCode::usage, error.message());
    }
  } else if (said != "dmy" && said != "mdy" && said != "ymd") {
    throw Error(ErrorCode::usage,
                fmt::format("{} is no format of dates: write dmy, mdy, ymd, or such as %d/%m/%Y", quoted(said)));
  }
  FormatFit best;
  for (const std::string& format : is_format ? std::vector{said} : formats_of_first(cells)) {
    if (!is_format && order_of_date(format) != said) continue;
    FormatFit fit = fit_format(format, cells);
    if (fit.fitting > best.fitting) best = std::move(fit);
  }
  return best.fitting == 0 ? std::nullopt : std::optional(best.format);
}

std::vector<std::string> fitting_formats(std::string_view cell) {
  std::vector<std::string> formats;
  const std::string_view text = trim_blanks(cell);
  if (may_be_date(text)) add_fitting_formats(text, formats);
  return formats;
}

namespace {

/// 2023-01-12 of 2023-01-12 00:00:00 and 2023-01-12T00:00:00, as programs write dates among times; else the cell.
std::string_view without_midnight(std::string_view cell) {
  constexpr std::array<std::string_view, 4> midnights = {"00:00:00.000000", "00:00:00.000", "00:00:00", "00:00"};
  for (const std::string_view midnight : midnights) {
    if (!cell.ends_with(midnight) || cell.size() < midnight.size() + 2) continue;
    const std::string_view date = cell.substr(0, cell.size() - midnight.size());
    if (date.back() == ' ' || date.back() == 'T') return date.substr(0, date.size() - 1);
  }
  return cell;
}

}  // namespace

std::optional<DateValue> read_date(std::string_view format, std::string_view cell) {
  if (const std::optional<DateValue> value = parse_date(format, cell)) return value;
  if (!has_time(format)) cell = without_midnight(cell);
  if (const std::optional<DateValue> value = parse_date(format, cell)) return value;
  std::optional<DateValue> read;
  for (const std::string& other : fitting_formats(cell)) {
    if (has_date(other) != has_date(format) || has_time(other) != has_time(format)) continue;
    const bool is_certain = !(has_order(other) && has_order(format)) && other.find("%y") == std::string::npos;
    const std::optional<DateValue> value = parse_date(other, cell);
    if (!is_certain || !value || (read && *read != *value)) return std::nullopt;
    read = value;
  }
  return read;
}

std::vector<FoundDateFormat> several_formats(std::span<const std::string_view> cells) {
  constexpr std::size_t most_cells = 200;
  cells = cells.first(std::min(cells.size(), most_cells));
  std::vector<FoundDateFormat> found;
  std::size_t dates = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::vector<std::string> formats = fitting_formats(cells[i]);
    if (formats.empty()) continue;
    ++dates;
    const auto known = std::ranges::find_if(
        found, [&](const FoundDateFormat& one) { return std::ranges::find(formats, one.format) != formats.end(); });
    if (known == found.end()) {
      found.push_back({formats.front(), 1, i});
    } else {
      ++known->fitting;
    }
  }
  if (cells.empty() || 10 * dates < 9 * cells.size()) return {};
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.fitting > b.fitting; });
  return found;
}

}  // namespace suffice
