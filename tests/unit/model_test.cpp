#include "suffice/model.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

class ModelTest : public testing::Test {
 protected:
  Table table_ = random_table(1, 3000, 3, 3);
  Model model_ = estimate(table_.summary());
};

TEST_F(ModelTest, refuses_wrong_shapes_and_values_before_writing_anything) {
  std::vector<double> out(3000 * 3, 42);
  EXPECT_THROW(model_.log_posterior(Batch::row_major(table_.values.data(), 10, 2), std::span(out).first(30)), Error);
  EXPECT_THROW(model_.log_posterior(table_.batch(), std::span(out).first(10)), Error);
  table_.values[8999] = std::nan("");
  EXPECT_THROW(model_.log_joint(table_.batch(), out), Error);
  EXPECT_EQ(out, std::vector<double>(9000, 42));
}

TEST_F(ModelTest, no_rows_are_fine) {
  model_.log_joint(Batch::row_major(nullptr, 0, 3), {});
  model_.predict(Batch::row_major(nullptr, 0, 3), {});
}

TEST_F(ModelTest, a_prior_of_zero_rules_a_class_out_without_nan) {
  const Model model =
      estimate(table_.summary(), {.class_prior = GivenPrior{{{"class 0", 0.5}, {"class 1", 0}, {"class 2", 0.5}}}});
  std::vector<double> posterior(9000);
  model.log_posterior(table_.batch(), posterior);
  for (std::size_t i = 0; i < 3000; ++i) {
    ASSERT_EQ(posterior[3 * i + 1], -INFINITY);
    ASSERT_NEAR(std::exp(posterior[3 * i]) + std::exp(posterior[3 * i + 2]), 1, 1e-12);
  }
}

TEST_F(ModelTest, ties_go_to_the_lowest_index) {
  // Two classes at −1 and 1 with equal priors, and a row half-way.
  const Summary summary{{{"x"}, "y", ""}, {{"a", "b"}, {2, 2}, {2, 2}}, {{-1, 1}, {4}}};
  const double zero = 0;
  std::vector<std::uint32_t> predicted(1, 9);
  estimate(summary).predict(Batch::row_major(&zero, 1, 1), predicted);
  EXPECT_EQ(predicted[0], 0U);
}

TEST_F(ModelTest, sample_gives_any_part_of_one_endless_sequence) {
  const Sample all = model_.sample(3000, 7);
  const Sample part = model_.sample(600, 7, 900);
  EXPECT_TRUE(std::equal(part.values.begin(), part.values.end(), all.values.begin() + 900 * 3));
  EXPECT_TRUE(std::equal(part.labels.begin(), part.labels.end(), all.labels.begin() + 900));
  EXPECT_NE(model_.sample(3000, 8).values, all.values);
  EXPECT_TRUE(model_.sample(0, 7).labels.empty());
}

}  // namespace
}  // namespace suffice
