// Dependences: p(v|c,u) by the formula, and the tree of most information.
#include "estimate/values/dependences.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

Dependences dependences_of(const Summary& summary, const ValueOptions& options) {
  const ValueBlock block = value_block(summary, 0);
  return dependences(block, categories(block, options), options, 1);
}

TEST(Dependences, smooth_pairs_towards_single_values) {
  const PairedRows rows(80, 3, 1, true);
  const Dependences of = dependences_of(rows.summary(), dependence_options(Dependence::one));
  ASSERT_EQ(of.values(), 9U);
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t u = 0; u < j + 2; ++u) {
        for (std::size_t v = 0; v < k + 2; ++v) {
          for (std::size_t c = 0; c < 3; ++c) {
            const double found = of.log_probability[((of.firsts[j] + u) * 9 + of.firsts[k] + v) * 3 + c];
            const double expected = j == k && u == v ? std::log(rows.single(c, k, v))
                                    : j == k         ? 0
                                                     : std::log(rows.given(c, j, u, k, v, 2));
            EXPECT_NEAR(found, expected, 1e-13);
          }
        }
      }
    }
  }
}

TEST(Dependences, information_is_that_of_the_rows_that_have_both) {
  const PairedRows rows(200, 3, 2);
  const std::vector<double> found = conditional_information(value_block(rows.summary(), 0));
  double expected = 0;
  double all = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double total = rows.count(c, 0, SIZE_MAX, 2, SIZE_MAX);
    for (std::size_t u = 0; u < 2; ++u) {
      for (std::size_t v = 0; v < 4; ++v) {
        const double both = rows.count(c, 0, u, 2, v);
        all += both;
        if (both == 0) continue;
        expected += both * std::log(both * total / rows.count(c, 0, u, 2, SIZE_MAX) / rows.count(c, 0, SIZE_MAX, 2, v));
      }
    }
  }
  EXPECT_NEAR(found[2], expected / all, 1e-14);
  EXPECT_EQ(found[6], found[2]);
  EXPECT_EQ(found[4], 0);
}

TEST(Dependences, the_tree_has_the_largest_sum_and_ties_go_to_the_lowest) {
  // 0–1: 1, 0–2: 3, 0–3: 1, 1–2: 2, 1–3: 4, 2–3: 1.
  const std::vector<double> weights{0, 1, 3, 1, 1, 0, 2, 4, 3, 2, 0, 1, 1, 4, 1, 0};
  EXPECT_EQ(spanning_tree(weights, 4), (std::vector<std::size_t>{no_parent, 2, 0, 1}));
  EXPECT_EQ(spanning_tree(std::vector<double>(9), 3), (std::vector<std::size_t>{no_parent, 0, 0}));
  EXPECT_EQ(spanning_tree({0}, 1), std::vector<std::size_t>{no_parent});
}

TEST(Dependences, columns_that_follow_the_one_before_make_a_chain) {
  const Dependences of = dependences_of(PairedRows(2000, 4, 3).summary(), dependence_options(Dependence::tree));
  EXPECT_EQ(of.parents, (std::vector<std::size_t>{no_parent, 0, 1, 2}));
}

TEST(Dependences, need_pairs_in_the_sums) {
  const Summary single = PairedRows(30, 3, 4).summary(false);
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    try {
      (void)dependences_of(single, dependence_options(dependence));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(error.remedies().size(), 1U);
    }
  }
}

}  // namespace
}  // namespace suffice
