#include "store/content/check_stored.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/fisher.hpp"
#include "model/contamination.hpp"
#include "model/linear/linear_model.hpp"
#include "model/odds_map.hpp"
#include "store/container/json.hpp"
#include "store/content/sum_tensors.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {
namespace {

/// One number for each feature of the reading, where there are any.
void check_prior(const Reading& reading, const Schema& schema) {
  const auto* gaussian = std::get_if<GaussianOptions>(&reading.options);
  if (gaussian == nullptr) return;
  const std::size_t features =
      reading.features.empty() ? schema.blocks[reading.block].features.size() : reading.features.size();
  for (const auto& numbers : {gaussian->prior.mean, gaussian->prior.variance}) {
    if (numbers && numbers->size() != features)
      fail("the prior of means and covariances does not have one number per column");
  }
}

/// No more axes than there can be. How many the sums have is known to their estimate alone.
void check_axes(const Reading& reading, const ClassCounts& classes) {
  const auto* gaussian = std::get_if<GaussianOptions>(&reading.options);
  if (gaussian == nullptr || !gaussian->fisher) return;
  check_axis_count(*gaussian->fisher, std::min(std::max<std::size_t>(classes.size(), 1) - 1, reading.features.size()));
}

void check_rival_report(const RivalReport& report) {
  const auto is_sound = [](double number) { return std::isfinite(number) && number >= 0; };
  if (!is_sound(report.gradient) || !is_sound(report.radius) ||
      (report.margin && (!is_sound(*report.margin) || *report.margin == 0))) {
    fail("gradient, radius or margin of the fitted part is not a finite number of at least 0");
  }
}

void check_weights_serve(const Stored& stored, const Options& options) {
  const LinearWeights& weights = stored.fitted.weights;
  const bool wanted = needs_rows(options);
  if (wanted == weights.empty()) {
    fail(wanted ? "the model needs weights, and the file has none"
                : "the file has weights, and no model that needs them");
  }
  if (!wanted) return;
  const auto finite = [](double weight) { return std::isfinite(weight); };
  if (!std::ranges::all_of(weights.coefficients, finite) || !std::ranges::all_of(weights.intercepts, finite)) {
    fail("a weight is not a finite number");
  }
  const std::size_t classes = stored.summary.classes.size();
  if (weights.intercepts.size() != classes ||
      weights.coefficients.size() != classes * feature_count(stored.summary, checked(options, stored.summary.schema))) {
    fail("the weights are not those of the classes and the features that are read");
  }
  for (std::size_t c = 0; c < weights.intercept_remainder.size(); ++c) {
    if (c < classes && std::abs(weights.intercept_remainder[c]) <= 0x1p-52 * std::abs(weights.intercepts[c])) continue;
    fail("what rounding took off an intercept is too much");
  }
}

}  // namespace

Options sound_options(const Options& options, const Schema& schema, const ClassCounts& classes) {
  try {
    Options sound = checked(options, schema);
    for (Reading& reading : sound.readings) {
      check_prior(reading, schema);
      check_axes(reading, classes);
      if (reading.features == schema.blocks[reading.block].features) reading.features.clear();
    }
    if (std::holds_alternative<GivenPrior>(sound.class_prior)) class_prior(classes, sound.class_prior);
    return sound;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
    fail(fmt::format("the list of options: {}", error.message()));
  }
}

void check_sums_serve(const Options& options, const Summary& summary) {
  for (const Reading& reading : options.readings) {
    const Sums& sums = summary.sums[reading.block];
    const Keep needed = moments_needed(reading.options);
    const auto* values = std::get_if<ValueCounts>(&sums);
    if (values != nullptr && needed.pairs && !has_pairs(*values, summary.classes.size())) {
      fail(fmt::format("the sums have no pairs of values and cannot be read as {}", model_name(reading.options)));
    }
    const auto* moments = std::get_if<Moments>(&sums);
    if (moments == nullptr) continue;
    if (!contains(moments->kind, needed.moments) || (needed.fourth && !moments->has_fourth())) {
      fail(fmt::format("the sums are {} and cannot be read as {} with these options", sums_name(sums),
                       model_name(reading.options)));
    }
  }
}

void check_fitted(const Fitted& fitted, std::size_t readings, std::size_t classes) {
  if (fitted == Fitted{}) return;
  if (fitted.rival) check_rival_report(*fitted.rival);
  if (!fitted.weights.empty() &&
      fitted == Fitted{.rows = fitted.rows, .weights = fitted.weights, .rival = fitted.rival}) {
    return;
  }
  if (fitted.rival) fail("the fitted part tells how weights were found, and there are none");
  const bool sound = std::ranges::all_of(fitted.temperatures, [](double t) { return std::isfinite(t) && t >= 0; });
  if (fitted.temperatures.size() != readings || !sound) {
    fail("the fitted part does not have a temperature of at least 0 for each reading");
  }
  const bool finite = std::ranges::all_of(fitted.offsets, [](double b) { return std::isfinite(b); });
  if (!finite || (!fitted.offsets.empty() && fitted.offsets.size() != classes)) {
    fail("the fitted part does not have a finite offset for each class");
  }
  if (fitted.map != OddsMap{} && (classes != 2 || !is_sound(fitted.map))) {
    fail("the fitted part has a map of log odds that is not one of two classes, ascending and finite");
  }
  if (!is_contamination(fitted.contamination)) {
    fail("the fitted part has a contamination that is not a share of at least 0 and less than 1");
  }
  if (fitted.contamination > 0 && fitted.map != OddsMap{}) {
    fail("the fitted part has a map of log odds and a contamination, of which one excludes the other");
  }
}

Options check_stored(const Stored& stored) {
  check_schema(stored.summary.schema);
  check_summary(stored.summary);
  Options options = sound_options(stored.options, stored.summary.schema, stored.summary.classes);
  check_sums_serve(options, stored.summary);
  check_fitted(stored.fitted, options.readings.size(), stored.summary.classes.size());
  check_weights_serve(stored, options);
  return options;
}

}  // namespace suffice
