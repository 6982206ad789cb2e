#include "estimate/class_prior.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

// O((labels + names) log labels), whatever the names are: they come from files.
void check_labels_known(const ClassCounts& classes, const GivenPrior& given) {
  std::vector<std::string_view> known(classes.labels.begin(), classes.labels.end());
  std::ranges::sort(known);
  const auto unknown = std::ranges::find_if(given.probability, [&known](const auto& item) {
    return !std::ranges::binary_search(known, std::string_view(item.first));
  });
  if (unknown == given.probability.end()) {
    return;
  }
  const std::string near = nearest_name(unknown->first, classes.labels);
  throw Error(ErrorCode::usage,
              fmt::format("the class prior names '{}', which is not a label of the model{}", unknown->first,
                          near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

std::vector<double> given_prior(const ClassCounts& classes, const GivenPrior& given) {
  check_labels_known(classes, given);
  std::vector<double> prior;
  double sum = 0;
  for (const std::string& label : classes.labels) {
    const auto found = given.probability.find(label);
    if (found == given.probability.end()) {
      throw Error(
          ErrorCode::usage,
          fmt::format("the class prior does not name the label '{}'; every label is named, if only with 0", label), {},
          {{"class-prior", {"empirical"}}});
    }
    if (!(found->second >= 0) || !std::isfinite(found->second)) {
      throw Error(ErrorCode::usage,
                  fmt::format("the class prior of '{}' is {}, not a number from 0 to 1", label, found->second));
    }
    prior.push_back(found->second);
    sum += found->second;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    throw Error(ErrorCode::usage, fmt::format("the class prior sums to {}, not to 1", sum));
  }
  for (double& p : prior) {
    p /= sum;
  }
  return prior;
}

}  // namespace

std::vector<double> class_prior(const ClassCounts& classes, const ClassPrior& prior) {
  if (const auto* given = std::get_if<GivenPrior>(&prior)) {
    return given_prior(classes, *given);
  }
  const auto size = static_cast<double>(classes.size());
  if (std::holds_alternative<UniformPrior>(prior)) {
    return std::vector<double>(classes.size(), 1 / size);
  }
  // Empirical and smoothed are both (n_c + α) / (n + C α).
  const double alpha = std::holds_alternative<SmoothedPrior>(prior) ? 1 : 0;
  const double total = classes.total_weight() + size * alpha;
  if (!(total > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
  std::vector<double> result = classes.weight;
  std::ranges::transform(result, result.begin(), [&](double weight) { return (weight + alpha) / total; });
  return result;
}

}  // namespace suffice
