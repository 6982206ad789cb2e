#include "evaluate/calibration/temperature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Dense>

namespace suffice {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Log densities less that of the row's own class, which leaves every posterior as it is: the own class has 0
/// throughout. They are held at ±1e100, where squares of them can still be summed.
struct Rows {
  std::size_t groups = 0;
  std::size_t classes = 0;
  std::vector<double> differences = {};  // rows × C × G; −∞: excluded by the group
  std::vector<double> log_prior = {};    // C
  std::vector<std::uint32_t> labels = {};
  std::vector<double> weights = {};
  std::uint64_t left_out = 0;

  [[nodiscard]] const double* row(std::size_t i) const { return differences.data() + i * classes * groups; }
};

// Writes C × G differences; false where the row cannot be scored or its own class is excluded.
bool write_differences(const OutOfSample& scores, std::size_t i, double* out) {
  constexpr double furthest = 1e100;
  const std::size_t classes = scores.log_prior.size();
  const std::size_t groups = scores.groups.size();
  const std::size_t own = scores.labels[i];
  for (std::size_t g = 0; g < groups; ++g) {
    const double* const density = scores.groups[g].log_density.data() + i * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      const double difference = c == own && std::isfinite(density[c]) ? 0 : density[c] - density[own];
      if (std::isnan(difference) || density[c] == unbounded || density[own] == -unbounded) {
        return false;
      }
      out[c * groups + g] = difference == -unbounded ? difference : std::clamp(difference, -furthest, furthest);
    }
  }
  return scores.log_prior[own] > -unbounded;
}

Rows rows_of(const OutOfSample& scores, std::span<const std::uint32_t> folds, std::uint32_t without) {
  Rows rows{.groups = scores.groups.size(), .classes = scores.log_prior.size()};
  rows.log_prior.assign(scores.log_prior.begin(), scores.log_prior.end());
  const std::size_t width = rows.groups * rows.classes;
  rows.differences.reserve(scores.labels.size() * width);
  std::vector<double> row(width);
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    const double weight = scores.weights.empty() ? 1 : scores.weights[i];
    if (!(weight > 0) || (!folds.empty() && folds[i] == without)) {
      continue;
    }
    if (!write_differences(scores, i, row.data())) {
      ++rows.left_out;
      continue;
    }
    rows.differences.insert(rows.differences.end(), row.begin(), row.end());
    rows.labels.push_back(scores.labels[i]);
    rows.weights.push_back(weight);
  }
  return rows;
}

/// The objective, where wanted with its derivatives by (T_1, …, T_G, b_1, …, b_C).
struct Objective {
  double value = 0;
  double loss = 0;  // Σ w·(−log p(y | x))
  Eigen::VectorXd gradient = {};
  Eigen::MatrixXd hessian = {};    // its lower triangle
  std::vector<double> means = {};  // of one row, by group: room that is used again
};

class Posterior {
 public:
  explicit Posterior(const Rows& rows) : rows_(&rows), p_(rows.classes) {}

  /// −log p(y | x) of row i at the point (T, b), b absent where all are 0; p() is then the posterior. A group of
  /// temperature 0 excludes nothing if it is `off`, and what it excludes stays excluded if not.
  double loss(std::size_t i, const Eigen::VectorXd& point, const std::vector<bool>& off) {
    const std::size_t own = rows_->labels[i];
    const double* difference = rows_->row(i);
    double most = 0;  // the score of the own class
    for (std::size_t c = 0; c < p_.size(); ++c, difference += rows_->groups) {
      double score = rows_->log_prior[c] - rows_->log_prior[own] + offset(point, c) - offset(point, own);
      for (std::size_t g = 0; g < rows_->groups; ++g) {
        const double t = point[static_cast<Eigen::Index>(g)];
        score += difference[g] == -unbounded ? (off[g] ? 0 : -unbounded) : t * difference[g];
      }
      p_[c] = c == own ? 0 : score;
      most = std::max(most, p_[c]);
    }
    double sum = 0;
    for (double& p : p_) {
      p = std::exp(p - most);
      sum += p;
    }
    for (double& p : p_) {
      p /= sum;
    }
    return most + std::log(sum);
  }
  [[nodiscard]] std::span<const double> p() const { return p_; }

 private:
  [[nodiscard]] double offset(const Eigen::VectorXd& point, std::size_t c) const {
    const auto place = static_cast<Eigen::Index>(rows_->groups + c);
    return place < point.size() ? point[place] : 0;
  }

  const Rows* rows_;
  std::vector<double> p_;
};

// Adds the derivatives of one row. m_g = Σ_c p_c d_gc is the mean difference: by T_g the loss has the derivative m_g,
// by b_c p_c − [c = y]; the second derivatives are the covariances of differences and indicators under p.
void add_derivatives(const Rows& rows, std::size_t i, std::span<const double> p, const std::vector<bool>& off,
                     Objective& sum) {
  const auto groups = static_cast<Eigen::Index>(rows.groups);
  const bool with_offsets = sum.gradient.size() > groups;
  const double weight = rows.weights[i];
  const double* const differences = rows.row(i);
  const auto value = [&](std::size_t c, Eigen::Index g) {
    const double difference = differences[c * rows.groups + static_cast<std::size_t>(g)];
    return off[static_cast<std::size_t>(g)] ? 0 : difference;
  };
  std::vector<double>& mean = sum.means;
  mean.resize(rows.groups);
  for (Eigen::Index g = 0; g < groups; ++g) {
    mean[static_cast<std::size_t>(g)] = 0;
    for (std::size_t c = 0; c < p.size(); ++c) {
      mean[static_cast<std::size_t>(g)] += p[c] > 0 ? p[c] * value(c, g) : 0;
    }
    sum.gradient[g] += weight * mean[static_cast<std::size_t>(g)];
  }
  for (std::size_t c = 0; c < p.size(); ++c) {
    if (!(p[c] > 0)) {
      continue;
    }
    for (Eigen::Index g = 0; g < groups; ++g) {
      const double deviation = weight * p[c] * (value(c, g) - mean[static_cast<std::size_t>(g)]);
      for (Eigen::Index h = 0; h <= g; ++h) {
        sum.hessian(g, h) += deviation * (value(c, h) - mean[static_cast<std::size_t>(h)]);
      }
      if (with_offsets) {
        sum.hessian(groups + static_cast<Eigen::Index>(c), g) += deviation;
      }
    }
    if (with_offsets) {
      const auto place = groups + static_cast<Eigen::Index>(c);
      sum.gradient[place] += weight * p[c];
      sum.hessian(place, place) += weight * p[c];
      for (std::size_t k = 0; k <= c; ++k) {
        sum.hessian(place, groups + static_cast<Eigen::Index>(k)) -= weight * p[c] * p[k];
      }
    }
  }
  if (with_offsets) {
    sum.gradient[groups + static_cast<Eigen::Index>(rows.labels[i])] -= weight;
  }
}

Objective objective(const Rows& rows, const Eigen::VectorXd& point, const std::vector<bool>& off, bool derivatives) {
  const Eigen::Index size = point.size();
  const auto groups = static_cast<Eigen::Index>(rows.groups);
  Objective sum;
  if (derivatives) {
    sum.gradient = Eigen::VectorXd::Zero(size);
    sum.hessian = Eigen::MatrixXd::Zero(size, size);
  }
  Posterior posterior(rows);
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    sum.loss += rows.weights[i] * posterior.loss(i, point, off);
    if (derivatives) {
      add_derivatives(rows, i, posterior.p(), off, sum);
    }
  }
  Eigen::VectorXd distance = point;
  distance.head(groups).array() -= 1;
  sum.value = sum.loss + distance.squaredNorm() / 2;
  if (derivatives) {
    sum.gradient += distance;
    sum.hessian.diagonal().array() += 1;
  }
  return sum;
}

// The Newton step on the free coordinates; 0 on the others. The matrix is scaled to a diagonal of ones first:
// differences of densities may be of any size, offsets are of size 1.
Eigen::VectorXd newton_step(const Objective& at, const std::vector<Eigen::Index>& free) {
  const auto size = static_cast<Eigen::Index>(free.size());
  Eigen::VectorXd scale(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index place = free[static_cast<std::size_t>(k)];
    scale[k] = 1 / std::sqrt(at.hessian(place, place));
  }
  Eigen::MatrixXd matrix(size, size);
  Eigen::VectorXd right(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index row = free[static_cast<std::size_t>(k)];
    right[k] = -scale[k] * at.gradient[row];
    for (Eigen::Index l = 0; l <= k; ++l) {
      matrix(k, l) = scale[k] * scale[l] * at.hessian(row, free[static_cast<std::size_t>(l)]);
    }
  }
  Eigen::LLT<Eigen::MatrixXd> factor(matrix);
  for (double ridge = 1e-14; factor.info() != Eigen::Success && ridge < 1; ridge *= 10) {
    Eigen::MatrixXd ridged = matrix;
    ridged.diagonal().array() += ridge;
    factor.compute(ridged);
  }
  const Eigen::VectorXd solved = factor.solve(right);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(at.gradient.size());
  for (Eigen::Index k = 0; k < size; ++k) {
    step[free[static_cast<std::size_t>(k)]] = scale[k] * solved[k];
  }
  return step;
}

Eigen::VectorXd projected(Eigen::VectorXd point, Eigen::Index groups) {
  point.head(groups) = point.head(groups).cwiseMax(0);
  return point;
}

// Moves `point` to the minimum, groups that are `off` held at 0.
void minimise(const Rows& rows, const std::vector<bool>& off, Eigen::VectorXd& point) {
  constexpr int most_steps = 100;
  constexpr double least_decrease = 1e-20;
  constexpr double rounding = 1e-13;  // of sums over rows, relative
  const auto groups = static_cast<Eigen::Index>(rows.groups);
  Objective at = objective(rows, point, off, true);
  for (int steps = 0; steps < most_steps; ++steps) {
    std::vector<Eigen::Index> free;
    for (Eigen::Index k = 0; k < point.size(); ++k) {
      const bool held = k < groups && (off[static_cast<std::size_t>(k)] || (point[k] == 0 && at.gradient[k] > 0));
      if (!held) {
        free.push_back(k);
      }
    }
    if (free.empty()) {
      return;
    }
    const Eigen::VectorXd step = newton_step(at, free);
    const double decrease = -at.gradient.dot(step);
    if (!(decrease > least_decrease * (1 + std::abs(at.value)))) {
      return;
    }
    bool moved = false;
    for (double length = 1; !moved && length > 1e-18; length /= 2) {
      const Eigen::VectorXd next = projected(point + length * step, groups);
      const double wanted = at.value + 1e-4 * at.gradient.dot(next - point) + rounding * (1 + std::abs(at.value));
      if (next == point) {
        return;
      }
      Objective there = objective(rows, next, off, length == 1);  // the whole step is hardly ever too long
      if (there.value <= wanted) {
        at = length == 1 ? std::move(there) : objective(rows, next, off, true);
        point = next;
        moved = true;
      }
    }
    if (!moved) {
      return;
    }
  }
}

// Whether the group excludes a class of some row.
bool excludes(const Rows& rows, std::size_t g) {
  for (std::size_t k = g; k < rows.differences.size(); k += rows.groups) {
    if (rows.differences[k] == -unbounded) {
      return true;
    }
  }
  return false;
}

// At T_g = 0 what group g excludes is possible, next to it not. Where the way to the minimum ends at 0 such a group is
// switched off, and the others are fitted without it. The way begins at T = 1 or at another fit.
TemperatureFit fitted(const Rows& rows, bool with_offsets, const TemperatureFit& start = {}) {
  const auto groups = static_cast<Eigen::Index>(rows.groups);
  const bool has_offsets = with_offsets && rows.classes <= most_classes_with_offsets;
  std::vector<bool> off(rows.groups);
  Eigen::VectorXd point = Eigen::VectorXd::Zero(groups + static_cast<Eigen::Index>(has_offsets ? rows.classes : 0));
  point.head(groups).setOnes();
  std::ranges::copy(start.temperatures, point.begin());
  std::ranges::copy(start.offsets, point.begin() + static_cast<std::ptrdiff_t>(start.temperatures.size()));
  for (bool changed = !rows.labels.empty(); changed;) {
    minimise(rows, off, point);
    changed = false;
    for (std::size_t g = 0; g < rows.groups; ++g) {
      if (!off[g] && point[static_cast<Eigen::Index>(g)] == 0) {
        off[g] = true;
        changed = changed || excludes(rows, g);
      }
    }
  }
  TemperatureFit fit;
  fit.temperatures.assign(point.data(), point.data() + groups);
  fit.offsets.assign(point.data() + groups, point.data() + point.size());
  double weight = 0;
  for (const double w : rows.weights) {
    weight += w;
  }
  fit.loss = weight > 0 ? objective(rows, point, off, false).loss / weight : std::nan("");
  fit.rows_left_out = rows.left_out;
  return fit;
}

/// −log p(y | x) as tempered_losses() has it, whether no other class is likelier, and the scores of all classes.
struct TemperedRows {
  std::vector<double> losses = {};
  std::vector<bool> right = {};
  ReadingScores* scores = nullptr;  // where they are wanted

  explicit TemperedRows(std::size_t rows) : losses(rows, std::nan("")), right(rows) {}
};

// Of the rows in that fold, or of all where there are no folds.
void temper(const OutOfSample& scores, std::span<const double> temperatures, std::span<const double> offsets,
            std::span<const std::uint32_t> folds, std::uint32_t fold, TemperedRows& out) {
  const std::size_t classes = scores.log_prior.size();
  std::vector<double> sums(classes);
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    if (!folds.empty() && folds[i] != fold) continue;
    bool known = true;
    for (std::size_t c = 0; c < classes; ++c) {
      sums[c] = scores.log_prior[c] + (offsets.empty() ? 0 : offsets[c]);
    }
    for (std::size_t g = 0; g < scores.groups.size(); ++g) {
      const auto density = std::span(scores.groups[g].log_density).subspan(i * classes, classes);
      known = known && std::ranges::none_of(density, [](double x) { return std::isnan(x) || x == unbounded; });
      const double highest = *std::ranges::max_element(density);
      for (std::size_t c = 0; known && temperatures[g] != 0 && c < classes; ++c) {
        sums[c] += density[c] == -unbounded ? -unbounded : temperatures[g] * (density[c] - highest);
      }
    }
    if (!known) continue;
    if (out.scores != nullptr)
      std::ranges::copy(sums, out.scores->log_density.begin() + static_cast<std::ptrdiff_t>(i * classes));
    const double own = sums[scores.labels[i]];
    const double most = std::ranges::max(sums);
    out.losses[i] = unbounded;
    if (own == -unbounded) continue;
    double sum = 0;
    for (const double value : sums) {
      sum += std::exp(value - most);
    }
    out.losses[i] = (most - own) + std::log(sum);
    out.right[i] = own == most;
  }
}

/// What is fitted to all rows, and for each fold to the rows of all others.
struct CrossFits {
  TemperatureFit all;
  std::vector<TemperatureFit> folds = {};
};

CrossFits cross_fits(const OutOfSample& scores, std::span<const std::uint32_t> folds, bool with_offsets) {
  CrossFits fits{.all = fit_temperatures(scores, with_offsets)};
  const std::uint32_t count = folds.empty() ? 0 : std::ranges::max(folds) + 1;
  for (std::uint32_t fold = 0; fold < count; ++fold) {
    fits.folds.push_back(fitted(rows_of(scores, folds, fold), with_offsets, fits.all));
  }
  return fits;
}

// One temperature T of all groups and the prior, as offsets (T − 1) log π_c: it decides as T = 1 does.
CrossFits whole_fits(const OutOfSample& scores, std::span<const std::uint32_t> folds) {
  const std::size_t classes = scores.log_prior.size();
  ReadingScores whole = scores.groups.front();
  for (std::size_t k = 0; k < whole.log_density.size(); ++k) {
    for (std::size_t g = 1; g < scores.groups.size(); ++g) whole.log_density[k] += scores.groups[g].log_density[k];
    whole.log_density[k] += scores.log_prior[k % classes];
  }
  const std::vector<double> no_prior(classes);
  CrossFits fits = cross_fits({{&whole, 1}, no_prior, scores.labels, scores.weights}, folds, false);
  const auto spell_out = [&](TemperatureFit& fit) {
    const double temperature = fit.temperatures.front();
    fit.temperatures.assign(scores.groups.size(), temperature);
    for (const double log_share : scores.log_prior) fit.offsets.push_back((temperature - 1) * log_share);
  };
  spell_out(fits.all);
  std::ranges::for_each(fits.folds, spell_out);
  return fits;
}

TemperedRows cross_tempered(const OutOfSample& scores, std::span<const std::uint32_t> folds,
                            std::span<const TemperatureFit> without_fold, ReadingScores* wanted = nullptr) {
  TemperedRows rows(scores.labels.size());
  rows.scores = wanted;
  for (std::uint32_t fold = 0; fold < without_fold.size(); ++fold) {
    temper(scores, without_fold[fold].temperatures, without_fold[fold].offsets, folds, fold, rows);
  }
  return rows;
}

// Whether `after` decides wrongly in more rows than chance would: of the rows that only one of both has right, by two
// standard errors (McNemar 1947).
bool is_wrong_more_often(const TemperedRows& after, const TemperedRows& before) {
  constexpr double standard_errors = 2;
  double lost = 0;
  double won = 0;
  for (std::size_t i = 0; i < after.right.size(); ++i) {
    lost += before.right[i] && !after.right[i] ? 1 : 0;
    won += after.right[i] && !before.right[i] ? 1 : 0;
  }
  return lost - won > standard_errors * std::sqrt(lost + won);
}

// Over rows that have a finite loss in both.
bool is_lower(const TemperedRows& after, const TemperedRows& before, std::span<const double> weights) {
  double gain = 0;
  for (std::size_t i = 0; i < after.losses.size(); ++i) {
    if (std::isfinite(after.losses[i]) && std::isfinite(before.losses[i])) {
      gain += (weights.empty() ? 1 : weights[i]) * (before.losses[i] - after.losses[i]);
    }
  }
  return gain > 0;
}

}  // namespace

TemperatureFit fit_temperatures(const OutOfSample& scores, bool with_offsets) {
  return fitted(rows_of(scores, {}, 0), with_offsets);
}

std::vector<double> tempered_losses(const OutOfSample& scores, std::span<const double> temperatures,
                                    std::span<const double> offsets) {
  TemperedRows rows(scores.labels.size());
  temper(scores, temperatures, offsets, {}, 0, rows);
  return std::move(rows.losses);
}

std::vector<double> tempered_losses(const OutOfSample& scores, std::span<const TemperatureFit> without_fold,
                                    std::span<const std::uint32_t> folds) {
  return std::move(cross_tempered(scores, folds, without_fold).losses);
}

CrossFitted cross_fitted_temperatures(const OutOfSample& scores, std::span<const std::uint32_t> folds) {
  CrossFits fits = cross_fits(scores, folds, false);
  std::vector<double> losses = folds.empty() ? tempered_losses(scores, fits.all.temperatures, fits.all.offsets)
                                             : tempered_losses(scores, fits.folds, folds);
  return {std::move(losses), std::move(fits.all), std::move(fits.folds)};
}

ReadingScores tempered_scores(const OutOfSample& scores, const CrossFitted& fit, std::span<const std::uint32_t> folds) {
  ReadingScores wanted{std::vector<double>(scores.labels.size() * scores.log_prior.size(), std::nan(""))};
  cross_tempered(scores, folds, folds.empty() ? std::span(&fit.all, 1) : std::span(fit.folds), &wanted);
  return wanted;
}

CrossFitted cross_fitted(const OutOfSample& scores, std::span<const std::uint32_t> folds) {
  CrossFits fits = cross_fits(scores, folds, false);
  TemperedRows rows = cross_tempered(scores, folds, fits.folds);
  const auto take = [&](CrossFits& other, TemperedRows& of_other) {
    fits = std::move(other);
    rows = std::move(of_other);
  };
  if (scores.log_prior.size() <= most_classes_with_offsets) {
    CrossFits other = cross_fits(scores, folds, true);
    TemperedRows with = cross_tempered(scores, folds, other.folds);
    if (is_lower(with, rows, scores.weights) && !is_wrong_more_often(with, rows)) take(other, with);
  }
  TemperedRows untempered(scores.labels.size());
  temper(scores, std::vector<double>(scores.groups.size(), 1.0), {}, {}, 0, untempered);
  if (is_wrong_more_often(rows, untempered)) {
    CrossFits other = whole_fits(scores, folds);
    TemperedRows whole = cross_tempered(scores, folds, other.folds);
    if (is_wrong_more_often(rows, whole)) take(other, whole);
  }
  return {std::move(rows.losses), std::move(fits.all), std::move(fits.folds)};
}

MeanLoss mean_loss(std::span<const double> losses, std::span<const double> weights) {
  MeanLoss mean;
  double weight = 0;
  double sum = 0;
  const auto weight_of = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (!std::isnan(losses[i]) && weight_of(i) > 0) {
      ++mean.rows;
      weight += weight_of(i);
      sum += weight_of(i) * losses[i];
    }
  }
  mean.value = mean.rows > 0 ? sum / weight : std::nan("");
  double squares = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (!std::isnan(losses[i]) && weight_of(i) > 0) {
      const double deviation = weight_of(i) / weight * (losses[i] - mean.value);
      squares += deviation * deviation;
    }
  }
  const auto n = static_cast<double>(mean.rows);
  mean.standard_error = n < 2 ? std::nan("") : std::sqrt(squares * n / (n - 1));
  return mean;
}

}  // namespace suffice
