// The strength of terms: which raise the odds of a class most, and all of them as a linear form.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "estimate/terms/term_parameters.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"
#include "model/terms/term_conditional.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// The shares of the other classes, by their prior; alike where they have none; and their logarithms.
struct Shares {
  std::vector<double> values;
  std::vector<double> logs = {};
};

Shares shares_of_others(std::size_t c, std::span<const double> class_prior) {
  std::vector<double> shares(class_prior.begin(), class_prior.end());
  shares[c] = 0;
  double sum = 0;
  for (const double share : shares) {
    sum += share;
  }
  for (std::size_t k = 0; k < shares.size(); ++k) {
    shares[k] = k == c ? 0 : sum > 0 ? shares[k] / sum : 1 / static_cast<double>(shares.size() - 1);
  }
  Shares result{std::move(shares)};
  std::ranges::transform(result.values, std::back_inserter(result.logs),
                         [](double share) { return share > 0 ? std::log(share) : log_zero; });
  return result;
}

// log p(term | c), or for complement its scores.
void term_logs(const Events& events, std::string_view term, const TermRecord& record, std::span<double> out) {
  if (events.options.family != TermFamily::multinomial) {
    term_parameters(events, term, record, out);
    return;
  }
  std::vector<double> added(out.size());
  added_counts(events, term, added);
  numerators(events, record, added, out);
  log_ratios(events, out);
}

double log_odds(const Events& events, std::size_t c, std::span<const double> logs, const Shares& shares) {
  if (logs.size() < 2) {
    return 0;
  }
  double others = 0;
  if (events.options.family == TermFamily::complement) {
    for (std::size_t k = 0; k < logs.size(); ++k) {
      others += shares.values[k] > 0 ? shares.values[k] * logs[k] : 0;
    }
  } else {
    std::vector<double> parts(logs.size());
    for (std::size_t k = 0; k < logs.size(); ++k) {
      parts[k] = shares.values[k] > 0 ? shares.logs[k] + logs[k] : log_zero;
    }
    others = log_sum_exp(parts);
  }
  return logs[c] == others ? 0 : logs[c] - others;
}

bool is_stronger(const FeatureOdds& a, const FeatureOdds& b) {
  if (a.log_odds != b.log_odds) {
    return a.log_odds > b.log_odds;
  }
  return std::isinf(a.log_odds) && a.count > b.count;
}

}  // namespace

std::vector<FeatureOdds> TermConditional::strongest(std::size_t c, std::size_t count,
                                                    std::span<const double> class_prior) const {
  const Shares shares = shares_of_others(c, class_prior);
  std::vector<FeatureOdds> all;
  std::vector<double> logs(classes());
  state_->visit([&](std::string_view term, const TermRecord& record) {
    term_logs(state_->events, term, record, logs);
    all.push_back(
        {std::string(term), {}, log_odds(state_->events, c, logs, shares), counted(state_->events, record)[c]});
  });
  std::ranges::stable_sort(all, is_stronger);
  all.resize(std::min(all.size(), count));
  return all;
}

bool TermConditional::is_linear() const { return !state_->by_urn() && state_->rows.certain() == nullptr; }

LinearForm TermConditional::linear_form() const {
  if (!is_linear()) {
    throw Error(ErrorCode::usage, state_->by_urn() ? "the log odds of a predictive multinomial are not linear"
                                                   : "a term that a class always has makes log odds infinite, not "
                                                     "linear: choose the estimate mean");
  }
  const Events& events = state_->events;
  LinearForm form;
  std::vector<double> by_term;
  std::vector<double> absent(classes());
  std::vector<double> term(classes());
  state_->visit([&](std::string_view name, const TermRecord& record) {
    term_parameters(events, name, record, term);
    if (state_->is(TermFamily::bernoulli)) {
      absent_parameters(events, name, record, absent);
      std::ranges::transform(term, absent, term.begin(), std::minus<>());
    }
    by_term.insert(by_term.end(), term.begin(), term.end());
    form.names.emplace_back(name);
  });
  if (state_->knows_unseen()) {
    reserved_parameters(events, term);
    by_term.insert(by_term.end(), term.begin(), term.end());
    form.names.emplace_back("<unseen>");
  }
  form.intercepts = state_->is(TermFamily::bernoulli) ? events.absent : std::vector<double>(classes());
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t k = 0; k < form.names.size(); ++k) {
      form.coefficients.push_back(by_term[k * classes() + c]);
    }
  }
  return form;
}

void TermConditional::sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length) const {
  sampler_->draw(c, random, out, length);
}

}  // namespace suffice
