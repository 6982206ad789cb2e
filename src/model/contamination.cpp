#include "model/contamination.hpp"

#include <algorithm>
#include <cmath>

#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"

namespace suffice {

namespace {

// change(c, r) for each number of the rows that some class can have, `nothing` being what all are of the others.
template <typename Change>
void each_possible(std::span<const PanelColumn> columns, std::size_t rows, double nothing, const Change& change) {
  for (std::size_t r = 0; r < rows; ++r) {
    if (std::ranges::all_of(columns, [&](const PanelColumn& column) { return column[r] == nothing; })) continue;
    for (std::size_t c = 0; c < columns.size(); ++c) change(c, r);
  }
}

}  // namespace

Contamination::Contamination(double share, std::span<const double> log_prior) : rest_(1 - share) {
  if (share == 0) return;
  parts_.assign(log_prior.begin(), log_prior.end());
  normalise_logs(parts_);
  for (double& part : parts_) part = share * std::exp(part);
}

double Contamination::log_of(std::size_t c, double log_posterior) const {
  return std::log(rest_ * std::exp(log_posterior) + parts_[c]);
}

void Contamination::apply(std::span<double> log_posterior) const {
  if (is_none() || std::ranges::all_of(log_posterior, [](double value) { return value == log_zero; })) return;
  for (std::size_t c = 0; c < log_posterior.size(); ++c) log_posterior[c] = log_of(c, log_posterior[c]);
}

void Contamination::apply_to_posterior(std::span<PanelColumn> posterior, std::size_t rows) const {
  if (is_none()) return;
  each_possible(posterior, rows, 0,
                [&](std::size_t c, std::size_t r) { posterior[c][r] = rest_ * posterior[c][r] + parts_[c]; });
}

void Contamination::apply_to_log_posterior(std::span<PanelColumn> log_posterior, std::size_t rows) const {
  if (is_none()) return;
  each_possible(log_posterior, rows, log_zero,
                [&](std::size_t c, std::size_t r) { log_posterior[c][r] = log_of(c, log_posterior[c][r]); });
}

}  // namespace suffice
