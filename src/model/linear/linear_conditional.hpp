// Linear conditional: the scores of a rival over the features of one reading.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "math/kernels/panel.hpp"
#include "math/special/random.hpp"
#include "math/special/two_sum.hpp"
#include "model/drawn_row.hpp"
#include "model/linear/feature_map.hpp"
#include "model/score_work.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Σ_j w_cj t_j(x) + a_c: no density, but where the loss is that of logistic regression the log posterior up to a term
/// that is the same for every class.
class LinearConditional {
 public:
  /// `coefficients`: C × features, row-major; `intercepts`: C.
  LinearConditional(FeatureMap features, std::vector<double> coefficients, std::vector<TwoSum> intercepts,
                    bool gives_probabilities);

  struct Workspace : ScoreWork {
    FeatureMap::Workspace features = {};
    Panel panel = {};
    std::vector<double> scores = {};
  };

  [[nodiscard]] const Block& block() const { return features_.block(); }
  [[nodiscard]] const FeatureMap& features() const { return features_; }
  [[nodiscard]] std::size_t classes() const { return intercepts_.size(); }
  void check(const BlockRows& rows, unsigned threads) const;
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;
  [[nodiscard]] static std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                             std::span<double> left);
  /// A number of a dense row contributes w_cj times its distance from a centre, the base the rest. The centre is midway
  /// between the means of the classes `between`, where these and their means are known, else the mean of all rows; a
  /// missing number is scored as that mean.
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                    std::optional<ClassPair> between = {}) const;
  /// The features with the largest weights above the mean of the other classes', in the features' own units.
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes, std::size_t count,
                                                                std::span<const double> class_prior) const;
  [[nodiscard]] static bool is_density() { return false; }
  [[nodiscard]] bool gives_probabilities() const { return gives_probabilities_; }
  [[nodiscard]] static bool has_full_support() { return false; }
  [[nodiscard]] static bool has_given_length() { return false; }
  [[nodiscard]] static bool is_linear() { return true; }
  [[nodiscard]] LinearForm linear_form() const;
  /// Error (internal): there is nothing to draw from.
  [[noreturn]] static void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {});

 private:
  void score_panels(const Batch& rows, std::size_t first, std::size_t count, std::span<PanelColumn> out,
                    Workspace& work) const;
  void score_row(const BlockRows& rows, std::size_t i, Workspace& work) const;
  [[nodiscard]] std::vector<double> centre_between(std::optional<ClassPair> between) const;
  // C: the scores of a row of these features, of which rows far from 0 are not far.
  [[nodiscard]] std::vector<double> scores_at(std::span<const double> centre) const;

  FeatureMap features_;
  std::vector<double> coefficients_;  // C × features
  std::vector<double> by_feature_;    // features × C
  std::vector<TwoSum> intercepts_;
  std::vector<double> at_centre_;  // C: scores of the mean row
  PanelLayout layout_;             // of plain features
  bool gives_probabilities_;
};

}  // namespace suffice
