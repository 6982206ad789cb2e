#include "summary/open_moments.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace suffice {

OpenMoments::Closed OpenMoments::close(std::span<const std::size_t> order) && {
  const MomentShape shape = complete.shape();
  const bool has_complete = complete.rows() > 0;
  ClassChain::Closed closed = std::move(complete).close(order);
  if (patterns.size() == 0) {
    if (columns.rows() > 0) {
      columns.join(closed, order);
    }
    return {std::move(closed.rows), std::move(closed.weight), std::move(closed.moments)};
  }
  PatternMoments moments{shape.keep.moments, std::move(patterns).close(order)};
  if (has_complete) {
    closed.moments.third.clear();
    closed.moments.fourth.clear();
    moments.patterns.push_back(
        {Presence(shape.columns, 1), std::move(closed.rows), std::move(closed.weight), std::move(closed.moments)});
  }
  std::ranges::sort(moments.patterns, PatternOrder(), &Pattern::present);
  Closed result{std::vector<std::uint64_t>(order.size()), std::vector<double>(order.size()), Moments{}};
  for (const Pattern& pattern : moments.patterns) {
    std::ranges::transform(result.rows, pattern.rows, result.rows.begin(), std::plus<>());
    std::ranges::transform(result.weight, pattern.weight, result.weight.begin(), std::plus<>());
  }
  result.sums = std::move(moments);
  return result;
}

}  // namespace suffice
