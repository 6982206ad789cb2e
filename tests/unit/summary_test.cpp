#include "suffice/summary.hpp"

#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using enum MomentKind;

Summary full_classes() {
  return {{{"p", "q"}, "y", ""},
          {{"a", "b"}, {3, 1}, {3, 1}},
          {full, {2, 2, 9, 9}, {8, 4, 4, 8, 0, 0, 0, 0}, {-8, -8, 0, 0}, {96, 0}}};
}
Summary full_row() { return {{{"p", "q"}, "y", ""}, {{"a"}, {1}, {1}}, {full, {4, 2}, {0, 0, 0, 0}, {0, 0}, {0}}}; }
Summary two_classes() { return read_as(full_classes(), pooled); }
Summary one_row() { return read_as(full_row(), pooled); }

template <typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Merge, matches_columns_by_name_and_keeps_the_first_order) {
  Summary swapped = one_row();
  swapped.schema.features = {"q", "p"};
  swapped.moments.mean = {2, 4};
  EXPECT_EQ(merge(two_classes(), swapped), merge(two_classes(), one_row()));
}

TEST(Merge, has_what_both_contain) {
  const Summary merged = merge(read_as(full_classes(), diagonal), one_row());
  EXPECT_EQ(merged, merge(read_as(full_classes(), pooled_diagonal), read_as(full_row(), pooled_diagonal)));
  EXPECT_EQ(merge(full_classes(), one_row()).moments.kind, pooled);
  EXPECT_TRUE(merge(full_classes(), full_row()).moments.has_fourth());
}

TEST(Merge, says_which_columns_differ_and_what_to_do) {
  Summary other = one_row();
  other.schema.features = {"p", "r"};
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("'r'"), std::string::npos);
  other = one_row();
  other.schema.target = "z";
  EXPECT_EQ(message_of([&] { merge(two_classes(), other); }),
            "the target columns differ: 'y' and 'z'. Fit both with the same columns: fit --schema MODEL");
  other = one_row();
  other.schema.weight = "w";
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("weight columns differ"), std::string::npos);
}

TEST(Remove, gives_the_rest_and_the_size_of_its_rounding_error) {
  const Removal removal = remove(two_classes(), one_row());
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(removal.rest.moments.mean, (std::vector<double>{1, 2, 9, 9}));
  EXPECT_EQ(removal.rest.moments.scatter, (std::vector<double>{2, 4, 4, 8}));
  EXPECT_GT(removal.relative_error, 0);
  EXPECT_LT(removal.relative_error, 1e-14);
}

TEST(Remove, an_outlier_leaves_a_large_relative_error) {
  Summary all = two_classes();
  Summary outlier = one_row();
  outlier.moments.mean = {1e12, 2};
  all = merge(all, outlier);
  EXPECT_GT(remove(all, outlier).relative_error, 1e-6);
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
  return summarise(Batch::row_major(&values[2 * first], count, 2), {std::span(codes).subspan(first, count), names},
                   {{"p", "q"}, "y", ""}, {.threads = 1, .keep = {kind, false}});
}

TEST(Remove, the_error_covers_the_rounding_of_large_means) {
  const std::map<MomentKind, std::vector<std::size_t>> variances{
      {pooled_diagonal, {0, 1}}, {diagonal, {0, 1, 2, 3}}, {pooled, {0, 3}}, {full, {0, 3, 4, 7}}};
  for (const auto& [kind, places] : variances) {
    const Summary fresh = sums_of_large_values(0, 400, kind);
    const Removal removal = remove(sums_of_large_values(0, 404, kind), sums_of_large_values(400, 4, kind));
    double error = 0;
    for (const std::size_t i : places) {
      error = std::max(error, std::abs(removal.rest.moments.scatter[i] / fresh.moments.scatter[i] - 1));
    }
    EXPECT_GT(error, 1e-4);
    EXPECT_GT(removal.relative_error, error);
    EXPECT_LT(removal.relative_error, 1);
  }
}

TEST(Remove, the_error_is_that_of_columns_of_the_same_name) {
  const Summary all = sums_of_large_values(0, 404, pooled);
  const Summary part = sums_of_large_values(400, 4, pooled);
  Summary swapped = part;
  swapped.schema.features = {"q", "p"};
  std::swap(swapped.moments.mean[0], swapped.moments.mean[1]);
  std::swap(swapped.moments.mean[2], swapped.moments.mean[3]);
  std::swap(swapped.moments.scatter[0], swapped.moments.scatter[3]);
  EXPECT_EQ(remove(all, swapped).relative_error, remove(all, part).relative_error);
}

TEST(Remove, refuses_rows_that_cannot_have_been_there) {
  const std::string text =
      "without these rows a variance would be negative, so they cannot all have been fitted. Forget only rows that "
      "were fitted, each once. Nothing was changed";
  const auto message = [&](MomentKind kind, double p, double q) {
    Summary wrong = read_as(full_row(), kind);
    wrong.moments.mean = {p, q};
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

TEST(Remove, reads_the_part_as_the_kind_of_the_whole) {
  EXPECT_EQ(remove(two_classes(), full_row()).rest, remove(two_classes(), one_row()).rest);
  EXPECT_NE(message_of([&] { remove(full_classes(), one_row()); }).find("cannot be read off"), std::string::npos);
  EXPECT_TRUE(remove(full_classes(), full_row()).rest.moments.has_fourth());
}

TEST(Remove, everything_leaves_nothing) {
  const Removal removal = remove(two_classes(), two_classes());
  EXPECT_EQ(removal.rest.classes.size(), 0U);
  EXPECT_EQ(removal.rest.moments.scatter, std::vector<double>(4));
  EXPECT_EQ(removal.relative_error, 0);
}

TEST(CheckSummary, passes_sound_sums_and_refuses_each_kind_of_damage) {
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    check_summary(read_as(full_classes(), kind));
  }
  check_summary(full_classes());
  const auto refuses = [](auto damage, const std::string& text) {
    Summary summary = full_classes();
    damage(summary);
    const std::string message = message_of([&] { check_summary(summary); });
    EXPECT_EQ(message.rfind(text, 0), 0U) << message;
  };
  refuses([](Summary& s) { s.moments.mean.pop_back(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.moments.scatter.pop_back(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.moments.kind = pooled; }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.moments.third.pop_back(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.moments.fourth.clear(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s = two_classes(), s.moments.fourth = {1, 1}; }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.classes.labels = {"b", "a"}; }, "the labels are not in order");
  refuses([](Summary& s) { s.classes.labels = {"a", "a"}; }, "a label stands there twice");
  refuses([](Summary& s) { s.classes.rows[0] = 0; }, "the row counts are impossible");
  refuses([](Summary& s) { s.classes.rows[0] = UINT64_MAX; }, "the row counts are impossible");
  refuses([](Summary& s) { s.classes.weight[1] = -1; }, "a class has no weight");
  refuses([](Summary& s) { s.classes.weight[1] = std::nan(""); }, "a class has no weight");
  refuses([](Summary& s) { s.moments.mean[0] = INFINITY; }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.scatter[0] = std::nan(""); }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.third[0] = std::nan(""); }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.fourth[0] = INFINITY; }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.scatter[5] = 5; }, "the scatter is not symmetric");
}

}  // namespace
}  // namespace suffice
