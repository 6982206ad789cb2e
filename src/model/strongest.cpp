#include "model/strongest.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "estimate/terms/term_parameters.hpp"
#include "math/special/log_zero.hpp"

namespace suffice {

namespace {

bool is_stronger(double log_odds, double count, const FeatureOdds& than) {
  if (log_odds != than.log_odds) {
    return log_odds > than.log_odds;
  }
  return std::isinf(log_odds) && count > than.count;
}

}  // namespace

OddsAgainstOthers::OddsAgainstOthers(bool is_density, std::span<const double> class_prior)
    : is_density_(is_density),
      prior_(class_prior.begin(), class_prior.end()),
      others_(prior_.size()),
      parts_(prior_.size()),
      rests_(prior_.size()) {
  if (std::ranges::none_of(prior_, [](double share) { return share > 0; })) {
    std::ranges::fill(prior_, 1.0);
  }
  sums_of_others(prior_, others_);
}

void OddsAgainstOthers::take(std::span<double> logs) {
  if (logs.size() < 2) {
    std::ranges::fill(logs, 0.0);
    return;
  }
  const std::size_t first = largest(logs);
  const double reference = is_density_ ? logs[first] : 0;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    parts_[k] = part(prior_[k], logs[k], reference);
  }
  sums_of_others(parts_, rests_);
  for (std::size_t c = 0; c < logs.size(); ++c) {
    rests_[c] = mean(rests_[c], others_[c], reference);
  }
  rests_[first] = rest(first, logs);
  for (std::size_t c = 0; c < logs.size(); ++c) {
    logs[c] = logs[c] == rests_[c] ? 0 : logs[c] - rests_[c];
  }
}

// The class of the largest logarithm among those that have a prior.
std::size_t OddsAgainstOthers::largest(std::span<const double> logs) const {
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    if (prior_[k] > 0 && (!found || logs[k] > logs[*found])) {
      found = k;
    }
  }
  return *found;
}

double OddsAgainstOthers::part(double share, double log, double reference) const {
  if (!(share > 0) || (is_density_ && log == log_zero)) {
    return 0;
  }
  return share * (is_density_ ? std::exp(log - reference) : log);
}

double OddsAgainstOthers::mean(double sum, double weight, double reference) const {
  return !is_density_ ? sum / weight : sum > 0 ? std::log(sum / weight) + reference : log_zero;
}

// What the others of one class say, without its own logarithm as a reference, which may be far above theirs. It is
// the class of the largest that has a prior: where the others have none, it is this one that has it all.
double OddsAgainstOthers::rest(std::size_t c, std::span<const double> logs) const {
  const bool alike = !(others_[c] > 0);
  const auto counts = [&](std::size_t k) { return k != c && (alike || prior_[k] > 0); };
  double reference = log_zero;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    reference = counts(k) ? std::max(reference, logs[k]) : reference;
  }
  reference = is_density_ ? reference : 0;
  double sum = 0;
  double weight = 0;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    if (counts(k)) {
      const double share = alike ? 1 : prior_[k];
      sum += part(share, logs[k], reference);
      weight += share;
    }
  }
  return mean(sum, weight, reference);
}

StrongestFeatures::StrongestFeatures(std::span<const std::size_t> classes, std::size_t most)
    : classes_(classes.begin(), classes.end()), most_(most), found_(classes.size()), is_full_(classes.size()) {}

void StrongestFeatures::offer(std::string_view feature, std::string_view value, std::span<const double> log_odds,
                              std::span<const double> counts) {
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const double odds = log_odds[classes_[k]];
    const double count = counts.empty() ? 0 : counts[classes_[k]];
    std::vector<FeatureOdds>& found = found_[k];
    if (std::isnan(odds) || (is_full_[k] != 0 && (most_ == 0 || !is_stronger(odds, count, found[most_ - 1])))) {
      continue;
    }
    found.push_back({std::string(feature), std::string(value), odds, count});
    if (found.size() > most_ && found.size() - most_ >= most_) {
      keep(found);
      is_full_[k] = 1;
    }
  }
}

std::vector<std::vector<FeatureOdds>> StrongestFeatures::take() {
  for (std::vector<FeatureOdds>& found : found_) {
    keep(found);
  }
  return std::move(found_);
}

void StrongestFeatures::keep(std::vector<FeatureOdds>& found) const {
  std::ranges::stable_sort(
      found, [](const FeatureOdds& a, const FeatureOdds& b) { return is_stronger(a.log_odds, a.count, b); });
  found.resize(std::min(found.size(), most_));
}

}  // namespace suffice
