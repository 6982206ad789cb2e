// The options of estimate(): how sums are read. They are stored beside the sums and never change them.
#pragma once

#include <map>
#include <string>
#include <variant>

namespace suffice {

/// The divisor of the scatter (MODELS §3): n, or n − C.
enum class Estimator { mle, unbiased };

/// Shrinkage of the covariance Σ (MODELS §3).
struct NoShrinkage {
  bool operator==(const NoShrinkage&) const = default;
};
/// (1−λ) Σ + λ diag Σ with λ from the sums alone: units of the columns do not matter.
struct AutoShrinkage {
  bool operator==(const AutoShrinkage&) const = default;
};
/// (1−λ) Σ + λ (tr Σ / d) I with λ in [0, 1], in the columns' own units.
struct FixedShrinkage {
  double lambda = 0;
  bool operator==(const FixedShrinkage&) const = default;
};
using Shrinkage = std::variant<NoShrinkage, AutoShrinkage, FixedShrinkage>;

/// The class prior (MODELS §2).
struct EmpiricalPrior {
  bool operator==(const EmpiricalPrior&) const = default;
};
/// (n_c + 1) / (n + C), the posterior mean under a flat Dirichlet.
struct SmoothedPrior {
  bool operator==(const SmoothedPrior&) const = default;
};
struct UniformPrior {
  bool operator==(const UniformPrior&) const = default;
};
/// Every label named, probabilities summing to 1 within 1e-9; zeros are legal.
struct GivenPrior {
  std::map<std::string, double> probability;
  bool operator==(const GivenPrior&) const = default;
};
using ClassPrior = std::variant<EmpiricalPrior, SmoothedPrior, UniformPrior, GivenPrior>;

struct EstimateOptions {
  Estimator estimator = Estimator::mle;
  Shrinkage shrinkage = NoShrinkage{};
  ClassPrior class_prior = EmpiricalPrior{};

  bool operator==(const EstimateOptions&) const = default;
};

/// The spelling of options in the CLI and in the model file; the parsers throw Error (usage) and name the choices.
Estimator parse_estimator(const std::string& text);     ///< mle | unbiased
Shrinkage parse_shrinkage(const std::string& text);     ///< none | auto | LAMBDA
ClassPrior parse_class_prior(const std::string& text);  ///< empirical | smoothed | uniform | LABEL=P,…
std::string to_text(Estimator estimator);
std::string to_text(const Shrinkage& shrinkage);

}  // namespace suffice
