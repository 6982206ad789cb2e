#include "suffice/options.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

template <typename Call>
std::string failure_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.message();
  }
  return "no error";
}

TEST(ParseEstimator, knows_its_words) {
  for (const std::string text : {"mle", "unbiased", "map", "mean", "predictive"}) {
    EXPECT_EQ(to_text(parse_estimator(text)), text);
  }
  EXPECT_EQ(parse_estimator("map"), Estimator::map);
  EXPECT_EQ(failure_of([] { parse_estimator("best"); }),
            "cannot estimate by 'best': give mle, unbiased, map, mean or predictive");
}

TEST(ParseShrinkage, words_and_numbers_from_0_to_1) {
  for (const std::string text : {"none", "auto", "ledoit-wolf", "oas", "0.25", "0", "1"}) {
    EXPECT_EQ(to_text(parse_shrinkage(text)), text);
  }
  for (const std::string text : {"-0.1", "1.5", "nan", "", "0.5x", "inf"}) {
    EXPECT_NE(failure_of([&] { parse_shrinkage(text); }), "no error") << text;
  }
  EXPECT_EQ(failure_of([] { parse_shrinkage("lots"); }),
            "cannot shrink by 'lots': give none, auto, ledoit-wolf, oas or a number from 0 to 1");
}

TEST(ParseRda, two_numbers_from_0_to_1) {
  EXPECT_EQ(parse_rda("0.5,0.125"), (RdaShrinkage{0.5, 0.125}));
  EXPECT_EQ(to_text(parse_rda("1,0")), "rda 1,0");
  EXPECT_EQ(parse_rda("0.5,0.125,variances"), (RdaShrinkage{0.5, 0.125, RdaTarget::variances}));
  EXPECT_EQ(to_text(parse_rda("1,0,variances")), "rda 1,0,variances");
  EXPECT_EQ(parse_rda("1,0,spheres"), (RdaShrinkage{1, 0}));
  for (const std::string text : {"", "0.5", "0.5,", ",0.5", "0.5,2", "-1,0", "0.5,0.1,0.2", "nan,0"}) {
    EXPECT_NE(failure_of([&] { parse_rda(text); }), "no error") << text;
  }
  EXPECT_EQ(failure_of([] { parse_rda("half"); }),
            "cannot read 'half' as ALPHA,GAMMA: give two numbers from 0 to 1, such as 0.5,0.1, and where to shrink "
            "towards variances instead of spheres that word: 0.5,0.1,variances");
}

TEST(ParseRidge, a_number_of_at_least_0) {
  EXPECT_EQ(parse_ridge("0"), 0);
  EXPECT_EQ(parse_ridge("1e-3"), 1e-3);
  for (const std::string text : {"", "-1", "inf", "nan", "1 2"}) {
    EXPECT_NE(failure_of([&] { parse_ridge(text); }), "no error") << text;
  }
  EXPECT_EQ(failure_of([] { parse_ridge("-1"); }), "cannot add a ridge of '-1': give a number of at least 0");
}

TEST(ParseUnseen, knows_its_words) {
  EXPECT_EQ(parse_unseen("ignore"), Unseen::ignore);
  EXPECT_EQ(parse_unseen("reserve"), Unseen::reserve);
  EXPECT_EQ(failure_of([] { parse_unseen("hash"); }), "cannot treat what is unseen by 'hash': give ignore or reserve");
}

TEST(ParseClassPrior, words_or_a_probability_for_each_label) {
  EXPECT_EQ(parse_class_prior("empirical"), ClassPrior(EmpiricalPrior{}));
  EXPECT_EQ(parse_class_prior("smoothed"), ClassPrior(SmoothedPrior{}));
  EXPECT_EQ(parse_class_prior("uniform"), ClassPrior(UniformPrior{}));
  EXPECT_EQ(parse_class_prior("a=0.25,b=x=0.75"), ClassPrior(GivenPrior{{{"a", 0.25}, {"b=x", 0.75}}}));
  for (const std::string text : {"empirical", "smoothed", "uniform"}) {
    EXPECT_EQ(to_text(parse_class_prior(text)), text);
  }
  EXPECT_EQ(to_text(parse_class_prior("a=0.25,b=x=0.75")), "given");
  for (const std::string text : {"", "a", "a=", "a=0.5,", "a=0.5,,b=0.5", "a=0.5,a=0.5", "flat"}) {
    EXPECT_THROW(parse_class_prior(text), Error) << text;
  }
}

TEST(ParseClassPrior, commas_for_decimals_are_corrected) {
  const std::string before = "' as a class prior: give empirical, smoothed, uniform or ";
  const std::string points = "probabilities with decimal points: yes=0.4,no=0.6";
  EXPECT_EQ(failure_of([] { parse_class_prior("yes=0,4,no=0,6"); }), "cannot read '4" + before + points);
  EXPECT_EQ(failure_of([] { parse_class_prior("yes=0,4;no=0,6"); }), "cannot read '6" + before + points);
  EXPECT_EQ(failure_of([] { parse_class_prior("0.4,0.6"); }),
            "cannot read '0.4" + before + "LABEL=P,LABEL=P,… with every label named");
  EXPECT_EQ(failure_of([] { parse_class_prior("balanced"); }), "a class prior that is balanced is called uniform here");
}

TEST(Options, terms_and_values_may_reserve_a_place_for_the_unknown) {
  EXPECT_TRUE(reserves_unseen(TermOptions{.unseen = Unseen::reserve}));
  EXPECT_TRUE(reserves_unseen(ValueOptions{.unseen = Unseen::reserve}));
  EXPECT_FALSE(reserves_unseen(ValueOptions{}));
  EXPECT_FALSE(reserves_unseen(GaussianOptions{}));
  EXPECT_FALSE(reserves_unseen(AmountOptions{}));
}

}  // namespace
}  // namespace suffice
