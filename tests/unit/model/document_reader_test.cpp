#include "model/terms/document_reader.hpp"

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "model/terms/in_memory_terms.hpp"

namespace suffice {
namespace {

std::shared_ptr<const TermState> state_of(const TermOptions& options) {
  const Summary sums = word_sums({{"1", "a b b"}, {"2", "b c"}});
  auto words = std::make_shared<const InMemoryTerms>(std::make_shared<const TermCounts>(terms_of(sums)), 2);
  return std::make_shared<const TermState>(sums.schema.blocks[0], events_of(sums, options), nullptr, words, 1);
}

struct Found {
  std::vector<std::uint32_t> rows;
  std::vector<double> weights;
  std::uint64_t terms = 0;
  ScoreCounts counts;
};

Found read(DocumentReader& reader, std::string_view document) {
  Found found;
  found.terms = reader.read(document, found.counts, [&](std::span<const std::uint32_t> rows, const double* weights) {
    found.rows.insert(found.rows.end(), rows.begin(), rows.end());
    if (weights != nullptr) {
      found.weights.assign(weights, weights + rows.size());
    }
  });
  return found;
}

using Rows32 = std::vector<std::uint32_t>;

TEST(DocumentReader, numbers_words_as_it_meets_them) {
  DocumentReader reader(state_of(term_options(TermFamily::multinomial)));
  const Found first = read(reader, "b x a b");
  EXPECT_EQ(first.rows, (Rows32{1, 0, 2, 1}));
  EXPECT_EQ(first.terms, 3U);
  EXPECT_EQ(first.counts.unseen, 1U);
  EXPECT_EQ(read(reader, "c x").rows, (Rows32{3, 0}));
  EXPECT_EQ(reader.table().size(), 4U);
  EXPECT_EQ(read(reader, "").terms, 0U);
}

TEST(DocumentReader, counts_a_term_once_where_presence_counts) {
  DocumentReader reader(state_of(term_options(TermFamily::bernoulli)));
  const Found found = read(reader, "b x a b x");
  EXPECT_EQ(found.rows, (Rows32{1, 0, 2}));
  EXPECT_EQ(found.terms, 2U);
  EXPECT_EQ(found.counts.unseen, 2U);
  EXPECT_EQ(read(reader, "b b").rows, (Rows32{1}));
}

TEST(DocumentReader, gathers_rows_for_the_urn) {
  TermOptions options = term_options(TermFamily::multinomial, Estimator::predictive);
  DocumentReader ignoring(state_of(options));
  const Found found = read(ignoring, "b x a b y");
  EXPECT_EQ(found.rows, (Rows32{1, 2}));
  EXPECT_EQ(found.weights, (std::vector<double>{2, 1}));
  options.unseen = Unseen::reserve;
  DocumentReader reserving(state_of(options));
  const Found all = read(reserving, "b x a b y");
  EXPECT_EQ(all.rows, (Rows32{1, 0, 2}));
  EXPECT_EQ(all.weights, (std::vector<double>{2, 2, 1}));
  EXPECT_EQ(all.terms, 5U);
}

TEST(DocumentReader, keeps_what_it_remembers_within_bounds) {
  DocumentReader reader(state_of(term_options(TermFamily::multinomial)));
  std::string many;
  for (std::size_t i = 0; i < (1U << 20U) + 5; ++i) {
    many += "w" + std::to_string(i) + " ";
  }
  EXPECT_EQ(read(reader, many).counts.unseen, (1U << 20U) + 5);
  EXPECT_EQ(reader.table().size(), 1U);
  EXPECT_EQ(read(reader, "b a").terms, 2U);
}

std::string strange_words(std::size_t count) {
  std::string words;
  for (std::size_t i = 0; i < count; ++i) {
    words += "w" + std::to_string(i) + " ";
  }
  return words;
}

// Words that were met first come first, then the others in byte order.
TEST(DocumentReader, turns_to_all_words_of_the_model_after_many) {
  const auto state = state_of(term_options(TermFamily::multinomial));
  DocumentReader reader(state);
  EXPECT_EQ(read(reader, "c x").rows, (Rows32{1, 0}));
  read(reader, strange_words(2000));
  EXPECT_EQ(reader.table().size(), 2U);
  const Found found = read(reader, "b x a c b");
  EXPECT_EQ(found.rows, (Rows32{3, 0, 2, 1, 3}));
  EXPECT_EQ(found.terms, 4U);
  EXPECT_EQ(found.counts.unseen, 1U);
  DocumentReader other(state);
  EXPECT_EQ(read(other, "b x a c b").rows, found.rows);
  EXPECT_EQ(&other.table(), &reader.table());
}

void expect_same_with_all_words(const TermOptions& options) {
  DocumentReader before(state_of(options));
  DocumentReader after(state_of(options));
  read(after, strange_words(2000));
  const Found one = read(before, "b x a x y c b");
  const Found two = read(after, "b x a x y c b");
  EXPECT_EQ(one.terms, two.terms);
  EXPECT_EQ(one.counts.unseen, two.counts.unseen);
  EXPECT_EQ(one.weights, two.weights);
  const auto sum = [](const DocumentReader& reader, const Found& found) {
    double all = 0;
    for (const std::uint32_t row : found.rows) {
      all += reader.table().parameters(row)[0];
    }
    return all;
  };
  EXPECT_EQ(sum(before, one), sum(after, two));
}

TEST(DocumentReader, says_the_same_with_all_words) {
  expect_same_with_all_words(term_options(TermFamily::bernoulli));
  for (const Unseen unseen : {Unseen::ignore, Unseen::reserve}) {
    for (const bool boolean : {false, true}) {
      TermOptions options = term_options(TermFamily::multinomial);
      options.unseen = unseen;
      options.boolean = boolean;
      expect_same_with_all_words(options);
    }
    TermOptions urn = term_options(TermFamily::multinomial, Estimator::predictive);
    urn.unseen = unseen;
    expect_same_with_all_words(urn);
  }
}

TEST(ReaderPool, lends_readers_again) {
  ReaderPool pool(state_of(term_options(TermFamily::multinomial)));
  const DocumentReader* first = nullptr;
  {
    const ReaderPool::Lent lent = pool.lend();
    first = lent.get();
    const ReaderPool::Lent other = pool.lend();
    EXPECT_NE(other.get(), first);
  }
  const ReaderPool::Lent one = pool.lend();
  const ReaderPool::Lent two = pool.lend();
  EXPECT_TRUE(one.get() == first || two.get() == first);
}

}  // namespace
}  // namespace suffice
