// The section on generative and discriminative models of the same rows: verdict, learning curves, assumptions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/page/sections.hpp"

namespace suffice::page {

namespace {

std::string interval_text(const MeanInterval& mean) {
  return !std::isfinite(mean.mean) ? number_for_people(mean.mean)
                                   : fmt::format("{} ± {:.2g}", number_for_people(mean.mean), mean.half_width);
}

Html models_table(const Comparison& comparison) {
  HtmlTable table(text(fmt::format("By {} folds, with 95 % intervals", comparison.folds)));
  table.column(text("Model")).column(text("Kind")).number_column(text("Parameters"));
  table.number_column(text("Log loss")).number_column(text("Error"));
  for (const ComparedModel& model : comparison.models) {
    table.row(text(model.name)).cell(model.generative ? "generative" : "discriminative");
    table.count(static_cast<double>(model.parameters));
    table.cell(interval_text(model.folds.log_loss)).cell(interval_text(model.folds.error));
  }
  return table.html();
}

Html curves_table(const Comparison& comparison) {
  HtmlTable table(text(fmt::format("Log loss on rows not seen, the mean of {} repeats", comparison.repeats)));
  table.column(text("Training rows"));
  for (const CurvePoint& point : comparison.models.front().curve) {
    table.number_column(text(count_for_people(static_cast<double>(point.rows))));
  }
  for (const ComparedModel& model : comparison.models) {
    table.row(text(model.name));
    for (const CurvePoint& point : model.curve) {
      table.number(point.log_loss.mean);
    }
  }
  return table.html();
}

Section checks_section(const Comparison& comparison) {
  HtmlTable table(text("What the generative models assume, and the strongest evidence against it"));
  table.column(text("Assumption")).column(text("Test")).column(text("Strongest evidence against it"));
  table.column(text("Effect")).number_column(text("p (Holm)")).number_column(text("Rejected"));
  for (const AssumptionCheck& check : comparison.checks) {
    const AssumptionTest& worst = check.tests.front();
    table.row(text(check.assumption)).cell(check.test).cell(name(worst.where));
    table.cell(fmt::format("{} {}", check.effect, number_for_people(worst.effect)));
    table.cell(p_value_for_people(worst.adjusted))
        .cell(fmt::format("{} of {}", count_for_people(static_cast<double>(check.rejected)),
                          count_for_people(static_cast<double>(check.tests.size()))));
  }
  Html notes;
  for (const std::string& note : comparison.notes) {
    notes += paragraph(text("Note: " + note));
  }
  return {"assumptions", "What it assumes", table.html() + notes};
}

}  // namespace

std::vector<Section> comparison_sections(const Report& report) {
  if (!report.comparison) {
    return {};
  }
  const Comparison& comparison = *report.comparison;
  Html verdict;
  for (const std::string& sentence : comparison.verdict) {
    verdict += element("li", text(sentence));
  }
  std::vector<Section> sections = {{"compare", "Generative or discriminative",
                                    element("ul", {{"class", "verdict"}}, verdict) + models_table(comparison) +
                                        figure(report, "curves") + curves_table(comparison)}};
  if (!comparison.checks.empty() || !comparison.notes.empty()) {
    sections.push_back(checks_section(comparison));
  }
  return sections;
}

}  // namespace suffice::page
