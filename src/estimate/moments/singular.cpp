#include "estimate/moments/singular.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/scatters.hpp"

namespace suffice {

namespace {

// Columns of a singular covariance: those without variance, and those that the others determine.
struct Deficit {
  std::vector<std::size_t> constant;
  std::vector<std::size_t> determined;

  [[nodiscard]] std::size_t size() const { return constant.size() + determined.size(); }
};

Deficit find_deficit(const Gaussians& gaussians, std::span<const double> covariance) {
  const std::size_t d = gaussians.columns.size();
  Deficit deficit;
  for (std::size_t j = 0; j < d; ++j) {
    if (!(covariance[gaussians.diagonal ? j : j * d + j] > 0)) {
      deficit.constant.push_back(gaussians.columns[j]);
    }
  }
  if (!gaussians.diagonal) {
    for (const std::size_t j : dependent_columns(covariance, d)) {
      if (covariance[j * d + j] > 0) {
        deficit.determined.push_back(gaussians.columns[j]);
      }
    }
  }
  return deficit;
}

std::string describe(const Block& block, const Deficit& deficit) {
  std::string text;
  if (!deficit.constant.empty()) {
    text += fmt::format("; {} {} constant there", list_features(block, deficit.constant),
                        deficit.constant.size() == 1 ? "is" : "are");
  }
  if (!deficit.determined.empty()) {
    text += fmt::format("; the other features determine {}", list_features(block, deficit.determined));
  }
  return text;
}

std::vector<std::string> smaller_models(Structure structure) {
  switch (structure) {
    case Structure::full:
      return {"lda", "gaussian-nb"};
    case Structure::shared:
    case Structure::diagonal:
      return {"diagonal-lda"};
    case Structure::spherical:
      return {"shared-spherical", "centroid"};
    case Structure::shared_diagonal:
    case Structure::shared_spherical:
    case Structure::identity:
      break;
  }
  return {"centroid"};
}

std::string counted_rows(std::uint64_t rows) { return fmt::format("{} row{}", rows, rows == 1 ? "" : "s"); }

std::string place_of_covariance(const MomentBlock& moments, bool shared, std::size_t k) {
  return shared ? std::string() : fmt::format("class {}", shown(moments.classes.labels[k]));
}

}  // namespace

std::string name_of_covariance(const MomentBlock& moments, bool shared, std::size_t k) {
  return shared ? "the shared covariance" : "the covariance of class " + quoted(moments.classes.labels[k]);
}

std::vector<Remedy> remedies(const MomentBlock& moments, const GaussianOptions& options,
                             std::span<const std::size_t> determined, std::span<const std::size_t> constant) {
  const bool by_column = shape_of(options.structure) != Shape::trace;
  const bool is_rda = std::holds_alternative<RdaShrinkage>(options.shrinkage);
  std::vector<Remedy> ways;
  if (by_column && moments.features() > 1 && constant.empty()) {
    ways.push_back(dropping(moments.block, determined.size() < moments.features() ? determined : determined.first(0)));
  }
  if (is_rda) {
    ways.push_back({"rda", {"A,G"}});
  } else if (by_column && !has_prior(options.estimator) && !std::holds_alternative<AutoShrinkage>(options.shrinkage) &&
             options.structure != Structure::shared_diagonal) {
    ways.push_back({"shrinkage", {"auto"}});
  }
  // A column that is constant in some class tells it apart: it is never to be dropped.
  constexpr std::size_t most_named = 10;
  if (by_column && !constant.empty() && constant.size() <= most_named && constant.size() < moments.features()) {
    Remedy bins{"column"};
    for (const std::size_t j : constant) {
      bins.values.push_back(moments.block.features[j] + "=mdl");
    }
    ways.push_back(std::move(bins));
  }
  if (options.estimator != Estimator::predictive && options.ridge == 0) {
    ways.push_back({"ridge", {"R"}});
  }
  if (options.estimator != Estimator::map && !is_rda) {
    ways.push_back({"estimate", {"map"}});
  }
  for (std::string& name : smaller_models(options.structure)) {
    ways.push_back({"model", {std::move(name)}});
  }
  return ways;
}

double least_share_left(const Cholesky& factor) {
  double least = 1;
  for (std::size_t i = 0; i < factor.size; ++i) {
    const auto row = std::span(factor.lower).subspan(i * factor.size, i + 1);
    const double variance = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    least = std::min(least, row[i] * row[i] / variance);
  }
  return least;
}

void throw_singular(const MomentBlock& moments, const GaussianOptions& options, const Gaussians& gaussians,
                    std::size_t k, std::span<const double> covariance) {
  const std::size_t d = gaussians.columns.size();
  const Deficit deficit = find_deficit(gaussians, covariance);
  const std::string name = name_of_covariance(moments, gaussians.shared, k);
  const std::string rows =
      gaussians.shared
          ? fmt::format("{} in {} classes", counted_rows(moments.classes.total_rows()), moments.classes.size())
          : fmt::format("{} in the class", counted_rows(moments.classes.rows[k]));
  const std::string where = place_of_covariance(moments, gaussians.shared, k);
  if (shape_of(options.structure) == Shape::trace) {
    throw SingularError(k, fmt::format("{} is zero: {}, all alike; more rows may vary", name, rows), where,
                        remedies(moments, options));
  }
  throw SingularError(k,
                      fmt::format("{} is singular: rank {} for {} feature{}, with {}{}; more rows may help", name,
                                  d - deficit.size(), d, d == 1 ? "" : "s", rows, describe(moments.block, deficit)),
                      where, remedies(moments, options, deficit.determined, deficit.constant));
}

void throw_undetermined(const MomentBlock& moments, const GaussianOptions& options, std::size_t k,
                        const std::string& does) {
  const bool shared = is_shared(options.structure);
  throw Error(ErrorCode::bad_data,
              fmt::format("the values that are there do not determine {}: expectation-maximisation {}; more rows may "
                          "help",
                          name_of_covariance(moments, shared, k), does),
              place_of_covariance(moments, shared, k), remedies(moments, options));
}

}  // namespace suffice
