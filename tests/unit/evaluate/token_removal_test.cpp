// Token removal: as many refits as rows, for every multinomial and complement model.
#include "evaluate/leave_one_out/token_removal.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "unit/own_words.hpp"
#include "unit/plain_counts.hpp"

namespace suffice {
namespace {

std::string in_words(const TermOptions& options) {
  return fmt::format("{} {} boolean {} tf-idf {} normalised {} reserve {} min {} max {}", model_name(options),
                     to_text(options.estimator), options.boolean, options.tf_idf, options.normalised,
                     options.unseen == Unseen::reserve, options.min_documents, options.max_terms);
}

/// Every family × estimate × reading that can be meant.
std::vector<TermOptions> combinations() {
  std::vector<TermOptions> result;
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::complement}) {
    for (const Estimator estimator : {Estimator::map, Estimator::mean, Estimator::predictive}) {
      for (unsigned bits = 0; bits < 64; ++bits) {
        TermOptions options{.family = family, .estimator = estimator};
        options.boolean = (bits & 1U) != 0;
        options.tf_idf = (bits & 2U) != 0;
        options.normalised = (bits & 4U) != 0;
        options.unseen = (bits & 8U) != 0 ? Unseen::reserve : Unseen::ignore;
        options.min_documents = (bits & 16U) != 0 ? 8 : 0;
        options.max_terms = (bits & 32U) != 0 ? 5 : 0;
        if (can_be_meant(options)) result.push_back(options);
      }
    }
  }
  return result;
}

TEST(TokenRemoval, equals_as_many_refits_for_every_reading) {
  const std::vector<TermOptions> all = combinations();
  EXPECT_GT(all.size(), 100U);
  for (const bool weighted : {false, true}) {
    const TestTable table = count_table(1, 26, 8, 3, weighted, weighted);
    const Summary summary = sums_of(table, Kind::counts);
    for (const TermOptions& options : all) {
      const PlainTerms plain(table, options);
      EXPECT_LT(largest_difference(TokenRemoval(term_block(summary, 0), options, 1), table.batch(), table.codes, 3,
                                   [&](std::size_t i) { return plain.log_densities(i); }),
                1e-10)
          << in_words(options) << " weighted " << weighted;
    }
  }
}

TEST(TokenRemoval, what_no_other_row_has_is_impossible_under_mle) {
  TestTable table{2, {1, 1, 2, 0, 3, 0, 1, 0}, {0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::counts);
  const TokenRemoval removal(term_block(summary, 0), {.family = TermFamily::multinomial, .estimator = Estimator::mle},
                             1);
  const std::vector<std::size_t> truth = {0, 0, 1, 1};
  const std::vector<std::size_t> chosen = {0, 1};
  std::vector<double> out(4);
  removal.log_densities({table.batch(), truth, chosen}, out);
  EXPECT_EQ(out[0], -INFINITY);
  EXPECT_EQ(out[1], -INFINITY);
  EXPECT_NEAR(out[2], 2 * std::log(0.5), 1e-15);
  EXPECT_EQ(out[3], 0);
}

TEST(TokenRemoval, a_word_that_no_other_row_has_is_unknown_unless_a_vocabulary_names_it) {
  const OwnWords rows;
  const std::vector<double> nothing(2);
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::complement}) {
    TermOptions options{.family = family, .estimator = Estimator::mean};
    EXPECT_EQ(rows.scores(TokenRemoval(term_block(rows.summary, 0), options, 1), 2), nothing);
    const std::vector<double> scores = rows.scores(TokenRemoval(term_block(rows.summary, 0), options, 1), 0);
    EXPECT_NE(scores[0], scores[1]);
    options.vocabulary = {"alone", "here", "so", "there", "very", "well"};
    EXPECT_NE(rows.scores(TokenRemoval(term_block(rows.summary, 0), options, 1), 2), nothing);
  }
}

TEST(TokenRemoval, a_word_that_no_other_row_has_is_the_reserved_one) {
  const OwnWords rows;
  const TermOptions options{.family = TermFamily::multinomial, .estimator = Estimator::mean, .unseen = Unseen::reserve};
  const std::vector<double> scores = rows.scores(TokenRemoval(term_block(rows.summary, 0), options, 1), 2);
  // Two unknown words, each 1 / (tokens of the class + 6 words + 1); class b has one more row, of two tokens.
  EXPECT_NEAR(scores[0], 2 * std::log(1 / (4.0 + 7)), 1e-14);
  EXPECT_NEAR(scores[1], 2 * std::log(1 / (2.0 + 7)), 1e-14);
}

TEST(TokenRemoval, the_last_row_of_a_class_cannot_be_removed) {
  TestTable table{2, {1, 1, 2, 0, 3, 0}, {0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::counts);
  const std::vector<std::size_t> truth = {0, 1, 1};
  const std::vector<std::size_t> chosen = {0, 1};
  std::vector<double> out(4);
  TokenRemoval(term_block(summary, 0), options_of<TermOptions>("multinomial-nb"), 1)
      .log_densities({table.batch(), truth, chosen}, out);
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_FALSE(std::isnan(out[2]));
}

}  // namespace
}  // namespace suffice
