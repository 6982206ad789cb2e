// The strength of terms: which raise the odds of a class most, and all of them as a linear form.
#include <cmath>
#include <functional>
#include <utility>

#include "estimate/terms/term_parameters.hpp"
#include "model/strongest.hpp"
#include "model/terms/term_conditional.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

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

}  // namespace

std::vector<std::vector<FeatureOdds>> TermConditional::strongest(std::span<const std::size_t> classes_wanted,
                                                                 std::size_t count,
                                                                 std::span<const double> class_prior) const {
  OddsAgainstOthers odds(suffice::is_density(family()), class_prior);
  StrongestFeatures strongest(classes_wanted, count);
  std::vector<double> logs(classes());
  state_->visit([&](std::string_view term, const TermRecord& record) {
    term_logs(state_->events, term, record, logs);
    odds.take(logs);
    strongest.offer(term, {}, logs, counted(state_->events, record));
  });
  return strongest.take();
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
