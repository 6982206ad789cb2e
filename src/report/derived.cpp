// What reports show beside the model: spreads within classes, Fisher's axes, logistic regression's θ, what speaks for a
// class.
#include <algorithm>
#include <cmath>

#include "suffice/error.hpp"
#include "suffice/report.hpp"

namespace suffice {

std::optional<Discriminants> discriminants_of(const Stored& stored) {
  if (stored.options.family != Family::gaussian || stored.options.structure != Structure::shared ||
      stored.summary.classes.size() < 2 || !contains(stored.summary.moments().kind, MomentKind::pooled)) {
    return std::nullopt;
  }
  try {
    return discriminants(stored.summary, stored.options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) {
      throw;
    }
    return std::nullopt;
  }
}

std::vector<double> standard_deviations(const Summary& summary) {
  const Moments& moments = summary.moments();
  const std::size_t d = summary.schema.features.size();
  const bool matrices = contains(moments.kind, MomentKind::pooled);
  const bool apart = contains(moments.kind, MomentKind::diagonal);
  const std::size_t step = matrices ? d * d : d;
  std::vector<double> deviations;
  for (std::size_t k = 0; k < (apart ? summary.classes.size() : 1); ++k) {
    const double n = apart ? summary.classes.weight[k] : summary.classes.total_weight();
    for (std::size_t j = 0; j < d; ++j) {
      const double variation = moments.scatter[k * step + (matrices ? j * d + j : j)];
      deviations.push_back(std::sqrt(std::max(variation, 0.0) / n));  // rounding may leave −0 or less
    }
  }
  return deviations;
}

std::vector<double> logistic_form(const Model& model) {
  if (model.labels().size() != 2 || !model.is_linear()) {
    return {};
  }
  const LinearForm form = model.linear_form();
  const std::size_t statistics = form.coefficients.size() / 2;
  std::vector<double> theta = {form.intercepts[1] - form.intercepts[0]};
  for (std::size_t j = 0; j < statistics; ++j) {
    theta.push_back(form.coefficients[statistics + j] - form.coefficients[j]);
  }
  const bool finite = std::ranges::all_of(theta, [](double number) { return std::isfinite(number); });
  return finite ? theta : std::vector<double>();
}

std::vector<FeatureOdds> speaking_for(const Model& model, std::size_t c, std::size_t most) {
  constexpr double rounding = 1e-12;
  std::vector<FeatureOdds> found = model.strongest(c, most);
  std::erase_if(found, [](const FeatureOdds& odds) { return !(odds.log_odds > rounding); });
  return found;
}

}  // namespace suffice
