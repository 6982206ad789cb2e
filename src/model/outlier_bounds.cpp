#include "model/outlier_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/softmax.hpp"
#include "model/scoring.hpp"

namespace suffice {

double quantile(std::vector<double> values, double q) {
  const std::size_t n = values.size();
  const auto rank = std::min(n - 1, static_cast<std::size_t>(q * static_cast<double>(n)));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(rank));
  return values[rank];
}

OutlierBounds::OutlierBounds(std::shared_ptr<const Conditional> conditional, std::vector<double> log_prior, double q,
                             double complete, SampledRows draws)
    : conditional_(std::move(conditional)),
      log_prior_(std::move(log_prior)),
      q_(q),
      complete_(complete),
      draws_(std::move(draws)) {}

template <typename Find>
double OutlierBounds::remember(const std::vector<std::size_t>& pattern, Find find) const {
  constexpr std::size_t remembered = 1000;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto place = found_.find(pattern); place != found_.end()) {
      return place->second;
    }
  }
  const double bound = find();
  const std::scoped_lock lock(mutex_);
  if (found_.size() == remembered) {
    found_.clear();
  }
  found_.emplace(pattern, bound);
  return bound;
}

double OutlierBounds::least(const Density& part) const {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_->variant());
  if (gaussian != nullptr && &gaussian->density() == &part) {
    return complete_;
  }
  return remember(part.layout().slots, [&] { return find(part); });
}

double OutlierBounds::least(const std::vector<std::size_t>& missing) const {
  return missing.empty() ? complete_ : remember(missing, [&] { return find(missing); });
}

double OutlierBounds::find(const Density& part) const {
  const Batch rows = std::get<Batch>(draws_.rows());
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

double OutlierBounds::find(const std::vector<std::size_t>& missing) const {
  SampledRows rows = draws_;
  rows.lose(missing);
  return quantile(outlier_scores(*conditional_, rows.rows(), log_prior_, {.threads = 1}), q_);
}

std::vector<double> outlier_scores(const Conditional& conditional, const Rows& rows, std::span<const double> log_prior,
                                   ScoreOptions options) {
  std::vector<double> out(row_count(rows));
  const FinishRows<double> finish = [](std::span<PanelColumn> scores, const ScoredPanel& panel, double* result) {
    PanelColumn sums;
    log_sum_exp(scores, sums);
    for (std::size_t r = 0; r < panel.rows; ++r) {
      result[r] = sums[r] / std::max(1.0, panel.lengths[r]);
    }
  };
  score_rows(conditional, rows, log_prior, 1, finish, std::span(out), options);
  return out;
}

std::vector<std::size_t> missing_columns(const Rows& rows, std::size_t i) {
  std::vector<std::size_t> missing;
  if (const auto* dense = std::get_if<Batch>(&rows)) {
    for (std::size_t j = 0; j < dense->columns; ++j) {
      if (std::isnan(dense->value(i, j))) {
        missing.push_back(j);
      }
    }
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    for (std::size_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
      if (std::isnan(sparse->value(k))) {
        missing.push_back(sparse->indices[k]);
      }
    }
  } else if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    for (std::size_t j = 0; j < categories->columns; ++j) {
      if (categories->codes[i * categories->columns + j] == missing_category) {
        missing.push_back(j);
      }
    }
  }
  return missing;
}

}  // namespace suffice
