// Cross-validation by folds: the sums of a fold are removed from those of all rows, and its rows scored by the rest.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "evaluate/calibration/left_out_scores.hpp"
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

/// Writes what the readings of a model, if there is one, say of the rows of positive weight. Where the class of a row
/// is gone it cannot be scored; other classes that are gone are impossible.
void write_scores(const std::optional<Model>& model, const Table& rows, std::span<const std::string> labels,
                  unsigned threads, LeftOutScores& out) {
  constexpr double log_zero = -std::numeric_limits<double>::infinity();
  const std::size_t classes = labels.size();
  std::vector<std::size_t> place(classes);  // of each class in the model
  for (std::size_t c = 0; model && c < classes; ++c) {
    place[c] = static_cast<std::size_t>(std::ranges::find(model->labels(), labels[c]) - model->labels().begin());
  }
  const std::size_t known = model ? model->labels().size() : 0;
  std::vector<double> log_posterior(rows.rows * known);
  for (std::size_t r = 0; r < out.readings.size(); ++r) {
    if (model) {
      std::vector<double> alone(out.readings.size());
      alone[r] = 1;
      model->tempered(alone).log_posterior(rows, log_posterior, {.threads = threads});
    }
    for (std::size_t i = 0; i < rows.rows; ++i) {
      if (!(rows.weights[i] > 0)) continue;
      const bool is_scored = model && place[out.labels[i]] < known;
      for (std::size_t c = 0; c < classes; ++c) {
        const double prior = !is_scored || place[c] == known ? 0 : model->class_prior()[place[c]];
        const double in_score = model && model->is_density() ? std::log(prior) : 0;
        const double density = prior > 0 ? log_posterior[i * known + place[c]] - in_score : log_zero;
        out.readings[r].log_density[i * classes + c] = is_scored ? density : std::nan("");
        out.log_prior[i * classes + c] = model && !model->is_density() ? 0 : std::log(prior);
      }
    }
  }
}

}  // namespace

LeftOutScores leave_folds_out_scores(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                                     const Table& rows, const Labels& labels, std::size_t folds, unsigned threads) {
  const std::size_t count = std::clamp<std::size_t>(folds, 2, std::max<std::size_t>(rows.rows, 2));
  const std::vector<std::size_t> fold = fold_of_rows(labels, count);
  const std::vector<std::string>& names = summary.classes.labels;
  LeftOutScores scores{.readings = std::vector<ReadingScores>(checked(options, summary.schema).readings.size()),
                       .folds = count};
  for (ReadingScores& reading : scores.readings) {
    reading.log_density.assign(rows.rows * names.size(), std::nan(""));
  }
  scores.log_prior.resize(rows.rows * names.size());
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const auto own = std::ranges::find(names, labels.names[labels.codes[i]]);
    if (own == names.end()) throw Error(ErrorCode::usage, "the sums have no row of a class that is to be removed");
    scores.labels.push_back(static_cast<std::uint32_t>(own - names.begin()));
    scores.weights.push_back(rows.weight(i));
  }
  std::vector<double> weights(rows.rows);
  Table part = rows;
  part.weights = weights;
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t i = 0; i < rows.rows; ++i) weights[i] = fold[i] == f ? rows.weight(i) : 0;
    write_scores(model_without(summary, options, keep, part, labels, threads), part, names, threads, scores);
  }
  return scores;
}

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
