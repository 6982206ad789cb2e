#include "fit/tune_values.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

std::vector<std::string> searched(const std::string& model, Kind kind, const TuneOptions& how = {}) {
  TestTable table = random_table(1, 40, 2, 2);
  for (double& value : table.values) value = std::abs(std::round(value));
  const Schema schema = table.schema(kind);
  const Options options = options_for(model, schema);
  const Summary sums = summarise(table.table(), table.labels(), schema,
                                 {.threads = 1, .keep = sums_needed(checked(options, schema), schema)});
  return searched_options(sums, options.readings.front(), how);
}

using Names = std::vector<std::string>;

TEST(TuneValues, what_is_searched_follows_from_the_model) {
  EXPECT_EQ(searched("lda", Kind::measurements), (Names{"model", "shrinkage"}));
  EXPECT_EQ(searched("rda", Kind::measurements), (Names{"rda"}));
  EXPECT_EQ(searched("centroid", Kind::measurements, {.held = {"model"}}), Names{});
  EXPECT_EQ(searched("poisson-nb", Kind::amounts), (Names{"pseudocount"}));
  EXPECT_EQ(searched("multinomial-nb", Kind::counts), (Names{"pseudocount", "min-df", "tf-idf"}));
  EXPECT_EQ(searched("bernoulli-nb", Kind::counts), (Names{"pseudocount", "min-df"}));
}

TEST(TuneValues, follows_the_criterion_and_what_is_held) {
  EXPECT_EQ(searched("lda", Kind::measurements, {.criterion = Criterion::aic}), (Names{"model"}));
  EXPECT_EQ(searched("lda", Kind::measurements, {.held = {"model"}}), (Names{"shrinkage"}));
  EXPECT_EQ(searched("poisson-nb", Kind::amounts, {.criterion = Criterion::evidence}), (Names{"pseudocount"}));
  EXPECT_EQ(searched("poisson-nb", Kind::amounts, {.criterion = Criterion::bic}), Names{});
}

TEST(TuneValues, the_grid_of_rda_has_a_hundred_points) {
  const TestTable table = random_table(1, 40, 2, 2);
  const Options options = options_for("rda", table.schema());
  EXPECT_EQ(tune_values("rda", table.summary(1, {.moments = MomentKind::full}), options.readings.front()).size(), 100U);
}

TEST(TuneValues, the_usual_pseudocount_is_one_of_the_values) {
  const TestTable table = random_table(1, 40, 2, 2);
  const Schema schema = table.schema(Kind::categories);
  const Reading reading = options_for("categorical-nb", schema).readings.front();
  const std::vector<TuneValue> values = tune_values("pseudocount", table.summary(), reading);
  const auto now = std::ranges::find(values, reading.options, &TuneValue::options);
  ASSERT_NE(now, values.end());
  EXPECT_EQ(now->text, "1");
}

TEST(TuneValues, class_priors_are_no_part_of_evidence_nor_of_calibrated_scores) {
  EXPECT_EQ(prior_values({}).size(), 3U);
  EXPECT_EQ(prior_values({.criterion = Criterion::bic}).size(), 2U);
  EXPECT_TRUE(prior_values({.criterion = Criterion::evidence}).empty());
  EXPECT_TRUE(prior_values({.tempered = true}).empty());
  EXPECT_TRUE(prior_values({.held = {"class-prior"}}).empty());
}

}  // namespace
}  // namespace suffice
