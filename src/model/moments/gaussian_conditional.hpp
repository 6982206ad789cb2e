// Gaussian conditional: a density of the Gaussian families as one of the conditionals a model can have.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "encode/normal_score.hpp"
#include "math/special/random.hpp"
#include "model/drawn_row.hpp"
#include "model/moments/density.hpp"
#include "model/moments/marginal_cache.hpp"
#include "model/score_work.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"

namespace suffice {

/// A row with missing values is scored by the marginal density of those it has. Sparse rows are scored as dense ones.
class GaussianConditional {
 public:
  /// The density of as many classes as there are means, over the block's features. `shrinkage`: the λ that was applied.
  GaussianConditional(Gaussians gaussians, const Shared<Block>& block, std::vector<double> shrinkage = {});

  struct Workspace : ScoreWork {
    Panel panel = {};
    std::vector<double> dense = {};        ///< a panel of rows, written out
    std::vector<PanelColumn> scores = {};  ///< of a panel of incomplete rows
    MarginalCache marginals = {};
  };

  [[nodiscard]] const Block& block() const { return block_; }
  [[nodiscard]] std::size_t classes() const { return density_->classes(); }
  [[nodiscard]] const Density& density() const { return *density_; }
  [[nodiscard]] const std::vector<double>& shrinkage() const { return shrinkage_; }
  void check(const BlockRows& rows, unsigned threads) const;
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;

  /// Every class can have any row.
  [[nodiscard]] static std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                             std::span<double> left);
  /// Diagonal covariances: the log density of each column. One covariance for all classes: β_cj (x_j − m_j) with m the
  /// mean of the class means, or of those `between`, and β_c = Σ⁻¹(μ_c − m). A covariance for each class: −½ u_j
  /// (Σ_c⁻¹u)_j with u = x − μ_c, in which products of two columns count by halves for each. The rest is in the base.
  /// A multivariate t has no such parts: its log density is one, of all columns together.
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                    std::optional<ClassPair> between = {}) const;
  /// Error (usage): there are neither terms nor values.
  [[nodiscard]] static std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes,
                                                                       std::size_t count,
                                                                       std::span<const double> class_prior);
  [[nodiscard]] static bool is_density() { return true; }
  [[nodiscard]] static bool has_full_support() { return true; }
  [[nodiscard]] static bool has_given_length() { return false; }
  [[nodiscard]] bool is_linear() const;
  [[nodiscard]] bool is_quadratic() const;
  [[nodiscard]] LinearForm linear_form() const;
  [[nodiscard]] QuadraticForm quadratic_form() const;
  /// Informative columns that are missing; one that is ignored changes nothing.
  [[nodiscard]] std::vector<std::size_t> missing_columns(const BlockRows& rows, std::size_t i) const;
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  /// Rows of a call by the columns they have, given by their place among the informative ones.
  using RowsByPattern = std::map<std::vector<std::size_t>, std::vector<std::size_t>>;

  void find_incomplete(const Batch& panel, std::size_t first, RowsByPattern& incomplete) const;
  void score_incomplete(const BlockRows& rows, std::size_t first, const RowsByPattern& incomplete, Wanted wanted,
                        std::span<PanelColumn> out, Workspace& work) const;
  [[nodiscard]] Explanation explain_columns(std::span<const double> row, std::span<const double> start) const;
  [[nodiscard]] Explanation explain_scores(std::span<const double> row, std::span<const double> start,
                                           std::optional<ClassPair> between) const;
  [[nodiscard]] Explanation explain_together(const BlockRows& rows, std::size_t i, std::span<const double> start) const;
  [[nodiscard]] Explanation explain_squares(std::span<const double> row, std::span<const double> start) const;
  [[nodiscard]] std::vector<std::size_t> present_columns(std::span<const double> row) const;

  std::shared_ptr<const Density> density_;
  Shared<Block> block_;
  std::vector<double> shrinkage_;
  std::vector<ScoreTable> scores_;  // of the features, where there are normal scores
};

}  // namespace suffice
