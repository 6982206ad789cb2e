// NameTable: names of every length are told apart, and found again after the table has grown.
#include "data/schema/name_table.hpp"

#include <map>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(NameTable, FindsWhatWasAdded) {
  NameTable table;
  std::vector<std::string> names;
  EXPECT_FALSE(table.find(names, "a"));
  EXPECT_EQ(table.add(names, "a"), 0U);
  EXPECT_EQ(table.add(names, ""), 1U);
  EXPECT_EQ(table.find(names, "a"), 0U);
  EXPECT_EQ(table.find(names, std::string_view()), 1U);
  EXPECT_FALSE(table.find(names, "b"));
  EXPECT_EQ(names, (std::vector<std::string>{"a", ""}));
}

TEST(NameTable, TellsNamesApartThatDifferInOneByte) {
  NameTable table;
  std::vector<std::string> names;
  std::map<std::string, std::uint32_t> expected;
  const auto add = [&](const std::string& name) {
    if (!expected.contains(name)) expected[name] = table.add(names, name);
  };
  for (std::size_t size = 0; size <= 40; ++size) {
    const std::string zeros(size, '\0');
    add(zeros);
    for (std::size_t i = 0; i < size; ++i) {
      for (const char c : {'\x01', 'a', '\xFF'}) {
        std::string name = zeros;
        name[i] = c;
        EXPECT_FALSE(table.find(names, name));
        add(name);
      }
    }
  }
  EXPECT_EQ(names.size(), expected.size());
  for (const auto& [name, place] : expected) EXPECT_EQ(table.find(names, name), place);
}

TEST(NameTable, TakesNamesOfAListThatIsThereOnce) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < 1000; ++i) names.push_back(std::to_string(i) + (i % 2 == 0 ? "" : ", a long name"));
  for (const std::size_t room : {0U, 1000U}) {
    NameTable table;
    table.reserve(room);
    for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_TRUE(table.take(names, i));
    for (std::uint32_t i = 0; i < 1000; ++i) {
      EXPECT_FALSE(table.take(names, i));
      EXPECT_EQ(table.find(names, names[i]), i);
    }
    std::vector<std::string> more = names;
    more.push_back("12");
    more.emplace_back("1, a long name");
    more.emplace_back("1000");
    EXPECT_FALSE(table.take(more, 1000));
    EXPECT_FALSE(table.take(more, 1001));
    EXPECT_TRUE(table.take(more, 1002));
  }
}

TEST(NameTable, StartsAnewWhenCleared) {
  NameTable table;
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) table.add(names, std::to_string(i));
  EXPECT_EQ(table.find(names, "999"), 999U);
  table.clear();
  names.clear();
  EXPECT_FALSE(table.find(names, "999"));
  EXPECT_EQ(table.add(names, "999"), 0U);
}

}  // namespace
}  // namespace suffice
