// Paged terms: every word of a file found, no other, whatever the words.
#include "store/content/paged_terms.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

/// Words of two classes; the counts of word k follow from k.
Stored stored_of(const std::set<std::string>& words) {
  Stored stored = word_model();
  TermCounts counts;
  counts.offsets = {0};
  for (const std::string& word : words) {
    const std::size_t k = counts.words.size();
    counts.words.push_back(word);
    for (std::uint32_t c = k % 3 == 0 ? 1 : 0; c < (k % 3 == 1 ? 1U : 2U); ++c) {
      counts.classes.push_back(c);
      counts.tokens.push_back(static_cast<double>(k + 10 * c + 1));
      counts.documents.push_back(1);
    }
    counts.offsets.push_back(counts.classes.size());
  }
  stored.summary.sums = {counts};
  return stored;
}

/// The file of a model, opened for looking words up.
struct Opened {
  TemporaryFolder folder;
  std::string bytes;
  std::string header_bytes;
  TensorPlaces places;

  explicit Opened(const Stored& stored) : bytes(encode(stored)), header_bytes(read_header(bytes).bytes) {
    for (const TensorEntry& entry : read_header(bytes).entries) places.emplace(entry.name, entry);
  }

  [[nodiscard]] PagedTerms terms(std::string index) const {
    write_text(folder.file("model"), bytes);
    const std::string data = bytes.substr(header_bytes.size());
    PageChecksums pages;
    pages.add(data);
    return {std::make_shared<const PagedFile>(open_to_read(folder.file("model")), folder.file("model"),
                                              header_bytes.size(), data.size(), pages.table()),
            TermPlaces::find(places, "0."), 2, std::move(index)};
  }
};

/// The words k = first, …, last − 1: five are asked for each.
void expect_found(const TermCounts& counts, const PagedTerms& terms, std::size_t first, std::size_t last) {
  TermRecord record;
  for (std::size_t k = first; k < last; ++k) {
    ASSERT_TRUE(terms.find(counts.words[k], record)) << k;
    const TermRecord expected = record_of(counts, k, 2);
    ASSERT_EQ(record.tokens, expected.tokens);
    ASSERT_EQ(record.documents, expected.documents);
    const std::string word(counts.words[k]);
    for (const std::string& other : {word + '\0', word + "a", word.substr(0, word.size() - 1), word + "\xff"}) {
      ASSERT_EQ(terms.find(other, record), counts.words.find(other).has_value()) << k;
    }
  }
}

/// Looked up in pages, and in memory by those who ask for many.
void expect_all_found(const Stored& stored) {
  constexpr std::size_t few = 300;
  const TermCounts& counts = terms_in(stored);
  const Opened opened(stored);
  for (std::size_t first = 0; first < counts.terms(); first += few) {
    expect_found(counts, opened.terms(index_of(counts.words)), first, std::min(first + few, counts.terms()));
  }
  const PagedTerms terms = opened.terms(index_of(counts.words));
  expect_found(counts, terms, 0, counts.terms());
  expect_found(counts, terms, 0, counts.terms());
  const PagedTerms told = opened.terms(index_of(counts.words));
  told.expect(1'000'000);
  expect_found(counts, told, 0, counts.terms());
  const PagedTerms unread = opened.terms(index_of(counts.words));
  for (const PagedTerms* shown : {&terms, &told, &unread}) {
    std::size_t seen = 0;
    shown->visit([&](std::string_view word, const TermRecord& met) {
      ASSERT_EQ(word, counts.words[seen]);
      ASSERT_EQ(met.tokens, record_of(counts, seen, 2).tokens);
      ++seen;
    });
    EXPECT_EQ(seen, counts.terms());
    EXPECT_EQ(shown->size(), counts.terms());
  }
  TermRecord record;
  EXPECT_FALSE(terms.find("", record));
}

TEST(PagedTerms, FindsEveryWordAndNoOther) {
  std::mt19937 bits(1);
  std::set<std::string> words;
  for (int i = 0; i < 3000; ++i) words.insert(fmt::format("{:x}", bits() % 100'000));
  expect_all_found(stored_of(words));
  expect_all_found(stored_of({"x"}));
}

TEST(PagedTerms, FindsWordsThatBeginAlike) {
  std::set<std::string> words = {"a", "zz", std::string(20'000, 'w')};
  for (int i = 0; i < 2000; ++i) words.insert("the same sixteen bytes " + std::to_string(i));
  expect_all_found(stored_of(words));
}

TEST(PagedTerms, IndexIsTheStartOfEvery256thWord) {
  Words words;
  words.push_back("a");
  EXPECT_EQ(index_of(words), "a" + std::string(15, '\0'));
  for (int i = 0; i < 300; ++i) words.push_back(fmt::format("b{:020}", i));
  EXPECT_EQ(index_of(words).size(), 32U);
  EXPECT_EQ(index_of(words).substr(16), "b000000000000000");
}

TEST(PagedTerms, RefusesAnIndexThatDoesNotFit) {
  const Opened opened(word_model());
  EXPECT_EQ(outcome_of([&] { (void)opened.terms(""); }),
            "bad_model: the index of words does not have an entry for every 256 words");
}

TEST(PagedTerms, RefusesCountsThatAreNotSound) {
  Opened opened(word_model());
  std::size_t asked_before = 0;
  const auto outcome_with = [&](const TensorEntry& entry, std::size_t at, const auto& number) {
    Opened changed(word_model());
    changed.bytes.replace(changed.header_bytes.size() + entry.begin + at * sizeof number, sizeof number,
                          reinterpret_cast<const char*>(&number), sizeof number);
    const PagedTerms terms = changed.terms(index_of(terms_in(word_model()).words));
    TermRecord record;
    for (std::size_t i = 0; i < asked_before; ++i) (void)outcome_of([&] { terms.find("zzz", record); });
    const std::string outcome = outcome_of([&] { terms.find("buy", record); });
    return outcome.substr(0, outcome.find(':')) + outcome.substr(outcome.rfind(':'));
  };
  const TermPlaces places = TermPlaces::find(opened.places, "0.");
  const std::string counts = "bad_model: the counts of a word in the model file are not sound";
  for (const std::size_t many : {std::size_t{0}, std::size_t{100}}) {
    asked_before = many;
    EXPECT_EQ(outcome_with(places.tokens, 0, -1.0), counts);
    EXPECT_EQ(outcome_with(places.tokens, 0, 1e308 * 10), counts);
    EXPECT_EQ(outcome_with(places.documents, 0, std::nan("")), counts);
    EXPECT_EQ(outcome_with(places.classes, 0, std::uint32_t{2}), counts);
    EXPECT_EQ(outcome_with(places.offsets, 0, std::uint64_t{2}), counts);
    EXPECT_EQ(outcome_with(places.offsets, 1, UINT64_MAX), counts);
    EXPECT_EQ(outcome_with(places.ends, 2, UINT64_MAX),
              "bad_model: the words of the model file do not follow each other");
  }
}

}  // namespace
}  // namespace suffice
