// The section on the model as a generative one: rows against rows that it draws.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/page/sections.hpp"

namespace suffice::page {

namespace {

Html columns_table(const Report& report, const ModelCheck& check) {
  HtmlTable table(
      text("Columns, those that fit worst first: how far their distributions in rows and in draws are apart"));
  table.column(text("Column")).number_column(text("Distance")).number_column(text("Expected"));
  table.number_column(text("p")).number_column(text("Adjusted p")).column(text("Worst class"));
  const std::size_t count = std::min(check.columns.size(), most_features);
  for (std::size_t k = 0; k < count; ++k) {
    const ColumnCheck& column = check.columns[k];
    table.row(name(column.column)).bar(column.distance, number_for_people(column.distance)).number(column.expected);
    table.cell(p_value_for_people(column.p_value)).cell(p_value_for_people(column.adjusted));
    table.cell(column.worst_label.empty() ? Html() : label_name(report, column.worst_label));
  }
  return table.html() + more_of(check.columns.size() - count, "column", "columns");
}

Html terms_table(const ModelCheck& check) {
  if (check.terms.empty()) {
    return {};
  }
  HtmlTable table(text("Words whose shares differ most"));
  table.column(text("Word")).number_column(text("In rows")).number_column(text("In draws"));
  for (std::size_t k = 0; k < std::min(check.terms.size(), most_confused); ++k) {
    table.row(name(check.terms[k].term)).number(check.terms[k].in_rows).number(check.terms[k].in_draws);
  }
  return table.html();
}

Html correlations_table(const ModelCheck& check) {
  if (check.correlations.pairs.empty()) {
    return {};
  }
  HtmlTable table(text(fmt::format("Correlations, the largest differences first (p = {})",
                                   p_value_for_people(check.correlations.p_value))));
  table.column(text("Columns")).number_column(text("In rows")).number_column(text("In draws"));
  for (std::size_t k = 0; k < std::min(check.correlations.pairs.size(), most_categories); ++k) {
    const CorrelationPair& pair = check.correlations.pairs[k];
    table.row(name(pair.first) + text(" and ") + name(pair.second)).number(pair.in_rows).number(pair.in_draws);
  }
  return table.html();
}

Html evidence_table(const EvidenceCheck& evidence) {
  HtmlTable table(text(fmt::format("Quantiles of the log evidence; {} of the rows are below the 1 % of the draws",
                                   percent(evidence.below))));
  table.column(text("Of"));
  for (const double level : evidence.levels) {
    table.number_column(text(fmt::format("{:g} %", 100 * level)));
  }
  table.row(text("rows"));
  for (const double value : evidence.in_rows) {
    table.number(value);
  }
  table.row(text("draws"));
  for (const double value : evidence.in_draws) {
    table.number(value);
  }
  return table.html();
}

Html classifier_text(const ClassifierCheck& found) {
  if (!found.problem.empty()) {
    return {};
  }
  return paragraph(text(
      fmt::format("A classifier ({}) tells rows from draws in {} of {} cases; the 95 % interval is {} to {}. Of a "
                  "perfect model they "
                  "cannot be told apart, and that is half.",
                  found.classifier, percent(found.accuracy.value), count_for_people(static_cast<double>(found.rows)),
                  percent(found.accuracy.low), percent(found.accuracy.high))));
}

}  // namespace

std::vector<Section> check_sections(const Report& report) {
  if (!report.check) {
    return {};
  }
  const ModelCheck& check = *report.check;
  Html verdict;
  for (const std::string& sentence : check.verdict) {
    verdict += element("li", text(sentence));
  }
  Html notes;
  for (const std::string& note : check.notes) {
    notes += paragraph(text("Note: " + note));
  }
  const Html intro = paragraph(text(
      fmt::format("{} rows beside {} that the model draws, with p-values by {} simulations.",
                  count_for_people(static_cast<double>(check.rows)), count_for_people(static_cast<double>(check.draws)),
                  count_for_people(static_cast<double>(check.simulations)))));
  return {{"check", "How good a generative model it is",
           intro + element("ul", {{"class", "verdict"}}, verdict) + notes + columns_table(report, check) +
               terms_table(check) + correlations_table(check) + evidence_table(check.evidence) +
               classifier_text(check.classifier)}};
}

}  // namespace suffice::page
