#include "model/moments/density.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "math/kernels/panel_squares.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most = std::numeric_limits<double>::max();
constexpr double scale = 0x1p-1000;  // brings every number far from the range of exp into the range of a square

std::optional<LinearScores> linear_scores(const Gaussians& gaussians, std::size_t features) {
  return gaussians.shared ? std::optional<LinearScores>(std::in_place, gaussians, features) : std::nullopt;
}

// Where remainders are known, a mean of each column that no class is far from, as seen from 0: the row and the class
// means less this number are known to more digits than the row and the class means. 0 in all other columns.
std::vector<double> far_centre(const Gaussians& gaussians, std::size_t features) {
  std::vector<double> centre(features);
  for (std::size_t j = 0; j < features && !gaussians.remainder.empty(); ++j) {
    const double first = gaussians.means[j];
    bool near = true;
    for (std::size_t c = 1; c < class_count(gaussians); ++c) {
      near = near && std::abs(gaussians.means[c * features + j] - first) <= std::abs(first) / 4;
    }
    centre[j] = near ? first : 0;
  }
  return centre;
}

}  // namespace

Density::Density(Gaussians gaussians, std::size_t features)
    : gaussians_(std::make_shared<const Gaussians>(std::move(gaussians))),
      linear_(linear_scores(*gaussians_, features)),
      layout_(make_layout(features)),
      geometry_(make_geometry()),
      tails_(*gaussians_) {}

// Differences to a centre keep the digits that count; but no one centre is near to classes that are spread out.
PanelLayout Density::make_layout(std::size_t features) const {
  const bool centred = linear_ && !linear_->spread_out();
  PanelLayout layout =
      panel_layout(gaussians_->columns, centred ? linear_->centre() : far_centre(*gaussians_, features));
  layout.fetches_half = centred;
  return layout;
}

Density::Geometry Density::make_geometry() const {
  if (gaussians_->diagonal) {
    return DiagonalGaussian(*gaussians_, layout_.centre);
  }
  if (gaussians_->shared) {
    return SharedGaussian(gaussians_, *linear_);
  }
  return FullGaussian(gaussians_, layout_.centre);
}

void Density::squared_distances(Panel& rows, std::span<PanelColumn> out) const {
  std::visit([&](const auto& geometry) { geometry.squared_distances(rows, out); }, geometry_);
  for (std::size_t c = 0; c < out.size(); ++c) {
    const double spread = gaussians_->spread[c];
    for (double& square : out[c].values) {
      square = square <= most ? square / spread : infinity;
    }
  }
}

void Density::log_joint(Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const {
  const bool gaussian = gaussians_->tail == Tail::gaussian;
  if (gaussian) {
    std::visit([&](const auto& geometry) { geometry.squared_distances(rows, out); }, geometry_);
  } else if (gaussians_->tail == Tail::column_t) {
    std::get<DiagonalGaussian>(geometry_).log1p_distances(rows, out);
  } else {
    squared_distances(rows, out);
    take_logarithms(rows, out);
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    fall_off(tails_.constant(c) + log_prior[c], tails_.slope(c) / (gaussian ? gaussians_->spread[c] : 1), out[c]);
  }
}

// From squared distances q to log (1 + q/ν), finite even where q is not.
void Density::take_logarithms(const Panel& rows, std::span<PanelColumn> squares) const {
  for (std::size_t c = 0; c < squares.size(); ++c) {
    const double degrees = gaussians_->degrees[c];
    for (std::size_t r = 0; r < rows.rows; ++r) {
      const double ratio = squares[c][r] / degrees;
      squares[c][r] =
          ratio <= most ? std::log1p(ratio) : std::log(scaled_square(rows, r, c) / degrees) - 2 * std::log(scale);
    }
  }
}

void Density::relative_log_joint(Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const {
  const bool gaussian = gaussians_->tail == Tail::gaussian;
  if (gaussian && linear_ && !linear_->spread_out()) {
    linear_->apply(rows, log_prior, out);
    return;
  }
  log_joint(rows, log_prior, out);
  for (std::size_t r = 0; gaussian && r < rows.rows; ++r) {
    if (std::ranges::all_of(out, [&](const PanelColumn& column) { return column[r] == -infinity; })) {
      rescue(rows, r, log_prior, out);
    }
  }
}

// (x−μ_c)ᵀ Σ_c⁻¹ (x−μ_c) times scale².
double Density::scaled_square(const Panel& rows, std::size_t r, std::size_t c) const {
  const std::size_t features = layout_.centre.size();
  std::vector<double> difference(gaussians_->columns.size());  // 0 where missing
  for (std::size_t i = 0; i < difference.size(); ++i) {
    const std::size_t j = gaussians_->columns[i];
    if (layout_.slots[j] < layout_.columns) {
      const double mean = gaussians_->mean_from(c * features + j, layout_.centre[j]);
      difference[i] = scale * std::clamp(rows.columns[layout_.slots[j]][r], -most, most) - scale * mean;
    }
  }
  const std::size_t k = covariance_of(*gaussians_, c);
  std::vector<double> z = whitened(*gaussians_, k, difference);
  if (const auto* geometry = std::get_if<PartialGaussian>(&geometry_)) {
    geometry->missing(k).project(z);
  }
  const double square = std::inner_product(z.begin(), z.end(), z.begin(), 0.0) / gaussians_->spread[c];
  return square <= most ? square : most;
}

// A row so far out that every distance overflows: the nearest class at a scale where they do not.
void Density::rescue(const Panel& rows, std::size_t r, std::span<const double> log_prior,
                     std::span<PanelColumn> out) const {
  if (linear_) {
    linear_->rescue(rows, r, log_prior, out);
    return;
  }
  double least = infinity;
  for (std::size_t c = 0; c < out.size(); ++c) {
    out[c][r] = log_prior[c] > -infinity ? scaled_square(rows, r, c) : infinity;
    least = std::min(least, out[c][r]);
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    const bool possible = log_prior[c] > -infinity;
    out[c][r] = possible ? 0.5 * (least - out[c][r]) / scale / scale + tails_.constant(c) + log_prior[c] : -infinity;
  }
}

void Density::sample(std::size_t c, Random& random, std::span<double> row) const {
  std::vector<double> z(gaussians_->columns.size());
  std::ranges::generate(z, [&random] { return random.normal(); });
  double size = std::sqrt(gaussians_->spread[c]);
  const auto stretch = [&] {
    const double degrees = gaussians_->degrees[c];
    return std::sqrt(degrees / random.chi_square(degrees));
  };
  if (gaussians_->tail == Tail::joint_t) {
    size *= stretch();
  }
  if (gaussians_->tail == Tail::column_t) {
    std::ranges::for_each(z, [&](double& value) { value *= stretch(); });
  }
  const std::vector<double> deviation = coloured(*gaussians_, covariance_of(*gaussians_, c), z);
  std::copy_n(gaussians_->means.begin() + static_cast<std::ptrdiff_t>(c * row.size()), row.size(), row.begin());
  for (std::size_t k = 0; k < z.size(); ++k) {
    row[gaussians_->columns[k]] += size * deviation[k];
  }
}

Density Density::marginal(std::span<const std::size_t> kept) const {
  const bool spread_out = linear_ && linear_->spread_out();
  if (!gaussians_->diagonal && !spread_out && 2 * kept.size() >= gaussians_->columns.size()) {
    return partial(kept);
  }
  return {suffice::marginal(*gaussians_, kept), layout_.centre.size()};
}

Density Density::partial(std::span<const std::size_t> kept) const {
  const auto* shared = std::get_if<SharedGaussian>(&geometry_);
  const std::span<const double> whitened_means = shared ? shared->whitened_means() : std::span<const double>();
  PartialGaussian geometry(gaussians_, whitened_means, {kept.begin(), kept.end()}, layout_.centre);
  std::vector<double> log_determinants;
  for (std::size_t k = 0; k < gaussians_->count(); ++k) {
    log_determinants.push_back(geometry.missing(k).log_determinant);
  }
  std::vector<std::size_t> columns;
  std::ranges::transform(kept, std::back_inserter(columns), [&](std::size_t k) { return gaussians_->columns[k]; });
  Density part = *this;
  part.layout_ = panel_layout(columns, layout_.centre);
  part.tails_ = Tails(*gaussians_, kept.size(), log_determinants);
  if (shared) {
    part.linear_ = LinearScores(*linear_, *gaussians_, geometry.missing(0), whitened_means, kept);
  }
  part.geometry_ = std::move(geometry);
  return part;
}

// The numbers that it does not share with the density it is a marginal of: bases of what is missing, or factors.
std::size_t Density::bytes() const {
  const std::size_t features = layout_.centre.size();
  const std::size_t d = gaussians_->columns.size();
  std::size_t numbers = 2 * features + 2 * classes() * d;
  if (const auto* part = std::get_if<PartialGaussian>(&geometry_)) {
    for (std::size_t k = 0; k < gaussians_->count(); ++k) {
      numbers += part->missing(k).basis.size();
    }
  } else {
    numbers += classes() * features + gaussians_->count() * (gaussians_->diagonal ? 2 * d : 2 * d * d);
  }
  return numbers * sizeof(double);
}

}  // namespace suffice
