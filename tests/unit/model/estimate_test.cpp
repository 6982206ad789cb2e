#include "suffice/estimate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "categories_by_hand.hpp"
#include "incomplete_rows.hpp"
#include "suffice/error.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

Options read_by(FamilyOptions options, ClassPrior prior = EmpiricalPrior{}) {
  return {.class_prior = std::move(prior), .readings = {{.options = std::move(options)}}};
}

TEST(Estimate, carries_schema_labels_prior_and_shrinkage_into_the_model) {
  const TestTable table = random_table(1, 50, 3, 2);
  const Model model =
      estimate(table.summary(), read_by(GaussianOptions{.shrinkage = FixedShrinkage{0.25}}, UniformPrior{}));
  EXPECT_EQ(model.schema(), table.schema());
  EXPECT_EQ(model.labels(), table.names);
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(model.shrinkage(), std::vector<double>{0.25});
  EXPECT_TRUE(model.notes().empty());
}

TEST(Estimate, notes_a_single_class_and_constant_columns) {
  TestTable table = random_table(2, 20, 2, 1);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = 4;
  }
  const Model model = estimate(table.summary());
  ASSERT_EQ(model.notes().size(), 2U);
  EXPECT_EQ(model.notes()[0].rfind("there is a single class, 'class 0'", 0), 0U);
  EXPECT_EQ(model.notes()[1], "column 'x1' is constant: it is kept and ignored");
  std::vector<std::uint32_t> predicted(20, 9);
  model.predict(table.table(), predicted);
  EXPECT_EQ(predicted, std::vector<std::uint32_t>(20, 0));
}

TEST(Estimate, one_row_is_enough_for_a_shard) {
  const TestTable table = random_table(3, 1, 4, 1);
  const Model model = estimate(table.summary(), read_by(GaussianOptions{.shrinkage = AutoShrinkage{}}));
  ASSERT_EQ(model.notes().size(), 2U);
  EXPECT_EQ(model.notes()[1], "columns 'x0', 'x1', 'x2' and 'x3' are constant: they are kept and ignored");
  std::vector<double> posterior(1, -1);
  model.log_posterior(table.table(), posterior);
  EXPECT_EQ(posterior[0], 0);
}

TEST(Estimate, where_there_is_nothing_to_shrink_no_shrinkage_is_reported) {
  const TestTable table = random_table(1, 50, 3, 2);
  EXPECT_TRUE(
      estimate(table.summary(), read_by(GaussianOptions{.structure = Structure::identity})).shrinkage().empty());
}

TEST(Estimate, refuses_empty_sums) {
  EXPECT_THROW(
      estimate({{.blocks = {{.features = {"x"}}}, .target = "y"}, {}, {Moments{MomentKind::pooled, {}, {0}, {}, {}}}}),
      Error);
}

TEST(Estimate, refuses_options_that_make_no_sense) {
  EXPECT_THROW(estimate(random_table(1, 50, 3, 2).summary(), read_by(GaussianOptions{.ridge = -1})), Error);
}

TEST(Estimate, each_family_reads_its_own_sums) {
  EXPECT_EQ(estimate(hand_values(), read_by(ValueOptions{})).readings(), 1U);
  EXPECT_EQ(estimate(hand_amounts(), read_by(AmountOptions{.family = AmountFamily::exponential})).readings(), 1U);
  EXPECT_THROW(estimate(hand_values(), read_by(GaussianOptions{})), Error);
  EXPECT_THROW(estimate(hand_amounts(), read_by(TermOptions{})), Error);
}

TEST(Estimate, notes_what_has_no_say_and_what_will_be_impossible) {
  Summary values = hand_values();
  values.sums = {ValueCounts{{{"a"}, {}}, {3, 4}}};
  const auto notes = estimate(values, read_by(ValueOptions{})).notes();
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "column 'colour' is constant: it is kept and ignored");
  EXPECT_EQ(notes[1], "column 'size' has no value: it is kept and ignored");
  Summary amounts = hand_amounts();
  std::get<AmountSums>(amounts.sums[0]).fractional.assign(4, 0);
  std::get<AmountSums>(amounts.sums[0]).sum = {0, 3.75, 0, 4.75};
  const auto zeros = estimate(amounts, read_by(AmountOptions{})).notes();
  ASSERT_EQ(zeros.size(), 1U);
  EXPECT_EQ(zeros[0], "column 'calls' is 0 in every row: rows in which it is not will be impossible");
  amounts.schema.blocks[0].features = {"1", "2"};
  amounts.schema.blocks[0].open_columns = true;
  const auto unseen = estimate(amounts, read_by(AmountOptions{})).notes();
  ASSERT_EQ(unseen.size(), 1U);
  EXPECT_EQ(unseen[0], "column '1' is 0 in every row and is ignored, like those after the last");
}

TEST(Estimate, a_vocabulary_may_name_open_columns_after_the_last) {
  Summary sums = column_sums({"1", "2"}, {"a", "b"}, {{3, 1}, {0, 2}});
  const Options options = read_by(TermOptions{.vocabulary = std::vector<std::string>{"1", "2", "4"}});
  EXPECT_EQ(failure_of_estimate([&] { estimate(sums, options); }, ErrorCode::usage),
            "the vocabulary names '4', which is no column");
  sums.schema.blocks[0].open_columns = true;
  const Model model = estimate(sums, options);
  EXPECT_EQ(model.schema().blocks[0].features.size(), 4U);
  const std::vector<double> row{0, 0, 0, 1};
  std::vector<double> out(2);
  model.log_joint(Table::row_major(row.data(), 1, 4), out);
  EXPECT_DOUBLE_EQ(out[0], std::log(0.5 / (4 + 3)));
  EXPECT_DOUBLE_EQ(out[1], std::log(0.5 / (2 + 3)));
}

TEST(Estimate, a_declared_class_without_rows_is_legal_for_counts_and_an_error_for_gaussians) {
  Summary values = hand_values();
  values.classes = {{"maybe", "no"}, {0, 7}, {0, 7}};
  values.sums = {ValueCounts{{{"a", "b"}, {"t"}}, {0, 3, 0, 4, 0, 7}}};
  const Model model = estimate(values, read_by(ValueOptions{}));
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0, 1}));
  EXPECT_EQ(model.notes()[0].rfind("the class 'maybe' was declared and has no rows", 0), 0U);
  Summary moments;
  moments.schema = {.blocks = {{.features = {"x"}}}, .target = "y"};
  moments.classes = values.classes;
  moments.sums = {Moments{MomentKind::pooled, {0, 1}, {3}, {}, {}}};
  EXPECT_EQ(failure_of_estimate([&] { estimate(moments); }),
            "the class 'maybe' was declared and has no rows, so it has no mean; fit rows of it, or do not declare it");
}

TEST(Estimate, notes_rows_with_missing_values) {
  const TestTable table = with_missing(random_table(41, 60, 3, 2), 0.2);
  const auto notes = estimate(incomplete_sums(table, MomentKind::pooled)).notes();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("rows have missing numbers: the estimate is by expectation-maximisation"), std::string::npos);
  EXPECT_TRUE(
      estimate(incomplete_sums(table, MomentKind::full), read_by(GaussianOptions{.structure = Structure::diagonal}))
          .notes()
          .empty());
}

TEST(Estimate, takes_completed_moments_and_changes_no_bit) {
  const TestTable table = with_missing(random_table(21, 60, 3, 2), 0.2);
  const Summary sums = incomplete_sums(table, MomentKind::pooled);
  const CompletedMoments completed = complete(sums, {}, 1);
  ASSERT_EQ(completed.size(), 1U);
  ASSERT_NE(completed[0], nullptr);
  EXPECT_FALSE(completed[0]->has_patterns());
  EXPECT_EQ(moments_read(sums, {}, 0), *completed[0]);
  EXPECT_EQ(moments_read(sums, {}, 0, 1, completed), *completed[0]);
  std::vector<double> without(120);
  std::vector<double> with(120);
  estimate(sums, {}, 1).log_joint(table.table(), without);
  estimate(sums, {}, 1, completed).log_joint(table.table(), with);
  EXPECT_EQ(without, with);
  EXPECT_EQ(complete(sums, read_by(GaussianOptions{.structure = Structure::shared_diagonal}))[0], nullptr);
  EXPECT_EQ(complete(random_table(1, 50, 3, 2).summary(), {})[0], nullptr);
}

TEST(Estimate, a_reading_may_take_some_features_of_its_block) {
  const TestTable table = random_table(5, 80, 3, 2);
  TestTable fewer{2, {}, table.codes, table.names};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    fewer.values.push_back(table.values[3 * i]);
    fewer.values.push_back(table.values[3 * i + 2]);
  }
  const Model part = estimate(table.summary(), {.readings = {{.block = 0, .features = {"x0", "x2"}}}});
  EXPECT_EQ(part.schema().blocks[0].features, (std::vector<std::string>{"x0", "x2"}));
  std::vector<double> found(160);
  std::vector<double> expected(160);
  part.log_joint(fewer.table(), found);
  estimate(fewer.summary()).log_joint(fewer.table(), expected);
  EXPECT_LT(difference(found, expected), 1e-12);
  EXPECT_EQ(moments_read(table.summary(), {.readings = {{.features = {"x1"}}}}, 0).mean.size(), 2U);
}

TEST(Estimate, complement_stands_alone) {
  Summary sums = column_sums({"p", "q"}, {"a", "b"}, {{1, 2}, {3, 1}});
  const Summary values = hand_values();
  sums.classes = values.classes;
  sums.schema.blocks.push_back(values.schema.blocks[0]);
  sums.sums.push_back(values.sums[0]);
  EXPECT_EQ(estimate(sums).readings(), 2U);
  const TermOptions complement{.family = TermFamily::complement};
  EXPECT_THROW(
      estimate(sums, {.readings = {{.block = 0, .options = complement}, {.block = 1, .options = ValueOptions{}}}}),
      Error);
  EXPECT_FALSE(estimate(sums, {.readings = {{.block = 0, .options = complement}}}).is_density());
}

const std::vector<std::string> two_labels = {"ham", "spam"};

Summary text_sums(const std::vector<std::string_view>& documents, const std::vector<std::uint32_t>& codes) {
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "label"};
  return summarise(Table::documents(documents), {codes, two_labels}, schema);
}

TEST(KeptTerms, AreThoseThatTheReadingNames) {
  const Summary sums = text_sums({"b a a", "a c", "c d"}, {0, 1, 1});
  TermOptions options;
  EXPECT_EQ(kept_terms(sums, read_by(options), 0), (std::vector<std::size_t>{0, 1, 2, 3}));
  options.min_documents = 2;
  EXPECT_EQ(kept_terms(sums, read_by(options), 0), (std::vector<std::size_t>{0, 2}));
  options.max_terms = 1;
  EXPECT_EQ(kept_terms(sums, read_by(options), 0), (std::vector<std::size_t>{0}));
  options = {.vocabulary = std::vector<std::string>{"b", "d", "x"}};
  EXPECT_EQ(kept_terms(sums, read_by(options), 0), (std::vector<std::size_t>{1, 3}));
}

TEST(KeptTerms, LeaveTheModelAsItIsWhenTheOthersAreDropped) {
  const std::vector<std::string_view> documents = {"b a a", "a c", "c d"};
  const Summary sums = text_sums(documents, {0, 1, 1});
  for (TermOptions options : {TermOptions{}, TermOptions{.boolean = true}, TermOptions{.family = TermFamily::bernoulli},
                              TermOptions{.family = TermFamily::complement}}) {
    options.min_documents = 2;
    std::vector<double> before(6);
    std::vector<double> after(6);
    estimate(sums, read_by(options)).log_joint(Table::documents(documents), before);
    estimate(compact(sums, 0, kept_terms(sums, read_by(options), 0)), read_by(options))
        .log_joint(Table::documents(documents), after);
    EXPECT_EQ(before, after);
  }
}

TEST(KeptTerms, AreAskedOfTermsOnly) {
  const Summary sums = random_table(1, 50, 3, 2).summary();
  EXPECT_THROW(kept_terms(sums, {}, 0), Error);
  EXPECT_THROW(kept_terms(text_sums({"a", "b"}, {0, 1}), {}, 1), Error);
}

TEST(KeptTerms, ArePlacesInTheBlock) {
  const Summary sums = column_sums({"p", "q", "r"}, {"a", "b"}, {{1, 2, 1}, {3, 1, 2}});
  EXPECT_EQ(kept_terms(sums, {.readings = {{.features = {"p", "r"}, .options = TermOptions{}}}}, 0),
            (std::vector<std::size_t>{0, 2}));
}

// Rows at an offset have no more digits than doubles give them.
TEST(Estimate, notes_columns_so_far_from_0_that_their_means_are_rounded) {
  TestTable table = random_table(1, 50, 2, 2);
  EXPECT_TRUE(estimate(table.summary()).notes().empty());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] += 1e13;
  }
  for (const Structure structure : {Structure::shared, Structure::shared_diagonal}) {
    const Model model = estimate(table.summary(), read_by(GaussianOptions{.structure = structure}));
    ASSERT_EQ(model.notes().size(), 1U);
    EXPECT_EQ(model.notes()[0].rfind("column 'x1' lies 5e+12 standard deviations from 0: its values are rounded", 0),
              0U)
        << model.notes()[0];
  }
}

}  // namespace
}  // namespace suffice
