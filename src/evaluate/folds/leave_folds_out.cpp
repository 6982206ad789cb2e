// Cross-validation by folds: the sums of a fold are removed from those of all rows, and its rows scored by the rest.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/left_out_scores.hpp"
#include "evaluate/metrics/proportion.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"

namespace suffice {
namespace {

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
      }
    }
  }
}

/// use(model, rows) for each of `folds` stratified parts of the rows: the model without them, if there is one, and all
/// rows, those of other parts at weight 0. Returns how many parts there are.
template <typename Use>
std::size_t leave_each_out(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                           const Table& rows, const Labels& labels, std::size_t folds, unsigned threads,
                           const Use& use) {
  const std::size_t count = std::clamp<std::size_t>(folds, 2, std::max<std::size_t>(rows.rows, 2));
  const std::vector<std::uint32_t> fold = spread_folds(labels.codes, count);
  std::vector<double> weights(rows.rows);
  Table part = rows;
  part.weights = weights;
  for (std::size_t f = 0; f < count; ++f) {
    for (std::size_t i = 0; i < rows.rows; ++i) weights[i] = fold[i] == f ? rows.weight(i) : 0;
    use(model_without(summary, options, keep, part, labels, threads), part);
  }
  return count;
}

}  // namespace

LeftOutScores leave_folds_out_scores(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                                     const Table& rows, const Labels& labels, std::size_t folds, unsigned threads) {
  const std::vector<std::string>& names = summary.classes.labels;
  LeftOutScores scores{.readings = std::vector<ReadingScores>(checked(options, summary.schema).readings.size())};
  for (ReadingScores& reading : scores.readings) {
    reading.log_density.assign(rows.rows * names.size(), std::nan(""));
  }
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const auto own = std::ranges::find(names, labels.names[labels.codes[i]]);
    if (own == names.end()) throw Error(ErrorCode::usage, "the sums have no row of a class that is to be removed");
    scores.labels.push_back(static_cast<std::uint32_t>(own - names.begin()));
    scores.weights.push_back(rows.weight(i));
  }
  scores.folds = leave_each_out(
      summary, options, keep, rows, labels, folds, threads,
      [&](const std::optional<Model>& model, const Table& part) { write_scores(model, part, names, threads, scores); });
  return scores;
}

LeaveOneOut leave_folds_out(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                            const Table& rows, const Labels& labels, std::size_t folds, unsigned threads) {
  Totals totals;
  const std::size_t count = leave_each_out(
      summary, options, keep, rows, labels, folds, threads,
      [&](const std::optional<Model>& model, const Table& part) { score_rows(model, part, labels, threads, totals); });
  if (!(totals.weight > 0)) throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  LeaveOneOut result = {.rows = rows.rows, .accuracy = wilson_interval(totals.right, totals.weight)};
  result.log_loss = totals.scored > 0 ? totals.loss / totals.scored : std::nan("");
  result.unscored_rows = totals.unscored_rows;
  result.folds = count;
  return result;
}

}  // namespace suffice
