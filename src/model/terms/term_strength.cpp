// The strength of terms: which raise the odds of a class most, and all of them as a linear form.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "estimate/terms/term_parameters.hpp"
#include "math/special/log_zero.hpp"
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

// The log odds of a term in each class against the other classes, which count by their prior, alike where none of them
// has any: log p_c − log Σ_{k≠c} π_k p_k / Σ_{k≠c} π_k, or for complement the difference of scores. O(C) a term.
class OddsAgainstOthers {
 public:
  OddsAgainstOthers(TermFamily family, std::span<const double> class_prior)
      : is_density_(suffice::is_density(family)),
        prior_(class_prior.begin(), class_prior.end()),
        others_(prior_.size()),
        parts_(prior_.size()),
        rests_(prior_.size()) {
    if (std::ranges::none_of(prior_, [](double share) { return share > 0; })) {
      std::ranges::fill(prior_, 1.0);
    }
    sums_of_others(prior_, others_);
  }

  // The logarithms of the term in each class become its log odds.
  void take(std::span<double> logs) {
    if (logs.size() < 2) {
      std::ranges::fill(logs, 0.0);
      return;
    }
    const std::size_t first = largest(logs);
    const double reference = is_density_ ? logs[first] : 0;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      parts_[k] = part(prior_[k], logs[k], reference);
    }
    sums_of_others(parts_, rests_);
    for (std::size_t c = 0; c < logs.size(); ++c) {
      rests_[c] = mean(rests_[c], others_[c], reference);
    }
    rests_[first] = rest(first, logs);
    for (std::size_t c = 0; c < logs.size(); ++c) {
      logs[c] = logs[c] == rests_[c] ? 0 : logs[c] - rests_[c];
    }
  }

 private:
  // The class of the largest logarithm among those that have a prior.
  [[nodiscard]] std::size_t largest(std::span<const double> logs) const {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      if (prior_[k] > 0 && (!found || logs[k] > logs[*found])) {
        found = k;
      }
    }
    return *found;
  }

  [[nodiscard]] double part(double share, double log, double reference) const {
    if (!(share > 0) || (is_density_ && log == log_zero)) {
      return 0;
    }
    return share * (is_density_ ? std::exp(log - reference) : log);
  }

  [[nodiscard]] double mean(double sum, double weight, double reference) const {
    return !is_density_ ? sum / weight : sum > 0 ? std::log(sum / weight) + reference : log_zero;
  }

  // What the others of one class say, without its own logarithm as a reference, which may be far above theirs. It is
  // the class of the largest that has a prior: where the others have none, it is this one that has it all.
  [[nodiscard]] double rest(std::size_t c, std::span<const double> logs) const {
    const bool alike = !(others_[c] > 0);
    const auto counts = [&](std::size_t k) { return k != c && (alike || prior_[k] > 0); };
    double reference = log_zero;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      reference = counts(k) ? std::max(reference, logs[k]) : reference;
    }
    reference = is_density_ ? reference : 0;
    double sum = 0;
    double weight = 0;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      if (counts(k)) {
        const double share = alike ? 1 : prior_[k];
        sum += part(share, logs[k], reference);
        weight += share;
      }
    }
    return mean(sum, weight, reference);
  }

  bool is_density_;
  std::vector<double> prior_;
  std::vector<double> others_;  // Σ of the prior of the other classes
  std::vector<double> parts_;
  std::vector<double> rests_;
};

bool is_stronger(double log_odds, double count, const FeatureOdds& than) {
  if (log_odds != than.log_odds) {
    return log_odds > than.log_odds;
  }
  return std::isinf(log_odds) && count > than.count;
}

// The strongest terms of a class, so many at most, of equal ones those that came first.
class StrongestTerms {
 public:
  void offer(std::string_view term, double log_odds, double count, std::size_t most) {
    if (is_full_ && (most == 0 || !is_stronger(log_odds, count, found_[most - 1]))) {
      return;
    }
    found_.push_back({std::string(term), {}, log_odds, count});
    if (found_.size() > most && found_.size() - most >= most) {
      keep(most);
    }
  }

  std::vector<FeatureOdds> take(std::size_t most) {
    keep(most);
    return std::move(found_);
  }

 private:
  void keep(std::size_t most) {
    std::ranges::stable_sort(
        found_, [](const FeatureOdds& a, const FeatureOdds& b) { return is_stronger(a.log_odds, a.count, b); });
    is_full_ = found_.size() >= most;
    found_.resize(std::min(found_.size(), most));
  }

  std::vector<FeatureOdds> found_;  // the strongest in order, then those that came since
  bool is_full_ = false;
};

}  // namespace

std::vector<std::vector<FeatureOdds>> TermConditional::strongest(std::span<const std::size_t> classes_wanted,
                                                                 std::size_t count,
                                                                 std::span<const double> class_prior) const {
  OddsAgainstOthers odds(family(), class_prior);
  std::vector<StrongestTerms> strongest(classes_wanted.size());
  std::vector<double> logs(classes());
  state_->visit([&](std::string_view term, const TermRecord& record) {
    term_logs(state_->events, term, record, logs);
    odds.take(logs);
    const std::vector<double>& counts = counted(state_->events, record);
    for (std::size_t k = 0; k < strongest.size(); ++k) {
      strongest[k].offer(term, logs[classes_wanted[k]], counts[classes_wanted[k]], count);
    }
  });
  std::vector<std::vector<FeatureOdds>> found;
  for (StrongestTerms& own : strongest) {
    found.push_back(own.take(count));
  }
  return found;
}

std::vector<FeatureOdds> TermConditional::strongest(std::size_t c, std::size_t count,
                                                    std::span<const double> class_prior) const {
  return std::move(strongest(std::span(&c, 1), count, class_prior).front());
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
