#include "summary/terms/term_counts.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

const std::vector<std::string_view> documents{"free money free", "hello you", "money", "you you hello"};
const Names labels{"spam", "ham", "spam", "ham"};

TEST(Words, are_found_by_binary_search) {
  Words words;
  EXPECT_FALSE(words.find("a"));
  for (const char* word : {"", "a", "ab", "b", "\xC3\xA4"}) {
    words.push_back(word);
  }
  for (std::size_t k = 0; k < words.size(); ++k) {
    EXPECT_EQ(words.find(words[k]), k);
  }
  for (const char* word : {"aa", "abc", "c", "\xFF"}) {
    EXPECT_FALSE(words.find(word)) << word;
  }
}

TEST(MergeTerms, unites_words_and_classes) {
  const Summary a = text_sums({documents[0], documents[1]}, {labels[0], labels[1]});
  const Summary b = text_sums({documents[2], documents[3]}, {labels[2], labels[3]});
  const Summary both = text_sums(documents, labels);
  EXPECT_EQ(merge(a, b), both);
  EXPECT_EQ(merge(b, a), both);
  EXPECT_EQ(terms_of(both).words[0], "free");
  EXPECT_EQ(terms_of(both).tokens, (std::vector<double>{2, 2, 2, 3}));
  EXPECT_EQ(terms_of(both).documents, (std::vector<double>{1, 2, 2, 2}));
}

// Labels that are all numbers are in numeric order: a word among them changes the numbers of all.
TEST(MergeTerms, classes_are_renumbered) {
  const Summary a = text_sums({"x", "x y"}, {"9", "10"});
  const Summary b = text_sums({"x"}, {"word"});
  const Summary both = text_sums({"x", "x y", "x"}, {"9", "10", "word"});
  EXPECT_EQ(both.classes.labels, (Names{"10", "9", "word"}));
  EXPECT_EQ(merge(a, b), both);
  check_summary(merge(a, b));
}

TEST(MergeTerms, columns_are_matched_by_name_and_missing_values_add_up) {
  const double nan = std::nan("");
  const Summary a = number_sums({1, 0, nan, 2}, {"a", "b"}, Kind::counts);
  const Summary b = number_sums({3, nan, 0, 5}, {"b", "c"}, Kind::counts);
  const Summary swapped = number_sums({nan, 3, 5, 0}, {"b", "c"}, Kind::counts, {}, {"q", "p"});
  const Summary both = number_sums({1, 0, nan, 2, 3, nan, 0, 5}, {"a", "b", "b", "c"}, Kind::counts);
  EXPECT_EQ(merge(a, b), both);
  EXPECT_EQ(merge(a, swapped), both);
  EXPECT_EQ(terms_of(both).missing, (std::vector<double>{0, 0, 1, 1, 0, 0}));
  const Summary whole = number_sums({1, 2}, {"a"}, Kind::counts);
  EXPECT_TRUE(terms_of(merge(whole, whole)).missing.empty());
  EXPECT_EQ(terms_of(merge(whole, b)).missing, (std::vector<double>{0, 0, 0, 1, 0, 0}));
}

TEST(Compact, drops_words_for_good) {
  const Summary all = text_sums(documents, labels);
  const Summary compacted = compact(all, 0, {0, 3});
  EXPECT_EQ(terms_of(compacted).words.size(), 2U);
  EXPECT_EQ(terms_of(compacted).words[1], "you");
  EXPECT_EQ(terms_of(compacted).tokens, (std::vector<double>{2, 3}));
  EXPECT_EQ(compacted.classes, all.classes);
  check_summary(compacted);
  EXPECT_NE(message_of([&] { merge(compacted, all); }).find("dropped from these sums for good"), std::string::npos);
  EXPECT_NE(message_of([&] { remove(compacted, all); }).find("fit again"), std::string::npos);
}

TEST(Compact, columns_stay_without_counts) {
  const Summary all = number_sums({1, 2, 3, 4}, {"a", "b"}, Kind::counts);
  const Summary compacted = compact(all, 0, {1});
  EXPECT_EQ(terms_of(compacted).offsets, (std::vector<std::uint64_t>{0, 0, 2}));
  check_summary(compacted);
}

TEST(Compact, refuses_what_are_no_places_of_terms) {
  const Summary all = text_sums(documents, labels);
  EXPECT_THROW(compact(all, 0, {0, 0}), Error);
  EXPECT_THROW(compact(all, 0, {4}), Error);
  EXPECT_THROW(compact(all, 1, {}), Error);
  EXPECT_THROW(compact(number_sums({1, 2}, {"a"}, Kind::amounts), 0, {}), Error);
}

}  // namespace
}  // namespace suffice
