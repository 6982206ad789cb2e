#include "report/located_terms.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(LocatedTerms, are_the_terms_of_the_document_where_they_stand) {
  const std::string document = "The  Cats\tSAT; on caf\xC3\xA9\xFF mats_2 \xC3\x89t\xC3\xA9";
  std::vector<TextOptions> all = {{},
                                  {.min_length = 3},
                                  {.shortest = 1, .longest = 3},
                                  {.stop_words = {"on", "the"}},
                                  {.shortest = 2, .longest = 2, .stop_words = {"sat"}},
                                  {.hash_buckets = 64, .hash_key = 3},
                                  {.unit = TermUnit::character, .shortest = 2, .longest = 4}};
  for (const TextOptions& options : all) {
    std::vector<std::string> terms;
    for (const LocatedTerm& located : located_terms(document, options)) {
      terms.push_back(located.term);
      EXPECT_LT(located.begin, located.end);
      EXPECT_LE(located.end, document.size());
    }
    EXPECT_EQ(terms, terms_of(document, options));
  }
}

TEST(LocatedTerms, span_from_the_first_word_to_the_last) {
  const std::string document = "win, the PRIZE";
  const std::vector<LocatedTerm> terms = located_terms(document, {.shortest = 2, .longest = 2, .stop_words = {"the"}});
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].term, "win prize");
  EXPECT_EQ(document.substr(terms[0].begin, terms[0].end - terms[0].begin), document);
}

TEST(LocatedTerms, are_none_of_a_mail) {
  EXPECT_THROW(located_terms("From: ann", {.form = DocumentForm::mail}), Error);
}

}  // namespace
}  // namespace suffice
