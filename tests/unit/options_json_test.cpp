// Options as JSON text: spelling, round trip, refusal.
#include "store/options_json.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

const std::vector<std::string> labels = {"a", "b"};

std::string read_outcome(const std::string& text) {
  return outcome_of([&] { options_from_json(text); });
}

std::string check_outcome(const EstimateOptions& options) {
  return outcome_of([&] { check_options(options, labels); });
}

TEST(OptionsJson, IsSpelledAsOnTheCommandLine) {
  EXPECT_EQ(options_to_json({}), R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":"empirical"})");
  EXPECT_EQ(options_to_json({Estimator::unbiased, AutoShrinkage{}, SmoothedPrior{}}),
            R"({"model":"lda","estimate":"unbiased","shrinkage":"auto","class_prior":"smoothed"})");
  EXPECT_EQ(options_to_json({Estimator::mle, FixedShrinkage{0.25}, UniformPrior{}}),
            R"({"model":"lda","estimate":"mle","shrinkage":0.25,"class_prior":"uniform"})");
  EXPECT_EQ(options_to_json({Estimator::mle, FixedShrinkage{1}, GivenPrior{{{"b\"", 0.9}, {"a", 0.1}}}}),
            R"({"model":"lda","estimate":"mle","shrinkage":1,"class_prior":{"a":0.1,"b\"":0.9}})");
}

TEST(OptionsJson, ReadsBackWhatItWrote) {
  for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
    for (const Shrinkage& shrinkage :
         {Shrinkage(NoShrinkage{}), Shrinkage(AutoShrinkage{}), Shrinkage(FixedShrinkage{0}),
          Shrinkage(FixedShrinkage{1.0 / 3}), Shrinkage(FixedShrinkage{5e-324})}) {
      for (const ClassPrior& prior :
           {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{}),
            ClassPrior(GivenPrior{{{"a", 0}, {"b", 1}}}), ClassPrior(GivenPrior{{{"a", 0.1}, {"ö", 0.9}}})}) {
        const EstimateOptions options{estimator, shrinkage, prior};
        EXPECT_EQ(options_from_json(options_to_json(options)), options) << options_to_json(options);
      }
    }
  }
}

TEST(OptionsJson, RejectsOtherText) {
  EXPECT_EQ(read_outcome("x"), "bad_model: the list of options is not valid JSON (at byte 1)");
  EXPECT_EQ(read_outcome("{}"), "bad_model: the list of options lacks \"model\"");
  EXPECT_EQ(read_outcome(R"({"model":"qda","estimate":"mle","shrinkage":"none","class_prior":"empirical"})"),
            "bad_model: the list of options: the model \"qda\" is not known to this version of Suffice; the file may "
            "come from a "
            "newer one: upgrade to read it");
  const std::vector<std::string> bad = {
      R"({"model":"lda","estimate":"best","shrinkage":"none","class_prior":"empirical"})",
      R"({"model":"lda","estimate":1,"shrinkage":"none","class_prior":"empirical"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"some","class_prior":"empirical"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"0.5","class_prior":"empirical"})",
      R"({"model":"lda","estimate":"mle","shrinkage":null,"class_prior":"empirical"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":"odd"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":"a=1"})",
      R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":{"a":"1"}})",
      R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":[1]})",
      R"({"model":"lda","estimate":"mle","shrinkage":"none","class_prior":"empirical","speed":1})"};
  for (const std::string& text : bad) {
    const auto error = error_of([&] { options_from_json(text); });
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->code(), ErrorCode::bad_model) << text;
  }
}

TEST(OptionsJson, ChecksMeaning) {
  EXPECT_EQ(check_outcome({}), "no error");
  EXPECT_EQ(check_outcome({Estimator::mle, FixedShrinkage{1}, GivenPrior{{{"a", 1}, {"b", 0}}}}), "no error");
  for (const double lambda : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(check_outcome({Estimator::mle, FixedShrinkage{lambda}, {}}),
              "bad_model: the list of options: the shrinkage λ is not in [0, 1]");
  }
  const auto given = [](std::map<std::string, double> prior) {
    return check_outcome({Estimator::mle, NoShrinkage{}, GivenPrior{std::move(prior)}});
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
