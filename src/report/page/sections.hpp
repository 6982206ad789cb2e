// The sections of the page of a report, each drawn from the document.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/page/html.hpp"
#include "suffice/model_report.hpp"

namespace suffice::page {

/// Lists that are longer are folded: the page says how many more there are, and the document has them.
inline constexpr std::size_t most_classes = 20;
inline constexpr std::size_t most_features = 12;
inline constexpr std::size_t most_categories = 8;  ///< columns
inline constexpr std::size_t most_values = 12;     ///< of a category
inline constexpr std::size_t most_confused = 10;
/// More classes than these have no colour of their own.
inline constexpr std::size_t most_coloured = 7;

struct Section {
  std::string id;
  std::string title;
  Html body;
};

/// What the model is and was fitted on.
Section model_section(const Report& report);
Section prior_section(const Report& report);
/// What speaks for each class.
Section reason_section(const Report& report);
/// Those of the readings that there are: means of numbers and amounts, probabilities of categories, words.
std::vector<Section> reading_sections(const Report& report);
/// How options were searched; none where they were not.
std::vector<Section> tuning_sections(const Report& report);
/// Accuracy, confusions, calibration, rows that stand out; none without rows.
std::vector<Section> row_sections(const Report& report);
/// Generative or discriminative; none without a comparison.
std::vector<Section> comparison_sections(const Report& report);

/// How good a generative model it is; none without a check.
std::vector<Section> check_sections(const Report& report);

/// Whether a reading is part of the score at all.
bool is_counted(const ReportReading& reading);
/// ", counted 0.5 times as in the score": said of log odds of a reading of a temperature; nothing of one of 1.
std::string counted_text(const ReportReading& reading);
/// " (second opinion)"; nothing of a factor of p(x | c).
std::string opinion_note(const ReportReading& reading);
/// The picture of a kind; nothing where the report has none.
Html figure(const Report& report, std::string_view kind);
/// The classes that a part of the page shows: all, in their order, or so many of the most probable ones.
std::vector<std::size_t> shown_classes(const Report& report, std::size_t most);
/// The name of a column; one of a table without a header is called by its number.
Html column_name(const std::string& column);
/// A text with its tokens marked by what they say; a mark has the numbers as its title.
Html weighted_text(std::string_view document, std::span<const WeightedToken> tokens);
/// A label with the colour that its class has in every picture.
Html class_name(const Report& report, std::size_t c);
Html label_name(const Report& report, const std::string& label);
/// The same above a column or beside a row of a table, where there is little room.
Html class_heading(const Report& report, std::size_t c);
Html label_heading(const Report& report, const std::string& label);
/// "and 980 more classes; the document at the end of this page has them"; nothing for 0.
Html more_of(std::size_t count, const std::string& singular, const std::string& plural);
Html paragraph(const Html& content);

/// The style sheet of the page.
std::string style_sheet();

}  // namespace suffice::page
