#include "text/tokeniser.hpp"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using Terms = std::vector<std::string>;

TEST(Tokeniser, words_are_runs_of_letters_marks_digits_and_underscores) {
  EXPECT_EQ(terms_of("Subscribe to Pewdiepie!", {}), (Terms{"subscribe", "to", "pewdiepie"}));
  EXPECT_EQ(terms_of("don't a_b x2,,3.5", {}), (Terms{"don", "t", "a_b", "x2", "3", "5"}));
  EXPECT_EQ(terms_of("", {}), Terms{});
  EXPECT_EQ(terms_of(" \n\t.!?", {}), Terms{});
  EXPECT_EQ(terms_of(std::string("a\0b", 3), {}), (Terms{"a", "b"}));
}

TEST(Tokeniser, unicode) {
  EXPECT_EQ(terms_of("İstanbul STRASSE straße GROẞ", {}), (Terms{"istanbul", "strasse", "straße", "groß"}));
  EXPECT_EQ(terms_of("CAFE\u0301 e\u0301te\u0301", {}), (Terms{"cafe\u0301", "e\u0301te\u0301"}));
  EXPECT_EQ(terms_of("中文，字。日本語", {}), (Terms{"中文", "字", "日本語"}));
  EXPECT_EQ(terms_of("good😀bad 👩‍👩‍👧", {}), (Terms{"good", "bad"}));
  EXPECT_EQ(terms_of("co\u00ADoperate", {}), (Terms{"co", "operate"}));  // a soft hyphen is no letter
  EXPECT_EQ(terms_of("ПРИВЕТ, Мир! ΣΊΣΥΦΟΣ", {}), (Terms{"привет", "мир", "σίσυφοσ"}));
  EXPECT_EQ(terms_of("ȺȺȺ x² ½ Ⅷ ٣", {}), (Terms{"ⱥⱥⱥ", "x²", "½", "ⅷ", "٣"}));
  EXPECT_EQ(terms_of("नमस्ते दुनिया", {}), (Terms{"नमस्ते", "दुनिया"}));
}

TEST(Tokeniser, bytes_that_are_no_utf8_divide_words_and_are_counted) {
  const Tokeniser tokeniser({});
  Tokeniser::Buffer buffer;
  Terms terms;
  const auto sink = [&](std::span<const std::string_view> portion) {
    terms.insert(terms.end(), portion.begin(), portion.end());
  };
  // Alone, overlong, cut, a surrogate, above U+10FFFF, and what is never a byte of UTF-8.
  tokeniser.split(
      "a\x80"
      "b\xC0\xAF"
      "c\xE2\x82"
      "d\xED\xA0\x80"
      "e\xF4\x90\x80\x80"
      "f\xFF\xFEg\xC3",
      buffer, sink);
  EXPECT_EQ(terms, (Terms{"a", "b", "c", "d", "e", "f", "g"}));
  EXPECT_EQ(buffer.invalid_bytes, 1U + 2U + 2U + 3U + 4U + 2U + 1U);
  tokeniser.split("\xFF", buffer, sink);
  EXPECT_EQ(buffer.invalid_bytes, 16U);
}

TEST(Tokeniser, short_words_and_stop_words_are_left_out) {
  EXPECT_EQ(terms_of("I am über 中 zoo", {.min_length = 3}), (Terms{"über", "zoo"}));
  EXPECT_EQ(terms_of("é ÉÉ ÉÉÉ", {.min_length = 2}), (Terms{"éé", "ééé"}));
  EXPECT_EQ(terms_of("The end of THE line", {.stop_words = {"of", "the"}}), (Terms{"end", "line"}));
}

TEST(Tokeniser, words_are_left_out_then_stemmed_then_joined) {
  EXPECT_EQ(terms_of("a b c", {.shortest = 1, .longest = 2}), (Terms{"a", "b", "a b", "c", "b c"}));
  EXPECT_EQ(terms_of("a, b; c", {.shortest = 3, .longest = 3}), Terms{"a b c"});
  EXPECT_EQ(terms_of("a b", {.shortest = 3, .longest = 5}), Terms{});
  EXPECT_EQ(terms_of("cats of the world", {.shortest = 2, .longest = 2, .stop_words = {"of", "the"}}),
            Terms{"cats world"});
  const TextOptions stemmed{.shortest = 1, .longest = 2, .stop_words = {"running"}, .stemmer = "english"};
  try {
    EXPECT_EQ(terms_of("Running cats, running dogs", stemmed), (Terms{"cat", "dog", "cat dog"}));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);  // built without stemmers
  }
}

TEST(Tokeniser, characters) {
  const TextOptions options{.unit = TermUnit::character, .shortest = 2, .longest = 3};
  EXPECT_EQ(terms_of("Ab\n\t c", options), (Terms{"ab", "b ", "ab ", " c", "b c"}));
  EXPECT_EQ(terms_of("Äö中", options), (Terms{"äö", "ö中", "äö中"}));
  EXPECT_EQ(terms_of("a\xFF\xFE"
                     "b",
                     options),
            (Terms{"a ", " b", "a b"}));
  EXPECT_EQ(terms_of("x", options), Terms{});
  EXPECT_EQ(terms_of("", options), Terms{});
  EXPECT_EQ(terms_of(".", {.unit = TermUnit::character}), Terms{"."});
}

TEST(Tokeniser, buckets) {
  const TextOptions options{.shortest = 1, .longest = 2, .hash_buckets = 1000, .hash_key = 5};
  const Terms terms = terms_of("new York", options);
  EXPECT_EQ(terms, (Terms{std::to_string(term_bucket("new", 5, 1000)), std::to_string(term_bucket("york", 5, 1000)),
                          std::to_string(term_bucket("new york", 5, 1000))}));
}

// Word number i of a long document.
std::string nth(std::size_t i) { return "W" + std::to_string(i * 7919 % 100'003) + (i % 5 == 0 ? "é" : ""); }
std::string nth_lower(std::size_t i) { return "w" + nth(i).substr(1); }

TEST(Tokeniser, ngrams_go_across_portions_that_are_of_limited_size) {
  constexpr std::size_t words = 30'000;
  std::string document;
  for (std::size_t i = 0; i < words; ++i) {
    document += nth(i) + (i % 3 == 0 ? ", " : " ");
  }
  for (const std::size_t longest : {1U, 2U, 5U, 16U}) {
    const Tokeniser tokeniser({.shortest = 1, .longest = longest});
    Tokeniser::Buffer buffer;
    Terms terms;
    std::size_t portions = 0;
    tokeniser.split(document, buffer, [&](std::span<const std::string_view> portion) {
      ASSERT_GT(portion.size(), 0U);
      ASSERT_LE(portion.size(), 4096U);
      ++portions;
      terms.insert(terms.end(), portion.begin(), portion.end());
    });
    EXPECT_GT(portions, 7U);
    std::size_t at = 0;
    for (std::size_t i = 0; i < words; ++i) {
      std::string term;
      for (std::size_t n = 1; n <= longest && n <= i + 1; ++n) {
        term = nth_lower(i + 1 - n) + (term.empty() ? "" : " ") + term;
        ASSERT_LT(at, terms.size());
        ASSERT_EQ(terms[at++], term);
      }
    }
    EXPECT_EQ(at, terms.size());
  }
}

TEST(Tokeniser, long_words_and_long_lines) {
  const std::string endless(8'000'000, 'X');
  EXPECT_EQ(terms_of("a " + endless + " b", {}), (Terms{"a", std::string(endless.size(), 'x'), "b"}));
  std::string wide;
  while (wide.size() < 100'000) {
    wide += "Ж";
  }
  const Terms terms = terms_of(wide, {});
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].substr(0, 4), "жж");
  EXPECT_EQ(terms[0].size(), wide.size());
}

TEST(Tokeniser, serves_threads_that_have_buffers_of_their_own) {
  const Tokeniser tokeniser({.shortest = 1, .longest = 3});
  std::vector<std::size_t> counts(4);
  std::vector<std::thread> threads;
  for (std::size_t& count : counts) {
    threads.emplace_back([&tokeniser, &count] {
      Tokeniser::Buffer buffer;
      for (int i = 0; i < 100; ++i) {
        tokeniser.split("one two three four", buffer, [&](auto terms) { count += terms.size(); });
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(counts, std::vector<std::size_t>(4, 900));
}

TEST(Tokeniser, refuses_options_that_cannot_be_meant) { EXPECT_THROW(Tokeniser({.longest = 99}), Error); }

}  // namespace
}  // namespace suffice
