// check_estimate_options(): which options can be meant together, and the ranges of their numbers.
#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {

namespace {

template <typename... Parts>
void require(bool holds, fmt::format_string<Parts...> message, Parts&&... parts) {
  if (!holds) {
    throw Error(ErrorCode::usage, fmt::format(message, std::forward<Parts>(parts)...));
  }
}

bool is_share(double value) { return value >= 0 && value <= 1; }
bool is_positive_or_zero(double value) { return value >= 0 && std::isfinite(value); }

bool has_prior(Estimator estimator) { return estimator != Estimator::mle && estimator != Estimator::unbiased; }

void check_shrinkage(const EstimateOptions& options) {
  if (std::holds_alternative<NoShrinkage>(options.shrinkage)) {
    return;
  }
  const std::string name = to_text(options.shrinkage);
  require(!has_prior(options.estimator),
          "shrinkage ({}) goes with the estimates mle and unbiased; {} has a prior instead: give --shrinkage none",
          name, to_text(options.estimator));
  if (const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage)) {
    require(is_share(fixed->lambda), "the shrinkage {} is not a number from 0 to 1", fixed->lambda);
  }
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    require(is_share(rda->alpha) && is_share(rda->gamma), "{}: alpha and gamma are numbers from 0 to 1", name);
    require(options.structure == Structure::full, "{} goes with the model rda, not with {}: give --model rda", name,
            model_name(options));
    require(options.estimator == Estimator::mle, "{} goes with the estimate mle, not with {}: give --estimate mle",
            name, to_text(options.estimator));
  }
  const bool chosen_for_matrices = std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) ||
                                   std::holds_alternative<OasShrinkage>(options.shrinkage);
  require(
      !chosen_for_matrices || options.structure == Structure::full || options.structure == Structure::shared,
      "{} shrinks the covariances of lda, fisher and qda; for {} give --shrinkage auto, none or a number from 0 to 1",
      name, model_name(options));
}

void check_gaussian_prior(const EstimateOptions& options) {
  const GaussianPrior& prior = options.gaussian_prior;
  if (prior == GaussianPrior{}) {
    return;
  }
  require(has_prior(options.estimator),
          "a prior of means and covariances goes with the estimates map, mean and predictive, not with {}",
          to_text(options.estimator));
  require(!prior.kappa || is_positive_or_zero(*prior.kappa), "the prior's kappa is {}: give a number of at least 0",
          prior.kappa.value_or(0));
  require(!prior.nu || std::isfinite(*prior.nu), "the prior's nu is {}: give a finite number", prior.nu.value_or(0));
  require(!prior.mean || std::ranges::all_of(*prior.mean, [](double m) { return std::isfinite(m); }),
          "the prior's mean holds a number that is not finite");
  require(!prior.variance || std::ranges::all_of(*prior.variance, is_positive_or_zero),
          "the prior's variance holds a number that is negative or not finite");
}

bool is_of_terms(Family family) {
  return family == Family::bernoulli || family == Family::multinomial || family == Family::complement;
}

void check_gaussian(const EstimateOptions& options) {
  const bool predictive = options.estimator == Estimator::predictive;
  require(options.structure != Structure::identity || !has_prior(options.estimator),
          "centroid has no variance to estimate, so {} has no meaning for it: give --estimate mle, or another model",
          to_text(options.estimator));
  check_shrinkage(options);
  check_gaussian_prior(options);
  require(is_positive_or_zero(options.ridge), "the ridge is {}: give a number of at least 0", options.ridge);
  require(options.ridge == 0 || options.structure != Structure::identity,
          "a ridge has no meaning for centroid, whose covariance is fixed: leave --ridge out");
  require(options.ridge == 0 || !predictive,
          "a ridge cannot be added to the predictive estimate: leave --ridge out, or give --estimate map");
  require(!options.fisher || options.structure == Structure::shared,
          "Fisher's axes go with one covariance for all classes: give --model fisher");
  require(!options.fisher || !predictive,
          "Fisher's discriminant has no predictive estimate: give --estimate mle, unbiased, map or mean");
  require(options.pseudocount == Pseudocount{}, "a pseudocount has no meaning for {}: leave --pseudocount out",
          model_name(options));
  require(options.unseen == Unseen::ignore && options.terms == TermReading{},
          "{} is a model of numbers, which has neither terms nor values that may be unseen", model_name(options));
}

void check_pseudocount(const EstimateOptions& options) {
  const Pseudocount& pseudocount = options.pseudocount;
  require(has_prior(options.estimator) || pseudocount == Pseudocount{},
          "a pseudocount goes with the estimates map, mean and predictive, not with {}", to_text(options.estimator));
  require(!pseudocount.all || is_positive_or_zero(*pseudocount.all),
          "the pseudocount is {}: give a finite number of at least 0", pseudocount.all.value_or(0));
  for (const PseudocountRule& rule : pseudocount.rules) {
    require(is_positive_or_zero(rule.count), "the pseudocount of {}, {}, {} is {}: give a finite number of at least 0",
            quoted(rule.label), quoted(rule.feature), quoted(rule.value), rule.count);
  }
}

void check_terms(const EstimateOptions& options) {
  const TermReading& terms = options.terms;
  const std::string name = model_name(options);
  require(is_of_terms(options.family) || terms == TermReading{},
          "{} has no terms: a vocabulary, tf-idf and the like go with bernoulli-nb, multinomial-nb, boolean-nb and "
          "complement-nb",
          name);
  require(is_positive_or_zero(terms.min_documents),
          "the least number of documents is {}: give a finite number of at least 0", terms.min_documents);
  require(options.family != Family::bernoulli || !(terms.boolean || terms.tf_idf),
          "{} has terms that are there or not: neither boolean counts nor tf-idf change that", name);
  require(options.family == Family::complement || !terms.normalised,
          "normalised weights go with complement-nb, not with {}", name);
  require(!terms.vocabulary ||
              std::ranges::adjacent_find(*terms.vocabulary, std::ranges::greater_equal()) == terms.vocabulary->end(),
          "the vocabulary is not in byte order, each term once");
}

void check_counting(const EstimateOptions& options) {
  const std::string name = model_name(options);
  const bool predictive = options.estimator == Estimator::predictive;
  require(options.estimator != Estimator::unbiased,
          "the estimate unbiased is for Gaussian models: for {} give mle, map, mean or predictive", name);
  require(std::holds_alternative<NoShrinkage>(options.shrinkage),
          "{} has no covariance to shrink: leave --shrinkage out, or give --pseudocount", name);
  require(options.ridge == 0 && options.gaussian_prior == GaussianPrior{} && !options.fisher,
          "{} has no covariance: a ridge, a prior of means and covariances and Fisher's axes are for Gaussian models",
          name);
  require(!predictive || (options.family != Family::complement && options.family != Family::gamma),
          "{} has no predictive estimate: give --estimate mle, map or mean", name);
  require(!predictive || !options.terms.tf_idf,
          "tf-idf and the estimate predictive exclude each other: give --estimate mle, map or mean");
  const bool can_reserve = options.family == Family::categorical || options.family == Family::multinomial ||
                           options.family == Family::complement;
  require(options.unseen == Unseen::ignore || can_reserve,
          "{} cannot reserve a place for what is unseen: leave it at ignore", name);
  require(options.unseen == Unseen::ignore || !options.terms.tf_idf,
          "with tf-idf no term can be reserved for those that are unseen: leave one of the two out");
  check_pseudocount(options);
  check_terms(options);
}

}  // namespace

void check_estimate_options(const EstimateOptions& options) {
  options.family == Family::gaussian ? check_gaussian(options) : check_counting(options);
}

}  // namespace suffice
