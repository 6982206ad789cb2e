#include "estimate/terms/term_selection.hpp"

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
  const TermSelection all = select_terms(term_block(sums(), 0), {});
  EXPECT_EQ(all.kept, (Kept{1, 1, 1, 1}));
  EXPECT_EQ(all.size(), 4U);
  EXPECT_LT(all.least_tokens, 0);
}

TEST(TermSelection, wants_documents_first_and_then_tokens) {
  EXPECT_EQ(select_terms(term_block(sums(), 0), {.min_documents = 2}).kept, (Kept{1, 0, 1, 0}));
  EXPECT_EQ(select_terms(term_block(sums(), 0), {.min_documents = 3}).size(), 0U);
  const TermSelection two = select_terms(term_block(sums(), 0), {.max_terms = 2});  // b and c have as many tokens
  EXPECT_EQ(two.kept, (Kept{1, 1, 0, 0}));
  EXPECT_EQ(two.least_tokens, 2);
  EXPECT_EQ(two.last_term, "b");
  EXPECT_EQ(select_terms(term_block(sums(), 0), {.max_terms = 3}).kept, (Kept{1, 1, 1, 0}));
  EXPECT_EQ(select_terms(term_block(sums(), 0), {.min_documents = 2, .max_terms = 2}).kept, (Kept{1, 0, 1, 0}));
  EXPECT_EQ(select_terms(term_block(sums(), 0), {.max_terms = 9}).size(), 4U);
}

TEST(TermSelection, takes_a_vocabulary_with_words_that_do_not_occur) {
  const TermOptions options{.vocabulary = Names{"b", "bb", "d", "x"}};
  const TermSelection given = select_terms(term_block(sums(), 0), options);
  EXPECT_EQ(given.kept, (Kept{0, 1, 0, 1}));
  EXPECT_EQ(given.declared, (Names{"bb", "x"}));
  EXPECT_EQ(given.size(), 4U);
  const TermSelection three = select_terms(term_block(sums(), 0), {.max_terms = 3, .vocabulary = options.vocabulary});
  EXPECT_EQ(three.kept, (Kept{0, 1, 0, 1}));
  EXPECT_EQ(three.declared, Names{"bb"});
  const TermSelection one = select_terms(term_block(sums(), 0), {.max_terms = 1, .vocabulary = options.vocabulary});
  EXPECT_EQ(one.kept, (Kept{0, 1, 0, 0}));
  EXPECT_TRUE(one.declared.empty());
  EXPECT_TRUE(
      select_terms(term_block(sums(), 0), {.min_documents = 1, .vocabulary = options.vocabulary}).declared.empty());
}

TEST(TermSelection, takes_columns_by_name) {
  const Summary columns = column_sums({"q", "p", "r"}, {"1"}, {{2, 2, 0}});
  EXPECT_EQ(select_terms(term_block(columns, 0), {}).size(), 3U);
  EXPECT_EQ(select_terms(term_block(columns, 0), {.max_terms = 1}).kept, (Kept{0, 1, 0}));  // ties in byte order
  EXPECT_EQ(select_terms(term_block(columns, 0), {.vocabulary = Names{"q"}}).kept, (Kept{1, 0, 0}));
  EXPECT_THROW(select_terms(term_block(columns, 0), {.vocabulary = Names{"s"}}), Error);
}

TEST(TermSelection, declares_open_columns_after_the_last) {
  Summary columns = column_sums({"1", "2"}, {"a"}, {{2, 0}});
  const TermOptions options{.vocabulary = Names{"1", "10", "4"}};
  EXPECT_THROW(select_terms(term_block(columns, 0), options), Error);
  EXPECT_EQ(columns_named(columns.schema.blocks[0], options), 2U);
  columns.schema.blocks[0].open_columns = true;
  const TermSelection given = select_terms(term_block(columns, 0), options);
  EXPECT_EQ(given.kept, (Kept{1, 0}));
  EXPECT_EQ(given.declared, (Names{"10", "4"}));
  EXPECT_EQ(columns_named(columns.schema.blocks[0], options), 10U);
  EXPECT_EQ(columns_named(columns.schema.blocks[0], {}), 2U);
  for (const char* name : {"x", "0", "03", "2000001", "99999999999999999999"}) {
    EXPECT_THROW(select_terms(term_block(columns, 0), {.vocabulary = Names{name}}), Error) << name;
  }
}

TEST(TermSelection, cannot_tell_what_compacted_sums_have_dropped) {
  const Summary small = compact(sums(), 0, {0, 2});
  EXPECT_EQ(select_terms(term_block(small, 0), {.vocabulary = Names{"c"}}).kept, (Kept{0, 1}));
  try {
    select_terms(term_block(small, 0), {.vocabulary = Names{"a", "b"}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message().find("the vocabulary names 'b', which these sums do not have, or not any more"), 0U);
  }
  const Summary columns = compact(column_sums({"q", "p"}, {"1"}, {{2, 2}}), 0, {1});
  EXPECT_EQ(select_terms(term_block(columns, 0), {.vocabulary = Names{"p"}}).size(), 1U);
  EXPECT_THROW(select_terms(term_block(columns, 0), {.vocabulary = Names{"q"}}), Error);
}

TEST(TermSelection, has_no_vocabulary_of_buckets) {
  Summary buckets = sums();
  buckets.schema.blocks[0].text.hash_buckets = 4;
  EXPECT_THROW(select_terms(term_block(buckets, 0), {.vocabulary = Names{"a"}}), Error);
}

}  // namespace
}  // namespace suffice
