// Amount conditional: p(x|c) of columns that are Poisson, exponential, geometric or Gamma (MODELS §7).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/amounts/amounts.hpp"
#include "math/kernels/panel.hpp"
#include "math/special/random.hpp"
#include "model/amounts/amount_density.hpp"
#include "model/drawn_row.hpp"
#include "model/score_work.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "summary/amounts/amount_counter.hpp"

namespace suffice {

/// log p(x|c) = Σ_j log f_cj(x_j) over the columns that are not missing. A value outside the support of the family
/// makes a row impossible; columns that are not known are ignored, and what is not 0 in them is counted. Sparse rows:
/// Σ_j log f_cj(0) and for each number stored log f_cj(x) − log f_cj(0), in time proportional to those; these cancel
/// where a column is large, so that what rounding takes off is kept.
class AmountConditional {
 public:
  AmountConditional(Amounts amounts, const Shared<Block>& block);

  struct Workspace : ScoreWork {
    std::vector<CompensatedSum> scores = {};  // C, of one sparse row
  };

  [[nodiscard]] AmountFamily family() const { return amounts_.family; }
  [[nodiscard]] const Block& block() const { return block_; }
  [[nodiscard]] std::size_t classes() const { return amounts_.classes; }
  [[nodiscard]] const Amounts& amounts() const { return amounts_; }
  void check(const BlockRows& rows, unsigned threads) const;
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;
  [[nodiscard]] std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                      std::span<double> left) const;
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const;
  /// Error (usage): there are neither terms nor values.
  [[nodiscard]] static std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes,
                                                                       std::size_t count,
                                                                       std::span<const double> class_prior);
  [[nodiscard]] static bool is_density() { return true; }
  [[nodiscard]] static bool has_full_support() { return false; }
  [[nodiscard]] static bool has_given_length() { return false; }
  [[nodiscard]] bool is_linear() const { return !amounts_.predictive; }
  /// t(x) = x, and for gamma also log x, after all x. Error (usage) for predictive.
  [[nodiscard]] LinearForm linear_form() const;
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  [[nodiscard]] double log_density(std::size_t c, std::size_t j, double x) const;
  void add_dense(const Batch& rows, std::span<PanelColumn> out, ScoreCounts& counts) const;
  void add_linear(std::size_t j, const PanelColumn& x, std::size_t count, std::span<PanelColumn> out) const;
  void add_sparse(const SparseBatch& rows, std::size_t i, Workspace& work) const;

  Amounts amounts_;
  Shared<Block> block_;
  std::vector<AmountTerms> terms_;       // d × C; none for predictive
  std::size_t known_ = 0;                // columns
  std::vector<CompensatedSum> at_zero_;  // C: Σ_j log f_cj(0), 0 for gamma
};

}  // namespace suffice
