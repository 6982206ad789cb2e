#include "suffice/estimate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "categories_by_hand.hpp"
#include "gapped_rows.hpp"
#include "suffice/error.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

TEST(Estimate, carries_schema_labels_prior_and_shrinkage_into_the_model) {
  const Table table = random_table(1, 50, 3, 2);
  const Model model = estimate(table.summary(), {.shrinkage = FixedShrinkage{0.25}, .class_prior = UniformPrior{}});
  EXPECT_EQ(model.schema(), table.schema());
  EXPECT_EQ(model.labels(), table.names);
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(model.shrinkage(), std::vector<double>{0.25});
  EXPECT_TRUE(model.notes().empty());
}

TEST(Estimate, notes_a_single_class_and_constant_columns) {
  Table table = random_table(2, 20, 2, 1);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = 4;
  }
  const Model model = estimate(table.summary());
  ASSERT_EQ(model.notes().size(), 2U);
  EXPECT_EQ(model.notes()[0].rfind("there is a single class, 'class 0'", 0), 0U);
  EXPECT_EQ(model.notes()[1], "column 'x1' is constant: it is kept and has no say");
  std::vector<std::uint32_t> predicted(20, 9);
  model.predict(table.batch(), predicted);
  EXPECT_EQ(predicted, std::vector<std::uint32_t>(20, 0));
}

TEST(Estimate, one_row_is_enough_for_a_shard) {
  const Table table = random_table(3, 1, 4, 1);
  const Model model = estimate(table.summary(), {.shrinkage = AutoShrinkage{}});
  EXPECT_EQ(model.notes().size(), 5U);
  std::vector<double> posterior(1, -1);
  model.log_posterior(table.batch(), posterior);
  EXPECT_EQ(posterior[0], 0);
}

TEST(Estimate, where_there_is_nothing_to_shrink_no_shrinkage_is_reported) {
  const Table table = random_table(1, 50, 3, 2);
  EXPECT_TRUE(estimate(table.summary(), {.structure = Structure::identity}).shrinkage().empty());
}

TEST(Estimate, refuses_empty_sums) {
  EXPECT_THROW(estimate({{{"x"}, "y", ""}, {}, Moments{MomentKind::pooled, {}, {0}, {}, {}}}), Error);
}

TEST(Estimate, refuses_options_that_make_no_sense) {
  EXPECT_THROW(estimate(random_table(1, 50, 3, 2).summary(), {.ridge = -1}), Error);
}

TEST(Estimate, each_family_reads_its_own_sums) {
  EXPECT_EQ(estimate(hand_values(), options_for("categorical-nb")).family(), Family::categorical);
  EXPECT_EQ(estimate(hand_amounts(), options_for("exponential-nb")).family(), Family::exponential);
  EXPECT_EQ(failure_of_estimate([] { estimate(hand_values(), options_for("lda")); }, ErrorCode::usage),
            "these sums can be read as categorical-nb; for lda fit again with --model lda");
  EXPECT_EQ(
      failure_of_estimate([] { estimate(hand_amounts(), options_for("multinomial-nb")); }, ErrorCode::usage),
      "these sums can be read as poisson-nb, exponential-nb, geometric-nb, gamma-nb; for multinomial-nb fit again "
      "with --model multinomial-nb");
}

TEST(Estimate, notes_what_has_no_say_and_what_will_be_impossible) {
  Summary values = hand_values();
  values.sums = ValueCounts{{{"a"}, {}}, {3, 4}};
  const auto notes = estimate(values, options_for("categorical-nb")).notes();
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "column 'colour' is constant: it is kept and has no say");
  EXPECT_EQ(notes[1], "column 'size' has no value: it is kept and has no say");
  Summary amounts = hand_amounts();
  std::get<AmountSums>(amounts.sums).fractional.assign(4, 0);
  std::get<AmountSums>(amounts.sums).sum = {0, 3.75, 0, 4.75};
  const auto zeros = estimate(amounts, options_for("poisson-nb")).notes();
  ASSERT_EQ(zeros.size(), 1U);
  EXPECT_EQ(zeros[0], "column 'calls' is 0 in every row: rows in which it is not will be impossible");
  amounts.schema.features = {"1", "2"};
  amounts.schema.open_columns = true;
  const auto unseen = estimate(amounts, options_for("poisson-nb")).notes();
  ASSERT_EQ(unseen.size(), 1U);
  EXPECT_EQ(unseen[0], "column '1' is 0 in every row and has no say, like those after the last");
}

TEST(Estimate, a_vocabulary_may_name_open_columns_after_the_last) {
  Summary sums = column_sums({"1", "2"}, {"a", "b"}, {{3, 1}, {0, 2}});
  EstimateOptions options = options_for("multinomial-nb");
  options.terms.vocabulary = std::vector<std::string>{"1", "2", "4"};
  EXPECT_EQ(failure_of_estimate([&] { estimate(sums, options); }, ErrorCode::usage),
            "the vocabulary names '4', which is no column");
  sums.schema.open_columns = true;
  const Model model = estimate(sums, options);
  EXPECT_EQ(model.schema().features.size(), 4U);
  const std::vector<double> row{0, 0, 0, 1};
  std::vector<double> out(2);
  model.log_joint(Batch::row_major(row.data(), 1, 4), out);
  EXPECT_DOUBLE_EQ(out[0], std::log(0.5 / (4 + 3)));
  EXPECT_DOUBLE_EQ(out[1], std::log(0.5 / (2 + 3)));
}

TEST(Estimate, a_declared_class_without_rows_is_legal_for_counts_and_an_error_for_gaussians) {
  Summary values = hand_values();
  values.classes = {{"maybe", "no"}, {0, 7}, {0, 7}};
  values.sums = ValueCounts{{{"a", "b"}, {"t"}}, {0, 3, 0, 4, 0, 7}};
  const Model model = estimate(values, options_for("categorical-nb"));
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0, 1}));
  EXPECT_EQ(model.notes()[0].rfind("the class 'maybe' was declared and has no rows", 0), 0U);
  Summary moments;
  moments.schema = {{"x"}, "y", ""};
  moments.classes = values.classes;
  moments.sums = Moments{MomentKind::pooled, {0, 1}, {3}, {}, {}};
  EXPECT_EQ(failure_of_estimate([&] { estimate(moments); }),
            "the class 'maybe' was declared and has no rows, so it has no mean: fit rows of it, or do not declare it");
}

TEST(Estimate, notes_rows_with_missing_values) {
  const Table table = gapped(random_table(41, 60, 3, 2), 0.2);
  const auto notes = estimate(gapped_sums(table, MomentKind::pooled)).notes();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("rows have missing values: the estimate is by expectation-maximisation"), std::string::npos);
  EXPECT_TRUE(estimate(gapped_sums(table, MomentKind::full), {.structure = Structure::diagonal}).notes().empty());
}

TEST(Estimate, finds_completed_sums_that_were_kept) {
  Summary sums = gapped_sums(gapped(random_table(21, 60, 3, 2), 0.2), MomentKind::pooled);
  const Summary before = sums;
  const Summary complete = completed(sums, {});
  keep_completed(sums, {});
  EXPECT_EQ(sums, before);
  ASSERT_NE(sums.patterns().completed, nullptr);
  EXPECT_EQ(*sums.patterns().completed, complete.moments());
  EXPECT_EQ(completed(sums, {}), complete);
  EXPECT_EQ(merge(sums, before).patterns().completed, nullptr);
  keep_completed(sums, {.structure = Structure::shared_diagonal});
  EXPECT_EQ(*sums.patterns().completed, complete.moments());
}

}  // namespace
}  // namespace suffice
