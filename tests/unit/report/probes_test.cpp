#include "report/picture/probes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(Probes, densities_of_one_column_have_the_area_one) {
  const PictureModel fitted = picture_model("qda", 2, 3);
  const Probes probes(fitted.model, 1);
  NumberProbes line = {{1}, {}};
  for (double x = -20; x < 20; x += 0.01) {
    line.values.push_back(x);
  }
  const std::vector<double> logs = probes.log_densities(line);
  for (std::size_t c = 0; c < 2; ++c) {
    double area = 0;
    for (std::size_t k = c; k < logs.size(); k += 2) {
      area += 0.01 * std::exp(logs[k]);
    }
    EXPECT_NEAR(area, 1, 1e-6);
  }
}

TEST(Probes, posteriors_of_all_columns_are_those_of_the_model) {
  const PictureModel fitted = picture_model("lda", 3, 2);
  const Probes probes(fitted.model, 1);
  std::vector<double> wanted(fitted.table.rows() * 3);
  fitted.model.log_posterior(fitted.table.table(), wanted);
  EXPECT_EQ(probes.log_posteriors({{0, 1}, fitted.table.values}), wanted);
}

TEST(Probes, values_of_a_category_sum_to_one) {
  const Model model = model_of(value_model());
  const Probes probes(model, 1);
  EXPECT_EQ(probes.forms(), (std::vector<CellForm>{CellForm::category, CellForm::category}));
  const std::vector<double> logs = probes.log_probabilities(0, {"blue", "red"});
  EXPECT_NEAR(std::exp(logs[0]) + std::exp(logs[2]), 1, 1e-12);
  EXPECT_NEAR(std::exp(logs[1]) + std::exp(logs[3]), 1, 1e-12);
}

TEST(Probes, an_empty_document_says_nothing) {
  const Model model = model_of(mixed_model());
  const Probes probes(model, 1);
  const std::vector<std::size_t> numbers = probes.numbers();
  ASSERT_EQ(numbers.size(), 2U);
  const std::vector<double> logs = probes.log_posteriors({{numbers[0]}, {NAN}});
  EXPECT_NEAR(std::exp(logs[0]), model.class_prior()[0], 1e-12);
}

}  // namespace
}  // namespace suffice
