// The formats of dates: found in the cells of a column, and in a cell that is written otherwise.
#include "data/schema/roles/date_formats.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

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

TEST(DateFormats, TheOrderOfDayAndMonthCanBeSaid) {
  const std::vector<std::string_view> cells = {"03/04/2021", "05/06/2021"};
  EXPECT_EQ(said_date_format(cells, "dmy"), "%d/%m/%Y");
  EXPECT_EQ(said_date_format(cells, "mdy"), "%m/%d/%Y");
  EXPECT_EQ(said_date_format(cells, "%d/%m/%Y"), "%d/%m/%Y");
  EXPECT_FALSE(said_date_format(cells, "ymd"));
  EXPECT_FALSE(said_date_format(cells, "%Y-%m-%d"));
  EXPECT_THROW(said_date_format(cells, "day first"), Error);
  EXPECT_THROW(said_date_format(cells, "%Q"), Error);
  EXPECT_EQ(order_of_date("%d.%m.%Y %H:%M"), "dmy");
  EXPECT_EQ(order_of_date("%b %d, %Y"), "mdy");
  const std::unordered_set<std::string_view> columns = {"when", "a=b"};
  EXPECT_EQ(said_date("when=dmy", columns), (DateColumn{"when", "dmy"}));
  EXPECT_EQ(said_date("when", columns), (DateColumn{"when", ""}));
  EXPECT_EQ(said_date("a=b", columns), (DateColumn{"a=b", ""}));
}

TEST(DateFormats, TheFormatIsFoundInTheWritingsOfManyTools) {
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
  EXPECT_EQ(format_of({"2020/01/31 3:05:07 PM GMT+1"}), "%Y/%m/%d %I:%M:%S %p %z");
  EXPECT_EQ(format_of({"31-JAN-20 03.05.07 PM"}), "%d-%b-%y %I.%M.%S %p");
  EXPECT_EQ(format_of({"January 31st, 2020 at 3:05 p.m."}), "%b %d, %Y at %I:%M %p");
  EXPECT_EQ(format_of({"31. Jänner 2020, 15:05 Uhr"}), "%d. %b %Y, %H:%M Uhr");
  EXPECT_EQ(format_of({"20200131150507", "20200201150507", "20210201150507"}), "%Y%m%d%H%M%S");
  EXPECT_EQ(format_of({"20200131150507", "20200201150507", "30210201150507"}), "");
  EXPECT_EQ(format_of({"[31/Jan/2020:15:05:07 +0100]"}), "[%d/%b/%Y:%H:%M:%S %z]");
  EXPECT_EQ(format_of({"Fri Jan 31 2020 15:05:07 GMT+0100 (Central European Standard Time)"}),
            "%a %b %d %Y %H:%M:%S %z");
  EXPECT_EQ(format_of({"Mon, 16 Nov 2026 06:37:41 +0000"}), "%a, %d %b %Y %H:%M:%S %z");
  EXPECT_EQ(format_of({"Mon Nov 16 06:37:41 2026", "Tue Nov  3 06:37:41 2026"}), "%a %b %d %H:%M:%S %Y");
  EXPECT_EQ(format_of({"Mon Nov 1 12:00:00 UTC 2021"}), "%a %b %d %H:%M:%S %z %Y");
  EXPECT_EQ(format_of({"Mon Nov 01 12:00:00 +0000 2021"}), "%a %b %d %H:%M:%S %z %Y");
  EXPECT_EQ(format_of({"Nov 1 12:00:00 2021"}), "%b %d %H:%M:%S %Y");
  EXPECT_EQ(format_of({"01/Nov/2021:12:00:00 +0000"}), "%d/%b/%Y:%H:%M:%S %z");
  EXPECT_EQ(format_of({"10:15:00", "23:59:59"}), "%H:%M:%S");
  EXPECT_EQ(format_of({"9:15", "23:59"}), "%H:%M");
  EXPECT_EQ(format_of({"9:15 am", "11:59 pm"}), "%I:%M %p");
  EXPECT_EQ(format_of({"20200131", "20211201", "19991231"}), "%Y%m%d");
  EXPECT_EQ(format_of({"20200131T101500Z"}), "%Y%m%dT%H%M%S%z");
  EXPECT_EQ(format_of({"2020-01", "2021-12"}), "%Y-%m");
  EXPECT_EQ(format_of({"2024-W05", "2024-W52"}), "%G-W%V");
  EXPECT_EQ(format_of({"2024-W05-3", "2020-W53-7"}), "%G-W%V-%u");
  EXPECT_EQ(format_of({"2024W05", "2024W06"}), "%GW%V");
  EXPECT_EQ(format_of({"2024年1月5日", "2024年12月31日"}), "%Y年%m月%d日");
  EXPECT_EQ(format_of({"2024年1月5日 13:55", "2024年12月31日 3:05"}), "%Y年%m月%d日 %H:%M");
  EXPECT_EQ(format_of({"2024년 1월 5일"}), "%Y년 %m월 %d일");
}

TEST(DateFormats, OtherCellsAreNoDates) {
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

TEST(DateFormats, DayOrMonthFirstIsDecidedByTheData) {
  EXPECT_EQ(format_of({"01/02/2020", "25/12/2020"}), "%d/%m/%Y");
  EXPECT_EQ(format_of({"01/02/2020", "12/25/2020"}), "%m/%d/%Y");
  EXPECT_EQ(find_dates({"01/02/2020", "12/25/2020"})->others, std::vector<std::string>());

  const std::optional<FoundDateFormat> open = find_dates({"01/02/2020", "02/02/2020", "03/02/2020"});
  ASSERT_TRUE(open);
  EXPECT_EQ(open->format, "%d/%m/%Y") << "three days that follow each other";
  EXPECT_EQ(open->others, std::vector<std::string>{"%m/%d/%Y"});
  EXPECT_EQ(find_dates({"01/02/2020"})->format, "%m/%d/%Y");
  EXPECT_EQ(find_dates({"01-02-2020"})->format, "%d-%m-%Y");
  EXPECT_EQ(find_dates({"01-02-2020"})->others, std::vector<std::string>{"%m-%d-%Y"});
}

TEST(DateFormats, AYearOfTwoDigitsFirstIsDecidedByTheData) {
  using Formats = std::vector<std::string>;
  EXPECT_EQ(format_of({"99/03/27", "20/03/27"}), "%y/%m/%d");
  EXPECT_TRUE(find_dates({"99/03/27", "20/03/27"})->others.empty());
  EXPECT_EQ(format_of({"27/03/99", "20/03/27"}), "%d/%m/%y");
  EXPECT_EQ(format_of({"03/27/20", "03/28/20"}), "%m/%d/%y");

  const std::optional<FoundDateFormat> years = find_dates({"20/03/27", "19/11/05", "21/06/14"});
  ASSERT_TRUE(years);
  EXPECT_EQ(years->format, "%y/%m/%d") << "three years that follow each other";
  EXPECT_EQ(years->others, Formats{"%d/%m/%y"});
  const std::optional<FoundDateFormat> days = find_dates({"27.03.20", "05.11.19", "14.06.21"});
  ASSERT_TRUE(days);
  EXPECT_EQ(days->format, "%d.%m.%y");
  EXPECT_EQ(days->others, Formats{"%y.%m.%d"});
  EXPECT_EQ(find_dates({"03/04/05"})->format, "%m/%d/%y");
  EXPECT_EQ(find_dates({"03/04/05"})->others, (Formats{"%d/%m/%y", "%y/%m/%d"}));
  EXPECT_EQ(find_dates({"03-04-05"})->format, "%d-%m-%y");
}

TEST(DateFormats, AFewOtherCellsAreCounted) {
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

TEST(DateFormats, ACellInAnotherFormatIsReadWhereThatLeavesNoDoubt) {
  const auto seconds = [](std::string_view format, std::string_view cell) {
    const std::optional<DateValue> value = read_date(format, cell);
    return value ? value->seconds : -1;
  };
  const double day = parse_date("%Y-%m-%d", "2021-01-31")->seconds;
  for (const char* cell : {"2021-01-31", "31/01/2021", "01/31/2021", "31 Jan 2021", "2021/1/31", "20210131"}) {
    EXPECT_EQ(seconds("%Y-%m-%d", cell), day) << cell;
  }
  EXPECT_EQ(seconds("%Y-%m-%d", "03/04/2021"), -1) << "the third of April, or the fourth of March";
  EXPECT_EQ(seconds("%Y-%m-%d", "31/01/21"), -1) << "the century";
  EXPECT_EQ(seconds("%d/%m/%Y", "01/31/2021"), -1) << "the column has the day first";
  EXPECT_EQ(seconds("%d/%m/%Y", "2021-01-31"), day);
  EXPECT_EQ(seconds("%Y-%m-%d", "2021-01-31 12:00"), -1) << "a time, which the column has not";
  EXPECT_EQ(seconds("%Y-%m-%d", "soon"), -1);
  EXPECT_EQ(fitting_formats("03/04/2021"), (std::vector<std::string>{"%d/%m/%Y", "%m/%d/%Y"}));
}

TEST(DateFormats, SeveralFormatsAreCounted) {
  const std::vector<std::string_view> cells = {"2021-01-31", "31 Jan 2021", "2021-02-01", "2021-02-02"};
  const std::vector<FoundDateFormat> found = several_formats(cells);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].format, "%Y-%m-%d");
  EXPECT_EQ(found[0].fitting, 3U);
  EXPECT_EQ(found[1].format, "%d %b %Y");
  EXPECT_TRUE(several_formats(std::vector<std::string_view>{"2021-01-31", "soon"}).empty());
}

TEST(DateFormats, MidnightIsPartOfADate) {
  const std::optional<DateValue> date = read_date("%Y-%m-%d", "2023-01-12");
  ASSERT_TRUE(date.has_value());
  for (const char* cell : {"2023-01-12 00:00:00", "2023-01-12T00:00:00", "2023-01-12 00:00", "2023-01-12T00:00:00.000",
                           "12.01.2023 00:00:00"}) {
    EXPECT_EQ(read_date("%Y-%m-%d", cell), date) << cell;
  }
  EXPECT_FALSE(read_date("%Y-%m-%d", "2023-01-12 10:00:00").has_value()) << "more than a date";
  EXPECT_FALSE(read_date("%Y-%m-%d", "00:00:00").has_value());
}

}  // namespace
}  // namespace suffice
