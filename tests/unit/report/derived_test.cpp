// What reports show beside the model.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "support/table.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

Stored stored_as(const std::string& model, std::size_t classes, std::size_t rows = 60) {
  const TestTable table = random_table(3, rows, 3, classes);
  const Options options = options_for(model, table.schema());
  return {options, summarise(table.table(), table.labels(), table.schema(),
                             {.keep = sums_needed(checked(options, table.schema()), table.schema())})};
}

std::vector<double> deviations_of(const Stored& stored) {
  return standard_deviations(moments_of(stored.summary), stored.summary.classes);
}

TEST(Derived, AxesAreThereForASharedCovarianceOfTwoClassesOrMore) {
  EXPECT_EQ(discriminants_of(stored_as("lda", 3), 0)->count(), 2U);
  EXPECT_EQ(discriminants_of(stored_as("fisher", 2), 0)->count(), 1U);
  EXPECT_FALSE(discriminants_of(stored_as("lda", 1), 0));
  EXPECT_FALSE(discriminants_of(stored_as("qda", 3), 0));
  EXPECT_FALSE(discriminants_of(stored_as("diagonal-lda", 3), 0));
  EXPECT_FALSE(discriminants_of(stored_as("lda", 2, 4), 0)) << "a singular scatter";
}

TEST(Derived, PairsOfColumnsAreTheStrongestOrTheTree) {
  const Summary summary = PairedRows(2000, 4, 3).summary();
  const std::vector<ColumnPair> pairs = column_pairs(summary, {.options = ValueOptions{.dependence = Dependence::one}});
  ASSERT_EQ(pairs.size(), 6U);
  EXPECT_GE(pairs[0].information, pairs[1].information);
  EXPECT_GT(pairs[0].information, 0.1);
  const std::vector<ColumnPair> tree = column_pairs(summary, {.options = ValueOptions{.dependence = Dependence::tree}});
  ASSERT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree[2].first, "x3");
  EXPECT_EQ(tree[2].second, "x2");
  EXPECT_EQ(std::ranges::count(pairs, ColumnPair{"x2", "x3", tree[2].information}), 1);
  EXPECT_TRUE(column_pairs(summary, {.options = ValueOptions{}}).empty());
}

TEST(Derived, DeviationsAreThoseOfTheSums) {
  const Stored full = stored_as("qda", 2);
  const std::vector<double> apart = deviations_of(full);
  ASSERT_EQ(apart.size(), 6U);
  EXPECT_EQ(apart[5], std::sqrt(moments_of(full.summary).scatter[17] / full.summary.classes.weight[1]));
  const Stored diagonal = stored_as("gaussian-nb", 2);
  EXPECT_NEAR(deviations_of(diagonal)[5], apart[5], 1e-12);
  const std::vector<double> pooled = deviations_of(stored_as("lda", 2));
  ASSERT_EQ(pooled.size(), 3U);
  EXPECT_NEAR(pooled[1], deviations_of(stored_as("diagonal-lda", 2))[1], 1e-12);
}

const Schema two_columns{.blocks = {{.kind = Kind::measurements, .features = {"p", "q"}}}, .target = "y"};

TEST(Derived, DeviationsAreThoseOfTheValuesThatAreThere) {
  const Summary summary{two_columns,
                        {{"a", "b"}, {4, 4}, {4, 4}},
                        {Moments{MomentKind::diagonal, {1, 2, 3, 4}, {16, 18, 4, 12}, {}, {}, {4, 2, 4, 3}}}};
  EXPECT_EQ(standard_deviations(moments_of(summary), summary.classes), (std::vector<double>{2, 3, 1, 2}));
  EXPECT_EQ(share_missing(summary, {}), 3.0 / 16);
  EXPECT_EQ(share_missing(summary, {.features = {"q"}}), 3.0 / 8);
  const Moments pooled{MomentKind::pooled_diagonal, {1, 2, 3, 4}, {32, 45}, {}, {}, {4, 2, 4, 3}};
  EXPECT_EQ(standard_deviations(pooled, summary.classes), (std::vector<double>{2, 3}));
  EXPECT_EQ(covariances(moments_of(summary), summary.classes), (std::vector<double>{4, 9, 1, 4}));
  EXPECT_EQ(covariances(pooled, summary.classes), (std::vector<double>{4, 9}));
  // Of the second column: two values about 2 and three about 4 have the mean 3.2, which adds 4.8 to their scatter
  // of 30.
  EXPECT_NEAR(largest_variance(moments_of(summary), summary.classes), 34.8 / 5, 1e-14);
  EXPECT_EQ(largest_variance(Moments{}, ClassCounts{}), 0);
}

TEST(Derived, CovariancesHaveTheShapeOfTheScatter) {
  const ClassCounts classes{{"a", "b"}, {4, 2}, {4, 2}};
  const Moments full{MomentKind::full, {0, 0, 1, 1}, {4, 2, 2, 8, 6, 2, 2, 4}, {}, {}};
  EXPECT_EQ(covariances(full, classes), (std::vector<double>{1, 0.5, 0.5, 2, 3, 1, 1, 2}));
  const Moments shared{MomentKind::pooled, {0, 0, 1, 1}, {12, 6, 6, 18}, {}, {}};
  EXPECT_EQ(covariances(shared, classes), (std::vector<double>{2, 1, 1, 3}));
  EXPECT_NEAR(largest_variance(full, classes), (12 + 4.0 / 3) / 6, 1e-15);
}

TEST(Derived, TheShareMissingIsThatOfAllPatterns) {
  const auto pattern = [](std::vector<std::uint8_t> present, double weight) {
    return Pattern{std::move(present), {1}, {weight}, {}, {}};
  };
  Moments moments{.kind = MomentKind::full, .mean = {}, .scatter = {}, .third = {}, .fourth = {}};
  moments.patterns = {pattern({1, 1}, 4), pattern({1, 0}, 3), pattern({0, 0}, 1)};
  Summary summary{two_columns, {{"a"}, {3}, {8}}, {moments}};
  EXPECT_EQ(share_missing(summary, {}), 5.0 / 16);
  EXPECT_EQ(share_missing(stored_as("lda", 2).summary, {}), 0);
  summary.schema.blocks.push_back({.kind = Kind::amounts, .features = {"r"}});
  summary.sums.emplace_back(AmountSums{{7}, {1}, {0}, {6}, {0}});
  EXPECT_EQ(share_missing(summary, {.block = 1}), 1.0 / 8);
  summary.schema.blocks.push_back({.kind = Kind::categories, .features = {"s", "t"}});
  summary.sums.emplace_back(ValueCounts{{{"u", "v"}, {"w"}}, {3, 4, 8}});
  EXPECT_EQ(share_missing(summary, {.block = 2}), 1.0 / 16);
  EXPECT_EQ(share_missing(summary, {.block = 2, .features = {"t"}}), 0);
}

TEST(Derived, DroppedFeaturesAreThoseThatNoReadingTakes) {
  Options options;
  EXPECT_TRUE(dropped_features(two_columns, options).empty());
  options.readings = {{.block = 0, .features = {"q"}, .options = GaussianOptions{}}};
  EXPECT_EQ(dropped_features(two_columns, options), std::vector<std::string>{"p"});
}

TEST(Derived, ThetaIsTheDifferenceOfTwoLinearFunctions) {
  const Stored stored = stored_as("lda", 2);
  const Model model = estimate(stored.summary, stored.options);
  const std::vector<double> theta = logistic_form(model);
  ASSERT_EQ(theta.size(), 4U);
  const std::vector<double> row = {0.3, -1, 2};
  std::vector<double> posterior(2);
  model.posterior(Table::row_major(row.data(), 1, 3), posterior);
  const double score = theta[0] + theta[1] * row[0] + theta[2] * row[1] + theta[3] * row[2];
  EXPECT_NEAR(posterior[1], 1 / (1 + std::exp(-score)), 1e-12);
  const Stored three = stored_as("lda", 3);
  EXPECT_TRUE(logistic_form(estimate(three.summary, three.options)).empty());
  const Stored quadratic = stored_as("qda", 2);
  EXPECT_TRUE(logistic_form(estimate(quadratic.summary, quadratic.options)).empty());
}

TEST(Derived, ThetaOfCountsIsThereWhereEveryClassCanHaveEveryValue) {
  const std::vector<double> counts = {3, 0, 1, 2};
  const std::vector<std::uint32_t> codes = {0, 1};
  const std::vector<std::string> names = {"a", "b"};
  const Schema schema{.blocks = {{.kind = Kind::counts, .features = {"x", "y"}}}, .target = "class"};
  const Summary sums = summarise(Table::row_major(counts.data(), 2, 2), {codes, names}, schema);
  Options options = options_for("multinomial-nb", schema);
  const std::vector<double> theta = logistic_form(estimate(sums, options));
  ASSERT_EQ(theta.size(), 3U);
  EXPECT_NEAR(theta[1], std::log(2.0 / 5) - std::log(4.0 / 5), 1e-12);
  std::get<TermOptions>(options.readings[0].options).estimator = Estimator::mle;
  EXPECT_TRUE(logistic_form(estimate(sums, options)).empty());
  EXPECT_FALSE(discriminants_of({options, sums}, 0));
}

TEST(Derived, WhatSpeaksForAClassHasPositiveLogOdds) {
  const std::vector<std::string_view> documents = {"a a b", "b c c"};
  const std::vector<std::uint32_t> codes = {0, 1};
  const std::vector<std::string> names = {"one", "two"};
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "label"};
  const Summary sums = summarise(Table::documents(documents), {codes, names}, schema);
  const Model model = estimate(sums, options_for("multinomial-nb", schema));
  EXPECT_EQ(model.strongest(1, 9).size(), 3U);
  const std::vector<FeatureOdds> found = speaking_for(model, 1, 9);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].feature, "c");
  EXPECT_NEAR(found[0].log_odds, std::log(3.0), 1e-12);
  EXPECT_TRUE(speaking_for(model, 1, 0).empty());
}

TEST(Derived, ScoresAreNumbersOfTheirColumnAgain) {
  const NormalScore score{{10, 20, 40}, {-1, 0, 1}};
  EXPECT_EQ(number_at(score, 0.5), 30);
  EXPECT_EQ(number_at(score, -9), 10);
  EXPECT_EQ(number_at(score, 9), 40);
  EXPECT_TRUE(std::isnan(number_at(score, std::nan(""))));
  const Block block{.kind = Kind::measurements, .features = {"a", "b"}, .normal_scores = {{}, score}};
  EXPECT_EQ(numbers_at(block, std::vector<double>{0.5, 0.5, -1, -1}), (std::vector<double>{0.5, 30, -1, 10}));
}

TEST(Derived, LogOddsAreAtTheTemperature) {
  const PairedRows rows(200, 3, 2);
  const Model model = estimate(rows.summary(), {.readings = {{.options = ValueOptions{}}}});
  const std::vector<FeatureOdds> whole = speaking_for(model, 0, 3);
  const std::vector<FeatureOdds> half = speaking_for(model.tempered({0.5}), 0, 3);
  ASSERT_FALSE(whole.empty());
  ASSERT_EQ(half.size(), whole.size());
  EXPECT_DOUBLE_EQ(half[0].log_odds, 0.5 * whole[0].log_odds);
  EXPECT_TRUE(speaking_for(model.tempered({0}), 0, 3).empty());
}

TEST(Derived, HowDependentColumnsAreTakenApartIsSaid) {
  EXPECT_TRUE(parts_note({.readings = {{.options = ValueOptions{}}}}).empty());
  EXPECT_TRUE(parts_note({.readings = {{.options = GaussianOptions{}}}}).empty());
  EXPECT_NE(parts_note({.readings = {{.options = ValueOptions{.dependence = Dependence::one}}}}).find("aode averages"),
            std::string::npos);
  EXPECT_NE(parts_note({.readings = {{.options = ValueOptions{.dependence = Dependence::tree}}}}).find("its parent"),
            std::string::npos);
}

TEST(Derived, ValuesAreNamedByWhatTheyAre) {
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"age", "colour"}, .edges = {{20, 30}, {}}}},
                      .target = "y",
                      .dates = {{"when", "%Y-%m-%d"}}};
  EXPECT_EQ(named_value(schema, "age", "< 20"), "age < 20");
  EXPECT_EQ(named_value(schema, "age", "20 to 30"), "age 20 to 30");
  EXPECT_EQ(named_value(schema, "age", "(missing)"), "age = (missing)");
  EXPECT_EQ(named_value(schema, "colour", "< red"), "colour = < red");
  EXPECT_EQ(named_value(schema, "word", ""), "word");
  EXPECT_EQ(shown_date(schema, "when", 86'400), "1970-01-02");
  EXPECT_EQ(shown_date(schema, "when", NAN), std::nullopt);
  EXPECT_EQ(shown_date(schema, "age", 86'400), std::nullopt);
}

TEST(Derived, TheBaseOfAnExplanationHasThePriorAndWhatBelongsToNoColumn) {
  using Names = std::vector<std::string>;
  const auto parts_of = [](const std::string& name) {
    const Stored stored = stored_as(name, 2);
    return base_parts(stored.options, estimate(stored.summary, stored.options));
  };
  EXPECT_EQ(parts_of("lda"), Names{"class prior"});
  EXPECT_EQ(parts_of("qda"), (Names{"class prior", "constants"}));
  EXPECT_EQ(parts_of("least-squares"), Names{"intercept, numbers midway between the classes"});
}

}  // namespace
}  // namespace suffice
