#include "fit/comparison/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fit/comparison/two_digits.hpp"

namespace suffice {

namespace {

std::string p_text(double p) { return p < 1e-9 ? "p < 1e-9" : fmt::format("p = {:.2g}", p); }

const AssumptionCheck* find_check(const Comparison& comparison, const std::string& test) {
  const auto found = std::ranges::find(comparison.checks, test, &AssumptionCheck::test);
  return found == comparison.checks.end() ? nullptr : &*found;
}

bool rejects(const AssumptionCheck* check) { return check != nullptr && check->rejected > 0; }

bool normality_rejected(const Comparison& comparison) {
  return rejects(find_check(comparison, "Mardia")) || rejects(find_check(comparison, "Anderson-Darling"));
}

// Two tests are of normality.
const std::string normality = "normality";

// The tests of what a model assumes; a discriminative one assumes nothing of what is tested.
std::set<std::string> assumptions_of(const ComparedModel& model) {
  std::set<std::string> tests;
  if (!model.generative) {
    return tests;
  }
  const auto is_numeric_reading = [](const Reading& reading) {
    return std::holds_alternative<GaussianOptions>(reading.options) ||
           std::holds_alternative<AmountOptions>(reading.options);
  };
  const bool has_numbers = std::ranges::any_of(model.options.readings, is_numeric_reading);
  for (const Reading& reading : model.options.readings) {
    if (std::holds_alternative<ValueOptions>(reading.options)) {
      tests.insert("G-square");
      if (has_numbers) tests.insert("analysis of variance");
    }
    if (std::holds_alternative<AmountOptions>(reading.options)) tests.insert("correlation of amounts");
    if (const auto* const gaussian = std::get_if<GaussianOptions>(&reading.options)) {
      const Structure structure = gaussian->structure;
      tests.insert(normality);
      if (structure == Structure::shared || structure == Structure::shared_diagonal) tests.insert("Box's M");
      if (structure != Structure::shared && structure != Structure::full) tests.insert("correlation");
    }
  }
  return tests;
}

std::string largest_effect(const AssumptionCheck& check) {
  const auto size = [](const AssumptionTest& test) { return std::abs(test.effect); };
  return fmt::format("the largest {} {}", check.effect, two_digits(std::ranges::max(check.tests, {}, size).effect));
}

// What a test rejects; nothing where it does not. `doubt` is added to Box's M.
std::string rejection(const std::string& test, const Comparison& comparison, const std::string& doubt = "") {
  if (test == normality) {
    return normality_rejected(comparison) ? "normality is rejected" : "";
  }
  const AssumptionCheck* const check = find_check(comparison, test);
  if (!rejects(check)) {
    return "";
  }
  if (test == "Box's M") {
    return fmt::format("Box's M rejects one covariance of all classes ({}{})", p_text(check->tests.front().p_value),
                       doubt);
  }
  const std::string counts = fmt::format("{} of {}", check->rejected, check->tests.size());
  if (test == "analysis of variance") {
    return fmt::format(
        "analysis of variance rejects independence within classes for {} pairs of a number and a category "
        "({})",
        counts, largest_effect(*check));
  }
  return test == "G-square"
             ? fmt::format("G-square rejects independence within classes for {} pairs of categories ({})", counts,
                           largest_effect(*check))
             : fmt::format("correlations reject independence within classes for {} pairs {} ({})", counts,
                           test == "correlation" ? "of numbers" : "with amounts", largest_effect(*check));
}

bool has_check(const std::string& test, const Comparison& comparison) {
  return test == normality
             ? find_check(comparison, "Mardia") != nullptr || find_check(comparison, "Anderson-Darling") != nullptr
             : find_check(comparison, test) != nullptr;
}

// Whether the test skips columns, or is undefined somewhere.
bool is_incomplete(const std::string& test, const Comparison& comparison) {
  return std::ranges::any_of(comparison.incomplete_tests, [&](const std::string& name) {
    return name == test || (test == normality && (name == "Mardia" || name == "Anderson-Darling"));
  });
}

bool reads_terms(const ComparedModel& model) {
  return std::ranges::any_of(model.options.readings, [](const Reading& reading) {
    return std::holds_alternative<TermOptions>(reading.options);
  });
}

// There is no test of text.
std::string untested_terms(const ComparedModel& model) {
  return reads_terms(model)
             ? fmt::format("; that words are independent within classes, as {} assumes, is not tested", model.name)
             : "";
}

// That nothing speaks against a model which has these assumptions; nothing where none was tested.
std::string nothing_rejected(const std::set<std::string>& tests, const ComparedModel& model,
                             const Comparison& comparison) {
  const auto has = [&](const std::string& test) { return has_check(test, comparison); };
  const auto misses = [&](const std::string& test) { return is_incomplete(test, comparison); };
  if (std::ranges::none_of(tests, has)) return "";
  return fmt::format("; no test rejects what it assumes{}{}", reads_terms(model) ? " of other columns" : "",
                     std::ranges::any_of(tests, misses) ? ", as far as that is tested" : "");
}

// Why a generative model is behind its partner, or that nothing speaks against it.
std::string on_partners(const Comparison& comparison, const ModelDifference& difference) {
  std::vector<std::string> rejected;
  const ComparedModel& model = comparison.models[difference.first];
  const std::set<std::string> tests = assumptions_of(model);
  for (const std::string& test : tests) {
    if (std::string text = rejection(test, comparison); !text.empty()) rejected.push_back(std::move(text));
  }
  const std::string untested = untested_terms(model);
  if (difference.log_loss.mean > 0) {
    return (rejected.empty()
                ? ""
                : fmt::format("; {}, which the discriminative partner does not assume", fmt::join(rejected, " and "))) +
           untested;
  }
  return (rejected.empty() ? nothing_rejected(tests, model, comparison) : "") + untested;
}

// What rejected tests say of the assumptions that the first model makes and the second does not.
std::vector<std::string> rejections_of_one(const Comparison& comparison, const ComparedModel& one,
                                           const ComparedModel& other) {
  const std::set<std::string> own = assumptions_of(one);
  const std::set<std::string> others = assumptions_of(other);
  std::vector<std::string> tests;
  std::ranges::set_difference(own, others, std::back_inserter(tests));
  const std::string doubt = normality_rejected(comparison) ? ", but normality is rejected, so take it with care" : "";
  std::vector<std::string> rejected;
  for (const std::string& test : tests) {
    if (std::string text = rejection(test, comparison, doubt); !text.empty()) rejected.push_back(std::move(text));
  }
  return rejected;
}

// Of two generative models: rejected tests of what the one behind alone assumes explain that it is, and those of what
// the leader alone assumes do not keep it from leading.
std::string on_assumptions(const Comparison& comparison, const ModelDifference& difference) {
  const bool first_leads = difference.log_loss.mean < 0;
  const ComparedModel& leader = comparison.models[first_leads ? difference.first : difference.second];
  const ComparedModel& behind = comparison.models[first_leads ? difference.second : difference.first];
  const std::vector<std::string> reasons = rejections_of_one(comparison, behind, leader);
  const std::vector<std::string> objections = rejections_of_one(comparison, leader, behind);
  return (reasons.empty() ? ""
                          : fmt::format("; {}, which {} does not assume", fmt::join(reasons, " and "), leader.name)) +
         (objections.empty() ? "" : fmt::format(", although {}", fmt::join(objections, " and ")));
}

std::string difference_text(const Comparison& comparison, const ModelDifference& difference) {
  const std::string& first = comparison.models[difference.first].name;
  const std::string& second = comparison.models[difference.second].name;
  const double mean = difference.log_loss.mean;
  const double width = difference.log_loss.half_width;
  const bool first_is_better = mean < 0;
  return fmt::format("the log loss of {} is {} ± {} below that of {}", first_is_better ? first : second,
                     two_digits(std::abs(mean)), two_digits(width), first_is_better ? second : first);
}

// All differences that are not clear, in one sentence.
std::string unclear_text(const Comparison& comparison, std::span<const ModelDifference> unclear) {
  std::vector<std::string> pairs;
  for (const ModelDifference& difference : unclear) {
    const double mean = difference.log_loss.mean;
    pairs.push_back(fmt::format("{} and {} ({}{} ± {})", comparison.models[difference.first].name,
                                comparison.models[difference.second].name, mean < 0 ? "−" : "+",
                                two_digits(std::abs(mean)), two_digits(difference.log_loss.half_width)));
  }
  return fmt::format("these rows show no clear difference of the log losses of {}", fmt::join(pairs, ", of "));
}

// The pairs of models that lose the same on every fold, in one sentence.
std::string equal_text(const Comparison& comparison, std::span<const ModelDifference> equal) {
  std::vector<std::string> pairs;
  for (const ModelDifference& difference : equal) {
    pairs.push_back(
        fmt::format("{} and {}", comparison.models[difference.first].name, comparison.models[difference.second].name));
  }
  return fmt::format("no fold shows any difference of the log losses of {}", fmt::join(pairs, ", of "));
}

std::string curve_text(const Comparison& comparison, const ModelDifference& difference) {
  const ComparedModel& first = comparison.models[difference.first];
  const ComparedModel& second = comparison.models[difference.second];
  if (!difference.overtakes_at || !difference.other_led_at) {
    return "";
  }
  const bool first_leads = first.curve.back().log_loss.mean < second.curve.back().log_loss.mean;
  if (first_leads != (difference.log_loss.mean < 0)) {
    return "";  // folds decide
  }
  const ComparedModel& leader = first_leads ? first : second;
  const ComparedModel& other = first_leads ? second : first;
  return fmt::format("; at {} rows {} still leads, and {} overtakes from about {} rows", *difference.other_led_at,
                     other.name, leader.name, *difference.overtakes_at);
}

std::string explanation(const Comparison& comparison, const ModelDifference& difference) {
  return difference.partners ? on_partners(comparison, difference) : on_assumptions(comparison, difference);
}

// Which models have no estimate, and why: those with one reason in one sentence.
std::vector<std::string> problem_texts(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::vector<std::string>>> models_by_reason;
  for (const ComparedModel& model : comparison.models) {
    if (model.problem.empty()) continue;
    std::string reason = fmt::format("no estimate from the training rows of {} of {} folds: {}", model.failed_folds,
                                     comparison.folds, model.problem);
    auto found = std::ranges::find(models_by_reason, reason, [](const auto& entry) { return entry.first; });
    if (found == models_by_reason.end()) {
      found = models_by_reason.emplace(found, std::move(reason), std::vector<std::string>());
    }
    found->second.push_back(model.name);
  }
  std::vector<std::string> sentences;
  for (const auto& [reason, names] : models_by_reason) {
    sentences.push_back(fmt::format("{} {} {}", fmt::join(names, ", "), names.size() == 1 ? "has" : "have", reason));
  }
  return sentences;
}

// An infinite loss differs from others by no number.
bool has_difference(const Comparison& comparison, const ModelDifference& difference) {
  return comparison.models[difference.first].problem.empty() && comparison.models[difference.second].problem.empty() &&
         std::isfinite(difference.log_loss.mean);
}

// Null where no model has an estimate.
const ComparedModel* best_model(const Comparison& comparison) {
  const ComparedModel* best = nullptr;
  for (const ComparedModel& model : comparison.models) {
    if (!std::isnan(model.folds.log_loss.mean) &&
        (best == nullptr || model.folds.log_loss.mean < best->folds.log_loss.mean)) {
      best = &model;
    }
  }
  return best;
}

std::string best_text(const Comparison& comparison) {
  const ComparedModel* const best = best_model(comparison);
  if (best == nullptr) {
    return "no model could be estimated";
  }
  return fmt::format("{} has the lowest log loss by {} folds: {}, with an error of {} %", best->name, comparison.folds,
                     two_digits(best->folds.log_loss.mean), two_digits(100 * best->folds.error.mean));
}

}  // namespace

std::vector<std::string> verdict_on(const Comparison& comparison) {
  std::vector<std::string> sentences = {best_text(comparison)};
  std::ranges::move(problem_texts(comparison), std::back_inserter(sentences));
  std::vector<ModelDifference> unclear;
  std::vector<ModelDifference> equal;
  for (const ModelDifference& difference : comparison.differences) {
    if (!has_difference(comparison, difference)) continue;
    if (difference.is_clear()) {
      sentences.push_back(difference_text(comparison, difference) + explanation(comparison, difference) +
                          curve_text(comparison, difference));
    } else if (difference.log_loss.mean == 0 && difference.log_loss.half_width == 0) {
      equal.push_back(difference);
    } else {
      unclear.push_back(difference);
    }
  }
  if (!equal.empty()) sentences.push_back(equal_text(comparison, equal));
  if (!unclear.empty()) sentences.push_back(unclear_text(comparison, unclear));
  return sentences;
}

std::string plain_fit_text(const PlainFit& plain, const Comparison& comparison) {
  const ComparedModel* const best = best_model(comparison);
  const double lowest = best == nullptr ? NAN : best->folds.log_loss.mean;
  const std::string place = std::isnan(lowest)                                 ? ""
                            : two_digits(lowest) == two_digits(plain.log_loss) ? ", as much as " + best->name
                            : lowest > plain.log_loss
                                ? ", below all of these"
                                : fmt::format(", where {} has {}", best->name, two_digits(lowest));
  return fmt::format(
      "a plain fit, which tries more models, calibrates and pools them, comes to {} by {} folds, with an "
      "error of {} %{}: it chose {}, having seen these rows",
      two_digits(plain.log_loss), plain.folds, two_digits(100 * plain.error), place, plain.chosen);
}

}  // namespace suffice
