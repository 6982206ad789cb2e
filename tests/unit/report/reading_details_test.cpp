// The numbers of inspect, reading by reading.
#include <vector>

#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "support/table.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

// Two readings of one block: a shared covariance, and a naive one as a second opinion.
Stored two_readings() {
  const TestTable table = random_table(3, 60, 3, 2);
  const GaussianOptions naive{.structure = Structure::diagonal};
  return {{.readings = {{}, {.options = naive, .opinion = 1}}},
          table.summary(1, {.moments = MomentKind::full, .fourth = true})};
}

TEST(ReadingDetails, MeasurementsHaveTheirMomentsDeviationsAndAxes) {
  const Stored stored = two_readings();
  const Model model = estimate(stored.summary, stored.options);
  const ReadingDetails shared = reading_details(stored, model, 0);
  EXPECT_EQ(shared.moments, moments_read(stored.summary, stored.options, 0));
  EXPECT_EQ(shared.deviations, standard_deviations(*shared.moments, stored.summary.classes));
  EXPECT_EQ(shared.axes->count(), 1U);
  EXPECT_TRUE(shared.numbers_at_means.empty());
  EXPECT_TRUE(shared.strongest.empty());
  EXPECT_FALSE(reading_details(stored, model, 1).axes);
}

TEST(ReadingDetails, AReadingAloneHasTheFormOfItsOwnEstimate) {
  const Stored stored = two_readings();
  const Model model = estimate(stored.summary, stored.options).calibrated({{0.5, 0}, {0.1, -0.1}});
  const LinearForm linear = reading_details(stored, model, 0).alone.linear_form();
  const LinearForm own = reading_alone(stored, model, 0).tempered({0.5}).linear_form();
  EXPECT_EQ(linear.coefficients, own.coefficients);
  EXPECT_EQ(linear.intercepts, own.intercepts);
  const QuadraticForm second = reading_details(stored, model, 1).alone.quadratic_form();
  EXPECT_EQ(second.matrices, reading_alone(stored, model, 1).quadratic_form().matrices);
}

TEST(ReadingDetails, PairsAreTheStrongestOrTheWholeTree) {
  const Summary summary = PairedRows(500, 4, 3).summary();
  const auto details_of = [&](Dependence dependence) {
    const Stored stored{{.readings = {{.options = ValueOptions{.dependence = dependence}}}}, summary};
    return reading_details(stored, estimate(summary, stored.options), 0, {.top = 2, .classes = 1});
  };
  EXPECT_EQ(details_of(Dependence::one).pairs.size(), 2U);
  EXPECT_EQ(details_of(Dependence::tree).pairs.size(), 3U);
  const ReadingDetails naive = details_of(Dependence::none);
  EXPECT_TRUE(naive.pairs.empty());
  ASSERT_EQ(naive.strongest.size(), 1U);
  EXPECT_EQ(naive.strongest[0].size(), 2U);
}

}  // namespace
}  // namespace suffice
