#include "suffice/sums_needed.hpp"

#include <variant>

namespace suffice {

namespace {

MomentKind kind_needed(Structure structure) {
  switch (structure) {
    case Structure::full:
      return MomentKind::full;
    case Structure::shared:
      return MomentKind::pooled;
    case Structure::diagonal:
    case Structure::spherical:
      return MomentKind::diagonal;
    case Structure::shared_diagonal:
    case Structure::shared_spherical:
    case Structure::identity:
      break;
  }
  return MomentKind::pooled_diagonal;
}

SumKind sum_kind(Family family) {
  switch (family) {
    case Family::gaussian:
      return SumKind::moments;
    case Family::categorical:
      return SumKind::values;
    case Family::bernoulli:
    case Family::multinomial:
    case Family::complement:
      return SumKind::terms;
    case Family::poisson:
    case Family::exponential:
    case Family::geometric:
    case Family::gamma:
      break;
  }
  return SumKind::amounts;
}

}  // namespace

Keep sums_needed(const EstimateOptions& options) {
  if (options.family != Family::gaussian) {
    return {.sums = sum_kind(options.family)};
  }
  if (std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage)) {
    return {.moments = MomentKind::full, .fourth = true};
  }
  return {.moments = kind_needed(options.structure)};
}

std::vector<std::string> readable_models(const Summary& summary) {
  const auto* moments = std::get_if<Moments>(&summary.sums);
  std::vector<std::string> names;
  for (const std::string& name : model_names()) {
    const Keep needed = sums_needed(options_for(name));
    const bool same_kind = static_cast<std::size_t>(needed.sums) == summary.sums.index();
    if (same_kind && (moments == nullptr || contains(moments->kind, needed.moments))) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace suffice
