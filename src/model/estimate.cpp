// estimate(): the parameters that sums imply, put together as a model.
#include "suffice/estimate.hpp"

#include <fmt/format.h>

#include "estimate/class_prior.hpp"
#include "estimate/shared_covariance.hpp"
#include "model/shared_gaussian.hpp"

namespace suffice {

namespace {

std::vector<std::string> notes_on(const Summary& summary, const SharedCovariance& covariance) {
  std::vector<std::string> notes;
  if (summary.classes.size() == 1) {
    notes.push_back(
        fmt::format("there is a single class, '{}': every prediction will be it until the model is merged "
                    "or updated with others",
                    summary.classes.labels.front()));
  }
  std::size_t next = 0;
  for (std::size_t j = 0; j < summary.schema.features.size(); ++j) {
    if (next < covariance.columns.size() && covariance.columns[next] == j) {
      ++next;
    } else {
      notes.push_back(fmt::format("column '{}' is constant: it is kept and has no say", summary.schema.features[j]));
    }
  }
  return notes;
}

}  // namespace

Model estimate(const Summary& summary, const EstimateOptions& options) {
  SharedCovariance covariance = shared_covariance(summary, options);
  std::vector<std::string> notes = notes_on(summary, covariance);
  auto density = std::make_shared<const SharedGaussian>(summary.schema.features.size(), covariance.columns,
                                                        summary.moments.mean, std::move(covariance.factor));
  return {summary.schema,     summary.classes.labels, class_prior(summary.classes, options.class_prior),
          std::move(density), covariance.lambda,      std::move(notes)};
}

}  // namespace suffice
