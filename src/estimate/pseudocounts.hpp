// Pseudocounts: which β of the prior belongs to a class, a feature and a value (MODELS §5).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Sums of many larger ones might overflow.
inline bool is_pseudocount(double count) { return count >= 0 && count <= 1e100; }

/// The rules of a Pseudocount, made ready to be asked often. Of the rules that fit, the one that names the most counts,
/// a label before a feature before a value; where none fits, `all`, by default 2 for map and else 1, but nothing when
/// there are rules.
class Pseudocounts {
 public:
  /// Error (usage) for two rules of the same label, feature and value.
  Pseudocounts(const Pseudocount& pseudocount, Estimator estimator);

  /// An empty feature or value is one that no rule names. Cost O(log rules).
  [[nodiscard]] std::optional<double> find(std::string_view label, std::string_view feature,
                                           std::string_view value = {}) const;
  /// What find() gives; Error (usage) naming class, feature and value where no rule fits.
  [[nodiscard]] double of(std::string_view label, std::string_view feature, std::string_view value = {}) const;

  /// Whether one number serves all: there are no rules.
  [[nodiscard]] bool is_scalar() const { return rules_.empty(); }
  /// Whether some rule names the feature; if none does, find(label, {}) is find(label, feature).
  [[nodiscard]] bool names_feature(std::string_view feature) const;

 private:
  std::optional<double> all_;
  std::map<std::tuple<std::string, std::string, std::string>, double, std::less<>> rules_;
  std::set<std::string, std::less<>> features_;  // those that some rule names
  std::vector<unsigned> shapes_;                 // which parts rules name, the weightiest first
};

/// Error (usage) naming the first label, feature, term or value of a rule that the sums do not have; a term may be one
/// of the vocabulary too. Cost O(rules · log terms), and O(labels + columns + values) where there are rules.
void check_pseudocounts(const TermBlock& sums, const TermOptions& options);
void check_pseudocounts(const ValueBlock& sums, const ValueOptions& options);
void check_pseudocounts(const AmountBlock& sums, const AmountOptions& options);

}  // namespace suffice
