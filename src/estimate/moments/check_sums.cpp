#include "estimate/moments/check_sums.hpp"

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {

namespace {

void check_classes(const ClassCounts& classes) {
  if (!(classes.total_weight() > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!(classes.weight[c] > 0)) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the class {} was declared and has no rows, so it has no mean; fit rows of it, or do not "
                              "declare it",
                              quoted(classes.labels[c])));
    }
  }
}

bool has_missing_values(const Moments& moments) { return moments.has_patterns() || !moments.column_weight.empty(); }

const char* name_of(MomentKind kind) {
  switch (kind) {
    case MomentKind::full:
      return "a covariance for each class";
    case MomentKind::pooled:
      return "one covariance for all classes";
    case MomentKind::diagonal:
      return "variances for each class (no covariances)";
    case MomentKind::pooled_diagonal:
      break;
  }
  return "one set of variances for all classes (no covariances)";
}

void check_kind(const MomentBlock& moments, const GaussianOptions& options) {
  GaussianOptions unshrunk = options;
  unshrunk.shrinkage = NoShrinkage{};
  const MomentKind held = moments.sums.kind;
  if (!contains(held, moments_needed(unshrunk).moments)) {
    const std::string name = model_name(options);
    throw Error(ErrorCode::usage,
                fmt::format("the sums hold {} and can be read as {}, not as {}", name_of(held),
                            fmt::join(readable_models(held), ", "), name),
                {}, {{"model", {name}, Remedy::Act::refit}, {"keep", {"full"}, Remedy::Act::refit}});
  }
}

void check_estimate(const MomentBlock& moments, const GaussianOptions& options) {
  const bool missing = has_missing_values(moments.sums);
  const bool needs_fourth = moments_needed(options).fourth;
  const std::vector<Remedy> other_shrinkage{{"shrinkage", {"oas"}}, {"shrinkage", {"auto"}}};
  if (missing && options.estimator == Estimator::predictive) {
    throw Error(ErrorCode::usage, "where values are missing there is no predictive estimate, unless they are filled in",
                {}, {{"estimate", {"map"}}, {"estimate", {"mean"}}});
  }
  if (missing && needs_fourth) {
    throw Error(ErrorCode::usage,
                "where values are missing there are no fourth moments, which ledoit-wolf needs, unless they are filled "
                "in",
                {}, other_shrinkage);
  }
  if (needs_fourth && !moments.sums.has_fourth()) {
    std::vector<Remedy> remedies{{"shrinkage", {"ledoit-wolf"}, Remedy::Act::refit}};
    remedies.insert(remedies.end(), other_shrinkage.begin(), other_shrinkage.end());
    throw Error(ErrorCode::usage, "the sums do not hold the fourth moments that ledoit-wolf needs", {},
                std::move(remedies));
  }
}

void check_prior(const MomentBlock& moments, const GaussianOptions& options) {
  const std::size_t width = moments.features();
  for (const auto& numbers : {options.prior.mean, options.prior.variance}) {
    if (numbers && numbers->size() != width) {
      throw Error(ErrorCode::usage,
                  fmt::format("the prior has {} numbers where there are {} features", numbers->size(), width));
    }
  }
}

}  // namespace

void check_values_present(const MomentBlock& moments, const GaussianOptions& options) {
  const std::vector<double>& weight = moments.sums.column_weight;
  const std::size_t width = moments.features();
  const bool prior_has_mean = options.prior.kappa.value_or(0) > 0;
  std::vector<std::string> without;  // columns in which a class has no value
  std::size_t first_class = 0;       // which has none in the first of them
  for (std::size_t j = 0; j < width && !weight.empty(); ++j) {
    const std::string& column = moments.block.features[j];
    double total = 0;
    for (std::size_t c = 0; c < moments.classes.size(); ++c) {
      total += weight[c * width + j];
    }
    const bool has_mean = prior_has_mean && (total > 0 || options.prior.mean);
    if (!(total > 0) && !has_mean) {
      throw Error(ErrorCode::bad_data, fmt::format("no row has a value in column {}", quoted(column)),
                  fmt::format("column {}", shown(column)), {{"drop", {column}}});
    }
    for (std::size_t c = 0; c < moments.classes.size() && !has_mean; ++c) {
      if (weight[c * width + j] > 0) continue;
      if (without.empty()) first_class = c;
      without.push_back(column);
      break;
    }
  }
  if (without.empty()) return;
  const std::string& label = moments.classes.labels[first_class];
  const auto others = std::span(without).subspan(1);
  Remedy bins{"column"};
  for (const std::string& column : without) bins.values.push_back(column + "=mdl");
  throw Error(ErrorCode::bad_data,
              fmt::format("class {} has no value in column {}, so it has no mean there{}; fill values in, cut the "
                          "column into bins, or fit without it",
                          quoted(label), quoted(without.front()),
                          others.empty() ? "" : fmt::format("; some class has none in {} either", list_names(others))),
              fmt::format("class {}, column {}", shown(label), shown(without.front())), {bins, {"drop", without}});
}

void check_sums(const MomentBlock& moments, const GaussianOptions& options) {
  check_classes(moments.classes);
  check_kind(moments, options);
  check_estimate(moments, options);
  check_prior(moments, options);
  check_values_present(moments, options);
}

}  // namespace suffice
