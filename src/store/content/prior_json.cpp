// The class prior, the Gaussian prior and pseudocounts as JSON text and back.
#include "store/content/prior_json.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

[[noreturn]] void fail_prior(std::string_view what, std::string_view message) {
  throw Error(ErrorCode::bad_model, fmt::format("{}: {}", what, message));
}

}  // namespace

std::string class_prior_json(const ClassPrior& prior) {
  if (std::holds_alternative<SmoothedPrior>(prior)) return R"("smoothed")";
  if (std::holds_alternative<UniformPrior>(prior)) return R"("uniform")";
  const auto* given = std::get_if<GivenPrior>(&prior);
  if (given == nullptr) return R"("empirical")";
  std::vector<std::string> items;
  items.reserve(given->probability.size());
  for (const auto& [label, probability] : given->probability) {
    items.push_back(json_text(label) + ":" + json_text(probability));
  }
  return fmt::format("{{{}}}", fmt::join(items, ","));
}

ClassPrior read_class_prior(const json& value, std::string_view what) {
  if (!value.is_object()) {
    if (!value.is_string()) fail_prior(what, "\"class_prior\" is neither a word nor an object");
    ClassPrior prior = parse_class_prior(value.get<std::string>());
    if (std::holds_alternative<GivenPrior>(prior)) fail_prior(what, "\"class_prior\" is neither a word nor an object");
    return prior;
  }
  GivenPrior given;
  for (const auto& item : value.items()) {
    if (!item.value().is_number()) fail_prior(what, "a probability in \"class_prior\" is not a number");
    given.probability.emplace(item.key(), item.value().get<double>());
  }
  return given;
}

std::string gaussian_prior_json(const GaussianPrior& prior) {
  std::vector<std::string> items;
  if (prior.kappa) items.push_back(fmt::format(R"("kappa":{})", json_text(*prior.kappa)));
  if (prior.nu) items.push_back(fmt::format(R"("nu":{})", json_text(*prior.nu)));
  if (prior.mean) items.push_back(fmt::format(R"("mean":{})", json_text(*prior.mean)));
  if (prior.variance) items.push_back(fmt::format(R"("variance":{})", json_text(*prior.variance)));
  return fmt::format("{{{}}}", fmt::join(items, ","));
}

GaussianPrior read_gaussian_prior(const json& value, std::string_view what) {
  const std::string the_prior = fmt::format("\"prior\" of {}", what);
  check_keys(value, {}, {"kappa", "nu", "mean", "variance"}, the_prior);
  if (value.empty()) fail_prior(what, "\"prior\" says nothing");
  GaussianPrior prior;
  if (value.contains("kappa")) prior.kappa = number_at(value, "kappa", the_prior);
  if (value.contains("nu")) prior.nu = number_at(value, "nu", the_prior);
  if (value.contains("mean")) prior.mean = read_numbers(value.at("mean"), fmt::format("\"mean\" in {}", the_prior));
  if (value.contains("variance"))
    prior.variance = read_numbers(value.at("variance"), fmt::format("\"variance\" in {}", the_prior));
  return prior;
}

std::string pseudocount_rules_json(const std::vector<PseudocountRule>& rules) {
  std::vector<std::string> items;
  for (const PseudocountRule& rule : rules) {
    std::string item;
    if (!rule.label.empty()) item += fmt::format(R"("label":{},)", json_text(rule.label));
    if (!rule.feature.empty()) item += fmt::format(R"("feature":{},)", json_text(rule.feature));
    if (!rule.value.empty()) item += fmt::format(R"("value":{},)", json_text(rule.value));
    items.push_back(fmt::format(R"({{{}"count":{}}})", item, json_text(rule.count)));
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::vector<PseudocountRule> read_pseudocount_rules(const json& value, std::string_view what) {
  if (!value.is_array() || value.empty()) fail_prior(what, "\"pseudocounts\" is not a list of rules");
  std::vector<PseudocountRule> rules;
  for (const json& item : value) {
    const std::string rule = fmt::format("a rule in \"pseudocounts\" of {}", what);
    check_keys(item, {"count"}, {"label", "feature", "value"}, rule);
    const auto text = [&](const char* key) { return item.contains(key) ? string_at(item, key, rule) : std::string(); };
    rules.push_back({text("label"), text("feature"), text("value"), number_at(item, "count", rule)});
  }
  return rules;
}

}  // namespace suffice
