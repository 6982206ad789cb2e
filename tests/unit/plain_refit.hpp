// Plain refit: log posteriors of one row from the raw rows without it, straight from MODELS §3, §4 and §11.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/special/log_sum_exp.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"
#include "support/table.hpp"

namespace suffice {

/// Adds twice the first column to the others, so that `auto` has correlations to keep.
void correlate(TestTable& table);

inline constexpr Keep everything{MomentKind::full, true};

/// What leave-one-out holds: it was chosen from all rows.
class Held {
 public:
  Held(const TestTable& table, const Summary& summary, const GaussianOptions& options);
  /// The sums of all rows, which `auto` shrinks towards, are held too.
  void hold_target(const TestTable& table);

  std::vector<double> lambda;  ///< of each covariance

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

/// log p(y | x) of row i from all the others.
std::vector<double> plain_posterior(const TestTable& table, std::size_t i, const Held& held,
                                    const GaussianOptions& options, const ClassPrior& class_prior = EmpiricalPrior{});

/// The largest error of a removal's log posteriors, under a uniform class prior, against plain_posterior.
template <typename RowRemoval>
double largest_error(const RowRemoval& removal, const TestTable& table, const Held& held,
                     const GaussianOptions& options) {
  const std::size_t classes = table.names.size();
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  std::vector<double> found(table.rows() * classes);
  removal.log_densities({table.batch(), truth}, found);
  double largest = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto row = std::span(found).subspan(i * classes, classes);
    normalise_logs(row);
    largest = std::max(largest,
                       difference({row.begin(), row.end()}, plain_posterior(table, i, held, options, UniformPrior{})));
  }
  return largest;
}

/// The Gaussians of the first block.
inline Gaussians gaussians_of(const Summary& summary, const GaussianOptions& options) {
  return gaussians(moment_block(summary, 0), options, Numerators::kept, 1);
}

/// leave_one_out() by as many refits as there are rows.
LeaveOneOut plain_leave_one_out(const TestTable& table, const Summary& summary, const GaussianOptions& options,
                                const ClassPrior& class_prior = EmpiricalPrior{});

}  // namespace suffice
