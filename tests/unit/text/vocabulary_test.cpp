// Vocabulary: one term a line, as a model of text or of columns has it.
#include <gtest/gtest.h>

#include "data_text.hpp"
#include "suffice/schema.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

Names words_of(std::string_view text, const TextOptions& options = {}) {
  return parse_vocabulary(text, {.kind = Kind::text, .features = {"t"}, .text = options}, "words");
}

TEST(Vocabulary, HasEachTermOnceInByteOrder) {
  EXPECT_EQ(words_of("win\n\nPrize\r\nwin\nÜber"), (Names{"prize", "win", "über"}));
  EXPECT_EQ(words_of(""), Names{});
  EXPECT_EQ(words_of("\n\r\n"), Names{});
}

TEST(Vocabulary, ReadsALineAsTheModelReadsDocuments) {
  EXPECT_EQ(words_of("Free prize\nwin\n", {.longest = 2}), (Names{"free prize", "win"}));
  EXPECT_EQ(words_of("abc", {.unit = TermUnit::character, .shortest = 2, .longest = 3}), Names{"abc"});
  EXPECT_EQ(words_of("  (Win!)  "), Names{"win"});
}

TEST(Vocabulary, NamesTheLineThatIsNotOneTerm) {
  EXPECT_EQ(failure([] { words_of("a\n\ntwo words\n"); }),
            "3 words:3: 'two words' is 2 terms for this model, not one; give one term a line");
  EXPECT_EQ(failure([] { words_of("\xFF\n"); }),
            "3 words:1: '\\xFF' is no term for this model, not one; give one term a line");
  EXPECT_EQ(failure([] { words_of("the", {.stop_words = {"the"}}); }),
            "3 words:1: 'the' is no term for this model, not one; give one term a line");
}

TEST(Vocabulary, OfColumnsHasTheirNames) {
  EXPECT_EQ(parse_vocabulary("Two Words\nb\nb\n", {.kind = Kind::counts, .features = {"b"}}, "names"),
            (Names{"Two Words", "b"}));
}

TEST(Vocabulary, HasNoHashBuckets) {
  EXPECT_EQ(failure([] { words_of("a", {.hash_buckets = 4}); }),
            "2 a vocabulary names words, and hash buckets do not keep them: choose one of both");
}

}  // namespace
}  // namespace suffice
