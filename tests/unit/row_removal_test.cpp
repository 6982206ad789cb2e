#include "evaluate/row_removal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace suffice {
namespace {

// Squared distances of row i to each class mean, from the sums without the row: Σ is `mix` of S' and its diagonal.
std::vector<double> plain_distances(const Table& table, std::size_t i, double lambda, bool towards_mean) {
  const Summary rest = remove(table.summary(), table.part(i, 1).summary()).rest;
  const std::size_t d = table.columns;
  const double n = rest.classes.total_weight();
  double mean_variance = 0;
  for (std::size_t k = 0; k < d; ++k) {
    mean_variance += rest.moments.scatter[k * d + k] / n / static_cast<double>(d);
  }
  std::vector<double> sigma(d * d);
  for (std::size_t k = 0; k < d * d; ++k) {
    const double s = rest.moments.scatter[k] / n;
    const bool on_diagonal = k % (d + 1) == 0;
    sigma[k] = (1 - lambda) * s + (on_diagonal ? lambda * (towards_mean ? mean_variance : s) : 0);
  }
  const Cholesky factor = *cholesky(sigma, d);
  std::vector<double> result;
  for (std::size_t c = 0; c < rest.classes.size(); ++c) {
    std::vector<double> difference(d);
    for (std::size_t k = 0; k < d; ++k) {
      difference[k] = table.values[i * d + k] - rest.moments.mean[c * d + k];
    }
    const std::vector<double> solved = factor.solve(difference);
    double square = 0;
    for (std::size_t k = 0; k < d; ++k) {
      square += difference[k] * solved[k];
    }
    result.push_back(square);
  }
  return result;
}

template <typename Removal>
void expect_plain(const Removal& removal, const Table& table, double lambda, bool towards_mean) {
  const std::size_t d = table.columns;
  std::vector<double> mapped(table.rows() * d);
  removal.map().apply(table.batch(), mapped.data());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<double> distances(3);
    ASSERT_TRUE(removal.distances({std::span(mapped).subspan(i * d, d), table.codes[i], 1}, distances));
    EXPECT_LT(difference(distances, plain_distances(table, i, lambda, towards_mean)), 1e-10);
  }
}

TEST(RankOneRemoval, equals_plain_removal_without_shrinkage_and_for_a_given_lambda) {
  const Table table = random_table(1, 30, 4, 3);
  for (const Shrinkage& shrinkage :
       {Shrinkage(NoShrinkage{}), Shrinkage(FixedShrinkage{0.3}), Shrinkage(FixedShrinkage{1})}) {
    const EstimateOptions options{.shrinkage = shrinkage};
    const SharedCovariance covariance = shared_covariance(table.summary(), options);
    expect_plain(RankOneRemoval(table.summary(), options, covariance), table, covariance.lambda, true);
  }
}

TEST(RefitRemoval, equals_plain_removal_for_any_lambda) {
  const Table table = random_table(2, 30, 4, 3);
  for (const double lambda : {0.0, 0.4, 1.0}) {
    SharedCovariance covariance = shared_covariance(table.summary(), {.shrinkage = AutoShrinkage{}});
    covariance.lambda = lambda;
    expect_plain(RefitRemoval(table.summary(), covariance), table, lambda, false);
  }
}

TEST(RefitRemoval, counts_its_steps) {
  SharedCovariance covariance = shared_covariance(random_table(3, 30, 4, 3).summary(), {});
  EXPECT_EQ(RefitRemoval::steps(covariance, 10, 3), 10 * (16 * 7 + 12));
  covariance.lambda = 1;
  EXPECT_EQ(RefitRemoval::steps(covariance, 10, 3), 10 * 12);
}

TEST(RowRemoval, a_row_that_is_all_of_its_class_stays) {
  const Table table = random_table(4, 30, 2, 3);
  const SharedCovariance covariance = shared_covariance(table.summary(), {});
  const RankOneRemoval removal(table.summary(), {}, covariance);
  const std::vector<double> y(2);
  std::vector<double> out(3);
  EXPECT_FALSE(removal.distances({y, 0, 1000}, out));
  EXPECT_FALSE(RefitRemoval(table.summary(), covariance).distances({y, 0, 1000}, out));
}

}  // namespace
}  // namespace suffice
