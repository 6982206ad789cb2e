#include "explanation_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "output.hpp"
#include "text_table.hpp"

namespace suffice::cli {

namespace {

constexpr double unit = 1e-4;

struct Part {
  std::string feature;
  std::string value;
  double odds;
};

// One class cannot have the row, or a feature of it, at all.
bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::string units_text(long long units) {
  const long long whole = std::abs(units) / 10'000;
  return fmt::format("{}{}.{:04}", units < 0 ? "-" : "", whole, std::abs(units) % 10'000);
}

std::vector<std::string> odds_texts(const std::vector<Part>& parts, double total) {
  std::vector<double> odds;
  std::ranges::transform(parts, std::back_inserter(odds), &Part::odds);
  std::vector<std::string> texts;
  if (!all_finite(odds) || std::abs(total) > 1e12) {
    std::ranges::transform(odds, std::back_inserter(texts), short_number);
    texts.push_back(short_number(total));
    return texts;
  }
  const std::vector<long long> units = rounded_parts(odds, total);
  std::ranges::transform(units, std::back_inserter(texts), units_text);
  texts.push_back(units_text(std::llround(total / unit)));
  return texts;
}

// "class prior", "class prior, constants and absent terms": what every row has.
std::string base_name(const Options& options, const Model& model) {
  if (options.rival) {
    return "intercept, numbers at their means";
  }
  bool constants = false;
  bool absent_terms = false;
  for (const Reading& reading : options.readings) {
    const auto* const terms = std::get_if<TermOptions>(&reading.options);
    constants = constants || std::holds_alternative<GaussianOptions>(reading.options);
    absent_terms = absent_terms || (terms != nullptr && terms->family == TermFamily::bernoulli);
  }
  std::vector<std::string> names;
  const auto name = [&](bool is_there, const char* what) {
    if (is_there) {
      names.emplace_back(what);
    }
  };
  name(model.is_density(), "class prior");
  name(!model.offsets().empty(), "class offsets");
  name(constants, "constants");
  name(absent_terms, "absent terms");
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

// A feature that neither class can have says nothing about which it is.
double difference(const std::vector<double>& scores, std::size_t a, std::size_t b) {
  return scores[a] == scores[b] ? 0 : scores[a] - scores[b];
}

}  // namespace

std::vector<long long> rounded_parts(std::span<const double> parts, double total) {
  std::vector<long long> units;
  std::vector<double> left;  // what rounding down takes away
  for (const double part : parts) {
    const double scaled = part / unit;
    units.push_back(static_cast<long long>(std::floor(scaled)));
    left.push_back(scaled - std::floor(scaled));
  }
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return left[i]; });
  const long long missing = std::llround(total / unit) - std::accumulate(units.begin(), units.end(), 0LL);
  for (std::size_t k = 0; k < order.size() && static_cast<long long>(k) < missing; ++k) {
    ++units[order[k]];
  }
  return units;
}

std::string explanation_table(const std::string& title, const Explanation& explanation, const Model& model,
                              const Options& options, std::size_t top) {
  std::vector<std::size_t> order(model.labels().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return explanation.log_posterior[c]; });
  const std::string label = shown(model.labels()[order.front()]);
  if (order.size() < 2) {
    return fmt::format("{}{}, the only class there is\n", title, label);
  }
  const std::size_t winner = order[0];
  const std::size_t runner_up = order[1];
  std::vector<Part> all;
  for (const Contribution& contribution : explanation.contributions) {
    all.push_back({contribution.feature, contribution.value, difference(contribution.scores, winner, runner_up)});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, [](const Part& part) { return std::abs(part.odds); });

  const std::size_t count = std::min(all.size(), top);
  std::vector<Part> parts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  if (count < all.size()) {
    double rest = 0;
    for (std::size_t k = count; k < all.size(); ++k) {
      rest += all[k].odds;
    }
    parts.push_back({fmt::format("and {} more", all.size() - count), "", rest});
  }
  if (model.is_density() || !model.offsets().empty() || options.rival) {
    parts.push_back({base_name(options, model), "", difference(explanation.base, winner, runner_up)});
  }
  double total = 0;
  for (const Part& part : parts) {
    total += part.odds;
  }
  const std::vector<std::string> texts = odds_texts(parts, total);
  const bool text = std::ranges::all_of(model.schema().blocks, [](const Block& b) { return b.kind == Kind::text; });
  TextTable table({text ? "term" : "feature", "value", "log odds"});
  for (std::size_t k = 0; k < parts.size(); ++k) {
    table.add({parts[k].feature, parts[k].value, texts[k]});
  }
  table.add({"sum", "", texts.back()});
  // The sum is that of the scores; a map of log odds comes after it.
  const std::string mapped = model.odds_map().from.empty()
                                 ? ""
                                 : fmt::format("calibrated to log odds {}, probability {}\n",
                                               short_number(difference(explanation.log_posterior, winner, runner_up)),
                                               short_number(std::exp(explanation.log_posterior[winner])));
  return fmt::format("{}{}, log odds {} against {}\n{}{}", title, label, texts.back(), shown(model.labels()[runner_up]),
                     table.text(), mapped);
}

}  // namespace suffice::cli
