// Candidates: the ways in which `auto` may read the columns of a table (MODELS §13).
#pragma once

#include <string>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// One way to read the columns.
struct Candidate {
  std::string name;               ///< "lda on normal scores + categorical-nb"
  std::vector<Reading> readings;  ///< of blocks of the schema of all candidates
};

/// Candidates over one schema, whose blocks have the columns as they are, by their normal scores, by indicators and by
/// bins beside each other, so that the same sums serve all.
struct CandidateSet {
  Schema schema;
  std::vector<Keep> keep;             ///< one for each block
  std::vector<Candidate> candidates;  ///< the simpler first
};

/// For the columns of a plan, by a sample of rows that has the columns of `sampled`, those of the plan before encodings
/// were decided. What a user said of columns stays:
/// blocks of amounts, of counts, of Gaussians of their own and of encodings are read as the plan reads them in every
/// candidate. There is at least one candidate.
CandidateSet make_candidates(const FitPlan& plan, const AutoParts& parts, const Schema& sampled, const Table& rows,
                             const Labels& labels);

/// The one candidate that has an estimate where every row is of another class: naive Bayes over categories and bins.
CandidateSet make_binned_candidate(const FitPlan& plan, const AutoParts& parts, const Schema& sampled,
                                   const Table& rows, const Labels& labels);

/// The event models of text beside each other: terms counted as often as they occur or once, weighed by their rarity or
/// not, smoothed more or less. Other readings, and what is kept, are the plan's.
CandidateSet text_candidates(const FitPlan& plan);

/// Whether `auto` may read a block otherwise than by a reading of the plain defaults: numbers, and categories, that
/// nothing was said of.
bool is_free(const Block& block, const Reading& reading);

/// The plan with the blocks that a candidate reads, and no others.
FitPlan plan_of(const Candidate& candidate, const CandidateSet& set, const FitPlan& plan);

}  // namespace suffice
