#include "evaluate/leave_one_out/refit_removal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

// Σ' is scaled to a unit diagonal by g; below it stand the residuals x − m_c' of all classes, scaled alike.
void SharedRefit::score_lanes(const RowsToRemove& rows, std::size_t first, LaneFactors& factors,
                              std::span<double> out) const {
  constexpr std::size_t lanes = LaneFactors::lanes;
  const std::size_t d = rows.rows.columns;
  const std::size_t classes = rule_.classes.size();
  const std::size_t count = std::min(lanes, rows.rows.rows - first);
  std::array<bool, lanes> can_be_removed = {};
  std::array<double, lanes> amount = {};
  std::vector<double> x(d);
  std::vector<double> u(d * lanes);
  std::vector<double> g(d * lanes);
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = rule_.remove(rows.classes[first + k], rows.rows.weight(first + k));
    const double divisor = row ? divisor_ - row->weight : 0;
    if (!(divisor > 0)) {
      continue;
    }
    rows.rows.copy_row(first + k, x.data());
    const double* const mean = means_.data() + row->c * d;
    std::vector<double> diagonal(d);
    for (std::size_t j = 0; j < d; ++j) {
      u[j * lanes + k] = x[j] - mean[j];
      diagonal[j] = what_is_left(numerator_[j * (d + 1)], row->amount * u[j * lanes + k] * u[j * lanes + k]);
    }
    amount[k] = row->amount;
    diagonal = shrunk_diagonal(diagonal, lambda_, target_);
    can_be_removed[k] = true;
    const double share = std::sqrt((1 - lambda_) / divisor);
    for (std::size_t j = 0; j < d; ++j) {
      const double variance = diagonal[j] / divisor + ridge_;
      can_be_removed[k] = can_be_removed[k] && variance > 0 && std::isfinite(variance);
      const double scale = 1 / std::sqrt(variance);
      g[j * lanes + k] = share * scale;
      for (std::size_t c = 0; c < classes; ++c) {
        const double m = c == row->c ? x[j] - row->factor * u[j * lanes + k] : means_[c * d + j];
        factors.at(d + c, j)[k] = (x[j] - m) * scale;
      }
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    std::fill_n(factors.at(j, j), lanes, 1.0);
    for (std::size_t i = j + 1; i < d; ++i) {
      double* const entry = factors.at(i, j);
      for (std::size_t k = 0; k < lanes; ++k) {
        entry[k] = (numerator_[i * d + j] - amount[k] * u[i * lanes + k] * u[j * lanes + k]) * g[i * lanes + k] *
                   g[j * lanes + k];
      }
    }
  }
  const std::array<bool, lanes> regular = factors.factor(singular_share(d));
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t c = 0; c < classes; ++c) {
      double distance = 0;
      for (std::size_t j = 0; j < d; ++j) {
        distance += factors.at(d + c, j)[k] * factors.at(d + c, j)[k];
      }
      out[(first + k) * classes + c] = can_be_removed[k] && regular[k] ? -distance / 2 : cannot_be_removed;
    }
  }
}

void SharedRefit::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  constexpr std::size_t most_numbers = std::size_t{1} << 16U;  // of a matrix, so that those of all lanes stay in cache
  const std::size_t d = rows.rows.columns;
  const std::size_t height = d + rule_.classes.size();
  if (!fisher_ && d * height <= most_numbers) {
    LaneFactors factors(d, height);
    for (std::size_t first = 0; first < rows.rows.rows; first += LaneFactors::lanes) {
      score_lanes(rows, first, factors, out);
    }
    return;
  }
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
  constexpr double least = 2'500;  // of the factor of a small matrix
  const auto d = static_cast<double>(gaussians.columns.size());
  return static_cast<double>(gaussians.spread.size()) * (least + d * d * (d + 1));
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
