#include "model/outlier_bounds.hpp"

#include <algorithm>
#include <utility>

#include "math/softmax.hpp"

namespace suffice {

double quantile(std::vector<double> values, double q) {
  const std::size_t n = values.size();
  const auto rank = std::min(n - 1, static_cast<std::size_t>(q * static_cast<double>(n)));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(rank));
  return values[rank];
}

OutlierBounds::OutlierBounds(std::shared_ptr<const Density> density, std::vector<double> log_prior, double q,
                             double complete, std::vector<double> draws)
    : density_(std::move(density)),
      log_prior_(std::move(log_prior)),
      q_(q),
      complete_(complete),
      draws_(std::move(draws)) {}

double OutlierBounds::least(const Density& part) const {
  constexpr std::size_t remembered = 1000;
  if (is_of(part)) {
    return complete_;
  }
  const std::vector<std::size_t>& pattern = part.layout().slots;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto place = found_.find(pattern); place != found_.end()) {
      return place->second;
    }
  }
  const double bound = find(part);
  const std::scoped_lock lock(mutex_);
  if (found_.size() == remembered) {
    found_.clear();
  }
  found_.emplace(pattern, bound);
  return bound;
}

double OutlierBounds::find(const Density& part) const {
  const std::size_t features = part.layout().centre.size();
  const Batch rows = Batch::row_major(draws_.data(), draws_.size() / features, features);
  Panel panel;
  std::vector<PanelColumn> scores(part.classes());
  PanelColumn sums;
  std::vector<double> evidence(rows.rows);
  for (std::size_t first = 0; first < rows.rows; first += panel_rows) {
    const std::size_t count = std::min(panel_rows, rows.rows - first);
    pack_panel(rows.slice(first, count), part.layout(), panel);
    part.log_joint(panel, log_prior_, scores);
    log_sum_exp(scores, sums);
    std::copy_n(sums.values.begin(), count, evidence.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return quantile(std::move(evidence), q_);
}

}  // namespace suffice
