#include "estimate/moments/scatters.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Columns = std::vector<std::size_t>;

const std::vector<PlainClass> rows{{"a", {{0, 0, 0}, {2, 4, 6}}}, {"b", {{0, 2, 1}, {0, 4, 3}}}};

TEST(Scatters, of_the_chosen_columns_in_the_shape_of_the_structure) {
  const Summary full = plain_sums(rows, MomentKind::full);
  const Columns columns{0, 2};
  // S_a = 2 (1, 2, 3)(1, 2, 3)ᵀ, S_b = 2 (0, 1, 1)(0, 1, 1)ᵀ
  Scatters matrices = scatters(block_of(full), Structure::full, columns);
  EXPECT_EQ(matrices.values, (Numbers{2, 6, 6, 18, 0, 0, 0, 2}));
  EXPECT_EQ(matrices.weight, (Numbers{2, 2}));
  EXPECT_EQ(matrices.one(1)[3], 2);
  EXPECT_EQ(scatters(block_of(full), Structure::shared, columns).values, (Numbers{2, 6, 6, 20}));
  EXPECT_EQ(scatters(block_of(full), Structure::shared, columns).weight, Numbers{4});
  EXPECT_EQ(scatters(block_of(full), Structure::diagonal, columns).values, (Numbers{2, 18, 0, 2}));
  EXPECT_EQ(scatters(block_of(full), Structure::shared_diagonal, columns).values, (Numbers{2, 20}));
  EXPECT_EQ(scatters(block_of(full), Structure::spherical, columns).values, (Numbers{20, 2}));
  EXPECT_EQ(scatters(block_of(full), Structure::shared_spherical, columns).values, Numbers{22});
  EXPECT_EQ(pooled_scatters(block_of(full), Shape::diagonal, columns).values, (Numbers{2, 20}));
}

TEST(Scatters, are_read_from_the_smallest_kind) {
  const Columns all{0, 1, 2};
  EXPECT_EQ(scatters(block_of(plain_sums(rows, MomentKind::pooled)), Structure::shared, all).values,
            (Numbers{2, 4, 6, 4, 10, 14, 6, 14, 20}));
  EXPECT_EQ(scatters(block_of(plain_sums(rows, MomentKind::diagonal)), Structure::spherical, all).values,
            (Numbers{28, 4}));
  EXPECT_EQ(scatters(block_of(plain_sums(rows, MomentKind::pooled_diagonal)), Structure::shared_diagonal, all).values,
            (Numbers{2, 10, 20}));
}

TEST(Scatters, a_trace_becomes_a_diagonal_of_its_share) {
  EXPECT_EQ(as_numerators({Shape::trace, 2, {6, 8}, {1, 1}}), (Numbers{3, 3, 4, 4}));
  EXPECT_EQ(as_numerators({Shape::diagonal, 2, {6, 8}, {1}}), (Numbers{6, 8}));
}

TEST(AddDeviation, adds_the_square_in_each_shape) {
  const Numbers v{1, -2};
  Numbers matrix{1, 1, 1, 1};
  add_deviation(Shape::matrix, matrix, v, 3);
  EXPECT_EQ(matrix, (Numbers{4, -5, -5, 13}));
  Numbers diagonal{1, 1};
  add_deviation(Shape::diagonal, diagonal, v, 3);
  EXPECT_EQ(diagonal, (Numbers{4, 13}));
  Numbers trace{1};
  add_deviation(Shape::trace, trace, v, 3);
  EXPECT_EQ(trace, Numbers{16});
}

TEST(Select, takes_columns_of_each_row) {
  EXPECT_EQ(select(Numbers{1, 2, 3, 4, 5, 6}, 3, Columns{0, 2}), (Numbers{1, 3, 4, 6}));
  EXPECT_TRUE(select(Numbers{1, 2, 3}, 3, Columns{}).empty());
}

// p is there in 2 and 1 rows, q in 1 and 2.
Summary incomplete() {
  return plain_patterns({{0, 3}, {4, NAN}, {NAN, 5}, {1, 9}}, {"a", "a", "b", "b"}, {}, MomentKind::diagonal);
}

TEST(Scatters, know_the_weight_of_rows_without_a_value) {
  const Scatters own = scatters(block_of(incomplete()), Structure::diagonal, Columns{0, 1});
  EXPECT_EQ(own.values, (Numbers{8, 0, 0, 8}));
  EXPECT_EQ(own.weight, (Numbers{2, 2}));
  EXPECT_EQ(own.missing, (Numbers{0, 1, 1, 0}));
  EXPECT_EQ(scatters(block_of(incomplete()), Structure::shared_diagonal, Columns{1}).missing, Numbers{1});
  const Scatters spheres = scatters(block_of(incomplete()), Structure::spherical, Columns{0, 1});
  EXPECT_EQ(spheres.lacking(0, 0), 0.5);
  EXPECT_EQ(spheres.lacking(1, 1), 0.5);
  EXPECT_TRUE(scatters(block_of(plain_sums(rows, MomentKind::full)), Structure::diagonal, Columns{0}).missing.empty());
}

TEST(AdjustForMissing, scales_columns_or_lessens_the_divisor) {
  Scatters own{Shape::diagonal, 2, {8, 6}, {4}, {0, 1}};
  Numbers divisor{3};
  adjust_for_missing(own, divisor);
  EXPECT_EQ(own.values, (Numbers{8, 9}));
  EXPECT_EQ(divisor, Numbers{3});
  Scatters trace{Shape::trace, 2, {14}, {4}, {0, 1}};
  adjust_for_missing(trace, divisor);
  EXPECT_EQ(trace.values, Numbers{14});
  EXPECT_EQ(divisor, Numbers{2.5});
  Scatters whole{Shape::diagonal, 2, {8, 6}, {4}};
  adjust_for_missing(whole, divisor);
  EXPECT_EQ(whole.values, (Numbers{8, 6}));
}

}  // namespace
}  // namespace suffice
