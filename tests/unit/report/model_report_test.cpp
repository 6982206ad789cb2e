#include "suffice/model_report.hpp"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

// Column 0 is 0 ± 1 and 4 ± 1 in the two classes; column 1 is the same in both.
TestTable separated_table() { return {2, {-1, 5, 1, 7, 3, 5, 5, 7}, {0, 0, 1, 1}, {"low", "high"}}; }

TEST(ModelReport, numbers_that_tell_classes_apart_come_first) {
  const TestTable table = separated_table();
  Stored stored{{.readings = {{.options = GaussianOptions{.structure = Structure::diagonal}}}},
                summarise(table.table(), table.labels(), table.schema(),
                          {.threads = 1, .keep = {Keep{.moments = MomentKind::diagonal}}})};
  Model model = estimate(stored.summary, stored.options);
  const Report report = make_report({}, stored, model, 5, 1);
  const ReportReading& reading = report.readings.front();
  EXPECT_EQ(reading.family, "gaussian-nb");
  EXPECT_EQ(reading.order, (std::vector<std::size_t>{0, 1}));
  EXPECT_DOUBLE_EQ(reading.separation[0], 4);  // means at ±2 from their mean, variance 1
  EXPECT_DOUBLE_EQ(reading.separation[1], 0);
  const std::size_t high = report.model.labels()[0] == "high" ? 0 : 1;
  ASSERT_EQ(reading.reasons[high].size(), 1U);  // a column that is the same in both says nothing
  EXPECT_EQ(reading.reasons[high][0].feature, "x0");
  EXPECT_EQ(reading.reasons[high][0].value, "high");
  EXPECT_DOUBLE_EQ(reading.reasons[high][0].strength, 4);
  EXPECT_DOUBLE_EQ(reading.reasons[high][0].mean, 4);
  EXPECT_DOUBLE_EQ(reading.reasons[high][0].others, 0);
}

TEST(ModelReport, categories_have_probabilities_and_information) {
  const std::vector<std::uint32_t> codes = {0, 0, 1, 1};
  const std::vector<std::string> values = {"a", "b"};
  const std::vector<std::uint32_t> classes = {0, 0, 1, 1};
  const std::vector<std::string> labels = {"u", "v"};
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"c"}}}, .target = "y"};
  const Table table{.rows = 4, .columns = {CategoryColumn{.codes = codes.data(), .dictionary = values}}};
  Stored stored{{.readings = {{.options = ValueOptions{.estimator = Estimator::mle}}}},
                summarise(table, {classes, labels}, schema)};
  Model model = estimate(stored.summary, stored.options);
  const Report report = make_report({}, stored, model, 5, 1);
  ASSERT_EQ(report.readings.front().values.size(), 1U);
  const ReportValues& found = report.readings.front().values.front();
  EXPECT_EQ(found.names, values);
  EXPECT_EQ(found.probabilities, (std::vector<double>{1, 0, 0, 1}));
  EXPECT_DOUBLE_EQ(found.information, std::log(2));  // the value says all about two equal classes
}

TEST(ModelReport, bins_stay_in_their_order) {
  const std::vector<double> numbers = {1, 5, 5, 5, 9, 9};
  const std::vector<std::uint32_t> classes = {0, 0, 1, 1, 0, 1};
  const std::vector<std::string> labels = {"u", "v"};
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x"}, .edges = {{3, 7}}}}, .target = "y"};
  const Table table = Table::row_major(numbers.data(), 6, 1);
  Stored stored{{.readings = {{.options = ValueOptions{}}}}, summarise(table, {classes, labels}, schema)};
  Model model = estimate(stored.summary, stored.options);
  const Report report = make_report({}, stored, model, 5, 1);
  EXPECT_EQ(report.readings.front().values.front().names, bin_names(std::vector<double>{3, 7}))
      << "the second is the most frequent";
}

TEST(ModelReport, one_class_has_no_reasons) {
  const TestTable table = random_table(1, 20, 2, 1);
  Stored stored{{.readings = {{.options = GaussianOptions{}}}}, table.summary()};
  Model model = estimate(stored.summary, stored.options);
  const Report report = make_report({}, stored, model, 5, 1);
  EXPECT_TRUE(report.readings.front().reasons.front().empty());
}

TEST(ModelReport, a_file_has_the_checksum_that_other_programs_find) {
  const std::string path = testing::TempDir() + "report_file_test.model";
  std::ofstream(path) << "123456789";
  const ReportFile file = report_file(path);
  EXPECT_EQ(file.name, "report_file_test.model");
  EXPECT_EQ(file.bytes, 9U);
  EXPECT_EQ(file.checksum, "cbf43926");  // the check value of CRC-32
  std::remove(path.c_str());
  EXPECT_THROW(report_file(path), Error);
}

TEST(ModelReport, means_of_normal_scores_are_told_in_numbers_of_the_column) {
  const TestTable table = separated_table();
  Schema schema = table.schema();
  schema.blocks[0].normal_scores = {NormalScore{{-1, 1, 3, 5}, {-2, -1, 1, 2}}, {}};
  Stored stored{{.readings = {{.options = GaussianOptions{.structure = Structure::diagonal}}}},
                summarise(table.table(), table.labels(), schema,
                          {.threads = 1, .keep = {Keep{.moments = MomentKind::diagonal}}})};
  const Model model = estimate(stored.summary, stored.options);
  const Report report = make_report({}, stored, model, 5, 1);
  const ReportReading& reading = report.readings.front();
  ASSERT_EQ(reading.by_score, (std::vector<std::uint8_t>{1, 0}));
  const std::size_t low = report.model.labels()[0] == "low" ? 0 : 1;
  EXPECT_DOUBLE_EQ(reading.means[low * 2], -1.5);  // scores −2 and −1
  EXPECT_DOUBLE_EQ(reading.at_means[low * 2], 0);  // halfway between −1 and 1
  EXPECT_DOUBLE_EQ(reading.below_means[low * 2], -1);
  EXPECT_DOUBLE_EQ(reading.above_means[low * 2], 1);
  EXPECT_DOUBLE_EQ(reading.at_means[low * 2 + 1], reading.means[low * 2 + 1]);
  EXPECT_DOUBLE_EQ(reading.reasons[low][0].mean, 0);
}

}  // namespace
}  // namespace suffice
