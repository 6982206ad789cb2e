#include "model/assemble.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "categories_by_hand.hpp"
#include "model/terms/in_memory_terms.hpp"

namespace suffice {
namespace {

/// "good" twice in class a, "bad" three times and "good" once in class b.
Summary two_words() {
  Summary summary;
  summary.schema = {.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "y"};
  summary.classes = {{"a", "b"}, {1, 1}, {1, 1}};
  TermCounts counts;
  counts.words.push_back("bad");
  counts.words.push_back("good");
  counts.offsets = {0, 1, 3};
  counts.classes = {1, 0, 1};
  counts.tokens = {3, 2, 1};
  counts.documents = {1, 1, 1};
  summary.sums = {Shared<TermCounts>(counts)};
  return summary;
}

TEST(MakeTermConditional, is_the_same_of_counts_and_of_a_lookup) {
  const Summary summary = two_words();
  const Block& block = summary.schema.blocks[0];
  const auto counts = std::make_shared<const TermCounts>(terms_of(summary));
  const std::shared_ptr<const TermLookup> lookup = std::make_shared<const InMemoryTerms>(counts, 2);
  const std::vector<std::string_view> documents{"good good", "bad news"};
  std::vector<double> from_counts(4);
  std::vector<double> from_lookup(4);
  std::vector<std::string> notes;
  const auto model_of = [&](std::shared_ptr<const Conditional> conditional) {
    return assemble(summary.schema, summary.classes, Options{}, {std::move(conditional)}, notes);
  };
  model_of(make_term_conditional(block, summary.classes, events_of(summary, {}), counts, 1, notes))
      .log_joint(Table::documents(documents), from_counts);
  const Model model = model_of(make_term_conditional(block, summary.classes, events_of(summary, {}), lookup, notes));
  model.log_joint(Table::documents(documents), from_lookup);
  EXPECT_EQ(from_counts, from_lookup);
  EXPECT_NEAR(from_counts[0], std::log(0.5) + 2 * std::log(3.0 / 4), 1e-14);
  EXPECT_NEAR(from_counts[3], std::log(0.5) + std::log(4.0 / 6), 1e-14);
  EXPECT_TRUE(model.notes().empty());
  EXPECT_EQ(model.labels(), summary.classes.labels);
}

TEST(MakeTermConditional, notes_a_reserved_term_that_nothing_was_left_out_for) {
  const Summary summary = two_words();
  std::vector<std::string> notes;
  make_term_conditional(summary.schema.blocks[0], summary.classes, events_of(summary, {.unseen = Unseen::reserve}),
                        std::make_shared<const TermCounts>(terms_of(summary)), 1, notes);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rfind("a term is reserved for those that are unseen", 0), 0U);
}

TEST(Assemble, puts_conditionals_of_any_blocks_together) {
  Summary words = two_words();
  const Summary values = hand_values();
  words.classes = values.classes;
  std::vector<std::string> notes;
  const auto first =
      make_conditional(words.schema.blocks[0], words.classes, words.sums[0], TermOptions{}, 1, nullptr, notes);
  const auto second =
      make_conditional(values.schema.blocks[0], values.classes, values.sums[0], ValueOptions{}, 1, nullptr, notes);
  const Schema schema{.blocks = {words.schema.blocks[0], values.schema.blocks[0]}, .target = "y"};
  const Model model =
      assemble(schema, values.classes, Options{.class_prior = UniformPrior{}}, {first, second}, {"a note"});
  EXPECT_EQ(model.readings(), 2U);
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(model.notes(), std::vector<std::string>{"a note"});
}

TEST(Assemble, a_class_without_parameters_may_have_no_prior) {
  Summary sums = hand_amounts();
  sums.classes = {{"a", "b", "c"}, {3, 2, 0}, {3, 2, 0}};
  auto& amounts = std::get<AmountSums>(sums.sums[0]);
  for (std::vector<double>* numbers :
       {&amounts.weight, &amounts.sum, &amounts.log_sum, &amounts.zeros, &amounts.fractional}) {
    numbers->resize(6);
  }
  std::vector<std::string> notes;
  const AmountOptions options{.family = AmountFamily::exponential, .estimator = Estimator::mle};
  const auto conditional =
      make_conditional(sums.schema.blocks[0], sums.classes, sums.sums[0], options, 1, nullptr, notes);
  EXPECT_EQ(assemble(sums.schema, sums.classes, Options{}, {conditional}, {}).class_prior()[2], 0);
  EXPECT_THROW(assemble(sums.schema, sums.classes, Options{.class_prior = UniformPrior{}}, {conditional}, {}), Error);
}

}  // namespace
}  // namespace suffice
