// What all rows hold: values of categories, and missing ones; values that indicators then know.
#include "fit/met_values.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

const Schema mixed{
    .blocks = {{.kind = Kind::measurements, .features = {"x", "z"}}, {.kind = Kind::categories, .features = {"k"}}},
    .target = "y"};

TEST(MetValues, AreThoseOfAllTables) {
  MetValues met(mixed);
  const double none = std::nan("");
  const std::vector<double> numbers = {1, none, 2, 3, none, none};
  std::vector<std::uint32_t> codes = {0, missing_category, 1};
  std::vector<std::string> values = {"a", "b"};
  const auto add = [&] {
    met.add({.rows = 3, .columns = {NumberMatrix{numbers.data(), 2, 2}, CategoryColumn{codes.data(), Texts(values)}}});
  };
  add();
  values.emplace_back("c");
  codes = {2, 2, 2};
  add();
  values = {"d"};  // a dictionary that was begun anew
  codes = {0, 0, 0};
  add();
  EXPECT_EQ(met.values(), (ValuesByColumn{{"k", {"a", "b", "c", "d"}}}));
  EXPECT_EQ(met.missing(), (std::map<std::string, std::uint64_t>{{"k", 1}, {"x", 3}, {"z", 6}}));
}

TEST(MetValues, ColumnsOfOtherViewsAreCountedToo) {
  MetValues met(mixed);
  const std::vector<float> x = {1, std::nanf(""), 3};
  const std::vector<int> z = {1, 2, 3};
  const std::uint8_t bits = 0b101;
  const std::vector<std::int8_t> codes = {0, -1, 0};
  const std::vector<std::string> values = {"a"};
  met.add({.rows = 3,
           .columns = {NumberColumn{x.data()}, NumberColumn{z.data(), 1, {&bits}},
                       CategoryColumn{codes.data(), Texts(values)}}});
  EXPECT_EQ(met.missing(), (std::map<std::string, std::uint64_t>{{"k", 1}, {"x", 1}, {"z", 1}}));
}

TEST(MetValues, ValuesWithoutAnIndicatorBecomeKnown) {
  Schema schema{
      .blocks = {{.kind = Kind::measurements, .features = {"k=a", "k=b"}, .indicators = {{"k", {"a", "b"}, {"c"}}}}},
      .target = "y"};
  know_values({{"k", {"b", "e", "c", "d"}}, {"other", {"f"}}}, schema);
  EXPECT_EQ(schema.blocks[0].indicators[0].without, (std::vector<std::string>{"c", "d", "e"}));
}

}  // namespace
}  // namespace suffice
