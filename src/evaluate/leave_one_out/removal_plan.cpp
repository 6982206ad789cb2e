#include "evaluate/leave_one_out/removal_plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "estimate/moments/complete_sums.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

VarianceRule variance_rule(const GaussianOptions& options) {
  switch (options.structure) {
    case Structure::identity:
      return VarianceRule::held;
    case Structure::spherical:
    case Structure::shared_spherical:
      return VarianceRule::spherical;
    case Structure::diagonal:
      return std::holds_alternative<AutoShrinkage>(options.shrinkage) ? VarianceRule::pooled : VarianceRule::own;
    default:
      return VarianceRule::own;
  }
}

// The diagonal of Σ alone.
Gaussians without_correlations(Gaussians gaussians) {
  const std::size_t d = gaussians.columns.size();
  gaussians.diagonal = true;
  std::vector<double> numerator;
  for (std::size_t j = 0; j < d; ++j) {
    numerator.push_back(gaussians.numerator[j * (d + 1)]);
    gaussians.variances.push_back(numerator[j] / gaussians.divisor[0] + gaussians.ridge);
  }
  gaussians.numerator = std::move(numerator);
  return gaussians;
}

// The axes follow from every row, so that each is estimated without its own; fewer rows where that takes too long.
RemovalPlan plan_fisher(const MomentBlock& block, const GaussianOptions& options, const RemovalRule& rule,
                        std::size_t rows, double most_steps, unsigned threads) {
  constexpr double fewest_rows = 100;
  GaussianOptions all_axes = options;
  all_axes.fisher.reset();
  const Gaussians found = gaussians(block, all_axes, Numerators::kept, threads);
  const double affordable = std::max(fewest_rows, std::floor(most_steps / SharedRefit::steps(found)));
  const double count = std::min(affordable, static_cast<double>(rows));
  return {SharedRefit(found, rule, options.fisher), found.columns, static_cast<std::size_t>(count)};
}

RemovalPlan plan_shared(const GaussianOptions& options, const Gaussians& found, const RemovalRule& rule,
                        double steps_a_row) {
  if (!std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    return {SharedRemoval(found, rule), found.columns};
  }
  if (found.lambda[0] == 1) {
    return {DiagonalRemoval(without_correlations(found), rule, VarianceRule::own), found.columns};
  }
  if (SharedRefit::steps(found) <= steps_a_row) {
    return {SharedRefit(found, rule), found.columns};
  }
  return {SharedRemoval(found, rule), found.columns, 0, true};
}

RemovalPlan plan_classes(const MomentBlock& block, const GaussianOptions& options, const Gaussians& found,
                         const RemovalRule& rule, double steps_a_row, unsigned threads) {
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    return {ClassRemoval(found, rule, rda->alpha), found.columns};
  }
  if (!std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    return {ClassRemoval(found, rule), found.columns};
  }
  if (ClassRefit::steps(found) <= steps_a_row) {
    GaussianOptions shared = options;
    shared.structure = Structure::shared;
    return {ClassRefit(found, gaussians(block, shared, Numerators::kept, threads), rule), found.columns};
  }
  return {ClassRemoval(found, rule), found.columns, 0, true};
}

RemovalPlan plan_all_rows(const MomentBlock& block, const GaussianOptions& options, const Gaussians& found,
                          const RemovalRule& rule, double steps_a_row, unsigned threads) {
  if (found.diagonal) {
    return {DiagonalRemoval(found, rule, variance_rule(options), pooled_variation(block), block.sums.column_weight),
            found.columns};
  }
  return found.shared ? plan_shared(options, found, rule, steps_a_row)
                      : plan_classes(block, options, found, rule, steps_a_row, threads);
}

// Far from 0, where means have remainders: as if the rows began at the mean of all.
RemovalPlan plan_from_origin(const MomentBlock& block, const GaussianOptions& options, std::size_t rows,
                             double most_steps, unsigned threads) {
  const std::size_t d = block.features();
  std::vector<double> origin = grand_mean(block);
  Moments moved = block.sums;
  for (std::size_t k = 0; k < moved.mean.size(); ++k) {
    const bool has_values = moved.column_weight.empty() || moved.column_weight[k] > 0;
    moved.mean[k] = has_values ? (moved.mean[k] - origin[k % d]) + moved.remainder[k] : 0;
  }
  moved.remainder.clear();
  GaussianOptions moved_options = options;
  if (moved_options.prior.mean) {
    std::ranges::transform(*moved_options.prior.mean, origin, moved_options.prior.mean->begin(), std::minus<>());
  }
  RemovalPlan plan = plan_removal({block.block, block.classes, moved}, moved_options, rows, most_steps, threads);
  plan.origin = std::move(origin);
  return plan;
}

}  // namespace

std::vector<std::size_t> spread_out(std::size_t count, std::size_t rows) {
  const auto start = [&](std::size_t part) { return part * (rows / count) + part * (rows % count) / count; };
  std::vector<std::size_t> chosen(count);
  double place = 0;
  for (std::size_t part = 0; part < count; ++part) {
    const std::size_t first = start(part);
    chosen[part] = first + static_cast<std::size_t>(place * static_cast<double>(start(part + 1) - first));
    place += std::numbers::phi - 1;
    place -= std::floor(place);
  }
  return chosen;
}

RemovalPlan plan_removal(const MomentBlock& block, const GaussianOptions& options, std::size_t rows, double most_steps,
                         unsigned threads) {
  if (block.sums.has_patterns()) {
    const Moments by_column = without_patterns(block, options, threads);
    return plan_removal({block.block, block.classes, by_column}, options, rows, most_steps, threads);
  }
  if (!block.sums.remainder.empty()) {
    return plan_from_origin(block, options, rows, most_steps, threads);
  }
  const Gaussians found = gaussians(block, options, Numerators::kept, threads);
  const RemovalRule rule(block.classes, options);
  if (found.reduced) {
    return plan_fisher(block, options, rule, rows, most_steps, threads);
  }
  const double steps_a_row = most_steps / static_cast<double>(rows);
  RemovalPlan plan = plan_all_rows(block, options, found, rule, steps_a_row, threads);
  plan.rows = rows;
  return plan;
}

}  // namespace suffice
