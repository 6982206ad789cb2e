#include "evaluate/repeated_rows.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names{"a", "b"};

// `distinct` rows of two columns, one after the other until there are n; digits decide how many values there are.
struct Repeated {
  std::vector<double> values;
  std::vector<std::uint32_t> codes;

  Repeated(std::size_t n, std::size_t distinct, double digits) {
    for (std::size_t i = 0; i < n; ++i) {
      Random random(mix_seed(7, i % distinct));
      for (int j = 0; j < 2; ++j) values.push_back(std::floor(random.uniform() * digits));
      codes.push_back(static_cast<std::uint32_t>(random.below(2)));
    }
  }
  [[nodiscard]] std::size_t count() const {
    return repeated_rows(Table::row_major(values.data(), codes.size(), 2), {codes, names});
  }
};

TEST(RepeatedRows, copies_are_counted) {
  EXPECT_EQ(Repeated(300, 100, 1e9).count(), 300U);
  EXPECT_EQ(Repeated(300, 270, 1e9).count(), 60U);
  EXPECT_EQ(Repeated(300, 300, 1e9).count(), 0U);
}

TEST(RepeatedRows, a_few_are_no_matter) { EXPECT_EQ(Repeated(300, 295, 1e9).count(), 0U); }

TEST(RepeatedRows, cases_that_can_be_alike_are_no_copies) {
  EXPECT_EQ(Repeated(300, 300, 5).count(), 0U);
  EXPECT_EQ(Repeated(0, 1, 5).count(), 0U);
}

TEST(RepeatedRows, another_label_makes_another_row) {
  Repeated rows(200, 100, 1e9);
  for (std::size_t i = 0; i < 100; ++i) rows.codes[i + 100] = 1 - rows.codes[i];
  EXPECT_EQ(rows.count(), 0U);
}

}  // namespace
}  // namespace suffice
