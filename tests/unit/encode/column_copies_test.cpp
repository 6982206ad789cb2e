#include "encode/column_copies.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(ColumnCopies, a_cell_of_any_column_as_text) {
  const std::vector<float> numbers = {0.1F, NAN, 3};
  const Column matrix = NumberMatrix{numbers.data(), 3, 3};
  EXPECT_EQ(cell_text({&matrix, 1}, 0), "");
  EXPECT_EQ(cell_text({&matrix, 2}, 0), "3");
  const std::vector<std::int16_t> codes = {1, -1, 7};
  const std::vector<std::string> names = {"red", "blue"};
  const Column categories = CategoryColumn{codes.data(), Texts(names)};
  EXPECT_EQ(cell_text({&categories, 0}, 0), "blue");
  EXPECT_EQ(cell_text({&categories, 0}, 1), "");
  EXPECT_EQ(cell_text({&categories, 0}, 2), "");
  const Column text = TextColumn{Texts(names)};
  EXPECT_EQ(cell_text({&text, 0}, 0), "red");
}

TEST(ColumnCopies, tiles_of_any_size_write_the_same_rows) {
  std::vector<std::uint32_t> out(5 * 11);
  write_row_major<3>(11, 5, out.data(), [](std::size_t j, std::size_t i, std::size_t n, std::uint32_t* to) {
    for (std::size_t r = 0; r < n; ++r) to[r] = static_cast<std::uint32_t>(100 * (i + r) + j);
  });
  for (std::size_t k = 0; k < out.size(); ++k) EXPECT_EQ(out[k], 100 * (k / 11) + k % 11);
}

}  // namespace
}  // namespace suffice
