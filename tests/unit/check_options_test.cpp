#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {
namespace {

std::string failure_of(const EstimateOptions& options) {
  try {
    check_estimate_options(options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.message();
  }
  return "no error";
}

TEST(CheckEstimateOptions, every_structure_takes_mle_and_unbiased_with_auto_or_a_number) {
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal,
                                    Structure::spherical, Structure::shared_spherical, Structure::identity}) {
    for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
      for (const Shrinkage& shrinkage :
           {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{}), Shrinkage(FixedShrinkage{0.5})}) {
        EXPECT_EQ(failure_of({.structure = structure, .estimator = estimator, .shrinkage = shrinkage}), "no error");
      }
    }
  }
}

TEST(CheckEstimateOptions, shrinkage_and_a_prior_exclude_each_other) {
  for (const Estimator estimator : {Estimator::map, Estimator::mean, Estimator::predictive}) {
    EXPECT_EQ(failure_of({.estimator = estimator}), "no error");
    EXPECT_NE(failure_of({.estimator = estimator, .shrinkage = OasShrinkage{}}), "no error");
  }
  EXPECT_EQ(
      failure_of({.estimator = Estimator::map, .shrinkage = AutoShrinkage{}}),
      "shrinkage (auto) goes with the estimates mle and unbiased; map has a prior instead: give --shrinkage none");
  EXPECT_EQ(failure_of({.gaussian_prior = {.kappa = 1, .nu = {}, .mean = {}, .variance = {}}}),
            "a prior of means and covariances goes with the estimates map, mean and predictive, not with mle");
}

TEST(CheckEstimateOptions, shrinkage_that_only_some_structures_have) {
  EXPECT_EQ(failure_of({.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.5}}), "no error");
  EXPECT_EQ(failure_of({.structure = Structure::shared, .shrinkage = RdaShrinkage{0.5, 0.5}}),
            "rda 0.5,0.5 goes with the model rda, not with lda: give --model rda");
  EXPECT_EQ(failure_of({.structure = Structure::full, .estimator = Estimator::unbiased, .shrinkage = RdaShrinkage{}}),
            "rda 0,0 goes with the estimate mle, not with unbiased: give --estimate mle");
  EXPECT_EQ(failure_of({.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}}), "no error");
  EXPECT_EQ(failure_of({.structure = Structure::diagonal, .shrinkage = LedoitWolfShrinkage{}}),
            "ledoit-wolf shrinks the covariances of lda, fisher and qda; for gaussian-nb give --shrinkage auto, none "
            "or a number from 0 to 1");
  EXPECT_NE(failure_of({.structure = Structure::shared_spherical, .shrinkage = OasShrinkage{}}), "no error");
}

TEST(CheckEstimateOptions, identity_has_nothing_to_estimate) {
  EXPECT_EQ(
      failure_of({.structure = Structure::identity, .estimator = Estimator::map}),
      "centroid has no variance to estimate, so map has no meaning for it: give --estimate mle, or another model");
  EXPECT_EQ(failure_of({.structure = Structure::identity, .ridge = 1}),
            "a ridge has no meaning for centroid, whose covariance is fixed: leave --ridge out");
}

TEST(CheckEstimateOptions, predictive_takes_no_ridge_and_no_axes) {
  EXPECT_EQ(failure_of({.estimator = Estimator::predictive, .ridge = 1}),
            "a ridge cannot be added to the predictive estimate: leave --ridge out, or give --estimate map");
  EXPECT_EQ(failure_of({.estimator = Estimator::predictive, .fisher = FisherAxes{}}),
            "Fisher's discriminant has no predictive estimate: give --estimate mle, unbiased, map or mean");
  EXPECT_EQ(failure_of({.structure = Structure::full, .fisher = FisherAxes{}}),
            "Fisher's axes go with one covariance for all classes: give --model fisher");
  EXPECT_EQ(failure_of({.estimator = Estimator::mean, .ridge = 1, .fisher = FisherAxes{1}}), "no error");
}

TEST(CheckEstimateOptions, every_name_has_defaults_that_fit_and_predictives_are_those_there_are) {
  for (const std::string& name : model_names()) {
    EXPECT_EQ(failure_of(options_for(name)), "no error") << name;
  }
  const auto by = [](const std::string& name, Estimator estimator) {
    EstimateOptions options = options_for(name);
    options.estimator = estimator;
    return failure_of(options);
  };
  for (const std::string name : {"categorical-nb", "bernoulli-nb", "multinomial-nb", "boolean-nb", "poisson-nb",
                                 "exponential-nb", "geometric-nb"}) {
    EXPECT_EQ(by(name, Estimator::predictive), "no error");
    EXPECT_EQ(by(name, Estimator::mle), "no error");
    EXPECT_EQ(by(name, Estimator::map), "no error");
  }
  EXPECT_EQ(by("complement-nb", Estimator::predictive),
            "complement-nb has no predictive estimate: give --estimate mle, map or mean");
  EXPECT_EQ(by("gamma-nb", Estimator::predictive),
            "gamma-nb has no predictive estimate: give --estimate mle, map or mean");
  EXPECT_EQ(by("poisson-nb", Estimator::unbiased),
            "the estimate unbiased is for Gaussian models: for poisson-nb give mle, map, mean or predictive");
}

TEST(CheckEstimateOptions, what_only_some_families_have) {
  const auto with = [](const std::string& name, auto change) {
    EstimateOptions options = options_for(name);
    change(options);
    return failure_of(options);
  };
  const auto reserve = [](EstimateOptions& options) { options.unseen = Unseen::reserve; };
  EXPECT_EQ(with("categorical-nb", reserve), "no error");
  EXPECT_EQ(with("complement-nb", reserve), "no error");
  EXPECT_EQ(with("bernoulli-nb", reserve),
            "bernoulli-nb cannot reserve a place for what is unseen: leave it at ignore");
  EXPECT_NE(with("poisson-nb", reserve), "no error");
  EXPECT_NE(with("lda", reserve), "no error");
  const auto tf_idf = [](EstimateOptions& options) { options.terms.tf_idf = true; };
  EXPECT_EQ(with("boolean-nb", tf_idf), "no error");
  EXPECT_NE(with("bernoulli-nb", tf_idf), "no error");
  EXPECT_NE(with("categorical-nb", tf_idf), "no error");
  EXPECT_EQ(with("multinomial-nb",
                 [&](EstimateOptions& options) {
                   tf_idf(options);
                   reserve(options);
                 }),
            "with tf-idf no term can be reserved for those that are unseen: leave one of the two out");
  EXPECT_EQ(with("multinomial-nb", [](EstimateOptions& options) { options.terms.normalised = true; }),
            "normalised weights go with complement-nb, not with multinomial-nb");
  EXPECT_EQ(with("multinomial-nb", [](EstimateOptions& options) { options.terms.vocabulary = {{"b", "a"}}; }),
            "the vocabulary is not in byte order, each term once");
  EXPECT_NE(with("multinomial-nb", [](EstimateOptions& options) { options.terms.min_documents = -1; }), "no error");
  EXPECT_NE(with("gamma-nb", [](EstimateOptions& options) { options.shrinkage = AutoShrinkage{}; }), "no error");
  EXPECT_NE(with("gamma-nb", [](EstimateOptions& options) { options.ridge = 1; }), "no error");
}

TEST(CheckEstimateOptions, pseudocounts) {
  const auto with = [](const std::string& name, Estimator estimator, const Pseudocount& pseudocount) {
    EstimateOptions options = options_for(name);
    options.estimator = estimator;
    options.pseudocount = pseudocount;
    return failure_of(options);
  };
  EXPECT_EQ(with("poisson-nb", Estimator::map, {.all = 0.0, .rules = {}}), "no error");
  EXPECT_EQ(with("poisson-nb", Estimator::mle, {.all = 1.0, .rules = {}}),
            "a pseudocount goes with the estimates map, mean and predictive, not with mle");
  EXPECT_EQ(with("poisson-nb", Estimator::mean, {.all = -1.0, .rules = {}}),
            "the pseudocount is -1: give a finite number of at least 0");
  EXPECT_EQ(with("poisson-nb", Estimator::mean,
                 {.all = {}, .rules = {{.label = "a", .feature = "b", .value = "", .count = INFINITY}}}),
            "the pseudocount of 'a', 'b', '' is inf: give a finite number of at least 0");
  EXPECT_EQ(with("lda", Estimator::mean, {.all = 1.0, .rules = {}}),
            "a pseudocount has no meaning for lda: leave --pseudocount out");
}

TEST(CheckEstimateOptions, numbers_out_of_range) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(failure_of({.shrinkage = FixedShrinkage{1.5}}), "the shrinkage 1.5 is not a number from 0 to 1");
  EXPECT_NE(failure_of({.shrinkage = FixedShrinkage{std::nan("")}}), "no error");
  EXPECT_EQ(failure_of({.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, -1}}),
            "rda 0.5,-1: alpha and gamma are numbers from 0 to 1");
  EXPECT_EQ(failure_of({.ridge = -1}), "the ridge is -1: give a number of at least 0");
  EXPECT_NE(failure_of({.ridge = infinity}), "no error");
  const auto prior = [](const GaussianPrior& given) {
    return failure_of({.estimator = Estimator::map, .gaussian_prior = given});
  };
  EXPECT_EQ(prior({.kappa = -1, .nu = {}, .mean = {}, .variance = {}}),
            "the prior's kappa is -1: give a number of at least 0");
  EXPECT_EQ(prior({.kappa = {}, .nu = infinity, .mean = {}, .variance = {}}),
            "the prior's nu is inf: give a finite number");
  EXPECT_EQ(prior({.kappa = {}, .nu = {}, .mean = {{1, infinity}}, .variance = {}}),
            "the prior's mean holds a number that is not finite");
  EXPECT_EQ(prior({.kappa = {}, .nu = {}, .mean = {}, .variance = {{1, -1}}}),
            "the prior's variance holds a number that is negative or not finite");
  EXPECT_EQ(prior({.kappa = 0, .nu = -3, .mean = {{1}}, .variance = {{0}}}), "no error");
}

}  // namespace
}  // namespace suffice
