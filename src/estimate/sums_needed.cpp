#include "suffice/sums_needed.hpp"

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

}  // namespace

Keep sums_needed(const EstimateOptions& options) {
  if (std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage)) {
    return {MomentKind::full, true};
  }
  return {kind_needed(options.structure), false};
}

std::vector<std::string> readable_models(const Moments& moments) {
  std::vector<std::string> names;
  for (const std::string& name : model_names()) {
    EstimateOptions options;
    set_model(options, name);
    if (contains(moments.kind, kind_needed(options.structure))) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace suffice
