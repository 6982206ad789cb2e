#include "fit/choice/fine_bins.hpp"

#include <algorithm>
#include <numeric>

#include "data/schema/encodings.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

std::size_t with_those_to_come(std::size_t count) { return count + (count + 9) / 10; }

std::size_t most_values(std::size_t features, std::size_t labels) {
  std::size_t values = most_pair_values;
  while (values > 0 && !fits_pairs(features, values, labels)) --values;
  return values;
}

// Of a feature that is not fine, and of a missing value.
std::size_t values_of(const Block& block, std::size_t j, bool is_fine, const ColumnSample& sample) {
  const std::size_t missing = has_missing_value(block, j) ? 1 : 0;
  if (is_fine) return missing;
  if (has_bins(block, j)) return block.edges[j].size() + 1 + missing;
  const std::size_t declared = block.declared_values.empty() ? 0 : block.declared_values[j].size();
  return with_those_to_come(std::max(sample.values(block.features[j]).size(), declared)) + missing;
}

}  // namespace

std::vector<std::size_t> shared_out(std::size_t total, std::span<const std::size_t> wanted) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return wanted[k]; });
  std::vector<std::size_t> shares(wanted.size());
  for (std::size_t served = 0; served < order.size(); ++served) {
    std::size_t& share = shares[order[served]];
    share = std::min(wanted[order[served]], total / (order.size() - served));
    total -= share;
  }
  return shares;
}

std::vector<std::size_t> fine_edges_among_pairs(const Block& block, std::span<const std::string> fine,
                                                const ColumnSample& sample, std::size_t labels) {
  std::size_t left = most_values(block.features.size(), with_those_to_come(labels));
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    const bool is_fine = std::ranges::find(fine, block.features[j]) != fine.end();
    left -= std::min(left, values_of(block, j, is_fine, sample));
  }
  std::vector<std::size_t> wanted;
  for (const std::string& name : fine) {
    wanted.push_back(std::clamp<std::size_t>(sample.ranked(name).different().size(), 2, most_edges + 1));
  }
  std::vector<std::size_t> edges = shared_out(left, wanted);
  for (std::size_t& count : edges) count = std::max<std::size_t>(count, 2) - 1;
  return edges;
}

}  // namespace suffice
