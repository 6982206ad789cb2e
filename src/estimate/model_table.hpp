// The row of the table of models that options stand for.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

const NamedModel& named_model(const GaussianOptions& options);
const NamedModel& named_model(const TermOptions& options);
const NamedModel& named_model(const ValueOptions& options);
const NamedModel& named_model(const AmountOptions& options);

/// Whether the model takes an option of that name.
bool takes(const NamedModel& model, std::string_view option);

/// The names of the models that moments of a kind can be read as.
std::vector<std::string> readable_models(MomentKind held);

/// Error (usage) when options cannot be meant together, or a number is out of its range.
void check_options(const GaussianOptions& options);
void check_options(const TermOptions& options);
void check_options(const ValueOptions& options);
void check_options(const AmountOptions& options);

/// Whether scores are log densities, so that they have an evidence and add up with those of other readings: those of
/// all families but complement.
constexpr bool is_density(TermFamily family) { return family != TermFamily::complement; }
inline bool is_density(const FamilyOptions& options) {
  const auto* terms = std::get_if<TermOptions>(&options);
  return terms == nullptr || is_density(terms->family);
}
/// Of checked options: a reading that is no density stands alone.
inline bool is_density(const Options& options) { return is_density(options.readings.front().options); }

/// Whether scores of a rival are log posteriors up to a term that is the same for every class.
constexpr bool gives_probabilities(RivalLoss loss) { return loss == RivalLoss::logistic; }

/// Whether the options are those of a rival that is no function of the sums: its weights are fitted to rows.
inline bool needs_rows(const Options& options) {
  return options.rival && options.rival->loss != RivalLoss::least_squares;
}

/// A name that stands for more than a row of the table: every column is read by a family of its own, and measurements
/// as gaussian_naive_bayes.
inline constexpr const char* naive_bayes = "naive-bayes";
inline constexpr const char* gaussian_naive_bayes = "gaussian-nb";

/// Whether covariances of the structure can be shrunk that way: Ledoit–Wolf and OAS are for whole matrices.
bool can_shrink(const Shrinkage& shrinkage, Structure structure);

/// Whether estimates are under a prior: map, mean and predictive.
constexpr bool has_prior(Estimator estimator) {
  return estimator != Estimator::mle && estimator != Estimator::unbiased;
}

}  // namespace suffice
