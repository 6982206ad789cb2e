#include "inspect_counts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "describe.hpp"
#include "inspect_tables.hpp"
#include "output.hpp"
#include "suffice/report.hpp"
#include "table.hpp"

namespace suffice::cli {

namespace {

std::string top_table(const Model& model, std::size_t c, std::size_t top) {
  const bool values = model.schema().encoding == Encoding::categories;
  Table table(values ? std::vector<std::string>{"feature", "value", "log odds", "count"}
                     : std::vector<std::string>{"term", "log odds", "count"});
  const std::vector<FeatureOdds> found = speaking_for(model, c, top);
  for (const FeatureOdds& odds : found) {
    std::vector<std::string> row = {odds.feature};
    if (values) {
      row.push_back(odds.value);
    }
    row.push_back(short_number(odds.log_odds));
    row.push_back(short_number(odds.count));
    table.add(std::move(row));
  }
  return fmt::format("Speaks most for {}:\n{}", shown(model.labels()[c]),
                     found.empty() ? fmt::format("no {}\n", values ? "value" : "term") : table.text());
}

// A parameter of the columns' factors, as a function of the coefficients of the linear form (MODELS §7).
struct Parameter {
  const char* name;
  std::size_t statistic;  // x, or log x
  double (*of)(double coefficient);
};

std::vector<Parameter> parameters_of(Family family) {
  switch (family) {
    case Family::poisson:
      return {{"Rates", 0, [](double b) { return std::exp(b); }}};
    case Family::exponential:
      return {{"Rates", 0, [](double b) { return -b; }}};
    case Family::geometric:
      return {{"Probabilities of 0", 0, [](double b) { return -std::expm1(b); }}};
    case Family::gamma:
      return {{"Shapes", 1, [](double b) { return b + 1; }}, {"Rates", 0, [](double b) { return -b; }}};
    default:
      return {};
  }
}

// Whether nothing is known of an open column, so that it has no parameters.
bool is_unseen(const Summary& summary, std::size_t j) {
  const std::size_t d = summary.schema.features.size();
  bool unseen = summary.schema.open_columns;
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    unseen = unseen && summary.amounts().sum[c * d + j] == 0;
  }
  return unseen;
}

}  // namespace

std::string top_tables(const Model& model, std::size_t top) {
  std::string text;
  const std::size_t count = std::min(model.labels().size(), most_shown);
  for (std::size_t c = 0; c < count; ++c) {
    text += (c == 0 ? "" : "\n") + top_table(model, c, top);
  }
  const std::size_t more = model.labels().size() - count;
  return text + (more == 0 ? "" : fmt::format("\nand {}; --json has all\n", counted(more, "more class")));
}

std::string amount_tables(const Summary& summary, const Model& model) {
  const AmountSums& sums = summary.amounts();
  const std::size_t d = summary.schema.features.size();
  std::vector<double> means(sums.sum.size());
  std::ranges::transform(sums.sum, sums.weight, means.begin(), [](double sum, double n) { return sum / n; });
  std::string text = class_table("Means", summary.schema.features, model.labels(), means);
  if (!model.is_linear()) {
    return text + "\nThe posterior is not linear: it averages over all parameters.\n";
  }
  const LinearForm form = model.linear_form();
  std::vector<std::string> known;
  for (std::size_t j = 0; j < d; ++j) {
    if (!is_unseen(summary, j)) {
      known.push_back(summary.schema.features[j]);
    }
  }
  for (const Parameter& parameter : parameters_of(model.family())) {
    std::vector<double> values;
    for (std::size_t c = 0; c < model.labels().size(); ++c) {
      for (std::size_t j = 0; j < d; ++j) {
        if (!is_unseen(summary, j)) {
          values.push_back(parameter.of(form.coefficients[c * form.names.size() + parameter.statistic * d + j]));
        }
      }
    }
    text += '\n' + class_table(parameter.name, known, model.labels(), values);
  }
  return text;
}

}  // namespace suffice::cli
