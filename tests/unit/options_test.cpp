#include "suffice/options.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(ParseEstimator, knows_its_words) {
  EXPECT_EQ(parse_estimator("mle"), Estimator::mle);
  EXPECT_EQ(parse_estimator(to_text(Estimator::unbiased)), Estimator::unbiased);
  try {
    parse_estimator("best");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message(), "cannot estimate by 'best': give mle or unbiased");
  }
}

TEST(ParseShrinkage, words_and_numbers_from_0_to_1) {
  for (const std::string text : {"none", "auto", "0.25", "0", "1"}) {
    EXPECT_EQ(to_text(parse_shrinkage(text)), text);
  }
  for (const std::string text : {"-0.1", "1.5", "nan", "", "0.5x", "lots"}) {
    EXPECT_THROW(parse_shrinkage(text), Error) << text;
  }
}

TEST(ParseClassPrior, words_or_a_probability_for_each_label) {
  EXPECT_EQ(parse_class_prior("empirical"), ClassPrior(EmpiricalPrior{}));
  EXPECT_EQ(parse_class_prior("smoothed"), ClassPrior(SmoothedPrior{}));
  EXPECT_EQ(parse_class_prior("uniform"), ClassPrior(UniformPrior{}));
  EXPECT_EQ(parse_class_prior("a=0.25,b=x=0.75"), ClassPrior(GivenPrior{{{"a", 0.25}, {"b=x", 0.75}}}));
  for (const std::string text : {"", "a", "a=", "a=0.5,", "a=0.5,,b=0.5", "a=0.5,a=0.5", "flat"}) {
    EXPECT_THROW(parse_class_prior(text), Error) << text;
  }
}

}  // namespace
}  // namespace suffice
