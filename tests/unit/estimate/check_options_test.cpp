#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "estimate/model_table.hpp"

namespace suffice {
namespace {

std::string failure_of(const FamilyOptions& options) {
  return failure_with_remedies([&] { check_options(options); }, ErrorCode::usage);
}
std::string failure_of(const GaussianOptions& options) {
  return failure_with_remedies([&] { check_options(options); }, ErrorCode::usage);
}

TEST(CheckOptions, every_structure_takes_mle_and_unbiased_with_auto_or_a_number) {
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal,
                                    Structure::spherical, Structure::shared_spherical, Structure::identity}) {
    for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
      for (const Shrinkage& shrinkage :
           {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{}), Shrinkage(FixedShrinkage{0.5})}) {
        EXPECT_EQ(failure_of(GaussianOptions{.structure = structure, .estimator = estimator, .shrinkage = shrinkage}),
                  "no error");
      }
    }
  }
}

TEST(CheckOptions, shrinkage_and_a_prior_exclude_each_other) {
  for (const Estimator estimator : {Estimator::map, Estimator::mean, Estimator::predictive}) {
    EXPECT_EQ(failure_of(GaussianOptions{.estimator = estimator}), "no error");
    EXPECT_NE(failure_of(GaussianOptions{.estimator = estimator, .shrinkage = OasShrinkage{}}), "no error");
  }
  EXPECT_EQ(failure_of(GaussianOptions{.estimator = Estimator::map, .shrinkage = AutoShrinkage{}}),
            "shrinkage (auto) goes with the estimates mle and unbiased; map has a prior instead | give "
            "shrinkage none");
  EXPECT_EQ(failure_of(GaussianOptions{.prior = {.kappa = 1, .nu = {}, .mean = {}, .variance = {}}}),
            "a prior of means and covariances goes with the estimates map, mean and predictive, not with mle");
}

TEST(CheckOptions, shrinkage_that_only_some_structures_have) {
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.5}}), "no error");
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::shared, .shrinkage = RdaShrinkage{0.5, 0.5}}),
            "rda 0.5,0.5 goes with the model rda, not with lda | give model rda");
  EXPECT_EQ(failure_of(GaussianOptions{
                .structure = Structure::full, .estimator = Estimator::unbiased, .shrinkage = RdaShrinkage{}}),
            "rda has no estimate unbiased, but mle | give estimate mle");
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}}), "no error");
  EXPECT_EQ(
      failure_of(GaussianOptions{.structure = Structure::diagonal, .shrinkage = LedoitWolfShrinkage{}}),
      "ledoit-wolf shrinks the covariances of lda, fisher and qda, not those of gaussian-nb | give shrinkage auto "
      "| give shrinkage none");
  EXPECT_NE(failure_of(GaussianOptions{.structure = Structure::shared_spherical, .shrinkage = OasShrinkage{}}),
            "no error");
}

TEST(CheckOptions, identity_has_nothing_to_estimate) {
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::identity, .estimator = Estimator::map}),
            "centroid has no estimate map, but mle, unbiased | give estimate mle | give estimate unbiased");
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::identity, .ridge = 1}),
            "a ridge has no meaning for centroid, whose covariance is fixed | leave out ridge");
}

TEST(CheckOptions, predictive_takes_no_ridge_and_no_axes) {
  EXPECT_EQ(failure_of(GaussianOptions{.estimator = Estimator::predictive, .ridge = 1}),
            "a ridge cannot be added to the predictive estimate | leave out ridge | give estimate map");
  EXPECT_EQ(
      failure_of(GaussianOptions{.estimator = Estimator::predictive, .fisher = FisherAxes{}}),
      "fisher has no estimate predictive, but mle, unbiased, map, mean | give estimate mle | give estimate unbiased "
      "| give estimate map | give estimate mean");
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::full, .fisher = FisherAxes{}}),
            "Fisher's axes go with one covariance for all classes, not with qda | give model fisher");
  EXPECT_EQ(failure_of(GaussianOptions{.estimator = Estimator::mean, .ridge = 1, .fisher = FisherAxes{1}}), "no error");
}

TEST(CheckOptions, every_name_has_defaults_that_fit_and_predictives_are_those_there_are) {
  for (const NamedModel& model : models()) {
    EXPECT_EQ(failure_of(model.options), "no error") << model.name;
  }
  const auto by = [](const std::string& name, Estimator estimator) {
    FamilyOptions options = find_model(name).options;
    std::visit([estimator](auto& of_family) { of_family.estimator = estimator; }, options);
    return failure_of(options);
  };
  for (const std::string name : {"categorical-nb", "bernoulli-nb", "multinomial-nb", "boolean-nb", "poisson-nb",
                                 "exponential-nb", "geometric-nb"}) {
    EXPECT_EQ(by(name, Estimator::predictive), "no error");
    EXPECT_EQ(by(name, Estimator::mle), "no error");
    EXPECT_EQ(by(name, Estimator::map), "no error");
  }
  const std::string others = ", but mle, map, mean | give estimate mle | give estimate map | give estimate mean";
  EXPECT_EQ(by("complement-nb", Estimator::predictive), "complement-nb has no estimate predictive" + others);
  EXPECT_EQ(by("gamma-nb", Estimator::predictive), "gamma-nb has no estimate predictive" + others);
  EXPECT_EQ(by("poisson-nb", Estimator::unbiased).rfind("poisson-nb has no estimate unbiased, but mle, map", 0), 0U);
}

TEST(CheckOptions, what_only_some_families_have) {
  const auto with = [](const std::string& name, auto change) {
    auto options = std::get<TermOptions>(find_model(name).options);
    change(options);
    return failure_of(FamilyOptions(options));
  };
  const auto reserve = [](TermOptions& options) { options.unseen = Unseen::reserve; };
  EXPECT_EQ(failure_of(FamilyOptions(ValueOptions{.unseen = Unseen::reserve})), "no error");
  EXPECT_EQ(with("complement-nb", reserve), "no error");
  EXPECT_EQ(with("bernoulli-nb", reserve),
            "bernoulli-nb cannot reserve a place for terms that are unseen | leave out oov");
  const auto tf_idf = [](TermOptions& options) { options.tf_idf = true; };
  EXPECT_EQ(with("boolean-nb", tf_idf), "no error");
  EXPECT_EQ(with("bernoulli-nb", tf_idf),
            "bernoulli-nb has terms that are there or not, which tf-idf does not change | leave out tf-idf");
  EXPECT_NE(with("bernoulli-nb", [](TermOptions& options) { options.boolean = true; }), "no error");
  EXPECT_EQ(with("multinomial-nb",
                 [&](TermOptions& options) {
                   tf_idf(options);
                   reserve(options);
                 }),
            "with tf-idf no term can be reserved for those that are unseen | leave out tf-idf | leave out oov");
  EXPECT_EQ(with("multinomial-nb",
                 [&](TermOptions& options) {
                   tf_idf(options);
                   options.estimator = Estimator::predictive;
                 }),
            "tf-idf and the estimate predictive exclude each other | leave out tf-idf | give estimate mean");
  EXPECT_EQ(with("multinomial-nb", [](TermOptions& options) { options.normalised = true; }),
            "normalised weights go with complement-nb, not with multinomial-nb | leave out normalised");
  EXPECT_EQ(with("multinomial-nb", [](TermOptions& options) { options.vocabulary = {{"b", "a"}}; }),
            "the vocabulary is not in byte order, each term once");
  EXPECT_NE(with("multinomial-nb", [](TermOptions& options) { options.min_documents = -1; }), "no error");
}

TEST(CheckOptions, pseudocounts) {
  const auto with = [](Estimator estimator, const Pseudocount& pseudocount) {
    const std::string amounts =
        failure_of(FamilyOptions(AmountOptions{.estimator = estimator, .pseudocount = pseudocount}));
    EXPECT_EQ(failure_of(FamilyOptions(TermOptions{.estimator = estimator, .pseudocount = pseudocount})), amounts);
    EXPECT_EQ(failure_of(FamilyOptions(ValueOptions{.estimator = estimator, .pseudocount = pseudocount})), amounts);
    return amounts;
  };
  EXPECT_EQ(with(Estimator::map, {.all = 0.0, .rules = {}}), "no error");
  EXPECT_EQ(with(Estimator::mle, {.all = 1.0, .rules = {}}),
            "a pseudocount goes with the estimates map, mean and predictive, not with mle | leave out pseudocount | "
            "give estimate mean");
  EXPECT_EQ(with(Estimator::mean, {.all = -1.0, .rules = {}}), "the pseudocount is -1, not a number from 0 to 1e100");
  EXPECT_EQ(
      with(Estimator::mean, {.all = {}, .rules = {{.label = "a", .feature = "b", .value = "", .count = INFINITY}}}),
      "the pseudocount of 'a', 'b', '' is inf, not a number from 0 to 1e100");
}

TEST(CheckOptions, numbers_out_of_range) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(failure_of(GaussianOptions{.shrinkage = FixedShrinkage{1.5}}),
            "the shrinkage 1.5 is not a number from 0 to 1");
  EXPECT_NE(failure_of(GaussianOptions{.shrinkage = FixedShrinkage{std::nan("")}}), "no error");
  EXPECT_EQ(failure_of(GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, -1}}),
            "rda 0.5,-1: alpha and gamma are numbers from 0 to 1");
  EXPECT_EQ(failure_of(GaussianOptions{.ridge = -1}), "the ridge is -1, not a number of at least 0");
  EXPECT_NE(failure_of(GaussianOptions{.ridge = infinity}), "no error");
  const auto prior = [](const GaussianPrior& given) {
    return failure_of(GaussianOptions{.estimator = Estimator::map, .prior = given});
  };
  EXPECT_EQ(prior({.kappa = -1, .nu = {}, .mean = {}, .variance = {}}),
            "the prior's kappa is -1, not a number of at least 0");
  EXPECT_EQ(prior({.kappa = {}, .nu = infinity, .mean = {}, .variance = {}}),
            "the prior's nu is inf, not a finite number");
  EXPECT_EQ(prior({.kappa = {}, .nu = {}, .mean = {{1, infinity}}, .variance = {}}),
            "the prior's mean holds a number that is not finite");
  EXPECT_EQ(prior({.kappa = {}, .nu = {}, .mean = {}, .variance = {{1, -1}}}),
            "the prior's variance holds a number that is negative or not finite");
  EXPECT_EQ(prior({.kappa = 0, .nu = -3, .mean = {{1}}, .variance = {{0}}}), "no error");
}

}  // namespace
}  // namespace suffice
