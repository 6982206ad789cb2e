// Priors as JSON text: spelling, round trip, refusal.
#include "store/content/prior_json.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

using nlohmann::json;

TEST(PriorJson, SpellsAClassPriorAsAWordOrAnObject) {
  EXPECT_EQ(class_prior_json(EmpiricalPrior{}), R"("empirical")");
  EXPECT_EQ(class_prior_json(SmoothedPrior{}), R"("smoothed")");
  EXPECT_EQ(class_prior_json(UniformPrior{}), R"("uniform")");
  EXPECT_EQ(class_prior_json(GivenPrior{{{"a,\"b\"", 0.25}, {"ö", 0.75}}}), R"({"a,\"b\"":0.25,"ö":0.75})");
}

TEST(PriorJson, ReadsAClassPriorBack) {
  for (const ClassPrior& prior : {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{}),
                                  ClassPrior(GivenPrior{{{"a,b=1", 0.1}, {"c", 0.9}}})}) {
    EXPECT_EQ(read_class_prior(json::parse(class_prior_json(prior)), "it"), prior);
  }
}

TEST(PriorJson, RejectsOtherClassPriors) {
  for (const std::string text : {"1", "null", "[1]", R"("odd")", R"("a=1")", R"({"a":"1"})", R"({"a":null})"}) {
    EXPECT_NE(outcome_of([&] { read_class_prior(json::parse(text), "it"); }), "no error") << text;
  }
  EXPECT_EQ(outcome_of([] { read_class_prior(json::parse(R"({"a":"1"})"), "it"); }),
            "bad_model: it: a probability in \"class_prior\" is not a number");
}

TEST(PriorJson, SpellsAndReadsAGaussianPrior) {
  const GaussianPrior all = {.kappa = 0.5, .nu = -1, .mean = {{1, 2}}, .variance = {{0, 1e-300}}};
  EXPECT_EQ(gaussian_prior_json(all), R"({"kappa":0.5,"nu":-1,"mean":[1,2],"variance":[0,1e-300]})");
  for (const GaussianPrior& prior : {all, GaussianPrior{.kappa = 1}, GaussianPrior{.nu = 3},
                                     GaussianPrior{.mean = {{}}}, GaussianPrior{.variance = {{7}}}}) {
    EXPECT_EQ(read_gaussian_prior(json::parse(gaussian_prior_json(prior)), "it"), prior);
  }
}

TEST(PriorJson, RejectsOtherGaussianPriors) {
  EXPECT_EQ(outcome_of([] { read_gaussian_prior(json::parse("{}"), "it"); }), "bad_model: it: \"prior\" says nothing");
  for (const std::string text :
       {"[]", "1", R"({"scale":1})", R"({"kappa":"1"})", R"({"mean":1})", R"({"mean":["1"]})", R"({"nu":null})"}) {
    EXPECT_TRUE(outcome_of([&] { read_gaussian_prior(json::parse(text), "it"); }).starts_with("bad_model: ")) << text;
  }
}

TEST(PriorJson, WritesAndReadsPseudocountRules) {
  const std::vector<PseudocountRule> rules = {{"a", "x", "red", 0.5}, {"", "y", "", 2}, {"b", "", "", 0}};
  EXPECT_EQ(pseudocount_rules_json(rules),
            R"([{"label":"a","feature":"x","value":"red","count":0.5},{"feature":"y","count":2},)"
            R"({"label":"b","count":0}])");
  EXPECT_EQ(read_pseudocount_rules(nlohmann::json::parse(pseudocount_rules_json(rules)), "options"), rules);
  for (const char* text : {"[]", "{}", "[1]", R"([{"label":"a"}])", R"([{"count":"1"}])",
                           R"([{"count":1,"class":"a"}])", R"([{"count":1,"label":2}])"}) {
    EXPECT_EQ(error_of([&] { read_pseudocount_rules(nlohmann::json::parse(text), "options"); })->code(),
              ErrorCode::bad_model)
        << text;
  }
}

}  // namespace
}  // namespace suffice
