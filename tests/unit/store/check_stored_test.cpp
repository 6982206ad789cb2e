// What a model file may hold: options against schema, labels and sums, and temperatures.
#include "store/content/check_stored.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

const Schema one_block = {.blocks = {{.features = {"x", "y"}}}, .target = "t"};
const ClassCounts classes = {{"a", "b"}, {3, 2}, {3, 2}};

std::string outcome_with(const GaussianOptions& options, const ClassPrior& prior = EmpiricalPrior{}) {
  return outcome_of([&] { sound_options({prior, {reading_of(0, options)}}, one_block, classes); });
}

TEST(CheckStored, OptionsMustBeSound) {
  EXPECT_EQ(outcome_with({}), "no error");
  EXPECT_EQ(outcome_with({.shrinkage = FixedShrinkage{1}}, GivenPrior{{{"a", 1}, {"b", 0}}}), "no error");
  const auto is_refused = [](const std::string& outcome) {
    return outcome.starts_with("bad_model: the list of options: ");
  };
  for (const double lambda : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(is_refused(outcome_with({.shrinkage = FixedShrinkage{lambda}})));
  }
  EXPECT_TRUE(is_refused(outcome_with({.structure = Structure::diagonal, .shrinkage = OasShrinkage{}})));
  EXPECT_TRUE(is_refused(outcome_with({.ridge = -1})));
  EXPECT_TRUE(is_refused(outcome_with({.estimator = Estimator::map, .prior = {.variance = {{1, 2, 3}}}})));
  EXPECT_EQ(outcome_with({.estimator = Estimator::map, .prior = {.variance = {{1, 2}}}}), "no error");
  const auto given = [&](std::map<std::string, double> prior) {
    return is_refused(outcome_with({}, GivenPrior{std::move(prior)}));
  };
  EXPECT_TRUE(given({{"a", 1.5}, {"b", -0.5}}));
  EXPECT_TRUE(given({{"a", 0.5}, {"b", 0.4}}));
  EXPECT_TRUE(given({{"a", 0.5}, {"c", 0.5}}));
  EXPECT_TRUE(given({{"a", 0.5}, {"b", 0.5}, {"c", 0}}));
  EXPECT_FALSE(given({{"a", 0.5}, {"b", 0.5}}));
}

TEST(CheckStored, ThereAreAsManyAxesAsTheClassesCanDifferAlong) {
  const auto with_axes = [](std::size_t count) { return outcome_with({.fisher = FisherAxes{count}}); };
  EXPECT_EQ(with_axes(0), "no error");
  EXPECT_EQ(with_axes(1), "no error");
  const std::string refused =
      "bad_model: the list of options: 2 discriminant axes are asked for, and the classes differ along 1";
  EXPECT_TRUE(with_axes(2).starts_with(refused)) << with_axes(2);
}

TEST(CheckStored, ReadingsMustFitTheSchema) {
  const auto outcome = [](const Options& options) {
    return outcome_of([&] { sound_options(options, one_block, classes); });
  };
  EXPECT_TRUE(
      outcome({.readings = {reading_of(1, GaussianOptions{})}}).starts_with("bad_model: the list of options: "));
  EXPECT_TRUE(outcome({.readings = {reading_of(0, ValueOptions{})}}).starts_with("bad_model: the list of options: "));
  EXPECT_TRUE(outcome({.readings = {{.block = 0, .features = {"z"}, .options = GaussianOptions{}}}})
                  .starts_with("bad_model: the list of options: "));
}

TEST(CheckStored, DependenceNeedsPairsOfValues) {
  const Options options{.readings = {reading_of(0, ValueOptions{.dependence = Dependence::one})}};
  EXPECT_EQ(outcome_of([&] { check_stored({options, PairedRows(30, 3, 1).summary()}); }), "no error");
  EXPECT_EQ(outcome_of([&] { check_stored({options, PairedRows(30, 3, 1).summary(false)}); }),
            "bad_model: the sums have no pairs of values and cannot be read as aode");
}

TEST(CheckStored, ReadingsOfAllFeaturesNameNone) {
  Options spelt_out = {.readings = {{.block = 0, .features = {"x", "y"}, .options = GaussianOptions{}}}};
  EXPECT_TRUE(sound_options(spelt_out, one_block, classes).readings[0].features.empty());
  spelt_out.readings[0].features = {"y"};
  EXPECT_EQ(sound_options(spelt_out, one_block, classes), spelt_out);
  EXPECT_EQ(sound_options({}, one_block, classes), (Options{.readings = {reading_of(0, GaussianOptions{})}}));
}

TEST(CheckStored, SumsMustServeTheReadings) {
  Stored stored = sample_model();
  EXPECT_EQ(outcome_of([&] { check_stored(stored); }), "no error");
  gaussian_in(stored).structure = Structure::full;
  EXPECT_EQ(outcome_of([&] { check_stored(stored); }),
            "bad_model: the sums are pooled and cannot be read as qda with these options");
  gaussian_in(stored) = {.structure = Structure::shared_diagonal};
  EXPECT_EQ(outcome_of([&] { check_stored(stored); }), "no error");
}

TEST(CheckStored, TemperaturesAreOfReadings) {
  Stored stored = mixed_model();
  const auto outcome = [&](std::vector<double> temperatures, std::uint64_t rows) {
    stored.fitted = {std::move(temperatures), rows};
    return outcome_of([&] { check_stored(stored); });
  };
  const std::string refused = "bad_model: the fitted part does not have a temperature of at least 0 for each reading";
  EXPECT_EQ(outcome({}, 0), "no error");
  EXPECT_EQ(outcome({1, 0, 0.5, 2}, 5), "no error");
  EXPECT_EQ(outcome({1, 0, 0.5}, 5), refused);
  EXPECT_EQ(outcome({}, 5), refused);
  EXPECT_EQ(outcome({1, 0, -0.5, 1}, 5), refused);
  EXPECT_EQ(outcome({1, 0, std::numeric_limits<double>::infinity(), 1}, 5), refused);
}

TEST(CheckStored, WhatIsToldOfWeightsIsSoundAndOfWeights) {
  const LinearWeights weights{{1, -1}, {0, 0}};
  const auto outcome = [&](const RivalReport& report) {
    return outcome_of([&] { check_fitted({.rows = 5, .weights = weights, .rival = report}, 1, 2); });
  };
  EXPECT_EQ(outcome({.passes = 3, .mistakes = 2, .radius = 1.5, .margin = 0.1}), "no error");
  for (const RivalReport& report : {RivalReport{.gradient = -1}, RivalReport{.radius = INFINITY},
                                    RivalReport{.margin = 0.0}, RivalReport{.margin = std::nan("")}}) {
    EXPECT_TRUE(outcome(report).starts_with("bad_model: ")) << report.radius;
  }
  EXPECT_TRUE(outcome_of([] { check_fitted({.rows = 5, .rival = RivalReport{}}, 1, 2); }).starts_with("bad_model: "));
}

TEST(CheckStored, OffsetsAndMapsAreOfClasses) {
  Stored stored = mixed_model();
  const std::size_t classes = stored.summary.classes.size();
  ASSERT_EQ(classes, 2U);
  const auto outcome = [&](std::vector<double> offsets, OddsMap map) {
    stored.fitted = {{1, 1, 1, 1}, 5, std::move(offsets), std::move(map)};
    return outcome_of([&] { check_stored(stored); });
  };
  const std::string no_offsets = "bad_model: the fitted part does not have a finite offset for each class";
  const std::string no_map =
      "bad_model: the fitted part has a map of log odds that is not one of two classes, ascending and finite";
  EXPECT_EQ(outcome({1, -1}, {}), "no error");
  EXPECT_EQ(outcome({1}, {}), no_offsets);
  EXPECT_EQ(outcome({1, std::numeric_limits<double>::infinity()}, {}), no_offsets);
  EXPECT_EQ(outcome({}, {{0, 1}, {0, 1}}), "no error");
  EXPECT_EQ(outcome({}, {{0, 0}, {0, 1}}), no_map);
  EXPECT_EQ(outcome({}, {{0, 1}, {1, 0}}), no_map);
  EXPECT_EQ(outcome({}, {{0, 1}, {0}}), no_map);
}

TEST(CheckStored, ContaminationIsAShare) {
  Stored stored = mixed_model();
  const auto outcome = [&](double contamination) {
    stored.fitted = {.temperatures = {1, 1, 1, 1}, .rows = 5, .contamination = contamination};
    return outcome_of([&] { check_stored(stored); });
  };
  EXPECT_EQ(outcome(0.5), "no error");
  for (const double wrong : {-0.5, 1.0, std::nan("")}) {
    EXPECT_EQ(outcome(wrong),
              "bad_model: the fitted part has a contamination that is not a share of at least 0 and less than 1");
  }
  stored.fitted = {.temperatures = {1, 1, 1, 1}, .rows = 5, .map = {{0, 1}, {0, 1}}, .contamination = 0.5};
  EXPECT_TRUE(outcome_of([&] { check_stored(stored); }).starts_with("bad_model: "));
}

TEST(CheckStored, SchemaAndSumsMustBeSound) {
  Stored stored = mixed_model();
  stored.summary.classes.rows[0] = 0;
  EXPECT_EQ(error_of([&] { check_stored(stored); })->code(), ErrorCode::bad_model);
  stored = mixed_model();
  stored.summary.schema.blocks[0].features.clear();
  EXPECT_EQ(error_of([&] { check_stored(stored); })->code(), ErrorCode::bad_model);
}

}  // namespace
}  // namespace suffice
