// report_html(): the page of a report.
#include <algorithm>

#include <fmt/format.h>

#include "report/page/sections.hpp"
#include "report/report_document.hpp"
#include "suffice/model_report.hpp"
#include "suffice/picture.hpp"

namespace suffice {

namespace page {

namespace {

// In a script element: neither its end nor a comment can begin, and JSON reads the same.
std::string script_safe(const std::string& json) {
  std::string result;
  for (const char character : json) {
    switch (character) {
      case '<':
        result += "\\u003c";
        break;
      case '>':
        result += "\\u003e";
        break;
      case '&':
        result += "\\u0026";
        break;
      default:
        result += character;
    }
  }
  return result;
}

Html tile(const std::string& value, const Html& title, const char* type = "tile") {
  return element("div", {{"class", type}}, element("dt", title) + element("dd", text(value)));
}

// What a hurried reader wants to know.
Html tiles(const Report& report) {
  const ClassCounts& classes = report.stored.summary.classes;
  Html all = tile(model_name(report.stored.options), text("model"), "tile said");
  all += tile(count_for_people(static_cast<double>(classes.total_rows())), text("rows fitted on"));
  all += tile(count_for_people(static_cast<double>(classes.size())), text(classes.size() == 1 ? "class" : "classes"));
  const std::size_t columns = columns_of(report.model.schema()).size();
  all += tile(count_for_people(static_cast<double>(columns)), text(columns == 1 ? "column" : "columns"));
  if (report.rows) {
    const Metrics& metrics = report.rows->metrics;
    all += tile(percent(metrics.accuracy.value),
                text(fmt::format("accuracy, {} to {}", percent(metrics.accuracy.low), percent(metrics.accuracy.high))));
    all += tile(number_for_people(metrics.log_loss), text("log loss"));
  }
  return element("dl", {{"class", "tiles"}}, all);
}

Html subtitle(const Report& report) {
  constexpr std::size_t most_named = 4;
  const std::vector<std::string> columns = columns_of(report.model.schema());
  Html from;
  for (std::size_t k = 0; k < columns.size() && columns.size() <= most_named; ++k) {
    from += text(k == 0 ? "" : k + 1 == columns.size() ? " and " : ", ") + column_name(columns[k]);
  }
  if (from.empty()) {
    from = text(fmt::format("{} columns", count_for_people(static_cast<double>(columns.size()))));
  }
  const Html about = text("Predicts ") + column_name(report.stored.summary.schema.target) + text(" from ") + from;
  return element("p", {{"class", "subtitle"}},
                 report.rows ? about + text("; measured on ") + name(report.rows->name) : about);
}

Html contents(const std::vector<Section>& sections) {
  Html items;
  for (const Section& section : sections) {
    items += element("li", element("a", {{"href", "#" + section.id}}, text(section.title)));
  }
  return element("nav", {{"aria-label", "Sections"}}, element("ol", items));
}

std::vector<Section> all_sections(const Report& report) {
  std::vector<Section> sections = {model_section(report), prior_section(report)};
  const bool is_text =
      std::ranges::all_of(report.readings, [](const ReportReading& reading) { return reading.terms > 0; });
  if (report.model.labels().size() > 1 && !is_text) {  // the section on words has what speaks for a class
    sections.push_back(reason_section(report));
  }
  const auto append = [&](std::vector<Section> more) { std::ranges::move(more, std::back_inserter(sections)); };
  append(reading_sections(report));
  append(tuning_sections(report));
  append(row_sections(report));
  append(comparison_sections(report));
  append(check_sections(report));
  return sections;
}

Html body(const Report& report) {
  const std::vector<Section> sections = all_sections(report);
  Html content;
  for (const Section& section : sections) {
    content += element("section", {{"id", section.id}, {"aria-labelledby", section.id + "-title"}},
                       element("h2", {{"id", section.id + "-title"}}, text(section.title)) + section.body);
    content += Html::trusted("\n");
  }
  const Html skip = element("a", {{"class", "skip"}, {"href", "#content"}}, text("Skip to the content"));
  const Html header = element("header", element("h1", name(report.file.name)) + subtitle(report) + tiles(report));
  const Html footer = element(
      "footer", paragraph(text("Every number of this page is in the JSON document that it embeds, in the element "
                               "with the id document; the command report prints the same document.")));
  return skip + header +
         element("div", {{"class", "columns"}},
                 contents(sections) + element("main", {{"id", "content"}, {"tabindex", "-1"}}, content)) +
         footer;
}

}  // namespace

}  // namespace page

std::string report_html(const Report& report) {
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         page::escaped(report.file.name) + " – report</title>\n<style>\n" + page::style_sheet() + draw::style_sheet() +
         "</style>\n</head>\n<body>\n" + page::body(report).str() +
         "\n<script type=\"application/json\" id=\"document\">\n" + page::script_safe(embedded_document(report)) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace suffice
