#include "print/inspect_encodings.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string interval_table(const Intervals& intervals, const std::vector<std::string>& labels) {
  const std::size_t classes = std::min(labels.size(), most_shown);
  const std::size_t count = std::min(intervals.names.size(), most_shown);
  std::vector<std::string> header = {"interval"};
  for (std::size_t c = 0; c < classes; ++c) {
    header.push_back(labels[c]);
    header.emplace_back("share");
  }
  TextTable table(std::move(header));
  for (std::size_t m = 0; m < count; ++m) {
    std::vector<std::string> row = {intervals.names[m]};
    for (std::size_t c = 0; c < classes; ++c) {
      row.push_back(count_text(intervals.counts[m * labels.size() + c]));
      row.push_back(short_number(intervals.probabilities[m * labels.size() + c]));
    }
    table.add(std::move(row));
  }
  std::string text = fmt::format("Intervals of {}{}:\n{}", brief_name(intervals.feature),
                                 intervals.cut_by.empty() ? "" : ", cut by " + intervals.cut_by, table.text());
  if (count < intervals.names.size()) {
    text += fmt::format("and {}; --json has all\n", counted(intervals.names.size() - count, "more interval"));
  }
  return text;
}

}  // namespace

std::string scores_table(const Schema& schema, const Block& block) {
  TextTable table({"feature", "knots", "smallest", "16 %", "median", "84 %", "largest"});
  std::size_t count = 0;
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    const NormalScore& score = block.normal_scores[j];
    if (score.empty() || ++count > most_shown) {
      continue;
    }
    const auto text = [&](double number) {
      return shown_date(schema, block.features[j], number).value_or(short_number(number));
    };
    table.add({block.features[j], fmt::format("{}", score.x.size()), text(score.x.front()), text(number_at(score, -1)),
               text(number_at(score, 0)), text(number_at(score, 1)), text(score.x.back())});
  }
  if (count == 0) {
    return "";
  }
  return "Normal scores: a number enters as the normal quantile of its rank, by knots in between\n" + table.text() +
         (count > most_shown ? fmt::format("and {}; --schema has all\n", counted(count - most_shown, "more column"))
                             : "");
}

std::string interval_tables(const Stored& stored, std::size_t reading) {
  std::string text;
  std::size_t count = 0;
  for (const Intervals& intervals : intervals_of(stored.summary, stored.options, reading)) {
    if (++count <= most_shown) {
      text += (text.empty() ? "" : "\n") + interval_table(intervals, stored.summary.classes.labels);
    }
  }
  return text + (count > most_shown
                     ? fmt::format("\nand {}; --json has all\n", counted(count - most_shown, "more column"))
                     : "");
}

}  // namespace suffice::cli
