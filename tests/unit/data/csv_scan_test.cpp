// CsvScan: records and cells of a text in memory, and the place where it stops.
#include "data/formats/csv/csv_scan.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Records = std::vector<std::vector<std::string>>;

/// The text with the bytes behind it that a scan may read.
std::string with_slack(const std::string& text) { return text + std::string(CsvScan::slack, 'x'); }

Records records_of(const CsvScan& scan, const std::string& text) {
  Records records;
  for (const CsvScan::Record& record : scan.records()) {
    std::vector<std::string> cells;
    const char* begin = record.begin;
    for (std::uint32_t k = 0; k < record.cells; ++k) {
      cells.emplace_back(begin, text.data() + record.ends[k]);
      begin = text.data() + record.ends[k] + 1;
    }
    records.push_back(cells);
  }
  return records;
}

TEST(CsvScan, FindsWholeRecordsAndTheirCells) {
  const std::string text = with_slack("a,b\n\n1,\r\n\"x,\ny\",2\nrest,");
  const std::size_t size = text.size() - CsvScan::slack;
  CsvScan scan;
  ASSERT_TRUE(scan.scan(std::string_view(text).substr(0, size), 0, size, {}, {}, false));
  EXPECT_EQ(records_of(scan, text), (Records{{"a", "b"}, {"1", ""}, {"\"x,\ny\"", "2"}}));
  EXPECT_EQ(text.substr(scan.complete(), 4), "rest");
  EXPECT_EQ(scan.lines(), 5U);
}

TEST(CsvScan, SkipsRecordsEqualToTheHeader) {
  const std::string text = with_slack("1;2\nx;y\n3;4\n");
  const std::size_t size = text.size() - CsvScan::slack;
  CsvScan scan;
  ASSERT_TRUE(scan.scan(std::string_view(text).substr(0, size), 0, size, {.delimiter = ';'}, "x;y", true));
  EXPECT_EQ(records_of(scan, text), (Records{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(scan.repeated_headers(), 1U);
}

TEST(CsvScan, KnowsLinesBelowTheTable) {
  const CsvGrammar comma = {',', '"'};
  for (const char* record : {"Source: the office,,", "\"Note: a, b\",,,", "Quelle: Amt,,"}) {
    EXPECT_TRUE(is_below_table(record, comma)) << record;
  }
  for (const char* record : {"", ",,,", "Source: the office", "Source: a,", "Source: a,1,,", "\"Note: a\" b,,",
                             "\"Note: a,,", "the office,,", "(8 rows affected),,"}) {
    EXPECT_FALSE(is_below_table(record, comma)) << record;
  }
}

TEST(CsvScan, KnowsTheHeaderOfAFileThatWasAppended) {
  for (const char* record : {"a,b c,d",
                             "\xEF\xBB\xBF"
                             "a,b c,d",
                             " a , b c ,d ", "\"a\",\"b c\",\"d\"", "\xEF\xBB\xBF\"a\",b c,d"}) {
    EXPECT_TRUE(repeats_header(record, "a,b c,d", {})) << record;
  }
  for (const char* record : {"a,b c", "a,b c,d,e", "a,bc,d", "1,2,3", "", "A,b c,d", "a"}) {
    EXPECT_FALSE(repeats_header(record, "a,b c,d", {})) << record;
  }
  EXPECT_FALSE(repeats_header("a,b", "", {}));
  EXPECT_TRUE(repeats_header(" a   b\tc", "a b c", {.delimiter = ' '}));
  EXPECT_FALSE(repeats_header(" a   b\td", "a b c", {.delimiter = ' '}));
  EXPECT_TRUE(repeats_header("a\t b \tc", "a\tb\tc", {.delimiter = '\t'}));
}

TEST(CsvScan, StopsAtQuotesWhereItIsAsked) {
  const std::string text = with_slack("1,2\n\"3\",4\n");
  const std::size_t size = text.size() - CsvScan::slack;
  CsvScan scan;
  EXPECT_FALSE(scan.scan(std::string_view(text).substr(0, size), 0, size, {}, {}, true));
  EXPECT_TRUE(scan.scan(std::string_view(text).substr(0, size), 0, size, {.quote = 0}, {}, true));
  EXPECT_EQ(records_of(scan, text), (Records{{"1", "2"}, {"\"3\"", "4"}}));
}

}  // namespace
}  // namespace suffice
