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

// `counts`: whether terms and values have counts; the weights of a rival have none.
std::string top_table(const Model& model, std::size_t reading, std::size_t c, std::span<const FeatureOdds> found,
                      bool counts) {
  const bool values = model.schema().blocks[reading].kind == Kind::categories;
  std::vector<std::string> header =
      values ? std::vector<std::string>{"feature", "value"} : std::vector<std::string>{"term"};
  header.emplace_back(model.gives_probabilities() ? "log odds" : "score");
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

std::string top_tables(const Model& model, std::size_t reading, std::span<const std::vector<FeatureOdds>> strongest) {
  const bool counts = std::ranges::any_of(strongest, [](const std::vector<FeatureOdds>& found) {
    return std::ranges::any_of(found, [](const FeatureOdds& odds) { return odds.count != 0; });
  });
  const double temperature = model.temperatures()[reading];
  if (temperature == 0) {
    return "Counted 0 times: nothing here is part of the score.\n";
  }
  std::string text =
      temperature == 1 ? "" : fmt::format("Log odds as they are counted, {} times\n\n", short_number(temperature));
  for (std::size_t c = 0; c < strongest.size(); ++c) {
    text += (c == 0 ? "" : "\n") + top_table(model, reading, c, strongest[c], counts);
  }
  const std::size_t more = model.labels().size() - strongest.size();
  return text + (more == 0 ? "" : fmt::format("\nand {}; --json has all\n", counted(more, "more class")));
}

std::string dependence_table(const std::vector<ColumnPair>& pairs, Dependence dependence) {
  if (pairs.empty()) {
    return "";
  }
  const bool tree = dependence == Dependence::tree;
  TextTable table({"feature", tree ? "parent" : "feature", "information"});
  for (const ColumnPair& pair : pairs) {
    table.add({pair.first, pair.second, short_number(pair.information)});
  }
  return fmt::format("{} (nats, given the class):\n{}",
                     tree ? "The tree, and what each column says about its parent" : "Depend on each other most",
                     table.text());
}

std::string amount_tables(const std::vector<std::string>& labels, const ReadingDetails& details) {
  std::string text;
  for (const ClassParameter& parameter : details.parameters) {
    text += (text.empty() ? "" : "\n") + class_table(parameter.name, parameter.features, labels, parameter.numbers);
  }
  return text + (details.alone.is_linear() ? "" : "\nThe posterior is not linear: it averages over all parameters.\n");
}

}  // namespace suffice::cli
