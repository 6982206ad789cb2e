// Explanations of rows of terms: what each term contributes, and which one makes a row impossible.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"
#include "model/terms/row_terms.hpp"
#include "model/terms/term_conditional.hpp"

namespace suffice {

namespace {

// How many balls are drawn from an urn, or words read.
double length_of(const TermState& state, const std::vector<RowTerm>& terms) {
  return std::accumulate(terms.begin(), terms.end(), 0.0, [&](double sum, const RowTerm& term) {
    return sum + (term.is_missing ? 0 : state.by_presence() ? 1 : term.count);
  });
}

// Numbers of balls beyond the range of a double have no logarithm: such rows are scored as impossible.
double finite_or_zero_probability(double score) { return std::isnan(score) ? log_zero : score; }

// What the terms say in class c, one after the other; those of an urn as in add_urn_terms.
double contribution(const TermState& state, const RowTerm& term, std::size_t c, double length, double unknown_before) {
  if (state.by_urn()) {
    const double balls = term.scores[c] + (term.is_known ? 0 : unknown_before);
    const double times = state.by_presence() ? 1 : term.count;
    return balls > 0
               ? finite_or_zero_probability(log_gamma_increase_about(balls, times, state.events.divisor[c] + length))
               : log_zero;
  }
  if (state.is(TermFamily::bernoulli)) {
    return std::isinf(term.absent[c]) ? term.scores[c] : term.scores[c] - term.absent[c];
  }
  return state.by_presence() ? term.scores[c] : term.count * term.scores[c];
}

// bernoulli: Σ log(1−φ) over terms that are not missing; −∞ where the row lacks a term with φ = 1.
double sum_of_absences(const Events& events, const std::vector<RowTerm>& terms, std::size_t c) {
  double sum = events.absent[c];
  double lacking = events.certain[c];
  for (const RowTerm& term : terms) {
    if (std::isinf(term.absent[c])) {
      lacking -= 1;
    } else if (term.is_missing) {
      sum -= term.absent[c];
    }
  }
  return lacking > 0 ? log_zero : sum;
}

std::vector<double> base_of(const TermState& state, const std::vector<RowTerm>& terms, double length,
                            std::span<const double> start) {
  std::vector<double> base(state.classes());
  if (state.is(TermFamily::complement)) {
    return base;
  }
  for (std::size_t c = 0; c < base.size(); ++c) {
    base[c] = start[c];
    if (state.is(TermFamily::bernoulli)) {
      base[c] += sum_of_absences(state.events, terms, c);
    } else if (state.by_urn() && length > 0) {
      const double total = state.events.divisor[c];
      base[c] = total > 0 ? finite_or_zero_probability(base[c] - log_gamma_increase_rest(total, length)) : log_zero;
    }
  }
  return base;
}

std::string named(const TermState& state, std::string_view term) {
  return (state.block->kind == Kind::text ? "the word " : "column ") + quoted(term);
}

}  // namespace

Explanation TermConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const {
  const std::vector<RowTerm> terms = row_terms(*state_, rows, i);
  Explanation result;
  const double length = length_of(*state_, terms);
  result.base = base_of(*state_, terms, length, start);
  result.log_joint = result.base;
  double unknown = 0;
  for (const RowTerm& term : terms) {
    if (term.is_missing) {
      continue;
    }
    Contribution said{term.name, fmt::format("{}", term.count), std::vector<double>(classes())};
    for (std::size_t c = 0; c < classes(); ++c) {
      said.scores[c] = contribution(*state_, term, c, length, unknown);
      result.log_joint[c] += said.scores[c];
    }
    unknown += term.is_known ? 0 : state_->by_presence() ? 1 : term.count;
    result.contributions.push_back(std::move(said));
  }
  return result;
}

std::optional<std::string> TermConditional::impossible(const BlockRows& rows, std::size_t i,
                                                       std::span<double> left) const {
  // Rules classes out, and returns the last one when none is left.
  const auto rule_out = [left](std::span<const double> scores) -> std::optional<std::size_t> {
    std::optional<std::size_t> last;
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (left[c] > log_zero && scores[c] == log_zero) {
        left[c] = log_zero;
        last = c;
      }
    }
    return std::ranges::max(left) == log_zero ? last : std::nullopt;
  };
  const std::vector<std::string>& labels = state_->events.labels;
  std::set<std::string, std::less<>> here;
  for (const RowTerm& term : row_terms(*state_, rows, i)) {
    here.insert(term.name);
    std::vector<double> scores = term.scores;
    if (state_->by_urn()) {
      std::ranges::transform(scores, scores.begin(), [](double balls) { return balls > 0 ? 0 : log_zero; });
    }
    const bool none_has = std::ranges::all_of(scores, [](double score) { return score == log_zero; });
    const std::optional<std::size_t> last = term.is_missing ? std::nullopt : rule_out(scores);
    if (last && none_has) {
      return fmt::format("{} never occurs in any class", named(*state_, term.name));
    }
    if (last) {
      return fmt::format(
          "no class has all of its terms: {} never occurs in class {}, the last that had those before it",
          named(*state_, term.name), quoted(labels[*last]));
    }
  }
  std::optional<std::string> reason;
  if (!state_->is(TermFamily::bernoulli) || state_->rows.certain() == nullptr) {
    return reason;
  }
  std::vector<double> absent(classes());
  state_->visit([&](std::string_view term, const TermRecord& record) {
    if (reason || here.contains(term)) {
      return;
    }
    absent_parameters(state_->events, term, record, absent);
    if (const std::optional<std::size_t> last = rule_out(absent)) {
      reason = fmt::format("{} is absent, which it never is in class {}, the last that was possible",
                           named(*state_, term), quoted(labels[*last]));
    }
  });
  return reason;
}

}  // namespace suffice
