#include "summary/moments/chunk_sums.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace suffice {
namespace {

using enum MomentKind;
const std::vector<std::uint32_t> identity{0, 1, 2, 3, 4};

struct Fixture {
  explicit Fixture(Keep keep, std::size_t columns, std::size_t classes) : state({keep, columns}) {
    for (std::size_t c = 0; c < classes; ++c) {
      state.add_class();
    }
    sums.reserve(state.shape, 1024, classes);
    workspace.reserve(state.shape, 1024, true);
  }
  bool add(const Batch& batch, const std::vector<std::uint32_t>& codes) {  // the same rows might come next
    return sums.add({batch, codes, identity}, batch, state, workspace);
  }
  MomentState state;
  ChunkSums sums;
  ChunkSums::Workspace workspace;
};

TEST(ChunkSums, sums_about_the_shifts_of_the_state) {
  const std::vector<double> values{1, 10, 3, 30, 100, 100};
  for (const Keep keep : {Keep{.moments = diagonal}, Keep{.moments = pooled}, Keep{.moments = full},
                          Keep{.moments = full, .fourth = true}}) {
    Fixture fixture(keep, 2, 3);
    fixture.state.mean[2 * fixture.state.shape.width()] = 1;  // class 2, first column
    EXPECT_TRUE(fixture.add(Batch::row_major(values.data(), 3, 2), {2, 2, 0}));
    EXPECT_EQ(fixture.sums.rows(), 3U);
    fixture.sums.move_to(fixture.state);
    EXPECT_EQ(fixture.sums.rows(), 0U);

    const MomentState& state = fixture.state;
    const std::size_t width = state.shape.width();
    EXPECT_EQ(state.rows, (std::vector<std::uint64_t>{1, 0, 2}));
    EXPECT_EQ(state.wave_weight, (std::vector<double>{1, 0, 2}));
    EXPECT_EQ(state.wave_first[2 * width], 2);  // 0 + 2
    EXPECT_EQ(state.wave_first[2 * width + 1], 40);
    const double other = state.shape.is_pooled() ? 10'000 : 0;  // the row of class 0
    EXPECT_EQ(state.second[state.shape.set_of(2)][0], 4 + other);
    if (state.shape.has_matrices()) {
      EXPECT_EQ(state.second[state.shape.set_of(2)][triangle_index(1, 0)], 2 * 30 + other);
    }
    if (keep.fourth) {
      EXPECT_EQ(state.third[2 * width], 2 * 904);
      EXPECT_EQ(state.fourth[2], 100. * 100 + 904. * 904);
    }
  }
}

TEST(ChunkSums, rows_of_weight_0_leave_no_trace) {
  const std::vector<double> values{1.7e308, 3};
  const std::vector<double> weights{0, 2};
  for (const MomentKind kind : {diagonal, pooled, full}) {
    Fixture fixture({.moments = kind}, 1, 2);
    fixture.state.mean[0] = -1.7e308;
    EXPECT_TRUE(fixture.add(Batch::row_major(values.data(), 2, 1, weights), {0, 1}));
    EXPECT_EQ(fixture.sums.rows(), 1U);
    fixture.sums.move_to(fixture.state);
    EXPECT_EQ(fixture.state.rows[0], 0U);
    EXPECT_NEAR(fixture.state.second[fixture.state.shape.set_of(1)][0], 18, 1e-14);
  }
}

TEST(ChunkSums, a_cut_into_calls_does_not_change_a_bit) {
  const TestTable table = random_table(1, 900, 11, 5, true);
  for (const Keep keep : {Keep{.moments = diagonal}, Keep{.moments = pooled}, Keep{.moments = full, .fourth = true}}) {
    Fixture whole(keep, 11, 5);
    Fixture pieces(keep, 11, 5);
    whole.add(table.batch(), table.codes);
    for (const auto& [first, rows] : {std::pair(0, 1), std::pair(1, 399), std::pair(400, 500)}) {
      const TestTable part = table.part(static_cast<std::size_t>(first), static_cast<std::size_t>(rows));
      pieces.add(part.batch(), part.codes);
    }
    whole.sums.move_to(whole.state);
    pieces.sums.move_to(pieces.state);
    EXPECT_EQ(whole.state.second, pieces.state.second);
    EXPECT_EQ(whole.state.wave_first, pieces.state.wave_first);
    EXPECT_EQ(whole.state.third, pieces.state.third);
  }
}

TEST(ChunkSums, sees_a_value_that_is_not_finite_even_of_weight_0) {
  const std::vector<double> values{1, NAN};
  const std::vector<double> weights{1, 0};
  Fixture fixture({.moments = pooled}, 1, 1);
  EXPECT_FALSE(fixture.add(Batch::row_major(values.data(), 2, 1, weights), {0, 0}));
}

}  // namespace
}  // namespace suffice
