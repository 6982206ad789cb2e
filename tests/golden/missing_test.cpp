// Suffice against 60-digit arithmetic and e1071 where values are missing when fitting and when scoring.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "estimate/moments/gaussians.hpp"
#include "golden/expect_golden.hpp"
#include "golden/golden_case.hpp"
#include "suffice/discriminants.hpp"
#include "summary/block_sums.hpp"

namespace suffice::golden {
namespace {

const std::string folder = SUFFICE_GOLDEN_DIR "/";

/// Cells where 5 i + 3 j leaves 0 or 4 when divided by 11 are missing, but for the first row of each class.
GoldenTable read_incomplete_table(const std::string& name) {
  GoldenTable table = read_table(folder, name);
  const std::size_t d = table.values.columns;
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < table.values.rows; ++i) {
    const bool first = seen.insert(table.codes[i]).second;
    for (std::size_t j = 0; j < d; ++j) {
      const std::size_t left = (5 * i + 3 * j) % 11;
      if (!first && (left == 0 || left == 4)) table.values.numbers[i * d + j] = std::nan("");
    }
  }
  return table;
}

/// Both sides stop within 1e-12 of the fixed point. The rows of `offset` lie 1e6 spreads away from 0.
double tolerance(const std::string& table) { return table == "offset" ? 1e-8 : 1e-10; }

void check_case(const std::string& name, const Section& section) {
  SCOPED_TRACE(name);
  const Case golden = parse_case(name, folder);
  const GoldenTable table = read_incomplete_table(golden.table);
  const double relative = tolerance(golden.table);
  const SummariseOptions keep{.threads = 1, .keep = sums_needed(golden.options, table.schema)};
  const Summary summary = summarise(table.rows(), table.labels(), table.schema, keep);
  if (golden.quantity == "mean")
    return expect_near(section, gaussians(moment_block(summary, 0), golden.gaussian(), Numerators::kept, 1).means,
                       relative);
  if (golden.quantity == "axes") return expect_near(section, discriminants(summary, golden.options).axes, relative);
  if (golden.quantity == "eigenvalues") {
    return expect_near(section, discriminants(summary, golden.options).eigenvalues, relative);
  }
  const Model model = estimate(summary, golden.options);
  if (golden.quantity == "posterior") return expect_posterior(section, model, table, 1e-10);
  std::vector<double> log_joint(section.numbers.size());
  model.log_joint(table.rows(), log_joint);
  expect_near(section, log_joint, 10 * relative);
}

TEST(MissingGolden, agrees_with_sixty_digit_arithmetic) {
  const auto sections = read_golden_file(folder + "missing.txt");
  EXPECT_EQ(sections.size(), 135U);
  for (const auto& [name, section] : sections) check_case(name, section);
}

TEST(MissingGolden, agrees_with_e1071) {
  const auto sections = read_golden_file(folder + "e1071_numbers.txt");
  EXPECT_EQ(sections.size(), 3U);
  for (const auto& [name, section] : sections) check_case(name, section);
}

}  // namespace
}  // namespace suffice::golden
