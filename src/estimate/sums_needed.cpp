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

bool is_kind(const Summary& summary, SumKind kind) {
  const auto held = static_cast<SumKind>(summary.sums.index());
  return held == kind || (held == SumKind::patterns && kind == SumKind::moments);
}

std::vector<std::string> readable_models(const Summary& summary) {
  const auto kind = moment_kind(summary);
  std::vector<std::string> names;
  for (const std::string& name : model_names()) {
    const Keep needed = sums_needed(options_for(name));
    if (is_kind(summary, needed.sums) && (!kind || contains(*kind, needed.moments))) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace suffice
