// The names of models: each is a structure, and for two of them something more.
#include <array>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {

namespace {

// In the order of model_names().
constexpr std::array<Structure, 9> structures{
    Structure::shared,          Structure::full,      Structure::diagonal,
    Structure::shared_diagonal, Structure::spherical, Structure::shared_spherical,
    Structure::identity,        Structure::full,      Structure::shared};

bool is_rda(const EstimateOptions& options) { return std::holds_alternative<RdaShrinkage>(options.shrinkage); }

}  // namespace

const std::vector<std::string>& model_names() {
  static const std::vector<std::string> names{
      "lda", "qda", "gaussian-nb", "diagonal-lda", "spherical", "shared-spherical", "centroid", "rda", "fisher"};
  return names;
}

std::string model_name(const EstimateOptions& options) {
  if (options.structure == Structure::full && is_rda(options)) {
    return "rda";
  }
  if (options.structure == Structure::shared && options.fisher) {
    return "fisher";
  }
  for (std::size_t i = 0; i < structures.size(); ++i) {
    if (structures[i] == options.structure) {
      return model_names()[i];
    }
  }
  throw Error(ErrorCode::internal, "a structure without a name");
}

void set_model(EstimateOptions& options, const std::string& name) {
  const std::vector<std::string>& names = model_names();
  std::size_t i = 0;
  while (i < names.size() && names[i] != name) {
    ++i;
  }
  if (i == names.size()) {
    throw Error(ErrorCode::usage, fmt::format("there is no model {}{}; the models are {}", quoted(name),
                                              did_you_mean(name, names), list_names(names)));
  }
  options.structure = structures[i];
  if (name == "rda" && !is_rda(options)) {
    options.shrinkage = RdaShrinkage{};
  } else if (name != "rda" && is_rda(options)) {
    options.shrinkage = NoShrinkage{};
  }
  if (name == "fisher" && !options.fisher) {
    options.fisher = FisherAxes{};
  } else if (name != "fisher") {
    options.fisher.reset();
  }
}

}  // namespace suffice
