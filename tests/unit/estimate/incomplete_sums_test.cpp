#include "estimate/moments/incomplete_sums.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "estimate/moments/gaussians.hpp"
#include "incomplete_rows.hpp"
#include "plain_sums.hpp"

namespace suffice {
namespace {

Eigen::MatrixXd covariance_of(const Gaussians& gaussians, std::size_t c) {
  const auto d = static_cast<Eigen::Index>(gaussians.columns.size());
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> lower(gaussians.factors[gaussians.shared ? 0 : c].lower.data(), d, d);
  return lower * lower.transpose();
}

// Row by row: missing values at their mean given the others, whose covariance adds to the scatter.
Moments plainly_expected(const TestTable& table, const Gaussians& estimate, MomentKind kind) {
  const std::size_t d = table.columns;
  TestTable filled = table;
  std::vector<Eigen::MatrixXd> rest(table.names.size(), Eigen::MatrixXd::Zero(Eigen::Index(d), Eigen::Index(d)));
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    std::vector<Eigen::Index> known;
    std::vector<Eigen::Index> lacking;
    for (std::size_t j = 0; j < d; ++j) {
      (std::isnan(table.values[i * d + j]) ? lacking : known).push_back(static_cast<Eigen::Index>(j));
    }
    const Eigen::MatrixXd sigma = covariance_of(estimate, c);
    const Eigen::MatrixXd slopes = known.empty()
                                       ? Eigen::MatrixXd(Eigen::Index(lacking.size()), 0)
                                       : Eigen::MatrixXd(sigma(lacking, known) * sigma(known, known).inverse());
    rest[c](lacking, lacking) += table.batch().weight(i) * (sigma(lacking, lacking) - slopes * sigma(known, lacking));
    for (std::size_t g = 0; g < lacking.size(); ++g) {
      double value = estimate.means[c * d + static_cast<std::size_t>(lacking[g])];
      for (std::size_t k = 0; k < known.size(); ++k) {
        const auto j = static_cast<std::size_t>(known[k]);
        value += slopes(Eigen::Index(g), Eigen::Index(k)) * (table.values[i * d + j] - estimate.means[c * d + j]);
      }
      filled.values[i * d + static_cast<std::size_t>(lacking[g])] = value;
    }
  }
  Moments result = moments_of(incomplete_sums(filled, kind));
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    for (std::size_t i = 0; i < d * d; ++i) {
      result.scatter[(kind == MomentKind::full ? c * d * d : 0) + i] +=
          rest[c](static_cast<Eigen::Index>(i / d), static_cast<Eigen::Index>(i % d));
    }
  }
  return result;
}

const std::vector<std::size_t> all_columns{0, 1, 2, 3};
const std::vector<double> nowhere(4, 0.0);

TEST(IncompleteSums, expect_what_each_row_expects) {
  for (const bool weighted : {false, true}) {
    const TestTable whole = random_table(5, 60, 4, 3, weighted);
    const TestTable table = with_missing(whole, 0.4);
    for (const MomentKind kind : {MomentKind::pooled, MomentKind::full}) {
      const bool pooled = kind == MomentKind::pooled;
      const Gaussians estimate =
          gaussians(block_of(incomplete_sums(whole, kind)),
                    {.structure = pooled ? Structure::shared : Structure::full, .ridge = 0.5}, Numerators::kept, 1);
      const IncompleteSums sums(block_of(incomplete_sums(table, MomentKind::full)), all_columns, nowhere, pooled);
      const Moments found = sums.expected(estimate, 1);
      EXPECT_EQ(sums.expected(estimate, 3), found);
      const Moments expected = plainly_expected(table, estimate, kind);
      EXPECT_LT(difference(found.mean, expected.mean), 1e-13);
      EXPECT_LT(scatter_difference(found, expected, 4), 1e-13);
      for (std::size_t i = 0; i < found.scatter.size(); ++i) {  // symmetric to the bit
        EXPECT_EQ(found.scatter[i], found.scatter[i / 16 * 16 + i % 4 * 4 + i / 4 % 4]);
      }
      if (pooled) {
        const Moments from_pooled =
            IncompleteSums(block_of(incomplete_sums(table, MomentKind::pooled)), all_columns, nowhere, true)
                .expected(estimate, 1);
        EXPECT_LT(scatter_difference(from_pooled, expected, 4), 1e-13);
      }
    }
  }
}

TEST(IncompleteSums, of_some_columns_and_less_an_origin) {
  const TestTable whole = random_table(6, 50, 4, 2);
  const TestTable table = with_missing(whole, 0.3);
  TestTable part{2, {}, table.codes, table.names};  // columns 1 and 3, less (10, −20)
  TestTable whole_part = part;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    part.values.insert(part.values.end(), {table.values[4 * i + 1] - 10, table.values[4 * i + 3] + 20});
    whole_part.values.insert(whole_part.values.end(), {whole.values[4 * i + 1] - 10, whole.values[4 * i + 3] + 20});
  }
  const Gaussians estimate =
      gaussians(block_of(incomplete_sums(whole_part, MomentKind::pooled)), {}, Numerators::kept, 1);
  const std::vector<std::size_t> columns{1, 3};
  const std::vector<double> origin{0, 10, 0, -20};
  const Moments found =
      IncompleteSums(block_of(incomplete_sums(table, MomentKind::pooled)), columns, origin, true).expected(estimate, 1);
  const Moments expected = plainly_expected(part, estimate, MomentKind::pooled);
  EXPECT_LT(difference(found.mean, expected.mean), 1e-13);
  EXPECT_LT(scatter_difference(found, expected, 2), 1e-13);
}

TEST(IncompleteSums, a_row_without_values_is_as_the_class) {
  TestTable table = random_table(7, 20, 2, 1);
  const Gaussians estimate = gaussians(block_of(incomplete_sums(table, MomentKind::pooled)), {}, Numerators::kept, 1);
  table.values.insert(table.values.end(), {NAN, NAN});
  table.codes.push_back(0);
  const Summary sums = incomplete_sums(table, MomentKind::pooled);
  const std::vector<std::size_t> columns{0, 1};
  const Moments found = IncompleteSums(block_of(sums), columns, nowhere, true).expected(estimate, 1);
  EXPECT_LT(difference(found.mean, estimate.means), 1e-14);
  for (std::size_t i = 0; i < 4; ++i) {  // S/n stays
    EXPECT_NEAR(found.scatter[i] / 21, estimate.numerator[i] / 20, 1e-13);
  }
}

}  // namespace
}  // namespace suffice
