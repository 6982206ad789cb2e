#include "estimate/check_sums.hpp"

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/sums_needed.hpp"

namespace suffice {

namespace {

void check_classes(const ClassCounts& classes) {
  if (!(classes.total_weight() > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!(classes.weight[c] > 0)) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the class {} was declared and has no rows, so it has no mean: fit rows of it, or do not "
                              "declare it",
                              quoted(classes.labels[c])));
    }
  }
}

bool has_gaps(const Summary& summary) {
  const auto* moments = std::get_if<Moments>(&summary.sums);
  return moments == nullptr || !moments->column_weight.empty();
}

void check_kind(const Summary& summary, const EstimateOptions& options) {
  EstimateOptions unshrunk = options;
  unshrunk.shrinkage = NoShrinkage{};
  const MomentKind held = *moment_kind(summary);
  if (!contains(held, sums_needed(unshrunk).moments)) {
    const std::string name = model_name(options);
    throw Error(ErrorCode::usage,
                fmt::format("the sums are {}: they can be read as {}; for {} fit again with --model {} or --keep full",
                            to_text(held), fmt::join(readable_models(summary), ", "), name, name));
  }
}

void check_estimate(const Summary& summary, const EstimateOptions& options) {
  const bool gaps = has_gaps(summary);
  if (gaps && options.estimator == Estimator::predictive) {
    throw Error(ErrorCode::usage,
                "where values are missing there is no predictive estimate: give --estimate map or mean, or fill the "
                "values in");
  }
  if (gaps && sums_needed(options).fourth) {
    throw Error(ErrorCode::usage,
                "where values are missing there are no fourth moments, which ledoit-wolf needs: give --shrinkage oas "
                "or auto, or fill the values in");
  }
  if (sums_needed(options).fourth && !summary.moments().has_fourth()) {
    throw Error(ErrorCode::usage,
                "the sums do not hold the fourth moments that ledoit-wolf needs: fit again with --shrinkage "
                "ledoit-wolf, or give --shrinkage oas or auto");
  }
}

void check_prior(const Summary& summary, const EstimateOptions& options) {
  const std::size_t width = summary.schema.features.size();
  for (const auto& numbers : {options.gaussian_prior.mean, options.gaussian_prior.variance}) {
    if (numbers && numbers->size() != width) {
      throw Error(ErrorCode::usage,
                  fmt::format("the prior has {} numbers where there are {} features: give one for each",
                              numbers->size(), width));
    }
  }
}

}  // namespace

void check_values_there(const Summary& summary, const EstimateOptions& options) {
  const std::vector<double>& weight = summary.moments().column_weight;
  const std::size_t width = summary.schema.features.size();
  const bool prior_has_mean = options.gaussian_prior.kappa.value_or(0) > 0;
  for (std::size_t j = 0; j < width && !weight.empty(); ++j) {
    double total = 0;
    for (std::size_t c = 0; c < summary.classes.size(); ++c) {
      total += weight[c * width + j];
    }
    const bool has_mean = prior_has_mean && (total > 0 || options.gaussian_prior.mean);
    if (!(total > 0) && !has_mean) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("no row has a value in column {}: leave it out (--drop)", quoted(summary.schema.features[j])),
          fmt::format("column {}", shown(summary.schema.features[j])));
    }
    for (std::size_t c = 0; c < summary.classes.size() && !has_mean; ++c) {
      if (!(weight[c * width + j] > 0)) {
        throw Error(
            ErrorCode::bad_data,
            fmt::format("class {} has no value in column {}, so it has no mean there: leave the column out "
                        "(--drop), fill values in, or fit rows that have one",
                        quoted(summary.classes.labels[c]), quoted(summary.schema.features[j])),
            fmt::format("class {}, column {}", shown(summary.classes.labels[c]), shown(summary.schema.features[j])));
      }
    }
  }
}

void check_sums(const Summary& summary, const EstimateOptions& options) {
  check_classes(summary.classes);
  check_kind(summary, options);
  check_estimate(summary, options);
  check_prior(summary, options);
  if (std::holds_alternative<Moments>(summary.sums)) {
    check_values_there(summary, options);
  }
}

}  // namespace suffice
