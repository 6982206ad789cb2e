// CategoryCodes: codes by column, what is missing, what cannot be a value, and dictionaries that stay small.
#include "data/formats/category_codes.hpp"

#include <gtest/gtest.h>

#include "suffice/table.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

std::uint32_t code_of(CategoryCodes& codes, std::size_t j, std::string_view cell) {
  if (const auto known = codes.find(j, cell)) return *known;
  std::uint32_t code = 0;
  EXPECT_EQ(codes.add(j, cell, code), "");
  return code;
}

TEST(CategoryCodes, NumbersTheValuesOfEachColumn) {
  CategoryCodes codes(2);
  EXPECT_EQ(code_of(codes, 0, "red"), 0U);
  EXPECT_EQ(code_of(codes, 1, "tall"), 0U);
  EXPECT_EQ(code_of(codes, 0, " red"), 1U);
  EXPECT_EQ(code_of(codes, 0, "red"), 0U);
  EXPECT_EQ(codes.names()[0], (Names{"red", " red"}));
  EXPECT_EQ(codes.names()[1], (Names{"tall"}));
}

TEST(CategoryCodes, KnowsWhatIsMissing) {
  CategoryCodes codes(1);
  for (const std::string_view cell : {"", "?", " NA ", "null"}) EXPECT_EQ(code_of(codes, 0, cell), missing_category);
  EXPECT_TRUE(codes.names()[0].empty());
}

TEST(CategoryCodes, SaysWhatCannotBeAValue) {
  CategoryCodes codes(1);
  std::uint32_t code = 0;
  EXPECT_EQ(codes.add(0, "gr\xFCn", code),
            "the value 'gr\\xFCn' is not UTF-8: convert the file to UTF-8, for example with iconv -f LATIN1 -t UTF-8");
  EXPECT_EQ(codes.add(0, std::string(4097, 'z'), code),
            "a value of 4097 bytes (4096 is the most): is it text, not the name of a value? Leave out the column");
  EXPECT_TRUE(codes.names()[0].empty());
}

TEST(CategoryCodes, BeginsALargeDictionaryAnewWithABlock) {
  CategoryCodes codes(2);
  code_of(codes, 1, "kept");
  for (std::size_t i = 0; i <= CategoryCodes::most_kept_values; ++i) code_of(codes, 0, std::to_string(i));
  EXPECT_EQ(code_of(codes, 0, "7"), 7U);
  codes.start_block();
  EXPECT_TRUE(codes.names()[0].empty());
  EXPECT_EQ(code_of(codes, 0, "7"), 0U);
  EXPECT_EQ(code_of(codes, 1, "kept"), 0U);
  const std::string filling(4000, 'z');
  for (int i = 0; i < 5000; ++i) code_of(codes, 1, filling + std::to_string(i));
  codes.start_block();
  EXPECT_TRUE(codes.names()[1].empty());
}

TEST(CategoryCodes, TakesValuesForKnownOnesThatAreWrittenOtherwise) {
  CategoryCodes codes(2);
  codes.set_known(0, Names{"0", "1"});
  EXPECT_EQ(code_of(codes, 0, "0.0"), 0U);
  EXPECT_EQ(code_of(codes, 0, "0"), 1U);
  EXPECT_EQ(code_of(codes, 0, "0.0"), 0U);
  EXPECT_EQ(code_of(codes, 0, "2"), 2U);
  EXPECT_EQ(code_of(codes, 1, "0.0"), 0U) << "nothing is known of the other column";
  EXPECT_EQ(codes.names()[0], (Names{"0", "0", "2"}));
  EXPECT_EQ(codes.names()[1], (Names{"0.0"}));
  const CategoryCodes::Strangers& strangers = codes.strangers(0);
  ASSERT_EQ(strangers.respelled.size(), 1U);
  EXPECT_EQ(strangers.respelled[0].written, "0.0");
  EXPECT_EQ(strangers.respelled[0].taken_for, "0");
  EXPECT_EQ(strangers.unknown, Names{"2"});
  EXPECT_TRUE(codes.strangers(1).unknown.empty());
}

TEST(CategoryCodes, SaysNothingOfAccentsThatAreComposedOtherwise) {
  CategoryCodes codes(1);
  codes.set_known(0, Names{"caf\u00e9"});
  EXPECT_EQ(code_of(codes, 0, "cafe\u0301"), 0U);
  EXPECT_EQ(codes.names()[0], Names{"caf\u00e9"});
  EXPECT_TRUE(codes.strangers(0).respelled.empty());
}

}  // namespace
}  // namespace suffice
