#include "data/schema/description_lines.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Records = std::vector<std::vector<std::string>>;

std::size_t count(const Records& records) { return count_description_lines(records, '.'); }

TEST(DescriptionLines, UnitsStandInEveryColumnOfNumbers) {
  EXPECT_EQ(count({{"day", "m", "kg"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", ""}}), 1U);
  EXPECT_EQ(count({{"day", "m", "kg"}, {"", "Avg", "Smp"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 2U);
  EXPECT_EQ(count({{"day", "m", "2"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 0U)
      << "a row with one text among numbers";
  EXPECT_EQ(count({{"a", "-", "none"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 0U)
      << "a row without values";
  EXPECT_EQ(count({{"a", "m"}, {"a", "1"}, {"b", "3"}, {"c", "5"}, {"d", "7"}}), 0U) << "one column tells too little";
  EXPECT_EQ(count({{"x", "y"}, {"a", "b"}, {"c", "d"}, {"e", "f"}}), 0U);
  EXPECT_EQ(count({{"m", "kg"}, {"1", "2"}}), 0U);
  EXPECT_EQ(count({}), 0U);
}

TEST(DescriptionLines, TypesAndFlagsOfOrange) {
  EXPECT_EQ(count({{"c", "c", "d"}, {"", "", "class"}, {"1", "2", "a"}, {"3", "4", "b"}, {"5", "6", "a"}}), 2U);
  EXPECT_EQ(count({{"discrete", "string"}, {"class", "meta"}, {"a", "b"}}), 2U);
  EXPECT_EQ(count({{"c", "d"}, {"d", "c"}, {"c", "c"}}), 0U) << "values of categories";
}

}  // namespace
}  // namespace suffice
