// Leave-one-out for the shared covariance, in closed form (MODELS §11).
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/shared_covariance.hpp"
#include "evaluate/proportion.hpp"
#include "math/affine.hpp"
#include "math/log_sum_exp.hpp"
#include "math/parallel.hpp"
#include "math/symmetric.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

struct RowScore {
  double log_posterior = std::numeric_limits<double>::quiet_NaN();
  bool right = false;
};

/// Sums and rows in a basis where S_W and the shrinkage target are both diagonal: y = Vᵀ D⁻¹ (x − m), where
/// D⁻¹ S_W D⁻¹ = V diag(e) Vᵀ and D is the columns' own scale, or I when the target is a multiple of I.
/// Then Σ without a row of class c and weight w is diag(k e + t) − k a u uᵀ with u = y − μ_c, a = w n_c / (n_c − w),
/// k = (1−λ) / divisor, and Sherman–Morrison gives its inverse.
class RowRemover {
 public:
  RowRemover(const Summary& summary, const EstimateOptions& options)
      : classes_(summary.classes),
        towards_mean_variance_(std::holds_alternative<FixedShrinkage>(options.shrinkage)),
        covariance_(shared_covariance(summary, options)),
        prior_is_held_(std::holds_alternative<UniformPrior>(options.class_prior) ||
                       std::holds_alternative<GivenPrior>(options.class_prior)),
        pseudocount_(std::holds_alternative<SmoothedPrior>(options.class_prior) ? 1 : 0),
        log_weights_(log_weights(options.class_prior)) {
    const std::size_t d = covariance_.columns.size();
    const std::size_t all = summary.schema.features.size();
    std::vector<double> scale(d, 1.0);
    for (std::size_t k = 0; k < d; ++k) {
      trace_ += covariance_.scatter[k * d + k];
      scale[k] = towards_mean_variance_ ? 1.0 : std::sqrt(covariance_.scatter[k * d + k]);
    }
    std::vector<double> scaled(covariance_.scatter);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        scaled[i * d + j] /= scale[i] * scale[j];
      }
    }
    const SymmetricEigen eigen = symmetric_eigen(scaled, d);
    eigenvalues_ = eigen.values;
    std::vector<double> rotation(all * d);
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) {
        rotation[covariance_.columns[j] * d + k] = eigen.vectors[j * d + k] / scale[j];
      }
    }
    const std::span<const double> middle(summary.moments.mean.data(), all);
    rotate_ = AffineMap(middle, rotation, std::vector<double>(d));
    means_.resize(classes_.size() * d);
    rotate_.apply(Batch::row_major(summary.moments.mean.data(), classes_.size(), all), means_.data());
  }

  /// For each row, with the row itself removed: log p(y | x) and whether y is the prediction. NaN where the row cannot
  /// be left out.
  void score(const Batch& rows, std::span<const std::size_t> truth, std::span<RowScore> out) const {
    const std::size_t d = eigenvalues_.size();
    std::vector<double> rotated(rows.rows * d);
    std::vector<double> posterior(classes_.size());
    rotate_.apply(rows, rotated.data());
    for (std::size_t i = 0; i < rows.rows; ++i) {
      if (score_row(std::span(rotated).subspan(i * d, d), truth[i], rows.weight(i), posterior)) {
        const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
        out[i] = {posterior[truth[i]], best == truth[i]};
      }
    }
  }

 private:
  bool score_row(std::span<const double> y, std::size_t c, double weight, std::span<double> out) const {
    const std::size_t d = eigenvalues_.size();
    const double n = classes_.weight[c];
    const double divisor = covariance_.divisor - weight;
    if (classes_.rows[c] < 2 || !(weight < n) || !(divisor > 0)) {
      return false;
    }
    std::vector<double> u(d);
    double square = 0;
    for (std::size_t k = 0; k < d; ++k) {
      u[k] = y[k] - means_[c * d + k];
      square += u[k] * u[k];
    }
    const double removed = weight * n / (n - weight);
    const double lambda = covariance_.lambda;
    const double from_scatter = (1 - lambda) / divisor;
    // `auto` shrinks towards variances it has chosen, which are 1 / divisor here; a given λ towards the mean variance.
    const double target = towards_mean_variance_
                              ? lambda * (trace_ - removed * square) / (static_cast<double>(d) * divisor)
                              : lambda / covariance_.divisor;
    std::vector<double> variance(d);
    std::vector<double> v(d);
    double explained = 0;
    for (std::size_t k = 0; k < d; ++k) {
      variance[k] = from_scatter * eigenvalues_[k] + target;
      if (!(variance[k] > 0)) {
        return false;
      }
      v[k] = u[k] / variance[k];
      explained += from_scatter * removed * u[k] * v[k];
    }
    if (!(1 - explained > singular_share(d))) {
      return false;
    }
    const double correction = from_scatter * removed / (1 - explained);
    for (std::size_t j = 0; j < classes_.size(); ++j) {
      const double residual_scale = j == c ? n / (n - weight) : 1;
      double distance = 0;
      double along = 0;
      for (std::size_t k = 0; k < d; ++k) {
        const double residual = residual_scale * (y[k] - means_[j * d + k]);
        distance += residual * residual / variance[k];
        along += residual * v[k];
      }
      const double log_weight = j == c && !prior_is_held_ ? std::log(n - weight + pseudocount_) : log_weights_[j];
      out[j] = log_weight - 0.5 * (distance + correction * along * along);
    }
    normalise_logs(out);
    return true;
  }

  /// log π_c, or log (n_c + α) where the class prior is a parameter that is estimated again without the row.
  [[nodiscard]] std::vector<double> log_weights(const ClassPrior& prior) const {
    std::vector<double> weights = prior_is_held_ ? class_prior(classes_, prior) : classes_.weight;
    std::ranges::transform(weights, weights.begin(), [this](double w) { return std::log(w + pseudocount_); });
    return weights;
  }

  ClassCounts classes_;
  bool towards_mean_variance_;  // where shrinkage leads; else to the variances that were chosen
  SharedCovariance covariance_;
  bool prior_is_held_;
  double pseudocount_;
  std::vector<double> log_weights_;
  double trace_ = 0;
  std::vector<double> eigenvalues_;
  AffineMap rotate_{{}, {}, {}};
  std::vector<double> means_;  // C × d, rotated
};

}  // namespace

LeaveOneOut leave_one_out(const Summary& summary, const EstimateOptions& options, const Batch& rows,
                          const Labels& labels) {
  check_labels(rows, labels, summary.schema.features.size());
  check_rows(rows, summary.schema);
  const RowRemover remover(summary, options);
  const LabelDictionary dictionary(summary.classes.labels);
  std::vector<std::size_t> truth;
  for (const std::uint32_t code : labels.codes) {
    const auto found = dictionary.find(labels.names[code]);
    if (!found) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no row of class '{}' to leave out", labels.names[code]));
    }
    truth.push_back(*found);
  }
  constexpr std::size_t block_rows = 256;
  std::vector<RowScore> scores(rows.rows);
  parallel_for(thread_count(0), (rows.rows + block_rows - 1) / block_rows, [&](std::size_t block, unsigned) {
    const std::size_t first = block * block_rows;
    const std::size_t count = std::min(block_rows, rows.rows - first);
    remover.score(rows.slice(first, count), std::span(truth).subspan(first, count),
                  std::span(scores).subspan(first, count));
  });

  LeaveOneOut result;
  double total = 0;
  double right = 0;
  double scored = 0;
  double loss = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double weight = rows.weight(i);
    ++result.rows;
    total += weight;
    if (std::isnan(scores[i].log_posterior)) {
      ++result.unscored_rows;
      continue;
    }
    scored += weight;
    loss -= weight * scores[i].log_posterior;
    right += scores[i].right ? weight : 0;
  }
  if (!(total > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  }
  result.accuracy = wilson_interval(right, total);
  result.log_loss = scored > 0 ? loss / scored : std::nan("");
  return result;
}

}  // namespace suffice
