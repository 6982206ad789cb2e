// Gaussians made by hand for tests of densities and models: two classes over three columns.
#pragma once

#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "model/conditional.hpp"
#include "model/model_parts.hpp"
#include "model/moments/density.hpp"
#include "suffice/model.hpp"

namespace suffice {

inline const std::vector<std::vector<double>> hand_covariances{{2, 0.5, 0.3, 0.5, 1, -0.2, 0.3, -0.2, 1.5},
                                                               {1, -0.4, 0, -0.4, 2, 0.6, 0, 0.6, 0.8}};
inline const std::vector<double> hand_rows{0.5, -1.0, 2.0, 3.0, 1.0, -0.5};

/// Means (0, 0, 1) and (1, 2, −1), no covariance yet.
inline Gaussians hand_means(bool shared, bool diagonal) {
  Gaussians gaussians;
  gaussians.columns = {0, 1, 2};
  gaussians.means = {0, 0, 1, 1, 2, -1};
  gaussians.shared = shared;
  gaussians.diagonal = diagonal;
  gaussians.spread = {1, 1};
  return gaussians;
}

inline Gaussians hand_shared() {
  Gaussians gaussians = hand_means(true, false);
  gaussians.factors = {*cholesky(hand_covariances[0], 3, 1)};
  return gaussians;
}

inline Gaussians hand_full() {
  Gaussians gaussians = hand_means(false, false);
  gaussians.factors = {*cholesky(hand_covariances[0], 3, 1), *cholesky(hand_covariances[1], 3, 1)};
  return gaussians;
}

inline Gaussians hand_diagonal() {
  Gaussians gaussians = hand_means(false, true);
  gaussians.variances = {2, 1, 1.5, 1, 2, 0.8};
  return gaussians;
}

inline Gaussians hand_shared_diagonal() {
  Gaussians gaussians = hand_means(true, true);
  gaussians.variances = {2, 1, 1.5};
  return gaussians;
}

/// Scales times 1.25 and 1.5, 4.5 and 7 degrees of freedom.
inline Gaussians with_tail(Gaussians gaussians, Tail tail) {
  gaussians.tail = tail;
  gaussians.spread = {1.25, 1.5};
  gaussians.degrees = {4.5, 7};
  return gaussians;
}

inline std::vector<Gaussians> all_hand_gaussians() {
  return {hand_shared(),
          hand_full(),
          hand_diagonal(),
          hand_shared_diagonal(),
          with_tail(hand_shared(), Tail::joint_t),
          with_tail(hand_full(), Tail::joint_t),
          with_tail(hand_diagonal(), Tail::joint_t),
          with_tail(hand_diagonal(), Tail::column_t),
          with_tail(hand_shared_diagonal(), Tail::column_t)};
}

/// One class for each mean over one column, with the variance they share.
inline Gaussians on_a_line(const std::vector<double>& means, double variance) {
  Gaussians gaussians;
  gaussians.columns = {0};
  gaussians.means = means;
  gaussians.spread.assign(means.size(), 1);
  gaussians.factors = {*cholesky(std::vector{variance}, 1, 1)};
  return gaussians;
}

inline Model model_of(const Schema& schema, std::vector<std::string> labels, std::vector<double> prior,
                      std::vector<std::shared_ptr<const Conditional>> conditionals) {
  return make_model(std::make_shared<const ModelParts>(schema, std::move(prior), std::move(conditionals)),
                    std::move(labels), {});
}
/// A model of two classes over three features.
inline Model model_of(Gaussians gaussians, std::vector<double> prior = {0.25, 0.75}) {
  const Schema schema{.blocks = {{.features = {"a", "b", "c"}}}, .target = "y"};
  auto conditional = std::make_shared<const Conditional>(GaussianConditional(std::move(gaussians), schema.blocks[0]));
  return model_of(schema, {"first", "second"}, std::move(prior), {std::move(conditional)});
}

/// What a function of a density writes for rows of numbers, row-major; at most one panel.
template <typename Function>
std::vector<double> scores(const Density& density, std::span<const double> values, Function function) {
  const std::size_t features = density.layout().centre.size();
  const std::size_t rows = values.size() / features;
  Panel panel;
  std::vector<PanelColumn> columns(density.classes());
  pack_panel(Batch::row_major(values.data(), rows, features), density.layout(), panel);
  function(panel, columns);
  std::vector<double> out(rows * density.classes());
  unpack_panel(columns, rows, out.data());
  return out;
}

inline std::vector<double> log_densities(const Density& density, std::span<const double> values) {
  const std::vector<double> no_prior(density.classes());
  return scores(density, values,
                [&](Panel& panel, std::span<PanelColumn> out) { density.log_joint(panel, no_prior, out); });
}

inline std::vector<double> relative_log_densities(const Density& density, std::span<const double> values) {
  const std::vector<double> no_prior(density.classes());
  return scores(density, values,
                [&](Panel& panel, std::span<PanelColumn> out) { density.relative_log_joint(panel, no_prior, out); });
}

}  // namespace suffice
