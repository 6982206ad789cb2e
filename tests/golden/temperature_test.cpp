// Temperatures and class offsets against a general convex solver.
#include "evaluate/calibration/temperature.hpp"

#include <gtest/gtest.h>

#include "golden/golden_file.hpp"

namespace suffice::golden {
namespace {

class Temperatures : public testing::TestWithParam<const char*> {};

TEST_P(Temperatures, are_those_of_a_general_solver) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/temperatures.txt");
  const std::string name = GetParam();
  std::vector<ReadingScores> groups;
  for (auto found = sections.find(name + "/scores0"); found != sections.end();
       found = sections.find(name + "/scores" + std::to_string(groups.size()))) {
    groups.push_back({found->second.numbers});
  }
  const Section& rows = sections.at(name + "/rows");
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    labels.push_back(static_cast<std::uint32_t>(rows.at(i, 0)));
    weights.push_back(rows.at(i, 1));
  }
  const OutOfSample scores{groups, sections.at(name + "/log_prior").numbers, labels, weights};
  for (const bool with_offsets : {false, true}) {
    SCOPED_TRACE(with_offsets);
    const TemperatureFit fit = fit_temperatures(scores, with_offsets);
    std::vector<double> found = fit.temperatures;
    found.insert(found.end(), fit.offsets.begin(), fit.offsets.end());
    found.push_back(fit.loss);
    const std::vector<double>& expected = sections.at(name + (with_offsets ? "/offsets" : "/temperatures")).numbers;
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(found[k], expected[k], 2e-7) << k;
    }
    EXPECT_EQ(fit.rows_left_out, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Temperatures, testing::Values("one", "loud", "two", "bound", "impossible"),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace suffice::golden
