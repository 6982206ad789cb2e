#include "estimate/term_selection.hpp"

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

using Kept = std::vector<std::uint8_t>;
using Names = std::vector<std::string>;

// a: 4 tokens in 2 documents, b: 2 in 1, c: 2 in 2, d: 1 in 1
Summary sums() { return word_sums({{"1", "a a a b b c"}, {"2", "a c d"}}); }

TEST(TermSelection, keeps_all_by_default) {
  const TermSelection all = select_terms(sums(), {});
  EXPECT_EQ(all.kept, (Kept{1, 1, 1, 1}));
  EXPECT_EQ(all.size(), 4U);
  EXPECT_LT(all.least_tokens, 0);
}

TEST(TermSelection, wants_documents_first_and_then_tokens) {
  EXPECT_EQ(select_terms(sums(), {.min_documents = 2}).kept, (Kept{1, 0, 1, 0}));
  EXPECT_EQ(select_terms(sums(), {.min_documents = 3}).size(), 0U);
  const TermSelection two = select_terms(sums(), {.max_terms = 2});  // b and c have as many tokens
  EXPECT_EQ(two.kept, (Kept{1, 1, 0, 0}));
  EXPECT_EQ(two.least_tokens, 2);
  EXPECT_EQ(two.last_term, "b");
  EXPECT_EQ(select_terms(sums(), {.max_terms = 3}).kept, (Kept{1, 1, 1, 0}));
  EXPECT_EQ(select_terms(sums(), {.min_documents = 2, .max_terms = 2}).kept, (Kept{1, 0, 1, 0}));
  EXPECT_EQ(select_terms(sums(), {.max_terms = 9}).size(), 4U);
}

TEST(TermSelection, takes_a_vocabulary_with_words_that_do_not_occur) {
  const TermReading reading{.vocabulary = Names{"b", "bb", "d", "x"}};
  const TermSelection given = select_terms(sums(), reading);
  EXPECT_EQ(given.kept, (Kept{0, 1, 0, 1}));
  EXPECT_EQ(given.declared, (Names{"bb", "x"}));
  EXPECT_EQ(given.size(), 4U);
  const TermSelection three = select_terms(sums(), {.max_terms = 3, .vocabulary = reading.vocabulary});
  EXPECT_EQ(three.kept, (Kept{0, 1, 0, 1}));
  EXPECT_EQ(three.declared, Names{"bb"});
  const TermSelection one = select_terms(sums(), {.max_terms = 1, .vocabulary = reading.vocabulary});
  EXPECT_EQ(one.kept, (Kept{0, 1, 0, 0}));
  EXPECT_TRUE(one.declared.empty());
  EXPECT_TRUE(select_terms(sums(), {.min_documents = 1, .vocabulary = reading.vocabulary}).declared.empty());
}

TEST(TermSelection, takes_columns_by_name) {
  const Summary columns = column_sums({"q", "p", "r"}, {"1"}, {{2, 2, 0}});
  EXPECT_EQ(select_terms(columns, {}).size(), 3U);
  EXPECT_EQ(select_terms(columns, {.max_terms = 1}).kept, (Kept{0, 1, 0}));  // ties in byte order
  EXPECT_EQ(select_terms(columns, {.vocabulary = Names{"q"}}).kept, (Kept{1, 0, 0}));
  EXPECT_THROW(select_terms(columns, {.vocabulary = Names{"s"}}), Error);
}

TEST(TermSelection, declares_open_columns_after_the_last) {
  Summary columns = column_sums({"1", "2"}, {"a"}, {{2, 0}});
  const TermReading reading{.vocabulary = Names{"1", "10", "4"}};
  EXPECT_THROW(select_terms(columns, reading), Error);
  EXPECT_EQ(columns_named(columns.schema, reading), 2U);
  columns.schema.open_columns = true;
  const TermSelection given = select_terms(columns, reading);
  EXPECT_EQ(given.kept, (Kept{1, 0}));
  EXPECT_EQ(given.declared, (Names{"10", "4"}));
  EXPECT_EQ(columns_named(columns.schema, reading), 10U);
  EXPECT_EQ(columns_named(columns.schema, {}), 2U);
  for (const char* name : {"x", "0", "03", "2000001", "99999999999999999999"}) {
    EXPECT_THROW(select_terms(columns, {.vocabulary = Names{name}}), Error) << name;
  }
}

TEST(TermSelection, cannot_tell_what_compacted_sums_have_dropped) {
  const Summary small = compact(sums(), {0, 2});
  EXPECT_EQ(select_terms(small, {.vocabulary = Names{"c"}}).kept, (Kept{0, 1}));
  try {
    select_terms(small, {.vocabulary = Names{"a", "b"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message().find("the vocabulary names 'b', which these sums do not have, or not any more"), 0U);
  }
  const Summary columns = compact(column_sums({"q", "p"}, {"1"}, {{2, 2}}), {1});
  EXPECT_EQ(select_terms(columns, {.vocabulary = Names{"p"}}).size(), 1U);
  EXPECT_THROW(select_terms(columns, {.vocabulary = Names{"q"}}), Error);
}

TEST(TermSelection, has_no_vocabulary_of_buckets) {
  Summary buckets = sums();
  buckets.schema.text.hash_buckets = 4;
  EXPECT_THROW(select_terms(buckets, {.vocabulary = Names{"a"}}), Error);
}

}  // namespace
}  // namespace suffice
