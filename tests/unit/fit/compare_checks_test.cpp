#include "fit/compare_checks.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rival_tables.hpp"

namespace suffice {
namespace {

const AssumptionCheck& check_of(const std::vector<AssumptionCheck>& checks, const std::string& test) {
  return *std::ranges::find(checks, test, &AssumptionCheck::test);
}

std::vector<AssumptionCheck> checks_of(const RivalTable& rows) {
  const Summary sums = summarise(rows.table(), rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  return assumption_checks(rows.table(), sums, rows.codes, 0);
}

// The two numbers are correlated normals of equal covariances.
TEST(CompareChecks, reject_what_does_not_hold) {
  const std::vector<AssumptionCheck> checks = checks_of(RivalTable(600));
  EXPECT_EQ(check_of(checks, "correlation").rejected, 2U);
  EXPECT_NEAR(check_of(checks, "correlation").tests[0].effect, 0.45, 0.1);
  EXPECT_EQ(check_of(checks, "Anderson-Darling").rejected, 0U);
  EXPECT_EQ(check_of(checks, "Anderson-Darling").tests.size(), 4U);
  EXPECT_EQ(check_of(checks, "Mardia").tests.size(), 4U);
  EXPECT_GT(check_of(checks, "Box's M").tests[0].p_value, 1e-3);
  RivalTable skew(600);
  for (std::size_t k = 0; k < skew.numbers.size(); k += 2) {
    skew.numbers[k] = skew.numbers[k] * skew.numbers[k];
  }
  EXPECT_GE(check_of(checks_of(skew), "Anderson-Darling").rejected, 2U);
}

TEST(CompareChecks, discriminant_functions_are_as_many_as_axes) {
  const RivalTable rows(90, 3);
  const Summary sums = summarise(rows.table(), rows.labels(), RivalTable::schema(),
                                 {.threads = 1, .keep = {{.moments = MomentKind::full}, {}}});
  const std::vector<DiscriminantRow> table = discriminant_table(sums);
  ASSERT_EQ(table.size(), 2U);
  EXPECT_NEAR(table[0].share + table[1].share, 1, 1e-12);
  EXPECT_LT(table[0].p_value, 1e-6);
}

}  // namespace
}  // namespace suffice
