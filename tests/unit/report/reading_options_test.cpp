#include "report/reading_options.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(ReadingOptions, are_named_for_people) {
  EXPECT_EQ(reading_options(GaussianOptions{.shrinkage = AutoShrinkage{}, .ridge = 0.5}, {0.25}),
            (Pairs{{"estimate", "mle"}, {"shrinkage", "auto"}, {"lambda", "0.25"}, {"ridge", "0.5"}}));
  EXPECT_EQ(reading_options(GaussianOptions{.shrinkage = AutoShrinkage{}}, {0.25, 0.5})[2].second, "0.25 to 0.5");
  EXPECT_EQ(reading_options(TermOptions{.estimator = Estimator::mean, .min_documents = 2}, {}),
            (Pairs{{"estimate", "mean"},
                   {"pseudocount", "1"},
                   {"terms of at least", "2 documents"},
                   {"what is unknown", "is ignored"}}));
  EXPECT_EQ(reading_options(ValueOptions{.estimator = Estimator::mle, .unseen = Unseen::reserve}, {}),
            (Pairs{{"estimate", "mle"}, {"what is unknown", "has a place reserved"}}));
  EXPECT_EQ(reading_options(AmountOptions{.estimator = Estimator::map}, {}),
            (Pairs{{"estimate", "map"}, {"pseudocount", "2"}}));
}

TEST(ReadingOptions, say_what_terms_are) {
  TextOptions options;
  const auto named = [&](const char* ngrams) {
    parse_ngrams(ngrams, options);
    return terms_name(options);
  };
  EXPECT_EQ(terms_name(options), "words");
  EXPECT_EQ(named("1-2"), "words and pairs of words");
  EXPECT_EQ(named("2"), "pairs of words");
  EXPECT_EQ(named("1-3"), "runs of 1 to 3 words");
  EXPECT_EQ(named("char:3-5"), "runs of 3 to 5 characters");
}

}  // namespace
}  // namespace suffice
