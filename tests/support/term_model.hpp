// Term models: conditionals made of plain sums, and the log joint of single rows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/terms/term_conditional.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

inline TermOptions term_options(TermFamily family, Estimator estimator = Estimator::mean, TermOptions options = {}) {
  options.family = family;
  options.estimator = estimator;
  return options;
}

/// The counts of the first block.
inline const TermCounts& terms_of(const Summary& sums) { return *std::get<Shared<TermCounts>>(sums.sums[0]); }

inline Events events_of(const Summary& sums, const TermOptions& options) {
  return events(term_block(sums, 0), options, 1);
}

inline TermConditional term_model(const Summary& sums, const TermOptions& options) {
  return {sums.schema.blocks[0], events_of(sums, options), std::make_shared<const TermCounts>(terms_of(sums)), 1};
}

inline std::vector<double> log_joint_of(const TermConditional& model, const BlockRows& rows, std::size_t i,
                                        const std::vector<double>& log_prior, ScoreCounts* counts = nullptr) {
  TermConditional::Workspace work;
  work.start = log_prior;
  std::vector<PanelColumn> panel(model.classes());
  model.check(rows, 1);
  model.add_log_density(rows, i, 1, Wanted::joint, panel, work);
  std::vector<double> scores;
  for (const PanelColumn& column : panel) {
    scores.push_back(column[0]);
  }
  if (counts != nullptr) {
    *counts = work.counts;
  }
  return scores;
}

inline std::vector<double> log_joint_of(const TermConditional& model, std::string_view document,
                                        const std::vector<double>& log_prior, ScoreCounts* counts = nullptr) {
  const std::vector<std::string_view> documents{document};
  return log_joint_of(model, TextBatch{Texts(documents)}, 0, log_prior, counts);
}

}  // namespace suffice
