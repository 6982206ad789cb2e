#include "evaluate/removal_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "suffice/sums_needed.hpp"
#include "summary/moments.hpp"

namespace suffice {

namespace {

VarianceRule variance_rule(const EstimateOptions& options) {
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
RemovalPlan plan_fisher(const Summary& summary, const EstimateOptions& options, const RemovalRule& rule,
                        std::size_t rows, double most_steps) {
  constexpr double fewest_rows = 100;
  EstimateOptions all_axes = options;
  all_axes.fisher.reset();
  const Gaussians found = gaussians(summary, all_axes);
  const double affordable = std::max(fewest_rows, std::floor(most_steps / SharedRefit::steps(found)));
  const double count = std::min(affordable, static_cast<double>(rows));
  return {SharedRefit(found, rule, options.fisher), found.columns, spread_out(static_cast<std::size_t>(count), rows)};
}

RemovalPlan plan_shared(const EstimateOptions& options, const Gaussians& found, const RemovalRule& rule,
                        double steps_a_row) {
  if (!std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    return {SharedRemoval(found, rule), found.columns, {}};
  }
  if (found.lambda[0] == 1) {
    return {DiagonalRemoval(without_correlations(found), rule, VarianceRule::own), found.columns, {}};
  }
  if (SharedRefit::steps(found) <= steps_a_row) {
    return {SharedRefit(found, rule), found.columns, {}};
  }
  return {SharedRemoval(found, rule), found.columns, {}, true};
}

RemovalPlan plan_classes(const Summary& summary, const EstimateOptions& options, const Gaussians& found,
                         const RemovalRule& rule, double steps_a_row) {
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    return {ClassRemoval(found, rule, rda->alpha), found.columns, {}};
  }
  if (!std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    return {ClassRemoval(found, rule), found.columns, {}};
  }
  if (ClassRefit::steps(found) <= steps_a_row) {
    EstimateOptions shared = options;
    shared.structure = Structure::shared;
    return {ClassRefit(found, gaussians(summary, shared), rule), found.columns, {}};
  }
  return {ClassRemoval(found, rule), found.columns, {}, true};
}

RemovalPlan plan_all_rows(const Summary& summary, const EstimateOptions& options, const Gaussians& found,
                          const RemovalRule& rule, double steps_a_row) {
  if (found.diagonal) {
    return {DiagonalRemoval(found, rule, variance_rule(options), pooled_variation(summary),
                            summary.moments().column_weight),
            found.columns,
            {}};
  }
  return found.shared ? plan_shared(options, found, rule, steps_a_row)
                      : plan_classes(summary, options, found, rule, steps_a_row);
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

RemovalPlan plan_removal(const Summary& summary, const EstimateOptions& options, std::size_t rows, double most_steps) {
  if (std::holds_alternative<PatternMoments>(summary.sums)) {
    return plan_removal(read_as(summary, sums_needed(options).moments), options, rows, most_steps);
  }
  const Gaussians found = gaussians(summary, options);
  const RemovalRule rule(summary.classes, options);
  if (found.reduced) {
    return plan_fisher(summary, options, rule, rows, most_steps);
  }
  const double steps_a_row = most_steps / static_cast<double>(rows);
  RemovalPlan plan = plan_all_rows(summary, options, found, rule, steps_a_row);
  plan.rows = spread_out(rows, rows);
  return plan;
}

}  // namespace suffice
