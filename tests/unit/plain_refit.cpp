#include "unit/plain_refit.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include <Eigen/Dense>

namespace suffice {

namespace {

/// Sums of raw rows, class by class, in plain arithmetic.
struct PlainSums {
  std::vector<double> n;
  std::vector<Eigen::VectorXd> mean;
  std::vector<Eigen::MatrixXd> scatter;

  /// Without row `left_out`; n of them: all rows.
  PlainSums(const TestTable& table, std::size_t left_out) {
    const auto d = static_cast<Eigen::Index>(table.columns);
    const auto each_row = [&](const auto& visit) {
      for (std::size_t i = 0; i < table.rows(); ++i) {
        if (i != left_out) {
          visit(table.codes[i], table.batch().weight(i), row(table, i));
        }
      }
    };
    n.assign(table.names.size(), 0);
    mean.assign(table.names.size(), Eigen::VectorXd::Zero(d));
    scatter.assign(table.names.size(), Eigen::MatrixXd::Zero(d, d));
    each_row([&](std::size_t c, double w, const Eigen::VectorXd& x) {
      n[c] += w;
      mean[c] += w * x;
    });
    for (std::size_t c = 0; c < n.size(); ++c) {
      mean[c] /= n[c];
    }
    each_row([&](std::size_t c, double w, const Eigen::VectorXd& x) {
      scatter[c] += w * (x - mean[c]) * (x - mean[c]).transpose();
    });
  }

  static Eigen::VectorXd row(const TestTable& table, std::size_t i) {
    return Eigen::Map<const Eigen::VectorXd>(&table.values[i * table.columns],
                                             static_cast<Eigen::Index>(table.columns));
  }
  [[nodiscard]] double total() const {
    double sum = 0;
    for (const double w : n) {
      sum += w;
    }
    return sum;
  }
  [[nodiscard]] double degrees() const { return total() - static_cast<double>(n.size()); }
  [[nodiscard]] Eigen::MatrixXd pooled() const {
    Eigen::MatrixXd sum = scatter[0];
    for (std::size_t c = 1; c < n.size(); ++c) {
      sum += scatter[c];
    }
    return sum;
  }
  [[nodiscard]] Eigen::VectorXd grand_mean() const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(mean[0].size());
    for (std::size_t c = 0; c < n.size(); ++c) {
      sum += n[c] / total() * mean[c];
    }
    return sum;
  }
};

}  // namespace

struct Held::State {
  double auto_lambda = 0;                // of Σ_auto
  Eigen::VectorXd prior_mean = {};       // m₀
  Eigen::VectorXd prior_variance = {};   // the diagonal of S₀
  std::optional<PlainSums> target = {};  // the sums that `auto` shrinks towards, where they are held
};

namespace {

Eigen::MatrixXd towards_mean_variance(const Eigen::MatrixXd& s, double lambda) {
  return (1 - lambda) * s +
         lambda * s.trace() / static_cast<double>(s.rows()) * Eigen::MatrixXd::Identity(s.rows(), s.cols());
}

Eigen::MatrixXd towards_diagonal(const Eigen::MatrixXd& s, double lambda) {
  return (1 - lambda) * s + lambda * Eigen::MatrixXd(s.diagonal().asDiagonal());
}

/// Keeps of a scatter what the structure keeps: all, the diagonal, or the mean of the diagonal.
Eigen::MatrixXd keep_shape(const Eigen::MatrixXd& s, Structure structure) {
  switch (structure) {
    case Structure::full:
    case Structure::shared:
      return s;
    case Structure::diagonal:
    case Structure::shared_diagonal:
      return s.diagonal().asDiagonal();
    case Structure::spherical:
    case Structure::shared_spherical:
      return towards_mean_variance(s, 1);
    case Structure::identity:
      break;
  }
  return Eigen::MatrixXd::Identity(s.rows(), s.cols());
}

bool shares(Structure structure) {
  return structure != Structure::full && structure != Structure::diagonal && structure != Structure::spherical;
}

/// Σ of class c by mle or unbiased.
Eigen::MatrixXd plain_covariance(const PlainSums& sums, const Held& held, const GaussianOptions& options,
                                 std::size_t c) {
  const Structure structure = options.structure;
  const Eigen::Index d = sums.mean[0].size();
  const auto size = static_cast<double>(d);
  if (structure == Structure::identity) {
    return Eigen::MatrixXd::Identity(d, d);
  }
  const bool unbiased = options.estimator == Estimator::unbiased;
  const double n = shares(structure) ? sums.total() : sums.n[c];
  const double means = shares(structure) ? static_cast<double>(sums.n.size()) : 1;
  const double divisor = unbiased ? n - means : n;
  const double lambda = held.lambda[shares(structure) ? 0 : c];
  const Eigen::MatrixXd scatter = keep_shape(shares(structure) ? sums.pooled() : sums.scatter[c], structure);
  const bool is_auto = std::holds_alternative<AutoShrinkage>(options.shrinkage);
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    const Eigen::MatrixXd mixed = (1 - rda->alpha) * sums.scatter[c] + rda->alpha * sums.pooled();
    return towards_mean_variance(mixed / ((1 - rda->alpha) * sums.n[c] + rda->alpha * sums.total()), rda->gamma);
  }
  if (is_auto && structure == Structure::full) {
    const PlainSums& all = held.state().target ? *held.state().target : sums;
    const Eigen::MatrixXd target =
        towards_diagonal(all.pooled(), held.state().auto_lambda) / (unbiased ? all.degrees() : all.total());
    return (scatter + (size + 1) * target) / (divisor + size + 1);
  }
  if (is_auto && structure == Structure::diagonal) {
    return (scatter + keep_shape(sums.pooled(), structure) / sums.degrees()) / (divisor + 1);
  }
  if (is_auto && held.state().target) {
    const Eigen::MatrixXd all =
        held.state().target->pooled() / (unbiased ? held.state().target->degrees() : held.state().target->total());
    return (1 - lambda) * scatter / divisor + towards_diagonal(all, 1) * lambda;
  }
  return is_auto ? towards_diagonal(scatter / divisor, lambda) : towards_mean_variance(scatter / divisor, lambda);
}

/// A class-conditional density under the prior: N(m, Σ), or t with `degrees` and scale matrix Σ.
struct PlainDensity {
  Eigen::VectorXd mean;
  Eigen::MatrixXd sigma;
  double degrees = 0;  // 0: Gaussian
  bool by_column = false;

  [[nodiscard]] double log_t(double q, double log_determinant, double d) const {
    return std::lgamma((degrees + d) / 2) - std::lgamma(degrees / 2) - d / 2 * std::log(degrees * std::numbers::pi) -
           log_determinant / 2 - (degrees + d) / 2 * std::log(1 + q / degrees);
  }

  [[nodiscard]] double log_density(const Eigen::VectorXd& x) const {
    const Eigen::VectorXd r = x - mean;
    const auto d = static_cast<double>(r.size());
    if (by_column) {
      double sum = 0;
      for (Eigen::Index j = 0; j < r.size(); ++j) {
        sum += log_t(r[j] * r[j] / sigma(j, j), std::log(sigma(j, j)), 1);
      }
      return sum;
    }
    const double q = r.dot(sigma.ldlt().solve(r));
    const double log_determinant = std::log(sigma.determinant());
    return degrees > 0 ? log_t(q, log_determinant, d) : -(d * std::log(2 * std::numbers::pi) + log_determinant + q) / 2;
  }
};

PlainDensity density_under_prior(const PlainSums& sums, const Held& held, const GaussianOptions& options,
                                 std::size_t c) {
  const Structure structure = options.structure;
  const auto d = static_cast<double>(sums.mean[0].size());
  const bool shared = shares(structure);
  const bool sphere = structure == Structure::spherical || structure == Structure::shared_spherical;
  const bool matrix = structure == Structure::full || structure == Structure::shared;
  const auto classes = static_cast<double>(sums.n.size());
  const double kappa0 = options.prior.kappa.value_or(0);
  const bool predictive = options.estimator == Estimator::predictive;
  const double nu0 = options.prior.nu.value_or(predictive ? (shared ? -classes : -1) : (matrix || sphere ? d + 2 : 3));
  Eigen::MatrixXd s = held.state().prior_variance.asDiagonal();
  double n = 0;
  for (std::size_t k = shared ? 0 : c; k < (shared ? sums.n.size() : c + 1); ++k) {
    const Eigen::VectorXd away = sums.mean[k] - held.state().prior_mean;
    s += sums.scatter[k] + kappa0 * sums.n[k] / (kappa0 + sums.n[k]) * away * away.transpose();
    n += sums.n[k];
  }
  // A sphere: the trace, with d numbers in each row and each mean.
  s = keep_shape(sphere ? Eigen::MatrixXd(d * s) : s, structure);
  const double numbers = sphere ? d : 1;
  const double p = matrix ? d : 1;
  const double nu = nu0 + numbers * n;
  const double kappa = kappa0 + sums.n[c];
  PlainDensity result{(kappa0 * held.state().prior_mean + sums.n[c] * sums.mean[c]) / kappa, s, 0, false};
  if (options.estimator == Estimator::map) {
    result.sigma /= nu + p + 1 + (shared ? classes : 1) * numbers;
  } else if (options.estimator == Estimator::mean) {
    result.sigma /= nu - p - 1;
  } else {
    result.degrees = nu - p + 1;
    result.by_column = !matrix && !sphere;
    result.sigma *= (kappa + 1) / kappa / result.degrees;
  }
  return result;
}

/// The first axes W of S_B w = λ Σ w, Wᵀ Σ W = I, with S_B = Σ_c n_c (μ_c − μ)(μ_c − μ)ᵀ: d × k.
Eigen::MatrixXd plain_axes(const PlainSums& sums, const std::vector<PlainDensity>& densities, std::size_t k) {
  const Eigen::Index d = densities[0].mean.size();
  Eigen::VectorXd centre = Eigen::VectorXd::Zero(d);
  Eigen::MatrixXd between = Eigen::MatrixXd::Zero(d, d);
  for (std::size_t c = 0; c < sums.n.size(); ++c) {
    centre += sums.n[c] / sums.total() * densities[c].mean;
  }
  for (std::size_t c = 0; c < sums.n.size(); ++c) {
    const Eigen::VectorXd away = densities[c].mean - centre;
    between += sums.n[c] * away * away.transpose();
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(between, densities[0].sigma);
  return solver.eigenvectors().rightCols(static_cast<Eigen::Index>(k));
}

}  // namespace

void correlate(TestTable& table) {
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    table.values[i] += i % table.columns == 0 ? 0 : 2 * table.values[i - i % table.columns];
  }
}

Held::Held(const TestTable& table, const Summary& summary, const GaussianOptions& options)
    : lambda(gaussians_of(summary, options).lambda), state_(std::make_shared<State>()) {
  const PlainSums all(table, table.rows());
  if (options.structure == Structure::full && std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    state_->auto_lambda =
        gaussians_of(summary, {.estimator = options.estimator, .shrinkage = AutoShrinkage{}}).lambda[0];
  }
  const GaussianPrior& prior = options.prior;
  const auto vector = [](const std::vector<double>& v) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
  };
  state_->prior_mean = prior.mean ? vector(*prior.mean) : all.grand_mean();
  state_->prior_variance =
      prior.variance ? vector(*prior.variance) : Eigen::VectorXd(all.pooled().diagonal() / all.degrees());
  if (!prior.variance && options.estimator == Estimator::predictive) {
    state_->prior_variance.setZero();
  }
}

void Held::hold_target(const TestTable& table) { state_->target = PlainSums(table, table.rows()); }

std::vector<double> plain_posterior(const TestTable& table, std::size_t i, const Held& held,
                                    const GaussianOptions& options, const ClassPrior& class_prior) {
  const PlainSums sums(table, i);
  Eigen::VectorXd x = PlainSums::row(table, i);
  std::vector<PlainDensity> densities;
  std::vector<double> result;
  double total = 0;
  for (std::size_t c = 0; c < sums.n.size(); ++c) {
    const bool prior = options.estimator != Estimator::mle && options.estimator != Estimator::unbiased;
    PlainDensity density = prior ? density_under_prior(sums, held, options, c)
                                 : PlainDensity{sums.mean[c], plain_covariance(sums, held, options, c), 0, false};
    density.sigma += options.ridge * Eigen::MatrixXd::Identity(x.size(), x.size());
    densities.push_back(density);
  }
  if (options.fisher && options.fisher->count > 0) {
    const Eigen::MatrixXd axes = plain_axes(sums, densities, options.fisher->count);
    for (PlainDensity& density : densities) {
      density = {axes.transpose() * density.mean, axes.transpose() * density.sigma * axes, 0, false};
    }
    x = axes.transpose() * x;
  }
  for (std::size_t c = 0; c < sums.n.size(); ++c) {
    double log_prior = std::log(sums.n[c]);
    if (std::holds_alternative<SmoothedPrior>(class_prior)) {
      log_prior = std::log(sums.n[c] + 1);
    } else if (std::holds_alternative<UniformPrior>(class_prior)) {
      log_prior = 0;
    } else if (const auto* given = std::get_if<GivenPrior>(&class_prior)) {
      log_prior = std::log(given->probability.at(table.names[c]));
    }
    result.push_back(densities[c].log_density(x) + log_prior);
  }
  const double largest = *std::ranges::max_element(result);
  for (const double value : result) {
    total += std::exp(value - largest);
  }
  for (double& value : result) {
    value -= largest + std::log(total);
  }
  return result;
}

LeaveOneOut plain_leave_one_out(const TestTable& table, const Summary& summary, const GaussianOptions& options,
                                const ClassPrior& class_prior) {
  const Held held(table, summary, options);
  LeaveOneOut result;
  double right = 0;
  double weight = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double w = table.batch().weight(i);
    const std::vector<double> posterior = plain_posterior(table, i, held, options, class_prior);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
    ++result.rows;
    right += best == table.codes[i] ? w : 0;
    weight += w;
    result.log_loss -= w * posterior[table.codes[i]];
  }
  result.log_loss /= weight;
  result.accuracy.value = right / weight;
  return result;
}

}  // namespace suffice
