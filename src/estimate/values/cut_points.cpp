#include "estimate/values/cut_points.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "data/schema/encodings.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

double times_log(double x) { return x > 0 ? x * std::log(x) : 0; }

// Of the classes, in bits, and how many of them there are.
struct Entropy {
  double bits = 0;
  double total = 0;
  double classes = 0;
};

// Sums of the counts up to each bin, from which those of any range of bins follow.
class CountsUpTo {
 public:
  CountsUpTo(std::span<const double> counts, std::size_t classes) : classes_(classes), sums_(classes) {
    sums_.reserve(counts.size() + classes);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      sums_.push_back(sums_[i] + counts[i]);
    }
  }

  [[nodiscard]] std::size_t bins() const { return sums_.size() / classes_ - 1; }

  [[nodiscard]] Entropy entropy(std::size_t first, std::size_t last) const {
    Entropy result;
    double sum = 0;
    for (std::size_t c = 0; c < classes_; ++c) {
      const double count = sums_[last * classes_ + c] - sums_[first * classes_ + c];
      sum -= times_log(count);
      result.total += count;
      result.classes += count > 0 ? 1 : 0;
    }
    if (result.total > 0) {
      result.bits = (sum + times_log(result.total)) / (result.total * std::numbers::ln2);
    }
    return result;
  }

 private:
  std::size_t classes_;
  std::vector<double> sums_;
};

// log₂(3ᵏ − 2), k ≥ 1.
double log2_of_splits(double classes) {
  return classes * std::log2(3.0) + std::log1p(-2 * std::pow(3.0, -classes)) / std::numbers::ln2;
}

double entropy_of_sides(const Entropy& low, const Entropy& high) {
  return (low.bits * low.total + high.bits * high.total) / (low.total + high.total);
}

// Appends the edges chosen among the bins first, …, last − 1.
void cut_range(const CountsUpTo& counts, std::size_t first, std::size_t last, std::vector<std::size_t>& chosen) {
  const Entropy all = counts.entropy(first, last);
  if (last - first < 2 || !(all.total > 1) || all.classes < 2) {
    return;
  }
  constexpr double rounding = 1e-13;  // edges that leave the same entropy are to be told from those that leave less
  std::size_t best = last;
  double least = all.bits;
  for (std::size_t at = first + 1; at < last; ++at) {
    const double bits = entropy_of_sides(counts.entropy(first, at), counts.entropy(at, last));
    if (bits < least - rounding) {
      least = bits;
      best = at;
    }
  }
  if (best == last) {
    return;
  }
  const Entropy low = counts.entropy(first, best);
  const Entropy high = counts.entropy(best, last);
  const double length = std::log2(all.total - 1) + log2_of_splits(all.classes) -
                        (all.classes * all.bits - low.classes * low.bits - high.classes * high.bits);
  if (!(all.bits - least > length / all.total)) {
    return;
  }
  cut_range(counts, first, best, chosen);
  chosen.push_back(best - 1);
  cut_range(counts, best, last, chosen);
}

std::vector<double> bin_weights(std::span<const double> counts, std::size_t classes) {
  std::vector<double> weights;
  for (std::size_t first = 0; first < counts.size(); first += classes) {
    const auto bin = counts.subspan(first, classes);
    weights.push_back(std::accumulate(bin.begin(), bin.end(), 0.0));
  }
  return weights;
}

// Of ascending numbers, the position of the one nearest to x, the lower of two.
std::size_t nearest(std::span<const double> ascending, double x) {
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(ascending, x) - ascending.begin());
  if (above == 0) {
    return 0;
  }
  return above == ascending.size() || x - ascending[above - 1] <= ascending[above] - x ? above - 1 : above;
}

std::vector<std::size_t> distinct(std::vector<std::size_t> ascending) {
  const auto rest = std::ranges::unique(ascending);
  ascending.erase(rest.begin(), rest.end());
  return ascending;
}

std::vector<std::size_t> chosen_cuts(const Cuts& cuts, std::span<const double> edges, std::span<const double> counts,
                                     std::size_t classes) {
  switch (cuts.rule) {
    case CutRule::equal_width:
      return equal_width_cuts(edges, cuts.bins);
    case CutRule::equal_frequency:
      return equal_frequency_cuts(counts, classes, cuts.bins);
    case CutRule::mdl:
      break;
  }
  return mdl_cuts(counts, classes);
}

// The counts of bins that are divided at the chosen edges alone.
void append_joined(std::span<const double> counts, std::size_t classes, std::span<const std::size_t> chosen,
                   std::vector<double>& out) {
  std::size_t bin = 0;
  for (std::size_t k = 0; k <= chosen.size(); ++k) {
    const std::size_t end = k < chosen.size() ? chosen[k] + 1 : counts.size() / classes;
    const std::size_t start = out.size();
    out.resize(start + classes);
    for (; bin < end; ++bin) {
      for (std::size_t c = 0; c < classes; ++c) {
        out[start + c] += counts[bin * classes + c];
      }
    }
  }
}

// The counts of pairs of values of joined bins; joined[j][m] is what value m of feature j has become.
std::vector<double> joined_pairs(const ValueCounts& fine, const ValueCounts& coarse, std::size_t classes,
                                 const std::vector<std::vector<std::size_t>>& joined) {
  const PairLayout from(fine.values, classes);
  const PairLayout to(coarse.values, classes);
  std::vector<double> pairs(to.total());
  for (std::size_t j = 0; j < from.features(); ++j) {
    for (std::size_t k = j + 1; k < from.features(); ++k) {
      for (std::size_t u = 0; u < from.size(j); ++u) {
        for (std::size_t v = 0; v < from.size(k); ++v) {
          const std::size_t place = from.place(j, u, k, v);
          const std::size_t joined_place = to.place(j, joined[j][u], k, joined[k][v]);
          for (std::size_t c = 0; c < classes; ++c) {
            pairs[joined_place + c] += fine.pairs[place + c];
          }
        }
      }
    }
  }
  return pairs;
}

// What each of `bins` bins becomes when they are divided at the chosen edges alone, and each of `values` in all.
std::vector<std::size_t> joined_values(std::size_t values, std::size_t bins, std::span<const std::size_t> chosen) {
  std::vector<std::size_t> joined;
  for (std::size_t m = 0; m < values; ++m) {
    const auto before = static_cast<std::size_t>(std::ranges::lower_bound(chosen, m) - chosen.begin());
    joined.push_back(m < bins ? before : chosen.size() + 1 + m - bins);
  }
  return joined;
}

}  // namespace

std::vector<std::size_t> mdl_cuts(std::span<const double> counts, std::size_t classes) {
  std::vector<std::size_t> chosen;
  const CountsUpTo sums(counts, classes);
  cut_range(sums, 0, sums.bins(), chosen);
  return chosen;
}

std::vector<std::size_t> equal_width_cuts(std::span<const double> edges, std::size_t bins) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 1; !edges.empty() && k < bins; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(bins);
    chosen.push_back(nearest(edges, std::lerp(edges.front(), edges.back(), share)));
  }
  return distinct(std::move(chosen));
}

std::vector<std::size_t> equal_frequency_cuts(std::span<const double> counts, std::size_t classes, std::size_t bins) {
  const std::vector<double> weights = bin_weights(counts, classes);
  std::vector<double> up_to;  // the weight below each edge that has rows on both sides, the first of several equal ones
  std::vector<std::size_t> edges;
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double below = 0;
  for (std::size_t k = 0; k + 1 < weights.size(); ++k) {
    below += weights[k];
    if (weights[k] > 0 && below < total) {
      up_to.push_back(below);
      edges.push_back(k);
    }
  }
  if (edges.size() < bins) {
    return edges;
  }
  std::vector<std::size_t> chosen;
  for (std::size_t k = 1; k < bins; ++k) {
    chosen.push_back(edges[nearest(up_to, total * static_cast<double>(k) / static_cast<double>(bins))]);
  }
  return distinct(std::move(chosen));
}

JoinedBins join_bins(const ValueBlock& values, const ValueOptions& options) {
  const std::size_t classes = values.classes.size();
  JoinedBins result{values.block, {}};
  std::vector<std::vector<std::size_t>> joined;
  std::span<const double> counts = values.sums.counts;
  for (std::size_t j = 0; j < values.sums.values.size(); ++j) {
    const std::span<const double> own = counts.first(values.sums.values[j].size() * classes);
    counts = counts.subspan(own.size());
    const auto cuts = options.cuts.find(values.block.features[j]);
    if (cuts == options.cuts.end()) {
      result.sums.values.push_back(values.sums.values[j]);
      result.sums.counts.insert(result.sums.counts.end(), own.begin(), own.end());
      joined.emplace_back(values.sums.values[j].size());
      std::iota(joined.back().begin(), joined.back().end(), std::size_t{0});
      continue;
    }
    const std::vector<double>& edges = values.block.edges[j];
    const std::span<const double> of_bins = own.first((edges.size() + 1) * classes);
    const std::vector<std::size_t> chosen = chosen_cuts(cuts->second, edges, of_bins, classes);
    joined.push_back(joined_values(values.sums.values[j].size(), edges.size() + 1, chosen));
    std::vector<double> kept;
    std::ranges::transform(chosen, std::back_inserter(kept), [&](std::size_t k) { return edges[k]; });
    if (kept.empty()) {
      kept.push_back(edge_below_all);
    }
    std::vector<std::string> names = bin_names(kept);
    if (chosen.empty()) {
      names.erase(names.begin());  // the bin that no number is in
    }
    if (has_missing_value(values.block, j)) {
      names.emplace_back(missing_value_name);
    }
    append_joined(of_bins, classes, chosen, result.sums.counts);
    const std::span<const double> missing = own.subspan(of_bins.size());
    result.sums.counts.insert(result.sums.counts.end(), missing.begin(), missing.end());
    result.sums.values.push_back(std::move(names));
    result.block.edges[j] = std::move(kept);
  }
  if (!values.sums.pairs.empty()) {
    result.sums.pairs = joined_pairs(values.sums, result.sums, classes, joined);
  }
  return result;
}

}  // namespace suffice
