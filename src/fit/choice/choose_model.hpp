// How `auto` chooses: every candidate is scored on rows that its sums leave out, at the temperatures that suit it.
#pragma once

#include <optional>

#include "fit/choice/candidates.hpp"
#include "suffice/fit.hpp"

namespace suffice {

/// The candidate that is taken, and how all of them did.
struct Ranked {
  Candidate chosen;  ///< one of them, or a pool of several
  Ranking ranking;   ///< the chosen one first, then the others by their losses
};

struct ChoiceRules {
  bool calibrate = true;  ///< each candidate at temperatures and class offsets that were fitted on the other folds
  bool pools = true;      ///< of several candidates, where they are calibrated
};

/// `sample` has the columns of `sampled`, among them those of all candidates. By stratified cross-validation in 5
/// folds, 10 where rows are fewer than 50, fewer where classes have few rows. The lowest log loss wins, but the first
/// candidate that loses less than 0.7 standard errors of the difference is taken instead, or one before it whose loss
/// is lower. Where it makes mistakes enough, it is pooled with the best of those that read the same columns by other
/// blocks, by stacked weights, those below 1/15 out; with more than 5,000 rows only if that is better by 0.7 standard
/// errors. One that reads some columns alone is pooled, if better so, with those that read others beside them. Nothing
/// where no candidate has a model.
std::optional<Ranked> rank_candidates(const CandidateSet& set, const Schema& sampled, const Table& sample,
                                      const Labels& labels, ChoiceRules rules, const WorkOptions& work);

/// The plan with the schema and options of the best candidate, and the ranking; as it was where there is nothing to
/// choose between, or to compare by, as each row has a label of its own. Where no candidate has a model, numbers are
/// read in bins. `rows` has the columns of `sampled`. Errors as decided().
FitPlan chosen_automatically(FitPlan plan, const Schema& sampled, const Table& rows, const Labels& labels,
                             const WorkOptions& work);

/// The plan with the best of text_candidates() on rows of its schema; as it was with one class, too few rows, or
/// a label of its own for each. The
/// ranking is theirs where the plan has none.
FitPlan with_chosen_terms(FitPlan plan, const Table& rows, const Labels& labels, const WorkOptions& work);

}  // namespace suffice
