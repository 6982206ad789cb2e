#include "model/term_state.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "model/in_memory_terms.hpp"

namespace suffice {
namespace {

TermState state_of(const Summary& sums, const TermReading& reading, Family family = Family::multinomial) {
  EstimateOptions options;
  options.family = family;
  options.estimator = Estimator::mean;
  options.terms = reading;
  const auto counts = std::make_shared<const TermCounts>(sums.terms());
  std::shared_ptr<const TermLookup> words;
  if (sums.schema.encoding == Encoding::text) {
    words = std::make_shared<const InMemoryTerms>(counts, sums.classes.size());
  }
  return {sums.schema, events(sums, options), counts, words};
}

std::string names_of(const TermState& state) {
  std::string names;
  state.visit([&names](std::string_view term, const TermRecord&) { names.append(term).append(" "); });
  return names;
}

TEST(TermState, finds_and_shows_the_words_that_are_kept) {
  const Summary sums = word_sums({{"1", "a b b"}, {"2", "b c"}});
  TermRecord record;
  const TermState all = state_of(sums, {});
  EXPECT_TRUE(all.find("c", record));
  EXPECT_FALSE(all.find("d", record));
  EXPECT_EQ(names_of(all), "a b c ");
  const TermState given = state_of(sums, {.vocabulary = std::vector<std::string>{"", "aa", "b", "d"}});
  EXPECT_TRUE(given.find("aa", record));
  EXPECT_EQ(record.tokens, std::vector<double>(2));
  EXPECT_FALSE(given.find("c", record));
  EXPECT_EQ(names_of(given), " aa b d ");
  EXPECT_TRUE(given.rows.size() == 1);
}

TEST(TermState, has_a_row_for_every_column) {
  const Summary sums = column_sums({"p", "q", "r"}, {"1", "2"}, {{1, 0, 2}, {0, 0, 1}});
  const TermState all = state_of(sums, {}, Family::bernoulli);
  EXPECT_EQ(all.rows.size(), 4U);
  EXPECT_TRUE(all.left_out.empty());
  EXPECT_EQ(all.absent().size(), 6U);
  EXPECT_DOUBLE_EQ(all.absent()[0], std::log(1 / 3.0));
  EXPECT_EQ(names_of(all), "p q r ");
  const TermState often = state_of(sums, {.min_documents = 2});
  EXPECT_TRUE(often.is_left_out(0) && often.is_left_out(1) && !often.is_left_out(2));
  EXPECT_EQ(often.rows.size(), 4U);
  EXPECT_EQ(often.rows.parameters(1)[0], 0);
  EXPECT_EQ(names_of(often), "r ");
}

}  // namespace
}  // namespace suffice
