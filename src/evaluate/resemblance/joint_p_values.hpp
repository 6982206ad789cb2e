// Joint p-values: many statistics whose joint distribution was simulated, corrected for their number.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace suffice {

struct JointPValues {
  std::vector<std::size_t> order;  ///< of the statistics, those furthest beyond what is usual first
  std::vector<double> adjusted;    ///< one for each statistic; NaN without simulations
};

/// Step-down max T (Westfall and Young 1993): each statistic is standardised by the mean and the deviation of its
/// simulations; the k-th largest has the share of simulations, itself among them, whose largest over it and those after
/// it is at least as large. Unlike Holm's, the correction needs no more simulations for more statistics. `simulated`
/// has a vector of all statistics for each simulation.
JointPValues joint_p_values(std::span<const double> observed, std::span<const std::vector<double>> simulated);

}  // namespace suffice
