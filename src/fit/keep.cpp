#include "fit/keep.hpp"

namespace suffice {

std::vector<Keep> kept_by(const Summary& summary) {
  std::vector<Keep> keep;
  for (const Sums& sums : summary.sums) {
    if (const auto* const moments = std::get_if<Moments>(&sums)) {
      keep.push_back({.moments = moments->kind, .fourth = moments->has_fourth()});
    } else {
      const auto* const values = std::get_if<ValueCounts>(&sums);
      keep.push_back({.pairs = values != nullptr && !values->pairs.empty()});
    }
  }
  return keep;
}

std::vector<Keep> full_sums(const Schema& schema) {
  std::vector<Keep> keep;
  for (const Block& block : schema.blocks) {
    keep.push_back(block.kind == Kind::measurements ? Keep{.moments = MomentKind::full, .fourth = true} : Keep{});
  }
  return keep;
}

bool kind_takes_sparse(Kind kind, const Keep& keep) {
  return kind == Kind::amounts || kind == Kind::counts ||
         (kind == Kind::measurements && !contains(keep.moments, MomentKind::pooled));
}

}  // namespace suffice
