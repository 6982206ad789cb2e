// Dates and times as tables write them: cells read, days that do not exist.
#include "data/schema/roles/dates.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

/// Seconds since 1970, −1 where the cell does not fit.
double seconds_of(std::string_view format, std::string_view cell) {
  const std::optional<DateValue> value = parse_date(format, cell);
  return value ? value->seconds : -1;
}

TEST(Dates, AreSecondsSince1970) {
  EXPECT_EQ(seconds_of("%Y-%m-%d", "1970-01-01"), 0);
  EXPECT_EQ(seconds_of("%Y-%m-%d", "2000-02-29"), 951782400);
  EXPECT_EQ(seconds_of("%Y-%m-%d", "2026-11-16"), 1794787200);
  EXPECT_EQ(seconds_of("%Y-%m-%d", "1969-12-31"), -86400);
  EXPECT_EQ(seconds_of("%Y-%m-%d", "1600-01-01"), -11676096000);
  EXPECT_EQ(seconds_of("%Y-%m-%d", "0001-01-01"), -62135596800);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S", "2001-09-09 01:46:40"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%dT%H:%M:%S%z", "2001-09-09T01:46:40Z"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%dT%H:%M:%S%z", "2001-09-09T03:46:40+02:00"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%dT%H:%M:%S%z", "2001-09-08T20:16:40-0530"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%dT%H:%M:%S", "2001-09-09T01:46:40.250"), 1e9 + 0.25);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-09 02:46:40 GMT+1"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-08 20:16:40 UTC-05:30"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-08 20:46:40 EST"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-09 03:46:40 +0200 (CEST)"), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-09 03:46:40 XYZ"), -1);
  EXPECT_EQ(seconds_of("%Y-%m-%d %H:%M:%S %z", "2001-09-09 03:46:40 GMT+"), -1);
  EXPECT_EQ(seconds_of("%Y-%m-%d %I:%M:%S %p", "2001-09-09\u00A001:46:40\u202FA.M."), 1e9);
  EXPECT_EQ(seconds_of("%Y-%m-%d %I:%M:%S %p", "2001-09-09 01:46:40 a.m"), -1);
  EXPECT_EQ(seconds_of("%b %d, %Y", "January 1st, 1970"), 0);
  EXPECT_EQ(seconds_of("%b %d, %Y", "January 1th, 1970"), -1);
  EXPECT_EQ(seconds_of("%d. %b %Y", "1. Jän. 1970"), 0);
  EXPECT_EQ(seconds_of("%d %b %Y", "1 janv. 1970"), 0);
  EXPECT_EQ(seconds_of("%d %b %Y", "1 Janu 1970"), -1);
  EXPECT_EQ(seconds_of("%H:%M", "13:30"), 48600);
  EXPECT_EQ(seconds_of("%d.%m.%y", "01.01.70"), 0);
  EXPECT_EQ(seconds_of("%d-%b-%y", "16-Nov-26"), 1794787200);
  EXPECT_EQ(seconds_of("%Y-%m", "2000-03"), 951868800);
  EXPECT_EQ(seconds_of("%Y年%m月%d日", "2026年11月16日"), 1794787200);
}

TEST(Dates, EveryDayFollowsTheOneBeforeInTimeAndWeek) {
  double last = -86400;
  int weekday = 2;
  for (int year = 1970; year < 2110; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= 31; ++day) {
        char text[16];
        std::snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
        const std::optional<DateValue> value = parse_date("%Y-%m-%d", text);
        if (!value) {
          ASSERT_GT(day, 28) << text;
          continue;
        }
        weekday = (weekday + 1) % 7;
        ASSERT_EQ(value->seconds, last += 86400) << text;
        ASSERT_EQ(value->weekday, weekday) << text;
      }
    }
  }
  EXPECT_EQ(last, seconds_of("%Y-%m-%d", "2109-12-31"));
}

TEST(Dates, AreWrittenAsTheFormatSays) {
  for (const std::string format : {"%Y-%m-%d %H:%M:%S", "%a %d %b %Y %I:%M:%S %p", "%Y-%m-%dT%H:%M:%S%z"}) {
    for (const double seconds : {0.0, -1.0, 951782399.0, 951782400.0, 1e9, -62135596800.0, 253402300799.0}) {
      EXPECT_EQ(seconds_of(format, date_text(format, seconds)), seconds) << date_text(format, seconds);
    }
  }
  EXPECT_EQ(date_text("%d.%m.%y", 1794787200 + 3600.5), "16.11.26");
  EXPECT_EQ(date_text("%Y%m%d", -86400), "19691231");
  EXPECT_EQ(date_text("%H:%M", 48659.9), "13:30");
  EXPECT_EQ(date_text("%H:%M", -5), "00:00") << "the nearest that there is";
  EXPECT_EQ(date_text("%Y-%m-%d", 1e15), "9999-12-31");
}

TEST(Dates, WeeksOfIso8601BeginOnMondays) {
  EXPECT_EQ(seconds_of("%G-W%V-%u", "2026-W47-1"), 1794787200);
  EXPECT_EQ(seconds_of("%G-W%V", "2026-W47"), 1794787200);
  EXPECT_EQ(seconds_of("%G-W%V-%u", "1970-W01-4"), 0);
  EXPECT_EQ(seconds_of("%G-W%V-%u", "1969-W53-7"), -1) << "no such week";
  EXPECT_EQ(seconds_of("%G-W%V-%u", "1970-W53-7"), 367 * 86400);
  for (const char* cell : {"2026-W00-1", "2026-W54-1", "2026-W47-0", "2026-W47-8", "2026-W7-1", "2026-47-1"}) {
    EXPECT_FALSE(parse_date("%G-W%V-%u", cell)) << cell;
  }
  for (int day = -40000; day < 60000; day += 13) {
    const std::string text = date_text("%G-W%V-%u", 86400.0 * day);
    EXPECT_EQ(seconds_of("%G-W%V-%u", text), 86400.0 * day) << text;
  }
}

TEST(Dates, HourAndWeekdayAreThoseWritten) {
  const std::optional<DateValue> value = parse_date("%Y-%m-%dT%H:%M%z", "2026-11-16T00:30+02:00");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->hour, 0);
  EXPECT_EQ(value->weekday, 0);
  EXPECT_EQ(value->seconds, 1794787200 - 5400);
  EXPECT_EQ(parse_date("%I:%M %p", "12:05 am")->hour, 0);
  EXPECT_EQ(parse_date("%I:%M %p", "12:05 PM")->hour, 12);
  EXPECT_EQ(parse_date("%I:%M%p", "11:59pm")->hour, 23);
}

TEST(Dates, DaysThatDoNotExistAreRefused) {
  for (const char* cell :
       {"2021-02-29", "1900-02-29", "2020-02-30", "2020-04-31", "2020-13-01", "2020-00-10", "2020-01-00", "2020-01-32",
        "0000-01-01", "20-01-01", "2020-01-01x", "2020-01", "", "2020-01-011"}) {
    EXPECT_FALSE(parse_date("%Y-%m-%d", cell)) << cell;
  }
  EXPECT_TRUE(parse_date("%Y-%m-%d", " 2020-02-29\t"));
  EXPECT_TRUE(parse_date("%Y-%m-%d", "2020-2-9"));
  for (const char* cell : {"24:00:00", "12:60:00", "12:00:61", "1200:00", "12:0:00"}) {
    EXPECT_FALSE(parse_date("%H:%M:%S", cell)) << cell;
  }
  EXPECT_TRUE(parse_date("%H:%M:%S", "23:59:60"));
  EXPECT_FALSE(parse_date("%I:%M %p", "13:00 PM"));
  EXPECT_FALSE(parse_date("%I:%M %p", "0:30 AM"));
  EXPECT_TRUE(parse_date("%a, %d %b %Y", "Mon, 16 Nov 2026"));
  EXPECT_FALSE(parse_date("%a, %d %b %Y", "Tue, 16 Nov 2026"));
  EXPECT_FALSE(parse_date("%Y-%m-%dT%H:%M%z", "2026-11-16T00:30"));
}

TEST(Dates, AFormatReadsBackFromItsText) {
  for (const char* format : {"%Y-%m-%d", "%d-%b-%y", "%H:%M", "%I:%M:%S %p", "%Y-%m-%dT%H:%M:%S%z", "%Y%m%dT%H%M%S%z",
                             "%a %b %d %H:%M:%S %Y", "%Y-%m", "%I %p", "%G-W%V", "%G-W%V-%u %H:%M"}) {
    EXPECT_NO_THROW(check_date_format(format)) << format;
  }
  for (const char* format :
       {"",  "date",      "%Y",    "%Y-%Y-%m", "%Y-%q",       "%d.%m", "%H", "%H:%M %p",  "%I:%M",  "%Y-%m-%d %M",
        "%", "%Y-%m-%d%", "%H:%S", "%Y%y%m",   "%m-%d %H:%M", "%G",    "%V", "%G-W%V-%d", "%Y-W%V", "%G-%u"}) {
    EXPECT_EQ(failure([&] { check_date_format(format); }),
              "4 '" + std::string(format) + "' is not a format of dates or times");
  }
  EXPECT_TRUE(has_date("%Y-%m") && !has_time("%Y-%m"));
  EXPECT_TRUE(!has_date("%I %p") && has_time("%I %p"));
}

TEST(Dates, ColumnsAreFoundByTheNamesOfTheirParts) {
  const Schema schema{.blocks = {},
                      .target = "y",
                      .dates = {{"born", "%Y"}, {"seen", "%Y-%m"}, {"seen hour", "%H:%M"}, {"weekday", "%Y-%m-%d"}}};
  const auto part_of = [&](const std::string& name) {
    const DateFeature found = date_feature(schema, name);
    return found.column + " " + found.cell.format + " " + std::to_string(static_cast<int>(found.cell.part));
  };
  EXPECT_EQ(part_of("born"), "born %Y 1");
  EXPECT_EQ(part_of("born weekday"), "born %Y 3");
  EXPECT_EQ(part_of("seen hour"), "seen %Y-%m 2");
  EXPECT_EQ(part_of("seen hour hour"), "seen hour %H:%M 2");
  EXPECT_EQ(part_of("weekday"), "weekday %Y-%m-%d 1");
  EXPECT_EQ(part_of(" weekday"), " weekday  0");
  EXPECT_EQ(part_of("x"), "x  0");
  EXPECT_EQ(find_date(schema, "seen hour weekday"), nullptr);
}

TEST(Dates, TextsOfTheirColumnsHaveDatesInsteadOfSeconds) {
  const Schema schema{.blocks = {{.features = {"when", "x"}}}, .target = "y", .dates = {{"when", "%Y-%m-%d"}}};
  EXPECT_EQ(date_format(schema, "when"), "%Y-%m-%d");
  EXPECT_EQ(date_format(schema, "x"), "");
  EXPECT_EQ(with_dates(schema, "when", "86400"), "1970-01-02");
  EXPECT_EQ(with_dates(schema, "when", "172800 (86400 to 259200)"), "1970-01-03 (1970-01-02 to 1970-01-04)");
  EXPECT_EQ(with_dates(schema, "when", "< 0"), "< 1970-01-01");
  EXPECT_EQ(with_dates(schema, "when", "(missing)"), "(missing)");
  EXPECT_EQ(with_dates(schema, "x", "86400"), "86400");
}

}  // namespace
}  // namespace suffice
