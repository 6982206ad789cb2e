// Fitting a test's table and scoring it, in one call each.
#pragma once

#include <vector>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {

/// The smallest sums that can be read with these options.
inline Summary sums_of(const Table& table, const EstimateOptions& options) {
  return summarise(table.batch(), table.labels(), table.schema(), {.threads = 1, .keep = sums_needed(options)});
}

inline Model fit(const Table& table, const EstimateOptions& options) {
  return estimate(sums_of(table, options), options);
}

inline std::vector<double> log_joint(const Model& model, const Batch& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_joint(rows, out, {.threads = 1});
  return out;
}

inline std::vector<double> log_posterior(const Model& model, const Batch& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_posterior(rows, out, {.threads = 1});
  return out;
}

}  // namespace suffice
