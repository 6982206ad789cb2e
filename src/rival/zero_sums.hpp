// Zero sums: weights that add up to 0 over the classes, which is where those of a softmax are determined.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace suffice {

/// By an orthonormal basis of such weights, Helmert's contrasts: w_c = Σ_k basis(c, k) v_k, k < C − 1. Column k has
/// −1/s_k in its first k + 1 rows and (k + 1)/s_k in the next, s_k² = (k + 1)(k + 2), so that a product takes O(C).
class ZeroSums {
 public:
  explicit ZeroSums(std::size_t classes);

  /// v of weights w, C × width: Σ_c basis(c, k) w_c, (C − 1) × width.
  [[nodiscard]] std::vector<double> reduced(std::span<const double> weights) const;
  /// w of v.
  void expand(std::span<const double> reduced, std::span<double> weights) const;
  /// Σ_{c>k} (b_c − b_k)(b_c − b_k)ᵀ ⊗ the matrix of the pair, b_c being row c of the basis: the Hessian over v of a
  /// loss whose blocks over w_c and w_k are −these. `pairs` as logistic_curvature() gives them. O(C² width²).
  [[nodiscard]] std::vector<double> hessian(std::span<const double> pairs, std::size_t width) const;

 private:
  std::size_t classes_;
  std::vector<double> norms_;  // s_k
};

}  // namespace suffice
