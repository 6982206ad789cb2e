#include "evaluate/leave_one_out/refit_removal.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "estimate/moments/fisher.hpp"
#include "estimate/moments/shrinkage.hpp"
#include "suffice/error.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

// x − m_c.
std::vector<double> residual(std::span<const double> x, std::span<const double> means, std::size_t c) {
  std::vector<double> result(x.size());
  std::ranges::transform(x, means.subspan(c * x.size(), x.size()), result.begin(), std::minus<>());
  return result;
}

// |L⁻¹ r|².
double squared_distance(const Cholesky& factor, std::span<const double> r) {
  double distance = 0;
  for (std::size_t i = 0; i < factor.size; ++i) {
    double z = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      z += factor.lower_inverse[i * factor.size + j] * r[j];
    }
    distance += z * z;
  }
  return distance;
}

// N − a u uᵀ, with what is no more than rounding taken for a variance of 0.
std::vector<double> without(std::span<const double> numerator, std::span<const double> u, double amount) {
  std::vector<double> result(numerator.begin(), numerator.end());
  add_outer_product(result, u, -amount);
  for (std::size_t j = 0; j < u.size(); ++j) {
    const std::size_t at = j * (u.size() + 1);
    result[at] = what_is_left(numerator[at], amount * u[j] * u[j]);
  }
  return result;
}

}  // namespace

SharedRefit::SharedRefit(const Gaussians& gaussians, RemovalRule rule, std::optional<FisherAxes> fisher)
    : rule_(std::move(rule)),
      fisher_(fisher),
      means_(class_means(gaussians)),
      numerator_(gaussians.numerator),
      divisor_(gaussians.divisor[0]),
      lambda_(gaussians.lambda[0]),
      target_(gaussians.target),
      ridge_(gaussians.ridge) {}

double SharedRefit::steps(const Gaussians& gaussians) {
  const auto d = static_cast<double>(gaussians.columns.size());
  return d * d * d + static_cast<double>(gaussians.spread.size()) * d * d;
}

std::optional<Cholesky> SharedRefit::covariance(std::span<const double> u, const RemovedRow& row) const {
  const std::size_t d = u.size();
  const double divisor = divisor_ - row.weight;
  if (!(divisor > 0)) {
    return std::nullopt;
  }
  std::vector<double> sigma = shrunk(without(numerator_, u, row.amount), d, lambda_, target_);
  for (double& entry : sigma) {
    entry /= divisor;
  }
  for (std::size_t j = 0; j < d; ++j) {
    sigma[j * (d + 1)] += ridge_;
  }
  return cholesky(std::move(sigma), d, 1);
}

bool SharedRefit::project(const RemovedRow& row, Gaussians& rest) const {
  ClassCounts classes = rule_.classes;
  classes.weight[row.c] -= row.weight;
  try {
    project_means(classes, *fisher_, rest);
  } catch (const Error&) {
    return false;
  }
  return true;
}

bool SharedRefit::score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const {
  const std::size_t d = x.size();
  const std::vector<double> u = residual(x, means_, row.c);
  auto factor = covariance(u, row);
  if (!factor) {
    return false;
  }
  Gaussians rest;
  rest.columns.resize(d);
  std::iota(rest.columns.begin(), rest.columns.end(), 0U);
  rest.means = means_;
  for (std::size_t j = 0; j < d; ++j) {
    rest.means[row.c * d + j] = x[j] - row.factor * u[j];
  }
  rest.factors.push_back(std::move(*factor));
  if (fisher_ && !project(row, rest)) {
    return false;
  }
  for (std::size_t j = 0; j < out.size(); ++j) {
    out[j] = -squared_distance(rest.factors[0], residual(x, rest.means, j)) / 2;
  }
  return true;
}

void SharedRefit::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  score_each(rows, rule_, out, [this](const auto&... row) { return score(row...); });
}

ClassRefit::ClassRefit(const Gaussians& gaussians, const Gaussians& shared, RemovalRule rule)
    : gaussians_(gaussians),
      shared_(shared),
      rule_(std::move(rule)),
      means_(class_means(gaussians)),
      target_(shrunk(shared.numerator, shared.columns.size(), shared.lambda[0], Target::own_diagonal)) {
  for (double& entry : target_) {
    entry /= shared.divisor[0];
  }
}

double ClassRefit::steps(const Gaussians& gaussians) {
  const auto d = static_cast<double>(gaussians.columns.size());
  return static_cast<double>(gaussians.spread.size()) * d * d * (d + 1);
}

bool ClassRefit::score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const {
  const std::size_t d = x.size();
  const double nu = static_cast<double>(d) + 1;
  const double divisor = shared_.divisor[0] - row.weight;
  if (!(divisor > 0)) {
    return false;
  }
  const std::vector<double> u = residual(x, means_, row.c);
  const std::vector<double> target =
      shrunk(without(shared_.numerator, u, row.amount), d, shared_.lambda[0], Target::own_diagonal);
  std::vector<double> sigma(d * d);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const bool own = k == row.c;
    const double own_divisor = gaussians_.divisor[k] - (own ? row.weight : 0);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        const std::size_t at = i * d + j;
        const double taken = nu * (target_[at] - target[at] / divisor) + (own ? row.amount * u[i] * u[j] : 0);
        const double whole = gaussians_.numerator[k * d * d + at];
        sigma[at] =
            i == j ? what_is_left(whole, taken) / own_divisor + gaussians_.ridge : (whole - taken) / own_divisor;
      }
    }
    const auto factor = own_divisor > 0 ? cholesky(sigma, d, 1) : std::nullopt;
    if (!factor) {
      return false;
    }
    const double f = own ? row.factor : 1;
    out[k] = -(factor->log_determinant + f * f * squared_distance(*factor, residual(x, means_, k))) / 2;
  }
  return true;
}

void ClassRefit::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  score_each(rows, rule_, out, [this](const auto&... row) { return score(row...); });
}

}  // namespace suffice
