#include "evaluate/calibration/opinions.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace suffice {

namespace {

std::size_t group_of(Kind kind) {
  switch (kind) {
    case Kind::measurements:
    case Kind::amounts:
      return 0;
    case Kind::categories:
      return 1;
    case Kind::counts:
    case Kind::text:
      break;
  }
  return 2;
}

/// What some readings say, summed over those of each group.
struct Opinion {
  std::vector<std::size_t> readings = {};  // by place
  std::vector<std::size_t> groups = {};    // of each
  std::vector<ReadingScores> scores = {};
};

Opinion opinion_of(const OutOfSample& scores, std::vector<std::size_t> readings, std::vector<std::size_t> groups) {
  Opinion opinion{std::move(readings), std::move(groups), {}};
  opinion.scores.resize(std::ranges::max(opinion.groups) + 1);
  for (std::size_t k = 0; k < opinion.readings.size(); ++k) {
    const std::vector<double>& says = scores.groups[opinion.readings[k]].log_density;
    std::vector<double>& sum = opinion.scores[opinion.groups[k]].log_density;
    if (sum.empty()) {
      sum = says;
    } else {
      std::ranges::transform(sum, says, sum.begin(), std::plus<>());
    }
  }
  return opinion;
}

Opinion all_together(const OutOfSample& scores, const Schema& schema, const Options& options) {
  std::vector<std::size_t> readings(options.readings.size());
  std::iota(readings.begin(), readings.end(), std::size_t{0});
  return opinion_of(scores, std::move(readings), reading_groups(schema, options));
}

// Adds the fit of an opinion, in that share, to that of all readings.
void add(const TemperatureFit& fit, const Opinion& opinion, double share, TemperatureFit& sum) {
  for (std::size_t k = 0; k < opinion.readings.size(); ++k) {
    sum.temperatures[opinion.readings[k]] += share * fit.temperatures[opinion.groups[k]];
  }
  if (!fit.offsets.empty()) sum.offsets.resize(fit.offsets.size());
  for (std::size_t c = 0; c < fit.offsets.size(); ++c) sum.offsets[c] += share * fit.offsets[c];
  sum.loss = fit.loss;
  sum.rows_left_out = std::max(sum.rows_left_out, fit.rows_left_out);
}

OutOfSample with_groups(OutOfSample scores, std::span<const ReadingScores> groups) {
  scores.groups = groups;
  return scores;
}

// Adds an opinion in that share; the losses are those of the latest.
void add(CrossFitted own, const Opinion& opinion, double share, CrossFitted& sum) {
  const TemperatureFit none{.temperatures = std::vector<double>(sum.all.temperatures.size())};
  add(own.all, opinion, share, sum.all);
  sum.folds.resize(own.folds.size(), none);
  for (std::size_t f = 0; f < own.folds.size(); ++f) add(own.folds[f], opinion, share, sum.folds[f]);
  sum.losses = std::move(own.losses);
}

bool is_better(const std::vector<double>& losses, const std::vector<double>& than, std::span<const double> weights) {
  constexpr double margin = 0.7;
  std::vector<double> difference;
  std::ranges::transform(than, losses, std::back_inserter(difference), std::minus<>());
  const MeanLoss gain = mean_loss(difference, weights);
  return gain.value > margin * gain.standard_error;
}

}  // namespace

std::vector<std::size_t> reading_groups(const Schema& schema, const Options& options) {
  std::vector<std::size_t> kinds;
  std::vector<std::size_t> numbers(6);
  for (const Reading& reading : options.readings) {
    kinds.push_back(group_of(schema.blocks[reading.block].kind) + (reading.pooled ? 3 : 0));
    numbers[kinds.back()] = 1;
  }
  std::exclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), std::size_t{0});
  std::vector<std::size_t> groups;
  std::ranges::transform(kinds, std::back_inserter(groups), [&](std::size_t kind) { return numbers[kind]; });
  return groups;
}

std::vector<std::vector<std::size_t>> opinions(const Schema& schema, const Options& options) {
  std::vector<std::vector<std::size_t>> result(1);
  std::vector<std::size_t> second;
  std::set<std::string> read;  // by the second
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    (options.readings[r].pooled ? second : result.front()).push_back(r);
    if (!options.readings[r].pooled) continue;
    for (std::string& column : columns_of(schema.blocks[options.readings[r].block])) read.insert(std::move(column));
  }
  if (second.empty()) return result;
  for (const std::size_t r : result.front()) {
    const std::vector<std::string> columns = columns_of(schema.blocks[options.readings[r].block]);
    const auto is_read = [&](const std::string& column) { return read.contains(column); };
    if (std::ranges::none_of(columns, is_read)) second.push_back(r);
  }
  result.push_back(std::move(second));
  return result;
}

TemperatureFit fit_readings(const OutOfSample& scores, const Schema& schema, const Options& options) {
  const Opinion all = all_together(scores, schema, options);
  TemperatureFit result{.temperatures = std::vector<double>(options.readings.size())};
  add(fit_temperatures(with_groups(scores, all.scores), false), all, 1, result);
  return result;
}

CrossFitted cross_fitted_readings(const OutOfSample& scores, const Schema& schema, const Options& options,
                                  std::span<const std::uint32_t> folds) {
  const CrossFitted none{.all = {.temperatures = std::vector<double>(options.readings.size())}};
  CrossFitted together = none;
  const Opinion all = all_together(scores, schema, options);
  add(cross_fitted(with_groups(scores, all.scores), folds), all, 1, together);
  const std::vector<std::vector<std::size_t>> places = opinions(schema, options);
  if (places.size() == 1) return together;
  CrossFitted mean = none;
  for (const std::vector<std::size_t>& readings : places) {
    Options own;
    for (const std::size_t r : readings) own.readings.push_back(options.readings[r]);
    for (Reading& reading : own.readings) reading.pooled = false;
    const Opinion one = opinion_of(scores, readings, reading_groups(schema, own));
    add(cross_fitted(with_groups(scores, one.scores), folds), one, 1 / static_cast<double>(places.size()), mean);
  }
  mean.losses = tempered_losses(scores, mean.folds, folds);
  return is_better(together.losses, mean.losses, scores.weights) ? together : mean;
}

}  // namespace suffice
