#include <functional>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/text.hpp"

namespace suffice {
namespace {

void expect_usage(const std::function<void()>& call, const std::string& part) {
  try {
    call();
    FAIL() << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
  }
}

void expect_refused(const TextOptions& options, const std::string& part) {
  expect_usage([&] { check_text_options(options); }, part);
}

TEST(TextOptions, what_cannot_be_meant_is_refused) {
  EXPECT_NO_THROW(check_text_options({}));
  expect_refused({.shortest = 0}, "n-grams go from 1 to 16");
  expect_refused({.shortest = 3, .longest = 2}, "not from 3 to 2");
  expect_refused({.longest = 17}, "not from 1 to 17");
  expect_refused({.min_length = 0}, "the least length");
  expect_refused({.stop_words = {"b", "a"}}, "\"a\" is not");
  expect_refused({.stop_words = {"a", "a"}}, "each once");
  expect_refused({.stop_words = {""}}, "empty");
  expect_refused({.hash_buckets = (std::uint64_t{1} << 28U) + 1}, "too many");
  expect_refused({.hash_key = 1}, "needs a number of hash buckets");
  expect_refused({.stemmer = "no such language"}, "no such language");
  expect_refused({.unit = TermUnit::character, .stop_words = {"a"}}, "have no stop words");
  expect_refused({.unit = TermUnit::character, .stemmer = "english"}, "have no stems");
  expect_refused({.min_length = 2, .unit = TermUnit::character}, "have no least length");
  EXPECT_NO_THROW(check_text_options({.hash_buckets = std::uint64_t{1} << 28U, .hash_key = 1}));
}

TEST(TextOptions, ngrams_are_read_as_they_are_written) {
  for (const std::string text : {"1", "2", "1-2", "16", "char:3", "char:3-5", "char:1-16"}) {
    TextOptions options{.min_length = 3};
    parse_ngrams(text, options);
    EXPECT_EQ(ngrams_to_text(options), text);
    EXPECT_EQ(options.min_length, 3U);
  }
  TextOptions options;
  parse_ngrams("char:3-5", options);
  EXPECT_EQ(options, (TextOptions{.unit = TermUnit::character, .shortest = 3, .longest = 5}));
  parse_ngrams("2-2", options);
  EXPECT_EQ(ngrams_to_text(options), "2");
}

TEST(TextOptions, other_ngrams_are_refused_and_change_nothing) {
  TextOptions options;
  for (const std::string text :
       {"", "0", "a", "1-", "-2", "2-1", "1-17", "1-2-3", " 1", "+1", "char:", "chars:2", "99999999999999999999"}) {
    expect_usage([&] { parse_ngrams(text, options); }, "\"" + text + "\" are no n-grams");
    EXPECT_EQ(options, TextOptions{});
  }
}

TEST(TextOptions, word_lists_are_sorted_and_lower_cased) {
  EXPECT_EQ(parse_word_list("the\n# a comment\r\nOf  # another\n\nthe\nÜber"),
            (std::vector<std::string>{"of", "the", "über"}));
  EXPECT_EQ(parse_word_list("don't\n"), (std::vector<std::string>{"don", "t"}));
  EXPECT_EQ(parse_word_list(""), std::vector<std::string>{});
  EXPECT_EQ(parse_word_list("#"), std::vector<std::string>{});
}

}  // namespace
}  // namespace suffice
