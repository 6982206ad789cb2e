#include "print/inspect_encodings.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"

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

std::string scores_table(const Schema& schema, const std::vector<ScoreQuantiles>& scores) {
  if (scores.empty()) {
    return "";
  }
  TextTable table({"feature", "knots", "smallest", "16 %", "median", "84 %", "largest"});
  const std::size_t count = std::min(scores.size(), most_shown);
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::string> row = {scores[k].feature, fmt::format("{}", scores[k].knots)};
    for (const double number : scores[k].numbers) {
      row.push_back(shown_date(schema, scores[k].feature, number).value_or(short_number(number)));
    }
    table.add(std::move(row));
  }
  const std::size_t more = scores.size() - count;
  return folded("Normal scores: a number enters as the normal quantile of its rank, by knots in between", 0) + '\n' +
         table.text() + (more > 0 ? fmt::format("and {}; --schema has all\n", counted(more, "more column")) : "");
}

std::string interval_tables(const std::vector<Intervals>& columns, const std::vector<std::string>& labels) {
  std::string text;
  const std::size_t count = std::min(columns.size(), most_shown);
  for (std::size_t k = 0; k < count; ++k) {
    text += (k == 0 ? "" : "\n") + interval_table(columns[k], labels);
  }
  const std::size_t more = columns.size() - count;
  return text + (more > 0 ? fmt::format("\nand {}; --json has all\n", counted(more, "more column")) : "");
}

}  // namespace suffice::cli
