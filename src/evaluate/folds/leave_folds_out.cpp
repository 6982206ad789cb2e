// Cross-validation by folds: the sums of a fold are removed from those of all rows, and its rows scored by the rest.
#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluate/metrics/proportion.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"

namespace suffice {
namespace {

/// The fold of each row. Stratified: the rows of a class go to the folds in turn, each class beginning with another.
std::vector<std::size_t> fold_of_rows(const Labels& labels, std::size_t folds) {
  std::vector<std::size_t> next(labels.names.size());
  for (std::size_t c = 0; c < next.size(); ++c) next[c] = c;
  std::vector<std::size_t> fold;
  for (const std::uint32_t code : labels.codes) fold.push_back(next[code]++ % folds);
  return fold;
}

/// The model of all rows but those of positive weight; none where there is none, as when a covariance is singular.
std::optional<Model> model_without(const Summary& all, const Options& options, const std::vector<Keep>& keep,
                                   const Table& rows, const Labels& labels, unsigned threads) {
  try {
    const Summary part = summarise(rows, labels, all.schema, {.threads = threads, .keep = keep});
    return estimate(remove(all, part).rest, options, threads);
  } catch (const Error&) {
    return std::nullopt;
  }
}

struct Totals {
  double weight = 0;
  double right = 0;
  double scored = 0;
  double loss = 0;
  std::uint64_t unscored_rows = 0;
};

/// Adds what the model, if there is one, says of the rows of positive weight.
void score_rows(const std::optional<Model>& model, const Table& rows, const Labels& labels, unsigned threads,
                Totals& totals) {
  std::vector<std::string> classes;
  std::vector<double> log_posterior;
  if (model) {
    classes = model->labels();
    log_posterior.resize(rows.rows * classes.size());
    model->log_posterior(rows, log_posterior, {.threads = threads});
  }
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const double weight = rows.weights[i];
    if (!(weight > 0)) continue;
    totals.weight += weight;
    const auto known = std::ranges::find(classes, labels.names[labels.codes[i]]);
    if (known == classes.end()) {
      ++totals.unscored_rows;
      continue;
    }
    const auto scores = std::span<const double>(log_posterior).subspan(i * classes.size(), classes.size());
    const double own = scores[static_cast<std::size_t>(known - classes.begin())];
    const bool is_first = std::ranges::max_element(scores) - scores.begin() == known - classes.begin();
    totals.scored += weight;
    totals.loss -= weight * own;
    totals.right += is_first && !std::isinf(own) ? weight : 0;
  }
}

}  // namespace

LeaveOneOut leave_folds_out(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                            const Table& rows, const Labels& labels, std::size_t folds, unsigned threads) {
  const std::size_t count = std::clamp<std::size_t>(folds, 2, std::max<std::size_t>(rows.rows, 2));
  const std::vector<std::size_t> fold = fold_of_rows(labels, count);
  std::vector<double> weights(rows.rows);
  Table part = rows;
  part.weights = weights;
  Totals totals;
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t i = 0; i < rows.rows; ++i) weights[i] = fold[i] == f ? rows.weight(i) : 0;
    score_rows(model_without(summary, options, keep, part, labels, threads), part, labels, threads, totals);
  }
  if (!(totals.weight > 0)) throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  LeaveOneOut result = {.rows = rows.rows, .accuracy = wilson_interval(totals.right, totals.weight)};
  result.log_loss = totals.scored > 0 ? totals.loss / totals.scored : std::nan("");
  result.unscored_rows = totals.unscored_rows;
  result.folds = count;
  return result;
}

}  // namespace suffice
