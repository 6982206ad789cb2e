// Options to JSON text and back, in the spelling of the command line.
#include "store/options_json.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/json.hpp"
#include "store/prior_json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

const std::string the_options = "the list of options";

[[noreturn]] void fail_options(const std::string& message) { fail(the_options + ": " + message); }

std::string shrinkage_json(const Shrinkage& shrinkage) {
  if (const auto* fixed = std::get_if<FixedShrinkage>(&shrinkage)) return json_text(fixed->lambda);
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    return fmt::format(R"({{"alpha":{},"gamma":{}}})", json_text(rda->alpha), json_text(rda->gamma));
  }
  return json_text(to_text(shrinkage));
}

Shrinkage read_shrinkage(const json& value) {
  if (value.is_number()) return FixedShrinkage{value.get<double>()};
  if (value.is_object()) {
    check_keys(value, {"alpha", "gamma"}, {}, "\"shrinkage\" of " + the_options);
    return RdaShrinkage{number_at(value, "alpha", the_options), number_at(value, "gamma", the_options)};
  }
  if (!value.is_string()) fail_options("\"shrinkage\" is neither a word, a number nor an object");
  Shrinkage shrinkage = parse_shrinkage(value.get<std::string>());
  if (std::holds_alternative<FixedShrinkage>(shrinkage)) fail_options("a number in \"shrinkage\" stands in quotes");
  return shrinkage;
}

// A shrinkage of α and γ makes rda, and nothing else has it.
void read_model(const json& value, EstimateOptions& options) {
  const std::string& name = string_at(value, "model", the_options);
  const std::vector<std::string>& known = model_names();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    fail_options(
        fmt::format("the model {} is not known to this version of Suffice; the file may come from a newer one: "
                    "upgrade to read it",
                    json_text(name)));
  }
  set_model(options, name);
  if (options.family != Family::gaussian) return;
  check_keys(value, {"model", "estimate", "shrinkage", "class_prior"}, {"ridge", "gaussian_prior", "axes"},
             the_options);
  options.shrinkage = read_shrinkage(value.at("shrinkage"));
  if (value.contains("axes")) {
    const json& axes = value.at("axes");
    if (!axes.is_number_unsigned() || axes == 0 || !options.fisher) {
      fail_options("\"axes\" is not a positive whole number of the model fisher");
    }
    options.fisher->count = axes.get<std::size_t>();
  }
  if (model_name(options) != name)
    fail_options(fmt::format("the model {} does not go with its shrinkage", json_text(name)));
}

bool known_to_format_1(const EstimateOptions& options) {
  const bool early_estimate = options.estimator == Estimator::mle || options.estimator == Estimator::unbiased;
  const bool early_shrinkage = std::holds_alternative<NoShrinkage>(options.shrinkage) ||
                               std::holds_alternative<AutoShrinkage>(options.shrinkage) ||
                               std::holds_alternative<FixedShrinkage>(options.shrinkage);
  return model_name(options) == "lda" && early_estimate && early_shrinkage && options.gaussian_prior == GaussianPrior{};
}

/// What is left at its default is not written.
std::string count_options_json(const EstimateOptions& options) {
  std::string text;
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format(",\"{}\":{}", key, value);
  };
  const TermReading& terms = options.terms;
  if (options.pseudocount.all) add("pseudocount", json_text(*options.pseudocount.all));
  if (!options.pseudocount.rules.empty()) add("pseudocounts", pseudocount_rules_json(options.pseudocount.rules));
  if (options.unseen == Unseen::reserve) add("unseen", R"("reserve")");
  if (terms.min_documents > 0) add("min_documents", json_text(terms.min_documents));
  if (terms.max_terms > 0) add("max_terms", std::to_string(terms.max_terms));
  if (terms.boolean && options.family != Family::multinomial) add("boolean", "true");
  if (terms.tf_idf) add("tf_idf", "true");
  if (terms.normalised) add("normalised", "true");
  return text;
}

bool read_true(const json& value, const char* key) {
  if (!value.contains(key)) return false;
  if (value.at(key) != true) fail_options(fmt::format("\"{}\" is there and not true", key));
  return true;
}

void read_count_options(const json& value, EstimateOptions& options) {
  if (value.contains("pseudocount")) options.pseudocount.all = number_at(value, "pseudocount", the_options);
  if (value.contains("pseudocounts")) {
    options.pseudocount.rules = read_pseudocount_rules(value.at("pseudocounts"), the_options);
  }
  if (value.contains("unseen")) options.unseen = parse_unseen(string_at(value, "unseen", the_options));
  if (value.contains("min_documents")) options.terms.min_documents = number_at(value, "min_documents", the_options);
  if (value.contains("max_terms")) {
    if (!value.at("max_terms").is_number_unsigned()) fail_options("\"max_terms\" is not a whole number");
    options.terms.max_terms = value.at("max_terms").get<std::uint64_t>();
  }
  if (read_true(value, "boolean")) options.terms.boolean = true;
  options.terms.tf_idf = read_true(value, "tf_idf");
  options.terms.normalised = read_true(value, "normalised");
}

bool is_count_family(const EstimateOptions& options) { return options.family != Family::gaussian; }

}  // namespace

std::string options_to_json(const EstimateOptions& options) {
  const std::string start = fmt::format(R"({{"model":{},"estimate":{})", json_text(model_name(options)),
                                        json_text(to_text(options.estimator)));
  const std::string prior = fmt::format(R"(,"class_prior":{})", class_prior_json(options.class_prior));
  if (is_count_family(options)) return start + prior + count_options_json(options) + "}";
  std::string text = fmt::format(R"({},"shrinkage":{},"ridge":{}{})", start, shrinkage_json(options.shrinkage),
                                 json_text(options.ridge), prior);
  if (options.gaussian_prior != GaussianPrior{}) {
    text += fmt::format(R"(,"gaussian_prior":{})", gaussian_prior_json(options.gaussian_prior));
  }
  if (options.fisher && options.fisher->count > 0) text += fmt::format(R"(,"axes":{})", options.fisher->count);
  return text + "}";
}

EstimateOptions options_from_json(std::string_view text, bool format_1) {
  const json value = parse_json(text, the_options);
  check_keys(value, {"model", "estimate", "class_prior"},
             {"shrinkage", "ridge", "gaussian_prior", "axes", "pseudocount", "pseudocounts", "unseen", "min_documents",
              "max_terms", "boolean", "tf_idf", "normalised"},
             the_options);
  try {
    EstimateOptions options;
    read_model(value, options);
    options.estimator = parse_estimator(string_at(value, "estimate", the_options));
    options.class_prior = read_class_prior(value.at("class_prior"), the_options);
    if (is_count_family(options)) {
      check_keys(
          value, {"model", "estimate", "class_prior"},
          {"pseudocount", "pseudocounts", "unseen", "min_documents", "max_terms", "boolean", "tf_idf", "normalised"},
          the_options);
      read_count_options(value, options);
    } else {
      if (format_1 == value.contains("ridge")) fail_options("\"ridge\" is missing, or in a file of format 1");
      if (!format_1) options.ridge = number_at(value, "ridge", the_options);
      if (value.contains("gaussian_prior")) {
        options.gaussian_prior = read_gaussian_prior(value.at("gaussian_prior"), the_options);
      }
    }
    if (format_1 && !known_to_format_1(options)) fail_options("a word of a later format stands in a file of format 1");
    return options;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_model) throw;
    fail_options(error.message());
  }
}

void check_options(const EstimateOptions& options, std::span<const std::string> labels, std::size_t features) {
  try {
    check_estimate_options(options);
  } catch (const Error& error) {
    fail_options(error.message());
  }
  for (const auto& numbers : {options.gaussian_prior.mean, options.gaussian_prior.variance}) {
    if (numbers && numbers->size() != features) fail_options("the Gaussian prior does not have one number per column");
  }
  const auto* given = std::get_if<GivenPrior>(&options.class_prior);
  if (given == nullptr) return;
  double sum = 0;
  for (const std::string& label : labels) {
    const auto found = given->probability.find(label);
    if (found == given->probability.end())
      fail_options(fmt::format("the class prior leaves out the label {}", json_text(label)));
    if (!(found->second >= 0)) fail_options("a probability of the class prior is negative");
    sum += found->second;
  }
  if (given->probability.size() != labels.size())
    fail_options("the class prior names a label that the model does not have");
  if (!(std::abs(sum - 1) <= 1e-9)) fail_options("the class prior does not sum to 1");
}

}  // namespace suffice
