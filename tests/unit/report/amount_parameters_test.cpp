// Means and parameters of columns of amounts, as inspect and its document show them.
#include <vector>

#include <gtest/gtest.h>

#include "model/linear/linear_model.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

Stored counted_rows() {
  static const std::vector<double> x = {1, 3, 6, 10};
  static const std::vector<std::uint32_t> codes = {0, 0, 1, 1};
  static const std::vector<std::string> labels = {"few", "many"};
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"n"}}}, .target = "y"};
  const Options options{
      .readings = {{.options = AmountOptions{.family = AmountFamily::poisson, .estimator = Estimator::mle}}}};
  return {options, summarise({.rows = 4, .columns = {NumberColumn{x.data()}}}, {codes, labels}, schema)};
}

TEST(AmountParameters, RatesOfAPoissonAreItsMeans) {
  const Stored stored = counted_rows();
  const Model model = estimate(stored.summary, stored.options);
  const auto found = class_parameters(stored, model, 0);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "Means");
  EXPECT_EQ(found[0].numbers, (std::vector<double>{2, 8}));
  EXPECT_EQ(found[1].name, "Rates");
  EXPECT_EQ(found[1].features, (std::vector<std::string>{"n"}));
  EXPECT_NEAR(found[1].numbers[0], 2, 1e-12);
  EXPECT_NEAR(found[1].numbers[1], 8, 1e-12);
}

TEST(AmountParameters, ATemperatureDoesNotChangeThem) {
  const Stored stored = counted_rows();
  const Model model = estimate(stored.summary, stored.options).tempered({0.5});
  const auto found = class_parameters(stored, model, 0);
  EXPECT_NEAR(found[1].numbers[1], 8, 1e-12);
  EXPECT_NE(inspect_json(stored, model).find("\"parameters\""), std::string::npos);
}

TEST(AmountParameters, TheWeightsOfARivalAreNone) {
  Stored stored = counted_rows();
  stored.options.rival = Rival{};
  const Options options = checked(stored.options, stored.summary.schema);
  const Model model = linear_model(stored.summary, options, {{0, 1}, {0, 0}}, 1);
  const auto found = class_parameters(stored, model, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "Means");
}

TEST(ReadingAlone, IsNoSecondOpinion) {
  Stored stored = counted_rows();
  stored.options.readings.push_back(stored.options.readings.front());
  stored.options.readings.back().opinion = 1;
  const Model model = estimate(stored.summary, stored.options);
  EXPECT_EQ(reading_alone(stored, model, 1).temperatures(), (std::vector<double>{1}));
}

}  // namespace
}  // namespace suffice
