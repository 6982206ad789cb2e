#include "evaluate/calibration/opinions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
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

OutOfSample with_groups(OutOfSample scores, std::span<const ReadingScores> groups) {
  scores.groups = groups;
  return scores;
}

std::vector<Opinion> all_opinions(const OutOfSample& scores, const Schema& schema, const Options& options) {
  std::vector<Opinion> all;
  for (const std::vector<std::size_t>& readings : opinions(schema, options)) {
    Options own;
    for (const std::size_t r : readings) own.readings.push_back(options.readings[r]);
    all.push_back(opinion_of(scores, readings, reading_groups(schema, own)));
  }
  return all;
}

/// The fits of opinions, each counted by its weight. Σ_k w_k (log π + b_k + Σ_g T_kg log p_g) has the prior Σ_k w_k
/// times, for which offsets make up; what these have in common is nothing.
TemperatureFit joined(const std::vector<Opinion>& opinions, std::span<const TemperatureFit> fits,
                      const TemperatureFit& stacked, std::span<const double> log_prior, std::size_t readings) {
  TemperatureFit sum = stacked;
  sum.temperatures.assign(readings, 0);
  const std::vector<double>& weights = stacked.temperatures;
  const double more = std::reduce(weights.begin(), weights.end()) - 1;
  for (const double prior : log_prior) sum.offsets.push_back(more * (prior - log_prior.front()));
  for (std::size_t k = 0; k < opinions.size(); ++k) {
    for (std::size_t r = 0; r < opinions[k].readings.size(); ++r) {
      sum.temperatures[opinions[k].readings[r]] += weights[k] * fits[k].temperatures[opinions[k].groups[r]];
    }
    for (std::size_t c = 0; c < fits[k].offsets.size(); ++c) sum.offsets[c] += weights[k] * fits[k].offsets[c];
  }
  const double mean = std::reduce(sum.offsets.begin(), sum.offsets.end()) / static_cast<double>(sum.offsets.size());
  for (double& offset : sum.offsets) offset -= mean;
  if (std::ranges::all_of(sum.offsets, [](double offset) { return offset == 0; })) sum.offsets.clear();
  return sum;
}

/// Of one opinion its temperatures are those of its readings.
TemperatureFit spelt_out(TemperatureFit fit, const Opinion& opinion) {
  std::vector<double> temperatures;
  for (const std::size_t group : opinion.groups) temperatures.push_back(fit.temperatures[group]);
  fit.temperatures = std::move(temperatures);
  return fit;
}

}  // namespace

std::vector<std::size_t> reading_groups(const Schema& schema, const Options& options) {
  std::vector<std::size_t> kinds;
  std::vector<std::size_t> numbers(3);
  for (const Reading& reading : options.readings) {
    kinds.push_back(group_of(schema.blocks[reading.block].kind));
    numbers[kinds.back()] = 1;
  }
  std::exclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), std::size_t{0});
  std::vector<std::size_t> groups;
  std::ranges::transform(kinds, std::back_inserter(groups), [&](std::size_t kind) { return numbers[kind]; });
  return groups;
}

std::vector<std::vector<std::size_t>> opinions(const Schema& schema, const Options& options) {
  std::map<std::size_t, std::vector<std::size_t>> own;  // readings, by opinion
  std::map<std::size_t, std::set<std::string>> read;    // columns, by opinion
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    const Reading& reading = options.readings[r];
    own[reading.opinion].push_back(r);
    for (std::string& column : columns_of(schema.blocks[reading.block]))
      read[reading.opinion].insert(std::move(column));
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto& [opinion, readings] : own) {
    for (const std::size_t r : opinion == 0 ? std::vector<std::size_t>() : own[0]) {
      const std::vector<std::string> columns = columns_of(schema.blocks[options.readings[r].block]);
      const auto is_read = [&](const std::string& column) { return read[opinion].contains(column); };
      if (std::ranges::none_of(columns, is_read)) readings.push_back(r);
    }
    result.push_back(readings);
  }
  return result;
}

CrossFitted stacked(std::vector<ReadingScores> opinions, const OutOfSample& scores,
                    std::span<const std::uint32_t> folds) {
  constexpr double kept = 1.0 / 3;  // of the first opinion's own say
  const double share = 1 / static_cast<double>(opinions.size());
  std::vector<ReadingScores> shares = opinions;
  for (ReadingScores& opinion : shares) {
    for (double& score : opinion.log_density) score *= share;
  }
  const std::vector<double> no_prior(scores.log_prior.size());
  CrossFitted fit = cross_fitted_temperatures({shares, no_prior, scores.labels, scores.weights}, folds);
  const auto weigh = [&](TemperatureFit& fitted) {
    for (double& weight : fitted.temperatures) weight *= (1 - kept) * share;
    fitted.temperatures.front() += kept;
  };
  weigh(fit.all);
  std::ranges::for_each(fit.folds, weigh);
  const OutOfSample weighed{opinions, no_prior, scores.labels, scores.weights};
  fit.losses =
      folds.empty() ? tempered_losses(weighed, fit.all.temperatures, {}) : tempered_losses(weighed, fit.folds, folds);
  return fit;
}

CrossFitted cross_fitted_readings(const OutOfSample& scores, const Schema& schema, const Options& options,
                                  std::span<const std::uint32_t> folds) {
  const std::vector<Opinion> all = all_opinions(scores, schema, options);
  std::vector<CrossFitted> fits;
  std::vector<ReadingScores> says;
  for (const Opinion& opinion : all) {
    const OutOfSample own = with_groups(scores, opinion.scores);
    fits.push_back(folds.empty() ? cross_fitted_temperatures(own, folds) : cross_fitted(own, folds));
    if (all.size() > 1) says.push_back(tempered_scores(own, fits.back(), folds));
  }
  if (all.size() == 1) {
    CrossFitted& one = fits.front();
    one.all = spelt_out(std::move(one.all), all.front());
    for (TemperatureFit& fit : one.folds) fit = spelt_out(std::move(fit), all.front());
    return std::move(one);
  }
  CrossFitted pool = stacked(std::move(says), scores, folds);
  std::vector<TemperatureFit> own;
  const auto join = [&](TemperatureFit& weights) {
    weights = joined(all, own, weights, scores.log_prior, options.readings.size());
  };
  std::ranges::transform(fits, std::back_inserter(own), &CrossFitted::all);
  join(pool.all);
  for (std::size_t f = 0; f < pool.folds.size(); ++f) {
    for (std::size_t k = 0; k < fits.size(); ++k) own[k] = fits[k].folds[f];
    join(pool.folds[f]);
  }
  return pool;
}

}  // namespace suffice
