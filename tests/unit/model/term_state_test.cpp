#include "model/terms/term_state.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"
#include "math/special/random.hpp"
#include "model/terms/in_memory_terms.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model.hpp"

namespace suffice {
namespace {

TermState state_of(const Summary& sums, TermOptions options, TermFamily family = TermFamily::multinomial,
                   double pseudocount = 1) {
  options.pseudocount.all = pseudocount;
  options.family = family;
  options.estimator = Estimator::mean;
  const auto counts = std::make_shared<const TermCounts>(terms_of(sums));
  std::shared_ptr<const TermLookup> words;
  if (sums.schema.blocks[0].kind == Kind::text) {
    words = std::make_shared<const InMemoryTerms>(counts, sums.classes.size());
  }
  return {sums.schema.blocks[0], events_of(sums, options), counts, words, 1};
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

TEST(TermState, has_all_words_ready_after_many_were_looked_for) {
  const Summary sums = word_sums({{"1", "a b b"}, {"2", "b c"}});
  const TermState state = state_of(sums, {.min_documents = 2, .vocabulary = std::vector<std::string>{"b", "c", "d"}});
  WordTable met;
  met.add("x");
  met.add("b");
  const std::vector<std::uint32_t> rows_of_met{0, 1};
  TermRecord record;
  for (int i = 0; i < 999; ++i) {
    state.find("b", record);
  }
  EXPECT_EQ(state.all_words(met, rows_of_met), nullptr);
  EXPECT_TRUE(state.find("b", record));
  const WordRows* all = state.all_words(met, rows_of_met);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->words.size(), 1U);
  EXPECT_EQ(all->words.find("b"), 0U);
  TermRows expected(state.events);
  expected.add(state.events, "b", record);
  EXPECT_EQ(all->rows.size(), 2U);
  EXPECT_EQ(all->rows.parameters(1)[1], expected.parameters(1)[1]);
  EXPECT_EQ(state.all_words({}, {}), all);
}

TEST(TermState, holds_so_many_words_and_numbers) {
  const TermState state = state_of(word_sums({{"1", "a b b"}, {"2", "b c"}}), {});
  EXPECT_TRUE(state.may_hold(0x1p20));
  EXPECT_FALSE(state.may_hold(0x1p20 + 1));
}

TEST(TermState, has_a_row_for_every_column) {
  const Summary sums = column_sums({"p", "q", "r"}, {"1", "2"}, {{1, 0, 2}, {0, 0, 1}});
  const TermState all = state_of(sums, {}, TermFamily::bernoulli);
  EXPECT_EQ(all.rows.size(), 4U);
  EXPECT_TRUE(all.left_out.empty());
  EXPECT_EQ(all.absent(1).size(), 6U);
  EXPECT_DOUBLE_EQ(all.absent(1)[0], std::log(1 / 3.0));
  EXPECT_EQ(names_of(all), "p q r ");
  const TermState often = state_of(sums, {.min_documents = 2});
  EXPECT_TRUE(often.is_left_out(0) && often.is_left_out(1) && !often.is_left_out(2));
  EXPECT_EQ(often.rows.size(), 4U);
  EXPECT_EQ(often.rows.parameters(1)[0], 0);
  EXPECT_EQ(names_of(often), "r ");
}

// So many classes that not every column has its row of parameters: scores are those of the same counts as words.
TEST(TermState, of_many_classes_makes_rows_when_they_are_asked_for) {
  constexpr std::uint32_t terms = 4100;
  std::vector<std::string> names;
  std::vector<std::string> labels;
  TermCounts counts;
  counts.offsets = {0};
  for (std::uint32_t k = 0; k < terms; ++k) {
    names.push_back(fmt::format("w{:04}", k));
    labels.push_back(fmt::format("c{:04}", k));
    counts.words.push_back(names.back());
    append_term(counts, {{k, {2, 1}}, {(k + 1) % terms, {1, 1}}});
  }
  Summary sums = summary_of(labels);
  sums.schema.blocks = {{.kind = Kind::counts, .features = names}};
  TermCounts of_columns = counts;
  of_columns.words = {};
  sums.sums = {Shared<TermCounts>(std::move(of_columns))};
  Summary words = summary_of(labels);
  words.schema.blocks = {{.kind = Kind::text, .features = {"text"}}};
  words.sums = {Shared<TermCounts>(std::move(counts))};
  const std::vector<std::uint32_t> indices{7, 8, 2000};
  const std::vector<double> values{1, 1, 1};
  const std::vector<std::uint64_t> offsets{0, 3};
  const SparseBatch row{values.data(), offsets, indices, terms};
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
    const TermState state = state_of(sums, {}, family);
    EXPECT_FALSE(state.holds_rows);
    EXPECT_EQ(state.rows.size(), 1U);
    const TermOptions options = term_options(family);
    const std::vector<double> zeros(terms);
    EXPECT_EQ(log_joint_of(term_model(sums, options), row, 0, zeros),
              log_joint_of(term_model(words, options), "w0007 w0008 w2000", zeros));
  }
  // What a class is drawn by is made anew where that of another class took its place.
  const TermConditional model = term_model(words, term_options(TermFamily::multinomial, Estimator::mle));
  const auto draw = [&](std::size_t c) {
    Random random(c);
    DrawnRow row;
    model.sample(c, random, row, 8);
    return row.document;
  };
  const std::string first = draw(0);
  EXPECT_EQ(first.find_first_not_of("w0 4109"), std::string::npos) << "w0000 and w4099 alone: " << first;
  for (std::size_t c = 1; c < terms; ++c) {
    static_cast<void>(draw(c));
  }
  EXPECT_EQ(draw(0), first);
}

// Many columns and classes: rows are scored in short first. Some rows have no term, and two classes have the same rows.
TEST(TermState, predictions_are_those_of_the_scores) {
  constexpr std::uint32_t columns = 12'000;
  constexpr std::uint32_t classes = 12;
  Random random(8);
  Schema schema{.blocks = {{.kind = Kind::counts, .features = {}}}, .target = "y"};
  for (std::uint32_t j = 0; j < columns; ++j) {
    schema.blocks[0].features.push_back(std::to_string(j));
  }
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < classes; ++c) {
    names.push_back(std::to_string(c));
  }
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 2000; ++i) {
    codes.push_back(static_cast<std::uint32_t>(i % classes));
    const auto like = static_cast<std::uint32_t>(i % (classes - 1));
    for (auto j = static_cast<std::uint32_t>(random.below(1000)); i % 50 != 0 && j < columns;
         j += 1 + static_cast<std::uint32_t>(random.below(1000 + 50 * like))) {
      indices.push_back(j);
      values.push_back(static_cast<double>(1 + random.below(3)));
    }
    offsets.push_back(indices.size());
  }
  for (const char* name : {"multinomial-nb", "bernoulli-nb", "complement-nb"}) {
    for (const bool odd : {false, true}) {
      values[7] = odd ? 0 : 2;
      const Table rows = Table::sparse({values.data(), std::span<const std::uint64_t>(offsets), indices, columns});
      const Model model = estimate(summarise(rows, {codes, names}, schema), options_for(name, schema));
      std::vector<std::uint32_t> labels(codes.size());
      model.predict(rows, labels);
      std::vector<double> scores(codes.size() * classes);
      model.log_joint(rows, scores);
      for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto row = std::span(scores).subspan(i * classes, classes);
        EXPECT_EQ(labels[i], static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin())) << name;
      }
    }
  }
}

TEST(TermState, does_not_know_open_columns_that_no_row_has_unless_something_is_added_to_counts) {
  Summary sums = column_sums({"1", "2", "3"}, {"a", "b"}, {{2, 0, 1}, {1, 0, 0}});
  EXPECT_TRUE(state_of(sums, {}, TermFamily::multinomial, 0).left_out.empty());
  sums.schema.blocks[0].open_columns = true;
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli, TermFamily::complement}) {
    EXPECT_EQ(state_of(sums, {}, family, 0).left_out, (std::vector<std::uint8_t>{0, 1, 0}));
    EXPECT_TRUE(state_of(sums, {}, family, 0.5).left_out.empty());
  }
  const TermOptions reading{.vocabulary = std::vector<std::string>{"1", "2"}};
  EXPECT_EQ(state_of(sums, reading, TermFamily::multinomial, 0).left_out, (std::vector<std::uint8_t>{0, 1, 1}));
}

}  // namespace
}  // namespace suffice
