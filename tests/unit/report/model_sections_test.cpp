#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(ModelSections, say_what_the_model_is) {
  const Report report = report_case();
  const std::string html = model_section(report).body.str();
  EXPECT_TRUE(says(html, "0123abcd"));
  EXPECT_TRUE(says(html, "123,456 bytes"));
  EXPECT_TRUE(says(html, "<th scope=\"row\">lda</th>"));
  EXPECT_TRUE(says(html, "<bdi>x1</bdi>"));
}

TEST(ModelSections, many_classes_are_folded) {
  const Report report = report_case(23);
  EXPECT_TRUE(says(prior_section(report).body.str(), "and 3 more classes"));
  EXPECT_TRUE(says(reason_section(report).body.str(), "and 3 more classes"));
  EXPECT_FALSE(says(prior_section(report).body.str(), "label k"));  // more classes than colours
  EXPECT_TRUE(says(prior_section(report_case(3)).body.str(), "label k2"));
}

TEST(ModelSections, bars_of_priors_are_as_long_as_these) {
  const Report report = report_case(2);
  const std::string html = prior_section(report).body.str();
  EXPECT_EQ(says(html, "--w:100.0%"), report.model.class_prior()[0] == 1);
}

TEST(ModelSections, labels_are_text) {
  const std::string html = reason_section(report_case()).body.str();
  EXPECT_TRUE(says(html, "&lt;b&gt;label&lt;/b&gt;"));
  EXPECT_FALSE(says(html, "<b>label"));
}

TEST(ModelSections, labels_of_headings_are_cut_and_have_a_title) {
  const std::string label(60, 'x');
  const Report report = report_case(2, label);
  EXPECT_TRUE(says(label_heading(report, label).str(), "title=\"" + label + "\""));
  EXPECT_FALSE(says(label_heading(report, label).str(), ">" + label.substr(0, 19)));
  EXPECT_TRUE(says(label_name(report, label).str(), ">" + label + "<"));
  EXPECT_TRUE(says(class_heading(report, 1).str(), "label k1"));
}

TEST(ModelSections, lists_of_several_readings_have_titles_and_those_not_counted_are_left_out) {
  Report report = report_case(2);
  ReportReading values{.kind = "categories", .family = "aode", .name = "aode, 5 bins", .temperature = 0.5};
  values.reasons = {{{.feature = "c", .value = "u", .strength = 2, .count = 3}}, {}};
  ReportReading again = values;
  again.name = again.family = "categorical-nb";
  again.temperature = 0;
  again.opinion = 1;
  report.readings.insert(report.readings.begin(), {values, again});
  const std::string html = reason_section(report).body.str();
  EXPECT_TRUE(says(html, "<h4>Values, by aode, 5 bins</h4>"));
  EXPECT_TRUE(says(html, "<h4>Numbers, by lda</h4>"));
  EXPECT_FALSE(says(html, "categorical-nb"));
}

}  // namespace
}  // namespace suffice::page
