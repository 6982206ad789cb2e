// The perceptron: weights that move with every mistake, averaged over all steps (MODELS §8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "rival/linear_rows.hpp"
#include "suffice/model.hpp"

namespace suffice {

struct PerceptronOptions {
  std::size_t most_epochs = 1000;
  std::size_t most_steps = 500'000;  ///< rows that are seen, but for the first ten epochs
  std::uint64_t seed = 0;            ///< of the order in which rows of a piece are seen, another one in each epoch
};

/// Of the features as they are, averaged over all steps.
struct PerceptronFit : LinearWeights {
  std::size_t epochs = 0;
  std::uint64_t mistakes = 0;  ///< in all epochs, at most (radius / margin)² where the classes are separated
  double radius = 0;           ///< √2 times the largest norm of a row of standardised features and 1
  /// Where an epoch went by without a mistake: the least of (w_y − w_k)ᵀu / ‖w‖ over rows u and classes k ≠ y.
  std::optional<double> margin;
};

/// A row of class y whose score is not above that of another class k, the largest of them: w_y += u, w_k −= u (Collins
/// 2002). Ends after an epoch without a mistake. Novikoff's bound (1962) is that of the differences Φ(u, y) − Φ(u, k),
/// whose norm is √2 ‖u‖: of two classes it is the usual (R/γ)². A row of weight w counts w times in a step; one
/// of weight 0 is none.
PerceptronFit fit_perceptron(const LinearProblem& problem, const PerceptronOptions& options);

}  // namespace suffice
