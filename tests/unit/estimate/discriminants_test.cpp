#include "suffice/discriminants.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/fisher.hpp"
#include "incomplete_rows.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

void expect_near(const Numbers& found, const Numbers& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 2e-14 * (1 + std::abs(expected[i]))) << i;
  }
}

// By scipy.linalg.eigh(S_B, S_W / 8), with the sign of the largest entry.
TEST(Discriminants, of_three_classes) {
  for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {  // the divisor cancels
    const Discriminants found =
        discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {.estimator = estimator}, 1);
    expect_near(found.centre, {47.0 / 11, 72.0 / 11});
    expect_near(found.axes, {0.8336002728489452, 0.2563168195535083, -0.4176742278365279, 0.3602545352290585});
    expect_near(found.eigenvalues, {7.304363674865258, 2.356043333856355});
    expect_near(found.explained, {0.7561134503205433, 0.24388654967945667});
    expect_near(found.canonical_correlations, {0.9378600010931193, 0.8378723465930794});
    EXPECT_NEAR(found.wilks_lambda, 0.0358811273784251, 1e-15);  // |S_W| / |S_W + S_B|
  }
}

TEST(Discriminants, fewer_axes_are_the_first_of_all) {
  const Discriminants one =
      discriminants(block_of(plain_sums(three_classes(), MomentKind::full)), {.fisher = FisherAxes{1}}, 1);
  expect_near(one.axes, {0.8336002728489452, -0.4176742278365279});
  expect_near(one.explained, {0.7561134503205433});
  EXPECT_NEAR(one.wilks_lambda, 0.0358811273784251, 1e-15);
}

TEST(Discriminants, of_a_shrunken_scatter) {
  const Discriminants found =
      discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {.shrinkage = FixedShrinkage{0.25}}, 1);
  expect_near(found.eigenvalues, {5.067305694389963, 2.5928531234494256});
  expect_near(found.axes, {0.6684038033813893, 0.3006120199709762, -0.3814989263074152, 0.36094696956312466});
}

TEST(Discriminants, two_classes_have_one_axis_along_fishers_direction) {
  const std::vector<PlainClass> all = three_classes();
  const Discriminants found = discriminants(block_of(plain_sums({all[0], all[1]}, MomentKind::pooled)), {}, 1);
  // S_W = (10 13; 13 32), μ_b − μ_a = (5, 4): S_W⁻¹ (μ_b − μ_a) = (108, −25)/151, eigenvalue 2 · 440/151.
  ASSERT_EQ(found.count(), 1U);
  EXPECT_NEAR(found.axes[1] / found.axes[0], -25.0 / 108, 1e-14);
  EXPECT_GT(found.axes[0], 0);
  EXPECT_NEAR(found.eigenvalues[0], 880.0 / 151, 1e-13);
  EXPECT_EQ(found.explained, Numbers{1});
}

TEST(Discriminants, a_constant_column_is_not_on_any_axis) {
  std::vector<PlainClass> rows = three_classes();
  for (PlainClass& one : rows) {
    for (Numbers& row : one.rows) {
      row.insert(row.begin() + 1, 42);
    }
  }
  const Discriminants found = discriminants(block_of(plain_sums(rows, MomentKind::pooled)), {}, 1);
  expect_near(found.axes, {0.8336002728489452, 0.2563168195535083, 0, 0, -0.4176742278365279, 0.3602545352290585});
}

TEST(Discriminants, transform_centres_and_projects) {
  const Discriminants found = discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {}, 1);
  Numbers values;
  for (std::size_t i = 0; i < 1000; ++i) {
    values.insert(values.end(), {static_cast<double>(i) - 500, 5});
  }
  values[2 * 505] = 5;
  Numbers one_thread(2000);
  Numbers four_threads(2000);
  found.transform(Table::row_major(values.data(), 1000, 2), one_thread, 1);
  found.transform(Table::row_major(values.data(), 1000, 2), four_threads, 4);
  EXPECT_EQ(one_thread, four_threads);
  expect_near({one_thread[2 * 505], one_thread[2 * 505 + 1]}, {1.2517512778193218, -0.37034477658781173});
}

template <typename Call>
std::string failure_of(ErrorCode code, Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return text_with_remedies(error);
  }
  return "no error";
}

TEST(Discriminants, transform_takes_only_whole_rows) {
  const Discriminants found = discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {}, 1);
  const Numbers values{1, 2, std::numeric_limits<double>::quiet_NaN(), 3};
  Numbers out(4);
  EXPECT_EQ(failure_of(ErrorCode::bad_data, [&] { found.transform(Table::row_major(values.data(), 2, 2), out); }),
            "row 1: the value of column 0 is missing or not finite: a row needs every value to be placed on the "
            "discriminant axes");
  EXPECT_NE(failure_of(ErrorCode::bad_data, [&] { found.transform(Table::row_major(values.data(), 2, 1), out); }),
            "no error");
  EXPECT_EQ(failure_of(ErrorCode::usage, [&] { found.transform(Table::row_major(values.data(), 1, 2), out); }),
            "4 numbers for 1 rows on 2 axes");
}

TEST(Discriminants, refuse_what_has_none) {
  const std::vector<PlainClass> rows = three_classes();
  const auto failure = [](const Summary& summary, const GaussianOptions& options, ErrorCode code) {
    return failure_of(code, [&] { discriminants(block_of(summary), options, 1); });
  };
  EXPECT_EQ(failure(plain_sums({rows[0]}, MomentKind::pooled), {}, ErrorCode::bad_data),
            "Fisher's discriminant separates classes, and there is only one; fit rows of another class too");
  EXPECT_NE(failure(plain_sums(rows, MomentKind::diagonal), {}, ErrorCode::usage)
                .find("the sums hold variances for each class"),
            std::string::npos);
  EXPECT_EQ(failure(plain_sums(rows, MomentKind::full), {.structure = Structure::full}, ErrorCode::usage),
            "discriminant axes come of one covariance that the classes share, not of qda | give model lda | give "
            "model fisher");
  EXPECT_EQ(failure(plain_sums(rows, MomentKind::full), {.estimator = Estimator::predictive}, ErrorCode::usage),
            "discriminant axes have no predictive estimate | give estimate mle | give estimate mean");
  EXPECT_EQ(failure(plain_sums(rows, MomentKind::full, 0.25), {}, ErrorCode::bad_data),
            "discriminant axes need more rows (weight 2.75) than classes (3); fit more rows");
}

TEST(Discriminants, of_completed_sums_where_values_are_missing) {
  const TestTable table = with_missing(random_table(31, 60, 3, 3), 0.2);
  const Summary sums = incomplete_sums(table, MomentKind::pooled);
  const Moments complete = complete_sums(block_of(sums), {}, 1);
  const Discriminants expected = discriminants({sums.schema.blocks[0], sums.classes, complete}, {}, 1);
  for (const Moments* given : {static_cast<const Moments*>(nullptr), &complete}) {
    const Discriminants found = discriminants(sums, {}, 0, 1, given);
    EXPECT_EQ(found.axes, expected.axes);
    EXPECT_EQ(found.centre, expected.centre);
    EXPECT_EQ(found.count(), 2U);
  }
}

TEST(Discriminants, of_one_reading_are_those_of_its_features) {
  Summary summary = plain_sums(three_classes(), MomentKind::pooled);
  summary.schema.blocks.insert(summary.schema.blocks.begin(), {.kind = Kind::categories, .features = {"colour"}});
  summary.sums.insert(summary.sums.begin(), ValueCounts{});
  const Options options{.readings = {{.block = 0, .options = ValueOptions{}},
                                     {.block = 1, .features = {"p"}, .options = GaussianOptions{}}}};
  const Discriminants found = discriminants(summary, options, 1);
  EXPECT_EQ(found.centre.size(), 1U);
  EXPECT_EQ(found.count(), 1U);
  EXPECT_EQ(discriminants(summary, {}, 1).axes,
            discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {}, 1).axes);
  EXPECT_EQ(failure_of(ErrorCode::usage, [&] { discriminants(summary, options, 0); }),
            "discriminant axes are those of measurements, which categorical-nb does not read");
  EXPECT_EQ(failure_of(ErrorCode::usage, [&] { discriminants(summary, options, 2); }),
            "there is no reading number 2 among 2");
}

TEST(Discriminants, transform_takes_sparse_rows_and_columns_one_by_one) {
  const Discriminants found = discriminants(block_of(plain_sums(three_classes(), MomentKind::pooled)), {}, 1);
  const Numbers dense{0, 3, 4, 0};
  const Numbers stored{3, 4};
  const std::vector<std::uint64_t> offsets{0, 1, 2};
  const std::vector<std::uint32_t> indices{1, 0};
  const std::vector<float> first{0, 4};
  const std::vector<std::int32_t> second{3, 0};
  Numbers expected(4);
  Numbers out(4);
  found.transform(Table::row_major(dense.data(), 2, 2), expected, 1);
  found.transform(Table::sparse({stored.data(), std::span<const std::uint64_t>(offsets), indices, 2}), out, 1);
  EXPECT_EQ(out, expected);
  out.assign(4, 0);
  found.transform({2, {NumberColumn{first.data()}, NumberColumn{second.data()}}}, out, 1);
  EXPECT_EQ(out, expected);
}

TEST(Discriminants, are_those_of_a_shared_covariance) {
  EXPECT_TRUE(has_axes(find_model("lda").options));
  EXPECT_TRUE(has_axes(find_model("fisher").options));
  EXPECT_FALSE(has_axes(find_model("qda").options));
  EXPECT_FALSE(has_axes(find_model("poisson-nb").options));
}

}  // namespace
}  // namespace suffice
