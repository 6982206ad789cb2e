#include "math/affine.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

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
  map.apply_linear(row, out.data());
  EXPECT_EQ(out, (std::vector{24.0, 20.0, 4.0}));
}

TEST(AffineMap, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  const auto draw = [&](std::size_t n) {
    std::vector<double> values(n);
    for (double& value : values) {
      value = normal(bits);
    }
    return values;
  };
  const auto all = hwy::SupportedTargets();
  for (auto left_over = all; left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t outputs : {1U, 8U, 10U}) {
      for (const std::size_t rows : {1U, 4U, 9U}) {
        const AffineMap map(draw(5), draw(5 * outputs), draw(outputs));
        const std::vector<double> values = draw(5 * rows);
        std::vector<double> fast(rows * outputs);
        std::vector<double> plain(rows * outputs);
        // Column-major rows, to see that strides are followed.
        const Batch batch{values.data(), rows, 5, 1, static_cast<std::ptrdiff_t>(rows), {}};
        map.apply(batch, fast.data());
        map.apply_reference(batch, plain.data());
        ASSERT_EQ(fast, plain) << outputs << " outputs, " << rows << " rows";
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(AffineMap, no_inputs_and_no_outputs_are_fine) {
  const AffineMap constant({}, {}, std::vector{4.0});
  std::vector<double> out(2);
  constant.apply(Batch::row_major(nullptr, 2, 0), out.data());
  EXPECT_EQ(out, (std::vector{4.0, 4.0}));
  const AffineMap nothing(std::vector{1.0}, {}, {});
  nothing.apply(Batch::row_major(out.data(), 2, 1), nullptr);
}

}  // namespace
}  // namespace suffice
