#include "evaluate/calibration/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

/// A number four times over beside two categories that repeat each other: every reading is too sure.
struct Repeated {
  std::vector<double> numbers;  // rows × 4
  std::vector<std::uint32_t> colours;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;
  std::vector<std::string> values{"blue", "red"};
  std::vector<double> weights = {};

  explicit Repeated(std::size_t n, std::size_t classes = 2) {
    Random random(11);
    for (std::size_t c = 0; c < classes; ++c) names.push_back("class " + std::to_string(c));
    for (std::size_t i = 0; i < n; ++i) {
      codes.push_back(static_cast<std::uint32_t>(i % 5 == 0 ? 0 : i % classes));
      const double x = random.normal() + codes.back();
      for (int k = 0; k < 4; ++k) numbers.push_back(x + 0.01 * random.normal());
      const bool red = random.uniform() < (codes.back() == 0 ? 0.3 : 0.7);
      colours.insert(colours.end(), {red ? 1U : 0U, red ? 1U : 0U});
    }
  }
  [[nodiscard]] std::size_t rows() const { return codes.size(); }
  [[nodiscard]] Table table() const {
    Table table{rows(), {}, weights};
    for (std::size_t j = 0; j < 4; ++j) table.columns.emplace_back(NumberColumn{numbers.data() + j, 4});
    for (std::size_t j = 0; j < 2; ++j) table.columns.emplace_back(CategoryColumn{colours.data() + j, values, 2});
    return table;
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  /// The last row comes first.
  void reverse() {
    std::ranges::reverse(codes);
    std::ranges::reverse(colours);  // both of a row are the same
    std::ranges::reverse(numbers);
    for (std::size_t i = 0; i < rows(); ++i) std::reverse(&numbers[4 * i], &numbers[4 * i] + 4);
  }
};

const Schema schema{
    .blocks = {{.features = {"w", "x", "y", "z"}}, {.kind = Kind::categories, .features = {"colour", "hue"}}},
    .target = "class"};
const std::vector<Keep> keep{{MomentKind::diagonal}, {}};
const Options naive{.readings = {{.block = 0, .options = GaussianOptions{.structure = Structure::diagonal}},
                                 {.block = 1, .options = ValueOptions{}}}};

Summary sums_of(const Repeated& rows) { return summarise(rows.table(), rows.labels(), schema, {.keep = keep}); }

TEST(Calibrate, left_out_scores_are_those_of_refits) {
  const Repeated rows(40);
  const LeftOutScores found = leave_one_out_scores(sums_of(rows), naive, rows.table(), rows.labels(), 1);
  ASSERT_EQ(found.labels.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i) {
    std::vector<double> weights(40, 1);
    weights[i] = 0;
    Table others = rows.table();
    others.weights = weights;
    const Model model = estimate(summarise(others, rows.labels(), schema, {.keep = keep}), naive);
    for (std::size_t r = 0; r < 2; ++r) {
      std::vector<double> alone(2);
      alone[r] = 1;
      std::vector<double> posterior(2);
      model.tempered(alone).log_posterior(rows.table().slice(i, 1), posterior);
      const double odds = posterior[1] - posterior[0] - std::log(model.class_prior()[1] / model.class_prior()[0]);
      const std::vector<double>& density = found.readings[r].log_density;
      EXPECT_NEAR(density[2 * i + 1] - density[2 * i], odds, 1e-9);
    }
  }
}

TEST(Calibrate, scores_of_folds_are_those_of_refits_and_give_about_the_same_temperatures) {
  const Repeated rows(300);
  const Summary sums = sums_of(rows);
  const LeftOutScores folds = leave_folds_out_scores(sums, naive, keep, rows.table(), rows.labels(), 10, 1);
  EXPECT_EQ(folds.folds, 10U);
  const LeftOutScores alone = leave_one_out_scores(sums, naive, rows.table(), rows.labels(), 1);
  const Calibrated by_folds = calibrate(folds, sums, naive, Calibrate::temperature);
  const Calibrated by_rows = calibrate(alone, sums, naive, Calibrate::temperature);
  for (std::size_t r = 0; r < 2; ++r) {
    EXPECT_NEAR(by_folds.calibration.temperatures[r], by_rows.calibration.temperatures[r], 0.1);
  }
}

TEST(Calibrate, columns_that_repeat_each_other_are_counted_less) {
  const Repeated rows(400);
  const Summary sums = sums_of(rows);
  const LeftOutScores scores = leave_one_out_scores(sums, naive, rows.table(), rows.labels(), 1);
  const Calibrated found = calibrate(scores, sums, naive, Calibrate::temperature);
  EXPECT_NEAR(found.calibration.temperatures[0], 0.25, 0.08);
  EXPECT_NEAR(found.calibration.temperatures[1], 0.5, 0.25);
  EXPECT_TRUE(found.left_out.calibrated);
  const LeaveOneOut plain = leave_one_out(sums, naive, rows.table(), rows.labels());
  EXPECT_LT(found.left_out.log_loss, 0.8 * plain.log_loss);
  EXPECT_EQ(found.left_out.rows, 400U);
}

double contamination_of(const Repeated& rows) {
  const Summary sums = sums_of(rows);
  return calibrate(leave_one_out_scores(sums, naive, rows.table(), rows.labels(), 1), sums, naive,
                   Calibrate::temperature)
      .calibration.contamination;
}

void move_far_apart(Repeated& rows) {
  for (std::size_t k = 0; k < rows.numbers.size(); ++k) rows.numbers[k] += 100.0 * rows.codes[k / 4];
}

TEST(Calibrate, takes_one_row_more_to_say_nothing_where_rows_have_been_wrong) {
  Repeated rows(400);
  EXPECT_EQ(contamination_of(rows), 1.0 / 401);
  rows.weights.assign(rows.rows(), 0.01);  // a scale of weights says nothing of how many rows there are
  EXPECT_EQ(contamination_of(rows), 1.0 / 401);
  move_far_apart(rows);
  EXPECT_EQ(contamination_of(rows), 0);
}

TEST(Calibrate, few_rows_that_are_right_do_not_show_that_all_are) {
  Repeated rows(50);
  move_far_apart(rows);
  EXPECT_EQ(contamination_of(rows), 0);
  Repeated fewer(48);
  move_far_apart(fewer);
  EXPECT_EQ(contamination_of(fewer), 1.0 / 49);
}

TEST(Calibrate, share_of_rows_that_say_nothing_is_the_most_probable_one) {
  const double sure = std::log(0.98);
  const double wrong = std::nan("");  // no model without the row has its class
  std::vector<LeftOutRow> rows(58, {.log_posterior = sure});
  std::vector<double> priors(58, 0.97);
  rows.insert(rows.end(), 2, {.log_posterior = wrong});
  priors.insert(priors.end(), 2, 0.015);
  const std::vector<double> weights(60, 1.0);
  const auto log_likelihood = [&](double share) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double p = std::isnan(rows[i].log_posterior) ? 0 : std::exp(rows[i].log_posterior);
      sum += std::log((1 - share) * p + share * priors[i]);
    }
    return sum;
  };
  EXPECT_EQ(contamination_share(rows, priors, weights), 60.0 / 61);  // 2/ε > 58 · 0.01
  std::ranges::fill(priors.begin(), priors.begin() + 58, 0.5);
  const double share = contamination_share(rows, priors, weights);
  EXPECT_GT(share, 2.0 / 61);
  EXPECT_LT(share, 0.1);
  EXPECT_GT(log_likelihood(share), log_likelihood(share * 1.01));
  EXPECT_GT(log_likelihood(share), log_likelihood(share / 1.01));
  rows.resize(58);
  priors.resize(58);
  EXPECT_EQ(contamination_share(rows, priors, std::vector<double>(58, 1.0)), 1.0 / 59);
}

TEST(Calibrate, does_not_depend_on_where_rows_stand) {
  Repeated rows(300);
  const auto calibrated = [&] {
    const Summary sums = sums_of(rows);
    return calibrate(leave_one_out_scores(sums, naive, rows.table(), rows.labels(), 1), sums, naive,
                     Calibrate::temperature);
  };
  const Calibrated before = calibrated();
  rows.reverse();
  const Calibrated after = calibrated();
  EXPECT_NEAR(after.left_out.log_loss, before.left_out.log_loss, 1e-12);
  EXPECT_EQ(after.calibration.offsets.empty(), before.calibration.offsets.empty());
}

TEST(Calibrate, does_not_depend_on_the_class_prior_of_the_options) {
  const Repeated rows(100);
  const Summary sums = sums_of(rows);
  Options uniform = naive;
  uniform.class_prior = UniformPrior{};
  const auto calibrated = [&](const Options& options, Calibrate how) {
    return calibrate(leave_one_out_scores(sums, options, rows.table(), rows.labels(), 1), sums, options, how)
        .calibration;
  };
  EXPECT_EQ(calibrated(uniform, Calibrate::temperature), calibrated(naive, Calibrate::temperature));
  EXPECT_EQ(calibrated(uniform, Calibrate::isotonic), calibrated(naive, Calibrate::isotonic));
}

TEST(Calibrate, isotonic_lowers_the_loss_of_two_classes_and_is_refused_for_three) {
  const Repeated rows(400);
  const Summary sums = sums_of(rows);
  const LeftOutScores scores = leave_one_out_scores(sums, naive, rows.table(), rows.labels(), 1);
  const Calibrated found = calibrate(scores, sums, naive, Calibrate::isotonic);
  EXPECT_EQ(found.calibration.temperatures, (std::vector<double>{1, 1}));
  EXPECT_FALSE(found.calibration.map.from.empty());
  EXPECT_LT(found.left_out.log_loss, leave_one_out(sums, naive, rows.table(), rows.labels()).log_loss);
  const Repeated three(60, 3);
  const Summary more = sums_of(three);
  const LeftOutScores of_three = leave_one_out_scores(more, naive, three.table(), three.labels(), 1);
  try {
    static_cast<void>(calibrate(of_three, more, naive, Calibrate::isotonic));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    ASSERT_EQ(error.remedies().size(), 1U);
    EXPECT_EQ(error.remedies()[0].option, "calibrate");
  }
}

}  // namespace
}  // namespace suffice
