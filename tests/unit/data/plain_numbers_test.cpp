// plain_numbers(): what plain_number() makes of each cell, to the bit, in every instruction set.
#include "data/bytes/plain_numbers.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

/// Calls test() once for each instruction set that this machine has.
template <typename Test>
void for_each_target(const Test& test) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
}

/// Compares all cells of a line, as many at a time as go together.
void compare(const std::vector<std::string>& cells, char point) {
  const std::string before = "7.5e3,-1234567890";
  for (std::size_t first = 0; first < cells.size(); first += PlainCells::most) {
    const std::size_t count = std::min(cells.size() - first, PlainCells::most);
    std::string line = before;
    for (std::size_t k = 0; k < count; ++k) line += cells[first + k] + ';';
    PlainCells plain;
    const char* begin = line.data() + before.size();
    for (std::size_t k = 0; k < count; ++k) {
      const char* const end = begin + cells[first + k].size();
      plain.set(k, begin, end);
      begin = end + 1;
    }
    std::vector<double> values(count + 1, 42);
    const std::uint64_t refused = plain_numbers(plain, count, point, values.data());
    EXPECT_EQ(values.back(), 42) << "written behind the last";
    EXPECT_EQ(count < 64 ? refused >> count : 0, 0U);
    begin = line.data() + before.size();
    for (std::size_t k = 0; k < count; ++k) {
      const char* const end = begin + cells[first + k].size();
      double expected = 0;
      const bool is_plain = plain_number(begin, end, point, expected);
      ASSERT_EQ((refused >> k & 1U) == 0, is_plain) << cells[first + k];
      if (is_plain) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(values[k]), std::bit_cast<std::uint64_t>(expected)) << cells[first + k];
      }
      begin = end + 1;
    }
  }
}

std::string random_number(std::mt19937_64& random) {
  std::string text = std::to_string(random() % 10'000'000'000'000'000 + random() % 2 * 9'000'000'000'000'000'000);
  text.resize(1 + random() % std::min<std::size_t>(text.size(), random() % 2 != 0 ? 8 : 20));
  if (random() % 3 != 0) text.insert(random() % (text.size() + 1), ".");
  if (random() % 8 == 0) text.insert(0, "0");
  if (random() % 2 != 0) text.insert(0, "-");
  return text;
}

TEST(PlainNumbers, AreThoseReadOneByOne) {
  for_each_target([] {
    std::mt19937_64 random(3);
    for (int i = 0; i < 2'000; ++i) {
      std::vector<std::string> cells(1 + random() % 130);
      const bool are_short = random() % 2 == 0;
      for (std::string& cell : cells) {
        cell = random_number(random);
        if (are_short) cell.resize(std::min<std::size_t>(cell.size(), 9));
      }
      compare(cells, '.');
      for (std::string& cell : cells) std::ranges::replace(cell, '.', ',');
      compare(cells, ',');
      compare(cells, '.');
    }
  });
}

TEST(PlainNumbers, NoOtherTextIsTakenForOne) {
  for_each_target([] {
    std::mt19937_64 random(4);
    const std::string alphabet = "00129..-+e /:\x80\xFF,";
    for (int i = 0; i < 20'000; ++i) {
      std::vector<std::string> cells(1 + random() % 20);
      for (std::string& cell : cells) {
        if (random() % 2 == 0) cell = random_number(random);
        const std::size_t changes = random() % 4;
        for (std::size_t k = 0; k < changes; ++k) {
          const char c = random() % 4 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
          cell.insert(random() % (cell.size() + 1), 1, c);
        }
      }
      compare(cells, ".,"[random() % 2]);
    }
  });
}

TEST(PlainNumbers, AreExactUpToTwoToTheFiftyThree) {
  for_each_target([] {
    compare({"9007199254740991",
             "9007199254740992",
             "9007199254740993",
             "-9007199254740992",
             "900719925474.0993",
             "9007199254740.992",
             "9999999999999999",
             "0.00000000000001",
             ".000000000000001",
             "0",
             "-0",
             "-0.0",
             "00",
             "0.",
             ".0",
             ".",
             "-.",
             "-",
             "",
             "--1",
             "1.2.3",
             "..1",
             "1..",
             "1...2",
             "12345678.",
             ".12345678",
             "12345678.12345678",
             "1234567.12345678",
             "-1234567.12345678",
             "12345678912345678",
             "-1234567891234567"},
            '.');
  });
}

}  // namespace
}  // namespace suffice
