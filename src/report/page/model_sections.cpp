// Sections on the model as a whole: what it is, the class prior, and what speaks for each class.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "report/page/sections.hpp"
#include "suffice/picture.hpp"
#include "suffice/report.hpp"
#include "suffice/version.hpp"

namespace suffice::page {

namespace {

// A list of names and what they are.
class Facts {
 public:
  void add(const char* title, const Html& content) {
    body_ += element("dt", Html::trusted(title)) + element("dd", content);
  }
  [[nodiscard]] Html html() const { return element("dl", {{"class", "facts"}}, body_); }

 private:
  Html body_;
};

Html names(const std::vector<std::string>& all) {
  Html list;
  for (std::size_t k = 0; k < std::min(all.size(), most_classes); ++k) {
    list += Html::trusted(k == 0 ? "" : ", ") + name(all[k]);
  }
  if (all.size() > most_classes) {
    list += text(fmt::format(" and {} more", count_for_people(static_cast<double>(all.size() - most_classes))));
  }
  return list;
}

std::string class_prior_text(const ClassPrior& prior) {
  const bool is_empirical = std::holds_alternative<EmpiricalPrior>(prior);
  const bool is_smoothed = std::holds_alternative<SmoothedPrior>(prior);
  return is_empirical ? "shares of the rows" : is_smoothed ? "smoothed shares of the rows" : to_text(prior);
}

Html facts(const Report& report) {
  const Stored& stored = report.stored;
  const Schema& schema = stored.summary.schema;
  const ClassCounts& classes = stored.summary.classes;
  Facts list;
  list.add("File",
           name(report.file.name) +
               text(fmt::format(", {} bytes, CRC-32 ", count_for_people(static_cast<double>(report.file.bytes)))) +
               element("code", text(report.file.checksum)));
  list.add("Model", text(model_name(stored.options)));
  list.add("Rows", text(count_for_people(static_cast<double>(classes.total_rows()))));
  if (!schema.weight.empty()) {
    list.add("Weight",
             text(count_for_people(classes.total_weight()) + " in all, by the column ") + name(schema.weight));
  }
  list.add("Predicts", column_name(schema.target) +
                           text(fmt::format(", {} class{}", count_for_people(static_cast<double>(classes.size())),
                                            classes.size() == 1 ? "" : "es")));
  list.add("Class prior", text(class_prior_text(stored.options.class_prior)));
  if (const std::vector<std::string> dropped = dropped_features(schema, stored.options); !dropped.empty()) {
    list.add("Not read", names(dropped));
  }
  if (!stored.fitted.temperatures.empty()) {
    const double share = stored.fitted.contamination;
    list.add("Calibrated", text(fmt::format("by {}, on {} rows{}",
                                            stored.fitted.map == OddsMap{} ? "temperatures" : "isotonic regression",
                                            count_for_people(static_cast<double>(stored.fitted.rows)),
                                            share == 0 ? "" : "; " + contamination_text(share))));
  }
  if (schema.dialect != Dialect{}) {
    list.add("Read as", text(describe(schema.dialect)));
  }
  list.add("Made by", text(fmt::format("suffice {}", version)));
  return list.html();
}

Html options_text(const ReportReading& reading) {
  std::string all;
  for (const auto& [key, value] : reading.options) {
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", key, value);
  }
  if (reading.temperature != 1) {
    all += fmt::format("{}counted {} times", all.empty() ? "" : ", ", number_for_people(reading.temperature));
  }
  if (reading.share_missing > 0) {
    all += fmt::format("{}{} of the values missing", all.empty() ? "" : ", ", percent(reading.share_missing));
  }
  return text(all);
}

// Columns with their families.
Html columns(const Report& report) {
  HtmlTable table(text("Columns, the family that reads them, and its options"));
  table.column(text("Family")).column(text("Kind")).column(text("Columns")).column(text("Options"));
  for (const ReportReading& reading : report.readings) {
    table.row(text(reading.name + opinion_note(reading)))
        .cell(reading.kind)
        .cell(names(reading.features))
        .cell(options_text(reading));
  }
  return table.html();
}

Html ranking(const Ranking& found) {
  if (found.models.empty()) {
    return {};
  }
  HtmlTable table(text(fmt::format("Candidates that the model was chosen from, by {} folds of {} rows", found.folds,
                                   count_for_people(static_cast<double>(found.rows)))));
  table.column(text("Model")).number_column(text("Log loss")).number_column(text("Standard error"));
  const std::size_t count = std::min(found.models.size(), most_features);
  for (std::size_t k = 0; k < count; ++k) {
    const RankedModel& model = found.models[k];
    table.row(text(model.name));
    if (model.problem.empty()) {
      table.number(model.log_loss).number(model.standard_error);
    } else {
      table.cell("out").cell("");
    }
  }
  const Html more =
      found.models.size() == count ? Html() : more_of(found.models.size() - count, "candidate", "candidates");
  return element("details",
                 element("summary", text(fmt::format("Chosen from {} candidates",
                                                     count_for_people(static_cast<double>(found.models.size()))))) +
                     table.html() + more);
}

// How far the means of the class are from those of the others.
Html number_reasons(const ReportReading& reading, const std::vector<ReportReason>& reasons, std::size_t most) {
  HtmlTable table(text(reading.kind == "amounts" ? "Means against those of the others, as the log of their ratio"
                       : reading.by_score.empty()
                           ? "Means against those of the others, in standard deviations"
                           : "Means of normal scores against those of the others, in standard deviations"));
  table.column(text("Feature")).column(text("Lower or higher")).number_column(text("By"));
  const double strongest = std::abs(reasons.front().strength);
  for (std::size_t k = 0; k < std::min(reasons.size(), most); ++k) {
    table.row(column_name(reasons[k].feature)).signed_bar(reasons[k].strength / strongest).number(reasons[k].strength);
  }
  return table.html();
}

// Words and values with their log odds; of a linear model features with their coefficients.
Html word_reasons(const Schema& schema, const std::vector<ReportReason>& reasons, std::size_t most) {
  Html items;
  for (std::size_t k = 0; k < std::min(reasons.size(), most); ++k) {
    const ReportReason& reason = reasons[k];
    const char* const equals = is_interval(schema, reason.feature, reason.value) ? " " : " = ";
    const Html what =
        reason.value.empty() ? name(reason.feature) : column_name(reason.feature) + text(equals) + name(reason.value);
    items += element("li", what + text(" ") + element("span", text(number_for_people(reason.strength))));
  }
  return element("ul", {{"class", "words"}}, items);
}

// "Values, by aode": which reading a list is of.
Html list_title(const ReportReading& reading) {
  const char* const what = reading.kind == "linear" ? "Coefficients" : reading.order.empty() ? "Values" : "Numbers";
  return element("h4", text(fmt::format("{}, by {}{}", what, reading.name, opinion_note(reading))));
}

Html reason_card(const Report& report, std::size_t c) {
  constexpr std::size_t most_numbers = 6;
  constexpr std::size_t most_words = 10;
  const auto has_list = [&](const ReportReading& reading) {
    return is_counted(reading) && reading.terms == 0 && !reading.reasons[c].empty();
  };
  const bool several = std::ranges::count_if(report.readings, has_list) > 1;
  Html body;
  for (const ReportReading& reading : report.readings) {
    if (has_list(reading)) {
      const std::vector<ReportReason>& reasons = reading.reasons[c];
      body += several ? list_title(reading) : Html();
      body += reading.order.empty() ? word_reasons(report.stored.summary.schema, reasons, most_words)
                                    : number_reasons(reading, reasons, most_numbers);
    }
  }
  if (body.empty()) {
    body = paragraph(text("Nothing tells this class from the others."));
  }
  return element("section", {{"class", "card"}}, element("h3", class_name(report, c)) + body);
}

// A label as it is named, with the colour of its class.
Html coloured(const Report& report, const std::string& label, const Html& named) {
  const std::vector<std::string>& labels = report.model.labels();
  const auto place = std::ranges::find(labels, label);
  return place == labels.end() || labels.size() > most_coloured
             ? named
             : element("span", {{"class", fmt::format("label k{}", place - labels.begin())}}, named);
}

// What the strengths of the readings are.
std::string reason_meaning(const Report& report) {
  const auto has = [&](const auto& holds) {
    return std::ranges::any_of(report.readings,
                               [&](const ReportReading& reading) { return is_counted(reading) && holds(reading); });
  };
  std::string meaning;
  if (has([](const ReportReading& reading) { return !reading.order.empty(); })) {
    meaning +=
        "Numbers: how far the mean of the class is from that of the others, in standard deviations within classes. ";
  }
  const bool values = has([](const ReportReading& reading) { return !reading.values.empty(); });
  const bool tempered =
      has([](const ReportReading& reading) { return !reading.values.empty() && reading.temperature != 1; });
  if (values) {
    meaning += fmt::format("Values: how much more probable they are in the class than in the others, as log odds{}. ",
                           tempered ? ", counted as in the score" : "");
  }
  if (has([](const ReportReading& reading) { return reading.kind == "linear"; })) {
    meaning +=
        "Coefficients: how much one unit of the feature adds to the log odds, against the mean of the other classes. ";
  }
  return meaning;
}

}  // namespace

Html figure(const Report& report, std::string_view kind) {
  const auto found = std::ranges::find(report.pictures, kind, &ReportPicture::kind);
  if (found == report.pictures.end()) {
    return {};
  }
  draw::Picture picture = found->picture;  // its caption is text of the page, as wide as that
  const std::string caption = std::exchange(picture.caption, "");
  if (picture.description.empty()) {
    picture.description = caption;
  }
  const Html drawn = element("div", {{"tabindex", "0"}, {"role", "group"}, {"aria-label", "picture"}},
                             Html::trusted(draw::svg(picture, draw::SvgUse::inside)));
  return element("figure", caption.empty() ? drawn : drawn + element("figcaption", text(caption)));
}

bool is_counted(const ReportReading& reading) { return reading.temperature != 0; }

std::string counted_text(const ReportReading& reading) {
  return reading.temperature == 1
             ? ""
             : fmt::format(", counted {} times as in the score", number_for_people(reading.temperature));
}

std::string opinion_note(const ReportReading& reading) {
  return reading.opinion == 0 ? "" : fmt::format(" ({})", opinion_name(reading.opinion));
}

Html paragraph(const Html& content) { return element("p", content); }

Html more_of(std::size_t count, const std::string& singular, const std::string& plural) {
  return count == 0 ? Html()
                    : element("p", {{"class", "more"}},
                              text(fmt::format("and {} more {}", count_for_people(static_cast<double>(count)),
                                               count == 1 ? singular : plural)));
}

std::vector<std::size_t> shown_classes(const Report& report, std::size_t most) {
  std::vector<std::size_t> order(report.model.labels().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() > most) {
    const std::vector<double>& prior = report.model.class_prior();
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return prior[c]; });
    order.resize(most);
  }
  return order;
}

Html column_name(const std::string& column) {
  const bool is_number = !column.empty() && column.find_first_not_of("0123456789") == std::string::npos;
  return is_number ? text("column ") + name(column) : name(column);
}

Html class_name(const Report& report, std::size_t c) { return label_name(report, report.model.labels()[c]); }

Html label_name(const Report& report, const std::string& label) { return coloured(report, label, name(label)); }

Html class_heading(const Report& report, std::size_t c) { return label_heading(report, report.model.labels()[c]); }

Html label_heading(const Report& report, const std::string& label) {
  constexpr std::size_t most = 24;  // characters
  return coloured(report, label, name(label, most));
}

Section model_section(const Report& report) {
  Html notes;
  for (const std::string& note : report.model.notes()) {
    notes += element("p", {{"class", "note"}}, text(note));
  }
  return {"model", "The model", facts(report) + notes + columns(report) + ranking(report.stored.ranking)};
}

Section prior_section(const Report& report) {
  const ClassCounts& classes = report.stored.summary.classes;
  const std::vector<double>& prior = report.model.class_prior();
  const std::vector<std::size_t> order = shown_classes(report, most_classes);
  HtmlTable table(text(classes.size() > most_classes ? "The most probable classes, before a row is seen"
                                                     : "How probable each class is before a row is seen"));
  table.column(text("Class")).number_column(text("Rows")).number_column(text("Prior"));
  for (const std::size_t c : order) {
    table.row(class_name(report, c)).count(static_cast<double>(classes.rows[c]));
    table.bar(prior[c], number_for_people(prior[c]));
  }
  return {"prior", "Class priors", table.html() + more_of(classes.size() - order.size(), "class", "classes")};
}

Section reason_section(const Report& report) {
  Html cards;
  const std::vector<std::size_t> shown = shown_classes(report, most_classes);
  for (const std::size_t c : shown) {
    cards += reason_card(report, c);
  }
  const Html intro = paragraph(text(reason_meaning(report)));
  return {"reasons", "What speaks for each class",
          intro + element("div", {{"class", "cards"}}, cards) +
              more_of(report.model.labels().size() - shown.size(), "class", "classes")};
}

}  // namespace suffice::page
