// Dependence removal: as many refits as rows, with the number of values and the tree held.
#include "evaluate/leave_one_out/dependence_removal.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

TEST(DependenceRemoval, equals_as_many_refits) {
  for (const bool weighted : {false, true}) {
    for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
      PairedRows rows(40, 4, 3, weighted);
      rows.add_values_of_one_row(8);
      if (weighted) {
        for (std::size_t i = 0; i < 8; ++i) rows.weights[i] = 2;  // of no weight a row would have no value
      }
      const Summary summary = rows.summary();
      const ValueOptions options = dependence_options(dependence);
      const ValueBlock block = value_block(summary, 0);
      const std::vector<std::size_t> tree = dependences(block, categories(block, options), options, 1).parents;
      const DependenceRemoval removal(block, options, 1);
      const std::vector<std::size_t> truth(rows.codes.begin(), rows.codes.end());
      std::vector<std::size_t> chosen(rows.rows());
      std::iota(chosen.begin(), chosen.end(), std::size_t{0});
      std::vector<double> found(3 * rows.rows());
      const std::vector<Texts> texts(rows.values.begin(), rows.values.end());
      const BlockRows batch = CategoryBatch{rows.cells.data(), rows.rows(), 4, texts, rows.weights};
      removal.log_densities({batch, truth, chosen}, found);
      for (std::size_t i = 0; i < rows.rows(); ++i) {
        for (std::size_t c = 0; c < 3 && rows.weight(i) > 0; ++c) {
          EXPECT_NEAR(found[3 * i + c], std::log(rows.density(c, rows.known_row(i), tree, i)), 1e-11) << i << ' ' << c;
        }
      }
    }
  }
}

TEST(DependenceRemoval, refuses_a_value_that_the_sums_do_not_have) {
  PairedRows rows(30, 2, 4, false, false);
  const Summary summary = rows.summary();
  const DependenceRemoval removal(value_block(summary, 0), dependence_options(Dependence::one), 1);
  rows.values[0] = {"other", "others"};
  const std::vector<Texts> texts(rows.values.begin(), rows.values.end());
  const BlockRows batch = CategoryBatch{rows.cells.data(), rows.rows(), 2, texts};
  const std::vector<std::size_t> truth(rows.codes.begin(), rows.codes.end());
  std::vector<double> out(3 * rows.rows());
  EXPECT_THROW(removal.log_densities({batch, truth, truth}, out), Error);
}

}  // namespace
}  // namespace suffice
