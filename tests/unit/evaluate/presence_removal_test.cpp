// Presence removal: as many refits as rows, for every Bernoulli model.
#include "evaluate/leave_one_out/presence_removal.hpp"

#include <gtest/gtest.h>

#include "unit/own_words.hpp"
#include "unit/plain_counts.hpp"

namespace suffice {
namespace {

TEST(PresenceRemoval, equals_as_many_refits) {
  for (const bool weighted : {false, true}) {
    for (const bool missing : {false, true}) {
      const TestTable table = count_table(2, 45, 8, 3, weighted, missing);
      const Summary summary = sums_of(table, Kind::counts);
      for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
        for (const double least : {0.0, 8.0}) {
          TermOptions options{.family = TermFamily::bernoulli, .estimator = estimator};
          options.min_documents = least;
          const PlainTerms plain(table, options);
          EXPECT_LT(largest_difference(PresenceRemoval(term_block(summary, 0), options, 1), table.batch(), table.codes,
                                       3, [&](std::size_t i) { return plain.log_densities(i); }),
                    1e-10)
              << to_text(estimator) << " weighted " << weighted << " missing " << missing << " least " << least;
        }
      }
    }
  }
}

TEST(PresenceRemoval, rules_part_terms_of_equal_counts) {
  const TestTable table = count_table(3, 30, 4, 2);
  const Summary summary = sums_of(table, Kind::counts);
  TermOptions all{.family = TermFamily::bernoulli, .estimator = Estimator::mean};
  all.pseudocount.all = 0.5;
  TermOptions ruled = all;
  ruled.pseudocount.all = 3;
  ruled.pseudocount.rules = {{.feature = "x0", .count = 0.5},
                             {.feature = "x1", .count = 0.5},
                             {.feature = "x2", .count = 0.5},
                             {.feature = "x3", .count = 0.5}};
  const PlainTerms plain(table, all);
  EXPECT_LT(largest_difference(PresenceRemoval(term_block(summary, 0), ruled, 1), table.batch(), table.codes, 2,
                               [&](std::size_t i) { return plain.log_densities(i); }),
            1e-11);
}

TEST(PresenceRemoval, a_term_that_all_others_have_rules_a_row_without_it_out) {
  const TestTable table{2, {1, 0, 1, 1, 0, 1, 1, 1, 0, 1}, {0, 0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::counts);
  const PresenceRemoval removal(term_block(summary, 0), {.family = TermFamily::bernoulli, .estimator = Estimator::mle},
                                1);
  const std::vector<std::size_t> truth = {0, 0, 0, 1, 1};
  const std::vector<std::size_t> chosen = {2};
  std::vector<double> out(2);
  removal.log_densities({table.batch(), truth, chosen}, out);
  EXPECT_EQ(out[0], -INFINITY);
  EXPECT_NEAR(out[1], std::log(0.5), 1e-15);
}

TEST(PresenceRemoval, a_word_that_no_other_row_has_is_no_factor) {
  const OwnWords rows;
  const std::vector<double> scores =
      rows.scores(PresenceRemoval(term_block(rows.summary, 0), options_of<TermOptions>("bernoulli-nb"), 1), 2);
  // "so" is in both documents of a, "well" and "very" in one; "there" is in the one that is left of b.
  EXPECT_NEAR(scores[0], std::log(1.0 / 4 * 2 / 4 * 2 / 4 * 3 / 4), 1e-14);
  EXPECT_NEAR(scores[1], std::log(2.0 / 3 * 2 / 3 * 2 / 3 * 1 / 3), 1e-14);
}

TEST(PresenceRemoval, terms_of_equal_counts_are_one_group) {
  const TestTable table{3, {1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::counts);
  EXPECT_EQ(PresenceRemoval(term_block(summary, 0), options_of<TermOptions>("bernoulli-nb"), 1).groups(), 2U);
}

}  // namespace
}  // namespace suffice
