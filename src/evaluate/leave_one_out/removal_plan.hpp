// Removal plan: which of the ways to remove rows fits a reading of measurements.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "evaluate/leave_one_out/covariance_removal.hpp"
#include "evaluate/leave_one_out/diagonal_removal.hpp"
#include "evaluate/leave_one_out/refit_removal.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

using RowRemoval = std::variant<SharedRemoval, ClassRemoval, DiagonalRemoval, SharedRefit, ClassRefit>;

/// `count` of all rows, ascending: one from each of as many equal parts, at a place that changes from part to part, so
/// that no period in the order of the rows matters.
std::vector<std::size_t> spread_out(std::size_t count, std::size_t rows);

struct RemovalPlan {
  RowRemoval removal;
  std::vector<std::size_t> columns;  ///< the informative features
  std::size_t rows = 0;              ///< how many can be removed, each in turn, in the time there is
  bool target_held = false;          ///< of `auto`
  std::vector<double> origin = {};   ///< to be taken off the features of each row; or none
};

/// `rows`: how many there are to remove. Estimating again what takes a new factor for each row may take about
/// `most_steps` in all. Beyond that, what `auto` shrinks towards is held; for Fisher's discriminant on fewer axes than
/// there are, fewer rows are removed, 100 of them at least. Moments by pattern of missing values are read column by
/// column: the structure is one of variances. Threads never change a bit.
RemovalPlan plan_removal(const MomentBlock& block, const GaussianOptions& options, std::size_t rows, double most_steps,
                         unsigned threads);

}  // namespace suffice
