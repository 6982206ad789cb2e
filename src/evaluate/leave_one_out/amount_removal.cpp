#include "evaluate/leave_one_out/amount_removal.hpp"

#include <algorithm>
#include <cmath>

#include "estimate/pseudocounts.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "model/row_values.hpp"

namespace suffice {

namespace {

// Logarithms may be of either sign, so that what is left of their sum cannot be told from rounding; it need not be.
ColumnAmounts without(const ColumnAmounts& sums, double x, double weight) {
  return {what_is_left(sums.weight, weight), what_is_left(sums.sum, weight * x),
          x > 0 ? sums.log_sum - weight * std::log(x) : sums.log_sum};
}

}  // namespace

AmountRemoval::AmountRemoval(const AmountBlock& block, const AmountOptions& options)
    : classes_(block.classes), family_(options.family), estimator_(options.estimator) {
  (void)amounts(block, options);  // its errors
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  const std::size_t d = block.features();
  std::vector<ColumnAmounts> pooled;
  for (std::size_t j = 0; j < d; ++j) {
    pooled.push_back(pooled_column(block, j));
    unseen_.push_back(is_unseen(block, j));
  }
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      if (unseen_[j]) {
        own_.emplace_back();
        prior_.emplace_back();
        parameters_.emplace_back();
        continue;
      }
      const bool has_prior = estimator_ != Estimator::mle && pooled[j].weight > 0;
      own_.push_back(column_sums(block, c, j));
      prior_.push_back(has_prior ? pseudo_rows(pooled[j], pseudocounts.of(classes_.labels[c], block.block.features[j]))
                                 : ColumnAmounts{});
      // A class without rows borrows the parameters of all of them, as in the estimate.
      const bool borrows =
          classes_.rows[c] == 0 && amount_problem(family_, estimator_, own_.back(), prior_.back()) != nullptr;
      parameters_.push_back(amount_parameters(family_, estimator_, borrows ? pooled[j] : own_.back(), prior_.back()));
    }
  }
}

double AmountRemoval::log_density(const AmountParameters& parameters, double x) const {
  return estimator_ == Estimator::predictive && family_ != AmountFamily::gamma
             ? log_predictive(family_, parameters.first, parameters.second, x)
             : log_amount(family_, amount_terms(family_, parameters.first, parameters.second), x);
}

bool AmountRemoval::score(std::span<const double> x, std::size_t c, double weight, std::span<double> out) const {
  const std::size_t d = x.size();
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    if (std::isnan(x[j]) || unseen_[j]) {
      continue;
    }
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::size_t place = k * d + j;
      AmountParameters parameters = parameters_[place];
      if (k == c) {
        const ColumnAmounts rest = without(own_[place], x[j], weight);
        if (amount_problem(family_, estimator_, rest, prior_[place]) != nullptr) {
          return false;
        }
        parameters = amount_parameters(family_, estimator_, rest, prior_[place]);
      }
      out[k] += log_density(parameters, x[j]);
    }
  }
  return true;
}

void AmountRemoval::log_densities(const LeftOut& left_out, std::span<double> out) const {
  std::vector<double> x(own_.size() / classes_.size());
  score_left_out(left_out, classes_, out,
                 [&](std::size_t i, std::size_t c, double weight, std::span<double> densities) {
                   copy_row(left_out.rows, i, x.data());
                   return score(x, c, weight, densities);
                 });
}

}  // namespace suffice
