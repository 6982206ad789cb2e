// The families that every law runs over: one line each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "law_table.hpp"
#include "suffice/options.hpp"

namespace suffice {

/// The maps of measurements that leave every posterior as it is (MODELS §10).
enum class Invariance {
  affine,      ///< every invertible affine map
  columns,     ///< a scale and a shift for each column
  similarity,  ///< rotation, shift, and one scale for all columns
  one_scale,   ///< a shift for each column, and one scale for all
  rigid,       ///< rotation and shift
};

struct LawFamily {
  std::string name;
  std::vector<Content> contents;  ///< of the blocks
  Options options;
  std::optional<Invariance> invariance = {};

  /// The options of the first reading, where it is of measurements.
  [[nodiscard]] const GaussianOptions* gaussian() const {
    return std::get_if<GaussianOptions>(&options.readings.front().options);
  }
  [[nodiscard]] const TermOptions* terms() const { return std::get_if<TermOptions>(&options.readings.front().options); }
  [[nodiscard]] bool is_mixed() const { return options.readings.size() > 1; }
};

inline LawFamily gaussian(std::string name, GaussianOptions options, Invariance invariance,
                          ClassPrior class_prior = EmpiricalPrior{}) {
  return {std::move(name),
          {Content::measurements},
          {.class_prior = std::move(class_prior), .readings = {{.options = std::move(options)}}},
          invariance};
}

/// The families of measurements alone.
inline std::vector<LawFamily> gaussian_families() {
  using enum Structure;
  using enum Estimator;
  using enum Invariance;
  const ClassPrior smoothed = SmoothedPrior{};
  const ClassPrior uniform = UniformPrior{};
  const GaussianPrior given{.kappa = 0.5, .nu = 9, .mean = {}, .variance = {}};
  return {
      gaussian("qda", {.structure = full}, affine),
      gaussian("qda, unbiased", {.structure = full, .estimator = unbiased}, affine, uniform),
      gaussian("qda, auto", {.structure = full, .shrinkage = AutoShrinkage{}}, columns),
      gaussian("qda, 0.3", {.structure = full, .shrinkage = FixedShrinkage{0.3}}, similarity),
      gaussian("qda, Ledoit-Wolf", {.structure = full, .shrinkage = LedoitWolfShrinkage{}}, similarity),
      gaussian("qda, oas", {.structure = full, .estimator = unbiased, .shrinkage = OasShrinkage{}}, similarity),
      gaussian("qda, ridge", {.structure = full, .ridge = 0.5}, rigid),
      gaussian("qda, map", {.structure = full, .estimator = map}, columns, smoothed),
      gaussian("qda, mean", {.structure = full, .estimator = mean}, columns),
      gaussian("qda, mean, given prior", {.structure = full, .estimator = mean, .prior = given}, columns),
      gaussian("qda, predictive", {.structure = full, .estimator = predictive}, affine),
      gaussian("rda", {.structure = full, .shrinkage = RdaShrinkage{0.3, 0.2}}, similarity),
      gaussian("rda towards variances", {.structure = full, .shrinkage = RdaShrinkage{0.3, 0.2, RdaTarget::variances}},
               columns),
      gaussian("rda without sphere", {.structure = full, .shrinkage = RdaShrinkage{0.5, 0}}, affine),
      gaussian("lda", {.structure = shared}, affine),
      gaussian("lda, smoothed", {.structure = shared}, affine, smoothed),
      gaussian("lda, unbiased", {.structure = shared, .estimator = unbiased}, affine, uniform),
      gaussian("lda, auto", {.structure = shared, .shrinkage = AutoShrinkage{}}, columns),
      gaussian("lda, 0.3", {.structure = shared, .estimator = unbiased, .shrinkage = FixedShrinkage{0.3}}, similarity),
      gaussian("lda, Ledoit-Wolf", {.structure = shared, .shrinkage = LedoitWolfShrinkage{}}, similarity),
      gaussian("lda, oas", {.structure = shared, .shrinkage = OasShrinkage{}}, similarity),
      gaussian("lda, ridge", {.structure = shared, .ridge = 2}, rigid),
      gaussian("lda, map", {.structure = shared, .estimator = map}, columns),
      gaussian("lda, mean", {.structure = shared, .estimator = mean}, columns),
      gaussian("lda, predictive", {.structure = shared, .estimator = predictive}, affine, smoothed),
      gaussian("fisher", {.structure = shared, .fisher = FisherAxes{}}, affine),
      gaussian("fisher, one axis", {.structure = shared, .fisher = FisherAxes{1}}, affine),
      gaussian("gaussian-nb", {.structure = diagonal}, columns),
      gaussian("gaussian-nb, unbiased", {.structure = diagonal, .estimator = unbiased}, columns),
      gaussian("gaussian-nb, auto", {.structure = diagonal, .shrinkage = AutoShrinkage{}}, columns),
      gaussian("gaussian-nb, 0.3", {.structure = diagonal, .shrinkage = FixedShrinkage{0.3}}, one_scale),
      gaussian("gaussian-nb, map", {.structure = diagonal, .estimator = map}, columns),
      gaussian("gaussian-nb, mean", {.structure = diagonal, .estimator = mean}, columns, uniform),
      gaussian("gaussian-nb, predictive", {.structure = diagonal, .estimator = predictive}, columns),
      gaussian("diagonal-lda", {.structure = shared_diagonal}, columns),
      gaussian("diagonal-lda, unbiased", {.structure = shared_diagonal, .estimator = unbiased}, columns),
      gaussian("diagonal-lda, map", {.structure = shared_diagonal, .estimator = map}, columns),
      gaussian("diagonal-lda, mean", {.structure = shared_diagonal, .estimator = mean}, columns),
      gaussian("diagonal-lda, predictive", {.structure = shared_diagonal, .estimator = predictive}, columns),
      gaussian("spherical", {.structure = spherical}, similarity),
      gaussian("spherical, unbiased", {.structure = spherical, .estimator = unbiased}, similarity),
      gaussian("spherical, map", {.structure = spherical, .estimator = map}, similarity),
      gaussian("spherical, mean", {.structure = spherical, .estimator = mean}, similarity),
      gaussian("spherical, predictive", {.structure = spherical, .estimator = predictive}, similarity),
      gaussian("shared-spherical", {.structure = shared_spherical}, similarity, uniform),
      gaussian("shared-spherical, unbiased", {.structure = shared_spherical, .estimator = unbiased}, similarity),
      gaussian("shared-spherical, map", {.structure = shared_spherical, .estimator = map}, similarity),
      gaussian("shared-spherical, mean", {.structure = shared_spherical, .estimator = mean}, similarity),
      gaussian("shared-spherical, predictive", {.structure = shared_spherical, .estimator = predictive}, similarity),
      gaussian("centroid", {.structure = identity}, rigid),
  };
}

/// The options of a model by name, with an estimate and a pseudocount.
inline FamilyOptions named_options(const std::string& model, Estimator estimator,
                                   std::optional<double> pseudocount = {}) {
  FamilyOptions options = find_model(model).options;
  std::visit(
      [&](auto& of_family) {
        of_family.estimator = estimator;
        if constexpr (requires { of_family.pseudocount; }) of_family.pseudocount.all = pseudocount;
      },
      options);
  return options;
}

inline Options one_reading(FamilyOptions options, ClassPrior class_prior = EmpiricalPrior{}) {
  return {.class_prior = std::move(class_prior), .readings = {{.options = std::move(options)}}};
}

inline TermOptions term_options(const std::string& model) { return std::get<TermOptions>(find_model(model).options); }

/// Each discrete model × content × estimate that there is, alone.
inline std::vector<LawFamily> discrete_families() {
  using enum Content;
  using enum Estimator;
  std::vector<LawFamily> families;
  const auto add = [&](const std::string& model, Content content, Estimator estimator, std::optional<double> count,
                       const std::string& more = "") {
    families.push_back(
        {model + " " + to_text(estimator) + more, {content}, one_reading(named_options(model, estimator, count))});
  };
  const auto add_terms = [&](const std::string& name, Content content, const TermOptions& options) {
    families.push_back({name, {content}, one_reading(options)});
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
    TermOptions options = term_options("complement-nb");
    options.normalised = true;
    add_terms("complement-nb normalised" + of, content, options);
    options = term_options("multinomial-nb");
    options.tf_idf = true;
    add_terms("multinomial-nb tf-idf" + of, content, options);
    options = term_options("multinomial-nb");
    options.max_terms = 5;
    add_terms("multinomial-nb pruned" + of, content, options);
    options.unseen = Unseen::reserve;
    add_terms("multinomial-nb reserve" + of, content, options);
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
  families.push_back({"categorical-nb reserve", {categories}, one_reading(ValueOptions{.unseen = Unseen::reserve})});
  add("aode", categories, mean, {});
  add("aode", categories, mean, 0.3, ", 0.3");
  families.push_back({"aode reserve",
                      {categories},
                      one_reading(ValueOptions{.unseen = Unseen::reserve, .dependence = Dependence::one})});
  add("tan", categories, mean, {});
  for (const Estimator estimator : {mle, map, mean}) add("gamma-nb", positive, estimator, {});
  families.push_back({"gaussian-nb, sparse", {sparse_counts}, one_reading(find_model("gaussian-nb").options)});
  families.push_back(
      {"multinomial-nb smoothed", {counts}, one_reading(find_model("multinomial-nb").options, SmoothedPrior{})});
  families.push_back({"bernoulli-nb uniform", {text}, one_reading(find_model("bernoulli-nb").options, UniformPrior{})});
  return families;
}

/// Several blocks in one model: a reading for each, by the names of their models.
inline LawFamily mixed(std::vector<Content> contents, const std::vector<std::string>& models,
                       Estimator discrete = Estimator::mean, ClassPrior class_prior = EmpiricalPrior{}) {
  LawFamily family{"", std::move(contents), {.class_prior = std::move(class_prior), .readings = {}}};
  for (std::size_t b = 0; b < models.size(); ++b) {
    const FamilyOptions& defaults = find_model(models[b]).options;
    const bool is_gaussian = std::holds_alternative<GaussianOptions>(defaults);
    family.options.readings.push_back(
        {.block = b, .options = is_gaussian ? defaults : named_options(models[b], discrete)});
    family.name += (b == 0 ? "" : " + ") + models[b];
  }
  return family;
}

inline std::vector<LawFamily> mixed_families() {
  using enum Content;
  return {
      mixed({measurements, categories}, {"lda", "categorical-nb"}),
      mixed({measurements, categories}, {"qda", "categorical-nb"}, Estimator::map, SmoothedPrior{}),
      mixed({categories, measurements}, {"categorical-nb", "gaussian-nb"}),
      mixed({measurements, text}, {"lda", "multinomial-nb"}),
      mixed({measurements, categories, text}, {"gaussian-nb", "categorical-nb", "bernoulli-nb"}),
      mixed({measurements, measurements}, {"lda", "gaussian-nb"}),
      mixed({measurements, counts, positive}, {"spherical", "poisson-nb", "exponential-nb"}),
      mixed({measurements, categories}, {"centroid", "categorical-nb"}),
      mixed({counts, positive, categories}, {"poisson-nb", "gamma-nb", "categorical-nb"}, Estimator::mle),
      mixed({text, counts}, {"multinomial-nb", "geometric-nb"}, Estimator::predictive, UniformPrior{}),
      mixed({counts, counts}, {"multinomial-nb", "bernoulli-nb"}),
      mixed({measurements, categories}, {"lda", "aode"}),
      mixed({categories, text}, {"tan", "multinomial-nb"}),
  };
}

/// Columns that enter other than as they are.
inline std::vector<LawFamily> encoded_families() {
  using enum Content;
  const GaussianOptions shrunk{.structure = Structure::shared, .shrinkage = AutoShrinkage{}};
  return {
      {"lda over normal scores", {scores}, one_reading(find_model("lda").options)},
      {"gaussian-nb over normal scores", {scores}, one_reading(find_model("gaussian-nb").options)},
      {"qda over normal scores", {scores}, one_reading(find_model("qda").options)},
      {"lda with indicators", {indicators}, one_reading(find_model("lda").options)},
      {"lda with indicators, auto", {indicators}, one_reading(shrunk)},
      {"categorical-nb over bins", {bins}, one_reading(named_options("categorical-nb", Estimator::mean))},
      mixed({scores, bins, text}, {"lda", "categorical-nb", "multinomial-nb"}),
      mixed({indicators, bins}, {"lda", "categorical-nb"}),
  };
}

/// All of them.
inline std::vector<LawFamily> families() {
  std::vector<LawFamily> all = gaussian_families();
  for (auto some : {discrete_families(), mixed_families(), encoded_families()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// The table that the laws run on.
inline constexpr std::size_t law_columns = 9;
inline constexpr std::size_t law_classes = 3;
inline LawTable law_table(const std::vector<Content>& contents, bool weighted = true) {
  return make_law_table(contents, 7, 240, law_columns, law_classes, weighted);
}

/// Says which family a failure belongs to.
inline void for_each(const std::vector<LawFamily>& families, const std::function<void(const LawFamily&)>& law) {
  for (const LawFamily& family : families) {
    SCOPED_TRACE(family.name);
    law(family);
  }
}

}  // namespace suffice
