// Out-of-sample scores: the log density of each row under each reading, estimated from sums without that row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/calibration/temperature.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Of n rows, spread evenly over those that were given, and C classes, in the order of the summary.
struct LeftOutScores {
  std::vector<ReadingScores> readings = {};  ///< n × C for each reading
  std::vector<std::uint32_t> labels = {};    ///< n: the class of each row
  std::vector<double> weights = {};          ///< n
  std::vector<std::uint64_t> hashes = {};    ///< n: row_hashes(), the same wherever a row stands
  std::size_t folds = 0;                     ///< 0: each row was removed alone
  bool target_held = false;                  ///< as in LeaveOneOut
};

/// Each row without itself, as leave_one_out() scores it; fewer rows where n·C·readings would be more than 2²⁴ numbers.
/// Errors as leave_one_out().
LeftOutScores leave_one_out_scores(const Summary& summary, const Options& options, const Table& rows,
                                   const Labels& labels, unsigned threads);

/// The rows of each fold by the model without them, one fold after the other; in folds_by_values().
LeftOutScores leave_folds_out_scores(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                                     const Table& rows, const Labels& labels, std::size_t folds, unsigned threads);

class FoldSums;
/// n × C: log π of each class without the fold of each row, in the order of the folds.
std::vector<double> leave_folds_out_log_prior(const FoldSums& folds, const ClassPrior& prior);

}  // namespace suffice
