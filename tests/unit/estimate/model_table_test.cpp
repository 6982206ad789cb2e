#include "estimate/model_table.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "error_text.hpp"

namespace suffice {
namespace {

FamilyOptions defaults(const std::string& name) { return find_model(name).options; }

TEST(Models, every_name_can_be_set_and_read_back_from_any_other) {
  EXPECT_EQ(models().size(), 20U);
  for (const NamedModel& before : models()) {
    EXPECT_EQ(model_name(before.options), before.name);
    EXPECT_EQ(
        &std::visit([](const auto& options) -> const NamedModel& { return named_model(options); }, before.options),
        &before);
    for (const NamedModel& after : models()) {
      for (const Estimator estimator : before.estimators) {
        FamilyOptions options = before.options;
        std::visit([estimator](auto& of_family) { of_family.estimator = estimator; }, options);
        set_model(options, after.name);
        EXPECT_EQ(model_name(options), after.name) << "after " << before.name;
        check_options(options);
      }
    }
  }
}

TEST(Models, have_help_a_role_and_options_that_are_known) {
  for (const NamedModel& model : models()) {
    EXPECT_FALSE(model.help.empty());
    EXPECT_TRUE(fits(model.options, kind_of(model.role))) << model.name;
    for (const std::string& option : model.takes) {
      EXPECT_NE(std::ranges::find(model_options(), option), model_options().end()) << option;
    }
  }
  for (const std::string& option : model_options()) {
    EXPECT_TRUE(std::ranges::any_of(models(), [&](const NamedModel& model) { return takes(model, option); })) << option;
  }
}

TEST(Models, read_blocks_of_their_kind) {
  EXPECT_TRUE(fits(defaults("lda"), Kind::measurements));
  EXPECT_FALSE(fits(defaults("lda"), Kind::amounts));
  EXPECT_TRUE(fits(defaults("multinomial-nb"), Kind::text));
  EXPECT_TRUE(fits(defaults("multinomial-nb"), Kind::counts));
  EXPECT_FALSE(fits(defaults("gamma-nb"), Kind::counts));
  EXPECT_EQ(model_name(default_options(Kind::measurements)), "lda");
  EXPECT_EQ(model_name(default_options(Kind::counts)), "multinomial-nb");
  EXPECT_EQ(model_name(default_options(Kind::text)), "multinomial-nb");
  EXPECT_EQ(model_name(default_options(Kind::categories)), "categorical-nb");
  EXPECT_EQ(model_name(default_options(Kind::amounts)), "poisson-nb");
}

TEST(SetModel, keeps_what_both_have) {
  FamilyOptions options = GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}};
  set_model(options, "rda");
  EXPECT_EQ(options,
            FamilyOptions(GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}}));
  set_model(options, "lda");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{}));
  options = GaussianOptions{.shrinkage = AutoShrinkage{}, .ridge = 2, .fisher = FisherAxes{2}};
  EXPECT_EQ(model_name(options), "fisher");
  set_model(options, "fisher");
  EXPECT_EQ(std::get<GaussianOptions>(options).fisher, FisherAxes{2});
  set_model(options, "qda");
  EXPECT_EQ(options,
            FamilyOptions(GaussianOptions{.structure = Structure::full, .shrinkage = AutoShrinkage{}, .ridge = 2}));
  set_model(options, "centroid");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{.structure = Structure::identity, .shrinkage = AutoShrinkage{}}));
}

TEST(SetModel, drops_what_the_model_cannot_have) {
  FamilyOptions options = GaussianOptions{.shrinkage = LedoitWolfShrinkage{}};
  set_model(options, "qda");
  EXPECT_EQ(std::get<GaussianOptions>(options).shrinkage, Shrinkage(LedoitWolfShrinkage{}));
  set_model(options, "gaussian-nb");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{.structure = Structure::diagonal}));
  options = GaussianOptions{.estimator = Estimator::map, .prior = {.kappa = 1}};
  set_model(options, "diagonal-lda");
  EXPECT_EQ(std::get<GaussianOptions>(options).prior.kappa, 1);
  set_model(options, "centroid");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{.structure = Structure::identity}));
}

TEST(SetModel, of_terms) {
  FamilyOptions options = TermOptions{
      .estimator = Estimator::predictive, .pseudocount = {.all = 0.5}, .unseen = Unseen::reserve, .min_documents = 3};
  set_model(options, "complement-nb");
  EXPECT_EQ(options, FamilyOptions(TermOptions{.family = TermFamily::complement,
                                               .pseudocount = {.all = 0.5},
                                               .unseen = Unseen::reserve,
                                               .min_documents = 3}));
  set_model(options, "bernoulli-nb");
  EXPECT_EQ(options, FamilyOptions(TermOptions{
                         .family = TermFamily::bernoulli, .pseudocount = {.all = 0.5}, .min_documents = 3}));
  options = TermOptions{.family = TermFamily::complement, .boolean = true, .tf_idf = true, .normalised = true};
  FamilyOptions same = options;
  set_model(same, "complement-nb");
  EXPECT_EQ(same, options);
  set_model(options, "multinomial-nb");
  EXPECT_EQ(options, FamilyOptions(TermOptions{.tf_idf = true}));
}

TEST(SetModel, of_another_kind_has_the_defaults_of_the_model) {
  FamilyOptions options = TermOptions{.pseudocount = {.all = 0.5}};
  set_model(options, "poisson-nb");
  EXPECT_EQ(options, FamilyOptions(AmountOptions{}));
  std::get<AmountOptions>(options) = {.estimator = Estimator::predictive, .pseudocount = {.all = 0.5}};
  set_model(options, "gamma-nb");
  EXPECT_EQ(options, FamilyOptions(AmountOptions{.family = AmountFamily::gamma, .pseudocount = {.all = 0.5}}));
  set_model(options, "qda");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{.structure = Structure::full}));
}

TEST(SetModel, a_boolean_model_is_a_multinomial_of_terms_that_count_once) {
  FamilyOptions options = defaults("boolean-nb");
  EXPECT_EQ(options, FamilyOptions(TermOptions{.boolean = true}));
  set_model(options, "complement-nb");
  EXPECT_FALSE(std::get<TermOptions>(options).boolean);
  EXPECT_EQ(std::get<AmountOptions>(defaults("gamma-nb")).estimator, Estimator::mean);
  EXPECT_EQ(defaults("lda"), FamilyOptions(GaussianOptions{}));
}

TEST(SetModel, an_unknown_name_changes_nothing_and_is_corrected) {
  FamilyOptions options = GaussianOptions{.structure = Structure::identity};
  EXPECT_EQ(
      failure_with_remedies([&] { set_model(options, "gausian-nb"); }, ErrorCode::usage),
      "there is no model 'gausian-nb' (did you mean 'gaussian-nb'?); the models are lda, qda, gaussian-nb, "
      "diagonal-lda, spherical, shared-spherical, centroid, rda, fisher, categorical-nb, aode, tan, bernoulli-nb, "
      "multinomial-nb, boolean-nb, complement-nb, poisson-nb, exponential-nb, geometric-nb, gamma-nb, naive-bayes, "
      "logistic, perceptron, least-squares");
  EXPECT_EQ(options, FamilyOptions(GaussianOptions{.structure = Structure::identity}));
}

TEST(SetModel, names_from_elsewhere_get_the_one_they_have_here) {
  const auto answer = [](const std::string& name) {
    FamilyOptions options = GaussianOptions{};
    const std::string words = failure_with_remedies([&] { set_model(options, name); }, ErrorCode::usage);
    return words.substr(0, words.find(';'));
  };
  EXPECT_EQ(answer("gnb"), "there is no model 'gnb' (here it is gaussian-nb)");
  EXPECT_EQ(answer("Logistic_Regression"), "there is no model 'Logistic_Regression' (here it is logistic)");
  EXPECT_EQ(answer("NB"), "there is no model 'NB' (here it is naive-bayes)");
  EXPECT_EQ(answer("random-forest"), "there is no model 'random-forest' (it is not here");
}

TEST(ModelName, of_readings_has_each_name_once) {
  EXPECT_EQ(model_name(Options{.readings = {{0, {"a"}, GaussianOptions{}},
                                            {1, {}, AmountOptions{}},
                                            {0, {"b"}, GaussianOptions{.ridge = 1}}}}),
            "lda + poisson-nb");
}

TEST(ModelName, has_other_opinions_apart) {
  EXPECT_EQ(model_name(Options{.readings = {{0, {}, GaussianOptions{}},
                                            {1, {}, AmountOptions{}},
                                            {0, {}, GaussianOptions{.structure = Structure::diagonal}, 1},
                                            {0, {}, GaussianOptions{.structure = Structure::full}, 2},
                                            {1, {}, AmountOptions{.family = AmountFamily::gamma}, 2}}}),
            "lda + poisson-nb, with gaussian-nb + qda + gamma-nb");
  EXPECT_EQ(opinion_name(1), "second opinion");
  EXPECT_EQ(opinion_name(2), "third opinion");
  EXPECT_EQ(opinion_name(9), "10th opinion");
}

TEST(Takes, follows_the_table) {
  EXPECT_TRUE(takes(defaults("lda"), "shrinkage"));
  EXPECT_FALSE(takes(defaults("rda"), "shrinkage"));
  EXPECT_TRUE(takes(defaults("rda"), "rda"));
  EXPECT_FALSE(takes(defaults("centroid"), "ridge"));
  EXPECT_TRUE(takes(defaults("complement-nb"), "normalised"));
  EXPECT_FALSE(takes(defaults("bernoulli-nb"), "oov"));
  EXPECT_TRUE(takes(defaults("categorical-nb"), "unseen"));
  EXPECT_FALSE(takes(defaults("categorical-nb"), "oov"));
  EXPECT_FALSE(takes(defaults("lda"), "nothing"));
}

TEST(CheckTaken, says_why_not_and_what_there_is_instead) {
  const auto failure = [](const std::string& model, const std::string& option) {
    return failure_with_remedies([&] { check_taken({.readings = {{.options = defaults(model)}}}, option); },
                                 ErrorCode::usage);
  };
  EXPECT_EQ(failure("lda", "shrinkage"), "no error");
  EXPECT_EQ(failure("multinomial-nb", "shrinkage"),
            "the option shrinkage does not go with multinomial-nb; counts are smoothed by pseudocounts | give "
            "pseudocount B | leave out shrinkage");
  EXPECT_EQ(failure("rda", "shrinkage"),
            "the option shrinkage does not go with rda; it shrinks by alpha and gamma | give rda A,G | give model qda "
            "| leave out shrinkage");
  EXPECT_EQ(failure("centroid", "ridge"),
            "the option ridge does not go with centroid; its covariance is fixed | leave out ridge");
  for (const std::string& option : model_options()) {
    EXPECT_EQ(failure("poisson-nb", option) == "no error", option == "estimate" || option == "pseudocount");
    EXPECT_EQ(failure("lda", option).find("; ") == std::string::npos, takes(defaults("lda"), option)) << option;
  }
}

TEST(CheckTaken, one_reading_is_enough) {
  EXPECT_NO_THROW(check_taken({.readings = {{.options = GaussianOptions{}}, {.options = TermOptions{}}}}, "oov"));
}

}  // namespace
}  // namespace suffice
