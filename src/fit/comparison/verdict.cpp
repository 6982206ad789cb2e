#include "fit/comparison/verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace suffice {

namespace {

std::string shown(double number) { return fmt::format("{:.2g}", number); }

std::string p_text(double p) { return p < 1e-9 ? "p < 1e-9" : fmt::format("p = {:.2g}", p); }

const AssumptionCheck* find_check(const Comparison& comparison, const std::string& test) {
  const auto found = std::ranges::find(comparison.checks, test, &AssumptionCheck::test);
  return found == comparison.checks.end() ? nullptr : &*found;
}

bool rejects(const AssumptionCheck* check) { return check != nullptr && check->rejected > 0; }

bool normality_rejected(const Comparison& comparison) {
  return rejects(find_check(comparison, "Mardia")) || rejects(find_check(comparison, "Anderson-Darling"));
}

// What Box's M has to say to a difference between qda and lda.
std::string on_covariances(const Comparison& comparison, bool first_is_better) {
  const AssumptionCheck* const check = find_check(comparison, "Box's M");
  if (check == nullptr) {
    return "";
  }
  const double p = check->tests.front().p_value;
  const bool differ = check->rejected > 0;
  std::string text =
      fmt::format("; Box's M {} ({}", differ == first_is_better ? "agrees" : "says otherwise", p_text(p));
  if (differ && normality_rejected(comparison)) {
    text += ", but normality is rejected, so take it with care";
  }
  return text + ")";
}

std::string on_correlations(const Comparison& comparison) {
  const AssumptionCheck* check = find_check(comparison, "correlation");
  if (check == nullptr) {
    return "";
  }
  double largest = 0;
  for (const AssumptionTest& test : check->tests) {
    largest = std::max(largest, test.effect);
  }
  return fmt::format("; {} of {} correlations within classes are significant, the largest {}", check->rejected,
                     check->tests.size(), shown(largest));
}

std::string difference_text(const Comparison& comparison, const ModelDifference& difference) {
  const std::string& first = comparison.models[difference.first].name;
  const std::string& second = comparison.models[difference.second].name;
  const double mean = difference.log_loss.mean;
  const double width = difference.log_loss.half_width;
  if (std::isnan(mean)) {
    return fmt::format("{} and {} cannot be compared: one of them has no estimate from these rows", first, second);
  }
  if (!difference.is_clear()) {
    return fmt::format("these rows show no clear difference between {} and {} (the log loss of {} is {} ± {} {})",
                       first, second, first, shown(std::abs(mean)), shown(width), mean < 0 ? "lower" : "higher");
  }
  const bool first_is_better = mean < 0;
  return fmt::format("the log loss of {} is {} ± {} below that of {}", first_is_better ? first : second,
                     shown(std::abs(mean)), shown(width), first_is_better ? second : first);
}

std::string curve_text(const Comparison& comparison, const ModelDifference& difference) {
  const ComparedModel& first = comparison.models[difference.first];
  const ComparedModel& second = comparison.models[difference.second];
  if (!difference.overtakes_at || !difference.is_clear()) {
    return "";
  }
  const bool first_leads = first.curve.back().log_loss.mean < second.curve.back().log_loss.mean;
  if (first_leads != (difference.log_loss.mean < 0)) {
    return "";  // folds decide
  }
  const ComparedModel& leader = first_leads ? first : second;
  const ComparedModel& other = first_leads ? second : first;
  std::size_t rows = 0;  // the most with which the other one leads
  for (std::size_t k = 0; k < leader.curve.size() && leader.curve[k].rows < *difference.overtakes_at; ++k) {
    if (other.curve[k].log_loss.mean <= leader.curve[k].log_loss.mean) rows = leader.curve[k].rows;
  }
  return rows == 0 ? ""
                   : fmt::format("; at {} rows {} still leads, and {} overtakes from about {} rows", rows, other.name,
                                 leader.name, *difference.overtakes_at);
}

std::string explanation(const Comparison& comparison, const ModelDifference& difference) {
  if (!difference.is_clear()) {
    return "";
  }
  const bool first_is_better = difference.log_loss.mean < 0;
  if (difference.partners) {
    const bool normal_model = difference.first == 0 || find_check(comparison, "Anderson-Darling") != nullptr;
    if (!first_is_better && normal_model && normality_rejected(comparison)) {
      return "; normality is rejected, which the discriminative partner does not assume";
    }
    return "";
  }
  const std::string& name = comparison.models[difference.first].name;
  if (name.starts_with("qda")) {
    return on_covariances(comparison, first_is_better);
  }
  return name.starts_with("gaussian-nb") ? on_correlations(comparison) : "";
}

std::string best_text(const Comparison& comparison) {
  const ComparedModel* best = nullptr;
  for (const ComparedModel& model : comparison.models) {
    if (!std::isnan(model.folds.log_loss.mean) &&
        (best == nullptr || model.folds.log_loss.mean < best->folds.log_loss.mean)) {
      best = &model;
    }
  }
  if (best == nullptr) {
    return "no model could be estimated";
  }
  return fmt::format("{} has the lowest log loss by {} folds: {}, with an error of {} %", best->name, comparison.folds,
                     shown(best->folds.log_loss.mean), shown(100 * best->folds.error.mean));
}

}  // namespace

std::vector<std::string> verdict_on(const Comparison& comparison) {
  std::vector<std::string> sentences = {best_text(comparison)};
  for (const ModelDifference& difference : comparison.differences) {
    sentences.push_back(difference_text(comparison, difference) + explanation(comparison, difference) +
                        curve_text(comparison, difference));
  }
  return sentences;
}

}  // namespace suffice
