#include "store/content/tuning_json.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

const std::string the_tuning = "the tuning";
const std::string a_trial = "a trial of the tuning";
constexpr double infinity = std::numeric_limits<double>::infinity();

// A score is a number, "inf" (the loss of a row of zero probability), "-inf", or absent where it is NaN.
// ,"key":score
std::string score_member(const char* key, double score) {
  if (std::isnan(score)) return "";
  const std::string text = std::isfinite(score) ? json_text(score) : json_text(std::string(score > 0 ? "inf" : "-inf"));
  return fmt::format(R"(,"{}":{})", key, text);
}

double score_at(const JsonValue& object, const char* key, const std::string& what) {
  if (!object.contains(key)) return std::numeric_limits<double>::quiet_NaN();
  if (!object.at(key).is_string()) return number_at(object, key, what);
  const std::string& text = string_at(object, key, what);
  if (text != "inf" && text != "-inf") fail(fmt::format("{}: \"{}\" is not a number", what, key));
  return text == "inf" ? infinity : -infinity;
}

std::string trial_json(const Trial& trial) {
  return fmt::format(
      R"({{"option":{},"value":{}{}{}{}}})", json_text(trial.option), json_text(trial.value),
      trial.reading == 0 ? "" : fmt::format(R"(,"reading":{})", trial.reading),
      trial.problem.empty() ? score_member("score", trial.criterion) : R"(,"problem":)" + json_text(trial.problem),
      trial.chosen ? R"(,"chosen":true)" : "");
}

Trial read_trial(const JsonValue& value) {
  check_keys(value, {"option", "value"}, {"reading", "score", "problem", "chosen"}, a_trial);
  if (value.contains("problem") && value.contains("score")) fail(a_trial + " has a score and a problem");
  Trial trial{.option = string_at(value, "option", a_trial),
              .value = string_at(value, "value", a_trial),
              .criterion = score_at(value, "score", a_trial)};
  if (value.contains("reading")) trial.reading = whole_number_at(value, "reading", a_trial);
  if (value.contains("problem")) {
    trial.problem = string_at(value, "problem", a_trial);
    if (trial.problem.empty()) fail(a_trial + " has a problem without words");
  }
  if (value.contains("chosen")) {
    if (!value.at("chosen").is(true)) fail(a_trial + ": \"chosen\" is not true");
    trial.chosen = true;
  }
  return trial;
}

}  // namespace

std::string tuning_json(const Tuning& tuning) {
  std::vector<std::string> trials;
  for (const Trial& trial : tuning.trials) trials.push_back(trial_json(trial));
  return fmt::format(
      R"({{"criterion":{},"rows":{},"folds":{}{}{},"trials":[{}]}})", json_text(to_text(tuning.criterion)), tuning.rows,
      tuning.folds, score_member("before", tuning.before), score_member("after", tuning.after), fmt::join(trials, ","));
}

Tuning read_tuning(const std::string& text) {
  const JsonValue value = parse_json(text, the_tuning);
  check_keys(value, {"criterion", "rows", "folds", "trials"}, {"before", "after"}, the_tuning);
  const std::string& criterion = string_at(value, "criterion", the_tuning);
  Tuning tuning{.rows = whole_number_at(value, "rows", the_tuning),
                .folds = whole_number_at(value, "folds", the_tuning),
                .before = score_at(value, "before", the_tuning),
                .after = score_at(value, "after", the_tuning)};
  try {
    tuning.criterion = parse_criterion(criterion);
  } catch (const Error& error) {
    fail(fmt::format("{}: {}", the_tuning, error.message()));
  }
  if (!value.at("trials").is_array() || value.at("trials").empty()) fail(the_tuning + " has no list of trials");
  for (const JsonValue& trial : value.at("trials").elements()) tuning.trials.push_back(read_trial(trial));
  return tuning;
}

Criterion parse_criterion(const std::string& text) {
  for (const Criterion criterion :
       {Criterion::leave_one_out, Criterion::folds, Criterion::aic, Criterion::bic, Criterion::evidence}) {
    if (to_text(criterion) == text) return criterion;
  }
  throw Error(ErrorCode::usage, fmt::format("a criterion is loo, cv, aic, bic or evidence, not '{}'", text));
}

std::string to_text(Criterion criterion) {
  switch (criterion) {
    case Criterion::leave_one_out:
      return "loo";
    case Criterion::folds:
      return "cv";
    case Criterion::aic:
      return "aic";
    case Criterion::bic:
      return "bic";
    case Criterion::evidence:
      break;
  }
  return "evidence";
}

}  // namespace suffice
