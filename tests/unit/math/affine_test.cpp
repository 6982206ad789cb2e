#include "math/linear/affine.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(AffineMap, maps_centred_rows) {
  const AffineMap map(std::vector{1.0, 2.0}, std::vector{10.0, 0.0, 1.0, 1.0, 5.0, 0.5}, std::vector{0.0, 0.0, 7.0});
  EXPECT_EQ(map.inputs(), 2U);
  EXPECT_EQ(map.outputs(), 3U);
  const std::vector<double> row{2, 4};
  std::vector<double> out(3);
  map.apply(Batch::row_major(row.data(), 1, 2), out.data());
  EXPECT_EQ(out, (std::vector{12.0, 10.0, 9.0}));
}

TEST(AffineMap, each_number_is_one_chain_over_the_inputs_in_order) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  const auto draw = [&](std::size_t n) {
    std::vector<double> values(n);
    for (double& value : values) {
      value = normal(bits);
    }
    return values;
  };
  for (const std::size_t rows : {1U, 9U, 64U, 130U}) {
    const std::vector<double> centre = draw(5);
    const std::vector<double> matrix = draw(50);
    const std::vector<double> offset = draw(10);
    const std::vector<double> values = draw(5 * rows);
    // Column-major rows, to see that strides are followed.
    const Batch batch{values.data(), rows, 5, 1, static_cast<std::ptrdiff_t>(rows), {}};
    std::vector<double> out(rows * 10);
    AffineMap(centre, matrix, offset).apply(batch, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      double sum = offset[i % 10];
      for (std::size_t j = 0; j < 5; ++j) {
        sum = std::fma(matrix[j * 10 + i % 10], batch.value(i / 10, j) - centre[j], sum);
      }
      ASSERT_EQ(out[i], sum);
    }
  }
}

TEST(AffineMap, no_inputs_and_no_outputs_are_fine) {
  const AffineMap constant({}, {}, std::vector{4.0});
  std::vector<double> out(2);
  constant.apply(Batch::row_major(static_cast<const double*>(nullptr), 2, 0), out.data());
  EXPECT_EQ(out, (std::vector{4.0, 4.0}));
  const AffineMap nothing(std::vector{1.0}, {}, {});
  nothing.apply(Batch::row_major(out.data(), 2, 1), nullptr);
}

}  // namespace
}  // namespace suffice
