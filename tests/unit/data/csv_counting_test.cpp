// CsvCounting: steps of a column in one direction.
#include "data/formats/csv/csv_counting.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

CsvCounting counted(const std::vector<std::string_view>& cells) {
  CsvCounting counting;
  for (const std::string_view cell : cells) counting.add(cell, {});
  return counting;
}

TEST(CsvCounting, CountsStepsInTheDirectionOfTheFirst) {
  EXPECT_EQ(counted({"1", "2", "3", "5", "NA", "9"}).on(), 4U);
  EXPECT_EQ(counted({"1", "2", "3", "5", "NA", "9"}).off(), 0U);
  EXPECT_EQ(counted({"1", "2", "1", "2"}).off(), 1U);
  EXPECT_EQ(counted({"1", "2", "2"}).off(), 1U) << "the same again";
  EXPECT_EQ(counted({"9", "8", "7", "8"}).on(), 2U) << "down";
  EXPECT_EQ(counted({"x", "8", ""}).on(), 0U);
}

}  // namespace
}  // namespace suffice
