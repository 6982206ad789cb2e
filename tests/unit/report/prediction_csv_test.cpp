#include <cmath>

#include <gtest/gtest.h>

#include "suffice/model.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += text;
  }
  return all;
}

const std::vector<std::string> label_cells{"a", csv_cell("b,c")};

TEST(PredictionCsv, quotes_what_rfc_4180_quotes) {
  EXPECT_EQ(csv_cell("plain text"), "plain text");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
}

TEST(PredictionCsv, writes_a_line_for_each_row) {
  const std::vector<std::uint32_t> classes{1, no_decision, 0};
  const std::vector<double> numbers{0.1, -INFINITY, std::nan(""), 1e-300, 5, 6};
  const std::vector<std::string> files{"f 1", "f,2", "f3"};
  const std::vector<std::string> cells{"u", "v", "w"};
  const std::vector<std::string> problems{"", "", "not a number"};
  std::vector<std::string> texts;
  write_csv({.classes = classes,
             .label_cells = label_cells,
             .numbers = {{numbers, 2}},
             .before = files,
             .cells = cells,
             .problems = problems},
            1, texts);
  EXPECT_EQ(joined(texts), "f 1,\"b,c\",0.1,-inf,u\n\"f,2\",,,1e-300,v\nf3,,,,w\n");
}

TEST(PredictionCsv, is_the_same_for_any_number_of_threads) {
  std::vector<std::uint32_t> classes;
  std::vector<double> numbers;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    classes.push_back(i % 2);
    numbers.push_back(std::sin(i));
  }
  const PredictedRows rows = {.classes = classes, .label_cells = label_cells, .numbers = {{numbers, 1}}};
  std::vector<std::string> one;
  std::vector<std::string> many;
  write_csv(rows, 1, one);
  write_csv(rows, 7, many);
  EXPECT_EQ(many.size(), 7U);
  EXPECT_EQ(joined(one), joined(many));
  EXPECT_TRUE(joined(one).starts_with("a,0\n\"b,c\",0.8414709848078965\n"));
}

}  // namespace
}  // namespace suffice
