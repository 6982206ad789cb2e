#include "fit/keep.hpp"

namespace suffice {

namespace {

struct Held {
  Keep operator()(const Moments& moments) const { return {.moments = moments.kind, .fourth = moments.has_fourth()}; }
  Keep operator()(const Shared<TermCounts>& /*terms*/) const { return {}; }
  Keep operator()(const ValueCounts& values) const { return {.pairs = !values.pairs.empty()}; }
  Keep operator()(const AmountSums& /*amounts*/) const { return {}; }
};

}  // namespace

std::vector<Keep> kept_by(const Summary& summary) {
  std::vector<Keep> keep;
  for (const Sums& sums : summary.sums) {
    keep.push_back(std::visit(Held{}, sums));
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
  switch (kind) {
    case Kind::measurements:
      return !contains(keep.moments, MomentKind::pooled);
    case Kind::amounts:
    case Kind::counts:
      return true;
    case Kind::text:
    case Kind::categories:
      break;
  }
  return false;
}

}  // namespace suffice
