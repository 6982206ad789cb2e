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

std::vector<double> scored(const Density& density, const Batch& rows, unsigned threads) {
  std::vector<double> out(rows.rows * 2);
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
