#include "print/inspect_counts.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/inspect_tables.hpp"
#include "print/text_table.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// The largest finite log odds.
double longest_bar(std::span<const FeatureOdds> found) {
  double longest = 0;
  for (const FeatureOdds& odds : found) {
    longest = std::isfinite(odds.log_odds) ? std::max(longest, odds.log_odds) : longest;
  }
  return longest;
}

std::string top_table(const Model& model, std::size_t reading, std::size_t c, std::span<const FeatureOdds> found,
                      bool has_odds, bool counts) {
  const bool values = model.schema().blocks[reading].kind == Kind::categories;
  std::vector<std::string> header =
      values ? std::vector<std::string>{"feature", "value"} : std::vector<std::string>{"term"};
  header.emplace_back(has_odds ? "log odds" : "score");
  if (counts) {
    header.emplace_back("count");
  }
  header.emplace_back();
  TextTable table(std::move(header), 1, 1);
  for (const FeatureOdds& odds : found) {
    std::vector<std::string> row = {odds.feature};
    if (values) {
      row.push_back(odds.value);
    }
    row.push_back(short_number(odds.log_odds));
    if (counts) {
      row.push_back(count_text(odds.count));
    }
    row.push_back(std::isfinite(odds.log_odds) ? bar(odds.log_odds / longest_bar(found)) : bar(1));
    table.add(std::move(row));
  }
  return fmt::format("Speaks most for {}:\n{}", brief_name(model.labels()[c]),
                     found.empty() ? fmt::format("no {}\n", values ? "value" : "term") : table.text());
}

}  // namespace

std::string top_tables(const Model& model, std::size_t reading, std::size_t top, bool has_odds) {
  const std::size_t count = std::min(model.labels().size(), most_shown);
  std::vector<std::vector<FeatureOdds>> found;
  bool counts = false;  // those of a rival are none
  for (std::size_t c = 0; c < count; ++c) {
    found.push_back(speaking_for(model, c, top, reading));
    counts = counts || std::ranges::any_of(found.back(), [](const FeatureOdds& odds) { return odds.count != 0; });
  }
  const double temperature = model.temperatures()[reading];
  if (temperature == 0) {
    return "Counted 0 times: nothing here is part of the score.\n";
  }
  std::string text = temperature == 1 || temperature == 0
                         ? ""
                         : fmt::format("Log odds as they are counted, {} times\n\n", short_number(temperature));
  for (std::size_t c = 0; c < count; ++c) {
    text += (c == 0 ? "" : "\n") + top_table(model, reading, c, found[c], has_odds, counts);
  }
  const std::size_t more = model.labels().size() - count;
  return text + (more == 0 ? "" : fmt::format("\nand {}; --json has all\n", counted(more, "more class")));
}

std::string dependence_table(const Summary& summary, const Reading& reading, std::size_t top) {
  const std::vector<ColumnPair> pairs = column_pairs(summary, reading);
  if (pairs.empty()) {
    return "";
  }
  const bool tree = std::get<ValueOptions>(reading.options).dependence == Dependence::tree;
  TextTable table(tree ? std::vector<std::string>{"feature", "parent", "information"}
                       : std::vector<std::string>{"feature", "feature", "information"});
  const std::size_t count = tree ? pairs.size() : std::min(top, pairs.size());
  for (std::size_t k = 0; k < count; ++k) {
    table.add({pairs[k].first, pairs[k].second, short_number(pairs[k].information)});
  }
  return fmt::format("{} (nats, given the class):\n{}",
                     tree ? "The tree, and what each column says about its parent" : "Depend on each other most",
                     table.text());
}

std::string amount_tables(const Summary& summary, const Reading& reading, const Model& alone) {
  std::string text;
  for (const ClassParameter& parameter : amount_parameters(summary, reading, alone)) {
    text +=
        (text.empty() ? "" : "\n") + class_table(parameter.name, parameter.features, alone.labels(), parameter.numbers);
  }
  return text + (alone.is_linear() ? "" : "\nThe posterior is not linear: it averages over all parameters.\n");
}

}  // namespace suffice::cli
