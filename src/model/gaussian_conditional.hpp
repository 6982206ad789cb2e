// Gaussian conditional: a density of the Gaussian families as one of the conditionals a model can have.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "math/random.hpp"
#include "model/density.hpp"
#include "model/drawn_row.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice {

class GaussianConditional {
 public:
  /// Of as many classes as there are means, over the schema's features.
  GaussianConditional(Gaussians gaussians, Schema schema);

  [[nodiscard]] static Family family() { return Family::gaussian; }
  [[nodiscard]] std::size_t classes() const { return density_->classes(); }
  [[nodiscard]] const Density& density() const { return *density_; }
  void check(const Rows& rows) const;

  /// Every class can have any row.
  [[nodiscard]] static std::optional<std::string> impossible(const Rows& rows, std::size_t i,
                                                             std::span<const double> log_prior);
  /// Diagonal covariances: the log density of each column. One covariance for all classes: β_cj (x_j − m_j) with m the
  /// mean of the class means and β_c = Σ⁻¹(μ_c − m); the rest is in the base. Error (usage) for others.
  [[nodiscard]] Explanation explain(const Rows& rows, std::size_t i, std::span<const double> log_prior) const;
  /// Error (usage): there are neither terms nor values.
  [[nodiscard]] static std::vector<FeatureOdds> strongest(std::size_t c, std::size_t count,
                                                          std::span<const double> class_prior);
  [[nodiscard]] bool is_linear() const;
  [[nodiscard]] LinearForm linear_form() const;
  void sample(std::size_t c, Random& random, DrawnRow& out) const;

 private:
  [[nodiscard]] Explanation explain_columns(std::span<const double> row, std::span<const double> log_prior) const;
  [[nodiscard]] Explanation explain_scores(std::span<const double> row, std::span<const double> log_prior) const;

  std::shared_ptr<const Density> density_;
  Schema schema_;
};

}  // namespace suffice
