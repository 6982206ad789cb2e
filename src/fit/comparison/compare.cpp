// compare(): learning curves, cross-validated differences, and what the assumptions have to do with them.
#include "suffice/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "fit/comparison/compare_checks.hpp"
#include "fit/comparison/compare_models.hpp"
#include "fit/comparison/split_losses.hpp"
#include "fit/comparison/verdict.hpp"
#include "fit/steps.hpp"
#include "math/special/random.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {

namespace {

constexpr std::size_t least_rows = 20;
constexpr std::size_t least_of_class = 3;

struct Split {
  std::vector<std::size_t> training;
  std::vector<std::size_t> test;
};

// The weight of the test rows of each split.
std::vector<double> test_weights(const std::vector<Split>& splits, const Table& rows) {
  std::vector<double> weights;
  for (const Split& split : splits) {
    double& sum = weights.emplace_back();
    for (const std::size_t i : split.test) sum += rows.weight(i);
  }
  return weights;
}

std::vector<ModelLosses> losses_by_model(const std::vector<std::vector<SplitLoss>>& splits, std::size_t models) {
  std::vector<ModelLosses> columns(models);
  for (const std::vector<SplitLoss>& split : splits) {
    for (std::size_t k = 0; k < models; ++k) {
      columns[k].log_loss.push_back(split[k].log_loss);
      columns[k].error.push_back(split[k].error);
      if (!split[k].problem.empty()) columns[k].problems.push_back(split[k].problem);
    }
  }
  return columns;
}

std::vector<std::vector<SplitLoss>> losses_of(const ComparedModels& models, const std::vector<Split>& splits,
                                              unsigned threads, Steps& steps) {
  std::vector<std::vector<SplitLoss>> losses(splits.size());
  parallel_for(threads, splits.size(), [&](std::size_t k, unsigned /*worker*/) {
    losses[k] = models.losses(splits[k].training, splits[k].test);
    steps.add(splits[k].training.size());
  });
  return losses;
}

// The rows that weigh something.
std::vector<std::size_t> weighing_rows(const Table& rows) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (rows.weight(i) > 0) places.push_back(i);
  }
  return places;
}

// Rows in random order, but so that the first ones have each class in proportion.
std::vector<std::size_t> mixed_order(std::vector<std::size_t> order, const std::vector<std::uint32_t>& classes,
                                     std::size_t count, Random& random) {
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i)]);
  }
  std::vector<double> sizes(count);
  for (const std::size_t i : order) {
    ++sizes[classes[i]];
  }
  std::vector<double> met(count);
  std::vector<double> place(classes.size());
  for (const std::size_t i : order) {
    place[i] = (met[classes[i]]++ + 0.5) / sizes[classes[i]];
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return place[i]; });
  return order;
}

// The number of each row where rows are counted class after class, in that order within a class: every k-th number is a
// stratified share of the rows. Every k-th row of an order that mixes the classes is not: it may be of one class.
std::vector<std::size_t> numbers_by_class(const std::vector<std::size_t>& order,
                                          const std::vector<std::uint32_t>& classes, std::size_t count) {
  std::vector<std::size_t> next(count);
  for (const std::size_t i : order) {
    if (classes[i] + std::size_t{1} < count) ++next[classes[i] + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::size_t> numbers(classes.size());
  for (const std::size_t i : order) {
    numbers[i] = next[classes[i]]++;
  }
  return numbers;
}

// Each fold is tested on once; a row without one is in no split.
std::vector<Split> fold_splits(const std::vector<std::uint32_t>& fold_of_rows, std::size_t folds) {
  std::vector<Split> splits(folds);
  for (std::size_t i = 0; i < fold_of_rows.size(); ++i) {
    if (fold_of_rows[i] == no_fold) continue;
    for (std::size_t fold = 0; fold < folds; ++fold) {
      (fold_of_rows[i] == fold ? splits[fold].test : splits[fold].training).push_back(i);
    }
  }
  return splits;
}

bool has_each_class_twice(std::span<const std::size_t> rows, const std::vector<std::uint32_t>& classes,
                          std::size_t count) {
  std::vector<std::size_t> met(count);
  for (const std::size_t i : rows) {
    ++met[classes[i]];
  }
  return std::ranges::min(met) >= 2;
}

// 10, 20, 50, 100, … up to `most`, and that.
std::vector<std::size_t> curve_sizes(std::size_t most) {
  std::vector<std::size_t> sizes;
  for (std::size_t power = 10; power < most; power *= 10) {
    for (const std::size_t factor : {1U, 2U, 5U}) {
      if (factor * power < most) {
        sizes.push_back(factor * power);
      }
    }
  }
  sizes.push_back(most);
  return sizes;
}

std::vector<CurveLosses> add_curves(const Table& table, const ComparedModels& compared, const CompareOptions& options,
                                    unsigned threads, Steps& steps, Comparison& result) {
  const std::size_t rows = result.rows;
  const std::size_t classes = result.labels.size();
  const std::size_t test_rows = rows / 5;
  const std::vector<std::size_t> places = weighing_rows(table);
  std::vector<CurveLosses> curve;
  std::vector<std::vector<std::size_t>> orders;
  for (std::size_t repeat = 0; repeat < options.repeats; ++repeat) {
    Random random(mix_seed(options.seed, repeat + 1));
    orders.push_back(mixed_order(places, compared.classes(), classes, random));
  }
  for (const std::size_t size : curve_sizes(rows - test_rows)) {
    std::vector<Split> splits;
    bool possible = true;
    for (const std::vector<std::size_t>& order : orders) {
      // Every fifth row of each class is tested on; the training rows are the first of the others.
      const std::vector<std::size_t> numbers = numbers_by_class(order, compared.classes(), classes);
      Split split;
      for (const std::size_t i : order) {
        if (numbers[i] % 5 == 4) {
          split.test.push_back(i);
        } else if (split.training.size() < size) {
          split.training.push_back(i);
        }
      }
      possible = possible && has_each_class_twice(split.training, compared.classes(), classes);
      splits.push_back(std::move(split));
    }
    if (!possible) {
      for (const Split& split : splits) steps.add(split.training.size());
      continue;
    }
    // As where all other rows are trained on, whose training sets overlap most.
    const CurveLosses at{.rows = splits[0].training.size(),
                         .models = losses_by_model(losses_of(compared, splits, threads, steps), result.models.size()),
                         .weights = test_weights(splits, table),
                         .test_share = static_cast<double>(test_rows) / static_cast<double>(rows - test_rows)};
    for (std::size_t k = 0; k < at.models.size(); ++k) {
      result.models[k].curve.push_back({at.rows, interval_of(at.models[k].log_loss, at.weights, at.test_share),
                                        interval_of(at.models[k].error, at.weights, at.test_share)});
    }
    curve.push_back(at);
  }
  return curve;
}

std::size_t fold_count(const ComparedModels& compared) {
  return std::min<std::size_t>(10, std::ranges::min(compared.summary().classes.rows));
}

// Over all splits, of curves and of folds.
std::size_t rows_trained_on(const ComparedModels& compared, const CompareOptions& options) {
  const std::size_t rows = compared.summary().classes.total_rows();
  std::size_t sum = rows * (fold_count(compared) - 1);
  for (const std::size_t size : curve_sizes(rows - rows / 5)) {
    sum += options.repeats * size;
  }
  return sum;
}

// By the folds that other validation of the rows has. The curves tell which model overtakes another.
void add_folds(const Table& table, const Labels& labels, const ComparedModels& compared, const CompareOptions& options,
               const std::vector<CurveLosses>& curve, unsigned threads, Steps& steps, Comparison& result) {
  result.folds = fold_count(compared);
  const std::vector<Split> splits =
      fold_splits(FoldOrder(result.folds, options.seed).next(table, labels), result.folds);
  const std::vector<ModelLosses> columns =
      losses_by_model(losses_of(compared, splits, threads, steps), result.models.size());
  const double share = 1 / static_cast<double>(result.folds - 1);
  const std::vector<double> weights = test_weights(splits, table);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    result.models[k].folds = {splits[0].training.size(), interval_of(columns[k].log_loss, weights, share),
                              interval_of(columns[k].error, weights, share)};
    result.models[k].failed_folds = columns[k].problems.size();
    if (!columns[k].problems.empty()) result.models[k].problem = columns[k].problems.front();
  }
  const auto add = [&](std::size_t first, std::size_t second, bool partners) {
    result.differences.push_back(
        {first, second, interval_of(log_loss_differences(columns[first], columns[second]), weights, share), partners});
    ModelDifference& difference = result.differences.back();
    if (const std::optional<Overtaking> found = overtaking(curve, first, second)) {
      difference.other_led_at = found->other_led_at;
      difference.overtakes_at = found->leads_from;
    }
  };
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (const std::optional<std::size_t> partner = result.models[k].partner) add(k, *partner, true);
  }
  for (std::size_t k = 1; k < columns.size(); ++k) {
    if (result.models[k].generative) add(k, 0, false);
  }
}

void check_rows(const Comparison& result, const ComparedModels& compared, const std::string& target) {
  if (result.labels.size() < 2) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the target '{}' has one label only: there is nothing to compare", target));
  }
  if (result.rows < least_rows) {
    throw Error(ErrorCode::bad_data,
                fmt::format("there are {} rows, too few to compare models on; {} are needed", result.rows, least_rows));
  }
  const ClassCounts& classes = compared.summary().classes;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (classes.rows[c] < least_of_class) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("the label '{}' has {} row{}, too few to learn it and to test on it; leave its rows out, or "
                      "join it with another label",
                      classes.labels[c], classes.rows[c], classes.rows[c] == 1 ? "" : "s"));
    }
  }
}

}  // namespace

Comparison compare(const Table& rows, const Labels& labels, const Schema& schema, const CompareOptions& options) {
  const unsigned threads = thread_count(options.threads);
  ComparedModels compared(rows, labels, schema, options.roles, threads);
  Comparison result;
  result.rows = compared.summary().classes.total_rows();
  result.labels = compared.summary().classes.labels;
  result.repeats = options.repeats;
  result.models = compared.models();
  check_label_count(result.labels.size(), result.rows, schema.target);
  check_rows(result, compared, schema.target);
  tell(options.steps, "fitting all rows");
  compared.prepare(threads);
  Steps steps(options.steps, "training rows", rows_trained_on(compared, options));
  const std::vector<CurveLosses> curve = add_curves(rows, compared, options, threads, steps, result);
  add_folds(rows, labels, compared, options, curve, threads, steps, result);
  tell(options.steps, "testing assumptions");
  AssumptionChecks checks = assumption_checks(rows, compared.summary(), compared.classes(), options.seed, threads);
  result.checks = std::move(checks.checks);
  result.incomplete_tests = std::move(checks.incomplete_tests);
  result.notes = std::move(checks.notes);
  if (std::string note = products_note(compared.summary().schema); !note.empty()) {
    result.notes.push_back(std::move(note));
  }
  result.discriminants = discriminant_table(rows, compared.summary(), compared.classes(), result.notes);
  result.verdict = verdict_on(result);
  return result;
}

void add_plain_fit(const FitResult& plain, Comparison& comparison) {
  const std::optional<LeaveOneOut>& found = plain.leave_one_out;
  if (!found || found->folds == 0 || !std::isfinite(found->log_loss)) return;
  const std::vector<RankedModel>& models = plain.stored.ranking.models;
  comparison.plain_fit = {.chosen = models.empty() ? model_name(plain.stored.options) : models.front().name,
                          .folds = found->folds,
                          .log_loss = found->log_loss,
                          .error = 1 - found->accuracy.value};
  comparison.verdict.push_back(plain_fit_text(*comparison.plain_fit, comparison));
}

}  // namespace suffice
