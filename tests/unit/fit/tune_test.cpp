#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/fit.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

Summary full_sums_of(const TestTable& table) { return table.summary(1, {.moments = MomentKind::full}); }

/// With a class prior that does not follow from the rows: leave-one-out finds it again, and tuning holds it.
Options named(const std::string& model, const TestTable& table) {
  Options options = options_for(model, table.schema());
  options.class_prior = UniformPrior{};
  return options;
}

double loss_of(const Summary& sums, const Options& options, const TestTable& table) {
  return leave_one_out(sums, options, table.table(), table.labels(), {.threads = 1}).log_loss;
}

TEST(Tune, finds_the_value_of_least_loss_and_says_how_all_did) {
  const TestTable table = random_table(4, 60, 8, 3);
  const Summary sums = full_sums_of(table);
  const Options before = named("lda", table);
  const TunedOptions tuned =
      tune(sums, before, table.table(), table.labels(), {.held = {"model", "class-prior"}}, {.threads = 1});
  EXPECT_EQ(tuned.tuning.rows, 60U);
  EXPECT_NEAR(tuned.tuning.before, loss_of(sums, before, table), 1e-12);
  EXPECT_NEAR(tuned.tuning.after, loss_of(sums, tuned.options, table), 1e-12);
  EXPECT_LT(tuned.tuning.after, tuned.tuning.before);
  EXPECT_EQ(std::ranges::count(tuned.tuning.trials, true, &Trial::chosen), 1);
  for (const Trial& trial : tuned.tuning.trials) {
    EXPECT_EQ(trial.option, "shrinkage");
    EXPECT_GE(trial.criterion, tuned.tuning.after);
  }
}

TEST(Tune, searches_the_structure_that_the_sums_have) {
  // Classes of different spreads about one mean: only structures of each class tell them apart.
  TestTable table{2, {}, {}, {"narrow", "wide"}};
  Random random(1);
  for (std::uint32_t i = 0; i < 200; ++i) {
    table.codes.push_back(i % 2);
    for (int j = 0; j < 2; ++j) table.values.push_back(random.normal() * (i % 2 == 0 ? 1 : 6));
  }
  for (const Criterion criterion :
       {Criterion::leave_one_out, Criterion::folds, Criterion::aic, Criterion::bic, Criterion::evidence}) {
    const TunedOptions tuned = tune(full_sums_of(table), named("lda", table), table.table(), table.labels(),
                                    {.criterion = criterion}, {.threads = 1});
    const std::string chosen = model_name(tuned.options);
    EXPECT_TRUE(chosen == "spherical" || chosen == "gaussian-nb" || chosen == "qda") << chosen;
  }
}

TEST(Tune, drops_columns_that_say_nothing) {
  TestTable table{4, {}, {}, {"a", "b"}};
  Random random(1);
  for (std::uint32_t i = 0; i < 80; ++i) {
    table.codes.push_back(i % 2);
    for (int j = 0; j < 4; ++j) table.values.push_back(random.normal() + (j == 1 ? 3.0 * (i % 2) : 0));
  }
  const Summary sums = table.summary();
  for (const Selection way : {Selection::forward, Selection::backward}) {
    const TunedOptions tuned = tune(sums, named("lda", table), table.table(), table.labels(),
                                    {.columns = way, .held = {"model", "shrinkage", "class-prior"}}, {.threads = 1});
    ASSERT_EQ(tuned.options.readings.size(), 1U);
    const std::vector<std::string>& features = tuned.options.readings.front().features;
    EXPECT_NE(std::ranges::find(features, "x1"), features.end());
    EXPECT_LT(features.size(), 4U);
    EXPECT_NEAR(tuned.tuning.after, loss_of(sums, tuned.options, table), 1e-12);
  }
}

TEST(Tune, of_many_columns_tries_the_promising_ones_again) {
  constexpr int columns = 40;
  TestTable table{columns, {}, {}, {"a", "b"}};
  Random random(1);
  for (std::uint32_t i = 0; i < 200; ++i) {
    table.codes.push_back(i % 2);
    for (int j = 0; j < columns; ++j) table.values.push_back(random.normal() + (j % 10 == 3 ? 1.5 * (i % 2) : 0));
  }
  for (const Selection way : {Selection::forward, Selection::backward}) {
    const TunedOptions tuned = tune(table.summary(), named("lda", table), table.table(), table.labels(),
                                    {.columns = way, .held = {"model", "shrinkage", "class-prior"}}, {.threads = 1});
    const std::vector<std::string>& features = tuned.options.readings.front().features;
    for (const char* const informative : {"x3", "x13", "x23", "x33"}) {
      EXPECT_NE(std::ranges::find(features, informative), features.end()) << informative;
    }
    EXPECT_LT(features.size(), columns / 2);
    EXPECT_LT(tuned.tuning.trials.size(), 700U);  // all in each step would be up to 820
  }
}

TEST(Tune, has_folds_where_no_closed_form_leaves_a_row_out) {
  TestTable table = random_table(4, 60, 3, 2);
  table.values[0] = std::nan("");
  table.values[40] = std::nan("");
  const TunedOptions tuned =
      tune(table.summary(), named("lda", table), table.table(), table.labels(), {.held = {"model"}}, {.threads = 1});
  EXPECT_EQ(tuned.tuning.folds, 5U);
}

TEST(Tune, its_folds_follow_from_the_seed) {
  const TestTable table = random_table(4, 60, 3, 2);
  const auto before = [&](std::uint64_t seed) {
    return tune(table.summary(), named("lda", table), table.table(), table.labels(),
                {.criterion = Criterion::folds, .held = {"model"}, .seed = seed}, {.threads = 1})
        .tuning.before;
  };
  EXPECT_EQ(before(0), before(0));
  EXPECT_NE(before(0), before(1));
}

TEST(Tune, says_where_there_is_nothing_to_search) {
  const TestTable table = random_table(4, 60, 3, 2);
  EXPECT_THROW(tune(table.summary(), named("lda", table), table.table(), table.labels(),
                    {.criterion = Criterion::evidence, .held = {"model"}}, {.threads = 1}),
               Error);
  EXPECT_THROW(tune(table.summary(), named("lda", table), table.table(), table.labels(),
                    {.criterion = Criterion::aic, .columns = Selection::forward}, {.threads = 1}),
               Error);
}

TEST(Tune, compares_no_likelihoods_of_models_that_are_pooled) {
  const TestTable table = random_table(4, 60, 3, 2);
  Options options = named("lda", table);
  options.readings.push_back({.options = GaussianOptions{.structure = Structure::diagonal}, .opinion = 1});
  for (const Criterion criterion : {Criterion::aic, Criterion::bic, Criterion::evidence}) {
    try {
      tune(full_sums_of(table), options, table.table(), table.labels(), {.criterion = criterion}, {.threads = 1});
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(error.remedies().front(), (Remedy{"criterion", {"loo"}}));
    }
  }
}

TEST(Tune, reads_selections) {
  EXPECT_EQ(parse_selection("backward"), Selection::backward);
  EXPECT_THROW(parse_selection("both"), Error);
}

TEST(Validation, is_none_leave_one_out_or_folds) {
  EXPECT_EQ(parse_validation("none").rows, Validation::Rows::none);
  EXPECT_EQ(parse_validation("loo"), (Validation{Validation::Rows::all, 0}));
  EXPECT_EQ(parse_validation("10"), (Validation{Validation::Rows::all, 10}));
  for (const char* const text : {"1", "0", "-3", "2.5", "ten", "10001"}) EXPECT_THROW(parse_validation(text), Error);
}

// Its offsets stand in the place of a prior.
TEST(Tune, holds_the_class_prior_of_a_calibrated_model) {
  const TestTable table = random_table(4, 60, 8, 3);
  Stored stored{.options = options_for("lda", table.schema()), .summary = full_sums_of(table)};
  const auto priors_tried = [&] {
    return std::ranges::count(tune(stored, nullptr, {.criterion = Criterion::bic}, {.threads = 1}).tuning.trials,
                              "class-prior", &Trial::option);
  };
  EXPECT_EQ(priors_tried(), 2);
  stored.fitted.temperatures = {0.5};
  EXPECT_EQ(priors_tried(), 0);
}

}  // namespace
}  // namespace suffice
