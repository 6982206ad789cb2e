#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "summary/terms/term_counts.hpp"

namespace suffice {
namespace {

TEST(RemoveTerms, what_reaches_zero_is_gone) {
  const Summary all = text_sums({"a b", "a a", "c"}, {"x", "y", "z"});
  const Removal removal = remove(all, text_sums({"a b", "c"}, {"x", "z"}));
  EXPECT_EQ(removal.rest, text_sums({"a a"}, {"y"}));
  EXPECT_EQ(removal.relative_error, 0);
  EXPECT_EQ(terms_of(remove(all, all).rest).terms(), 0U);
}

TEST(RemoveTerms, a_declared_label_stays) {
  Schema schema = schema_of(Kind::text, {"t"});
  schema.declared_labels = {"x"};
  const Summary all = text_sums({"a b", "a"}, {"x", "y"}, {}, schema);
  const Removal removal = remove(all, text_sums({"a b"}, {"x"}));
  EXPECT_EQ(removal.rest, text_sums({"a"}, {"y"}, {}, schema));
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{0, 1}));
  check_summary(removal.rest);
}

TEST(RemoveTerms, names_the_word_that_there_is_too_little_of) {
  const Summary all = text_sums({"a b", "a", "b"}, {"x", "x", "y"});
  const std::string remedy = "Forget only rows that were fitted, each once. Nothing was changed";
  EXPECT_EQ(message_of([&] { remove(all, text_sums({"new"}, {"x"})); }),
            "word 'new': the model does not have this word, so it cannot forget rows with it. " + remedy);
  EXPECT_EQ(message_of([&] { remove(all, text_sums({"a"}, {"y"})); }),
            "class y, word 'a': 1 cannot be forgotten: the model holds 0. " + remedy);
  EXPECT_EQ(message_of([&] { remove(all, text_sums({"a a a"}, {"x"})); }),
            "class x, word 'a': 3 cannot be forgotten: the model holds 2. " + remedy);
  EXPECT_EQ(
      message_of([&] { remove(all, text_sums({""}, {"y"})); }),
      "class y, word 'b': 1 would be left in rows of weight 0, so these rows cannot all have been fitted. " + remedy);
}

TEST(RemoveTerms, weights_that_are_not_whole_vanish_to_rounding) {
  const Summary all = text_sums({"a", "a b", "a"}, {"x", "x", "x"}, {0.1, 0.2, 0.7});
  const Removal removal = remove(all, text_sums({"a b", "a"}, {"x", "x"}, {0.2, 0.1}));
  EXPECT_EQ(terms_of(removal.rest).words.size(), 1U);
  EXPECT_NEAR(terms_of(removal.rest).tokens[0], 0.7, 1e-15);
  EXPECT_GT(removal.relative_error, 0);
  EXPECT_LT(removal.relative_error, 1e-15);
  check_summary(removal.rest);
}

TEST(RemoveTerms, tokens_that_rounding_lost_are_one_for_each_row) {
  const Summary all = number_sums({1, 1, 1e20, 1}, {"x", "x"}, Kind::counts);
  const Removal removal = remove(all, number_sums({1e20, 1}, {"x"}, Kind::counts));
  EXPECT_EQ(terms_of(removal.rest).tokens[0], 1);
  EXPECT_EQ(removal.relative_error, INFINITY);
  check_summary(removal.rest);
}

TEST(RemoveTerms, a_document_has_a_word_once) {
  const Summary all = text_sums({"a", "a"}, {"x", "x"});
  EXPECT_EQ(message_of([&] { remove(all, text_sums({""}, {"x"})); }),
            "class x, word 'a': 2 would be left in rows of weight 1, so these rows cannot all have been fitted. Forget "
            "only rows that were fitted, each once. Nothing was changed");
}

// Without 1e15 of 1e15 + 0.43, 0.375 is left.
TEST(RemoveTerms, what_rounding_leaves_fits_the_rows_that_are_left) {
  const Summary all = text_sums({"b", "a"}, {"x", "x"}, {1e15, 0.43});
  const Removal removal = remove(all, text_sums({"b"}, {"x"}, {1e15}));
  EXPECT_EQ(terms_of(removal.rest).documents, std::vector<double>{0.375});
  EXPECT_GT(removal.relative_error, 0.5);
  check_summary(removal.rest);
}

TEST(RemoveTerms, missing_numbers_are_removed_too) {
  const double nan = std::nan("");
  const Summary all = number_sums({1, nan, nan, 2}, {"a", "b"}, Kind::counts);
  EXPECT_EQ(remove(all, number_sums({1, nan}, {"a"}, Kind::counts)).rest, number_sums({nan, 2}, {"b"}, Kind::counts));
  const Summary rest = number_sums({1, 2}, {"b"}, Kind::counts);
  EXPECT_EQ(remove(merge(all, rest), all).rest, rest);
  EXPECT_NE(message_of([&] { remove(all, number_sums({nan, 0}, {"a"}, Kind::counts)); }).find("class a, column 'p'"),
            std::string::npos);
}

}  // namespace
}  // namespace suffice
