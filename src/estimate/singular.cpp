#include "estimate/singular.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "data/names.hpp"
#include "estimate/columns.hpp"
#include "estimate/scatters.hpp"

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

std::string describe(const Schema& schema, const Deficit& deficit) {
  std::string text;
  if (!deficit.constant.empty()) {
    text += fmt::format(" {} {} constant there.", list_features(schema, deficit.constant),
                        deficit.constant.size() == 1 ? "is" : "are");
  }
  if (!deficit.determined.empty()) {
    text += fmt::format(" The other features determine {}.", list_features(schema, deficit.determined));
  }
  return text;
}

std::string smaller_models(Structure structure) {
  switch (structure) {
    case Structure::full:
      return "lda or gaussian-nb";
    case Structure::shared:
    case Structure::diagonal:
      return "diagonal-lda";
    case Structure::spherical:
      return "shared-spherical or centroid";
    case Structure::shared_diagonal:
    case Structure::shared_spherical:
    case Structure::identity:
      break;
  }
  return "centroid";
}

std::string counted_rows(std::uint64_t rows) { return fmt::format("{} row{}", rows, rows == 1 ? "" : "s"); }

std::string place_of_covariance(const Summary& summary, bool shared, std::size_t k) {
  return shared ? std::string() : fmt::format("class {}", shown(summary.classes.labels[k]));
}

}  // namespace

std::string name_of_covariance(const Summary& summary, bool shared, std::size_t k) {
  return shared ? "the shared covariance" : "the covariance of class " + quoted(summary.classes.labels[k]);
}

std::string remedies(const Summary& summary, const EstimateOptions& options) {
  const bool plug_in = options.estimator == Estimator::mle || options.estimator == Estimator::unbiased;
  const bool by_column = shape_of(options.structure) != Shape::trace;
  const bool is_rda = std::holds_alternative<RdaShrinkage>(options.shrinkage);
  std::vector<std::string> ways;
  if (by_column && summary.schema.features.size() > 1) {
    ways.emplace_back("leave columns out (--drop)");
  }
  if (is_rda) {
    ways.emplace_back("raise gamma (--rda ALPHA,GAMMA)");
  } else if (by_column && plug_in && !std::holds_alternative<AutoShrinkage>(options.shrinkage) &&
             options.structure != Structure::shared_diagonal) {
    ways.emplace_back("shrink (--shrinkage auto)");
  }
  if (options.estimator != Estimator::predictive && options.ridge == 0) {
    ways.emplace_back("add a ridge (--ridge R)");
  }
  if (options.estimator != Estimator::map && !is_rda) {
    ways.emplace_back("take a prior (--estimate map)");
  }
  ways.push_back(fmt::format("estimate less (--model {})", smaller_models(options.structure)));
  std::string text = "Fit more rows";
  for (std::size_t i = 0; i < ways.size(); ++i) {
    text += (i + 1 == ways.size() ? ", or " : ", ") + ways[i];
  }
  return text;
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

void throw_singular(const Summary& summary, const EstimateOptions& options, const Gaussians& gaussians, std::size_t k,
                    std::span<const double> covariance) {
  const std::size_t d = gaussians.columns.size();
  const Deficit deficit = find_deficit(gaussians, covariance);
  const std::string rows =
      gaussians.shared
          ? fmt::format("{} in {} classes", counted_rows(summary.classes.total_rows()), summary.classes.size())
          : fmt::format("{} in the class", counted_rows(summary.classes.rows[k]));
  const std::string where = place_of_covariance(summary, gaussians.shared, k);
  if (shape_of(options.structure) == Shape::trace) {
    throw SingularError(k,
                        fmt::format("{} is zero: {}, all alike. {}", name_of_covariance(summary, gaussians.shared, k),
                                    rows, remedies(summary, options)),
                        where);
  }
  throw SingularError(
      k,
      fmt::format("{} is singular: rank {} for {} feature{}, with {}.{} {}",
                  name_of_covariance(summary, gaussians.shared, k), d - deficit.size(), d, d == 1 ? "" : "s", rows,
                  describe(summary.schema, deficit), remedies(summary, options)),
      where);
}

void throw_unsettled(const Summary& summary, const EstimateOptions& options, std::size_t k, const std::string& does) {
  const bool shared = is_shared(options.structure);
  throw Error(ErrorCode::bad_data,
              fmt::format("the values that are there do not settle {}: expectation-maximisation {}. {}",
                          name_of_covariance(summary, shared, k), does, remedies(summary, options)),
              place_of_covariance(summary, shared, k));
}

}  // namespace suffice
