#include "suffice/summary.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

Summary two_classes() { return {{{"p", "q"}, "y", ""}, {{"a", "b"}, {3, 1}, {3, 1}}, {{2, 2, 9, 9}, {8, 4, 4, 8}}}; }
Summary one_row() { return {{{"p", "q"}, "y", ""}, {{"a"}, {1}, {1}}, {{4, 2}, {0, 0, 0, 0}}}; }

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

TEST(Remove, refuses_rows_that_cannot_have_been_there) {
  Summary wrong = one_row();
  wrong.moments.mean = {1000, 2};
  EXPECT_EQ(message_of([&] { remove(two_classes(), wrong); }),
            "without these rows a variance would be negative, so they cannot all have been fitted. Forget only rows "
            "that were fitted, each once. Nothing was changed");
  // Each column alone would allow it: the columns vary together, this row against them.
  wrong.moments.mean = {0, 4};
  EXPECT_NE(message_of([&] { remove(two_classes(), wrong); }), "no error");
}

TEST(Remove, everything_leaves_nothing) {
  const Removal removal = remove(two_classes(), two_classes());
  EXPECT_EQ(removal.rest.classes.size(), 0U);
  EXPECT_EQ(removal.rest.moments.scatter, std::vector<double>(4));
  EXPECT_EQ(removal.relative_error, 0);
}

TEST(CheckSummary, passes_sound_sums_and_refuses_each_kind_of_damage) {
  check_summary(two_classes());
  const auto refuses = [](auto damage, const std::string& text) {
    Summary summary = two_classes();
    damage(summary);
    const std::string message = message_of([&] { check_summary(summary); });
    EXPECT_EQ(message.rfind(text, 0), 0U) << message;
  };
  refuses([](Summary& s) { s.moments.mean.pop_back(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.moments.scatter.pop_back(); }, "the sums do not fit the schema");
  refuses([](Summary& s) { s.classes.labels = {"b", "a"}; }, "the labels are not in order");
  refuses([](Summary& s) { s.classes.labels = {"a", "a"}; }, "a label stands there twice");
  refuses([](Summary& s) { s.classes.rows[0] = 0; }, "the row counts are impossible");
  refuses([](Summary& s) { s.classes.rows[0] = UINT64_MAX; }, "the row counts are impossible");
  refuses([](Summary& s) { s.classes.weight[1] = -1; }, "a class has no weight");
  refuses([](Summary& s) { s.classes.weight[1] = std::nan(""); }, "a class has no weight");
  refuses([](Summary& s) { s.moments.mean[0] = INFINITY; }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.scatter[0] = std::nan(""); }, "a sum is not finite");
  refuses([](Summary& s) { s.moments.scatter[1] = 5; }, "the scatter is not symmetric");
}

}  // namespace
}  // namespace suffice
