// Leave-one-out: each row scored with itself removed from the sums (MODELS §11).
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "estimate/class_prior.hpp"
#include "evaluate/proportion.hpp"
#include "evaluate/removal_plan.hpp"
#include "math/log_sum_exp.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
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

// Scores the rows `chosen`; `truth` has the classes of all.
void score_rows(const RemovalPlan& plan, const PriorWithoutRow& prior, const Batch& rows,
                std::span<const std::size_t> truth, std::size_t classes, std::span<const std::size_t> chosen,
                std::span<RowScore> out) {
  const std::size_t d = plan.columns.size();
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::size_t> own_class;
  for (const std::size_t i : chosen) {
    for (const std::size_t j : plan.columns) {
      values.push_back(rows.value(i, j));
    }
    weights.push_back(rows.weight(i));
    own_class.push_back(truth[i]);
  }
  std::vector<double> densities(chosen.size() * classes);
  const RowsToRemove removed{Batch::row_major(values.data(), chosen.size(), d, weights), own_class};
  std::visit([&](const auto& removal) { removal.log_densities(removed, densities); }, plan.removal);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t c = own_class[i];
    const auto posterior = std::span(densities).subspan(i * classes, classes);
    if (std::ranges::any_of(posterior, [](double value) { return std::isnan(value); })) {
      continue;
    }
    for (std::size_t j = 0; j < classes; ++j) {
      posterior[j] += prior.log(j, c, weights[i]);
    }
    normalise_logs(posterior);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
    out[i] = {posterior[c], best == c};
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

LeaveOneOut sum_up(const Batch& rows, std::span<const std::size_t> chosen, std::span<const RowScore> scores) {
  LeaveOneOut result;
  double total = 0;
  double right = 0;
  double scored = 0;
  double loss = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const double weight = rows.weight(chosen[i]);
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

LeaveOneOut leave_one_out(const Summary& summary, const EstimateOptions& options, const Batch& rows,
                          const Labels& labels, ScoreOptions score_options) {
  check_labels(rows, labels, summary.schema.features.size());
  check_rows(rows, summary.schema);
  const std::vector<std::size_t> truth = class_indices(labels, summary.classes);
  const PriorWithoutRow prior(summary.classes, options.class_prior);
  const RemovalPlan plan = plan_removal(summary, options, rows.rows);
  constexpr std::size_t block_rows = 256;
  std::vector<RowScore> scores(plan.rows.size());
  parallel_for(thread_count(score_options.threads), (plan.rows.size() + block_rows - 1) / block_rows,
               [&](std::size_t block, unsigned) {
                 const std::size_t first = block * block_rows;
                 const std::size_t count = std::min(block_rows, plan.rows.size() - first);
                 score_rows(plan, prior, rows, truth, summary.classes.size(),
                            std::span(plan.rows).subspan(first, count), std::span(scores).subspan(first, count));
               });
  LeaveOneOut result = sum_up(rows, plan.rows, scores);
  result.target_held = plan.target_held;
  return result;
}

}  // namespace suffice
