// Term models: conditionals made of plain sums, and the log joint of single rows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/term_conditional.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

inline EstimateOptions term_options(Family family, Estimator estimator = Estimator::mean, TermReading terms = {}) {
  EstimateOptions options;
  options.family = family;
  options.estimator = estimator;
  options.terms = std::move(terms);
  return options;
}

inline TermConditional term_model(const Summary& sums, const EstimateOptions& options) {
  return {sums.schema, events(sums, options), std::make_shared<const TermCounts>(sums.terms())};
}

inline std::vector<double> log_joint_of(const TermConditional& model, const Rows& rows, std::size_t i,
                                        const std::vector<double>& log_prior, ScoreCounts* counts = nullptr) {
  TermConditional::Workspace work;
  std::vector<PanelColumn> panel(model.classes());
  model.check(rows);
  model.log_joint(rows, i, 1, log_prior, panel, work);
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
  return log_joint_of(model, TextBatch{documents}, 0, log_prior, counts);
}

}  // namespace suffice
