#include "evaluate/leave_one_out/covariance_removal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace suffice {

SharedRemoval::SharedRemoval(const Gaussians& gaussians, RemovalRule rule)
    : rule_(std::move(rule)),
      covariance_(gaussians.factors[0], covariance_parts(gaussians, 0)),
      means_(class_means(gaussians)),
      spread_(gaussians.spread),
      tail_(gaussians.tail),
      degrees_(gaussians.degrees.empty() ? 0 : gaussians.degrees[0]),
      map_(std::span(means_).first(covariance_.size()), covariance_.basis(), std::vector<double>(covariance_.size())),
      mapped_means_(means_.size()) {
  map_.apply(Batch::row_major(means_.data(), spread_.size(), covariance_.size()), mapped_means_.data());
}

void SharedRemoval::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  const std::size_t d = rows.rows.columns;
  const std::size_t classes = spread_.size();
  std::vector<double> mapped(rows.rows.rows * d);
  map_.apply(rows.rows, mapped.data());
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  std::vector<double> residual(d);
  RankOneCovariance::Rest rest;
  for (std::size_t i = 0; i < rows.rows.rows; ++i) {
    const std::size_t c = rows.classes[i];
    const auto removed = rule_.remove(c, rows.rows.weight(i));
    if (!removed) {
      continue;
    }
    const auto subtract_mean = [&](std::size_t j, double factor) {
      for (std::size_t l = 0; l < d; ++l) {
        residual[l] = factor * (mapped[i * d + l] - mapped_means_[j * d + l]);
      }
    };
    subtract_mean(c, 1);
    double square = 0;
    for (std::size_t l = 0; l < d; ++l) {
      const double u = rows.rows.value(i, l) - means_[c * d + l];
      square += u * u;
    }
    const double degrees = degrees_ - removed->weight;
    if (!covariance_.remove(
            {residual, removed->amount, removed->weight, removed->amount * square / static_cast<double>(d)}, rest) ||
        (tail_ != Tail::gaussian && !(degrees >= 1))) {
      continue;
    }
    for (std::size_t j = 0; j < classes; ++j) {
      const double spread = j == c ? removed->spread : spread_[j];
      subtract_mean(j, j == c ? removed->factor : 1);
      out[i * classes + j] = log_falloff(tail_, d, degrees, rest.squared_distance(residual) / spread) -
                             static_cast<double>(d) / 2 * std::log(spread);
    }
  }
}

namespace {

double square(std::span<const double> v) { return std::inner_product(v.begin(), v.end(), v.begin(), 0.0); }

// x_i − μ_k for each row, where k = k_of(i).
template <typename Which>
std::vector<double> centred(const Batch& rows, std::span<const double> means, const Which& k_of) {
  const std::size_t d = rows.columns;
  std::vector<double> result(rows.rows * d);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const auto row = std::span(result).subspan(i * d, d);
    rows.copy_row(i, row.data());
    std::ranges::transform(row, means.subspan(k_of(i) * d, d), row.begin(), std::minus<>());
  }
  return result;
}

}  // namespace

ClassRemoval::ClassRemoval(const Gaussians& gaussians, RemovalRule rule, double mixed)
    : rule_(std::move(rule)), mixed_(mixed), tail_(gaussians.tail), means_(class_means(gaussians)) {
  const std::vector<double> zeros(gaussians.columns.size());
  for (std::size_t k = 0; k < gaussians.count(); ++k) {
    RankOneCovariance covariance(gaussians.factors[k], covariance_parts(gaussians, k));
    AffineMap map(zeros, covariance.basis(), zeros);
    classes_.push_back({std::move(covariance), std::move(map), gaussians.spread[k],
                        tail_ == Tail::gaussian ? 0 : gaussians.degrees[k], gaussians.factors[k].log_determinant, 0});
    Class& own = classes_.back();
    own.log_height = log_height(own, own.spread, own.degrees, 0);
  }
}

double ClassRemoval::log_height(const Class& own, double spread, double degrees, double change) const {
  const std::size_t d = own.covariance.size();
  return log_normaliser(tail_, d, degrees) -
         (own.log_determinant + change + static_cast<double>(d) * std::log(spread)) / 2;
}

double ClassRemoval::log_density(std::size_t k, const RemovedRow& row, const Mapped& mapped,
                                 RankOneCovariance::Rest& rest) const {
  const std::size_t d = mapped.y.size();
  const Class& own = classes_[k];
  const double share = k == row.c ? 1 : mixed_;
  if (!(share > 0)) {
    return own.log_height + log_falloff(tail_, d, own.degrees, square(mapped.y) / own.spread);
  }
  const double amount = share * row.amount;
  const double weight = share * row.weight;
  const double degrees = own.degrees - weight;
  if (!own.covariance.remove({mapped.u, amount, weight, amount * mapped.square / static_cast<double>(d)}, rest) ||
      (tail_ != Tail::gaussian && !(degrees >= 1))) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double factor = k == row.c ? row.factor : 1;
  const double spread = k == row.c ? row.spread : own.spread;
  return log_height(own, spread, degrees, rest.log_determinant()) +
         log_falloff(tail_, d, degrees, factor * factor * rest.squared_distance(mapped.y) / spread);
}

void ClassRemoval::log_densities(const RowsToRemove& rows, std::span<double> out) const {
  const std::size_t n = rows.rows.rows;
  const std::size_t d = rows.rows.columns;
  const std::size_t size = classes_.size();
  std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
  const std::vector<double> u = centred(rows.rows, means_, [&](std::size_t i) { return rows.classes[i]; });
  std::vector<double> mapped_u(n * d);
  std::vector<double> mapped_y(n * d);
  RankOneCovariance::Rest rest;
  for (std::size_t k = 0; k < size; ++k) {
    const std::vector<double> y = centred(rows.rows, means_, [k](std::size_t) { return k; });
    classes_[k].map.apply(Batch::row_major(y.data(), n, d), mapped_y.data());
    if (mixed_ > 0) {
      classes_[k].map.apply(Batch::row_major(u.data(), n, d), mapped_u.data());
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (const auto removed = rule_.remove(rows.classes[i], rows.rows.weight(i))) {
        const auto row_of = [&](const std::vector<double>& block) { return std::span(block).subspan(i * d, d); };
        const Mapped mapped{row_of(mapped_y), row_of(mixed_ > 0 ? mapped_u : mapped_y), square(row_of(u))};
        out[i * size + k] = log_density(k, *removed, mapped, rest);
      }
    }
  }
}

}  // namespace suffice
