// Sections on labelled rows: how good the model is on them, and the rows that stand out.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "report/confusions.hpp"
#include "report/page/sections.hpp"
#include "suffice/report.hpp"

namespace suffice::page {

namespace {

bool is_weighted(const Report& report) { return !report.stored.summary.schema.weight.empty(); }

// Above counts of rows.
Html rows_title(const Report& report) { return text(is_weighted(report) ? "Weight" : "Rows"); }

Html scores_table(const Report& report) {
  const Metrics& metrics = report.rows->metrics;
  HtmlTable table(text(is_weighted(report) ? "All rows together, by weight" : "All rows together"));
  table.column(text("Score")).number_column(text("Value")).column(text("Meaning"));
  const auto add = [&](const char* title, double value, const char* meaning) {
    if (!std::isnan(value)) {
      table.row(text(title)).cell(score_for_people(value)).cell(meaning);
    }
  };
  add("Accuracy", metrics.accuracy.value, "share of the rows that get their own label");
  add("Balanced accuracy", metrics.balanced_accuracy, "mean share of each class that gets its label");
  add("Matthews correlation", metrics.matthews, "of labels and predictions: 0 by chance, 1 where all are right");
  add("Log loss", metrics.log_loss, "mean of −log p(own label), in nats");
  add("Brier score", metrics.brier, "mean squared distance of probabilities and labels");
  add("Calibration error", metrics.calibration_error, "mean distance of probability and accuracy");
  add("ROC AUC", metrics.macro.roc_auc, "a row of the class ranks above one of another; mean over classes");
  add("Average precision", metrics.macro.average_precision, "area below precision over recall; mean over classes");
  add("Log likelihood", metrics.joint_log_likelihood, "of rows and labels together");
  return table.html();
}

Html class_table(const Report& report, const Metrics& metrics) {
  HtmlTable table(text("Each class"));
  table.column(text("Class")).number_column(rows_title(report)).number_column(text("Precision"));
  table.number_column(text("Recall")).number_column(text("F1")).number_column(text("ROC AUC"));
  std::vector<std::size_t> order(metrics.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() > most_classes) {
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return metrics.classes[c].weight; });
  }
  const std::size_t count = std::min(metrics.labels.size(), most_classes);
  for (const std::size_t c : std::span(order).first(count)) {
    const ClassScore& score = metrics.classes[c];
    table.row(label_name(report, metrics.labels[c])).count(score.weight);
    for (const double value : {score.precision, score.recall, score.f1, score.roc_auc}) {
      if (std::isnan(value)) {
        table.number(value);
      } else {
        table.bar(value, score_for_people(value));
      }
    }
  }
  const Html ranks = metrics.ranks_all_rows
                         ? Html()
                         : paragraph(text(fmt::format("ROC AUC and average precision are those of a sample of {} rows; "
                                                      "a class that has none among them has no number. The curves "
                                                      "below are those of a sample of their own.",
                                                      count_for_people(static_cast<double>(metrics.ranked_rows)))));
  return table.html() + more_of(metrics.labels.size() - count, "class", "classes") + ranks;
}

Html fitted_note(const Report& report) {
  return seem_fitted_on(report.rows->metrics, report.stored.summary.classes)
             ? element("p", {{"class", "note"}},
                       text("These seem to be the rows that the model was fitted on: on rows that it has not seen it "
                            "does less well."))
             : Html();
}

Section score_section(const Report& report) {
  const Metrics& metrics = report.rows->metrics;
  const std::string count = count_for_people(static_cast<double>(metrics.rows)) + " rows";
  const std::string rows =
      is_weighted(report) ? fmt::format("the weight of {} ({})", count, count_for_people(metrics.weight)) : count;
  const Html headline = element("p", {{"class", "lead"}},
                                element("strong", text(percent(metrics.accuracy.value))) +
                                    text(fmt::format(" of {} {}; the 95 % interval is {} to {}.", rows,
                                                     is_weighted(report) ? "gets its own label" : "get their own label",
                                                     percent(metrics.accuracy.low), percent(metrics.accuracy.high))));
  return {"scores", "How good it is",
          headline + fitted_note(report) + scores_table(report) + class_table(report, metrics)};
}

Html confusion_table(const Report& report, const Metrics& metrics) {
  const std::size_t size = metrics.labels.size();
  HtmlTable table(
      rows_title(report) +
      text(fmt::format(" of each class (down) that {} each label (across); the shade is the share of the class",
                       is_weighted(report) ? "gets" : "get")));
  constexpr std::size_t most_level = 6;
  table.column(text("Class"));
  for (const std::string& label : metrics.labels) {
    table.number_column(label_heading(report, label));
  }
  if (size > most_level) {
    table.upright();
  }
  for (std::size_t truth = 0; truth < size; ++truth) {
    const auto begin = metrics.confusion.begin() + static_cast<std::ptrdiff_t>(truth * size);
    const double all = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(size), 0.0);
    table.row(label_heading(report, metrics.labels[truth]));
    for (std::size_t predicted = 0; predicted < size; ++predicted) {
      const double count = metrics.confusion[truth * size + predicted];
      table.heat(all > 0 ? count / all : 0, count == 0 ? "·" : count_for_people(count), truth == predicted);
    }
  }
  return table.html();
}

Section confusion_section(const Report& report) {
  const Metrics& metrics = report.rows->metrics;
  Html body;
  if (metrics.labels.size() <= most_classes) {
    body += confusion_table(report, metrics);
  }
  const std::vector<Confusion> confusions = most_frequent_confusions(metrics, most_confused);
  if (!confusions.empty() && metrics.labels.size() > 2) {
    HtmlTable table(text("Labels that are taken for each other most often"));
    table.column(text("Class")).column(text("Is taken for")).number_column(rows_title(report));
    table.number_column(text("Share of the class"));
    for (const Confusion& confusion : confusions) {
      table.row(label_name(report, metrics.labels[confusion.truth]))
          .cell(label_name(report, metrics.labels[confusion.predicted]))
          .count(confusion.weight)
          .bar(confusion.share, percent(confusion.share));
    }
    body += table.html();
  } else if (confusions.empty()) {
    body += paragraph(text("No row gets another label than its own."));
  }
  return {"confusion", "Which classes are confused", body};
}

Html calibration_table(const Report& report, const char* title, const Metrics& metrics) {
  HtmlTable table{text(title)};
  table.column(text("Probability")).number_column(rows_title(report)).number_column(text("Mean probability"));
  table.number_column(text("Accuracy"));
  const auto bins = static_cast<double>(metrics.calibration.size());
  for (std::size_t bin = 0; bin < metrics.calibration.size(); ++bin) {
    const CalibrationBin& found = metrics.calibration[bin];
    if (found.weight > 0) {
      const auto first = static_cast<double>(bin);
      table.row(text(fmt::format("{:.2f} to {:.2f}", first / bins, (first + 1) / bins)));
      table.count(found.weight).bar(found.confidence, number_for_people(found.confidence));
      table.bar(found.accuracy, number_for_people(found.accuracy));
    }
  }
  return table.html();
}

Section calibration_section(const Report& report) {
  const ReportRows& rows = *report.rows;
  Html body =
      paragraph(text("Is the predicted label right as often as its probability says? Then mean probability and "
                     "accuracy agree."));
  if (rows.uncalibrated) {
    HtmlTable table(text("What calibration changed"));
    table.column(text("Score")).number_column(text("Before")).number_column(text("After"));
    table.row(text("Log loss")).number(rows.uncalibrated->log_loss).number(rows.metrics.log_loss);
    table.row(text("Calibration error"))
        .number(rows.uncalibrated->calibration_error)
        .number(rows.metrics.calibration_error);
    table.row(text("Brier score")).number(rows.uncalibrated->brier).number(rows.metrics.brier);
    body += table.html();
  }
  Html tables = calibration_table(report, "Calibration of the model", rows.metrics);
  if (rows.uncalibrated) {
    tables += calibration_table(report, "Before it was calibrated", *rows.uncalibrated);
  }
  body += figure(report, "calibration");
  body += element("details", element("summary", text("The numbers")) + tables);
  return {"calibration", "Calibration", body};
}

// Of all bars of the table of a row.
double strongest_part(const ReportRow& row) {
  double strongest = 0;
  const auto take = [&](double log_odds) {
    strongest = std::isfinite(log_odds) ? std::max(strongest, std::abs(log_odds)) : strongest;
  };
  std::ranges::for_each(row.parts, take, &ReportPart::log_odds);
  take(row.rest);
  take(row.base);
  return strongest;
}

Html parts_table(const Report& report, const ReportRow& row) {
  if (row.parts.empty()) {
    return {};
  }
  HtmlTable table(text("Parts of the log odds of ") + label_name(report, row.predicted) + text(" against ") +
                  label_name(report, row.against));
  table.column(text("Feature")).column(text("Value")).column(text("For or against")).number_column(text("Log odds"));
  const double strongest = strongest_part(row);
  for (const ReportPart& part : row.parts) {
    table.row(part.is_term ? name(part.feature) : column_name(part.feature)).cell(name(part.value));
    table.signed_bar(strongest > 0 ? part.log_odds / strongest : 0).number(part.log_odds);
  }
  if (row.more > 0) {
    table.row(text(fmt::format("and {} more", count_for_people(static_cast<double>(row.more))))).cell("");
    table.signed_bar(strongest > 0 ? row.rest / strongest : 0).number(row.rest);
  }
  if (std::abs(row.base) > 1e-9 * strongest) {  // less is rounding
    table.row(text("class prior and what is no column's")).cell("");
    table.signed_bar(strongest > 0 ? row.base / strongest : 0).number(row.base);
  }
  table.row(text("sum"), "sum").cell("").cell("").number(row.log_odds);
  return table.html();
}

std::string typicality_text(const ReportRow& row) {
  if (!row.typicality) {
    return "";
  }
  return *row.typicality == 0
             ? ": no row of 1,000 that the model draws is as unlikely"
             : fmt::format(": {} of the rows that the model draws are no more likely", percent(*row.typicality));
}

Html row_card(const Report& report, const ReportRow& row) {
  const Html title = row.file.empty() ? text(fmt::format("Row {}", count_for_people(static_cast<double>(row.number))))
                                      : name(row.file);
  Html line = label_name(report, row.label);
  if (row.predicted.empty()) {
    line += text(": has zero probability under every class");
  } else if (row.predicted == row.label) {
    line += text(fmt::format(", as predicted with probability {}", probability_for_people(row.probability)));
  } else {
    line += text(", but predicted ") + label_name(report, row.predicted) +
            text(fmt::format(" with probability {}", probability_for_people(row.probability)));
    if (!std::isnan(row.own_probability)) {
      line += text(fmt::format(" (its own label: {})", probability_for_people(row.own_probability)));
    }
  }
  if (!std::isnan(row.log_evidence)) {
    line += text(fmt::format(". Log evidence {}", number_for_people(row.log_evidence)));
    if (row.terms > 0) {
      line += text(fmt::format(", {} {}", count_for_people(row.terms), row.terms == 1 ? "word" : "words"));
    }
    line += text(typicality_text(row));
  }
  const Html excerpt = row.excerpt.empty() ? Html() : element("blockquote", weighted_text(row.excerpt, row.tokens));
  return element("section", {{"class", "card"}},
                 element("h3", title) + paragraph(line) + excerpt + parts_table(report, row));
}

Html row_cards(const Report& report, const std::vector<ReportRow>& rows) {
  constexpr std::size_t at_once = 4;
  Html first;
  Html others;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    (k < at_once ? first : others) += row_card(report, rows[k]);
  }
  const Html cards = element("div", {{"class", "cards"}}, first);
  return others.empty()
             ? cards
             : cards + element("details",
                               element("summary", text(fmt::format("{} more", count_for_people(static_cast<double>(
                                                                                  rows.size() - at_once))))) +
                                   element("div", {{"class", "cards"}}, others));
}

// How scores are taken apart, where that is not plain, and what marks mean.
Html note_on_parts(const Report& report, const std::vector<ReportRow>& rows) {
  const std::string note = parts_note(report.stored.options);
  const bool marked = std::ranges::any_of(rows, [](const ReportRow& row) { return !row.tokens.empty(); });
  const auto mark = [](const char* type, const char* word) {
    return element("mark", {{"class", type}, {"style", "--a:0.50"}}, text(word));
  };
  const Html marks = marked ? paragraph(text("Words are marked as strongly as they speak ") + mark("", "for") +
                                        text(" the predicted label or ") + mark("against", "against") + text(" it."))
                            : Html();
  return (note.empty() ? Html() : paragraph(text(note))) + marks;
}

Section surprising_section(const Report& report) {
  const ReportRows& rows = *report.rows;
  const bool by_word = rows.surprising.front().terms > 0;
  const Html intro = paragraph(text(
      fmt::format("Rows that the model finds least likely, whatever their label: those of the lowest log evidence, "
                  "log p(row){}. They may be errors of the data, or of a kind that was not learned.",
                  by_word ? ", by word" : "")));
  return {"surprising", "The most surprising rows",
          intro + note_on_parts(report, rows.surprising) + row_cards(report, rows.surprising)};
}

Section mistakes_section(const Report& report) {
  const ReportRows& rows = *report.rows;
  const Html intro = paragraph(
      rows.mistakes.empty()
          ? text("No row gets another label than its own.")
          : text("Rows that get another label than their own, those of the highest probability first, and what speaks "
                 "for the predicted label against their own."));
  return {
      "mistakes", "The most confident mistakes",
      rows.mistakes.empty() ? intro : intro + note_on_parts(report, rows.mistakes) + row_cards(report, rows.mistakes)};
}

}  // namespace

std::vector<Section> row_sections(const Report& report) {
  if (!report.rows) {
    return {};
  }
  std::vector<Section> sections = {score_section(report), confusion_section(report)};
  if (const Html curves = figure(report, "roc"); !curves.empty()) {
    sections.push_back({"ranking", "How well it ranks", curves});
  }
  sections.push_back(calibration_section(report));
  if (!report.rows->surprising.empty()) {
    sections.push_back(surprising_section(report));
  }
  sections.push_back(mistakes_section(report));
  return sections;
}

}  // namespace suffice::page
