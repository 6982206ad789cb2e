#include "options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "option_values.hpp"
#include "suffice/error.hpp"

namespace suffice::python {

namespace {

const std::vector<std::pair<std::string, Structure>> structures = {
    {"full", Structure::full},           {"shared", Structure::shared},
    {"diagonal", Structure::diagonal},   {"shared_diagonal", Structure::shared_diagonal},
    {"spherical", Structure::spherical}, {"shared_spherical", Structure::shared_spherical},
    {"identity", Structure::identity},
};
const std::vector<std::pair<std::string, TermFamily>> term_families = {
    {"multinomial", TermFamily::multinomial},
    {"bernoulli", TermFamily::bernoulli},
    {"complement", TermFamily::complement},
};
const std::vector<std::pair<std::string, AmountFamily>> amount_families = {
    {"poisson", AmountFamily::poisson},
    {"exponential", AmountFamily::exponential},
    {"geometric", AmountFamily::geometric},
    {"gamma", AmountFamily::gamma},
};
const std::vector<std::pair<std::string, Dependence>> dependences = {
    {"none", Dependence::none},
    {"one", Dependence::one},
    {"tree", Dependence::tree},
};

template <typename Value>
std::optional<Value> find(const std::vector<std::pair<std::string, Value>>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name, &std::pair<std::string, Value>::first);
  return found == names.end() ? std::nullopt : std::optional(found->second);
}
template <typename Value>
std::string name_of(const std::vector<std::pair<std::string, Value>>& names, Value value) {
  return std::ranges::find(names, value, &std::pair<std::string, Value>::second)->first;
}
template <typename Value>
void set_named(Said& said, const char* option, const std::vector<std::pair<std::string, Value>>& names, Value& value) {
  if (const auto text = said.take(option)) {
    const auto found = find(names, nb::cast<std::string>(*text));
    if (!found) {
      throw Error(ErrorCode::usage, "there is no " + std::string(option) + " '" + nb::cast<std::string>(*text) + "'");
    }
    value = *found;
  }
}

GaussianOptions gaussian_of(Said& said) {
  GaussianOptions options;
  set_named(said, "structure", structures, options.structure);
  said.set("estimator", options.estimator, estimator_of);
  said.set("shrinkage", options.shrinkage, shrinkage_of);
  said.set("ridge", options.ridge);
  if (const auto axes = said.take("axes")) {
    options.fisher = FisherAxes{nb::cast<std::size_t>(*axes)};
  }
  return options;
}

TermOptions terms_of(Said& said, TermFamily family) {
  TermOptions options;
  options.family = family;
  said.set("estimator", options.estimator, estimator_of);
  said.set("pseudocount", options.pseudocount, pseudocount_of);
  said.set("unseen", options.unseen, unseen_of);
  said.set("min_documents", options.min_documents);
  said.set("max_terms", options.max_terms);
  if (auto words = said.take("vocabulary")) {
    options.vocabulary = nb::cast<std::vector<std::string>>(*words);
  }
  said.set("boolean", options.boolean);
  said.set("tf_idf", options.tf_idf);
  said.set("normalised", options.normalised);
  return options;
}

ValueOptions values_of(Said& said) {
  ValueOptions options;
  said.set("estimator", options.estimator, estimator_of);
  said.set("pseudocount", options.pseudocount, pseudocount_of);
  said.set("unseen", options.unseen, unseen_of);
  set_named(said, "dependence", dependences, options.dependence);
  return options;
}

AmountOptions amounts_of(Said& said, AmountFamily family) {
  AmountOptions options;
  options.family = family;
  said.set("estimator", options.estimator, estimator_of);
  said.set("pseudocount", options.pseudocount, pseudocount_of);
  return options;
}

FamilyOptions family_of(Said& said) {
  std::string family;
  said.set("family", family);
  if (family == "gaussian") return gaussian_of(said);
  if (family == "categorical") return values_of(said);
  if (const auto terms = find(term_families, family)) return terms_of(said, *terms);
  if (const auto amounts = find(amount_families, family)) return amounts_of(said, *amounts);
  throw Error(ErrorCode::usage, "there is no family '" + family + "'");
}

Reading reading_of(const nb::handle& value) {
  Said said(nb::cast<nb::dict>(value));
  Reading reading;
  said.set("block", reading.block);
  said.set("features", reading.features);
  said.set("opinion", reading.opinion);
  reading.options = family_of(said);
  said.finish();
  return reading;
}

// {"loss": "logistic" | "perceptron" | "least-squares", "ridge": number}
Rival rival_of(const nb::object& value) {
  Said said(nb::cast<nb::dict>(value));
  std::string loss;
  said.set("loss", loss);
  std::optional<Rival> rival = find_rival(loss);
  if (!rival) {
    throw Error(ErrorCode::usage, "there is no rival '" + loss + "'");
  }
  said.set("ridge", rival->ridge);
  said.finish();
  return *rival;
}

nb::object shrinkage_to_object(const Shrinkage& shrinkage) {
  if (const auto* fixed = std::get_if<FixedShrinkage>(&shrinkage)) {
    return nb::cast(fixed->lambda);
  }
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    nb::dict said;
    said["alpha"] = rda->alpha;
    said["gamma"] = rda->gamma;
    said["target"] = rda->target == RdaTarget::variances ? "variances" : "spheres";
    return said;
  }
  return nb::cast(to_text(shrinkage));
}

void describe(const Pseudocount& pseudocount, nb::dict& said) {
  if (pseudocount.all) {
    said["pseudocount"] = *pseudocount.all;
  } else if (!pseudocount.rules.empty()) {
    nb::list rules;
    for (const PseudocountRule& rule : pseudocount.rules) {
      rules.append(nb::make_tuple(rule.feature, rule.count));
    }
    said["pseudocount"] = rules;
  }
}

void describe(const GaussianOptions& options, nb::dict& said) {
  said["family"] = "gaussian";
  said["structure"] = name_of(structures, options.structure);
  said["estimator"] = to_text(options.estimator);
  said["shrinkage"] = shrinkage_to_object(options.shrinkage);
  said["ridge"] = options.ridge;
  if (options.fisher) {
    said["axes"] = options.fisher->count;
  }
}
void describe(const TermOptions& options, nb::dict& said) {
  said["family"] = name_of(term_families, options.family);
  said["estimator"] = to_text(options.estimator);
  said["boolean"] = options.boolean;
  said["tf_idf"] = options.tf_idf;
  said["normalised"] = options.normalised;
  said["min_documents"] = options.min_documents;
  said["max_terms"] = options.max_terms;
  said["unseen"] = options.unseen == Unseen::ignore ? "ignore" : "reserve";
  if (options.vocabulary) {
    said["vocabulary"] = *options.vocabulary;
  }
  describe(options.pseudocount, said);
}
void describe(const ValueOptions& options, nb::dict& said) {
  said["family"] = "categorical";
  said["estimator"] = to_text(options.estimator);
  said["unseen"] = options.unseen == Unseen::ignore ? "ignore" : "reserve";
  said["dependence"] = name_of(dependences, options.dependence);
  describe(options.pseudocount, said);
}
void describe(const AmountOptions& options, nb::dict& said) {
  said["family"] = name_of(amount_families, options.family);
  said["estimator"] = to_text(options.estimator);
  describe(options.pseudocount, said);
}

nb::object class_prior_to_object(const ClassPrior& prior) {
  if (const auto* given = std::get_if<GivenPrior>(&prior)) {
    return nb::cast(given->probability);
  }
  return nb::cast(to_text(prior));
}

}  // namespace

Options options_of(const nb::dict& dictionary) {
  Said said(dictionary);
  Options options;
  said.set("class_prior", options.class_prior, class_prior_of);
  if (const auto readings = said.take("readings")) {
    for (const nb::handle reading : nb::cast<nb::list>(*readings)) {
      options.readings.push_back(reading_of(reading));
    }
  }
  if (const auto rival = said.take("rival")) {
    options.rival = rival_of(*rival);
  }
  said.finish();
  return options;
}

nb::dict options_to_dict(const Options& options) {
  nb::dict said;
  said["class_prior"] = class_prior_to_object(options.class_prior);
  nb::list readings;
  for (const Reading& reading : options.readings) {
    nb::dict item;
    item["block"] = reading.block;
    item["features"] = reading.features;
    item["opinion"] = reading.opinion;
    std::visit([&](const auto& family) { describe(family, item); }, reading.options);
    readings.append(item);
  }
  said["readings"] = readings;
  if (options.rival) {
    nb::dict rival;
    rival["loss"] = to_text(options.rival->loss);
    rival["ridge"] = options.rival->ridge;
    said["rival"] = rival;
  }
  return said;
}

}  // namespace suffice::python
