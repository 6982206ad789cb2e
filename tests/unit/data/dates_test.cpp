// Dates and times as tables write them: formats found, cells read, days that do not exist.
#include "data/schema/dates.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

std::optional<FoundDateFormat> find_dates(const std::vector<std::string>& cells) {
  const std::vector<std::string_view> views(cells.begin(), cells.end());
  return find_date_format(views);
}

std::string format_of(const std::vector<std::string>& cells) {
  const std::optional<FoundDateFormat> found = find_dates(cells);
  return found ? found->format : "";
}

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
  EXPECT_EQ(seconds_of("%H:%M", "13:30"), 48600);
  EXPECT_EQ(seconds_of("%d.%m.%y", "01.01.70"), 0);
  EXPECT_EQ(seconds_of("%d-%b-%y", "16-Nov-26"), 1794787200);
  EXPECT_EQ(seconds_of("%Y-%m", "2000-03"), 951868800);
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

TEST(Dates, TheFormatIsFoundInTheWritingsOfManyTools) {
  EXPECT_EQ(format_of({"2020-01-31", "2021-12-01"}), "%Y-%m-%d");
  EXPECT_EQ(format_of({"2020/1/31", "2021/12/1"}), "%Y/%m/%d");
  EXPECT_EQ(format_of({"31.01.2020", "1.2.2021"}), "%d.%m.%Y");
  EXPECT_EQ(format_of({"2020-01-31 10:15:00", "2021-12-01 23:59:59"}), "%Y-%m-%d %H:%M:%S");
  EXPECT_EQ(format_of({"2020-01-31 10:15:00.123456"}), "%Y-%m-%d %H:%M:%S");
  EXPECT_EQ(format_of({"2020-01-31T10:15:00Z", "2021-12-01T23:59:59.5Z"}), "%Y-%m-%dT%H:%M:%S%z");
  EXPECT_EQ(format_of({"2020-01-31T10:15:00+02:00"}), "%Y-%m-%dT%H:%M:%S%z");
  EXPECT_EQ(format_of({"2020-01-31 10:15:00 +0000"}), "%Y-%m-%d %H:%M:%S %z");
  EXPECT_EQ(format_of({"31-Jan-2020", "01-FEB-2021"}), "%d-%b-%Y");
  EXPECT_EQ(format_of({"31JAN2020"}), "%d%b%Y");
  EXPECT_EQ(format_of({"31-Jan-20"}), "%d-%b-%y");
  EXPECT_EQ(format_of({"1 February 2020", "3 May 2020"}), "%d %b %Y");
  EXPECT_EQ(format_of({"Jan 31 2020", "Sept 5 2020"}), "%b %d %Y");
  EXPECT_EQ(format_of({"January 31, 2020"}), "%b %d, %Y");
  EXPECT_EQ(format_of({"1/31/2020 3:05 PM", "12/1/2020 11:00 AM"}), "%m/%d/%Y %I:%M %p");
  EXPECT_EQ(format_of({"1/31/2020 3:05:07 PM"}), "%m/%d/%Y %I:%M:%S %p");
  EXPECT_EQ(format_of({"31/01/2020 15:05"}), "%d/%m/%Y %H:%M");
  EXPECT_EQ(format_of({"Mon, 16 Nov 2026 06:37:41 +0000"}), "%a, %d %b %Y %H:%M:%S %z");
  EXPECT_EQ(format_of({"Mon Nov 16 06:37:41 2026", "Tue Nov  3 06:37:41 2026"}), "%a %b %d %H:%M:%S %Y");
  EXPECT_EQ(format_of({"10:15:00", "23:59:59"}), "%H:%M:%S");
  EXPECT_EQ(format_of({"9:15", "23:59"}), "%H:%M");
  EXPECT_EQ(format_of({"9:15 am", "11:59 pm"}), "%I:%M %p");
  EXPECT_EQ(format_of({"20200131", "20211201", "19991231"}), "%Y%m%d");
  EXPECT_EQ(format_of({"20200131T101500Z"}), "%Y%m%dT%H%M%S%z");
  EXPECT_EQ(format_of({"2020-01", "2021-12"}), "%Y-%m");
}

TEST(Dates, OtherCellsAreNoDates) {
  EXPECT_EQ(format_of({}), "");
  EXPECT_EQ(format_of({"12.5", "13.5"}), "");
  EXPECT_EQ(format_of({"192.168.1.1", "10.0.0.1"}), "");
  EXPECT_EQ(format_of({"20200131"}), "");
  EXPECT_EQ(format_of({"20200131", "20201301", "20209931"}), "");
  EXPECT_EQ(format_of({"12345678", "23456789", "34567890"}), "");
  EXPECT_EQ(format_of({"555-1234", "555-2345"}), "");
  EXPECT_EQ(format_of({"1.2.3", "1.2.4"}), "");
  EXPECT_EQ(format_of({"3/4", "1/2"}), "");
  EXPECT_EQ(format_of({"2.10.1", "2.11.0"}), "");
  EXPECT_EQ(format_of({"Maybe 5", "Mayor 7"}), "");
  EXPECT_EQ(format_of({"75:10", "80:30"}), "");
  EXPECT_EQ(format_of({"9999-12", "1234-56"}), "");
  EXPECT_EQ(format_of({"978-0-13-110362-7"}), "");
  EXPECT_EQ(format_of({"A11", "A12"}), "");
}

TEST(Dates, DayOrMonthFirstIsDecidedByTheData) {
  EXPECT_EQ(format_of({"01/02/2020", "25/12/2020"}), "%d/%m/%Y");
  EXPECT_EQ(format_of({"01/02/2020", "12/25/2020"}), "%m/%d/%Y");
  EXPECT_EQ(find_dates({"01/02/2020", "12/25/2020"})->other, "");

  const std::optional<FoundDateFormat> open = find_dates({"01/02/2020", "02/02/2020", "03/02/2020"});
  ASSERT_TRUE(open);
  EXPECT_EQ(open->format, "%d/%m/%Y") << "three days that follow each other";
  EXPECT_EQ(open->other, "%m/%d/%Y");
  EXPECT_EQ(find_dates({"01/02/2020"})->format, "%m/%d/%Y");
  EXPECT_EQ(find_dates({"01-02-2020"})->format, "%d-%m-%Y");
  EXPECT_EQ(find_dates({"01-02-2020"})->other, "%m-%d-%Y");
}

TEST(Dates, AFewOtherCellsAreCounted) {
  std::vector<std::string> cells(40, "2020-01-31");
  cells[7] = "soon";
  const std::optional<FoundDateFormat> found = find_dates(cells);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fitting, 39U);
  EXPECT_EQ(found->first_misfit, 7U);
  cells[8] = cells[9] = "later";
  EXPECT_FALSE(find_dates(cells));
  EXPECT_EQ(find_dates({"2020-01-31"})->first_misfit, 1U);
}

TEST(Dates, AFormatReadsBackFromItsText) {
  for (const char* format : {"%Y-%m-%d", "%d-%b-%y", "%H:%M", "%I:%M:%S %p", "%Y-%m-%dT%H:%M:%S%z", "%Y%m%dT%H%M%S%z",
                             "%a %b %d %H:%M:%S %Y", "%Y-%m", "%I %p"}) {
    EXPECT_NO_THROW(check_date_format(format)) << format;
  }
  for (const char* format : {"", "date", "%Y", "%Y-%Y-%m", "%Y-%q", "%d.%m", "%H", "%H:%M %p", "%I:%M", "%Y-%m-%d %M",
                             "%", "%Y-%m-%d%", "%H:%S", "%Y%y%m", "%m-%d %H:%M"}) {
    EXPECT_EQ(failure([&] { check_date_format(format); }),
              "4 '" + std::string(format) + "' is not a format of dates or times");
  }
  EXPECT_TRUE(has_date("%Y-%m") && !has_time("%Y-%m"));
  EXPECT_TRUE(!has_date("%I %p") && has_time("%I %p"));
}

}  // namespace
}  // namespace suffice
