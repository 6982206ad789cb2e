#include "estimate/pseudocounts.hpp"

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "categories_by_hand.hpp"
#include "error_text.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

TEST(Pseudocounts, have_defaults) {
  EXPECT_EQ(Pseudocounts({}, Estimator::mean).of("a", "x"), 1);
  EXPECT_EQ(Pseudocounts({}, Estimator::predictive).of("a", "x"), 1);
  EXPECT_EQ(Pseudocounts({}, Estimator::map).of("a", "x", "v"), 2);
  EXPECT_EQ(Pseudocounts({.all = 0.5}, Estimator::map).of("a", "x", "v"), 0.5);
  EXPECT_TRUE(Pseudocounts({}, Estimator::map).is_scalar());
}

TEST(Pseudocounts, prefer_the_rule_that_names_the_most) {
  const Pseudocounts counts({.all = 9,
                             .rules = {{.value = "v", .count = 1},
                                       {.feature = "x", .count = 2},
                                       {.label = "a", .count = 3},
                                       {.feature = "x", .value = "v", .count = 4},
                                       {.label = "a", .value = "v", .count = 5},
                                       {.label = "a", .feature = "x", .count = 6},
                                       {.label = "a", .feature = "x", .value = "v", .count = 7}}},
                            Estimator::mean);
  EXPECT_EQ(counts.of("a", "x", "v"), 7);
  EXPECT_EQ(counts.of("a", "x", "w"), 6);
  EXPECT_EQ(counts.of("a", "y", "v"), 5);
  EXPECT_EQ(counts.of("b", "x", "v"), 4);
  EXPECT_EQ(counts.of("a", "y", "w"), 3);
  EXPECT_EQ(counts.of("b", "x", "w"), 2);
  EXPECT_EQ(counts.of("b", "y", "v"), 1);
  EXPECT_EQ(counts.of("b", "y", "w"), 9);
  EXPECT_EQ(counts.of("a", {}), 3);
  EXPECT_EQ(counts.of("b", {}), 9);
  EXPECT_FALSE(counts.is_scalar());
  EXPECT_TRUE(counts.names_feature("x"));
  EXPECT_FALSE(counts.names_feature("y"));
}

TEST(Pseudocounts, take_a_rule_that_names_nothing) {
  const Pseudocounts counts({.rules = {{.label = "a", .count = 2}, {.count = 3}}}, Estimator::mean);
  EXPECT_EQ(counts.of("a", "x"), 2);
  EXPECT_EQ(counts.of("b", "x"), 3);
}

TEST(Pseudocounts, are_given_once) {
  const auto failure = [](const Pseudocount& given) {
    return failure_of_estimate([&] { Pseudocounts(given, Estimator::mean); }, ErrorCode::usage);
  };
  EXPECT_EQ(
      failure({.rules = {{.label = "a", .feature = "x", .count = 1}, {.label = "a", .feature = "x", .count = 1}}}),
      "two pseudocounts are given for class 'a', feature 'x'");
  EXPECT_EQ(failure({.rules = {{.feature = "x", .value = "v", .count = 1}, {.feature = "x", .value = "v"}}}),
            "two pseudocounts are given for every class, feature 'x', value 'v'");
  EXPECT_EQ(failure({.all = 1, .rules = {{.count = 1}}}), "two pseudocounts are given for every class");
  EXPECT_EQ(failure({.rules = {{.label = "a", .count = 1}, {.feature = "a", .count = 1}}}), "no error");
}

template <typename Block, typename FamilyOf>
std::string failure_of_rule(const Block& sums, const PseudocountRule& rule, FamilyOf options) {
  options.pseudocount = {.all = 1, .rules = {rule}};
  return failure_with_remedies([&] { check_pseudocounts(sums, options); }, ErrorCode::usage);
}

TEST(CheckPseudocounts, wants_labels_columns_and_values_that_there_are) {
  const auto failure = [](const PseudocountRule& rule) {
    return failure_of_rule(value_block(hand_values(), 0), rule, ValueOptions{});
  };
  EXPECT_EQ(failure({.label = "yes", .feature = "size", .value = "t"}), "no error");
  EXPECT_EQ(failure({.value = "t"}), "no error");
  EXPECT_EQ(failure({.label = "Yes"}),
            "a pseudocount is given for the label 'Yes', which no row has (did you mean 'yes'?)");
  EXPECT_EQ(failure({.feature = "color"}),
            "a pseudocount is given for the feature 'color', which is no column (did you mean 'colour'?)");
  EXPECT_EQ(failure({.feature = "size", .value = "a"}),
            "a pseudocount is given for the value 'a', which column 'size' does not have");
  EXPECT_EQ(failure({.value = "z"}), "a pseudocount is given for the value 'z', which no column has");
}

TEST(CheckPseudocounts, knows_values_for_categories_alone) {
  const AmountOptions options;
  EXPECT_EQ(failure_of_rule(amount_block(hand_amounts(), 0), {.feature = "calls"}, options), "no error");
  EXPECT_EQ(failure_of_rule(amount_block(hand_amounts(), 0), {.feature = "calls", .value = "2"}, options),
            "a pseudocount is given for the value '2', which only categorical-nb has; name a column or a word as the "
            "feature");
}

TEST(CheckPseudocounts, wants_terms_of_the_sums_or_of_the_vocabulary) {
  Summary sums = word_sums({{"ham", "a b"}, {"spam", "b c"}});
  TermOptions options;
  EXPECT_EQ(failure_of_rule(term_block(sums, 0), {.label = "ham", .feature = "b"}, options), "no error");
  EXPECT_EQ(failure_of_rule(term_block(sums, 0), {.feature = "d"}, options),
            "a pseudocount is given for the term 'd', which neither these sums nor a vocabulary has | give "
            "vocabulary FILE");
  EXPECT_NE(failure_of_rule(term_block(sums, 0), {.value = "b"}, options), "no error");
  options.vocabulary = std::vector<std::string>{"a", "d"};
  EXPECT_EQ(failure_of_rule(term_block(sums, 0), {.feature = "d"}, options), "no error");
  EXPECT_EQ(failure_of_rule(term_block(sums, 0), {.feature = "b"}, options), "no error") << "dropped, but known";
  sums.schema.blocks[0].text.hash_buckets = 4;
  EXPECT_EQ(failure_of_rule(term_block(sums, 0), {.feature = "3"}, options), "no error");
  for (const std::string bucket : {"4", "03", "-1", "x", "1x"}) {
    EXPECT_NE(failure_of_rule(term_block(sums, 0), {.feature = bucket}, options), "no error") << bucket;
  }
  const Summary columns = column_sums({"q", "p"}, {"1"}, {{2, 2}});
  EXPECT_EQ(failure_of_rule(term_block(columns, 0), {.feature = "p"}, options), "no error");
  Summary open = column_sums({"1", "2"}, {"a"}, {{2, 2}});
  open.schema.blocks[0].open_columns = true;
  EXPECT_NE(failure_of_rule(term_block(open, 0), {.feature = "9"}, options), "no error");
  options.vocabulary = std::vector<std::string>{"1", "9"};
  EXPECT_EQ(failure_of_rule(term_block(open, 0), {.feature = "9"}, options), "no error");
  EXPECT_NE(failure_of_rule(term_block(columns, 0), {.feature = "r"}, options), "no error");
}

TEST(CheckPseudocounts, is_part_of_estimate) {
  const TermOptions terms{.pseudocount = {.all = 1, .rules = {{.feature = "d", .count = 2}}}};
  const Options options{.readings = {{.options = terms}}};
  EXPECT_THROW(estimate(word_sums({{"ham", "a b"}, {"spam", "b c"}}), options), Error);
}

TEST(Pseudocounts, say_what_no_rule_covers) {
  const Pseudocounts counts({.rules = {{.label = "a", .count = 1}}}, Estimator::mean);
  EXPECT_FALSE(counts.find("b", "x", "v"));
  try {
    static_cast<void>(counts.of("b", "x", "v"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.message().find("class 'b', feature 'x', value 'v'"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace suffice
