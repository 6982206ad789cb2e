#include "summary/moments/moment_state.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// Rows (3,0), (−1,2), (−2,−2) have the mean 0; scatter [[14,2],[2,8]], trace 22.
const std::vector<double> rows{3, 0, -1, 2, -2, -2};

struct Sums {
  std::vector<double> third = std::vector<double>(2);
  double fourth = 0;
};

Sums sums_about(const std::vector<double>& centre) {
  Sums sums;
  for (std::size_t i = 0; i < 3; ++i) {
    add_fourth(Batch::row_major(rows.data(), 3, 2), i, centre.data(), sums.third.data(), sums.fourth);
  }
  return sums;
}

TEST(AddFourth, adds_powers_of_lengths) {
  const Sums sums = sums_about({0, 0});
  EXPECT_EQ(sums.third, (std::vector<double>{9 * 3 - 5 - 8 * 2, 5 * 2 - 8 * 2}));
  EXPECT_EQ(sums.fourth, 81 + 25 + 64);
}

TEST(AddFourth, weighs_rows_and_reads_floats_of_any_stride) {
  const std::vector<float> floats{3, 9, 4};
  const std::vector<double> weights{2};
  const std::vector<double> shift{1, 1};
  Sums sums;
  add_fourth({floats.data(), 1, 2, 3, 2, weights}, 0, shift.data(), sums.third.data(), sums.fourth);
  EXPECT_EQ(sums.third, (std::vector<double>{2 * 13 * 2, 2 * 13 * 3}));
  EXPECT_EQ(sums.fourth, 2 * 13 * 13);
}

TEST(MoveFourth, agrees_with_rows_about_the_other_centre_both_ways) {
  const std::vector<double> delta{1, -2};
  const std::vector<double> product{14 - 4, 2 - 16};
  const MeanStep step{3, 22, delta, product};
  const Sums expected = sums_about({-1, 2});  // mean − δ
  Sums moved = sums_about({0, 0});
  move_from_mean(step, moved.third.data(), moved.fourth);
  EXPECT_EQ(moved.third, expected.third);
  EXPECT_EQ(moved.fourth, expected.fourth);
  move_to_mean(step, moved.third.data(), moved.fourth);
  EXPECT_EQ(moved.third, sums_about({0, 0}).third);
  EXPECT_EQ(moved.fourth, sums_about({0, 0}).fourth);
}

using enum MomentKind;
using Numbers = std::vector<double>;
const std::vector<std::size_t> in_order{0, 1};

// One column. Class 0 has the shift 1 and the rows 1, 3, 5: u = 0, 2, 4. Class 1 has one row, 7.
MomentState two_classes(Keep keep) {
  MomentState state({keep, 1});
  for (const double shift : {1, 7}) {
    state.add_class();
    state.mean[(state.classes() - 1) * state.shape.width()] = shift;
  }
  state.rows = {3, 1};
  state.wave_weight = {3, 1};
  state.wave_first[0] = 6;
  state.second[0][0] = 20;
  if (keep.fourth) {
    state.third[0] = 8 + 64;
    state.fourth[0] = 16 + 256;
  }
  return state;
}

void close(MomentState& state) {
  MomentState::Closing closing(state.shape);
  for (std::size_t set = 0; set < state.second.size(); ++set) {
    state.close_wave(set, closing);
  }
}

TEST(MomentState, closing_a_wave_moves_everything_to_the_new_means) {
  for (const Keep keep : {Keep{.moments = diagonal}, Keep{.moments = pooled}, Keep{.moments = full},
                          Keep{.moments = full, .fourth = true}}) {
    MomentState state = two_classes(keep);
    close(state);
    EXPECT_EQ(state.weight, (Numbers{3, 1}));
    EXPECT_EQ(state.wave_weight, (Numbers{0, 0}));
    EXPECT_EQ(state.wave_first[0], 0);
    const Moments moments = std::move(state).take(in_order);
    EXPECT_EQ(moments.kind, keep.moments);
    EXPECT_EQ(moments.mean, (Numbers{3, 7}));
    EXPECT_EQ(moments.scatter[0], 8);
    EXPECT_EQ(moments.has_fourth(), keep.fourth);
    if (keep.fourth) {
      EXPECT_EQ(moments.third, (Numbers{0, 0}));
      EXPECT_EQ(moments.fourth, (Numbers{32, 0}));
    }
  }
}

TEST(MomentState, a_second_wave_goes_on_from_the_first) {
  MomentState state = two_classes({.moments = full, .fourth = true});
  close(state);
  state.wave_weight[0] = 1;  // a row at 7: u = 4
  state.wave_first[0] = 4;
  state.second[0][0] += 16;
  state.third[0] += 64;
  state.fourth[0] += 256;
  close(state);
  const Moments moments = std::move(state).take(in_order);  // 1, 3, 5, 7 about 4
  EXPECT_EQ(moments.mean[0], 4);
  EXPECT_EQ(moments.scatter[0], 20);
  EXPECT_EQ(moments.third[0], 0);
  EXPECT_EQ(moments.fourth[0], 164);
}

TEST(MomentState, keeps_what_rounding_takes_off_a_mean) {
  MomentState state({{.moments = pooled}, 1});
  state.add_class();
  state.mean[0] = 0x1p53;
  state.wave_weight[0] = 3;
  state.wave_first[0] = 1;  // the mean is 2⁵³ + 1/3
  close(state);
  EXPECT_EQ(state.mean[0], 0x1p53);
  EXPECT_EQ(state.remainder[0], 1.0 / 3);
}

TEST(MomentState, takes_classes_in_any_order_and_fills_both_triangles) {
  MomentState state({{.moments = full}, 10});
  state.add_class();
  state.add_class();
  state.mean[state.shape.width()] = 5;
  for (const std::size_t j : {2U, 9U}) state.second[1][triangle_index(j, j)] = 4;
  state.second[1][triangle_index(9, 2)] = 4;
  const Moments moments = std::move(state).take(std::vector<std::size_t>{1, 0});
  EXPECT_EQ(moments.mean[0], 5);
  EXPECT_EQ(moments.scatter[92], 4);
  EXPECT_EQ(moments.scatter[29], 4);
  EXPECT_EQ(moments.scatter.size(), 200U);
}

TEST(MomentState, pooled_sums_exist_without_classes) {
  EXPECT_EQ(MomentState({{.moments = pooled}, 2}).take({}).scatter, Numbers(4));
  EXPECT_TRUE(MomentState({{.moments = full}, 2}).take({}).scatter.empty());
}

// More classes than close at a time.
TEST(MomentState, closes_many_classes) {
  MomentState state({{.moments = pooled}, 1});
  for (std::size_t c = 0; c < 100; ++c) {
    state.add_class();
    state.wave_weight[c] = 2;
    state.wave_first[c * state.shape.width()] = 2;
    state.second[0][0] += 4;  // rows at 0 and 2: mean 1, scatter 2
  }
  close(state);
  EXPECT_EQ(state.second[0][0], 200);
}

}  // namespace
}  // namespace suffice
