#include "summary/moments/moments.hpp"

#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;
using Numbers = std::vector<double>;

const Schema two_columns = schema_of(Kind::measurements, {"p", "q"});
const std::vector<std::size_t> same_order{0, 1};
const std::vector<std::size_t> swapped_order{1, 0};
const std::vector<MomentKind> all_kinds{pooled_diagonal, diagonal, pooled, full};

// Class a: rows (0,0), (2,4): mean (1,2), scatter [[2,4],[4,8]], Σ|u|²u = 0, Σ|u|⁴ = 50.
Summary first_rows() { return {two_columns, {{"a"}, {2}, {2}}, {Moments{full, {1, 2}, {2, 4, 4, 8}, {0, 0}, {50}}}}; }
// Class a: row (4,2). Class b: row (9,9).
Summary more_rows() {
  return {two_columns,
          {{"a", "b"}, {1, 1}, {1, 1}},
          {Moments{full, {4, 2, 9, 9}, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0}}}};
}
// Class a: (0,0), (2,4), (4,2) has the mean (2,2) and scatter [[8,4],[4,8]]; u = (−2,−2), (0,2), (2,0). Class b one
// row.
Summary all_rows() {
  return {two_columns,
          {{"a", "b"}, {3, 1}, {3, 1}},
          {Moments{full, {2, 2, 9, 9}, {8, 4, 4, 8, 0, 0, 0, 0}, {-8, -8, 0, 0}, {96, 0}}}};
}

Moments merged(const Summary& a, const Summary& b, const ClassCounts& sum, const std::vector<std::size_t>& columns) {
  return merge_moments(moment_block(a, 0), moment_block(b, 0), sum, columns);
}
Moments removed(const Summary& all, const Summary& part, const ClassCounts& rest,
                const std::vector<std::size_t>& columns) {
  return remove_moments(moment_block(all, 0), moment_block(part, 0), rest, columns);
}

TEST(AddOuterProduct, adds_to_both_triangles) {
  Numbers scatter(4, 1.0);
  add_outer_product(scatter, Numbers{1, 3}, 2);
  EXPECT_EQ(scatter, (Numbers{3, 7, 7, 19}));
}

TEST(MergeMoments, moves_means_and_adds_what_lies_between_them) {
  for (const MomentKind kind : all_kinds) {
    const Moments sum = merged(read_as(first_rows(), kind), read_as(more_rows(), kind), all_rows().classes, same_order);
    EXPECT_EQ(sum, moments_of(read_as(all_rows(), kind)));
  }
}

TEST(MergeMoments, has_higher_moments_where_both_have_them) {
  EXPECT_EQ(merged(first_rows(), more_rows(), all_rows().classes, same_order), moments_of(all_rows()));
  const Summary without = read_as(more_rows(), full);
  EXPECT_FALSE(merged(first_rows(), without, all_rows().classes, same_order).has_fourth());
  const Summary nothing{first_rows().schema, {}, {Moments{full, {}, {}, {}, {}}}};
  EXPECT_EQ(merged(first_rows(), nothing, first_rows().classes, same_order), moments_of(first_rows()));
  EXPECT_EQ(merged(nothing, first_rows(), first_rows().classes, same_order), moments_of(first_rows()));
}

TEST(MergeMoments, takes_the_columns_of_b_where_they_are) {
  // first_rows() with its columns the other way round.
  Summary swapped = first_rows();
  moments_of(swapped) = {full, {2, 1}, {8, 4, 4, 2}, {0, 0}, {50}};
  for (const MomentKind kind : all_kinds) {
    const Moments sum = merged(read_as(more_rows(), kind), read_as(swapped, kind), all_rows().classes, swapped_order);
    EXPECT_EQ(sum, moments_of(read_as(all_rows(), kind)));
  }
}

TEST(RemoveMoments, undoes_a_merge) {
  for (const MomentKind kind : all_kinds) {
    const Moments rest =
        removed(read_as(all_rows(), kind), read_as(more_rows(), kind), first_rows().classes, same_order);
    EXPECT_EQ(rest, moments_of(read_as(first_rows(), kind)));
  }
  EXPECT_EQ(removed(all_rows(), more_rows(), first_rows().classes, same_order), moments_of(first_rows()));
}

TEST(RemoveMoments, drops_higher_moments_that_cannot_be_told) {
  const Summary part = read_as(more_rows(), full);
  EXPECT_FALSE(removed(all_rows(), part, first_rows().classes, same_order).has_fourth());
}

TEST(RemoveMoments, nothing_left_is_exactly_nothing) {
  const Moments rest = removed(read_as(all_rows(), pooled), read_as(all_rows(), pooled), {}, same_order);
  EXPECT_TRUE(rest.mean.empty());
  EXPECT_EQ(rest.scatter, Numbers(4));
  EXPECT_TRUE(removed(all_rows(), all_rows(), {}, same_order).scatter.empty());
}

// Rows of two features and two classes in turn: 400 at 1e8 and 1 with a spread of some 1e-3, then 4 that lie 100 away.
// All values are whole multiples of 2⁻²⁰.
Summary sums_of_large_values(std::size_t first, std::size_t count, MomentKind kind) {
  const std::vector<std::string> names{"a", "b"};
  std::mt19937 bits(5);
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 404; ++i) {
    for (const double offset : {1e8, 1.0}) {
      values.push_back(offset + (i < 400 ? 0 : 100) + std::ldexp(static_cast<double>(bits() % 2048), -20));
    }
    codes.push_back(static_cast<std::uint32_t>(i % 2));
  }
  return summarise(Table::row_major(&values[2 * first], count, 2), {std::span(codes).subspan(first, count), names},
                   schema_of(Kind::measurements, {"p", "q"}), {.threads = 1, .keep = {Keep{.moments = kind}}});
}

TEST(BoundScatter, moves_only_what_no_rows_can_have) {
  Moments moments{full, {}, {4, 6, 6, 9, 4, -7, -7, 9, -1, 2, 2, 9}, {}, {}};
  bound_scatter(moments, 2);
  EXPECT_EQ(moments.scatter, (Numbers{4, 6, 6, 9, 4, -6, -6, 9, 0, 0, 0, 9}));
  moments = {diagonal, {}, {4, -1e-20}, {}, {}};
  bound_scatter(moments, 2);
  EXPECT_EQ(moments.scatter, (Numbers{4, 0}));
  EXPECT_TRUE(is_scatter(Numbers{0, 1e-170, 1e-170, 1}, 2)) << "squares underflow";
}

// Sums about a first row of hardly any weight, and what is left without the only rows that vary.
TEST(BoundScatter, rounding_leaves_sums_that_can_be_loaded) {
  const std::vector<std::string> names{"a"};
  for (const MomentKind kind : all_kinds) {
    Numbers values{3.7, 0.3};
    Numbers weights{1e-20};
    for (int i = 0; i < 100; ++i) {
      values.insert(values.end(), {0.1, 0.01 * i * i});
      weights.push_back(1);
    }
    const auto sums = [&](std::size_t first, std::size_t count) {
      const std::vector<std::uint32_t> codes(count);
      Table rows = Table::row_major(&values[2 * first], count, 2);
      rows.weights = std::span(weights).subspan(first, count);
      return summarise(rows, {codes, names}, two_columns, {.threads = 1, .keep = {Keep{.moments = kind}}});
    };
    check_summary(sums(0, 101));
    values[0] = values[2] = 1e8 / 3;
    weights[0] = 1;
    check_summary(remove(sums(0, 101), sums(0, 2)).rest);
  }
}

// Squares of 1e-161 have few digits, whatever weight they get, and products with 1 have all of them.
TEST(BoundScatter, merged_sums_can_be_loaded_too) {
  const std::vector<std::string> names{"a"};
  for (const MomentKind kind : all_kinds) {
    const auto sums = [&](double x, double y, double weight) {
      const Numbers values{x, y};
      const Numbers weights{weight};
      const std::vector<std::uint32_t> codes(1);
      Table rows = Table::row_major(values.data(), 1, 2);
      rows.weights = weights;
      return summarise(rows, {codes, names}, two_columns, {.threads = 1, .keep = {Keep{.moments = kind}}});
    };
    for (int i = 1; i < 40; ++i) {
      check_summary(merge(sums(i * 1.37e-162, i, 1e240), sums(-1e-162 / i, -0.7 * i, 3e241)));
    }
  }
}

TEST(Remove, the_error_covers_the_rounding_of_large_means) {
  const std::map<MomentKind, std::vector<std::size_t>> variances{
      {pooled_diagonal, {0, 1}}, {diagonal, {0, 1, 2, 3}}, {pooled, {0, 3}}, {full, {0, 3, 4, 7}}};
  for (const auto& [kind, places] : variances) {
    const Summary fresh = sums_of_large_values(0, 400, kind);
    const Removal removal = remove(sums_of_large_values(0, 404, kind), sums_of_large_values(400, 4, kind));
    double error = 0;
    for (const std::size_t i : places) {
      error = std::max(error, std::abs(moments_of(removal.rest).scatter[i] / moments_of(fresh).scatter[i] - 1));
    }
    EXPECT_GT(error, 1e-9);
    EXPECT_LT(error, 1e-6);  // the remainders of means are known
    EXPECT_GT(removal.relative_error, error);
    EXPECT_LT(removal.relative_error, 1);
  }
}

TEST(Remove, the_error_is_that_of_columns_of_the_same_name) {
  const Summary all = sums_of_large_values(0, 404, pooled);
  const Summary part = sums_of_large_values(400, 4, pooled);
  Summary swapped = part;
  swapped.schema.blocks[0].features = {"q", "p"};
  std::swap(moments_of(swapped).mean[0], moments_of(swapped).mean[1]);
  std::swap(moments_of(swapped).mean[2], moments_of(swapped).mean[3]);
  std::swap(moments_of(swapped).scatter[0], moments_of(swapped).scatter[3]);
  EXPECT_EQ(remove(all, swapped).relative_error, remove(all, part).relative_error);
}

TEST(Remove, refuses_rows_that_cannot_have_been_there) {
  const std::string text =
      "without these rows a variance would be negative, so they cannot all have been fitted. Forget only rows that "
      "were fitted, each once. Nothing was changed";
  const auto message = [&](MomentKind kind, double p, double q) {
    Summary wrong = read_as(full_row(), kind);
    moments_of(wrong).mean = {p, q};
    return message_of([&] { remove(read_as(full_classes(), kind), wrong); });
  };
  EXPECT_EQ(message(pooled, 1000, 2), "column 'p': " + text);
  EXPECT_EQ(message(pooled_diagonal, 2, 1000), "column 'q': " + text);
  EXPECT_EQ(message(diagonal, 1000, 2), "class a, column 'p': " + text);
  EXPECT_EQ(message(full, 1000, 2), "class a, column 'p': " + text);
  // Each column alone would allow it: the columns vary together, this row against them.
  EXPECT_EQ(message(pooled, 0, 4), text);
  EXPECT_EQ(message(full, 0, 4), "class a: " + text);
  EXPECT_EQ(message(diagonal, 0, 4), "no error");
}

}  // namespace
}  // namespace suffice
