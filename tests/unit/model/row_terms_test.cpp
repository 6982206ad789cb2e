#include "model/terms/row_terms.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "model/terms/in_memory_terms.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(RowTerms, are_those_of_a_document_in_order) {
  const Summary sums = word_sums({{"1", "a b b"}, {"2", "b c"}});
  const auto counts = std::make_shared<const TermCounts>(terms_of(sums));
  TermOptions options = term_options(TermFamily::multinomial);
  options.unseen = Unseen::reserve;
  const TermState state(sums.schema.blocks[0], events_of(sums, options), counts,
                        std::make_shared<InMemoryTerms>(counts, 2), 1);
  const std::vector<std::string_view> documents{"b x a b"};
  const std::vector<RowTerm> terms = row_terms(state, TextBatch{Texts(documents)}, 0);
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].name, "b");
  EXPECT_EQ(terms[0].count, 2);
  EXPECT_DOUBLE_EQ(terms[0].scores[0], std::log(3 / 7.0));
  EXPECT_EQ(terms[1].name, "x");
  EXPECT_FALSE(terms[1].is_known);
  EXPECT_DOUBLE_EQ(terms[1].scores[0], std::log(1 / 7.0));
  EXPECT_EQ(terms[2].name, "a");
}

TEST(RowTerms, are_those_of_columns_that_are_not_zero) {
  const Summary sums = column_sums({"p", "q", "r"}, {"1", "2"}, {{1, 0, 2}, {0, 0, 1}});
  const auto counts = std::make_shared<const TermCounts>(terms_of(sums));
  const TermState state(sums.schema.blocks[0], events_of(sums, term_options(TermFamily::bernoulli)), counts, nullptr,
                        1);
  const std::vector<double> row{0, NAN, 2.5};
  const std::vector<RowTerm> terms = row_terms(state, Batch::row_major(row.data(), 1, 3), 0);
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_TRUE(terms[0].is_missing);
  EXPECT_EQ(terms[1].name, "r");
  EXPECT_EQ(terms[1].count, 2.5);
  EXPECT_DOUBLE_EQ(terms[1].absent[0], std::log(1 / 3.0));
  const std::vector<double> bad{-1, 0, 0};
  EXPECT_THROW(row_terms(state, Batch::row_major(bad.data(), 1, 3), 0), Error);
}

}  // namespace
}  // namespace suffice
