// Presence removal: as many refits as rows, for every Bernoulli model.
#include "evaluate/presence_removal.hpp"

#include <gtest/gtest.h>

#include "unit/plain_counts.hpp"

namespace suffice {
namespace {

constexpr Keep terms_kept{.sums = SumKind::terms};

TEST(PresenceRemoval, equals_as_many_refits) {
  for (const bool weighted : {false, true}) {
    for (const bool missing : {false, true}) {
      const Table table = count_table(2, 45, 8, 3, weighted, missing);
      const Summary summary = table.summary(1, terms_kept);
      for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
        for (const double least : {0.0, 8.0}) {
          EstimateOptions options{.family = Family::bernoulli, .estimator = estimator};
          options.terms.min_documents = least;
          const PlainTerms plain(table, options);
          EXPECT_LT(largest_difference(PresenceRemoval(summary, options), table.batch(), table.codes, 3,
                                       [&](std::size_t i) { return plain.log_densities(i); }),
                    1e-10)
              << to_text(estimator) << " weighted " << weighted << " missing " << missing << " least " << least;
        }
      }
    }
  }
}

TEST(PresenceRemoval, rules_part_terms_of_equal_counts) {
  const Table table = count_table(3, 30, 4, 2);
  const Summary summary = table.summary(1, terms_kept);
  EstimateOptions all{.family = Family::bernoulli, .estimator = Estimator::mean};
  all.pseudocount.all = 0.5;
  EstimateOptions ruled = all;
  ruled.pseudocount.all = 3;
  ruled.pseudocount.rules = {{.feature = "x0", .count = 0.5},
                             {.feature = "x1", .count = 0.5},
                             {.feature = "x2", .count = 0.5},
                             {.feature = "x3", .count = 0.5}};
  const PlainTerms plain(table, all);
  EXPECT_LT(largest_difference(PresenceRemoval(summary, ruled), table.batch(), table.codes, 2,
                               [&](std::size_t i) { return plain.log_densities(i); }),
            1e-11);
}

TEST(PresenceRemoval, a_term_that_all_others_have_rules_a_row_without_it_out) {
  const Table table{2, {1, 0, 1, 1, 0, 1, 1, 1, 0, 1}, {0, 0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = table.summary(1, terms_kept);
  const PresenceRemoval removal(summary, {.family = Family::bernoulli});
  const std::vector<std::size_t> truth = {0, 0, 0, 1, 1};
  const std::vector<std::size_t> chosen = {2};
  std::vector<double> out(2);
  removal.log_densities({table.batch(), truth, chosen}, out);
  EXPECT_EQ(out[0], -INFINITY);
  EXPECT_NEAR(out[1], std::log(0.5), 1e-15);
}

TEST(PresenceRemoval, terms_of_equal_counts_are_one_group) {
  const Table table{3, {1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 1, 1}, {"a", "b"}};
  EXPECT_EQ(PresenceRemoval(table.summary(1, terms_kept), options_for("bernoulli-nb")).groups(), 2U);
}

}  // namespace
}  // namespace suffice
