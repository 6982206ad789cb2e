#include "summary/moments/open_moments.hpp"

#include <algorithm>
#include <utility>

namespace suffice {

Moments OpenMoments::close(std::span<const std::size_t> order) && {
  const MomentShape shape = complete.shape();
  const bool has_complete = complete.rows() > 0;
  ClassChain::Closed closed = std::move(complete).close(order);
  if (patterns.size() == 0) {
    if (columns.rows() > 0) {
      columns.join(closed, order);
    }
    return std::move(closed.moments);
  }
  Moments moments{shape.keep.moments, {}, {}, {}, {}};
  moments.patterns = std::move(patterns).close(order);
  if (has_complete) {
    moments.patterns.push_back({Presence(shape.columns, 1), std::move(closed.rows), std::move(closed.weight),
                                std::move(closed.moments.mean), std::move(closed.moments.scatter)});
  }
  std::ranges::sort(moments.patterns, PatternOrder(), &Pattern::present);
  return moments;
}

}  // namespace suffice
