// Options as JSON text: spelling, round trip, refusal.
#include "store/options_json.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

const std::vector<std::string> labels = {"a", "b"};

std::string read_outcome(const std::string& text, bool format_1 = false) {
  return outcome_of([&] { options_from_json(text, format_1); });
}

std::string check_outcome(const EstimateOptions& options) {
  return outcome_of([&] { check_options(options, labels, 2); });
}

EstimateOptions options_of(const std::string& model, Shrinkage shrinkage = NoShrinkage{}) {
  EstimateOptions options;
  options.shrinkage = shrinkage;
  set_model(options, model);
  return options;
}

TEST(OptionsJson, IsSpelledAsOnTheCommandLine) {
  EXPECT_EQ(options_to_json({}),
            R"({"model":"lda","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical"})");
  EXPECT_EQ(options_to_json({.structure = Structure::full,
                             .estimator = Estimator::unbiased,
                             .shrinkage = AutoShrinkage{},
                             .ridge = 0.5,
                             .class_prior = SmoothedPrior{}}),
            R"({"model":"qda","estimate":"unbiased","shrinkage":"auto","ridge":0.5,"class_prior":"smoothed"})");
  EXPECT_EQ(options_to_json({.shrinkage = FixedShrinkage{1}, .class_prior = GivenPrior{{{"b\"", 0.9}, {"a", 0.1}}}}),
            R"({"model":"lda","estimate":"mle","shrinkage":1,"ridge":0,"class_prior":{"a":0.1,"b\"":0.9}})");
  EXPECT_EQ(options_to_json(options_of("rda", RdaShrinkage{0.25, 1})),
            R"({"model":"rda","estimate":"mle","shrinkage":{"alpha":0.25,"gamma":1},"ridge":0,)"
            R"("class_prior":"empirical"})");
  EstimateOptions fisher = options_of("fisher");
  EXPECT_EQ(options_to_json(fisher),
            R"({"model":"fisher","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical"})");
  fisher.fisher->count = 2;
  EXPECT_EQ(options_to_json(fisher),
            R"({"model":"fisher","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical","axes":2})");
  EXPECT_EQ(options_to_json({.estimator = Estimator::map, .gaussian_prior = {.kappa = 1, .mean = {{0.5, -1}}}}),
            R"({"model":"lda","estimate":"map","shrinkage":"none","ridge":0,"class_prior":"empirical",)"
            R"("gaussian_prior":{"kappa":1,"mean":[0.5,-1]}})");
}

TEST(OptionsJson, ReadsBackWhatItWrote) {
  for (const std::string& model : model_names()) {
    for (const Shrinkage& shrinkage :
         {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{}), Shrinkage(FixedShrinkage{1.0 / 3}),
          Shrinkage(LedoitWolfShrinkage{}), Shrinkage(OasShrinkage{}), Shrinkage(RdaShrinkage{0.1, 5e-324})}) {
      for (const ClassPrior& prior :
           {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{}),
            ClassPrior(GivenPrior{{{"a", 0}, {"b", 1}}}), ClassPrior(GivenPrior{{{"a", 0.1}, {"ö", 0.9}}})}) {
        EstimateOptions options = options_of(model, shrinkage);
        options.class_prior = prior;
        options.ridge = options.family == Family::gaussian ? 0.1 : 0;
        if (options.fisher) {
          options.fisher->count = 7;
        }
        EXPECT_EQ(options_from_json(options_to_json(options)), options) << options_to_json(options);
      }
    }
  }
  for (const Estimator estimator :
       {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean, Estimator::predictive}) {
    EXPECT_EQ(options_from_json(options_to_json({.estimator = estimator})).estimator, estimator);
  }
}

TEST(OptionsJson, LeavesOutWhatIsAtItsDefault) {
  EXPECT_EQ(options_to_json(options_for("multinomial-nb")),
            R"({"model":"multinomial-nb","estimate":"mean","class_prior":"empirical"})");
  EstimateOptions options = options_for("complement-nb");
  options.pseudocount = {.all = 0.5, .rules = {{.label = "a", .count = 2}, {.feature = "x", .count = 1}}};
  options.terms = {.min_documents = 2, .max_terms = 1000, .boolean = true, .tf_idf = true, .normalised = true};
  EXPECT_EQ(options_to_json(options),
            R"({"model":"complement-nb","estimate":"mean","class_prior":"empirical","pseudocount":0.5,)"
            R"("pseudocounts":[{"label":"a","count":2},{"feature":"x","count":1}],"min_documents":2,)"
            R"("max_terms":1000,"boolean":true,"tf_idf":true,"normalised":true})");
  EXPECT_EQ(options_from_json(options_to_json(options)), options);
  options = options_for("boolean-nb");
  options.unseen = Unseen::reserve;
  options.class_prior = GivenPrior{{{"a", 0.25}, {"b", 0.75}}};
  EXPECT_EQ(options_to_json(options),
            R"({"model":"boolean-nb","estimate":"mean","class_prior":{"a":0.25,"b":0.75},"unseen":"reserve"})");
  EXPECT_EQ(options_from_json(options_to_json(options)), options);
}

TEST(OptionsJson, RejectsWhatTheFamilyDoesNotKnow) {
  for (const std::string more :
       {R"("shrinkage":"none")", R"("ridge":0)", R"("axes":1)", R"("pseudocount":"1")", R"("pseudocounts":[])",
        R"("pseudocounts":[{"label":"a"}])", R"("unseen":"later")", R"("max_terms":-1)", R"("max_terms":1.5)",
        R"("tf_idf":false)", R"("boolean":1)", R"("min_documents":null)"}) {
    const std::string text = R"({"model":"multinomial-nb","estimate":"mean","class_prior":"empirical",)" + more + "}";
    EXPECT_TRUE(read_outcome(text).starts_with("bad_model: ")) << text;
  }
  EXPECT_TRUE(read_outcome(R"({"model":"lda","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical",)"
                           R"("tf_idf":true})")
                  .starts_with("bad_model: "));
}

TEST(OptionsJson, RejectsOtherText) {
  EXPECT_EQ(read_outcome("x"), "bad_model: the list of options is not valid JSON (at byte 1)");
  EXPECT_EQ(read_outcome("{}"), "bad_model: the list of options lacks \"model\"");
  EXPECT_EQ(read_outcome(R"({"model":"svm","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical"})"),
            "bad_model: the list of options: the model \"svm\" is not known to this version of Suffice; the file may "
            "come from a newer one: upgrade to read it");
  const std::string tail = R"(,"ridge":0,"class_prior":"empirical"})";
  const std::string head = R"({"model":"lda","estimate":"mle","shrinkage":"none",)";
  const std::vector<std::string> bad = {
      R"({"model":"lda","estimate":"best","shrinkage":"none")" + tail,
      R"({"model":"lda","estimate":1,"shrinkage":"none")" + tail,
      R"({"model":"lda","estimate":"mle","shrinkage":"some")" + tail,
      R"({"model":"lda","estimate":"mle","shrinkage":"0.5")" + tail,
      R"({"model":"lda","estimate":"mle","shrinkage":null)" + tail,
      R"({"model":"rda","estimate":"mle","shrinkage":"none")" + tail,
      R"({"model":"rda","estimate":"mle","shrinkage":{"alpha":1})" + tail,
      R"({"model":"rda","estimate":"mle","shrinkage":{"alpha":1,"gamma":"0"})" + tail,
      R"({"model":"qda","estimate":"mle","shrinkage":{"alpha":1,"gamma":0})" + tail,
      head + R"("class_prior":"empirical"})",
      head + R"("ridge":"0","class_prior":"empirical"})",
      head + R"("ridge":0,"class_prior":"odd"})",
      head + R"("ridge":0,"class_prior":"empirical","speed":1})",
      head + R"("ridge":0,"class_prior":"empirical","axes":1})",
      R"({"model":"fisher","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical","axes":0})",
      R"({"model":"fisher","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical","axes":1.5})"};
  for (const std::string& text : bad) {
    EXPECT_TRUE(read_outcome(text).starts_with("bad_model: ")) << text;
  }
}

TEST(OptionsJson, ReadsFormat1AndNothingNewerInIt) {
  EXPECT_EQ(options_from_json(R"({"model":"lda","estimate":"unbiased","shrinkage":0.5,"class_prior":"uniform"})", true),
            (EstimateOptions{
                .estimator = Estimator::unbiased, .shrinkage = FixedShrinkage{0.5}, .class_prior = UniformPrior{}}));
  const std::vector<std::string> newer = {
      R"({"model":"lda","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical"})",
      R"({"model":"centroid","estimate":"mle","shrinkage":"none","class_prior":"empirical"})",
      R"({"model":"lda","estimate":"map","shrinkage":"none","class_prior":"empirical"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"oas","class_prior":"empirical"})"};
  for (const std::string& text : newer) {
    EXPECT_TRUE(read_outcome(text, true).starts_with("bad_model: ")) << text;
  }
}

TEST(OptionsJson, ChecksMeaning) {
  EXPECT_EQ(check_outcome({}), "no error");
  EXPECT_EQ(check_outcome({.shrinkage = FixedShrinkage{1}, .class_prior = GivenPrior{{{"a", 1}, {"b", 0}}}}),
            "no error");
  for (const double lambda : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(check_outcome({.shrinkage = FixedShrinkage{lambda}}).starts_with("bad_model: the list of options: "));
  }
  EXPECT_TRUE(check_outcome(options_of("gaussian-nb", OasShrinkage{})).starts_with("bad_model: the list of options: "));
  EXPECT_TRUE(check_outcome({.ridge = -1}).starts_with("bad_model: the list of options: "));
  EXPECT_EQ(check_outcome({.estimator = Estimator::map, .gaussian_prior = {.variance = {{1, 2, 3}}}}),
            "bad_model: the list of options: the Gaussian prior does not have one number per column");
  const auto given = [](std::map<std::string, double> prior) {
    return check_outcome({.class_prior = GivenPrior{std::move(prior)}});
  };
  EXPECT_EQ(given({{"a", 1.5}, {"b", -0.5}}),
            "bad_model: the list of options: a probability of the class prior is negative");
  EXPECT_EQ(given({{"a", 0.5}, {"b", 0.4}}), "bad_model: the list of options: the class prior does not sum to 1");
  EXPECT_EQ(given({{"a", 0.5}, {"c", 0.5}}),
            "bad_model: the list of options: the class prior leaves out the label \"b\"");
  EXPECT_EQ(given({{"a", 0.5}, {"b", 0.5}, {"c", 0}}),
            "bad_model: the list of options: the class prior names a label that the model does not have");
}

}  // namespace
}  // namespace suffice
