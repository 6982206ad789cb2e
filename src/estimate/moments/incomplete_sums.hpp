// Incomplete sums: moments by pattern of missing values, and what they are expected to be with nothing missing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/linear/marginal.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Over some of the columns, and with means less an origin, so that nothing is lost where rows lie far from 0.
class IncompleteSums {
 public:
  /// The moments have patterns; with `pooled` their scatters are taken for all classes together. `origin`: one number
  /// for each feature.
  IncompleteSums(const MomentBlock& moments, std::span<const std::size_t> columns, std::span<const double> origin,
                 bool pooled);

  /// The expected sums of the rows with nothing missing. With Σ the estimate and μ_c its means, the missing values m of
  /// a row are μ_m + B (x_k − μ_k) of those known k, B = Σ_mk Σ_kk⁻¹, and vary about that by Σ_mm − B Σ_km. The means
  /// of the estimate are less the origin, and its columns all there are. Cost O(patterns · (d³ + C·d²)), C times the d³
  /// where each class has a covariance, on threads whose number never changes a bit.
  [[nodiscard]] Moments expected(const Gaussians& estimate, unsigned threads) const;

 private:
  struct Part {
    std::vector<std::size_t> known;    // columns, ascending
    std::vector<std::size_t> missing;  // the others
    std::vector<double> weight;        // C
    std::vector<double> mean;          // C × known
    std::vector<double> scatter;       // sets × known × known
  };

  // What a part adds to the sums of a set, classes first to last.
  struct Addend {
    std::vector<double> scatter;  // d × d, about the means of the part; empty where it has no rows there
    std::vector<std::vector<double>> deviations;  // by how much these are above μ_c: d numbers, none without rows
  };

  [[nodiscard]] std::size_t first_class(std::size_t set) const { return pooled_ ? 0 : set; }
  [[nodiscard]] std::size_t last_class(std::size_t set) const { return pooled_ ? weight_.size() : set + 1; }
  [[nodiscard]] Addend addend(const Part& part, std::size_t set, const Gaussians& estimate) const;

  [[nodiscard]] std::size_t sets() const { return pooled_ ? 1 : weight_.size(); }
  // By how much the expected mean of class c of a part is above μ_c: d numbers.
  [[nodiscard]] std::vector<double> deviation(const Part& part, std::size_t c, const Gaussians& estimate,
                                              const Regression& regression) const;
  // The expected scatter of a part about its own means, `weight` being that of its rows.
  void add_scatter(const Part& part, std::size_t set, double weight, const Regression& regression,
                   std::span<double> scatter) const;

  bool pooled_;
  std::size_t size_;            // d
  std::vector<double> weight_;  // C
  std::vector<Part> parts_;
};

}  // namespace suffice
