#include "summary/terms/word_counter.hpp"

#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

struct Corpus {
  std::vector<std::string> texts;
  std::vector<std::string_view> documents;
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  std::vector<std::uint32_t> class_of_code = {2, 0, 1};
  std::vector<std::size_t> order = {1, 2, 0};  // class 1 of the counter is class 0 of the counts
};

enum class Weights { none, whole, fractional, mixed };

Corpus corpus(std::size_t rows, Weights kind, std::size_t vocabulary = 400) {
  std::mt19937 engine(11);
  const auto bits = [&] { return static_cast<std::uint32_t>(engine()); };
  Corpus result;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string text;
    for (std::size_t k = bits() % 40; k > 0; --k) {
      text += "Word" + std::to_string(bits() % (1 + bits() % vocabulary)) + (bits() % 9 == 0 ? "é\xFF" : " ");
    }
    result.texts.push_back(text);
    result.codes.push_back(bits() % 3);
    const double fraction = 0.1 * (1 + bits() % 30);
    const double whole = bits() % 4;
    const bool is_whole = kind == Weights::whole || (kind == Weights::mixed && bits() % 2 == 0);
    result.weights.push_back(kind == Weights::none ? 1 : is_whole ? whole : fraction);
  }
  result.documents.assign(result.texts.begin(), result.texts.end());
  return result;
}

TermCounts count(const Corpus& data, const TextOptions& options, unsigned threads, std::size_t batch_rows,
                 bool weighted) {
  WordCounter counter(options, threads);
  for (std::size_t first = 0; first < data.documents.size(); first += batch_rows) {
    const std::size_t rows = std::min(batch_rows, data.documents.size() - first);
    TextBatch batch{std::span(data.documents).subspan(first, rows)};
    if (weighted) {
      batch.weights = std::span(data.weights).subspan(first, rows);
    }
    counter.add(batch, {std::span(data.codes).subspan(first, rows), data.class_of_code, 3});
  }
  return counter.counts(data.order);
}

// One document after the other, in maps.
TermCounts plain_count(const Corpus& data, const TextOptions& options) {
  struct Sums {
    double tokens = 0;
    double documents = 0;
  };
  std::map<std::string, std::map<std::uint32_t, Sums>> terms;
  for (std::size_t i = 0; i < data.documents.size(); ++i) {
    const std::size_t number = data.class_of_code[data.codes[i]];
    const auto c =
        static_cast<std::uint32_t>(std::find(data.order.begin(), data.order.end(), number) - data.order.begin());
    std::map<std::string, int> here;
    for (const std::string& term : terms_of(data.documents[i], options)) {
      ++here[term];
    }
    for (const auto& [term, times] : here) {
      if (data.weights[i] > 0) {
        terms[term][c].tokens += times * data.weights[i];
        terms[term][c].documents += data.weights[i];
      }
    }
  }
  TermCounts result;
  result.offsets = {0};
  for (const auto& [term, classes] : terms) {
    result.words.push_back(term);
    for (const auto& [c, sums] : classes) {
      result.classes.push_back(c);
      result.tokens.push_back(sums.tokens);
      result.documents.push_back(sums.documents);
    }
    result.offsets.push_back(result.classes.size());
  }
  return result;
}

TEST(WordCounter, counts_of_whole_weights_are_exact) {
  for (const Weights kind : {Weights::none, Weights::whole}) {
    const Corpus data = corpus(200, kind);
    for (const TextOptions& options : {TextOptions{}, TextOptions{.shortest = 1, .longest = 3},
                                       TextOptions{.unit = TermUnit::character, .shortest = 2, .longest = 2}}) {
      const TermCounts expected = plain_count(data, options);
      ASSERT_GT(expected.terms(), 100U);
      EXPECT_EQ(count(data, options, 1, 200, kind == Weights::whole), expected);
      EXPECT_EQ(count(data, options, 2, 17, kind == Weights::whole), expected);
      EXPECT_EQ(count(data, options, 7, 199, kind == Weights::whole), expected);
    }
  }
}

TEST(WordCounter, threads_and_batches_never_change_a_bit) {
  for (const Weights kind : {Weights::whole, Weights::fractional, Weights::mixed}) {
    const Corpus data = corpus(10'000, kind, 5'000);
    const TermCounts one = count(data, {}, 1, 10'000, true);
    EXPECT_EQ(count(data, {}, 2, 10'000, true), one);
    EXPECT_EQ(count(data, {}, 2, 3'001, true), one);
    EXPECT_EQ(count(data, {}, 7, 10'000, true), one);
  }
}

TEST(WordCounter, fractional_weights_agree_to_rounding) {
  const Corpus data = corpus(500, Weights::mixed);
  const TermCounts counts = count(data, {}, 2, 100, true);
  const TermCounts expected = plain_count(data, {});
  ASSERT_EQ(counts.words, expected.words);
  ASSERT_EQ(counts.classes, expected.classes);
  for (std::size_t k = 0; k < counts.tokens.size(); ++k) {
    EXPECT_NEAR(counts.tokens[k], expected.tokens[k], 1e-12 * expected.tokens[k]);
    EXPECT_NEAR(counts.documents[k], expected.documents[k], 1e-12 * expected.documents[k]);
  }
}

TEST(WordCounter, counts_past_the_whole_doubles_stay_in_row_order) {
  Corpus data = corpus(300, Weights::whole, 20);
  for (std::size_t i = 0; i < data.weights.size(); i += 3) {
    data.weights[i] = 9007199254740991;
  }
  const TermCounts one = count(data, {}, 1, 300, true);
  EXPECT_EQ(count(data, {}, 2, 7, true), one);
  EXPECT_EQ(count(data, {}, 3, 300, true), one);
}

TEST(WordCounter, buckets_have_numbers_in_place_of_words) {
  const Corpus data = corpus(300, Weights::whole);
  const TextOptions options{.hash_buckets = 64, .hash_key = 3};
  const TermCounts counts = count(data, options, 2, 50, true);
  EXPECT_EQ(counts.words.size(), 0U);
  ASSERT_EQ(counts.terms(), 64U);
  const TermCounts expected = plain_count(data, options);  // its words are the numbers, in byte order
  for (std::size_t k = 0; k < expected.terms(); ++k) {
    const std::size_t bucket = std::stoul(std::string(expected.words[k]));
    ASSERT_EQ(counts.offsets[bucket + 1] - counts.offsets[bucket], expected.offsets[k + 1] - expected.offsets[k]);
    for (std::size_t i = 0; i < expected.offsets[k + 1] - expected.offsets[k]; ++i) {
      EXPECT_EQ(counts.classes[counts.offsets[bucket] + i], expected.classes[expected.offsets[k] + i]);
      EXPECT_EQ(counts.tokens[counts.offsets[bucket] + i], expected.tokens[expected.offsets[k] + i]);
      EXPECT_EQ(counts.documents[counts.offsets[bucket] + i], expected.documents[expected.offsets[k] + i]);
    }
  }
  EXPECT_EQ(count(data, options, 1, 300, true), counts);
}

TEST(WordCounter, invalid_bytes_are_counted_but_not_of_rows_that_are_absent) {
  WordCounter counter({}, 2);
  const std::vector<std::string_view> documents = {"a\xFF", "b\xFE\xFE", "", "c\x80\x80\x80"};
  const std::vector<std::uint32_t> codes = {0, 0, 0, 1};
  const std::vector<std::uint32_t> class_of_code = {0, UINT32_MAX};
  const std::vector<double> weights = {1, 0.5, 1, 0};
  counter.add({documents, weights}, {codes, class_of_code, 1});
  EXPECT_EQ(counter.invalid_bytes(), 3U);
  const std::vector<std::size_t> order = {0};
  const TermCounts counts = counter.counts(order);
  EXPECT_EQ(counts.words.bytes, "ab");
  EXPECT_EQ(counts.tokens, (std::vector<double>{1, 0.5}));
}

TEST(WordCounter, a_document_of_two_gibibytes_is_refused) {
  WordCounter counter({}, 1);
  const std::vector<std::string_view> documents = {"a", std::string_view("a", std::size_t{1} << 31U)};  // never read
  const std::vector<std::uint32_t> codes = {0, 0};
  const std::vector<std::uint32_t> class_of_code = {0};
  try {
    counter.add({documents}, {codes, class_of_code, 1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.where(), "row 1");
    EXPECT_EQ(error.message().rfind("a document of 2147483648 bytes", 0), 0U) << error.message();
  }
  EXPECT_EQ(counter.counts(std::vector<std::size_t>{0}).terms(), 0U);
}

TEST(WordCounter, nothing_counted_is_nothing) {
  const WordCounter counter({}, 2);
  const TermCounts counts = counter.counts(std::vector<std::size_t>{0, 1});
  EXPECT_EQ(counts.terms(), 0U);
  EXPECT_EQ(counts.offsets, std::vector<std::uint64_t>{0});
}

}  // namespace
}  // namespace suffice
