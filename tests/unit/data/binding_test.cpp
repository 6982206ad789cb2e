// Binding: columns found by name or number, missing ones named, labels kept apart from numbers.
#include "data/schema/binding.hpp"

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
  const Binding all = bind_columns(schema_of({"d", "a"}, "b", "c"), true, letters, find_letter, "f");
  EXPECT_EQ(all.numbers, (std::vector<std::size_t>{3, 0}));
  EXPECT_EQ(all.target, 1U);
  EXPECT_EQ(all.weight, 2U);
  const Binding unlabelled = bind_columns(schema_of({"a"}, "no", "no"), false, letters, find_letter, "f");
  EXPECT_FALSE(unlabelled.target);
  EXPECT_FALSE(unlabelled.weight);
  EXPECT_FALSE(bind_columns(schema_of({"a"}, "b"), true, letters, find_letter, "f").weight);
}

TEST(Binding, NamesAllThatIsMissing) {
  EXPECT_EQ(failure([] { bind_columns(schema_of({"a", "long"}, "wide"), true, letters, find_letter, "f"); }),
            "3 f: has no columns 'long' and 'wide'; it has 'a', 'b', 'c' and 'd'");
}

TEST(Binding, ReadsAColumnOnceAsItsBlocksWantIt) {
  const auto block = [](Kind kind, std::vector<std::string> features) {
    return Block{.kind = kind, .features = std::move(features)};
  };
  const Schema mixed{{block(Kind::text, {"a"}), block(Kind::categories, {"b", "a", "c"}),
                      block(Kind::measurements, {"c"}), block(Kind::text, {"d"}), block(Kind::amounts, {"c"})},
                     ""};
  const Binding binding = bind_columns(mixed, true, letters, find_letter, "f");
  EXPECT_EQ(binding.forms,
            (std::vector<CellForm>{CellForm::category, CellForm::category, CellForm::number, CellForm::text}));
  EXPECT_EQ(binding.categories, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(binding.numbers, (std::vector<std::size_t>{2}));
  EXPECT_EQ(binding.is_amount, (std::vector<std::uint8_t>{1}));
  EXPECT_TRUE(binding.has_amounts());
  EXPECT_EQ(binding.documents, (std::vector<std::size_t>{3}));
  EXPECT_FALSE(bind_columns(schema_of({"a"}, ""), true, letters, find_letter, "f").has_amounts());
}

TEST(Binding, ChecksWhatAFileHolds) {
  const Schema numbers = schema_of({"a"}, "b");
  const Schema categories = schema_of({"a"}, "b", "", Kind::categories);
  const Schema text = schema_of({"a"}, "b", "", Kind::text);
  const auto bind = [](const Schema& schema, bool of_numbers) {
    return failure([&] { bind_numbers(schema, true, of_numbers, letters, find_letter, "f"); });
  };
  EXPECT_EQ(bind(numbers, false), "");
  EXPECT_EQ(bind(categories, false),
            "3 f: holds numbers, and the model reads categories: give a CSV table, or fit a model of numbers");
  EXPECT_EQ(bind(text, true),
            "3 f: holds numbers, and the model reads text: give a CSV table, or fit a model of numbers");
  EXPECT_EQ(bind_numbers(categories, true, true, letters, find_letter, "f").numbers, (std::vector<std::size_t>{0}));
}

TEST(Binding, BindsTextByPlace) {
  const Schema schema = schema_of({"message"}, "kind", "", Kind::text);
  const Binding binding = bind_text(schema, true, true, "f");
  EXPECT_EQ(binding.documents, (std::vector<std::size_t>{1}));
  EXPECT_EQ(binding.target, 0U);
  EXPECT_FALSE(bind_text(schema, false, false, "f").target);
  EXPECT_EQ(failure([&] { bind_text(schema, true, false, "f"); }), "3 f: has no column 'kind'; it has 'text'");
  Schema weighted = schema;
  weighted.weight = "w";
  EXPECT_FALSE(bind_text(weighted, true, true, "f").weight);
  Schema two = schema;
  two.blocks.push_back({.kind = Kind::text, .features = {"title"}});
  EXPECT_EQ(failure([&] { bind_text(two, true, true, "f"); }),
            "3 f: has no columns 'message' and 'title'; it has 'label' and 'text'");
}

TEST(Binding, KnowsOpenColumns) {
  Schema schema = schema_of({"1", "2"}, "y");
  EXPECT_EQ(open_block(schema), nullptr);
  schema.blocks[0].open_columns = true;
  EXPECT_EQ(open_block(schema), schema.blocks.data());
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
  const auto check = [](std::vector<std::size_t> numbers, std::optional<std::size_t> weight) {
    Binding binding;
    binding.numbers = std::move(numbers);
    binding.weight = weight;
    check_label_column(binding, 0, "f");
  };
  EXPECT_EQ(failure([&] { check({1, 2}, 3); }), "");
  const std::string message = "3 f: the column 'label' holds labels, not numbers; choose it as the target, or drop it";
  EXPECT_EQ(failure([&] { check({1, 0}, {}); }), message);
  EXPECT_EQ(failure([&] { check({1}, 0); }), message);
  EXPECT_EQ(remedies([&] { check({1}, 0); }), "give drop label");
}

TEST(Binding, PartsOfADateAreReadFromItsColumn) {
  Schema schema{.blocks = {{.features = {"x", "when"}},
                           {.kind = Kind::categories, .features = {"when hour", "when weekday", "c"}}},
                .target = "y"};
  schema.dates = {{"when", "%Y-%m-%d %H:%M"}};
  EXPECT_EQ(file_columns(schema), (std::vector<std::string>{"x", "when", "c"}));
  schema.dates.clear();
  EXPECT_EQ(file_columns(schema), columns_of(schema));
}

}  // namespace
}  // namespace suffice
