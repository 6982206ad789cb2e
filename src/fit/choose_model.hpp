// How `auto` chooses: every candidate is scored on rows that its sums leave out, at the temperatures that suit it.
#pragma once

#include "fit/candidates.hpp"
#include "suffice/fit.hpp"

namespace suffice {

/// Candidates in the order of their losses, those without a model last.
struct Ranked {
  std::vector<std::size_t> order;  ///< of the candidates that have a model, the best first
  Ranking ranking;                 ///< all of them
};

/// `rows` has the columns of `sampled`, among them those of all candidates. By stratified cross-validation in 5 folds,
/// 10 where rows are fewer than 50, each candidate at temperatures and class offsets that were fitted on the other
/// folds. Ties go to the earlier. Error (bad_data) where no candidate has a model.
Ranked rank_candidates(const CandidateSet& set, const Schema& sampled, const Table& rows, const Labels& labels,
                       unsigned threads);

/// The plan with the schema and options of the best candidate, and the ranking; as it was where there is nothing to
/// choose between. `rows` has the columns of `sampled`. Errors as decided().
FitPlan chosen_automatically(FitPlan plan, const Schema& sampled, const Table& rows, const Labels& labels,
                             unsigned threads);

}  // namespace suffice
