#include "model/make_term_model.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "model/in_memory_terms.hpp"

namespace suffice {
namespace {

/// "good" twice in class a, "bad" three times and "good" once in class b.
Summary two_words() {
  Summary summary;
  summary.schema = {{"text"}, "y", "", Encoding::text};
  summary.classes = {{"a", "b"}, {1, 1}, {1, 1}};
  TermCounts counts;
  counts.words.push_back("bad");
  counts.words.push_back("good");
  counts.offsets = {0, 1, 3};
  counts.classes = {1, 0, 1};
  counts.tokens = {3, 2, 1};
  counts.documents = {1, 1, 1};
  summary.sums = counts;
  return summary;
}

TEST(MakeTermModel, is_the_same_of_counts_and_of_a_lookup) {
  const Summary summary = two_words();
  const EstimateOptions options = options_for("multinomial-nb");
  const auto counts = std::make_shared<const TermCounts>(summary.terms());
  const std::shared_ptr<const TermLookup> lookup = std::make_shared<const InMemoryTerms>(counts, 2);
  const std::vector<std::string_view> documents{"good good", "bad news"};
  std::vector<double> from_counts(4);
  std::vector<double> from_lookup(4);
  make_term_model(summary.schema, summary.classes, events(summary, options), counts)
      .log_joint(TextBatch{documents}, from_counts);
  const Model model = make_term_model(summary.schema, summary.classes, events(summary, options), lookup);
  model.log_joint(TextBatch{documents}, from_lookup);
  EXPECT_EQ(from_counts, from_lookup);
  EXPECT_NEAR(from_counts[0], std::log(0.5) + 2 * std::log(3.0 / 4), 1e-14);
  EXPECT_NEAR(from_counts[3], std::log(0.5) + std::log(4.0 / 6), 1e-14);
  EXPECT_TRUE(model.notes().empty());
  EXPECT_EQ(model.labels(), summary.classes.labels);
}

TEST(MakeTermModel, notes_a_reserved_term_that_nothing_was_left_out_for) {
  const Summary summary = two_words();
  EstimateOptions options = options_for("multinomial-nb");
  options.unseen = Unseen::reserve;
  const auto notes = make_term_model(summary.schema, summary.classes, events(summary, options),
                                     std::make_shared<const TermCounts>(summary.terms()))
                         .notes();
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rfind("a term is reserved for those that are unseen", 0), 0U);
}

}  // namespace
}  // namespace suffice
