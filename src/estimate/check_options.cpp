// check_options(): which options can be meant together, and the ranges of their numbers. What a model takes, and which
// estimates it has, is what the table of models says.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/pseudocounts.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

void require(bool holds, const std::string& message, std::vector<Remedy> remedies = {}) {
  if (!holds) {
    throw Error(ErrorCode::usage, message, {}, std::move(remedies));
  }
}

Remedy without(const char* option) { return {option, {}, Remedy::Act::leave_out}; }

bool is_share(double value) { return value >= 0 && value <= 1; }
bool is_positive_or_zero(double value) { return value >= 0 && std::isfinite(value); }

void check_estimator(const NamedModel& model, Estimator estimator) {
  if (std::ranges::find(model.estimators, estimator) != model.estimators.end()) {
    return;
  }
  std::vector<std::string> names;
  std::vector<Remedy> remedies;
  for (const Estimator known : model.estimators) {
    names.push_back(to_text(known));
    remedies.push_back({"estimate", {names.back()}});
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} has no estimate {}, but {}", model.name, to_text(estimator), fmt::join(names, ", ")), {},
              std::move(remedies));
}

void check_shrinkage(const GaussianOptions& options, const NamedModel& model) {
  if (std::holds_alternative<NoShrinkage>(options.shrinkage)) {
    return;
  }
  const std::string name = to_text(options.shrinkage);
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    require(is_share(rda->alpha) && is_share(rda->gamma),
            fmt::format("{}: alpha and gamma are numbers from 0 to 1", name));
    require(takes(model, "rda"), fmt::format("{} goes with the model rda, not with {}", name, model.name),
            {{"model", {"rda"}}});
    return;
  }
  require(!has_prior(options.estimator),
          fmt::format("shrinkage ({}) goes with the estimates mle and unbiased; {} has a prior instead", name,
                      to_text(options.estimator)),
          {{"shrinkage", {"none"}}});
  if (const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage)) {
    require(is_share(fixed->lambda), fmt::format("the shrinkage {} is not a number from 0 to 1", fixed->lambda));
  }
  require(can_shrink(options.shrinkage, options.structure),
          fmt::format("{} shrinks the covariances of lda, fisher and qda, not those of {}", name, model.name),
          {{"shrinkage", {"auto"}}, {"shrinkage", {"none"}}});
}

void check_prior(const GaussianOptions& options) {
  const GaussianPrior& prior = options.prior;
  if (prior == GaussianPrior{}) {
    return;
  }
  require(has_prior(options.estimator),
          fmt::format("a prior of means and covariances goes with the estimates map, mean and predictive, not with {}",
                      to_text(options.estimator)));
  require(!prior.kappa || is_positive_or_zero(*prior.kappa),
          fmt::format("the prior's kappa is {}, not a number of at least 0", prior.kappa.value_or(0)));
  require(!prior.nu || std::isfinite(*prior.nu),
          fmt::format("the prior's nu is {}, not a finite number", prior.nu.value_or(0)));
  require(!prior.mean || std::ranges::all_of(*prior.mean, [](double m) { return std::isfinite(m); }),
          "the prior's mean holds a number that is not finite");
  require(!prior.variance || std::ranges::all_of(*prior.variance, is_positive_or_zero),
          "the prior's variance holds a number that is negative or not finite");
}

void check_pseudocount(const Pseudocount& pseudocount, Estimator estimator) {
  require(
      has_prior(estimator) || pseudocount == Pseudocount{},
      fmt::format("a pseudocount goes with the estimates map, mean and predictive, not with {}", to_text(estimator)),
      {without("pseudocount"), {"estimate", {"mean"}}});
  require(!pseudocount.all || is_pseudocount(*pseudocount.all),
          fmt::format("the pseudocount is {}, not a number from 0 to 1e100", pseudocount.all.value_or(0)));
  for (const PseudocountRule& rule : pseudocount.rules) {
    require(is_pseudocount(rule.count),
            fmt::format("the pseudocount of {}, {}, {} is {}, not a number from 0 to 1e100", quoted(rule.label),
                        quoted(rule.feature), quoted(rule.value), rule.count));
  }
}

}  // namespace

void check_options(const GaussianOptions& options) {
  const NamedModel& model = named_model(options);
  check_estimator(model, options.estimator);
  check_shrinkage(options, model);
  check_prior(options);
  require(is_positive_or_zero(options.ridge),
          fmt::format("the ridge is {}, not a number of at least 0", options.ridge));
  require(options.ridge == 0 || takes(model, "ridge"),
          fmt::format("a ridge has no meaning for {}, whose covariance is fixed", model.name), {without("ridge")});
  require(options.ridge == 0 || options.estimator != Estimator::predictive,
          "a ridge cannot be added to the predictive estimate", {without("ridge"), {"estimate", {"map"}}});
  require(!options.fisher || takes(model, "axes"),
          fmt::format("Fisher's axes go with one covariance for all classes, not with {}", model.name),
          {{"model", {"fisher"}}});
}

void check_options(const TermOptions& options) {
  const NamedModel& model = named_model(options);
  check_estimator(model, options.estimator);
  check_pseudocount(options.pseudocount, options.estimator);
  require(is_positive_or_zero(options.min_documents),
          fmt::format("the least number of documents is {}, not a finite number of at least 0", options.min_documents));
  require(options.family != TermFamily::bernoulli || !options.boolean,
          fmt::format("{} has terms that are there or not, which boolean counts do not change", model.name));
  require(!options.tf_idf || takes(model, "tf-idf"),
          fmt::format("{} has terms that are there or not, which tf-idf does not change", model.name),
          {without("tf-idf")});
  require(!options.normalised || takes(model, "normalised"),
          fmt::format("normalised weights go with complement-nb, not with {}", model.name), {without("normalised")});
  require(options.unseen == Unseen::ignore || takes(model, "oov"),
          fmt::format("{} cannot reserve a place for terms that are unseen", model.name), {without("oov")});
  require(!options.tf_idf || options.estimator != Estimator::predictive,
          "tf-idf and the estimate predictive exclude each other", {without("tf-idf"), {"estimate", {"mean"}}});
  require(!options.tf_idf || options.unseen == Unseen::ignore,
          "with tf-idf no term can be reserved for those that are unseen", {without("tf-idf"), without("oov")});
  require(!options.vocabulary || std::ranges::adjacent_find(*options.vocabulary, std::ranges::greater_equal()) ==
                                     options.vocabulary->end(),
          "the vocabulary is not in byte order, each term once");
}

void check_options(const ValueOptions& options) {
  check_estimator(named_model(options), options.estimator);
  check_pseudocount(options.pseudocount, options.estimator);
  for (const auto& [feature, cuts] : options.cuts) {
    const bool is_counted = cuts.rule != CutRule::mdl;
    require(is_counted ? cuts.bins >= 2 && cuts.bins <= most_edges : cuts.bins == 0,
            is_counted
                ? fmt::format("column {} is to have {} bins, not 2 to {}", quoted(feature), cuts.bins, most_edges)
                : fmt::format("mdl finds how many bins column {} has", quoted(feature)));
  }
}

void check_options(const AmountOptions& options) {
  check_estimator(named_model(options), options.estimator);
  check_pseudocount(options.pseudocount, options.estimator);
}

void check_options(const FamilyOptions& options) {
  std::visit([](const auto& of_family) { check_options(of_family); }, options);
}

}  // namespace suffice
