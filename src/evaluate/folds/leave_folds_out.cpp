// Cross-validation by folds of rows that a summary holds: the rows of each are scored by the sums of all others.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/left_out_scores.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/metrics/left_out_totals.hpp"
#include "math/special/log_zero.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

std::vector<double> leave_folds_out_log_prior(const FoldSums& folds, const ClassPrior& prior) {
  const std::size_t classes = folds.labels().size();
  std::vector<double> by_fold;
  for (const Summary& rest : folds.rests()) {
    const std::vector<double> shares = class_prior(rest.classes, prior);
    for (const std::size_t place : places_in(folds.labels(), rest.classes.labels)) {
      by_fold.push_back(place == no_place ? log_zero : std::log(shares[place]));
    }
  }
  std::vector<double> log_prior;
  log_prior.reserve(folds.rows() * classes);
  for (const std::uint32_t f : folds.fold_of_rows()) {
    log_prior.insert(log_prior.end(), by_fold.begin() + static_cast<std::ptrdiff_t>(f * classes),
                     by_fold.begin() + static_cast<std::ptrdiff_t>((f + 1) * classes));
  }
  return log_prior;
}

namespace {

std::size_t count_folds(std::size_t folds, std::size_t rows) {
  return std::clamp<std::size_t>(folds, 2, std::max<std::size_t>(rows, 2));
}

FoldSums folds_of(const Summary& summary, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
                  std::size_t count, unsigned threads, std::uint64_t seed) {
  const std::vector<std::uint32_t> folds = FoldOrder(count, seed).next({.rows = rows.rows, .columns = {}}, labels);
  return {summary, keep, rows, labels, folds, count, thread_count(threads)};
}

/// The model without a fold, if there is one.
std::optional<Model> model_of(const Summary& rest, const Options& options, unsigned threads) {
  try {
    return estimate(rest, options, threads);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Rows of each fold by the whole model without it: what a rival says is not the sum of what its readings say.
LeftOutTotals totals_by_models(const FoldSums& sums, const Options& options, const Table& rows, unsigned threads) {
  LeftOutTotals totals;
  for (std::uint32_t f = 0; f < sums.folds(); ++f) {
    const std::optional<Model> model = model_of(sums.rests()[f], options, threads);
    const std::size_t known = model ? model->labels().size() : 0;
    std::vector<double> log_posterior(rows.rows * known);
    std::vector<std::size_t> places(sums.labels().size(), no_place);
    if (model) {
      model->log_posterior(rows, log_posterior, {.threads = threads});
      places = places_in(sums.labels(), model->labels());
    }
    for (std::size_t k = 0; k < sums.rows(); ++k) {
      if (sums.fold_of_rows()[k] != f) continue;
      const std::size_t i = sums.order()[k];
      const std::size_t own = places[sums.classes()[k]];
      LeftOutRow score{.log_posterior = std::nan("")};
      if (own != no_place) {
        const auto logs = std::span(log_posterior).subspan(i * known, known);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(logs) - logs.begin());
        score = {logs[own], best == own && !std::isinf(logs[own])};
      }
      totals.add(score, rows.weight(i));
    }
  }
  return totals;
}

LeftOutScores scores_of(const FoldSums& sums, const Options& options, const Table& rows, std::size_t count,
                        unsigned threads) {
  LeftOutScores scores{.labels = {sums.classes().begin(), sums.classes().end()}, .folds = count};
  std::vector<Reading> readings = options.readings;
  for (Reading& reading : readings) reading.opinion = 0;  // each is scored alone
  for (FoldSums::Scored& scored : sums.scores(readings, thread_count(threads))) {
    scores.readings.push_back(std::move(scored.scores));
  }
  const std::vector<std::uint64_t> hashes = row_hashes(rows);
  for (const std::size_t i : sums.order()) {
    scores.weights.push_back(rows.weight(i));
    scores.hashes.push_back(hashes[i]);
  }
  return scores;
}

}  // namespace

LeftOutScores leave_folds_out_scores(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                                     const Table& rows, const Labels& labels, std::size_t folds, unsigned threads) {
  const std::size_t count = count_folds(folds, rows.rows);
  const FoldSums sums(summary, keep, rows, labels, folds_by_values(rows, labels, count), count, thread_count(threads));
  return scores_of(sums, checked(options, summary.schema), rows, count, threads);
}

LeaveOneOut leave_folds_out(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                            const Table& rows, const Labels& labels, std::size_t folds, unsigned threads,
                            std::uint64_t seed) {
  Options read = checked(options, summary.schema);
  std::erase_if(read.readings, [](const Reading& reading) { return reading.pooled(); });
  const std::size_t count = count_folds(folds, rows.rows);
  const FoldSums sums = folds_of(summary, keep, rows, labels, count, threads, seed);
  if (read.rival) {
    LeaveOneOut result = totals_by_models(sums, read, rows, thread_count(threads)).result();
    result.folds = count;
    return result;
  }
  const LeftOutScores scores = scores_of(sums, read, rows, count, threads);
  const std::size_t classes = summary.classes.size();
  const std::vector<double> log_prior =
      is_density(read) ? leave_folds_out_log_prior(sums, read.class_prior) : std::vector<double>(rows.rows * classes);
  LeftOutTotals totals;
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    totals.add(calibrated_row(scores, i, std::span(log_prior).subspan(i * classes, classes), {}), scores.weights[i]);
  }
  LeaveOneOut result = totals.result();
  result.folds = scores.folds;
  return result;
}

}  // namespace suffice
