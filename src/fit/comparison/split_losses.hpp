// What models lose over splits of rows into training and test rows, the same splits for all of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/compare.hpp"

namespace suffice {

/// A mean over the test rows of splits of which each has the share ρ of these to its training rows: the variance is
/// that of independent values, one for each split, times 1 + J ρ (Nadeau and Bengio 2003).
MeanInterval interval_of(std::span<const double> values, std::span<const double> weights, double test_share);

/// The losses of one model over splits.
struct ModelLosses {
  std::vector<double> log_loss;
  std::vector<double> error;
  std::vector<std::string> problems;  ///< of the splits without an estimate
};

/// Log losses of the first less those of the second, split by split; 0 where they differ by rounding alone.
std::vector<double> log_loss_differences(const ModelLosses& first, const ModelLosses& second);

/// The losses of all models over the splits of one size of the training set.
struct CurveLosses {
  std::size_t rows = 0;
  std::vector<ModelLosses> models;
  std::vector<double> weights;  ///< of the test rows of each split
  double test_share = 0;
};

/// Sizes of training sets.
struct Overtaking {
  std::size_t other_led_at = 0;  ///< the largest with which the model that is behind at the end is ahead
  std::size_t leads_from = 0;    ///< that from which on the one that is ahead at the end is so throughout
};

/// Where one model overtakes another: each is ahead once by more than the interval of their difference, split by split.
std::optional<Overtaking> overtaking(std::span<const CurveLosses> curve, std::size_t first, std::size_t second);

}  // namespace suffice
