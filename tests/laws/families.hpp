// The families that every law runs over: one line each.
#pragma once

#include <string>
#include <vector>

#include "suffice/options.hpp"

namespace suffice {

/// The maps of the rows that leave every posterior as it is (MODELS §10).
enum class Invariance {
  affine,      ///< every invertible affine map
  columns,     ///< a scale and a shift for each column
  similarity,  ///< rotation, shift, and one scale for all columns
  one_scale,   ///< a shift for each column, and one scale for all
  rigid,       ///< rotation and shift
};

struct GaussianFamily {
  std::string name;
  EstimateOptions options;
  Invariance invariance;
};

inline std::vector<GaussianFamily> families() {
  using enum Structure;
  using enum Estimator;
  using enum Invariance;
  const ClassPrior smoothed = SmoothedPrior{};
  const ClassPrior uniform = UniformPrior{};
  const GaussianPrior given{.kappa = 0.5, .nu = 9, .mean = {}, .variance = {}};
  return {
      {"qda", {.structure = full}, affine},
      {"qda, unbiased", {.structure = full, .estimator = unbiased, .class_prior = uniform}, affine},
      {"qda, auto", {.structure = full, .shrinkage = AutoShrinkage{}}, columns},
      {"qda, 0.3", {.structure = full, .shrinkage = FixedShrinkage{0.3}}, similarity},
      {"qda, Ledoit-Wolf", {.structure = full, .shrinkage = LedoitWolfShrinkage{}}, similarity},
      {"qda, oas", {.structure = full, .estimator = unbiased, .shrinkage = OasShrinkage{}}, similarity},
      {"qda, ridge", {.structure = full, .ridge = 0.5}, rigid},
      {"qda, map", {.structure = full, .estimator = map, .class_prior = smoothed}, columns},
      {"qda, mean", {.structure = full, .estimator = mean}, columns},
      {"qda, mean, given prior", {.structure = full, .estimator = mean, .gaussian_prior = given}, columns},
      {"qda, predictive", {.structure = full, .estimator = predictive}, affine},
      {"rda", {.structure = full, .shrinkage = RdaShrinkage{0.3, 0.2}}, similarity},
      {"rda without sphere", {.structure = full, .shrinkage = RdaShrinkage{0.5, 0}}, affine},
      {"lda", {.structure = shared}, affine},
      {"lda, smoothed", {.structure = shared, .class_prior = smoothed}, affine},
      {"lda, unbiased", {.structure = shared, .estimator = unbiased, .class_prior = uniform}, affine},
      {"lda, auto", {.structure = shared, .shrinkage = AutoShrinkage{}}, columns},
      {"lda, 0.3", {.structure = shared, .estimator = unbiased, .shrinkage = FixedShrinkage{0.3}}, similarity},
      {"lda, Ledoit-Wolf", {.structure = shared, .shrinkage = LedoitWolfShrinkage{}}, similarity},
      {"lda, oas", {.structure = shared, .shrinkage = OasShrinkage{}}, similarity},
      {"lda, ridge", {.structure = shared, .ridge = 2}, rigid},
      {"lda, map", {.structure = shared, .estimator = map}, columns},
      {"lda, mean", {.structure = shared, .estimator = mean}, columns},
      {"lda, predictive", {.structure = shared, .estimator = predictive, .class_prior = smoothed}, affine},
      {"fisher", {.structure = shared, .fisher = FisherAxes{}}, affine},
      {"fisher, one axis", {.structure = shared, .fisher = FisherAxes{1}}, affine},
      {"gaussian-nb", {.structure = diagonal}, columns},
      {"gaussian-nb, unbiased", {.structure = diagonal, .estimator = unbiased}, columns},
      {"gaussian-nb, auto", {.structure = diagonal, .shrinkage = AutoShrinkage{}}, columns},
      {"gaussian-nb, 0.3", {.structure = diagonal, .shrinkage = FixedShrinkage{0.3}}, one_scale},
      {"gaussian-nb, map", {.structure = diagonal, .estimator = map}, columns},
      {"gaussian-nb, mean", {.structure = diagonal, .estimator = mean, .class_prior = uniform}, columns},
      {"gaussian-nb, predictive", {.structure = diagonal, .estimator = predictive}, columns},
      {"diagonal-lda", {.structure = shared_diagonal}, columns},
      {"diagonal-lda, unbiased", {.structure = shared_diagonal, .estimator = unbiased}, columns},
      {"diagonal-lda, map", {.structure = shared_diagonal, .estimator = map}, columns},
      {"diagonal-lda, mean", {.structure = shared_diagonal, .estimator = mean}, columns},
      {"diagonal-lda, predictive", {.structure = shared_diagonal, .estimator = predictive}, columns},
      {"spherical", {.structure = spherical}, similarity},
      {"spherical, unbiased", {.structure = spherical, .estimator = unbiased}, similarity},
      {"spherical, map", {.structure = spherical, .estimator = map}, similarity},
      {"spherical, mean", {.structure = spherical, .estimator = mean}, similarity},
      {"spherical, predictive", {.structure = spherical, .estimator = predictive}, similarity},
      {"shared-spherical", {.structure = shared_spherical, .class_prior = uniform}, similarity},
      {"shared-spherical, unbiased", {.structure = shared_spherical, .estimator = unbiased}, similarity},
      {"shared-spherical, map", {.structure = shared_spherical, .estimator = map}, similarity},
      {"shared-spherical, mean", {.structure = shared_spherical, .estimator = mean}, similarity},
      {"shared-spherical, predictive", {.structure = shared_spherical, .estimator = predictive}, similarity},
      {"centroid", {.structure = identity}, rigid},
  };
}

}  // namespace suffice
