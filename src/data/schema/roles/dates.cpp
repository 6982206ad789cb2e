// A format is read from left to right, each field taking its characters off the cell.
#include "data/schema/roles/dates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

// In English, German, French, Spanish, Italian, Dutch and Portuguese; no word is that of two months.
constexpr std::array<std::string_view, 12> month_words = {
    " january jan januar jänner jän janvier janv enero ene gennaio gen januari janeiro ",
    " february feb februar febr février févr fév febrero febbraio februari fevereiro fev ",
    " march mar märz mär mrz mars marzo maart mrt março ",
    " april apr avril avr abril abr aprile ",
    " may mai mayo maggio mag mei maio ",
    " june jun juni juin junio giugno giu junho ",
    " july jul juli juillet juil julio luglio lug julho ",
    " august aug août agosto ago augustus ",
    " september sep sept septembre septiembre settembre set setembro ",
    " october oct oktober okt octobre octubre ottobre ott outubro out ",
    " november nov novembre noviembre novembro ",
    " december dec dezember dez décembre déc diciembre dic dicembre dezembro "};
constexpr std::array<std::string_view, 7> weekday_words = {" monday mon ",   " tuesday tue ", " wednesday wed ",
                                                           " thursday thu ", " friday fri ",  " saturday sat ",
                                                           " sunday sun "};
constexpr double seconds_a_day = 86400;

/// Takes the blanks off that a text begins with, those that do not break a line among them; false where it has none.
bool take_blanks(std::string_view& text) {
  constexpr std::array<std::string_view, 4> blanks = {" ", "\t", "\u00A0", "\u202F"};
  const std::size_t size = text.size();
  for (bool some = true; some;) {
    some = false;
    for (const std::string_view blank : blanks) {
      if (!text.starts_with(blank)) continue;
      text.remove_prefix(blank.size());
      some = true;
    }
  }
  return text.size() < size;
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar: years are counted from March, so that the leap
/// day is the last of its year, and in cycles of 400 years, which have 146,097 days.
std::int64_t days_since_1970(int year, int month, int day) {
  const std::int64_t y = month > 2 ? year : year - 1;
  const std::int64_t cycle = (y >= 0 ? y : y - 399) / 400;
  const std::int64_t year_of_cycle = y - cycle * 400;
  const std::int64_t day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  const std::int64_t day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
  return cycle * 146097 + day_of_cycle - 719468;
}

struct CivilDate {
  int year = 1970;
  int month = 1;
  int day = 1;
};

/// The date that many days after 1970-01-01, by the same cycles.
CivilDate date_after_1970(std::int64_t days) {
  days += 719468;
  const std::int64_t cycle = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t day_of_cycle = days - cycle * 146097;
  const std::int64_t year_of_cycle =
      (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36524 - day_of_cycle / 146096) / 365;
  const std::int64_t day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const auto day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  const auto month = static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  return {static_cast<int>(year_of_cycle + cycle * 400) + (month <= 2 ? 1 : 0), month, day};
}

int days_of_month(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// From Monday = 0.
int weekday_after_1970(std::int64_t days) { return static_cast<int>(((days + 3) % 7 + 7) % 7); }

/// The Monday of the first week of a year of ISO 8601, which has 4 January in it.
std::int64_t first_monday(int year) {
  const std::int64_t fourth = days_since_1970(year, 1, 4);
  return fourth - weekday_after_1970(fourth);
}

struct IsoWeek {
  int year = 1970;  // that has the Thursday of the week
  int week = 1;
};

IsoWeek week_after_1970(std::int64_t days) {
  const int year = date_after_1970(days - weekday_after_1970(days) + 3).year;
  return {year, static_cast<int>((days - first_monday(year)) / 7) + 1};
}

/// None where the day does not exist.
std::optional<std::int64_t> days_of_date(const DateFields& fields) {
  if (fields.day > days_of_month(fields.year, fields.month)) return std::nullopt;
  return days_since_1970(fields.year, fields.month, fields.day);
}

/// The Monday of a week of ISO 8601, or the weekday that is written; none where the year has no week 53.
std::optional<std::int64_t> days_of_week(const DateFields& fields) {
  const std::int64_t monday = first_monday(fields.year) + 7 * (fields.week - 1);
  if (monday >= first_monday(fields.year + 1)) return std::nullopt;
  return monday + std::max(fields.weekday, 0);
}

/// Takes between `least` and `most` figures off the text.
bool take_number(std::string_view& text, std::size_t least, std::size_t most, int& value) {
  std::size_t length = 0;
  value = 0;
  while (length < most && length < text.size() && is_ascii_digit(text[length])) {
    value = 10 * value + (text[length++] - '0');
  }
  if (length < least) return false;
  text.remove_prefix(length);
  return true;
}

/// Takes a word off the text, with the point of one that is cut short; sets the place of the list that has it.
template <std::size_t Count>
bool take_name(std::string_view& text, const std::array<std::string_view, Count>& words, int& place) {
  constexpr std::size_t longest = 12;
  constexpr std::size_t longest_cut = 5;
  std::string word = " ";
  while (word.size() <= longest && word.size() <= text.size()) {
    const char c = text[word.size() - 1];
    if (!is_ascii_letter(c) && (static_cast<unsigned char>(c) & 0x80U) == 0) break;
    word += ascii_lower(c);
  }
  const std::size_t length = word.size() - 1;
  if (length < 3) return false;
  word += ' ';
  for (std::size_t k = 0; k < Count; ++k) {
    if (words[k].find(word) == std::string_view::npos) continue;
    text.remove_prefix(length);
    if (length <= longest_cut && text.starts_with('.')) text.remove_prefix(1);
    place = static_cast<int>(k);
    return true;
  }
  return false;
}

bool take_fraction(std::string_view& text, double& fraction) {
  if (text.size() < 2 || (text[0] != '.' && text[0] != ',') || !is_ascii_digit(text[1])) return true;
  text.remove_prefix(1);
  double unit = 1;
  double figures = 0;
  std::size_t length = 0;
  for (; length < text.size() && is_ascii_digit(text[length]); ++length) {
    if (length >= 15) continue;
    figures = 10 * figures + (text[length] - '0');
    unit *= 10;
  }
  text.remove_prefix(length);
  fraction = figures / unit;
  return true;
}

/// +02:00, +0200, +02, and behind the name of a zone +2.
bool take_offset(std::string_view& text, std::size_t least_figures, int& minutes) {
  if (!text.starts_with('+') && !text.starts_with('-')) return false;
  const int sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  int hours = 0;
  int rest = 0;
  if (!take_number(text, least_figures, 2, hours)) return false;
  if (text.starts_with(':')) {
    text.remove_prefix(1);
    if (!take_number(text, 2, 2, rest)) return false;
  } else if (!text.empty() && is_ascii_digit(text[0]) && !take_number(text, 2, 2, rest)) {
    return false;
  }
  minutes = sign * (60 * hours + rest);
  return hours <= 15 && rest < 60;
}

/// Takes a comment in parentheses off, as mails and browsers write the name of the zone behind its offset.
void take_comment(std::string_view& text) {
  std::string_view rest = text;
  if (!take_blanks(rest) || !rest.starts_with('(')) return;
  const std::size_t end = rest.find(')');
  if (end != std::string_view::npos) text = rest.substr(end + 1);
}

/// Zones by names that mean one offset where tables are written, in minutes.
bool take_zone_name(std::string_view& text, int& minutes) {
  struct Zone {
    std::string_view name;
    int minutes;
  };
  constexpr std::array<Zone, 24> zones = {{{"UTC", 0},     {"GMT", 0},     {"EST", -300}, {"EDT", -240}, {"CST", -360},
                                           {"CDT", -300},  {"MST", -420},  {"MDT", -360}, {"PST", -480}, {"PDT", -420},
                                           {"AKST", -540}, {"AKDT", -480}, {"HST", -600}, {"WET", 0},    {"WEST", 60},
                                           {"BST", 60},    {"CET", 60},    {"CEST", 120}, {"MEZ", 60},   {"MESZ", 120},
                                           {"EET", 120},   {"EEST", 180},  {"JST", 540},  {"AEST", 600}}};
  std::size_t length = 0;
  while (length < text.size() && is_ascii_letter(text[length])) ++length;
  const auto* const zone = std::ranges::find(zones, text.substr(0, length), &Zone::name);
  if (zone == zones.end()) return false;
  text.remove_prefix(length);
  minutes = zone->minutes;
  const bool has_offset = zone->minutes == 0 && (text.starts_with('+') || text.starts_with('-'));
  return !has_offset || take_offset(text, 1, minutes);
}

bool take_zone(std::string_view& text, int& minutes) {
  if (text.starts_with('Z') || text.starts_with('z')) {
    text.remove_prefix(1);
    return true;
  }
  if (!take_zone_name(text, minutes) && !take_offset(text, 2, minutes)) return false;
  take_comment(text);
  return true;
}

/// AM, p.m.
bool take_half(std::string_view& text, int& half) {
  if (text.size() < 2) return false;
  const char first = ascii_lower(text[0]);
  const std::size_t point = text[1] == '.' ? 1 : 0;
  if ((first != 'a' && first != 'p') || text.size() < 2 + 2 * point) return false;
  if (ascii_lower(text[1 + point]) != 'm' || (point == 1 && text[3] != '.')) return false;
  half = first == 'p' ? 1 : 0;
  text.remove_prefix(2 + 2 * point);
  return true;
}

/// 1st, 2nd, 3rd, 4th.
bool take_day(std::string_view& text, bool joined, int& day) {
  if (!take_number(text, joined ? 2 : 1, 2, day) || day < 1 || day > 31) return false;
  const int units = day / 10 == 1 ? 0 : day % 10;
  const std::string_view ending = units == 1 ? "st" : units == 2 ? "nd" : units == 3 ? "rd" : "th";
  if (!joined && text.starts_with(ending)) text.remove_prefix(2);
  return true;
}

bool take_field(char field, bool joined, std::string_view& text, DateFields& fields) {
  const std::size_t least = joined ? 2 : 1;
  switch (field) {
    case 'Y':
      return take_number(text, 4, 4, fields.year) && fields.year >= 1;
    case 'y':
      if (!take_number(text, 2, 2, fields.year)) return false;
      fields.year += fields.year < 69 ? 2000 : 1900;
      return true;
    case 'm':
      return take_number(text, least, 2, fields.month) && fields.month >= 1 && fields.month <= 12;
    case 'b':
      if (!take_name(text, month_words, fields.month)) return false;
      ++fields.month;
      return true;
    case 'd':
      return take_day(text, joined, fields.day);
    case 'a':
      return take_name(text, weekday_words, fields.weekday);
    case 'G':
      return take_number(text, 4, 4, fields.year) && fields.year >= 1;
    case 'V':
      return take_number(text, 2, 2, fields.week) && fields.week >= 1 && fields.week <= 53;
    case 'u':
      if (!take_number(text, 1, 1, fields.weekday) || fields.weekday < 1 || fields.weekday > 7) return false;
      --fields.weekday;
      return true;
    case 'H':
      return take_number(text, least, 2, fields.hour) && fields.hour < 24;
    case 'I':
      return take_number(text, least, 2, fields.hour) && fields.hour >= 1 && fields.hour <= 12;
    case 'M':
      return take_number(text, 2, 2, fields.minute) && fields.minute < 60;
    case 'S':  // 60: a leap second
      return take_number(text, 2, 2, fields.second) &&
             (fields.second < 60 || (fields.second == 60 && fields.minute == 59)) &&
             take_fraction(text, fields.fraction);
    case 'p':
      return take_half(text, fields.half);
    default:
      return take_zone(text, fields.zone_minutes);
  }
}

}  // namespace

bool take_format(std::string_view format, std::string_view& text, DateFields& fields) {
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '%') {
      const bool joined = i + 2 < format.size() && format[i + 2] == '%' && format[i + 3] != 'p' && format[i + 3] != 'z';
      const bool joined_before = i >= 2 && format[i - 2] == '%';
      if (!take_field(format[++i], joined || joined_before, text, fields)) return false;
    } else if (format[i] == ' ') {
      if (!take_blanks(text)) return false;
    } else {
      if (!text.starts_with(format[i])) return false;
      text.remove_prefix(1);
    }
  }
  return true;
}

std::optional<DateValue> date_value(const DateFields& fields) {
  const std::optional<std::int64_t> found = fields.week > 0 ? days_of_week(fields) : days_of_date(fields);
  if (!found) return std::nullopt;
  const std::int64_t days = *found;
  DateValue value;
  value.weekday = weekday_after_1970(days);
  if (fields.weekday >= 0 && fields.weekday != value.weekday) return std::nullopt;
  value.hour = fields.half < 0 ? fields.hour : fields.hour % 12 + 12 * fields.half;
  const int seconds = 3600 * value.hour + 60 * (fields.minute - fields.zone_minutes) + fields.second;
  value.seconds = static_cast<double>(days) * seconds_a_day + seconds + fields.fraction;
  return value;
}

std::string hour_of(const std::string& column) { return column + " hour"; }
std::string weekday_of(const std::string& column) { return column + " weekday"; }

std::string_view hour_name(int hour) {
  constexpr std::array<std::string_view, 24> names = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",
                                                      "8",  "9",  "10", "11", "12", "13", "14", "15",
                                                      "16", "17", "18", "19", "20", "21", "22", "23"};
  return names[static_cast<std::size_t>(hour)];
}

std::string_view weekday_name(int weekday) {
  constexpr std::array<std::string_view, 7> names = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                     "Friday", "Saturday", "Sunday"};
  return names[static_cast<std::size_t>(weekday)];
}

const DateColumn* find_date(const Schema& schema, std::string_view column) {
  const auto found = std::ranges::lower_bound(schema.dates, column, {}, &DateColumn::column);
  return found != schema.dates.end() && found->column == column ? &*found : nullptr;
}

DateFeature date_feature(const Schema& schema, const std::string& name) {
  const auto part_of = [&](const std::string& ending, DatePart part) -> std::optional<DateFeature> {
    if (!name.ends_with(ending)) return std::nullopt;
    const DateColumn* const date = find_date(schema, std::string_view(name).substr(0, name.size() - ending.size()));
    return date == nullptr ? std::nullopt : std::optional(DateFeature{date->column, {part, date->format}});
  };
  if (auto hour = part_of(hour_of({}), DatePart::hour)) return *std::move(hour);
  if (auto weekday = part_of(weekday_of({}), DatePart::weekday)) return *std::move(weekday);
  return part_of({}, DatePart::seconds).value_or(DateFeature{name});
}

std::optional<std::string_view> date_name(const DateCell& date, std::string_view cell) {
  const std::optional<DateValue> value = read_date(date.format, cell);
  if (!value) return std::nullopt;
  return date.part == DatePart::hour ? hour_name(value->hour) : weekday_name(value->weekday);
}

void check_date_format(std::string_view format) {
  std::array<int, 128> seen = {};
  bool known = true;
  for (std::size_t i = 0; i < format.size() && known; ++i) {
    if (format[i] != '%') continue;
    const char field = ++i < format.size() ? format[i] : '\0';
    known = field != '\0' && std::string_view("YymbdaGVuHIMSpz").find(field) != std::string_view::npos;
    if (known) known = ++seen[static_cast<unsigned char>(field)] == 1;
  }
  const auto count = [&](char field) { return seen[static_cast<unsigned char>(field)]; };
  const int years = count('Y') + count('y');
  const int months = count('m') + count('b');
  const int hours = count('H') + count('I');
  const bool no_calendar = years + months + count('d') + count('a') == 0;
  const bool no_week = count('G') + count('V') + count('u') == 0;
  const bool week = count('G') == 1 && count('V') == 1 && no_calendar;
  const bool date = (years == 1 && months == 1 && no_week) || week;
  const bool no_date = no_calendar && no_week;
  const bool time = hours == 1 && count('I') == count('p') && count('S') <= count('M') && count('H') <= count('M');
  const bool no_time = hours + count('M') + count('S') + count('p') + count('z') == 0;
  if (known && ((date && time) || (date && no_time) || (no_date && time))) return;
  throw Error(ErrorCode::bad_model, quoted(format) + " is not a format of dates or times");
}

bool has_date(std::string_view format) {
  const auto has = [&](std::string_view field) { return format.find(field) != std::string_view::npos; };
  return has("%m") || has("%b") || has("%V");
}

bool has_time(std::string_view format) {
  return format.find("%H") != std::string_view::npos || format.find("%I") != std::string_view::npos;
}

std::string date_text(std::string_view format, double seconds) {
  const double first = has_date(format) ? static_cast<double>(days_since_1970(1, 1, 1)) * seconds_a_day : 0;
  const double last =
      has_date(format) ? static_cast<double>(days_since_1970(9999, 12, 31) + 1) * seconds_a_day - 1 : seconds_a_day - 1;
  const double whole = std::clamp(std::floor(seconds), first, last);
  const auto days = static_cast<std::int64_t>(std::floor(whole / seconds_a_day));
  const auto second = static_cast<int>(whole - static_cast<double>(days) * seconds_a_day);
  const CivilDate date = date_after_1970(days);
  const IsoWeek week = week_after_1970(days);
  const int hour = second / 3600;
  const int weekday = weekday_after_1970(days);
  constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    switch (format[++i]) {
      case 'Y':
        text += fmt::format("{:04}", date.year);
        break;
      case 'y':
        text += fmt::format("{:02}", date.year % 100);
        break;
      case 'm':
        text += fmt::format("{:02}", date.month);
        break;
      case 'b':
        text += months[static_cast<std::size_t>(date.month - 1)];
        break;
      case 'd':
        text += fmt::format("{:02}", date.day);
        break;
      case 'a':
        text += weekday_name(weekday).substr(0, 3);
        break;
      case 'G':
        text += fmt::format("{:04}", week.year);
        break;
      case 'V':
        text += fmt::format("{:02}", week.week);
        break;
      case 'u':
        text += fmt::format("{}", weekday + 1);
        break;
      case 'H':
        text += fmt::format("{:02}", hour);
        break;
      case 'I':
        text += fmt::format("{:02}", (hour + 11) % 12 + 1);
        break;
      case 'M':
        text += fmt::format("{:02}", second / 60 % 60);
        break;
      case 'S':
        text += fmt::format("{:02}", second % 60);
        break;
      case 'p':
        text += hour < 12 ? "AM" : "PM";
        break;
      default:
        text += 'Z';
        break;
    }
  }
  return text;
}

std::optional<DateValue> parse_date(std::string_view format, std::string_view cell) {
  std::string_view text = trim_blanks(cell);
  DateFields fields;
  if (!take_format(format, text, fields) || !text.empty()) return std::nullopt;
  return date_value(fields);
}

std::string date_format(const Schema& schema, std::string_view column) {
  const DateColumn* const date = find_date(schema, column);
  return date == nullptr ? "" : date->format;
}

std::string with_dates(const Schema& schema, std::string_view column, std::string text) {
  const std::string format = date_format(schema, column);
  if (format.empty()) {
    return text;
  }
  std::string written;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = std::min(rest.find_first_of(" ()"), rest.size());
    const std::string_view word = rest.substr(0, length);
    double seconds = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seconds);
    const bool is_number = error == std::errc() && end == word.data() + word.size() && std::isfinite(seconds);
    written += is_number ? date_text(format, seconds) : std::string(word);
    rest.remove_prefix(length);
    if (!rest.empty()) {
      written += rest.front();
      rest.remove_prefix(1);
    }
  }
  return written;
}

}  // namespace suffice
