#include "model/scoring.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const Schema schema{.blocks = {{.features = {"a", "b", "c"}}}, .target = "y"};

ModelParts parts_of(const Gaussians& gaussians, std::vector<double> prior = {1, 1}) {
  return {schema,
          std::move(prior),
          {std::make_shared<const Conditional>(GaussianConditional(gaussians, schema.blocks[0]))}};
}

const FinishPanel<double> write_all = [](const ScoredPanel& panel, double* out) {
  unpack_panel(panel.scores, panel.rows, out);
};

// Rows of which about one value in five is missing.
std::vector<double> incomplete_rows(std::size_t rows) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  std::vector<double> values(rows * 3);
  for (double& value : values) {
    value = bits() % 5 == 0 ? std::nan("") : normal(bits);
  }
  return values;
}

std::vector<double> scored(const ModelParts& model, const Table& rows, unsigned threads,
                           Wanted wanted = Wanted::joint) {
  std::vector<double> out(rows.rows * model.classes());
  score_rows(model, rows, {.wanted = wanted}, model.classes(), write_all, std::span(out), {.threads = threads});
  return out;
}

TEST(ScoreRows, a_row_with_missing_values_is_scored_by_the_density_of_the_others) {
  const std::vector<double> values = incomplete_rows(300);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    const std::vector<double> out = scored(parts_of(gaussians), Table::row_major(values.data(), 300, 3), 1);
    for (std::size_t i = 0; i < 300; ++i) {
      std::vector<std::size_t> present;
      for (std::size_t j = 0; j < 3; ++j) {
        if (!std::isnan(values[3 * i + j])) {
          present.push_back(j);
        }
      }
      const std::vector<double> expected =
          log_densities(present.size() == 3 ? density : density.marginal(present), std::span(values).subspan(3 * i, 3));
      ASSERT_EQ(out[2 * i], expected[0]);
      ASSERT_EQ(out[2 * i + 1], expected[1]);
    }
  }
}

TEST(ScoreRows, threads_and_batches_do_not_change_a_bit) {
  const std::vector<double> values = incomplete_rows(5000);
  const Table rows = Table::row_major(values.data(), 5000, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const ModelParts model = parts_of(gaussians);
    const std::vector<double> one = scored(model, rows, 1);
    EXPECT_EQ(one, scored(model, rows, 4));
    for (std::size_t i = 0; i < 5000; i += 613) {
      const std::vector<double> alone = scored(model, rows.slice(i, 1), 1);
      EXPECT_EQ(alone, (std::vector<double>{one[2 * i], one[2 * i + 1]}));
    }
  }
}

TEST(ScoreRows, sparse_rows_are_scored_as_dense_ones) {
  std::vector<double> dense = incomplete_rows(500);
  std::vector<double> stored;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < 500; ++i) {
    for (std::uint32_t j = 0; j < 3; ++j) {
      double& value = dense[3 * i + j];
      value = (i + j) % 3 == 0 ? 0 : value;
      if ((i + j) % 3 != 0) {
        stored.push_back(value);
        indices.push_back(j);
      }
    }
    offsets.push_back(stored.size());
  }
  const std::vector<std::uint32_t> offsets32(offsets.begin(), offsets.end());
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const ModelParts model = parts_of(gaussians);
    const Table sparse = Table::sparse({stored.data(), std::span<const std::uint64_t>(offsets), indices, 3});
    EXPECT_EQ(scored(model, sparse, 2), scored(model, Table::row_major(dense.data(), 500, 3), 1));
    const Table short_offsets = Table::sparse({stored.data(), std::span<const std::uint32_t>(offsets32), indices, 3});
    EXPECT_EQ(scored(model, short_offsets, 2), scored(model, sparse, 1));
  }
}

TEST(ScoreRows, other_families_go_by_in_panels_and_their_counts_are_added_up) {
  const Categories categories{1, {{"a", "b"}}, false, {std::log(0.25), std::log(0.75)}, {1, 3}};
  const Schema values{.blocks = {{.kind = Kind::categories, .features = {"x"}}}, .target = "y"};
  const ModelParts model(values, {1},
                         {std::make_shared<const Conditional>(ValueConditional(categories, values.blocks[0]))});
  const std::vector<std::string> dictionary{"b", "other", "a"};
  std::vector<std::uint32_t> codes(1000);
  std::vector<std::int8_t> short_codes(1000);
  std::vector<std::string> texts(1000);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint32_t>(i % 3);
    short_codes[i] = static_cast<std::int8_t>(i % 3);
    texts[i] = dictionary[i % 3];
  }
  const std::vector<double> weights(1000, 0.5);  // have no part in scoring, whatever they are
  for (const Table& rows : {Table{1000, {CategoryColumn{codes.data(), Texts(dictionary)}}, weights},
                            Table{1000, {CategoryColumn{short_codes.data(), Texts(dictionary)}}},
                            Table{1000, {TextColumn{Texts(texts)}}}}) {
    for (const unsigned threads : {1U, 4U}) {
      ScoreCounts counts{.unseen = 5, .invalid_bytes = 7};
      std::vector<double> out(1000);
      score_rows(model, rows, {}, 1, write_all, std::span(out), {.threads = threads, .counts = &counts});
      EXPECT_EQ(counts.unseen, 5U + 333U);
      EXPECT_EQ(counts.invalid_bytes, 7U);
      for (std::size_t i = 0; i < 1000; ++i) {
        EXPECT_EQ(out[i], i % 3 == 0 ? std::log(0.75) : i % 3 == 1 ? 0 : std::log(0.25));
      }
    }
    std::vector<double> small(7);
    EXPECT_THROW(score_rows(model, rows, {}, 1, write_all, std::span(small), {}), Error);
  }
}

// Dictionaries that are made for each chunk of rows differ from chunk to chunk.
TEST(ScoreRows, numbers_are_categories_by_their_text) {
  const Categories categories{1, {{"1", "2", "5"}}, false, {-1, -2, -3}, {1, 1, 1}};
  const Schema values{.blocks = {{.kind = Kind::categories, .features = {"x"}}}, .target = "y"};
  const ModelParts model(values, {1},
                         {std::make_shared<const Conditional>(ValueConditional(categories, values.blocks[0]))});
  std::vector<double> numbers(3000);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = i % 7 == 0 ? std::nan("") : i < 1000 ? 1.0 + static_cast<double>(i % 2) : i < 2000 ? 5 : 2;
  }
  const std::vector<double> out = scored(model, Table{3000, {NumberColumn{numbers.data()}}}, 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(out[i], std::isnan(numbers[i]) ? 0 : numbers[i] == 1 ? -1 : numbers[i] == 2 ? -2 : -3);
  }
}

TEST(ScoreRows, relative_scores_differ_by_a_term_that_all_classes_have) {
  const std::vector<double> values = incomplete_rows(700);
  const Table rows = Table::row_major(values.data(), 700, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const ModelParts model = parts_of(gaussians, {0.25, 0.75});
    const std::vector<double> joint = scored(model, rows, 1);
    for (const Wanted wanted : {Wanted::relative, Wanted::largest}) {
      const std::vector<double> relative = scored(model, rows, 1, wanted);
      for (std::size_t i = 0; i < 700; ++i) {
        EXPECT_NEAR(relative[2 * i + 1] - relative[2 * i], joint[2 * i + 1] - joint[2 * i], 1e-10);
      }
    }
  }
}

TEST(ScoreRows, names_row_and_column_of_an_infinite_value) {
  std::vector<double> values = incomplete_rows(5000);
  values[3 * 4001 + 1] = INFINITY;
  values[3 * 3002 + 2] = -INFINITY;
  try {
    scored(parts_of(hand_full()), Table::row_major(values.data(), 5000, 3), 2);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.where(), "row 3002");
    EXPECT_NE(error.message().find("column 'c' is infinite"), std::string::npos) << error.message();
  }
}

TEST(ScoreRows, refuses_wrong_shapes_before_writing_anything) {
  const ModelParts model = parts_of(hand_full());
  std::vector<double> out(4, 42);
  EXPECT_THROW(score_rows(model, Table::row_major(hand_rows.data(), 2, 2), {}, 2, write_all, std::span(out), {}),
               Error);
  EXPECT_THROW(score_rows(model, Table::row_major(hand_rows.data(), 1, 3), {}, 2, write_all, std::span(out), {}),
               Error);
  EXPECT_EQ(out, std::vector<double>(4, 42));
}

}  // namespace
}  // namespace suffice
