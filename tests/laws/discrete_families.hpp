// The discrete families that every law runs over: one line each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/options.hpp"
#include "support/discrete_table.hpp"

namespace suffice {

struct DiscreteFamily {
  std::string name;
  Content content;
  EstimateOptions options;
};

inline EstimateOptions discrete_options(const std::string& model, Estimator estimator,
                                        std::optional<double> pseudocount, ClassPrior class_prior = EmpiricalPrior{}) {
  EstimateOptions options = options_for(model);
  options.estimator = estimator;
  options.pseudocount.all = pseudocount;
  options.class_prior = std::move(class_prior);
  return options;
}

/// Each model × content × estimate that there is.
inline std::vector<DiscreteFamily> discrete_families() {
  using enum Content;
  using enum Estimator;
  std::vector<DiscreteFamily> families;
  const auto add = [&](const std::string& model, Content content, Estimator estimator, std::optional<double> count,
                       const std::string& more = "") {
    families.push_back({model + " " + to_text(estimator) + more, content, discrete_options(model, estimator, count)});
  };
  for (const Content content : {counts, sparse_counts, text}) {
    const std::string of = content == counts ? "" : content == text ? ", text" : ", sparse";
    for (const char* model : {"multinomial-nb", "boolean-nb", "bernoulli-nb", "complement-nb"}) {
      add(model, content, mle, {}, of);
      add(model, content, map, 2, of);
      add(model, content, mean, {}, of);
      add(model, content, mean, 0.3, of + ", 0.3");
    }
    add("multinomial-nb", content, predictive, {}, of);
    add("boolean-nb", content, predictive, 0.5, of);
    add("bernoulli-nb", content, predictive, {}, of);
    families.push_back({"complement-nb normalised" + of, content, options_for("complement-nb")});
    families.back().options.terms.normalised = true;
    families.push_back({"multinomial-nb tf-idf" + of, content, options_for("multinomial-nb")});
    families.back().options.terms.tf_idf = true;
    families.push_back({"multinomial-nb pruned" + of, content, options_for("multinomial-nb")});
    families.back().options.terms.max_terms = 5;
    families.push_back({"multinomial-nb reserve" + of, content, options_for("multinomial-nb")});
    families.back().options.terms.max_terms = 5;
    families.back().options.unseen = Unseen::reserve;
  }
  for (const Estimator estimator : {mle, map, mean, predictive}) {
    add("categorical-nb", categories, estimator, {});
    add("poisson-nb", counts, estimator, {});
    add("poisson-nb", sparse_counts, estimator, {}, ", sparse");
    add("geometric-nb", counts, estimator, {});
    add("geometric-nb", sparse_counts, estimator, {}, ", sparse");
    add("exponential-nb", positive, estimator, {});
  }
  add("categorical-nb", categories, mean, 0.3, ", 0.3");
  families.push_back({"categorical-nb reserve", categories, options_for("categorical-nb")});
  families.back().options.unseen = Unseen::reserve;
  for (const Estimator estimator : {mle, map, mean}) add("gamma-nb", positive, estimator, {});
  families.push_back({"gaussian-nb, sparse", sparse_counts, options_for("gaussian-nb")});
  families.push_back(
      {"multinomial-nb smoothed", counts, discrete_options("multinomial-nb", mean, {}, SmoothedPrior{})});
  families.push_back({"bernoulli-nb uniform", text, discrete_options("bernoulli-nb", mean, {}, UniformPrior{})});
  return families;
}

/// The table that the laws run on.
inline constexpr std::size_t law_columns = 9;
inline constexpr std::size_t law_classes = 3;
inline DiscreteTable law_table(Content content, bool weighted = true) {
  return discrete_table(content, 7, 240, law_columns, law_classes, weighted);
}

/// Says which family a failure belongs to.
inline void for_each_discrete_family(const std::function<void(const DiscreteFamily&)>& law) {
  for (const DiscreteFamily& family : discrete_families()) {
    SCOPED_TRACE(family.name);
    law(family);
  }
}

}  // namespace suffice
