#include "evaluate/leave_one_out/diagonal_removal.hpp"

#include <algorithm>
#include <cmath>

#include "estimate/moments/scatters.hpp"

namespace suffice {

DiagonalRemoval::DiagonalRemoval(const Gaussians& gaussians, RemovalRule rule, VarianceRule variances,
                                 std::span<const double> pooled_variation, std::span<const double> column_weight)
    : gaussians_(gaussians),
      rule_(std::move(rule)),
      variances_(variances),
      means_(class_means(gaussians)),
      weights_(select(column_weight, gaussians.means.size() / gaussians.spread.size(), gaussians.columns)),
      missing_(gaussians.count() * gaussians.columns.size()),
      sums_(gaussians.numerator) {
  const std::size_t d = gaussians.columns.size();
  std::vector<double> missing(d);  // in all classes
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const double lacking = rule_.classes.weight[i / d] - weights_[i];
    missing[i % d] += lacking;
    if (variances != VarianceRule::spherical) {
      missing_[gaussians.shared ? i % d : i] += lacking;
    }
  }
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const double divisor = gaussians.divisor[i / d];
    sums_[i] *= (divisor - missing_[i]) / divisor;
  }
  if (variances == VarianceRule::pooled) {
    pooled_ = select(pooled_variation, pooled_variation.size(), gaussians.columns);
    for (const double lacking : missing) {
      pooled_divisor_.push_back(rule_.classes.total_weight() - static_cast<double>(rule_.classes.size()) - lacking);
    }
  }
  scales_.resize(gaussians.count());
  for (std::size_t k = 0; k < gaussians.count(); ++k) {
    (void)set_scale(std::span(gaussians_.variances).subspan(k * d, d),
                    gaussians.degrees.empty() ? 0 : gaussians.degrees[k], scales_[k]);
  }
}

bool DiagonalRemoval::set_scale(std::span<const double> variances, double degrees, Scale& scale) const {
  const std::size_t d = variances.size();
  const bool columns = gaussians_.tail == Tail::column_t;
  scale.precision.resize(d);
  scale.degrees = degrees;
  scale.log_height = columns ? static_cast<double>(d) * log_normaliser(gaussians_.tail, 1, degrees)
                             : log_normaliser(gaussians_.tail, d, degrees);
  for (std::size_t j = 0; j < d; ++j) {
    if (!(variances[j] > 0)) {
      return false;
    }
    scale.precision[j] = 1 / variances[j];
    scale.log_height -= std::log(variances[j]) / 2;
  }
  return true;
}

bool DiagonalRemoval::move_mean(std::span<const double> x, Removed& removed) const {
  const std::size_t d = x.size();
  const RemovedRow& row = removed.row;
  removed.factor.assign(d, row.factor);
  removed.weight.assign(d, row.weight);
  for (std::size_t j = 0; j < d && !weights_.empty(); ++j) {
    const double all = rule_.kappa + weights_[row.c * d + j];
    const double left = std::isnan(x[j]) ? all : what_is_left(all, row.weight);
    if (!(left > 0)) {
      return false;
    }
    removed.factor[j] = all / left;
    removed.weight[j] = std::isnan(x[j]) ? 0 : row.weight;
  }
  return true;
}

bool DiagonalRemoval::take_out(std::span<const double> x, Removed& removed) const {
  const std::size_t d = x.size();
  removed.own.resize(d);
  removed.pooled.assign(d, 0.0);
  double mean = 0;
  double weight = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const double u = removed.weight[j] > 0 ? x[j] - means_[removed.row.c * d + j] : 0;
    removed.own[j] = removed.weight[j] * removed.factor[j] * u * u;
    mean += removed.own[j] / static_cast<double>(d);
    weight += removed.weight[j] / static_cast<double>(d);
    if (variances_ == VarianceRule::pooled) {
      const double divisor = pooled_divisor_[j] - removed.weight[j];
      if (!(divisor > 0)) {
        return false;
      }
      removed.pooled[j] = pooled_[j] / pooled_divisor_[j] - what_is_left(pooled_[j], removed.own[j]) / divisor;
    }
  }
  removed.whole_weight = removed.row.weight;
  if (variances_ == VarianceRule::spherical) {
    removed.whole_weight = weights_.empty() ? removed.row.weight : weight;
    std::ranges::fill(removed.own, mean);
    std::ranges::fill(removed.weight, removed.whole_weight);
  }
  return true;
}

bool DiagonalRemoval::rescale(std::size_t k, const Removed& removed, Scale& scale) const {
  const std::size_t d = removed.own.size();
  const bool touched = gaussians_.shared || k == removed.row.c;
  const double weight = touched ? removed.whole_weight : 0;
  const double divisor = gaussians_.divisor[k] - weight;
  // Each row counts once in D, and as many times in ν as it has numbers to say about the variance.
  const double degrees =
      gaussians_.degrees.empty()
          ? 0
          : gaussians_.degrees[k] - weight * std::round(gaussians_.degrees[k] / gaussians_.divisor[k]);
  if (!(divisor > 0) || (gaussians_.tail != Tail::gaussian && !(degrees >= 1))) {
    return false;
  }
  std::vector<double> variances(d);
  double mean = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const double taken = (touched ? removed.own[j] : 0) + removed.pooled[j];
    const double own_divisor = gaussians_.divisor[k] - missing_[k * d + j] - (touched ? removed.weight[j] : 0);
    if (!(own_divisor > 0)) {
      return false;
    }
    variances[j] = what_is_left(sums_[k * d + j], taken) * (divisor / own_divisor);
    mean += variances[j] / static_cast<double>(d);
  }
  const double lambda = gaussians_.target == Target::mean_variance ? gaussians_.lambda[k] : 0;
  for (double& variance : variances) {
    variance = ((1 - lambda) * variance + lambda * mean) / divisor + gaussians_.ridge;
  }
  return set_scale(variances, degrees, scale);
}

double DiagonalRemoval::log_density(std::span<const double> x, std::size_t j, const Scale& scale,
                                    const Removed* removed) const {
  const std::size_t d = x.size();
  const bool columns = gaussians_.tail == Tail::column_t;
  const double spread = removed != nullptr ? removed->row.spread : gaussians_.spread[j];
  double height = scale.log_height - static_cast<double>(d) / 2 * std::log(spread);
  double square = 0;
  double falloff = 0;
  for (std::size_t l = 0; l < d; ++l) {
    if (std::isnan(x[l])) {
      height -= std::log(scale.precision[l]) / 2;  // where values are missing there is no t
      continue;
    }
    const double factor = removed != nullptr ? removed->factor[l] : 1;
    const double u = x[l] - means_[j * d + l];
    const double q = factor * factor / spread * u * u * scale.precision[l];
    square += q;
    falloff += columns ? log_falloff(gaussians_.tail, 1, scale.degrees, q) : 0;
  }
  return height + (columns ? falloff : log_falloff(gaussians_.tail, d, scale.degrees, square));
}

bool DiagonalRemoval::score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const {
  Removed removed{row};
  Scale scale;
  const bool held = variances_ == VarianceRule::held;
  if (!move_mean(x, removed) || (!held && !take_out(x, removed))) {
    return false;
  }
  if (!held && gaussians_.shared && !rescale(0, removed, scale)) {
    return false;
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    const std::size_t k = gaussians_.shared ? 0 : j;
    const bool changed = !held && (gaussians_.shared || j == row.c || variances_ == VarianceRule::pooled);
    if (changed && !gaussians_.shared && !rescale(k, removed, scale)) {
      return false;
    }
    out[j] = log_density(x, j, changed ? scale : scales_[k], j == row.c ? &removed : nullptr);
  }
  return true;
}

void DiagonalRemoval::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  score_each(rows, rule_, out, [this](const auto&... row) { return score(row...); });
}

}  // namespace suffice
