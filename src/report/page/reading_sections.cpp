// Sections on the readings: means of numbers and amounts, probabilities of categories, words.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "report/page/sections.hpp"
#include "report/reading_options.hpp"

namespace suffice::page {

namespace {

constexpr std::size_t most_beside = 10;  // classes side by side

Html more_classes(const Report& report, std::size_t shown) {
  return more_of(report.model.labels().size() - shown, "class", "classes");
}

// Where classes share standard deviations, these have a column of their own.
bool shares_deviations(const ReportReading& reading) {
  return reading.by_score.empty() && reading.deviations.size() == reading.features.size();
}

bool is_scored(const ReportReading& reading, std::size_t j) {
  return !reading.by_score.empty() && reading.by_score[j] != 0;
}

// What the cells of the table of means are.
std::string means_title(const ReportReading& reading, bool apart) {
  if (reading.by_score.empty()) {
    return apart ? "Means ± standard deviations" : "Means";
  }
  return "Typical numbers, and those a standard deviation below and above: the column's own, at the means of its "
         "normal scores";
}

std::string mean_text(const ReportReading& reading, std::size_t c, std::size_t j) {
  const std::size_t place = c * reading.features.size() + j;
  if (is_scored(reading, j) && !std::isnan(reading.means[place])) {
    return fmt::format("{} ({}\xC2\xA0to\xC2\xA0{})", number_for_people(reading.at_means[place]),
                       number_for_people(reading.below_means[place]), number_for_people(reading.above_means[place]));
  }
  const std::string mean = number_for_people(reading.means[place]);
  return reading.deviations.empty() || shares_deviations(reading) || std::isnan(reading.means[place])
             ? mean
             : fmt::format("{} ±\xC2\xA0{}", mean,
                           number_for_people(reading.deviations[place % reading.deviations.size()]));
}

Html means_table(const Report& report, const ReportReading& reading) {
  const bool shared = !reading.deviations.empty() && shares_deviations(reading);
  const bool apart = !reading.deviations.empty() && !shared;
  HtmlTable table(text(fmt::format("{}, by {}", means_title(reading, apart), reading.name)));
  table.column(text("Feature"));
  const std::vector<std::size_t> classes = shown_classes(report, most_beside);
  for (const std::size_t c : classes) {
    table.number_column(class_heading(report, c));
  }
  constexpr std::size_t most_in_large_print = 5;
  if (classes.size() > most_in_large_print) {
    table.dense();
  }
  if (shared) {
    table.number_column(text("Deviation within classes"));
  }
  table.number_column(text("Separation"));
  std::vector<std::size_t> order = reading.order;
  std::erase_if(order, [&](std::size_t j) { return j + reading.indicators >= reading.features.size(); });
  const std::size_t count = std::min(order.size(), most_features);
  for (const std::size_t j : std::span(order).first(count)) {
    table.row(column_name(reading.features[j]));
    for (const std::size_t c : classes) {
      table.cell(text(mean_text(reading, c, j)), "spread");
    }
    if (shared) {
      table.number(reading.deviations[j]);
    }
    table.number(reading.separation[j]);
  }
  return table.html() + more_of(order.size() - count, "feature", "features") +
         more_of(reading.indicators, "indicator of a value of a category", "indicators of values of categories") +
         more_classes(report, classes.size());
}

Html axes_table(const ReportReading& reading) {
  if (!reading.axes || reading.axes->count() == 0) {
    return {};
  }
  const Discriminants& axes = *reading.axes;
  const std::size_t count = std::min<std::size_t>(axes.count(), 2);
  HtmlTable table(
      text(fmt::format("Fisher's axes, in which the classes differ most for their spread (Wilks' lambda {})",
                       number_for_people(axes.wilks_lambda))));
  table.column(text("Feature"));
  for (std::size_t k = 0; k < count; ++k) {
    table.number_column(text(fmt::format("Axis {}", k + 1)));
  }
  table.row(element("i", text("share explained")));
  for (std::size_t k = 0; k < count; ++k) {
    table.number(axes.explained[k]);
  }
  const std::size_t features = std::min(reading.order.size(), most_features);
  for (std::size_t place = 0; place < features; ++place) {
    const std::size_t j = reading.order[place];
    table.row(text(is_scored(reading, j) ? "normal score of " : "") + column_name(reading.features[j]));
    for (std::size_t k = 0; k < count; ++k) {
      table.number(axes.axes[j * axes.count() + k]);
    }
  }
  return table.html() + more_of(reading.order.size() - features, "feature", "features");
}

Section numbers_section(const Report& report) {
  Html body = paragraph(text(
      "Separation is the variance of the class means over that within classes (of amounts the variance of the logs "
      "of the means): the larger, the better the feature tells the classes apart."));
  for (const ReportReading& reading : report.readings) {
    if (!reading.order.empty() && is_counted(reading)) {
      body += means_table(report, reading) + axes_table(reading);
    }
  }
  const Html alone = figure(report, "number-densities");
  return {"numbers", "Numbers", body + (alone.empty() ? figure(report, "densities") : alone)};
}

Html values_table(const Report& report, const ReportValues& values) {
  HtmlTable table(element("b", column_name(values.feature)) +
                  text(fmt::format(", {} nats about the class", number_for_people(values.information))));
  table.column(text("Value"));
  const std::vector<std::size_t> shown = shown_classes(report, most_beside);
  const std::size_t classes = report.model.labels().size();
  for (const std::size_t c : shown) {
    table.number_column(class_heading(report, c));
  }
  const std::size_t count = std::min(values.names.size(), most_values);
  for (std::size_t v = 0; v < count; ++v) {
    table.row(name(values.names[v]));
    for (const std::size_t c : shown) {
      const double probability = values.probabilities[v * classes + c];
      table.bar(probability, percent(probability));
    }
  }
  return table.html() + more_of(values.names.size() - count + values.more, "value", "values");
}

// Which reading the values are of: two may read the same columns.
Html values_title(const ReportReading& reading) {
  return element("h3",
                 text(fmt::format("{}, by {}{}",
                                  reading.has_shares ? "Shares of the rows of each class" : "Estimated probabilities",
                                  reading.name, opinion_note(reading))));
}

Section categories_section(const Report& report) {
  Html body =
      paragraph(text("How probable each value is in each class; the columns that say most about the class come "
                     "first, and their most frequent values; bins are in their order."));
  constexpr std::size_t most_in_half = 4;  // classes of a table that shares a row with another
  const std::size_t beside = shown_classes(report, most_beside).size();
  for (const ReportReading& reading : report.readings) {
    if (!is_counted(reading)) {
      continue;
    }
    const std::size_t count = std::min(reading.values.size(), most_categories);
    Html cards;
    for (std::size_t k = 0; k < count; ++k) {
      cards += element("div", {{"class", "card"}}, values_table(report, reading.values[k]));
    }
    body += cards.empty() ? Html()
                          : values_title(reading) +
                                element("div", {{"class", beside > most_in_half ? "cards whole" : "cards"}}, cards) +
                                more_of(reading.values.size() - count, "column", "columns");
  }
  const bool has_numbers =
      std::ranges::any_of(report.readings, [](const ReportReading& reading) { return !reading.order.empty(); });
  if (!has_numbers || !figure(report, "number-densities").empty()) {
    body += figure(report, "densities");
  }
  return {"categories", "Categories", body + more_classes(report, beside)};
}

Html words_table(const Report& report, const ReportReading& reading, std::size_t c) {
  HtmlTable table(element("b", class_heading(report, c)));
  table.column(text(reading.text.hash_buckets > 0 ? "Bucket" : "Word"))
      .number_column(text("Log odds"))
      .number_column(text("Count"));
  const std::vector<ReportReason>& reasons = reading.reasons[c];
  const double strongest = reasons.empty() ? 1 : reasons.front().strength;
  for (const ReportReason& reason : reasons) {
    table.row(name(reason.feature));
    table.bar(reason.strength / strongest, number_for_people(reason.strength)).count(reason.count);
  }
  return element("div", {{"class", "card"}}, table.html());
}

// "7,586 distinct words", "4,096 buckets of hashed words".
std::string vocabulary_text(const ReportReading& reading) {
  const std::string terms = terms_name(reading.text);
  return reading.text.hash_buckets > 0
             ? fmt::format("{} buckets of hashed {}", count_for_people(static_cast<double>(reading.text.hash_buckets)),
                           terms)
             : fmt::format("{} distinct {}", count_for_people(static_cast<double>(reading.terms)), terms);
}

Section words_section(const Report& report) {
  Html body;
  const std::size_t classes = report.model.labels().size();
  for (const ReportReading& reading : report.readings) {
    if (reading.terms == 0 || !is_counted(reading)) {
      continue;
    }
    body += paragraph(text(fmt::format(
        "{}, {} in all, read by {}. Log odds: how much more probable the {} is in the class than in the others{}.",
        vocabulary_text(reading), count_for_people(reading.tokens), reading.family,
        reading.text.hash_buckets > 0 ? "bucket" : "word", counted_text(reading))));
    Html cards;
    for (const std::size_t c : shown_classes(report, most_classes)) {
      cards += words_table(report, reading, c);
    }
    body += element("div", {{"class", "cards small"}}, cards);
  }
  return {"words", "Words", body + more_of(classes - std::min(classes, most_classes), "class", "classes")};
}

}  // namespace

std::vector<Section> reading_sections(const Report& report) {
  std::vector<Section> sections;
  const auto any = [&](const auto& holds) { return std::ranges::any_of(report.readings, holds); };
  if (any([](const ReportReading& reading) { return !reading.order.empty() && is_counted(reading); })) {
    sections.push_back(numbers_section(report));
  }
  if (const Html figures = figure(report, "boundary") + figure(report, "projection"); !figures.empty()) {
    sections.push_back({"plane", "Where the classes lie", figures});
  }
  if (any([](const ReportReading& reading) { return !reading.values.empty() && is_counted(reading); })) {
    sections.push_back(categories_section(report));
  }
  if (any([](const ReportReading& reading) { return reading.terms > 0 && is_counted(reading); })) {
    sections.push_back(words_section(report));
  }
  return sections;
}

}  // namespace suffice::page
