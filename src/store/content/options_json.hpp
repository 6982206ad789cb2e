// Options, with class priors, Gaussian priors and pseudocounts, to JSON text and back, in the spelling of the command
// line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/container/json.hpp"
#include "suffice/options.hpp"

namespace suffice {

/// "empirical", "smoothed", "uniform", or {"label":probability,…}.
std::string class_prior_json(const ClassPrior& prior);
/// Error (bad_model or usage) when the value is none of these; `what` names the document in the message.
ClassPrior read_class_prior(const JsonValue& value, std::string_view what);

/// An object of what is given: {"kappa":κ₀,"nu":ν₀,"mean":[m₀],"variance":[diagonal of S₀]}.
std::string gaussian_prior_json(const GaussianPrior& prior);
/// Error (bad_model) when the value is not of that form or gives nothing.
GaussianPrior read_gaussian_prior(const JsonValue& value, std::string_view what);

/// [{"label":…,"feature":…,"value":…,"count":…},…]; a text that stands for all is omitted.
std::string pseudocount_rules_json(const std::vector<PseudocountRule>& rules);
/// Error (bad_model) when the value is not of that form or there is no rule.
std::vector<PseudocountRule> read_pseudocount_rules(const JsonValue& value, std::string_view what);

/// {"class_prior":…,"readings":[{"block":0,"model":"lda","estimate":"mle"},…]}: of each reading the features where they
/// are fewer than those of its block, and of its options what is not at the default of docs/format.md. Vocabularies are
/// not part of it: they stand in tensors.
std::string options_to_json(const Options& options, const Schema& schema);
/// Error (bad_model) when the text is not of that form. A reading of all features of its block names none of them.
Options options_from_json(std::string_view text);

}  // namespace suffice
