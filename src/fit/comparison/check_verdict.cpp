#include "fit/comparison/check_verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fit/comparison/two_digits.hpp"
#include "math/special/tails.hpp"

namespace suffice {

namespace {

constexpr double level = 0.05;

// No simulation of some hundred tables tells smaller ones apart.
std::string simulated_p(double p) { return p < 1e-4 ? "p < 0.0001" : fmt::format("p = {:.2g}", p); }

bool is_rejected(double p) { return p <= level; }  // false for NaN

std::string percent(double share) {
  const double value = 100 * share;
  return value >= 99.5 ? fmt::format("{:.0f} %", value) : fmt::format("{:.2g} %", value);
}

// The smallest p-value that so many simulations can give.
double least_p(std::uint64_t simulations) { return 1 / (1 + static_cast<double>(simulations)); }

void judge_columns(const ModelCheck& check, std::vector<std::string>& verdict) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> worst;
  std::size_t rejected = 0;
  for (const ColumnCheck& column : check.columns) {
    if (!is_rejected(column.adjusted)) continue;
    if (worst.size() < most_named)
      worst.push_back(fmt::format("{} ({:.2g}, expected {:.2g})", column.column, column.distance, column.expected));
    ++rejected;
  }
  if (rejected == 0) {
    verdict.emplace_back(
        check.columns.size() == 1
            ? "the column looks like draws from the model, as far as so many rows can show"
            : "each column by itself looks like draws from the model, as far as so many rows can show");
    return;
  }
  verdict.push_back(fmt::format("{} of {} column{} {} unlike draws from the model; furthest off: {}", rejected,
                                check.columns.size(), check.columns.size() == 1 ? "" : "s",
                                rejected == 1 ? "is" : "are", fmt::join(worst, ", ")));
}

void judge_correlations(const ModelCheck& check, std::vector<std::string>& verdict) {
  if (check.correlations.pairs.empty()) return;
  const CorrelationPair& pair = check.correlations.pairs.front();
  if (!is_rejected(check.correlations.p_value)) {
    verdict.emplace_back("correlations are those of the model, as far as so many rows can show");
    return;
  }
  verdict.push_back(
      fmt::format("correlations are not those of the model: {} and {} correlate by {:.2g}, in draws by {:.2g} ({})",
                  pair.first, pair.second, pair.in_rows, pair.in_draws, simulated_p(check.correlations.p_value)));
}

void judge_evidence(const ModelCheck& check, std::vector<std::string>& verdict) {
  constexpr double rare = 0.01;  // a draw is as unlikely as that
  const auto rows = static_cast<double>(check.rows);
  if (is_rejected(binomial_tail(std::round(check.evidence.below * rows), rows, rare))) {
    verdict.push_back(fmt::format("{} of the rows are less likely than 99 % of the draws: the model leaves them out",
                                  percent(check.evidence.below)));
  } else if (is_rejected(check.evidence.p_value)) {
    verdict.push_back(fmt::format(
        "the log evidence of rows is distributed otherwise than that of draws (distance {:.2g}, expected {:.2g}, {})",
        check.evidence.distance, check.evidence.expected, simulated_p(check.evidence.p_value)));
  }
}

void judge_classifier(const ModelCheck& check, std::vector<std::string>& verdict) {
  const ClassifierCheck& found = check.classifier;
  if (!found.problem.empty()) return;
  if (!is_rejected(found.p_value)) {
    verdict.push_back(fmt::format("a classifier cannot tell rows from draws (accuracy {} on {} that it has not seen)",
                                  two_digits(found.accuracy.value), found.rows));
    return;
  }
  verdict.push_back(
      fmt::format("a classifier tells rows from draws with an accuracy of {} ({} to {}), where 0.5 is guessing: {}",
                  two_digits(found.accuracy.value), two_digits(found.accuracy.low), two_digits(found.accuracy.high),
                  found.classifier));
}

}  // namespace

std::vector<std::string> verdict_on(const ModelCheck& check) {
  std::vector<std::string> verdict;
  if (check.simulations > 0 && is_rejected(least_p(check.simulations))) {
    judge_columns(check, verdict);
    judge_correlations(check, verdict);
  } else if (check.simulations > 0) {
    verdict.push_back(
        fmt::format("{} simulations are too few to judge columns by: no p-value of theirs is below {:.2g}",
                    check.simulations, least_p(check.simulations)));
  }
  judge_evidence(check, verdict);
  judge_classifier(check, verdict);
  return verdict;
}

}  // namespace suffice
