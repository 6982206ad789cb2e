// CsvConversion: dates as numbers, names that are new, and texts whose memory is kept.
#include "data/formats/csv/csv_conversion.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CsvConversion, ReadsDatesAsSeconds) {
  const DateCell date{DatePart::seconds, "%Y-%m-%d"};
  EXPECT_EQ(date_number("1970-01-02", date, {}).value, 86400);
  EXPECT_EQ(date_number("1970-01-02", date, {}).kind, NumberKind::finite);
  EXPECT_EQ(date_number("?", date, {}).kind, NumberKind::missing);
  EXPECT_EQ(date_number("1970-02-30", date, {}).kind, NumberKind::not_a_number);
}

TEST(CsvConversion, NewNamesKeepTheirOrderAndFirstRow) {
  NewNames names;
  EXPECT_EQ(names.find("red"), nullptr);
  EXPECT_EQ(names.code("red", 3), 0U);
  EXPECT_EQ(names.code("blue", 5), 1U);
  ASSERT_NE(names.find("blue"), nullptr);
  EXPECT_EQ(*names.find("blue"), 1U);
  EXPECT_EQ(names.rows, (std::vector<std::size_t>{3, 5}));
  names.clear();
  EXPECT_EQ(names.find("blue"), nullptr);
}

TEST(CsvConversion, GivesBackMemoryThatIsFarTooMuch) {
  std::string text(10000, 'a');
  put_text(text, "b");
  EXPECT_EQ(text, "b");
  EXPECT_LT(text.capacity(), 1000U);
}

}  // namespace
}  // namespace suffice
