#include "fit/choice/choose_model.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "mixed_sample.hpp"

namespace suffice {
namespace {

FitPlan choose(const MixedSample& sample, unsigned threads = 1) {
  return decided(mixed_plan(), sample.table(), sample.labels(), {.threads = threads});
}

/// After the chosen one, which may be simpler than the best.
void expect_sorted(const Ranking& ranking) {
  ASSERT_FALSE(ranking.models.empty());
  EXPECT_TRUE(ranking.models.front().problem.empty());
  for (std::size_t k = 2; k < ranking.models.size(); ++k) {
    const RankedModel& before = ranking.models[k - 1];
    const RankedModel& now = ranking.models[k];
    if (now.problem.empty()) {
      EXPECT_TRUE(before.problem.empty()) << now.name;
      EXPECT_LE(before.log_loss, now.log_loss) << now.name;
    }
  }
}

TEST(ChooseModel, ranks_by_the_loss_on_rows_left_out) {
  const FitPlan plan = choose(mixed_sample(120));
  expect_sorted(plan.ranking);
  EXPECT_EQ(plan.ranking.rows, 120U);
  EXPECT_EQ(plan.ranking.folds, 5U);
  EXPECT_LT(plan.ranking.models.front().log_loss, 0.4);
  EXPECT_FALSE(needs_sample(plan));
  EXPECT_EQ(choose(mixed_sample(40)).ranking.folds, 10U);
}

TEST(ChooseModel, a_class_of_one_row_is_no_obstacle) {
  MixedSample sample = mixed_sample(41);
  for (std::uint32_t& label : sample.classes) {
    label = 0;
  }
  sample.classes[5] = 1;
  const Ranking ranking = choose(sample).ranking;
  expect_sorted(ranking);
  EXPECT_EQ(ranking.left_out, 1U) << "without its fold its class has no row";
  EXPECT_EQ(choose(mixed_sample(41)).ranking.left_out, 0U);
}

TEST(ChooseModel, nor_are_missing_values_and_a_number_that_separates_the_classes) {
  MixedSample sample = mixed_sample(40);
  for (std::size_t i = 0; i < sample.rows(); ++i) {
    sample.numbers[2 * i] = sample.classes[i] == 0 ? 1 : 3;
  }
  sample.numbers[9] = std::nan("");
  sample.numbers[20] = std::nan("");
  sample.colours[7] = missing_category;
  const FitPlan plan = choose(sample);
  expect_sorted(plan.ranking);
  EXPECT_LT(plan.ranking.models.front().log_loss, 0.1);
}

TEST(ChooseModel, terms_are_chosen_beside_readings_that_are_pooled) {
  const std::vector<double> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<std::string_view> texts(12, "one word or two");
  const std::vector<std::uint32_t> codes{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  const std::vector<std::string> names{"a", "b"};
  Table rows = Table::documents(texts);
  rows.columns.insert(rows.columns.begin(), Table::row_major(numbers.data(), 12, 1).columns.front());
  FitPlan plan;
  plan.schema = {.blocks = {{.features = {"x"}}, {.kind = Kind::text, .features = {"t"}}}, .target = "y"};
  plan.options.readings = {{.options = GaussianOptions{}},
                           {.options = GaussianOptions{.structure = Structure::diagonal}, .opinion = 1},
                           {.block = 1, .options = TermOptions{}}};
  plan.keep = {{.moments = MomentKind::full}, {}};
  plan.calibrate = Calibrate::temperature;
  const FitPlan chosen = with_chosen_terms(plan, rows, {codes, names}, {.threads = 1});
  ASSERT_EQ(chosen.options.readings.size(), 3U);
  EXPECT_TRUE(chosen.options.readings[1].pooled());
}

TEST(ChooseModel, with_one_class_there_is_nothing_to_choose) {
  MixedSample sample = mixed_sample(20);
  for (std::uint32_t& label : sample.classes) {
    label = 1;
  }
  const FitPlan plan = choose(sample);
  EXPECT_TRUE(plan.ranking.models.empty());
  EXPECT_EQ(plan.options, mixed_plan().options);
  EXPECT_FALSE(needs_sample(plan));
}

TEST(ChooseModel, of_few_rows_categories_and_bins_are_read_and_nothing_is_compared) {
  const FitPlan plan = choose(mixed_sample(3));
  EXPECT_TRUE(plan.ranking.models.empty());
  ASSERT_EQ(plan.options.readings.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<ValueOptions>(plan.options.readings.front().options));
  EXPECT_FALSE(needs_sample(plan));
}

}  // namespace
}  // namespace suffice
