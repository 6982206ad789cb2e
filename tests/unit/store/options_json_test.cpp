// Priors as JSON text: spelling, round trip, refusal.
// Options as JSON text: spelling, round trip, refusal.
#include "store/content/options_json.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

JsonValue read_json(const std::string& text) { return parse_json(text, "it"); }

TEST(PriorJson, SpellsAClassPriorAsAWordOrAnObject) {
  EXPECT_EQ(class_prior_json(EmpiricalPrior{}), R"("empirical")");
  EXPECT_EQ(class_prior_json(SmoothedPrior{}), R"("smoothed")");
  EXPECT_EQ(class_prior_json(UniformPrior{}), R"("uniform")");
  EXPECT_EQ(class_prior_json(GivenPrior{{{"a,\"b\"", 0.25}, {"ö", 0.75}}}), R"({"a,\"b\"":0.25,"ö":0.75})");
}

TEST(PriorJson, ReadsAClassPriorBack) {
  for (const ClassPrior& prior : {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{}),
                                  ClassPrior(GivenPrior{{{"a,b=1", 0.1}, {"c", 0.9}}})}) {
    EXPECT_EQ(read_class_prior(read_json(class_prior_json(prior)), "it"), prior);
  }
}

TEST(PriorJson, RejectsOtherClassPriors) {
  for (const std::string text : {"1", "null", "[1]", R"("odd")", R"("a=1")", R"({"a":"1"})", R"({"a":null})"}) {
    EXPECT_NE(outcome_of([&] { read_class_prior(read_json(text), "it"); }), "no error") << text;
  }
  EXPECT_EQ(outcome_of([] { read_class_prior(read_json(R"({"a":"1"})"), "it"); }),
            "bad_model: it: a probability in \"class_prior\" is not a number");
}

TEST(PriorJson, SpellsAndReadsAGaussianPrior) {
  const GaussianPrior all = {.kappa = 0.5, .nu = -1, .mean = {{1, 2}}, .variance = {{0, 1e-300}}};
  EXPECT_EQ(gaussian_prior_json(all), R"({"kappa":0.5,"nu":-1,"mean":[1,2],"variance":[0,1e-300]})");
  for (const GaussianPrior& prior : {all, GaussianPrior{.kappa = 1}, GaussianPrior{.nu = 3},
                                     GaussianPrior{.mean = {{}}}, GaussianPrior{.variance = {{7}}}}) {
    EXPECT_EQ(read_gaussian_prior(read_json(gaussian_prior_json(prior)), "it"), prior);
  }
}

TEST(PriorJson, RejectsOtherGaussianPriors) {
  EXPECT_EQ(outcome_of([] { read_gaussian_prior(read_json("{}"), "it"); }), "bad_model: it: \"prior\" says nothing");
  for (const std::string text :
       {"[]", "1", R"({"scale":1})", R"({"kappa":"1"})", R"({"mean":1})", R"({"mean":["1"]})", R"({"nu":null})"}) {
    EXPECT_TRUE(outcome_of([&] { read_gaussian_prior(read_json(text), "it"); }).starts_with("bad_model: ")) << text;
  }
}

TEST(PriorJson, WritesAndReadsPseudocountRules) {
  const std::vector<PseudocountRule> rules = {{"a", "x", "red", 0.5}, {"", "y", "", 2}, {"b", "", "", 0}};
  EXPECT_EQ(pseudocount_rules_json(rules),
            R"([{"label":"a","feature":"x","value":"red","count":0.5},{"feature":"y","count":2},)"
            R"({"label":"b","count":0}])");
  EXPECT_EQ(read_pseudocount_rules(read_json(pseudocount_rules_json(rules)), "options"), rules);
  for (const char* text : {"[]", "{}", "[1]", R"([{"label":"a"}])", R"([{"count":"1"}])",
                           R"([{"count":1,"class":"a"}])", R"([{"count":1,"label":2}])"}) {
    EXPECT_EQ(error_of([&] { read_pseudocount_rules(read_json(text), "options"); })->code(), ErrorCode::bad_model)
        << text;
  }
}

const Schema one_block = {.blocks = {{.features = {"x", "y"}}}, .target = "t"};

std::string text_of(FamilyOptions options, const ClassPrior& prior = EmpiricalPrior{}) {
  return options_to_json({prior, {reading_of(0, std::move(options))}}, one_block);
}

std::string read_outcome(const std::string& text) {
  return outcome_of([&] { options_from_json(text); });
}

/// The text of one reading, or what reading it says.
std::string with_reading(const std::string& reading) {
  return R"({"class_prior":"empirical","readings":[)" + reading + "]}";
}

FamilyOptions options_of(const std::string& model, const Shrinkage& shrinkage = NoShrinkage{}) {
  FamilyOptions options = find_model(model).options;
  if (auto* gaussian = std::get_if<GaussianOptions>(&options)) {
    const bool rda = std::holds_alternative<RdaShrinkage>(gaussian->shrinkage);
    if (rda == std::holds_alternative<RdaShrinkage>(shrinkage)) gaussian->shrinkage = shrinkage;
  }
  return options;
}

TEST(OptionsJson, IsSpelledAsOnTheCommandLine) {
  EXPECT_EQ(text_of(GaussianOptions{}), with_reading(R"({"block":0,"model":"lda","estimate":"mle"})"));
  EXPECT_EQ(text_of(GaussianOptions{.structure = Structure::full,
                                    .estimator = Estimator::unbiased,
                                    .shrinkage = AutoShrinkage{},
                                    .ridge = 0.5},
                    SmoothedPrior{}),
            R"({"class_prior":"smoothed","readings":[{"block":0,"model":"qda","estimate":"unbiased",)"
            R"("shrinkage":"auto","ridge":0.5}]})");
  EXPECT_EQ(text_of(GaussianOptions{.shrinkage = FixedShrinkage{1}}, GivenPrior{{{"b\"", 0.9}, {"a", 0.1}}}),
            R"({"class_prior":{"a":0.1,"b\"":0.9},"readings":[{"block":0,"model":"lda","estimate":"mle",)"
            R"("shrinkage":1}]})");
  EXPECT_EQ(text_of(options_of("rda", RdaShrinkage{0.25, 1})),
            with_reading(R"({"block":0,"model":"rda","estimate":"mle","shrinkage":{"alpha":0.25,"gamma":1}})"));
  GaussianOptions fisher = {.fisher = FisherAxes{}};
  EXPECT_EQ(text_of(fisher), with_reading(R"({"block":0,"model":"fisher","estimate":"mle"})"));
  fisher.fisher->count = 2;
  EXPECT_EQ(text_of(fisher), with_reading(R"({"block":0,"model":"fisher","estimate":"mle","axes":2})"));
  EXPECT_EQ(text_of(GaussianOptions{.estimator = Estimator::map, .prior = {.kappa = 1, .mean = {{0.5, -1}}}}),
            with_reading(R"({"block":0,"model":"lda","estimate":"map","prior":{"kappa":1,"mean":[0.5,-1]}})"));
}

TEST(OptionsJson, NamesFeaturesWhereTheyAreFewer) {
  const Options some = {.readings = {{.block = 0, .features = {"y"}, .options = GaussianOptions{}}}};
  EXPECT_EQ(options_to_json(some, one_block),
            with_reading(R"({"block":0,"features":["y"],"model":"lda","estimate":"mle"})"));
  EXPECT_EQ(options_from_json(options_to_json(some, one_block)), some);
  const Options all = {.readings = {{.block = 0, .features = {"x", "y"}, .options = GaussianOptions{}}}};
  EXPECT_EQ(options_to_json(all, one_block), text_of(GaussianOptions{}));
}

TEST(OptionsJson, ReadsBackWhatItWrote) {
  for (const NamedModel& model : models()) {
    for (const Shrinkage& shrinkage :
         {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{}), Shrinkage(FixedShrinkage{1.0 / 3}),
          Shrinkage(LedoitWolfShrinkage{}), Shrinkage(OasShrinkage{}), Shrinkage(RdaShrinkage{0.1, 5e-324})}) {
      for (const ClassPrior& prior :
           {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{}),
            ClassPrior(GivenPrior{{{"a", 0}, {"b", 1}}}), ClassPrior(GivenPrior{{{"a", 0.1}, {"ö", 0.9}}})}) {
        Options options = {prior, {reading_of(0, options_of(model.name, shrinkage))}};
        if (auto* gaussian = std::get_if<GaussianOptions>(&options.readings[0].options)) {
          gaussian->ridge = 0.1;
          if (gaussian->fisher) gaussian->fisher->count = 7;
        }
        EXPECT_EQ(options_from_json(options_to_json(options, one_block)), options)
            << options_to_json(options, one_block);
      }
    }
  }
  for (const Estimator estimator :
       {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean, Estimator::predictive}) {
    const Options read = options_from_json(text_of(GaussianOptions{.estimator = estimator}));
    EXPECT_EQ(std::get<GaussianOptions>(read.readings[0].options).estimator, estimator);
  }
  const Stored mixed = mixed_model();
  EXPECT_EQ(options_from_json(options_to_json(mixed.options, mixed.summary.schema)), mixed.options);
}

TEST(OptionsJson, SaysWhichReadingIsPooled) {
  const Schema schema{{Block{.features = {"a"}}, Block{.features = {"a"}, .normal_scores = {{{0, 1}, {-1, 1}}}}}, "y"};
  const Options options{.readings = {reading_of(0, GaussianOptions{}),
                                     {1, {}, GaussianOptions{}, 1},
                                     {1, {}, GaussianOptions{.structure = Structure::diagonal}, 2}}};
  const std::string text = options_to_json(options, schema);
  EXPECT_NE(text.find(R"({"block":1,"pooled":true,"model":"lda")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"({"block":1,"pooled":true,"opinion":3,"model":"gaussian-nb")"), std::string::npos) << text;
  EXPECT_EQ(options_from_json(text), options);
  for (const std::string wrong : {R"("opinion":3)", R"("pooled":true,"opinion":2)", R"("pooled":true,"opinion":"3")"}) {
    EXPECT_TRUE(outcome_of([&] {
                  options_from_json(with_reading(R"({"block":0,)" + wrong + R"(,"model":"lda","estimate":"mle"})"));
                }).starts_with("bad_model: "))
        << wrong;
  }
}

TEST(OptionsJson, LeavesOutWhatIsAtItsDefault) {
  EXPECT_EQ(text_of(TermOptions{}), with_reading(R"({"block":0,"model":"multinomial-nb","estimate":"mean"})"));
  const TermOptions complement = {
      .family = TermFamily::complement,
      .pseudocount = {.all = 0.5, .rules = {{.label = "a", .count = 2}, {.feature = "x", .count = 1}}},
      .min_documents = 2,
      .max_terms = 1000,
      .boolean = true,
      .tf_idf = true,
      .normalised = true};
  EXPECT_EQ(text_of(complement),
            with_reading(R"({"block":0,"model":"complement-nb","estimate":"mean","pseudocount":0.5,)"
                         R"("pseudocounts":[{"label":"a","count":2},{"feature":"x","count":1}],"min_documents":2,)"
                         R"("max_terms":1000,"boolean":true,"tf_idf":true,"normalised":true})"));
  EXPECT_EQ(options_from_json(text_of(complement)).readings[0].options, FamilyOptions(complement));
  const TermOptions boolean = {.unseen = Unseen::reserve, .boolean = true};
  EXPECT_EQ(text_of(boolean, GivenPrior{{{"a", 0.25}, {"b", 0.75}}}),
            R"({"class_prior":{"a":0.25,"b":0.75},"readings":[{"block":0,"model":"boolean-nb","estimate":"mean",)"
            R"("unseen":"reserve"}]})");
  EXPECT_EQ(options_from_json(text_of(boolean)).readings[0].options, FamilyOptions(boolean));
}

TEST(OptionsJson, DefaultsDoNotFollowThoseOfTheModels) {
  const Options read = options_from_json(with_reading(R"({"block":0,"model":"lda","estimate":"mle"})"));
  EXPECT_EQ(read.readings[0].options, FamilyOptions(GaussianOptions{}));
}

TEST(OptionsJson, RejectsWhatTheFamilyDoesNotKnow) {
  const auto outcome = [](const std::string& start, const std::string& more) {
    return read_outcome(with_reading(start + more + "}"));
  };
  const std::string terms = R"({"block":0,"model":"multinomial-nb","estimate":"mean")";
  for (const std::string more :
       {R"(,"shrinkage":"none")", R"(,"ridge":0)", R"(,"axes":1)", R"(,"pseudocount":"1")", R"(,"pseudocounts":[])",
        R"(,"pseudocounts":[{"label":"a"}])", R"(,"unseen":"later")", R"(,"max_terms":-1)", R"(,"max_terms":1.5)",
        R"(,"tf_idf":false)", R"(,"boolean":1)", R"(,"min_documents":null)"}) {
    EXPECT_TRUE(outcome(terms, more).starts_with("bad_model: ")) << more;
  }
  EXPECT_EQ(outcome(terms, ""), "no error");
  const std::vector<std::pair<std::string, std::string>> others = {{"lda", R"(,"tf_idf":true)"},
                                                                   {"lda", R"(,"pseudocount":1)"},
                                                                   {"categorical-nb", R"(,"tf_idf":true)"},
                                                                   {"categorical-nb", R"(,"ridge":1)"},
                                                                   {"poisson-nb", R"(,"unseen":"reserve")"}};
  for (const auto& [model, more] : others) {
    const std::string start = R"({"block":0,"model":")" + model + R"(","estimate":"mle")";
    EXPECT_EQ(outcome(start, ""), "no error") << model;
    EXPECT_TRUE(outcome(start, more).starts_with("bad_model: ")) << model << more;
  }
}

TEST(OptionsJson, RejectsOtherText) {
  EXPECT_EQ(read_outcome("x"), "bad_model: the list of options is not valid JSON (at byte 1)");
  EXPECT_EQ(read_outcome("{}"), "bad_model: the list of options lacks \"class_prior\"");
  EXPECT_EQ(read_outcome(R"({"class_prior":"empirical","readings":[]})"),
            "bad_model: the list of options: \"readings\" is not a list, or empty");
  EXPECT_EQ(read_outcome(with_reading("1")), "bad_model: a reading in the list of options is not a JSON object");
  EXPECT_EQ(read_outcome(with_reading(R"({"block":0,"model":"svm","estimate":"mle"})")),
            "bad_model: a reading in the list of options: the model \"svm\" is not known to this version of Suffice; "
            "the file may come from a newer one: upgrade to read it");
  EXPECT_TRUE(read_outcome(R"({"class_prior":"odd","readings":[{"block":0,"model":"lda","estimate":"mle"}]})")
                  .starts_with("bad_model: the list of options: "));
  const std::string lda = R"({"block":0,"model":"lda","estimate":"mle",)";
  const std::vector<std::string> bad = {
      R"({"block":-1,"model":"lda","estimate":"mle"})",
      R"({"block":"0","model":"lda","estimate":"mle"})",
      R"({"model":"lda","estimate":"mle"})",
      R"({"block":0,"estimate":"mle"})",
      R"({"block":0,"model":"lda"})",
      R"({"block":0,"model":"lda","estimate":"best"})",
      R"({"block":0,"model":"lda","estimate":1})",
      lda + R"("features":[]})",
      lda + R"("features":"x"})",
      lda + R"("shrinkage":"some"})",
      lda + R"("shrinkage":"0.5"})",
      lda + R"("shrinkage":null})",
      lda + R"("shrinkage":{"alpha":1,"gamma":0}})",
      lda + R"("ridge":"0"})",
      lda + R"("speed":1})",
      lda + R"("axes":1})",
      R"({"block":0,"model":"rda","estimate":"mle"})",
      R"({"block":0,"model":"rda","estimate":"mle","shrinkage":"none"})",
      R"({"block":0,"model":"rda","estimate":"mle","shrinkage":{"alpha":1}})",
      R"({"block":0,"model":"rda","estimate":"mle","shrinkage":{"alpha":1,"gamma":"0"}})",
      R"({"block":0,"model":"qda","estimate":"mle","shrinkage":{"alpha":1,"gamma":0}})",
      R"({"block":0,"model":"fisher","estimate":"mle","axes":0})",
      R"({"block":0,"model":"fisher","estimate":"mle","axes":1.5})"};
  for (const std::string& text : bad) {
    EXPECT_TRUE(read_outcome(with_reading(text)).starts_with("bad_model: ")) << text;
  }
}

}  // namespace
}  // namespace suffice
