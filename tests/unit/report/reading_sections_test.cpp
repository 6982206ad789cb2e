#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(ReadingSections, numbers_have_means_and_axes) {
  const std::vector<Section> sections = reading_sections(report_case());
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_EQ(sections.front().id, "numbers");
  EXPECT_TRUE(says(sections.front().body.str(), "Deviation within classes"));
  EXPECT_TRUE(says(sections.front().body.str(), "Axis 2"));
}

TEST(ReadingSections, ten_classes_stand_side_by_side) {
  const std::string html = reading_sections(report_case(10)).front().body.str();
  EXPECT_TRUE(says(html, "<td class=\"spread\">"));
  EXPECT_FALSE(says(html, "more class"));
  EXPECT_TRUE(says(reading_sections(report_case(12)).front().body.str(), "and 2 more classes"));
}

TEST(ReadingSections, categories_and_words_have_sections_of_their_own) {
  Report report = report_case(2);
  ReportReading values{.kind = "categories", .family = "categorical-nb"};
  values.values = {{.feature = "<c>", .names = {"a"}, .counts = {1, 1}, .probabilities = {0.25, 1}, .more = 4}};
  values.reasons.resize(2);
  ReportReading words{.kind = "text", .family = "multinomial-nb", .terms = 7, .tokens = 9};
  words.reasons = {{{.feature = "<w>", .strength = 2, .count = 3}}, {}};
  report.readings = {values, words};
  const std::vector<Section> sections = reading_sections(report);
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections[0].id, "categories");
  EXPECT_TRUE(says(sections[0].body.str(), "--w:25.0%"));
  EXPECT_TRUE(says(sections[0].body.str(), "and 4 more values"));
  EXPECT_EQ(sections[1].id, "words");
  EXPECT_TRUE(says(sections[1].body.str(), "&lt;w&gt;"));
}

TEST(ReadingSections, means_of_normal_scores_are_numbers_of_the_columns) {
  Report report = report_case(2);
  ReportReading& reading = report.readings.front();
  reading.by_score = {1, 0};
  reading.at_means = {37, 0, 44, 0};
  reading.below_means = {25, 0, 36, 0};
  reading.above_means = {50, 0, 55, 0};
  const std::string html = reading_sections(report).front().body.str();
  EXPECT_TRUE(says(html,
                   "37 (25\xC2\xA0to\xC2\xA0"
                   "50)"));
  EXPECT_TRUE(says(html, "normal score of <bdi>x0</bdi>"));
  EXPECT_FALSE(says(html, "normal score of <bdi>x1</bdi>"));
}

TEST(ReadingSections, hashed_terms_are_buckets) {
  Report report = report_case(2);
  ReportReading words{.kind = "text", .family = "multinomial-nb", .terms = 4096, .tokens = 9};
  words.text.hash_buckets = 4096;
  words.text.longest = 2;
  words.reasons.resize(2);
  report.readings = {words};
  const std::string html = reading_sections(report).front().body.str();
  EXPECT_TRUE(says(html, "4,096 buckets of hashed words and pairs of words, 9 in all"));
  EXPECT_TRUE(says(html, ">Bucket</th>"));
}

TEST(ReadingSections, categories_say_which_reading_they_are_of) {
  Report report = report_case(2);
  ReportReading values{.kind = "categories", .family = "aode", .name = "aode, 5 bins", .opinion = 1};
  values.values = {{.feature = "c", .names = {"a"}, .counts = {1, 1}, .probabilities = {0.25, 1}}};
  values.has_shares = true;
  values.reasons.resize(2);
  report.readings = {values};
  const std::string html = reading_sections(report).front().body.str();
  EXPECT_TRUE(says(html, "<h3>Shares of the rows of each class, by aode, 5 bins (second opinion)</h3>"));
}

TEST(ReadingSections, indicators_are_not_numbers) {
  Report report = report_case(2);
  report.readings.front().indicators = 1;
  const std::string html = reading_sections(report).front().body.str();
  EXPECT_TRUE(says(html, "and 1 more indicator of a value of a category"));
}

TEST(ReadingSections, what_is_not_counted_is_left_out) {
  Report report = report_case(2);
  report.readings.front().temperature = 0;
  EXPECT_TRUE(reading_sections(report).empty());
}

}  // namespace
}  // namespace suffice::page
