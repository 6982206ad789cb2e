// Binding: columns found by name or number, missing ones named, labels kept apart from numbers.
#include "data/binding.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

std::optional<std::size_t> find_letter(const std::string& name) {
  return name.size() == 1 && name[0] >= 'a' && name[0] <= 'd' ? std::optional<std::size_t>(name[0] - 'a')
                                                              : std::nullopt;
}

const std::vector<std::string> letters = {"a", "b", "c", "d"};

TEST(Binding, FindsTheColumnsOfASchema) {
  const Binding all = bind_columns({{"d", "a"}, "b", "c"}, true, letters, find_letter, "f");
  EXPECT_EQ(all.features, (std::vector<std::size_t>{3, 0}));
  EXPECT_EQ(all.target, 1U);
  EXPECT_EQ(all.weight, 2U);
  const Binding unlabelled = bind_columns({{"a"}, "no", "no"}, false, letters, find_letter, "f");
  EXPECT_FALSE(unlabelled.target);
  EXPECT_FALSE(unlabelled.weight);
  EXPECT_FALSE(bind_columns({{"a"}, "b", ""}, true, letters, find_letter, "f").weight);
}

TEST(Binding, NamesAllThatIsMissing) {
  EXPECT_EQ(failure([] { bind_columns({{"a", "long"}, "wide", ""}, true, letters, find_letter, "f"); }),
            "3 f: has no column 'long' and 'wide'; it has 'a', 'b', 'c' and 'd'");
}

TEST(Binding, ChecksWhatAFileHolds) {
  const Schema numbers{{"a"}, "b", ""};
  const Schema categories{.features = {"a"}, .target = "b", .encoding = Encoding::categories};
  EXPECT_EQ(failure([&] { check_encoding(numbers, Encoding::numbers, "f"); }), "");
  EXPECT_EQ(failure([&] { check_encoding(categories, Encoding::numbers, "f"); }),
            "3 f: holds numbers, and the model reads categories: give a CSV table, or fit a model of numbers");
}

TEST(Binding, BindsTextByPlace) {
  const Schema schema{.features = {"message"}, .target = "kind", .encoding = Encoding::text};
  const Binding binding = bind_text(schema, true, true, "f");
  EXPECT_EQ(binding.features, (std::vector<std::size_t>{1}));
  EXPECT_EQ(binding.target, 0U);
  EXPECT_FALSE(bind_text(schema, false, false, "f").target);
  EXPECT_EQ(failure([&] { bind_text(schema, true, false, "f"); }), "3 f: has no column 'kind'; it has 'text'");
  Schema weighted = schema;
  weighted.weight = "w";
  EXPECT_EQ(failure([&] { bind_text(weighted, true, true, "f"); }),
            "3 f: has no column 'w'; it has 'label' and 'text'");
  Schema two = schema;
  two.features.emplace_back("title");
  EXPECT_EQ(failure([&] { bind_text(two, true, true, "f"); }),
            "3 f: has no column 'message' and 'title'; it has 'label' and 'text'");
}

TEST(Binding, NumbersColumns) {
  EXPECT_EQ(numbered_columns(3), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_TRUE(numbered_columns(0).empty());
  EXPECT_EQ(column_number("1"), 1U);
  EXPECT_EQ(column_number("10000001"), 10'000'001U);
  for (const char* text : {"", "0", "01", "+1", "-1", "1.0", "1 ", " 1", "x", "99999999999999999999999"}) {
    EXPECT_EQ(column_number(text), std::nullopt) << text;
  }
}

TEST(Binding, KnowsNumberedColumns) {
  EXPECT_TRUE(is_numbered(numbered_columns(12)));
  EXPECT_TRUE(is_numbered({}));
  for (const std::vector<std::string>& names :
       std::vector<std::vector<std::string>>{{"2"}, {"1", "3"}, {"1", "02"}, {"2", "1"}, {"1", "x"}}) {
    EXPECT_FALSE(is_numbered(names));
  }
}

TEST(Binding, KeepsLabelsFromBeingNumbers) {
  EXPECT_EQ(failure([] { check_label_column({{1, 2}, 0, 3}, 0, "f"); }), "");
  const std::string message =
      "3 f: the column 'label' holds labels, not numbers: choose it as the target, or leave it out (--drop label)";
  EXPECT_EQ(failure([] { check_label_column({{1, 0}, 2, {}}, 0, "f"); }), message);
  EXPECT_EQ(failure([] { check_label_column({{1}, 2, 0}, 0, "f"); }), message);
}

}  // namespace
}  // namespace suffice
