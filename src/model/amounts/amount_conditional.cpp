#include "model/amounts/amount_conditional.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "math/special/log_zero.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Below, products with the parameters stay finite, and x log λ − λ − log x! loses nothing that matters.
double most_linear(AmountFamily family) { return family == AmountFamily::poisson ? 0x1p12 : 0x1p300; }

bool holds_something(double x) { return !std::isnan(x) && x != 0; }

}  // namespace

AmountConditional::AmountConditional(Amounts amounts, const Shared<Block>& block)
    : amounts_(std::move(amounts)), block_(block), at_zero_(amounts_.classes) {
  const std::size_t d = block_->features.size();
  known_ = d - static_cast<std::size_t>(std::ranges::count(amounts_.unseen, 1));
  for (std::size_t j = 0; j < d && !amounts_.predictive; ++j) {
    for (std::size_t c = 0; c < classes(); ++c) {
      const std::size_t k = c * d + j;
      terms_.push_back(amounts_.is_unseen(j) ? AmountTerms()
                                             : amount_terms(family(), amounts_.first[k],
                                                            amounts_.second.empty() ? 0 : amounts_.second[k]));
    }
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t j = 0; j < d && family() != AmountFamily::gamma; ++j) {
      at_zero_[c].add(amounts_.is_unseen(j) ? 0 : log_density(c, j, 0));
    }
  }
}

double AmountConditional::log_density(std::size_t c, std::size_t j, double x) const {
  if (!amounts_.predictive) {
    return log_amount(family(), terms_[j * classes() + c], x);
  }
  const std::size_t k = c * block_->features.size() + j;
  return log_predictive(family(), amounts_.first[k], amounts_.second[k], x);
}

void AmountConditional::check(const BlockRows& rows, unsigned threads) const { check_shape(rows, block_, threads); }

void AmountConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted /*wanted*/,
                                        std::span<PanelColumn> out, Workspace& work) const {
  check_numbers(slice_rows(rows, first, count), block_, NumberRule::known, work.origin + first, 1);
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k].values.fill(work.start[k % classes()]);
  }
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const std::size_t panel = std::min(panel_rows, count - start);
    const auto scores = out.subspan(start / panel_rows * classes(), classes());
    if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
      for (std::size_t r = 0; r < panel; ++r) {
        add_sparse(*sparse, first + start + r, work);
        for (std::size_t c = 0; c < classes(); ++c) {
          work.scores[c].add(work.start[c]);
          scores[c][r] = work.scores[c].value();
        }
      }
    } else {
      add_dense(std::get<Batch>(rows).slice(first + start, panel), scores, work.counts);
    }
  }
}

void AmountConditional::add_dense(const Batch& rows, std::span<PanelColumn> out, ScoreCounts& counts) const {
  const double far_out = most_linear(family());
  PanelColumn x;
  for (std::size_t j = 0; j < rows.columns; ++j) {
    bool moderate_values = true;
    for (std::size_t r = 0; r < rows.rows; ++r) {
      x[r] = rows.value(r, j);
      counts.missing += std::isnan(x[r]) ? 1U : 0U;
      moderate_values = moderate_values && !(x[r] >= far_out);
    }
    if (amounts_.is_unseen(j)) {
      counts.unseen += static_cast<std::uint64_t>(std::count_if(&x[0], &x[rows.rows], holds_something));
      continue;
    }
    if (!amounts_.predictive && moderate_values) {
      add_linear(j, x, rows.rows, out);
      continue;
    }
    for (std::size_t r = 0; r < rows.rows; ++r) {
      for (std::size_t c = 0; !std::isnan(x[r]) && c < out.size(); ++c) {
        out[c][r] += log_density(c, j, x[r]);
      }
    }
  }
}

// What every class has in common is computed once, and the rest without branches.
void AmountConditional::add_linear(std::size_t j, const PanelColumn& x, std::size_t count,
                                   std::span<PanelColumn> out) const {
  PanelColumn present;
  PanelColumn value;
  PanelColumn logarithm;
  PanelColumn common;
  for (std::size_t r = 0; r < count; ++r) {
    if (!std::isnan(x[r])) {
      const bool possible = in_support(family(), x[r]);
      present[r] = 1;
      value[r] = possible ? x[r] : 0;
      logarithm[r] = possible && family() == AmountFamily::gamma ? std::log(x[r]) : 0;
      common[r] = possible ? common_term(family(), x[r]) : log_zero;
    }
  }
  for (std::size_t c = 0; c < out.size(); ++c) {
    const AmountTerms& terms = terms_[j * classes() + c];
    if (terms.slope == log_zero || terms.intercept == log_zero) {  // 0 · ∞ is 0
      for (std::size_t r = 0; r < count; ++r) {
        if (present[r] != 0) {
          out[c][r] += log_amount(family(), terms, x[r]);
        }
      }
      continue;
    }
    for (std::size_t r = 0; r < panel_rows; ++r) {
      out[c][r] += present[r] * terms.intercept + terms.slope * value[r] + terms.log_slope * logarithm[r] + common[r];
    }
  }
}

void AmountConditional::add_sparse(const SparseBatch& rows, std::size_t i, Workspace& work) const {
  // log f(0) is −∞ for gamma, which has no row with a column that is not stored.
  const bool from_zero = family() != AmountFamily::gamma;
  work.scores = at_zero_;
  std::size_t stored = 0;  // of the columns that are known
  for (std::size_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
    const std::size_t j = rows.indices[k];
    const double x = rows.value(k);
    work.counts.missing += std::isnan(x) ? 1U : 0U;
    if (amounts_.is_unseen(j)) {
      work.counts.unseen += holds_something(x) ? 1U : 0U;
      continue;
    }
    ++stored;
    const bool linear = from_zero && !amounts_.predictive && x < most_linear(family()) && in_support(family(), x);
    const double common = linear ? common_term(family(), x) : 0;
    for (std::size_t c = 0; c < work.scores.size(); ++c) {
      if (linear) {
        work.scores[c].add(x > 0 ? terms_[j * classes() + c].slope * x + common : 0);
      } else {
        work.scores[c].add(std::isnan(x) ? 0 : log_density(c, j, x));
        work.scores[c].add(from_zero ? -log_density(c, j, 0) : 0);
      }
    }
  }
  if (!from_zero && stored < known_) {
    std::ranges::for_each(work.scores, [](CompensatedSum& score) { score.add(log_zero); });
  }
}

std::optional<std::string> AmountConditional::impossible(const BlockRows& rows, std::size_t i,
                                                         std::span<double> left) const {
  const std::vector<double> row = row_values(rows, i, block_->features.size());
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (std::isnan(row[j]) || amounts_.is_unseen(j)) {
      continue;
    }
    const std::string column = fmt::format("column {}", quoted(block_->features[j]));
    if (!in_support(family(), row[j])) {
      return fmt::format("{}: {} is not {}", column, row[j], support_in_words(family()));
    }
    bool alone = true;
    for (std::size_t c = 0; c < classes(); ++c) {
      const double score = log_density(c, j, row[j]);
      alone = alone && score == log_zero;
      left[c] += score;
    }
    if (std::ranges::max(left) == log_zero) {
      return fmt::format("{}: no class has the value {}{}", column, row[j],
                         alone ? "" : " with those of the columns before it");
    }
  }
  return std::nullopt;
}

Explanation AmountConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const {
  check_numbers(slice_rows(rows, i, 1), block_, NumberRule::known, i, 1);
  const std::vector<double> row = row_values(rows, i, block_->features.size());
  Explanation result{{}, {start.begin(), start.end()}, {start.begin(), start.end()}};
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (std::isnan(row[j]) || amounts_.is_unseen(j)) {
      continue;
    }
    Contribution part{block_->features[j], fmt::format("{}", row[j]), {}};
    for (std::size_t c = 0; c < classes(); ++c) {
      part.scores.push_back(log_density(c, j, row[j]));
      result.log_joint[c] += part.scores.back();
    }
    result.contributions.push_back(std::move(part));
  }
  return result;
}

std::vector<std::vector<FeatureOdds>> AmountConditional::strongest(std::span<const std::size_t> /*classes*/,
                                                                   std::size_t /*count*/,
                                                                   std::span<const double> /*class_prior*/) {
  throw Error(ErrorCode::usage,
              "a model of amounts has neither terms nor values that speak for a class; look at its parameters instead");
}

LinearForm AmountConditional::linear_form() const {
  if (amounts_.predictive) {
    throw Error(ErrorCode::usage,
                "this model has no linear form: the predictive estimate makes log odds that are not linear; estimate "
                "with another");
  }
  const std::size_t d = block_->features.size();
  LinearForm form;
  form.names = block_->features;
  for (std::size_t j = 0; family() == AmountFamily::gamma && j < d; ++j) {
    form.names.push_back("log " + block_->features[j]);
  }
  form.intercepts.resize(classes());
  form.coefficients.resize(classes() * form.names.size());
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      const AmountTerms& terms = terms_[j * classes() + c];
      form.intercepts[c] += terms.intercept;
      form.coefficients[c * form.names.size() + j] = terms.slope;
      if (family() == AmountFamily::gamma) {
        form.coefficients[c * form.names.size() + d + j] = terms.log_slope;
      }
    }
  }
  return form;
}

void AmountConditional::sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> /*length*/) const {
  const std::size_t d = block_->features.size();
  out.values.resize(d);
  for (std::size_t j = 0; j < d; ++j) {
    if (amounts_.is_unseen(j)) {
      out.values[j] = 0;
      continue;
    }
    const double first = amounts_.first[c * d + j];
    const double second = amounts_.second.empty() ? 0 : amounts_.second[c * d + j];
    out.values[j] = amounts_.predictive ? draw_predictive(family(), first, second, random)
                                        : draw_amount(family(), first, second, random);
  }
}

}  // namespace suffice
