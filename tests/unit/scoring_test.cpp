#include "model/scoring.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const Schema schema{{"a", "b", "c"}, "y", ""};
const std::vector<double> no_prior{0, 0};
const Scoring<double> log_joint{2, 2,
                                [](const Density& density, Panel& rows, std::span<PanelColumn> scores) {
                                  density.log_joint(rows, no_prior, scores);
                                },
                                unpack_panel};

// Rows of which about one value in five is missing.
std::vector<double> rows_with_gaps(std::size_t rows) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  std::vector<double> values(rows * 3);
  for (double& value : values) {
    value = bits() % 5 == 0 ? std::nan("") : normal(bits);
  }
  return values;
}

std::vector<double> scored(const Density& density, const Rows& rows, unsigned threads) {
  std::vector<double> out(row_count(rows) * 2);
  score_rows(density, schema, rows, log_joint, std::span(out), threads);
  return out;
}

TEST(ScoreRows, a_row_with_missing_values_is_scored_by_the_density_of_the_others) {
  const std::vector<double> values = rows_with_gaps(300);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    const std::vector<double> out = scored(density, Batch::row_major(values.data(), 300, 3), 1);
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
  const std::vector<double> values = rows_with_gaps(5000);
  const Batch rows = Batch::row_major(values.data(), 5000, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    const std::vector<double> one = scored(density, rows, 1);
    EXPECT_EQ(one, scored(density, rows, 4));
    for (std::size_t i = 0; i < 5000; i += 613) {
      const std::vector<double> alone = scored(density, rows.slice(i, 1), 1);
      EXPECT_EQ(alone, (std::vector<double>{one[2 * i], one[2 * i + 1]}));
    }
  }
}

TEST(ScoreRows, sparse_rows_are_scored_as_dense_ones) {
  std::vector<double> dense = rows_with_gaps(500);
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
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Density density(gaussians, 3);
    EXPECT_EQ(scored(density, SparseBatch{stored.data(), offsets, indices, 3}, 2),
              scored(density, Batch::row_major(dense.data(), 500, 3), 1));
  }
}

TEST(ScoreRows, other_families_go_by_in_panels_and_their_counts_are_added_up) {
  const Categories categories{1, {{"a", "b"}}, false, {std::log(0.25), std::log(0.75)}, {1, 3}};
  const Conditional conditional(ValueConditional(categories, {{"x"}, "y", "", Encoding::categories}));
  const std::vector<std::vector<std::string>> dictionary{{"b", "other", "a"}};
  std::vector<std::uint32_t> codes(1000);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    codes[i] = static_cast<std::uint32_t>(i % 3);
  }
  const std::vector<double> weights{1, 2};  // have no part in scoring, whatever they are
  const Rows rows = CategoryBatch{codes.data(), 1000, 1, dictionary, weights};
  const FinishRows<double> finish = [](std::span<PanelColumn> scores, const ScoredPanel& panel, double* out) {
    for (std::size_t r = 0; r < panel.rows; ++r) {
      out[r] = scores[0][r];
    }
  };
  for (const unsigned threads : {1U, 4U}) {
    ScoreCounts counts{.unseen = 5, .invalid_bytes = 7};
    std::vector<double> out(1000);
    score_rows(conditional, rows, std::vector<double>{0}, 1, finish, std::span(out),
               {.threads = threads, .counts = &counts});
    EXPECT_EQ(counts.unseen, 5U + 333U);
    EXPECT_EQ(counts.invalid_bytes, 7U);
    for (std::size_t i = 0; i < 1000; ++i) {
      EXPECT_EQ(out[i], i % 3 == 0 ? std::log(0.75) : i % 3 == 1 ? 0 : std::log(0.25));
    }
  }
  std::vector<double> small(7);
  EXPECT_THROW(score_rows(conditional, rows, std::vector<double>{0}, 1, finish, std::span(small), {}), Error);
}

TEST(ScoreRows, names_row_and_column_of_an_infinite_value) {
  std::vector<double> values = rows_with_gaps(5000);
  values[3 * 4001 + 1] = INFINITY;
  values[3 * 3002 + 2] = -INFINITY;
  try {
    scored(Density(hand_full(), 3), Batch::row_major(values.data(), 5000, 3), 2);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.where(), "row 3002");
    EXPECT_NE(error.message().find("column 'c' is infinite"), std::string::npos) << error.message();
  }
}

TEST(ScoreRows, refuses_wrong_shapes_before_writing_anything) {
  const Density density(hand_full(), 3);
  std::vector<double> out(4, 42);
  EXPECT_THROW(score_rows(density, schema, Batch::row_major(hand_rows.data(), 2, 2), log_joint, std::span(out), 1),
               Error);
  EXPECT_THROW(score_rows(density, schema, Batch::row_major(hand_rows.data(), 1, 3), log_joint, std::span(out), 1),
               Error);
  EXPECT_EQ(out, std::vector<double>(4, 42));
}

}  // namespace
}  // namespace suffice
