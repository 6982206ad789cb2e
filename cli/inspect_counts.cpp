#include "inspect_counts.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "describe.hpp"
#include "inspect_tables.hpp"
#include "output.hpp"
#include "suffice/report.hpp"
#include "text_table.hpp"

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

// A parameter of the columns' factors, as a function of the coefficients of the linear form (MODELS §7).
struct Parameter {
  const char* name;
  std::size_t statistic;  // x, or log x
  double (*of)(double coefficient);
};

std::vector<Parameter> parameters_of(AmountFamily family) {
  switch (family) {
    case AmountFamily::poisson:
      return {{"Rates", 0, [](double b) { return std::exp(b); }}};
    case AmountFamily::exponential:
      return {{"Rates", 0, [](double b) { return -b; }}};
    case AmountFamily::geometric:
      return {{"Probabilities of 0", 0, [](double b) { return -std::expm1(b); }}};
    case AmountFamily::gamma:
      return {{"Shapes", 1, [](double b) { return b + 1; }}, {"Rates", 0, [](double b) { return -b; }}};
  }
  return {};
}

// The places of features among those of a block, in whose order they are.
std::vector<std::size_t> places_of(const std::vector<std::string>& features, const Block& block) {
  std::vector<std::size_t> places;
  std::size_t place = 0;
  for (const std::string& feature : features) {
    while (block.features[place] != feature) {
      ++place;
    }
    places.push_back(place);
  }
  return places;
}

// Whether nothing is known of an open column, so that it has no parameters.
bool is_unseen(const Block& block, const AmountSums& sums, std::size_t place) {
  const std::size_t d = block.features.size();
  bool unseen = block.open_columns;
  for (std::size_t entry = place; entry < sums.sum.size(); entry += d) {
    unseen = unseen && sums.sum[entry] == 0;
  }
  return unseen;
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
  std::string text;
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
  const Block& block = summary.schema.blocks[reading.block];
  const auto& sums = std::get<AmountSums>(summary.sums[reading.block]);
  const std::vector<std::string>& features = alone.schema().blocks.front().features;
  const std::vector<std::size_t> places = places_of(features, block);
  const std::size_t d = features.size();
  std::vector<double> means;
  std::vector<std::string> known;
  for (std::size_t c = 0; c < alone.labels().size(); ++c) {
    for (const std::size_t place : places) {
      const std::size_t entry = c * block.features.size() + place;
      means.push_back(sums.sum[entry] / sums.weight[entry]);
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    if (!is_unseen(block, sums, places[j])) {
      known.push_back(features[j]);
    }
  }
  std::string text = class_table("Means", features, alone.labels(), means);
  if (!alone.is_linear()) {
    return text + "\nThe posterior is not linear: it averages over all parameters.\n";
  }
  const LinearForm form = alone.linear_form();
  for (const Parameter& parameter : parameters_of(std::get<AmountOptions>(reading.options).family)) {
    std::vector<double> values;
    for (std::size_t c = 0; c < alone.labels().size(); ++c) {
      for (std::size_t j = 0; j < d; ++j) {
        if (!is_unseen(block, sums, places[j])) {
          values.push_back(parameter.of(form.coefficients[c * form.names.size() + parameter.statistic * d + j]));
        }
      }
    }
    text += '\n' + class_table(parameter.name, known, alone.labels(), values);
  }
  return text;
}

}  // namespace suffice::cli
