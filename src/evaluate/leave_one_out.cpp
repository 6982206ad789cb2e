// Leave-one-out: each row scored with itself removed from the sums (MODELS §11).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/complete_sums.hpp"
#include "evaluate/amount_removal.hpp"
#include "evaluate/presence_removal.hpp"
#include "evaluate/proportion.hpp"
#include "evaluate/removal_plan.hpp"
#include "evaluate/token_removal.hpp"
#include "evaluate/value_removal.hpp"
#include "math/log_sum_exp.hpp"
#include "math/parallel.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/sums_needed.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

struct RowScore {
  double log_posterior = std::numeric_limits<double>::quiet_NaN();  // NaN: the row cannot be left out
  bool right = false;
};

/// The class prior without a row. It is a parameter, estimated again, unless it was given.
class PriorWithoutRow {
 public:
  PriorWithoutRow(const ClassCounts& classes, const ClassPrior& prior)
      : weight_(classes.weight),
        held_(std::holds_alternative<UniformPrior>(prior) || std::holds_alternative<GivenPrior>(prior)),
        pseudocount_(std::holds_alternative<SmoothedPrior>(prior) ? 1 : 0),
        log_weight_(held_ ? class_prior(classes, prior) : classes.weight) {
    std::ranges::transform(log_weight_, log_weight_.begin(), [this](double w) { return std::log(w + pseudocount_); });
  }

  /// log π_j less a term that is the same for every class, without a row of class c.
  [[nodiscard]] double log(std::size_t j, std::size_t c, double row_weight) const {
    return j == c && !held_ ? std::log(weight_[c] - row_weight + pseudocount_) : log_weight_[j];
  }

 private:
  std::vector<double> weight_;
  bool held_;
  double pseudocount_;
  std::vector<double> log_weight_;
};

/// One of the ways to leave rows out, and the rows to leave out.
struct Scorer {
  /// out: chosen × C, log densities; a NaN among them where the row cannot be left out.
  std::function<void(const LeftOut& left_out, std::span<double> out)> log_densities;
  std::vector<std::size_t> rows;
  bool target_held = false;
  bool has_prior = true;  // not so the scores of complement models
};

// Gaussians: the columns that have a say, of sparse rows too, as the plan takes them.
void gaussian_densities(const RemovalPlan& plan, const LeftOut& left_out, std::span<double> out) {
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::size_t> classes;
  std::vector<double> row(std::visit(
      [](const auto& view) -> std::size_t {
        if constexpr (requires { view.columns; }) {
          return view.columns;
        }
        return 0;
      },
      left_out.rows));
  for (const std::size_t i : left_out.chosen) {
    copy_row(left_out.rows, i, row.data());
    for (const std::size_t j : plan.columns) {
      values.push_back(row[j]);
    }
    weights.push_back(row_weight(left_out.rows, i));
    classes.push_back(left_out.classes[i]);
  }
  const RowsToRemove removed{Batch::row_major(values.data(), classes.size(), plan.columns.size(), weights), classes};
  std::visit([&](const auto& removal) { removal.log_densities(removed, out); }, plan.removal);
}

// All rows, or as many as take about 10⁹ steps, 100 at least.
std::vector<std::size_t> affordable(std::size_t rows, double steps_a_row) {
  constexpr double most_steps = 1e9;
  constexpr double fewest_rows = 100;
  const double count = std::max(fewest_rows, std::floor(most_steps / steps_a_row));
  return spread_out(std::min(rows, static_cast<std::size_t>(std::min(count, 1e9))), rows);
}

template <typename Removal>
Scorer scorer_of(Removal removal, std::vector<std::size_t> rows) {
  const auto shared = std::make_shared<const Removal>(std::move(removal));
  return {[shared](const LeftOut& left_out, std::span<double> out) { shared->log_densities(left_out, out); },
          std::move(rows)};
}

bool are_equal(std::span<const double> weights) {
  return std::ranges::adjacent_find(weights, std::not_equal_to<>()) == weights.end();
}

Scorer make_scorer(const Summary& summary, const EstimateOptions& options, const Rows& rows) {
  const std::size_t count = row_count(rows);
  switch (sums_needed(options).sums) {
    case SumKind::patterns:
    case SumKind::moments: {
      const auto plan = std::make_shared<const RemovalPlan>(plan_removal(summary, options, count));
      return {[plan](const LeftOut& left_out, std::span<double> out) { gaussian_densities(*plan, left_out, out); },
              plan->rows, plan->target_held};
    }
    case SumKind::values:
      return scorer_of(ValueRemoval(summary, options), affordable(count, 1));
    case SumKind::amounts:
      return scorer_of(AmountRemoval(summary, options),
                       affordable(count, static_cast<double>(summary.amounts().sum.size())));
    case SumKind::terms:
      break;
  }
  if (options.family == Family::bernoulli) {
    PresenceRemoval removal(summary, options);
    const double steps = are_equal(row_weights(rows)) ? 1 : static_cast<double>(removal.groups());
    return scorer_of(std::move(removal), affordable(count, steps));
  }
  Scorer scorer = scorer_of(TokenRemoval(summary, options), affordable(count, 1));
  scorer.has_prior = options.family != Family::complement;
  return scorer;
}

// Scores rows each without itself.
void score_rows(const Scorer& scorer, const PriorWithoutRow& prior, const LeftOut& left_out, std::size_t classes,
                std::span<RowScore> out) {
  std::vector<double> densities(left_out.chosen.size() * classes);
  scorer.log_densities(left_out, densities);
  for (std::size_t place = 0; place < left_out.chosen.size(); ++place) {
    const std::size_t i = left_out.chosen[place];
    const std::size_t c = left_out.classes[i];
    const auto posterior = std::span(densities).subspan(place * classes, classes);
    if (std::ranges::any_of(posterior, [](double value) { return std::isnan(value); })) {
      continue;
    }
    for (std::size_t j = 0; scorer.has_prior && j < classes; ++j) {
      posterior[j] += prior.log(j, c, row_weight(left_out.rows, i));
    }
    normalise_logs(posterior);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
    out[place] = {posterior[c], best == c && !std::isinf(posterior[c])};
  }
}

// Numbers and codes that the sums could have taken.
void check_values(const Rows& rows, const Summary& summary) {
  const auto* moments = std::get_if<Moments>(&summary.sums);
  const bool finite = moments != nullptr && moments->column_weight.empty();
  check_numbers(rows, summary.schema,
                finite                               ? NumberRule::finite
                : is_kind(summary, SumKind::moments) ? NumberRule::known
                                                     : NumberRule::amount);
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    check_codes(*categories, summary.schema);
  }
}

std::vector<std::size_t> class_indices(const Labels& labels, const ClassCounts& classes) {
  const LabelDictionary dictionary(classes.labels);
  std::vector<std::size_t> indices;
  for (const std::uint32_t code : labels.codes) {
    const auto found = dictionary.find(labels.names[code]);
    if (!found) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no row of class '{}' to leave out", labels.names[code]));
    }
    indices.push_back(*found);
  }
  return indices;
}

LeaveOneOut sum_up(const Rows& rows, std::span<const std::size_t> chosen, std::span<const RowScore> scores) {
  LeaveOneOut result;
  double total = 0;
  double right = 0;
  double scored = 0;
  double loss = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const double weight = row_weight(rows, chosen[i]);
    ++result.rows;
    total += weight;
    if (std::isnan(scores[i].log_posterior)) {
      ++result.unscored_rows;
      continue;
    }
    scored += weight;
    loss -= weight * scores[i].log_posterior;
    right += scores[i].right ? weight : 0;
  }
  if (!(total > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  }
  result.accuracy = wilson_interval(right, total);
  result.log_loss = scored > 0 ? loss / scored : std::nan("");
  return result;
}

}  // namespace

bool has_leave_one_out(const Summary& summary, const EstimateOptions& options) {
  return !needs_completion(summary, options);
}

LeaveOneOut leave_one_out(const Summary& summary, const EstimateOptions& options, const Rows& rows,
                          const Labels& labels, ScoreOptions score_options) {
  if (!has_leave_one_out(summary, options)) {
    throw Error(ErrorCode::usage,
                "where values are missing the covariances are estimated step by step, and there is no closed form that "
                "leaves a row out: evaluate on rows that were held out, by k folds, or with --model gaussian-nb");
  }
  check_shape(rows, summary.schema);
  check_labels(rows, labels);
  check_values(rows, summary);
  const std::vector<std::size_t> truth = class_indices(labels, summary.classes);
  const PriorWithoutRow prior(summary.classes, options.class_prior);
  const Scorer scorer = make_scorer(summary, options, rows);
  constexpr std::size_t block_rows = 256;
  std::vector<RowScore> scores(scorer.rows.size());
  parallel_for(thread_count(score_options.threads), (scores.size() + block_rows - 1) / block_rows,
               [&](std::size_t block, unsigned) {
                 const std::size_t first = block * block_rows;
                 const std::size_t count = std::min(block_rows, scores.size() - first);
                 score_rows(scorer, prior, {rows, truth, std::span(scorer.rows).subspan(first, count)},
                            summary.classes.size(), std::span(scores).subspan(first, count));
               });
  LeaveOneOut result = sum_up(rows, scorer.rows, scores);
  result.target_held = scorer.target_held;
  return result;
}

}  // namespace suffice
