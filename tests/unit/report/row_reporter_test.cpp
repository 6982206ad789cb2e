#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model_report.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

class RowsOfAReport : public testing::Test {
 protected:
  TestTable table_ = random_table(5, 90, 2, 3);
  Stored stored_{{.readings = {{.options = GaussianOptions{}}}}, table_.summary()};
  Model model_ = estimate(stored_.summary, stored_.options);
};

TEST_F(RowsOfAReport, surprising_rows_are_those_of_the_lowest_evidence) {
  RowReporter reporter(model_, 4, 6, 1);
  reporter.add(table_.part(0, 50).table(), table_.part(0, 50).labels());
  reporter.add(table_.part(50, 40).table(), table_.part(50, 40).labels());
  const ReportRows rows = reporter.result();
  std::vector<double> evidence(90);
  model_.log_evidence(table_.table(), evidence);
  ASSERT_EQ(rows.surprising.size(), 4U);
  for (const ReportRow& row : rows.surprising) {
    EXPECT_NEAR(row.log_evidence, evidence[row.number - 1], 1e-12);
    EXPECT_EQ(row.label, table_.names[table_.codes[row.number - 1]]);
    double typicality = 0;
    model_.typicality(table_.table().slice(row.number - 1, 1), *model_.typical_rows(), {&typicality, 1});
    EXPECT_EQ(row.typicality, typicality);
  }
  std::ranges::sort(evidence);
  EXPECT_NEAR(rows.surprising[0].log_evidence, evidence[0], 1e-12);
  EXPECT_NEAR(rows.surprising[3].log_evidence, evidence[3], 1e-12);
}

TEST_F(RowsOfAReport, mistakes_are_explained_against_their_own_label) {
  RowReporter reporter(model_, 100, 1, 1);
  reporter.add(table_.table(), table_.labels());
  const ReportRows rows = reporter.result();
  ASSERT_FALSE(rows.mistakes.empty());
  EXPECT_NEAR(static_cast<double>(rows.mistakes.size()), 90 * (1 - rows.metrics.accuracy.value), 1e-9);
  for (std::size_t k = 0; k < rows.mistakes.size(); ++k) {
    const ReportRow& row = rows.mistakes[k];
    EXPECT_NE(row.label, row.predicted);
    EXPECT_EQ(row.against, row.label);
    EXPECT_EQ(row.parts.size(), 1U);  // as many as were asked for
    EXPECT_EQ(row.more, 1U);
    EXPECT_NEAR(row.parts[0].log_odds + row.rest + row.base, row.log_odds, 1e-9);
    EXPECT_NEAR(row.log_odds, std::log(row.probability / row.own_probability), 1e-9);
    EXPECT_TRUE(k == 0 || row.probability <= rows.mistakes[k - 1].probability);
  }
}

TEST_F(RowsOfAReport, a_calibrated_model_is_compared_with_itself_before) {
  RowReporter plain(model_, 1, 1, 1);
  plain.add(table_.table(), table_.labels());
  EXPECT_FALSE(plain.result().uncalibrated);
  RowReporter tempered(model_.tempered({0.5}), 1, 1, 1);
  tempered.add(table_.table(), table_.labels());
  ASSERT_TRUE(tempered.result().uncalibrated);
  EXPECT_DOUBLE_EQ(tempered.result().uncalibrated->log_loss, plain.result().metrics.log_loss);
  EXPECT_NE(tempered.result().metrics.log_loss, plain.result().metrics.log_loss);
}

TEST_F(RowsOfAReport, no_rows_are_an_error) {
  const RowReporter reporter(model_, 1, 1, 1);
  EXPECT_THROW(static_cast<void>(reporter.result()), Error);
}

TEST(RowsOfText, documents_are_ranked_by_evidence_a_word) {
  const std::vector<std::string> documents = {"a a a a a a a a", "b", "a a", "c a a a"};
  const std::vector<std::uint32_t> codes = {0, 1, 0, 1};
  const std::vector<std::string> labels = {"u", "v"};
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "y"};
  const Table table{.rows = 4, .columns = {TextColumn{.documents = documents}}};
  const Summary summary = summarise(table, {codes, labels}, schema);
  const Model model = estimate(summary, {.readings = {{.options = TermOptions{}}}});
  RowReporter reporter(model, 1, 6, 1);
  reporter.add(table, {codes, labels});
  const ReportRow row = reporter.result().surprising.front();
  EXPECT_EQ(row.number, 2U);  // one rare word, though eight frequent ones are less likely together
  EXPECT_EQ(row.terms, 1);
  EXPECT_EQ(row.excerpt, "b");
  EXPECT_TRUE(row.parts.front().is_term);
  ASSERT_EQ(row.tokens.size(), 1U);
  EXPECT_EQ(row.tokens[0].term, "b");
  EXPECT_EQ(row.tokens[0].log_odds, row.parts.front().log_odds);
}

TEST(RowsOfText, tokens_are_those_of_the_excerpt) {
  const std::vector<std::string> documents = {std::string(398, '.') + " b a", "b b"};
  const std::vector<std::uint32_t> codes = {0, 1};
  const std::vector<std::string> labels = {"u", "v"};
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "y"};
  const Table table{.rows = 2, .columns = {TextColumn{.documents = documents}}};
  const Summary summary = summarise(table, {codes, labels}, schema);
  const Model model = estimate(summary, {.readings = {{.options = TermOptions{}}}});
  RowReporter reporter(model, 2, 6, 1);
  reporter.add(table, {codes, labels});
  for (const ReportRow& row : reporter.result().surprising) {
    EXPECT_TRUE(std::ranges::all_of(row.tokens, [](const WeightedToken& token) { return token.term == "b"; }));
    EXPECT_EQ(row.excerpt.ends_with("…"), row.number == 1);
    EXPECT_EQ(row.tokens.size(), row.number);
  }
}

}  // namespace
}  // namespace suffice
