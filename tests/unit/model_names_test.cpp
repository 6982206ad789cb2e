#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {
namespace {

TEST(ModelNames, every_name_can_be_set_and_read_back_from_any_other) {
  EXPECT_EQ(model_names().size(), 18U);
  for (const std::string& before : model_names()) {
    for (const std::string& after : model_names()) {
      EstimateOptions options;
      set_model(options, before);
      set_model(options, after);
      EXPECT_EQ(model_name(options), after) << "after " << before;
      check_estimate_options(options);
    }
  }
}

TEST(ModelNames, setting_a_model_keeps_what_it_has_already) {
  EstimateOptions options{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}};
  set_model(options, "rda");
  EXPECT_EQ(options.shrinkage, Shrinkage(RdaShrinkage{0.5, 0.25}));
  set_model(options, "lda");
  EXPECT_EQ(options.shrinkage, Shrinkage(NoShrinkage{}));
  options = {.shrinkage = AutoShrinkage{}, .fisher = FisherAxes{2}};
  EXPECT_EQ(model_name(options), "fisher");
  set_model(options, "fisher");
  EXPECT_EQ(options.fisher, FisherAxes{2});
  set_model(options, "qda");
  EXPECT_FALSE(options.fisher);
  EXPECT_EQ(options.shrinkage, Shrinkage(AutoShrinkage{}));
  EXPECT_EQ(options.structure, Structure::full);
}

TEST(ModelNames, what_another_family_has_no_use_for_is_cleared) {
  EstimateOptions options{.shrinkage = AutoShrinkage{}, .ridge = 1, .class_prior = UniformPrior{}};
  set_model(options, "multinomial-nb");
  EXPECT_EQ(options, (EstimateOptions{
                         .family = Family::multinomial, .estimator = Estimator::mean, .class_prior = UniformPrior{}}));
  options.pseudocount.all = 0.5;
  options.unseen = Unseen::reserve;
  options.terms.min_documents = 3;
  options.estimator = Estimator::predictive;
  set_model(options, "complement-nb");
  EXPECT_EQ(options.estimator, Estimator::mean);
  EXPECT_EQ(options.unseen, Unseen::reserve);
  EXPECT_EQ(options.pseudocount.all, 0.5);
  EXPECT_EQ(options.terms.min_documents, 3);
  set_model(options, "poisson-nb");
  EXPECT_EQ(options.terms, TermReading{});
  EXPECT_EQ(options.unseen, Unseen::ignore);
  EXPECT_EQ(options.pseudocount.all, 0.5);
  set_model(options, "qda");
  EXPECT_EQ(options, (EstimateOptions{.structure = Structure::full, .class_prior = UniformPrior{}}));
}

TEST(ModelNames, a_boolean_model_is_a_multinomial_of_terms_that_count_once) {
  EstimateOptions options = options_for("boolean-nb");
  EXPECT_EQ(options.family, Family::multinomial);
  EXPECT_TRUE(options.terms.boolean);
  set_model(options, "complement-nb");
  EXPECT_FALSE(options.terms.boolean);
  EXPECT_EQ(options_for("gamma-nb").estimator, Estimator::mean);
  EXPECT_EQ(options_for("lda"), EstimateOptions{});
}

TEST(ModelNames, an_unknown_name_changes_nothing_and_is_corrected) {
  EstimateOptions options{.structure = Structure::identity};
  try {
    set_model(options, "gausian-nb");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message(),
              "there is no model 'gausian-nb' (did you mean 'gaussian-nb'?); the models are lda, qda, gaussian-nb, "
              "diagonal-lda, spherical, shared-spherical, centroid, rda, fisher, categorical-nb, bernoulli-nb, "
              "multinomial-nb, boolean-nb, complement-nb, poisson-nb, exponential-nb, geometric-nb, gamma-nb");
  }
  EXPECT_EQ(options, (EstimateOptions{.structure = Structure::identity}));
}

}  // namespace
}  // namespace suffice
