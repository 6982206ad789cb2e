// The names of models: each is a family, for Gaussians a structure, and for some of them something more.
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {

namespace {

struct NamedModel {
  Family family = Family::gaussian;
  Structure structure = Structure::shared;
};

// In the order of model_names().
constexpr std::array<NamedModel, 18> models{{{Family::gaussian, Structure::shared},
                                             {Family::gaussian, Structure::full},
                                             {Family::gaussian, Structure::diagonal},
                                             {Family::gaussian, Structure::shared_diagonal},
                                             {Family::gaussian, Structure::spherical},
                                             {Family::gaussian, Structure::shared_spherical},
                                             {Family::gaussian, Structure::identity},
                                             {Family::gaussian, Structure::full},
                                             {Family::gaussian, Structure::shared},
                                             {Family::categorical},
                                             {Family::bernoulli},
                                             {Family::multinomial},
                                             {Family::multinomial},
                                             {Family::complement},
                                             {Family::poisson},
                                             {Family::exponential},
                                             {Family::geometric},
                                             {Family::gamma}}};

bool is_rda(const EstimateOptions& options) { return std::holds_alternative<RdaShrinkage>(options.shrinkage); }

bool has_terms(Family family) {
  return family == Family::bernoulli || family == Family::multinomial || family == Family::complement;
}

void set_gaussian(EstimateOptions& options, const std::string& name) {
  options.pseudocount = {};
  options.unseen = Unseen::ignore;
  options.terms = {};
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

void set_counting(EstimateOptions& options, const std::string& name) {
  const Family family = options.family;
  options.shrinkage = NoShrinkage{};
  options.ridge = 0;
  options.gaussian_prior = {};
  options.fisher.reset();
  if (options.estimator == Estimator::predictive && (family == Family::complement || family == Family::gamma)) {
    options.estimator = Estimator::mean;
  }
  if (!has_terms(family)) {
    options.terms = {};
  }
  if (family != Family::categorical && (family == Family::bernoulli || !has_terms(family))) {
    options.unseen = Unseen::ignore;
  }
  if (family == Family::bernoulli) {
    options.terms.boolean = false;
    options.terms.tf_idf = false;
  } else if (family == Family::multinomial) {
    options.terms.boolean = name == "boolean-nb";  // complement may have it too
  }
  if (family != Family::complement) {
    options.terms.normalised = false;
  }
}

}  // namespace

const std::vector<std::string>& model_names() {
  static const std::vector<std::string> names{
      "lda",        "qda",           "gaussian-nb", "diagonal-lda",   "spherical",    "shared-spherical",
      "centroid",   "rda",           "fisher",      "categorical-nb", "bernoulli-nb", "multinomial-nb",
      "boolean-nb", "complement-nb", "poisson-nb",  "exponential-nb", "geometric-nb", "gamma-nb"};
  return names;
}

std::string model_name(const EstimateOptions& options) {
  const bool gaussian = options.family == Family::gaussian;
  if (gaussian && options.structure == Structure::full && is_rda(options)) {
    return "rda";
  }
  if (gaussian && options.structure == Structure::shared && options.fisher) {
    return "fisher";
  }
  if (options.family == Family::multinomial && options.terms.boolean) {
    return "boolean-nb";
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (models[i].family == options.family && (!gaussian || models[i].structure == options.structure)) {
      return model_names()[i];
    }
  }
  throw Error(ErrorCode::internal, "a model without a name");
}

void set_model(EstimateOptions& options, const std::string& name) {
  const std::vector<std::string>& names = model_names();
  std::size_t i = 0;
  while (i < names.size() && names[i] != name) {
    ++i;
  }
  if (i == names.size()) {
    throw Error(ErrorCode::usage, fmt::format("there is no model {}{}; the models are {}", quoted(name),
                                              did_you_mean(name, names), fmt::join(names, ", ")));
  }
  const bool was_gaussian = options.family == Family::gaussian;
  if (options.family == Family::multinomial) {
    options.terms.boolean = false;  // it belongs to the name
  }
  options.family = models[i].family;
  options.structure = models[i].structure;
  const bool is_gaussian = options.family == Family::gaussian;
  if (was_gaussian != is_gaussian) {
    options.estimator = is_gaussian ? Estimator::mle : Estimator::mean;
  }
  is_gaussian ? set_gaussian(options, name) : set_counting(options, name);
}

EstimateOptions options_for(const std::string& model) {
  EstimateOptions options;
  set_model(options, model);
  return options;
}

}  // namespace suffice
