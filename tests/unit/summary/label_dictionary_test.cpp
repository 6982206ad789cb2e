#include "summary/label_dictionary.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(LabelDictionary, numbers_labels_in_order_of_first_appearance) {
  LabelDictionary dictionary;
  EXPECT_EQ(dictionary.add("b"), 0U);
  EXPECT_EQ(dictionary.add("a"), 1U);
  EXPECT_EQ(dictionary.add("b"), 0U);
  EXPECT_EQ(dictionary.names(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(dictionary.find("a"), 1U);
  EXPECT_EQ(dictionary.find("c"), std::nullopt);
}

TEST(LabelDictionary, starts_from_a_list) {
  const std::vector<std::string> names{"x", "", "y"};
  const LabelDictionary dictionary(names);
  EXPECT_EQ(dictionary.names(), names);
  EXPECT_EQ(dictionary.find(""), 1U);
}

TEST(LabelDictionary, finds_few_labels_and_many) {
  LabelDictionary dictionary;
  for (std::size_t k = 0; k < 50; ++k) {
    EXPECT_EQ(dictionary.find(std::to_string(k)), std::nullopt);
    EXPECT_EQ(dictionary.add(std::to_string(k)), k);
    EXPECT_EQ(dictionary.add(std::to_string(k / 2)), k / 2);
  }
  EXPECT_EQ(dictionary.names().size(), 50U);
}

}  // namespace
}  // namespace suffice
