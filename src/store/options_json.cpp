// Options to JSON text and back, in the spelling of the command line.
#include "store/options_json.hpp"

#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

const std::string what = "the list of options";

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::bad_model, what + ": " + message); }

std::string prior_json(const ClassPrior& prior) {
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

std::string shrinkage_json(const Shrinkage& shrinkage) {
  const auto* fixed = std::get_if<FixedShrinkage>(&shrinkage);
  return fixed != nullptr ? json_text(fixed->lambda) : json_text(to_text(shrinkage));
}

Shrinkage read_shrinkage(const json& options) {
  const json& value = options.at("shrinkage");
  if (value.is_number()) return FixedShrinkage{value.get<double>()};
  const std::string& word = string_at(options, "shrinkage", what);
  Shrinkage shrinkage = parse_shrinkage(word);
  if (std::holds_alternative<FixedShrinkage>(shrinkage)) fail("a number in \"shrinkage\" stands in quotes");
  return shrinkage;
}

ClassPrior read_class_prior(const json& options) {
  const json& value = options.at("class_prior");
  if (!value.is_object()) {
    ClassPrior prior = parse_class_prior(string_at(options, "class_prior", what));
    if (std::holds_alternative<GivenPrior>(prior)) fail("\"class_prior\" is neither a word nor an object");
    return prior;
  }
  GivenPrior given;
  for (const auto& item : value.items()) {
    if (!item.value().is_number()) fail("a probability in \"class_prior\" is not a number");
    given.probability.emplace(item.key(), item.value().get<double>());
  }
  return given;
}

}  // namespace

std::string options_to_json(const EstimateOptions& options) {
  return fmt::format(R"({{"model":"lda","estimate":{},"shrinkage":{},"class_prior":{}}})",
                     json_text(to_text(options.estimator)), shrinkage_json(options.shrinkage),
                     prior_json(options.class_prior));
}

EstimateOptions options_from_json(std::string_view text) {
  const json options = parse_json(text, what);
  check_keys(options, {"model", "estimate", "shrinkage", "class_prior"}, {}, what);
  const std::string& model = string_at(options, "model", what);
  if (model != "lda") {
    fail(
        fmt::format("the model {} is not known to this version of Suffice; the file may come from a newer one: "
                    "upgrade to read it",
                    json_text(model)));
  }
  try {
    return {parse_estimator(string_at(options, "estimate", what)), read_shrinkage(options), read_class_prior(options)};
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_model) throw;
    fail(error.message());
  }
}

void check_options(const EstimateOptions& options, std::span<const std::string> labels) {
  const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage);
  const bool legal = fixed == nullptr || (fixed->lambda >= 0 && fixed->lambda <= 1);
  if (!legal) fail("the shrinkage λ is not in [0, 1]");
  const auto* given = std::get_if<GivenPrior>(&options.class_prior);
  if (given == nullptr) return;
  double sum = 0;
  for (const std::string& label : labels) {
    const auto found = given->probability.find(label);
    if (found == given->probability.end())
      fail(fmt::format("the class prior leaves out the label {}", json_text(label)));
    if (!(found->second >= 0)) fail("a probability of the class prior is negative");
    sum += found->second;
  }
  if (given->probability.size() != labels.size()) fail("the class prior names a label that the model does not have");
  if (!(std::abs(sum - 1) <= 1e-9)) fail("the class prior does not sum to 1");
}

}  // namespace suffice
