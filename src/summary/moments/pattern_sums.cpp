#include "summary/moments/pattern_sums.hpp"

#include <utility>

namespace suffice {

void PatternSums::open(std::span<const Presence> fresh) {
  for (const Presence& present : fresh) {
    if (table_.add(present) == chains_.size()) {
      chains_.emplace_back(shape_);
    }
  }
}

void PatternSums::add(std::size_t pattern, const LabelledRows& rows, unsigned threads,
                      MomentChain::Workspace& workspace) {
  if (rows.batch.rows > 0) {
    chains_[pattern].add(rows, threads, workspace);
  }
}

std::uint64_t PatternSums::rows() const {
  std::uint64_t sum = 0;
  for (const ClassChain& chain : chains_) {
    sum += chain.rows();
  }
  return sum;
}

std::vector<Pattern> PatternSums::close(std::span<const std::size_t> order) && {
  std::vector<Pattern> patterns;
  for (std::size_t k = 0; k < chains_.size(); ++k) {
    ClassChain::Closed closed = std::move(chains_[k]).close(order);
    patterns.push_back({table_[k], std::move(closed.rows), std::move(closed.weight), std::move(closed.moments.mean),
                        std::move(closed.moments.scatter)});
  }
  return patterns;
}

}  // namespace suffice
