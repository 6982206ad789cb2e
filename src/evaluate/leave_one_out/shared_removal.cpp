#include "evaluate/leave_one_out/shared_removal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

}  // namespace suffice
