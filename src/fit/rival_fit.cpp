#include "fit/rival_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "estimate/linear_weights.hpp"
#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/criteria/left_out_loss.hpp"
#include "evaluate/metrics/left_out_totals.hpp"
#include "fit/steps.hpp"
#include "math/special/not_a_number.hpp"
#include "math/system/parallel.hpp"
#include "model/linear/linear_model.hpp"
#include "rival/perceptron.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

LeftOutRow scored_row(std::span<const double> log_posterior, std::uint32_t own) {
  const auto best = std::ranges::max_element(log_posterior) - log_posterior.begin();
  return {log_posterior[own], static_cast<std::uint32_t>(best) == own};
}

// Those whose rows weigh something.
std::vector<std::uint32_t> learned_classes(const LinearProblem& problem) {
  std::vector<std::uint32_t> learned;
  for (std::uint32_t c = 0; c < problem.classes; ++c) {
    if (problem.class_weight.empty() || problem.class_weight[c] > 0) learned.push_back(c);
  }
  return learned;
}

// Weights of some classes, with 0 for the others.
LinearWeights widened(const LinearWeights& weights, std::span<const std::uint32_t> classes,
                      const LinearProblem& problem) {
  const auto d = static_cast<std::ptrdiff_t>(problem.features);
  LinearWeights all{std::vector<double>(problem.classes * problem.features), std::vector<double>(problem.classes)};
  if (!weights.intercept_remainder.empty()) all.intercept_remainder.resize(problem.classes);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    std::copy_n(weights.coefficients.begin() + static_cast<std::ptrdiff_t>(k) * d, d,
                all.coefficients.begin() + static_cast<std::ptrdiff_t>(classes[k]) * d);
    all.intercepts[classes[k]] = weights.intercepts[k];
    if (!weights.intercept_remainder.empty()) all.intercept_remainder[classes[k]] = weights.intercept_remainder[k];
  }
  return all;
}

}  // namespace

RivalFit fit_rival(const LinearProblem& problem, const Rival& rival, std::uint64_t seed, unsigned threads,
                   const std::shared_ptr<const LogisticSearch>& nearby) {
  if (const std::vector<std::uint32_t> learned = learned_classes(problem); learned.size() < problem.classes) {
    if (learned.size() < 2) {
      throw Error(ErrorCode::bad_data, "rows of one label alone weigh anything: there is nothing to tell apart");
    }
    RivalFit fit = fit_rival(with_classes(problem, learned), rival, seed, threads, nearby);
    fit.weights = widened(fit.weights, learned, problem);
    return fit;
  }
  if (rival.loss == RivalLoss::perceptron) {
    PerceptronFit fit = fit_perceptron(problem, {.seed = seed});
    const RivalReport report{.passes = fit.epochs,
                             .converged = fit.margin.has_value(),
                             .mistakes = fit.mistakes,
                             .radius = fit.radius,
                             .margin = fit.margin};
    return {LinearWeights(std::move(fit)), report};
  }
  const bool starts_nearby = nearby && nearby->point.size() == problem.parameters();  // it may have had other classes
  LogisticFit fit = fit_logistic(problem, {.penalty = rival.ridge,
                                           .tolerance = problem.dense ? 1e-8 : 1e-6,
                                           .threads = threads,
                                           .nearby = starts_nearby ? nearby : nullptr});
  const RivalReport report{.passes = fit.passes, .gradient = fit.gradient, .converged = fit.converged};
  std::shared_ptr<const LogisticSearch> search = std::move(fit.search);
  return {LinearWeights(std::move(fit)), report, std::move(search)};
}

std::vector<double> rival_posteriors(const LinearRows& rows, const LinearProblem& problem,
                                     const LinearWeights& weights) {
  const std::size_t classes = problem.classes;
  std::vector<double> at_centre;
  for (std::size_t c = 0; c < classes; ++c) {
    const auto own = std::span(weights.coefficients).subspan(c * problem.features, problem.features);
    at_centre.push_back(intercept_of(weights, c).plus_products(1, own, problem.centre).rounded);
  }
  std::vector<double> result;
  result.reserve(rows.size() * classes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t first = result.size();
    const auto add = [&](std::size_t j, double value) {
      for (std::size_t c = 0; c < classes; ++c) {
        result[first + c] += weights.coefficients[c * problem.features + j] * value;
      }
    };
    if (const auto* sparse = std::get_if<SparseBatch>(&rows.features)) {
      result.insert(result.end(), weights.intercepts.begin(), weights.intercepts.end());
      for (std::uint64_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
        add(sparse->indices[k], problem.known(sparse->indices[k], sparse->value(k)));
      }
    } else {
      const auto& batch = std::get<Batch>(rows.features);
      result.insert(result.end(), at_centre.begin(), at_centre.end());
      for (std::size_t j = 0; j < problem.features; ++j) {
        add(j, problem.known(j, batch.value(i, j)) - problem.centre[j]);
      }
    }
    const auto scores = std::span(result).subspan(first, classes);
    const double most = std::ranges::max(scores);
    double sum = 0;
    for (const double score : scores) {
      sum += std::exp(score - most);
    }
    for (double& score : scores) {
      score -= most + std::log(sum);
    }
  }
  return result;
}

RivalFolds stratified_folds(std::span<const std::uint32_t> classes, std::span<const std::string> labels,
                            std::uint64_t seed) {
  constexpr std::size_t most = 10;
  std::vector<std::size_t> of_class(classes.empty() ? 0 : std::ranges::max(classes) + std::size_t{1});
  for (const std::uint32_t c : classes) ++of_class[c];
  std::size_t count = most;
  for (const std::size_t rows : of_class) {
    if (rows > 1) count = std::min(count, rows);
  }
  RivalFolds folds{FoldOrder(count, seed).next({.rows = classes.size(), .columns = {}}, {classes, labels}), count};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (of_class[classes[i]] == 1) folds.of_rows[i] = no_fold;
  }
  return folds;
}

namespace {

// What weights that were fitted on the rows of all other folds say of those of one, which weigh nothing meanwhile.
void score_fold(const FeatureReader& reader, const FeatureRows& rows, std::span<const std::uint32_t> folds,
                std::size_t fold, const RivalScoring& how, std::span<LeftOutRow> scores) {
  std::vector<double> weights = rows.weights;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (folds[i] != fold) continue;
    places.push_back(i);
    weights[i] = 0;
  }
  const LinearProblem problem = reader.problem(rows, weights);
  try {
    RivalFit fit = fit_rival(problem, *how.options.rival, how.seed, how.threads, how.nearby);
    ClassCounts others = how.classes;
    others.weight = problem.class_weight;
    const std::vector<double> shift = prior_shift(others, how.options);
    for (std::size_t c = 0; c < shift.size(); ++c) add_to_intercept(fit.weights, c, shift[c]);
    const FeatureRows held_out = selected_rows(rows, places);
    const std::vector<double> posteriors = rival_posteriors(held_out.view(), problem, fit.weights);
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (others.weight[held_out.classes[k]] == 0) continue;
      scores[places[k]] =
          scored_row(std::span(posteriors).subspan(k * problem.classes, problem.classes), held_out.classes[k]);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) {
      throw;
    }
  }
}

}  // namespace

LeaveOneOut rival_folds(const FeatureReader& reader, const FeatureRows& rows, const RivalFolds& folds,
                        const RivalScoring& how) {
  std::vector<LeftOutRow> scores(rows.size(), {.log_posterior = not_a_number});
  RivalScoring each = how;
  each.threads = 1;  // threads have a fold each
  Steps steps(how.steps, "folds", folds.count);
  parallel_for(how.threads, folds.count, [&](std::size_t fold, unsigned /*worker*/) {
    score_fold(reader, rows, folds.of_rows, fold, each, scores);
    steps.add();
  });
  LeftOutTotals totals;
  for (std::size_t i = 0; i < rows.size(); ++i) totals.add(scores[i], rows.weights[i]);
  LeaveOneOut result = totals.result();
  result.folds = folds.count;
  return result;
}

TunedRidge tune_ridge(const FeatureReader& reader, const FeatureRows& rows, const RivalFolds& folds,
                      const RivalScoring& how) {
  static constexpr std::array values = {1000.0, 300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001};
  TunedRidge tuned{.ridge = how.options.rival->ridge,
                   .tuning = {.criterion = Criterion::folds, .rows = rows.size(), .folds = folds.count}};
  Options options = how.options;
  RivalScoring tried{.options = options, .classes = how.classes, .seed = how.seed, .threads = how.threads};
  const auto score = [&](double ridge) {
    options.rival->ridge = ridge;
    tried.nearby = fit_rival(reader.problem(rows), *options.rival, how.seed, how.threads, tried.nearby).search;
    const LeaveOneOut found = rival_folds(reader, rows, folds, tried);
    return OptionScore{.value = found.log_loss, .unscored_rows = found.unscored_rows};
  };
  Steps steps(how.steps, "values of the ridge", values.size());
  OptionScore best = score(how.options.rival->ridge);
  tuned.tuning.before = best.value;
  for (const double ridge : values) {
    const OptionScore found = score(ridge);
    steps.add();
    tuned.tuning.trials.push_back({.option = "ridge", .value = fmt::format("{}", ridge), .criterion = found.value});
    if (found.is_better_than(best)) {
      best = found;
      tuned.ridge = ridge;
    }
  }
  for (std::size_t k = 0; k < values.size(); ++k) tuned.tuning.trials[k].chosen = values[k] == tuned.ridge;
  tuned.tuning.after = best.value;
  return tuned;
}

FeatureRows all_rows(const LinearProblem& problem, const FeatureReader& reader, std::size_t most_bytes) {
  FeatureRows all = reader.no_rows();
  problem.each([&](const LinearRows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      all.classes.push_back(rows.classes[i]);
      if (const auto* const batch = std::get_if<Batch>(&rows.features)) {
        all.values.resize(all.values.size() + problem.features);
        batch->copy_row(i, all.values.data() + all.values.size() - problem.features);
        all.weights.push_back(batch->weight(i));
        continue;
      }
      const auto& sparse = std::get<SparseBatch>(rows.features);
      for (std::uint64_t k = sparse.offsets[i]; k < sparse.offsets[i + 1]; ++k) {
        all.values.push_back(sparse.value(k));
        all.indices.push_back(sparse.indices[k]);
      }
      all.offsets.push_back(all.values.size());
      all.weights.push_back(sparse.weight(i));
    }
    if (all.bytes() > most_bytes) {
      throw Error(ErrorCode::bad_data,
                  "the rows are too many to be held in memory, as folds of all of them have to be: leave it out, for "
                  "folds of a sample",
                  "", {{"cv", {}, Remedy::Act::leave_out}});
    }
  });
  return all;
}

}  // namespace suffice
