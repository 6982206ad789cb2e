#include "fit/rival_fit.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "evaluate/metrics/left_out_totals.hpp"
#include "math/special/not_a_number.hpp"
#include "rival/perceptron.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t fold_count = 10;

// For each row its fold: rows of a class are dealt out in turn.
std::vector<std::size_t> dealt_folds(const std::vector<std::uint32_t>& classes, std::size_t count) {
  std::vector<std::size_t> met(count);
  std::vector<std::size_t> folds;
  for (const std::uint32_t c : classes) {
    folds.push_back(met[c]++ % fold_count);
  }
  return folds;
}

LeftOutRow scored_row(std::span<const double> log_posterior, std::uint32_t own) {
  const auto best = std::ranges::max_element(log_posterior) - log_posterior.begin();
  return {log_posterior[own], static_cast<std::uint32_t>(best) == own};
}

}  // namespace

bool needs_rows(const Options& options) { return options.rival && options.rival->loss != RivalLoss::least_squares; }

RivalFit fit_rival(const LinearProblem& problem, const Rival& rival, std::uint64_t seed, unsigned threads,
                   const std::shared_ptr<const LogisticSearch>& nearby) {
  if (rival.loss == RivalLoss::perceptron) {
    constexpr std::size_t row_visits = 500'000;
    const std::size_t epochs = std::clamp<std::size_t>(row_visits / std::max<std::size_t>(problem.rows, 1), 10, 1000);
    PerceptronFit fit = fit_perceptron(problem, {.most_epochs = epochs, .seed = seed});
    return {{std::move(fit.coefficients), std::move(fit.intercepts)},
            {.passes = fit.epochs,
             .converged = fit.margin.has_value(),
             .mistakes = fit.mistakes,
             .radius = fit.radius,
             .margin = fit.margin}};
  }
  LogisticFit fit = fit_logistic(
      problem,
      {.penalty = rival.ridge, .tolerance = problem.dense ? 1e-8 : 1e-6, .threads = threads, .nearby = nearby});
  return {{std::move(fit.coefficients), std::move(fit.intercepts)},
          {.passes = fit.passes, .gradient = fit.gradient, .converged = fit.converged},
          std::move(fit.search)};
}

std::vector<double> rival_posteriors(const LinearRows& rows, const LinearProblem& problem,
                                     const LinearWeights& weights) {
  const std::size_t classes = problem.classes;
  std::vector<double> result;
  result.reserve(rows.size() * classes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t first = result.size();
    result.insert(result.end(), weights.intercepts.begin(), weights.intercepts.end());
    const auto add = [&](std::size_t j, double value) {
      for (std::size_t c = 0; c < classes; ++c) {
        result[first + c] += weights.coefficients[c * problem.features + j] * value;
      }
    };
    if (const auto* sparse = std::get_if<SparseBatch>(&rows.features)) {
      for (std::uint64_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
        add(sparse->indices[k], sparse->value(k));
      }
    } else {
      const auto& batch = std::get<Batch>(rows.features);
      for (std::size_t j = 0; j < problem.features; ++j) {
        const double value = batch.value(i, j);
        add(j, std::isnan(value) ? problem.centre[j] : value);
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

std::optional<LeaveOneOut> rival_folds(const FeatureReader& reader, const FeatureRows& rows, const Rival& rival,
                                       std::span<const double> shift, std::uint64_t seed, unsigned threads,
                                       const std::shared_ptr<const LogisticSearch>& nearby) {
  const std::size_t classes = reader.problem(rows).classes;
  std::vector<std::size_t> of_class(classes);
  for (const std::uint32_t c : rows.classes) {
    ++of_class[c];
  }
  if (rows.size() == 0 || std::ranges::min(of_class) < fold_count) {
    return std::nullopt;
  }
  const std::vector<std::size_t> folds = dealt_folds(rows.classes, classes);
  LeftOutTotals totals;
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    std::vector<std::size_t> inside;
    std::vector<std::size_t> outside;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      (folds[i] == fold ? inside : outside).push_back(i);
    }
    const FeatureRows training = selected_rows(rows, outside);
    const FeatureRows held_out = selected_rows(rows, inside);
    try {
      const LinearProblem problem = reader.problem(training);
      RivalFit fit = fit_rival(problem, rival, seed, threads, nearby);
      std::ranges::transform(fit.weights.intercepts, shift, fit.weights.intercepts.begin(), std::plus<>());
      const std::vector<double> posteriors = rival_posteriors(held_out.view(), problem, fit.weights);
      for (std::size_t i = 0; i < held_out.size(); ++i) {
        totals.add(scored_row(std::span(posteriors).subspan(i * classes, classes), held_out.classes[i]),
                   held_out.weights[i]);
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_data) {
        throw;
      }
      for (const double weight : held_out.weights) totals.add({.log_posterior = not_a_number}, weight);
    }
  }
  LeaveOneOut result = totals.result();
  result.folds = fold_count;
  return result;
}

}  // namespace suffice
