// Targets that are numbers to be predicted, and labels that are written in two ways.
#include "data/schema/roles/target_check.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

std::string target_error(std::vector<std::string> cells) {
  const CellSample sample = {{"y"}, {std::move(cells)}, true};
  const std::optional<Error> error = target_problem(sample, {.missing = {"", "?"}}, "y");
  return error ? error->what() : "";
}

std::vector<std::string> numbered(std::size_t count, std::size_t period, const std::string& end = "") {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < count; ++i) cells.push_back(std::to_string(i % period) + end);
  return cells;
}

TEST(TargetCheck, NumbersToBePredictedAreAskedAbout) {
  EXPECT_EQ(target_error({"24.0", "21.6", "34.7", "33.4", "36.2"}),
            "'y' has 5 different numbers in the first 5 rows, such as 21.6 and 33.4: is it a number to be predicted? A "
            "classifier needs labels; cut it into ranges first, or name another target");
  EXPECT_EQ(target_error(numbered(60, 30)),
            "'y' has 30 different numbers in the first 60 rows, such as 0 and 15: is it a number to be predicted? A "
            "classifier needs labels; cut it into ranges first, name another target, or say that each number is a "
            "label");
  EXPECT_NE(target_error(numbered(1000, 21, ".5")), "");
  for (const std::size_t rows : {50U, 60U, 1000U, 9000U}) {
    EXPECT_NE(target_error(numbered(rows, 21)), "") << "whatever the number of rows";
  }
  EXPECT_NE(target_error(numbered(20, 11)), "") << "most labels have one row";
  EXPECT_NE(target_error(numbered(18, 11)), "");
  EXPECT_NE(target_error({"3", "9", "12", "15", "21", "3", "9", "30", "41", "12"}), "");
}

TEST(TargetCheck, LabelsOfAllRowsAreAskedAboutToo) {
  EXPECT_FALSE(number_label_problem(numbered(20, 20), 1000, "y"));
  EXPECT_EQ(number_label_problem(numbered(21, 21), 1000, "y")->message().substr(0, 57),
            "'y' has 21 different numbers in 1000 rows, such as 0 and ");
  std::vector<std::string> names = numbered(21, 21);
  names.emplace_back("other");
  EXPECT_FALSE(number_label_problem(names, 1000, "y"));
  EXPECT_FALSE(number_label_problem(numbered(21, 21, "a"), 1000, "y"));
}

TEST(TargetCheck, LabelsMayBeNumbers) {
  EXPECT_EQ(target_error(numbered(100, 10)), "");
  EXPECT_EQ(target_error(numbered(1000, 20)), "");
  EXPECT_EQ(target_error(numbered(100, 3, ".0")), "");
  EXPECT_EQ(target_error(numbered(100, 9, ".5")), "") << "stars";
  EXPECT_EQ(target_error({"0.5", "1", "?", "1"}), "");
  EXPECT_EQ(target_error({"1", "2", "3"}), "");
  EXPECT_EQ(target_error(numbered(12, 7)), "") << "codes";
  EXPECT_EQ(target_error({}), "");
  EXPECT_EQ(target_error({"a1", "a2", "a3", "a4", "a5", "a6"}), "");
  EXPECT_FALSE(target_problem({{"x"}, {{"1.5"}}, true}, {.missing = {""}}, "y"));
}

TEST(TargetCheck, TwinsDifferByBlanksCaseOrAFinalDot) {
  const std::vector<std::string> known = {"<=50K", ">50K", "1", "New York"};
  const std::vector<std::string> found = {"<=50K.", ">50K.", ">50K", "1.0", " newyork", "2", "."};
  EXPECT_EQ(label_twins(known, found),
            (std::vector<LabelTwin>{{"<=50K.", "<=50K"}, {">50K.", ">50K"}, {"1.0", "1"}, {" newyork", "New York"}}));
  EXPECT_TRUE(label_twins(known, known).empty());
  EXPECT_TRUE(label_twins({}, found).empty());
}

}  // namespace
}  // namespace suffice
