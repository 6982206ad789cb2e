#include "estimate/terms/count_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

#include "math/system/parallel.hpp"

namespace suffice {

namespace {

struct TermRange {
  std::size_t first;
  std::size_t last;
};

CountSums sum_range(const TermBlock& terms, const TermOptions& options, std::span<const std::uint8_t> kept,
                    const TermRange& range) {
  const TermCounts& counts = terms.sums;
  const bool by_document = options.family == TermFamily::bernoulli || options.boolean;
  const std::vector<double>& numbers = by_document ? counts.documents : counts.tokens;
  const double n = terms.classes.total_weight();
  CountSums result{std::vector<double>(terms.classes.size()), std::vector<double>(terms.classes.size())};
  for (std::size_t k = range.first; k < range.last; ++k) {
    std::vector<double>& sums = kept[k] != 0 ? result.kept : result.dropped;
    double weight = 1;
    if (options.tf_idf) {
      double documents = 0;
      for (std::uint64_t entry = counts.offsets[k]; entry < counts.offsets[k + 1]; ++entry) {
        documents += counts.documents[entry];
        result.length += kept[k] != 0 ? numbers[entry] : 0;
      }
      weight = std::log((1 + n) / (1 + documents)) + 1;
    }
    for (std::uint64_t entry = counts.offsets[k]; entry < counts.offsets[k + 1]; ++entry) {
      sums[counts.classes[entry]] += weight * numbers[entry];
    }
  }
  return result;
}

}  // namespace

// Threads take parts of the terms, which depend on the counts alone and are put together in order. There are no more
// sums than entries.
CountSums sum_counts(const TermBlock& terms, const TermOptions& options, std::span<const std::uint8_t> kept,
                     unsigned threads) {
  constexpr std::size_t most_parts = 64;
  const std::size_t count = terms.sums.terms();
  const std::size_t worth_a_part = std::max(std::size_t{1} << 14U, terms.classes.size());
  const std::size_t parts = std::clamp<std::size_t>(terms.sums.classes.size() / worth_a_part, 1, most_parts);
  std::vector<CountSums> sums(parts);
  parallel_for(threads, parts, [&](std::size_t part, unsigned /*worker*/) {
    sums[part] = sum_range(terms, options, kept, {count * part / parts, count * (part + 1) / parts});
  });
  CountSums all = std::move(sums.front());
  for (std::size_t part = 1; part < parts; ++part) {
    std::ranges::transform(all.kept, sums[part].kept, all.kept.begin(), std::plus<>());
    std::ranges::transform(all.dropped, sums[part].dropped, all.dropped.begin(), std::plus<>());
    all.length += sums[part].length;
  }
  if (!options.tf_idf) {
    all.length = std::accumulate(all.kept.begin(), all.kept.end(), 0.0);
  }
  return all;
}

}  // namespace suffice
