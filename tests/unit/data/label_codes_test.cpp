// LabelCodes: codes in order of appearance; texts that cannot be labels.
#include "data/formats/label_codes.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

TEST(LabelCodes, CountsLabelsAsTheyAppear) {
  LabelCodes labels;
  EXPECT_EQ(labels.code("b", "y"), 0U);
  EXPECT_EQ(labels.code("a", "y"), 1U);
  EXPECT_EQ(labels.code("b", "y"), 0U);
  EXPECT_EQ(labels.code(" b", "y"), 2U);
  EXPECT_EQ(labels.names(), (std::vector<std::string>{"b", "a", " b"}));
}

TEST(LabelCodes, RefusesTheOneAfterTenThousand) {
  LabelCodes labels;
  for (int i = 0; i < 10'000; ++i) labels.code(std::to_string(i), "y");
  EXPECT_EQ(failure([&] { labels.code("more", "y"); }).substr(0, 44), "3 the target 'y' has more than 10,000 differ");
  EXPECT_EQ(labels.names().size(), 10'000U);
  EXPECT_EQ(labels.code("9999", "y"), 9999U);
}

TEST(LabelCodes, SaysWhatIsNoLabel) {
  EXPECT_EQ(label_problem("a", "y").words, "");
  EXPECT_EQ(label_problem("NA", "y").words, "missing label in column 'y': fill it in or remove the row");
  EXPECT_EQ(label_problem("\xFF", "y").words.substr(0, 29), "the label '\\xFF' is not UTF-8");
  EXPECT_EQ(label_problem(std::string(4097, 'a'), "y").words.substr(0, 41),
            "a label of 4097 bytes (4096 is the most),");
}

}  // namespace
}  // namespace suffice
