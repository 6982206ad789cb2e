// Strongest features: the terms or values that speak most for each class, against the other classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suffice/model.hpp"

namespace suffice {

/// The log odds of a feature in each class against the other classes, which count by their prior, alike where none of
/// them has any: log p_c − log Σ_{k≠c} π_k p_k / Σ_{k≠c} π_k, or of scores that are no densities the difference to the
/// mean. O(C) a feature.
class OddsAgainstOthers {
 public:
  OddsAgainstOthers(bool is_density, std::span<const double> class_prior);

  /// The logarithms of the feature in each class become its log odds.
  void take(std::span<double> logs);

 private:
  [[nodiscard]] std::size_t largest(std::span<const double> logs) const;
  [[nodiscard]] double part(double share, double log, double reference) const;
  [[nodiscard]] double mean(double sum, double weight, double reference) const;
  [[nodiscard]] double rest(std::size_t c, std::span<const double> logs) const;

  bool is_density_;
  std::vector<double> prior_;
  std::vector<double> others_;  // Σ of the prior of the other classes
  std::vector<double> parts_;
  std::vector<double> rests_;
};

/// The strongest features of some classes, so many of each at most, of equal ones those that came first; of infinite
/// log odds the one that was counted more.
class StrongestFeatures {
 public:
  StrongestFeatures(std::span<const std::size_t> classes, std::size_t most);

  /// `log_odds` and `counts` have C numbers; `counts` may be empty. NaN: the class does not have the feature.
  void offer(std::string_view feature, std::string_view value, std::span<const double> log_odds,
             std::span<const double> counts);
  /// Those of each of the classes.
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> take();

 private:
  void keep(std::vector<FeatureOdds>& found) const;

  std::vector<std::size_t> classes_;
  std::size_t most_;
  std::vector<std::vector<FeatureOdds>> found_;  // of each the strongest in order, then those that came since
  std::vector<std::uint8_t> is_full_;
};

}  // namespace suffice
