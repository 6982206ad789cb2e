#include "print/explanation_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "suffice/estimate.hpp"

namespace suffice::cli {

namespace {

constexpr double last_unit = 1e-4;

struct Part {
  std::string feature;
  std::string value;
  double odds;
  std::size_t reading = 0;
};

// Whether numbers can be counted in units of the last digit. Infinite ones cannot: one class cannot have the row, or a
// feature of it, at all.
bool all_in_units(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= 1e12; });
}

std::string units_text(long long units) {
  const long long whole = std::abs(units) / 10'000;
  return fmt::format("{}{}.{:04}", units < 0 ? "-" : "", whole, std::abs(units) % 10'000);
}

// The parts from `first` on; rounded ones add up in units.
std::string rest_text(const std::vector<Part>& parts, const std::vector<long long>& units, std::size_t first,
                      std::size_t end) {
  const auto at = [](const auto& list, std::size_t k) { return list.begin() + static_cast<std::ptrdiff_t>(k); };
  if (!units.empty()) {
    return units_text(std::accumulate(at(units, first), at(units, end), 0LL));
  }
  return short_number(std::accumulate(at(parts, first), at(parts, end), 0.0,
                                      [](double sum, const Part& part) { return sum + part.odds; }));
}

// "class prior", "class prior, constants and absent terms": what every row has.
std::string base_name(std::vector<std::string> parts) {
  const std::string last = parts.back();
  parts.pop_back();
  return parts.empty() ? last : fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::vector<Part> parts_by_feature(const Explanation& explanation, ClassPair between) {
  std::vector<Part> parts;
  for (const Contribution& contribution : explanation.contributions) {
    parts.push_back({contribution.feature, contribution.value, score_difference(contribution.scores, between),
                     contribution.reading});
  }
  return parts;
}

// "lda of 4 numbers", with how many of them the row has; second opinions are blocks of their own.
std::vector<Part> parts_by_block(const Explanation& explanation, const Model& model, const Options& options,
                                 const ExplainedRow& row) {
  std::vector<Part> parts;
  for (std::size_t r = 0; r < model.readings(); ++r) {
    const Block& block = model.schema().blocks[r];
    const bool is_reading = r < options.readings.size() && !options.rival;
    const std::string name = is_reading ? reading_name(block, options.readings[r].options) : model_name(options);
    const bool pooled = r < options.readings.size() && options.readings[r].pooled();
    const auto count = static_cast<std::size_t>(
        std::ranges::count(explanation.contributions, r, &Contribution::reading));  // those of a pool are joined
    if (pooled ? model.temperatures()[r] != 0 : count > 0) {
      parts.push_back({fmt::format("{}{} of {}", name, name.find(',') != std::string::npos ? "," : "",
                                   block.kind == Kind::text ? block.features.front() : counted_columns(block)),
                       pooled ? opinion_name(options.readings[r].opinion)
                              : counted(count, block.kind == Kind::text ? "term" : "part"),
                       score_difference(row.by_reading[r], *row.between), r});
    }
  }
  return parts;
}

}  // namespace

std::vector<long long> rounded_parts(std::span<const double> parts, double total) {
  std::vector<long long> units;
  std::vector<double> left;  // what rounding down takes away
  for (const double part : parts) {
    const double scaled = part / last_unit;
    units.push_back(static_cast<long long>(std::floor(scaled)));
    left.push_back(scaled - std::floor(scaled));
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return left[i]; });
  const long long missing = std::llround(total / last_unit) - std::accumulate(units.begin(), units.end(), 0LL);
  const auto steps = static_cast<std::size_t>(std::abs(missing));
  for (std::size_t k = 0; k < std::min(steps, order.size()); ++k) {  // more is rounding of the numbers themselves
    missing > 0 ? ++units[order[k]] : --units[order[order.size() - 1 - k]];
  }
  return units;
}

namespace {

// All digits that are shown add up, by block as by feature: the sum and the base are rounded, then blocks to their
// difference, then the features of each block to it. Contributions of second opinions are in those of others: with them
// all features are one group.
std::vector<long long> feature_units(const std::vector<Part>& parts, const std::vector<Part>& blocks, bool pooled,
                                     double total) {
  std::vector<double> odds;
  std::ranges::transform(blocks, std::back_inserter(odds), &Part::odds);
  const std::vector<long long> block_units = rounded_parts(odds, total);
  std::vector<long long> units(parts.size());
  for (std::size_t b = 0; b < (pooled ? 1 : blocks.size()); ++b) {
    std::vector<std::size_t> places;
    std::vector<double> own;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (pooled || parts[k].reading == blocks[b].reading) {
        places.push_back(k);
        own.push_back(parts[k].odds);
      }
    }
    const std::vector<long long> rounded =
        rounded_parts(own, pooled ? total : last_unit * static_cast<double>(block_units[b]));
    for (std::size_t k = 0; k < places.size(); ++k) {
      units[places[k]] = rounded[k];
    }
  }
  return units;
}

}  // namespace

std::string explanation_table(const std::string& title, const Explanation& explanation, const Model& model,
                              const Options& options, const ExplainedRow& row, const ExplanationStyle& style) {
  const ClassPair between = *row.between;
  const std::vector<Part> blocks = parts_by_block(explanation, model, options, row);
  std::vector<Part> parts = style.by_block ? blocks : parts_by_feature(explanation, between);
  std::ranges::stable_sort(parts, std::ranges::greater{}, [](const Part& part) { return std::abs(part.odds); });
  const std::size_t features = parts.size();
  const std::size_t count = std::min(features, style.top);
  const std::vector<std::string> in_base = base_parts(options, model);
  const bool has_base = !in_base.empty();
  const double base = has_base ? score_difference(explanation.base, between) : 0;
  std::vector<double> odds = {base};
  std::ranges::transform(parts, std::back_inserter(odds), &Part::odds);
  const double summed = std::accumulate(odds.begin(), odds.end(), 0.0);
  double total = has_base ? score_difference(explanation.log_joint, between) : summed;
  // Huge scores have lost the digits of their difference, which the parts still have.
  const bool is_lost = std::isfinite(summed) && !(std::abs(total - summed) <= last_unit);
  if (is_lost) total = summed;
  const bool exact = all_in_units(odds) && all_in_units(std::array{total}) && !is_lost;
  const double rest = last_unit * static_cast<double>(std::llround(total / last_unit) - std::llround(base / last_unit));
  const bool pooled = std::ranges::any_of(options.readings, &Reading::pooled);
  std::vector<long long> units;
  if (exact) {
    units =
        style.by_block ? rounded_parts(std::span(odds).subspan(1), rest) : feature_units(parts, blocks, pooled, rest);
  }
  if (has_base) {
    parts.push_back({base_name(in_base), "", base});
    if (exact) {
      units.push_back(std::llround(base / last_unit));
    }
  }
  const std::string sum = exact ? units_text(std::llround(total / last_unit)) : short_number(total);

  const std::string measure = model.gives_probabilities() ? "log odds" : "score difference";
  const bool text = std::ranges::all_of(model.schema().blocks, [](const Block& b) { return b.kind == Kind::text; });
  TextTable table({style.by_block ? "block" : text ? "term" : "feature", "value", measure});
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k == count && count < features) {
      table.add({fmt::format("and {} more", features - count), "", rest_text(parts, units, count, features)});
    }
    if (k < count || k >= features) {
      table.add({parts[k].feature, parts[k].value, rest_text(parts, units, k, k + 1)});
    }
  }
  table.add({"sum", "", sum});
  // The sum is that of the scores.
  const std::optional<double> calibrated = calibrated_log_odds(explanation, model, between);
  const std::string mapped = calibrated
                                 ? fmt::format("calibrated to log odds {}, probability {}\n", short_number(*calibrated),
                                               short_number(std::exp(explanation.log_posterior[between.first])))
                                 : "";
  const auto best = std::ranges::max_element(explanation.log_posterior) - explanation.log_posterior.begin();
  const auto label = [&](std::size_t c) { return brief_name(model.labels()[c]); };
  const std::string whose =
      static_cast<std::size_t>(best) == between.first
          ? label(between.first) + ","
          : fmt::format("{}; {} has", label(static_cast<std::size_t>(best)), label(between.first));
  const bool after_others = title.starts_with('\n');
  const std::string first_line = folded(fmt::format("{}{} {} {} against {}", title.substr(after_others ? 1 : 0), whose,
                                                    measure, sum, label(between.second)),
                                        2);
  return fmt::format("{}{}\n{}{}{}", after_others ? "\n" : "", first_line, table.text(), mapped,
                     row.note.empty() || style.by_block ? "" : folded("note: " + row.note, 6) + '\n');
}

std::string evidence_line(const ExplainedRow& row) {
  if (!row.log_evidence) {
    return "";
  }
  std::string text = "log evidence " + short_number(*row.log_evidence);
  if (row.is_empty) {
    text += ": the row holds nothing that the model knows";
  } else if (row.typicality && *row.typicality == 0) {
    text += ": not typical, no row of 1,000 that the model draws is as unlikely";
  } else if (row.typicality) {
    text += fmt::format(": {}{} % of the rows that the model draws are no more likely",
                        *row.typicality < 0.01 ? "not typical, " : "", short_number(100 * *row.typicality));
  }
  return text + '\n';
}

}  // namespace suffice::cli
