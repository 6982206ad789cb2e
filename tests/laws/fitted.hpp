// Fitting a test's table of measurements and scoring it, in one call each.
#pragma once

#include <vector>

#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {

inline Options gaussian_options(const GaussianOptions& options, const ClassPrior& class_prior = EmpiricalPrior{}) {
  return {.class_prior = class_prior, .readings = {{.options = options}}};
}

/// The smallest sums that can be read with these options.
inline Summary sums_of(const TestTable& table, const Options& options) {
  const Schema schema = table.schema();
  return summarise(table.table(), table.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)});
}
inline Summary sums_of(const TestTable& table, const GaussianOptions& options) {
  return sums_of(table, gaussian_options(options));
}

inline Model fit(const TestTable& table, const Options& options) { return estimate(sums_of(table, options), options); }
inline Model fit(const TestTable& table, const GaussianOptions& options) {
  return fit(table, gaussian_options(options));
}

inline std::vector<double> log_joint(const Model& model, const Table& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_joint(rows, out, {.threads = 1});
  return out;
}

inline std::vector<double> log_posterior(const Model& model, const Table& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_posterior(rows, out, {.threads = 1});
  return out;
}

}  // namespace suffice
