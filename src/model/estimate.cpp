// estimate(): the parameters that sums imply, put together as a model.
#include "suffice/estimate.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "estimate/amounts.hpp"
#include "estimate/categories.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/complete_sums.hpp"
#include "estimate/events.hpp"
#include "estimate/gaussians.hpp"
#include "estimate/pseudocounts.hpp"
#include "estimate/singular.hpp"
#include "estimate/term_selection.hpp"
#include "model/conditional.hpp"
#include "model/make_term_model.hpp"
#include "model/notes.hpp"
#include "suffice/error.hpp"
#include "suffice/sums_needed.hpp"
#include "summary/wider_sums.hpp"

namespace suffice {

namespace {

void note_columns(const Summary& summary, const Gaussians& gaussians, std::vector<std::string>& notes) {
  std::vector<std::size_t> unseen;
  for (std::size_t j = 0; j < summary.schema.features.size(); ++j) {
    if (std::ranges::binary_search(gaussians.columns, j)) {
      continue;
    }
    if (summary.schema.open_columns && summary.moments().mean[j] == 0) {
      unseen.push_back(j);
    } else {
      notes.push_back(fmt::format("column '{}' is constant: it is kept and has no say", summary.schema.features[j]));
    }
  }
  note_unseen_columns(summary.schema, unseen, notes);
  // What rounding of the sums makes of that share comes back in the scores.
  double least_share = 1;
  for (const Cholesky& factor : gaussians.factors) {
    least_share = std::min(least_share, least_share_left(factor));
  }
  const double error = 0x1p-52 / least_share;
  if (error > 1e-6) {
    notes.push_back(
        fmt::format("some features nearly follow from others: scores may be off by a share of {:.0e}. Shrinkage, a "
                    "ridge or leaving columns out makes them sure",
                    error));
  }
}

void note_columns(const Summary& summary, const Categories& categories, std::vector<std::string>& notes) {
  for (std::size_t j = 0; j < categories.values.size(); ++j) {
    if (categories.size(j) <= 1) {
      notes.push_back(fmt::format("column '{}' {}: it is kept and has no say", summary.schema.features[j],
                                  categories.size(j) == 0 ? "has no value" : "is constant"));
    }
  }
}

// Where every row of a count is 0, nothing else is possible.
void note_columns(const Summary& summary, const Amounts& amounts, std::vector<std::string>& notes) {
  const std::size_t d = summary.schema.features.size();
  std::vector<std::size_t> unseen;
  for (std::size_t j = 0; j < d; ++j) {
    if (amounts.is_unseen(j)) {
      unseen.push_back(j);
      continue;
    }
    double sum = 0;
    for (std::size_t c = 0; c < summary.classes.size(); ++c) {
      sum += summary.amounts().sum[c * d + j];
    }
    if (sum == 0 && amounts.family != Family::gamma) {
      notes.push_back(fmt::format("column '{}' is 0 in every row: rows in which it is not will be impossible",
                                  summary.schema.features[j]));
    }
  }
  note_unseen_columns(summary.schema, unseen, notes);
}

// λ; for the covariances of single classes under `auto` the share ν / (n_c + ν) of what the classes share.
std::vector<double> applied_shrinkage(const Gaussians& gaussians, const EstimateOptions& options) {
  if (gaussians.nothing_to_shrink) {
    return {};
  }
  std::vector<double> lambda = gaussians.lambda;
  if (!gaussians.shared && std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    const double rows = gaussians.diagonal ? 1 : static_cast<double>(gaussians.columns.size()) + 1;
    std::ranges::transform(gaussians.divisor, lambda.begin(), [rows](double divisor) { return rows / divisor; });
  }
  return lambda;
}

Model gaussian_model(const Summary& summary, const EstimateOptions& options, unsigned threads,
                     const std::vector<std::string>& gaps = {}) {
  Gaussians parameters = gaussians(summary, options, Numerators::dropped, threads);
  std::vector<std::string> notes = notes_on_classes(summary.classes);
  notes.insert(notes.end(), gaps.begin(), gaps.end());
  note_columns(summary, parameters, notes);
  std::vector<double> lambda = applied_shrinkage(parameters, options);
  return {summary.schema,
          summary.classes.labels,
          class_prior(summary.classes, options.class_prior),
          std::make_shared<const Conditional>(GaussianConditional(std::move(parameters), summary.schema)),
          std::move(lambda),
          std::move(notes)};
}

Model completed_model(const Summary& summary, const EstimateOptions& options, unsigned threads) {
  return gaussian_model(complete_sums(summary, options, threads), options, threads, {note_on_gaps(summary)});
}

template <typename Family, typename Parameters>
Model counting_model(const Summary& summary, const EstimateOptions& options, Parameters parameters) {
  std::vector<std::string> notes = notes_on_classes(summary.classes);
  note_columns(summary, parameters, notes);
  return {summary.schema,
          summary.classes.labels,
          class_prior(summary.classes, options.class_prior),
          std::make_shared<const Conditional>(Family(std::move(parameters), summary.schema)),
          {},
          std::move(notes)};
}

void check_kind(const Summary& summary, const EstimateOptions& options) {
  if (!is_kind(summary, sums_needed(options).sums)) {
    const std::string name = model_name(options);
    throw Error(ErrorCode::usage, fmt::format("these sums can be read as {}; for {} fit again with --model {}",
                                              fmt::join(readable_models(summary), ", "), name, name));
  }
  if (!(summary.classes.total_weight() > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
}

}  // namespace

Summary completed(const Summary& summary, const EstimateOptions& options) {
  return std::holds_alternative<PatternMoments>(summary.sums) ? without_patterns(summary, options) : summary;
}

void keep_completed(Summary& summary, const EstimateOptions& options, unsigned threads) {
  if (needs_completion(summary, options)) {
    check_estimate_options(options);
    check_kind(summary, options);
    Summary complete = complete_sums(summary, options, threads);
    std::get<PatternMoments>(summary.sums).completed = std::make_shared<const Moments>(std::move(complete.moments()));
  }
}

Model estimate(const Summary& summary, const EstimateOptions& options, unsigned threads) {
  check_estimate_options(options);
  check_kind(summary, options);
  check_pseudocounts(summary, options);
  switch (sums_needed(options).sums) {
    case SumKind::moments:
    case SumKind::patterns:
      return needs_completion(summary, options) ? completed_model(summary, options, threads)
                                                : gaussian_model(summary, options, threads);
    case SumKind::values:
      return counting_model<ValueConditional>(summary, options, categories(summary, options));
    case SumKind::amounts:
      return counting_model<AmountConditional>(summary, options, amounts(summary, options));
    case SumKind::terms:
      break;
  }
  if (const std::size_t columns = columns_named(summary.schema, options.terms);
      columns > summary.schema.features.size()) {
    return estimate(widen(summary, columns), options);
  }
  return make_term_model(summary.schema, summary.classes, events(summary, options),
                         std::get<Shared<TermCounts>>(summary.sums).pointer());
}

}  // namespace suffice
