// The table of models: what each name stands for, which estimates it has and which options it takes. Names, legality,
// help, the fronts' parsers and the model file all follow it.
#include "estimate/model_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

std::vector<NamedModel> make_models() {
  using Estimators = std::vector<Estimator>;
  using Names = std::vector<std::string>;
  using enum Estimator;
  const Estimators every{mle, unbiased, map, mean, predictive};
  const Estimators plug_in{mle, unbiased};
  const Estimators without_predictive{mle, unbiased, map, mean};
  const Estimators counting{mle, map, mean, predictive};
  const Estimators counting_plug_in{mle, map, mean};
  const Names gaussian{"estimate", "shrinkage", "ridge", "keep"};
  const Names centroid{"estimate", "shrinkage", "keep"};
  const Names rda{"estimate", "rda", "ridge", "keep"};
  const Names fisher{"estimate", "shrinkage", "ridge", "axes", "keep"};
  const Names values{"estimate", "pseudocount", "unseen"};
  const Names presences{"estimate", "pseudocount", "vocabulary", "min-df", "max-vocabulary", "compact"};
  const Names tokens{"estimate", "pseudocount", "oov", "vocabulary", "min-df", "max-vocabulary", "tf-idf", "compact"};
  const Names complement{"estimate",       "pseudocount", "oov",        "vocabulary", "min-df",
                         "max-vocabulary", "tf-idf",      "normalised", "compact"};
  const Names amounts{"estimate", "pseudocount"};
  const auto structure = [](Structure chosen) { return GaussianOptions{.structure = chosen}; };
  const auto terms = [](TermFamily family, bool boolean = false) {
    return TermOptions{.family = family, .boolean = boolean};
  };
  const auto amount = [](AmountFamily family) { return AmountOptions{.family = family}; };
  // Where options fit several rows the last one names them: rda, fisher and boolean-nb say more than the rows before
  // them.
  return {
      {"lda", "one covariance, shared by the classes: linear boundaries", Role::number, structure(Structure::shared),
       every, gaussian},
      {"qda", "a covariance for each class: quadratic boundaries", Role::number, structure(Structure::full), every,
       gaussian},
      {"gaussian-nb", "variances for each class, no correlations", Role::number, structure(Structure::diagonal), every,
       gaussian},
      {"diagonal-lda", "variances shared by the classes, no correlations", Role::number,
       structure(Structure::shared_diagonal), every, gaussian},
      {"spherical", "one variance for all columns of a class", Role::number, structure(Structure::spherical), every,
       gaussian},
      {"shared-spherical", "one variance for all columns and classes", Role::number,
       structure(Structure::shared_spherical), every, gaussian},
      {"centroid", "the nearest mean: all variances are 1", Role::number, structure(Structure::identity), plug_in,
       centroid},
      {"rda",
       "between qda, lda and spheres, as alpha and gamma say",
       Role::number,
       GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{}},
       {mle},
       rda},
      {"fisher", "lda on discriminant axes", Role::number, GaussianOptions{.fisher = FisherAxes{}}, without_predictive,
       fisher},
      {"categorical-nb", "how often each value of each column occurs", Role::categorical, ValueOptions{}, counting,
       values},
      {"aode",
       "categories, each column given each other one in turn",
       Role::categorical,
       ValueOptions{.dependence = Dependence::one},
       {mean},
       values},
      {"tan",
       "categories, each column given one other: a tree",
       Role::categorical,
       ValueOptions{.dependence = Dependence::tree},
       {mean},
       values},
      {"bernoulli-nb", "which terms are there: absent ones count too", Role::term, terms(TermFamily::bernoulli),
       counting, presences},
      {"multinomial-nb", "how often each term occurs", Role::term, terms(TermFamily::multinomial), counting, tokens},
      {"boolean-nb", "the same, a term counting once in a row", Role::term, terms(TermFamily::multinomial, true),
       counting, tokens},
      {"complement-nb", "scores by the terms of the other classes; no density", Role::term,
       terms(TermFamily::complement), counting_plug_in, complement},
      {"poisson-nb", "whole numbers about a rate", Role::poisson, amount(AmountFamily::poisson), counting, amounts},
      {"exponential-nb", "amounts that fall off from 0", Role::exponential, amount(AmountFamily::exponential), counting,
       amounts},
      {"geometric-nb", "whole numbers that fall off from 0", Role::geometric, amount(AmountFamily::geometric), counting,
       amounts},
      {"gamma-nb", "positive amounts of any spread", Role::gamma, amount(AmountFamily::gamma), counting_plug_in,
       amounts},
  };
}

// Why models other than those that take it do not take an option, and what they have instead. A row of one model comes
// before that of all.
struct NotTaken {
  const char* option;
  const char* model;  // "": every other one
  const char* why;
  std::vector<Remedy> instead = {};
};

const std::vector<NotTaken>& reasons() {
  static const std::vector<NotTaken> table{
      {"shrinkage", "rda", "it shrinks by alpha and gamma", {{"rda", {"A,G"}}, {"model", {"qda"}}}},
      {"shrinkage", "", "counts are smoothed by pseudocounts", {{"pseudocount", {"B"}}}},
      {"rda", "", "alpha and gamma are those of rda", {{"model", {"rda"}}}},
      {"ridge", "centroid", "its covariance is fixed"},
      {"ridge", "", "counts are smoothed by pseudocounts", {{"pseudocount", {"B"}}}},
      {"axes", "", "discriminant axes are those of fisher", {{"model", {"fisher"}}}},
      {"pseudocount", "", "variances are smoothed by shrinkage", {{"shrinkage", {"auto"}}}},
      {"unseen", "", "it is about values of categories, as oov is about terms"},
      {"oov", "bernoulli-nb", "no place can be reserved among terms that are there or not"},
      {"oov", "", "it is about terms, as unseen is about values of categories"},
      {"vocabulary", "", "it is about terms, where columns are dropped one by one", {{"drop", {"COL"}}}},
      {"min-df", "", "it is about terms, where columns are dropped one by one", {{"drop", {"COL"}}}},
      {"max-vocabulary", "", "it is about terms, where columns are dropped one by one", {{"drop", {"COL"}}}},
      {"tf-idf", "", "tokens are weighed in multinomial-nb, boolean-nb and complement-nb"},
      {"normalised", "", "it divides the weights of complement-nb"},
      {"keep", "", "counts are always kept whole"},
      {"compact", "", "it drops terms"},
  };
  return table;
}

bool is_rda(const GaussianOptions& options) { return std::holds_alternative<RdaShrinkage>(options.shrinkage); }

// Whether options are what a row's defaults stand for, whatever else they say.
bool stands_for(const GaussianOptions& row, const GaussianOptions& options) {
  return row.structure == options.structure && (!is_rda(row) || is_rda(options)) && (!row.fisher || options.fisher);
}
bool stands_for(const TermOptions& row, const TermOptions& options) {
  return row.family == options.family && (!row.boolean || options.boolean);
}
bool stands_for(const ValueOptions& row, const ValueOptions& options) { return row.dependence == options.dependence; }
bool stands_for(const AmountOptions& row, const AmountOptions& options) { return row.family == options.family; }

template <typename OfFamily>
const NamedModel& last_that_fits(const OfFamily& options) {
  const auto found = std::find_if(models().rbegin(), models().rend(), [&options](const NamedModel& model) {
    const auto* row = std::get_if<OfFamily>(&model.options);
    return row != nullptr && stands_for(*row, options);
  });
  if (found == models().rend()) {
    throw Error(ErrorCode::internal, "a model without a name");
  }
  return *found;
}

// Each takes what was said before over into the defaults of a model, as far as that has a use for it; `model.takes`
// says what for.
void keep_former(const GaussianOptions& former, const NamedModel& model, GaussianOptions& options) {
  const bool shrinks = takes(model, "shrinkage") && !is_rda(former);
  if ((shrinks && can_shrink(former.shrinkage, options.structure)) || (is_rda(options) && is_rda(former))) {
    options.shrinkage = former.shrinkage;
  }
  if (has_prior(options.estimator)) {
    options.prior = former.prior;
  }
  if (takes(model, "ridge")) {
    options.ridge = former.ridge;
  }
  if (takes(model, "axes") && former.fisher) {
    options.fisher = former.fisher;
  }
}

void keep_former(const TermOptions& former, const NamedModel& model, TermOptions& options) {
  options.pseudocount = former.pseudocount;
  options.min_documents = former.min_documents;
  options.max_terms = former.max_terms;
  options.vocabulary = former.vocabulary;
  if (takes(model, "oov")) {
    options.unseen = former.unseen;
  }
  options.tf_idf = former.tf_idf && takes(model, "tf-idf");
  options.normalised = former.normalised && takes(model, "normalised");
  if (former.family == TermFamily::complement && options.family == TermFamily::complement) {
    options.boolean = former.boolean;  // of multinomial models it belongs to the name
  }
}

void keep_former(const ValueOptions& former, const NamedModel& /*model*/, ValueOptions& options) {
  options.pseudocount = former.pseudocount;
  options.unseen = former.unseen;
}

void keep_former(const AmountOptions& former, const NamedModel& /*model*/, AmountOptions& options) {
  options.pseudocount = former.pseudocount;
}

// What is read and not how densities are estimated from it; the ridge is the rival's own.
void check_rival_takes(const Rival& rival, std::string_view option) {
  constexpr std::array taken{"vocabulary", "min-df", "max-vocabulary"};
  if (std::ranges::find(taken, option) == taken.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("the option {} does not go with {}, which has no densities to estimate", option,
                            to_text(rival.loss)),
                {}, {{std::string(option), {}, Remedy::Act::leave_out}});
  }
}

}  // namespace

const std::vector<NamedModel>& models() {
  static const std::vector<NamedModel> table = make_models();
  return table;
}

namespace {

/// What a model is called here that other programs call so, in any case and with any hyphens; else the nearest name.
std::string known_elsewhere(const std::string& name, const std::vector<std::string>& names) {
  static const std::map<std::string_view, std::string_view> here = {
      {"gda", "lda, or qda with a covariance for each class"},
      {"nb", "naive-bayes"},
      {"bayes", "naive-bayes"},
      {"gnb", "gaussian-nb"},
      {"mnb", "multinomial-nb"},
      {"bnb", "bernoulli-nb"},
      {"cnb", "complement-nb"},
      {"lr", "logistic"},
      {"logreg", "logistic"},
      {"logit", "logistic"},
      {"logisticregression", "logistic"},
      {"maxent", "logistic"},
      {"softmax", "logistic"},
      {"lineardiscriminantanalysis", "lda"},
      {"quadraticdiscriminantanalysis", "qda"},
      {"nearestcentroid", "centroid"}};
  static const std::set<std::string_view> nowhere = {
      "svm", "svc", "linearsvc", "rf",       "randomforest",     "tree", "decisiontree", "knn",
      "xgb", "gbm", "xgboost",   "lightgbm", "gradientboosting", "mlp",  "nn",           "neuralnetwork"};
  std::string plain = ascii_lower(name);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_' || c == ' '; });
  if (const auto found = here.find(plain); found != here.end()) return fmt::format(" (here it is {})", found->second);
  if (nowhere.contains(plain)) return " (it is not here; without a model, the best of several is chosen)";
  return did_you_mean(name, names);
}

}  // namespace

const NamedModel& find_model(const std::string& name) {
  const auto found = std::ranges::find(models(), name, &NamedModel::name);
  if (found != models().end()) {
    return *found;
  }
  std::vector<std::string> names;
  std::ranges::transform(models(), std::back_inserter(names), &NamedModel::name);
  names.emplace_back(naive_bayes);
  names.insert(names.end(), rival_names().begin(), rival_names().end());
  throw Error(ErrorCode::usage, fmt::format("there is no model {}{}; the models are {}", quoted(name),
                                            known_elsewhere(name, names), fmt::join(names, ", ")));
}

const NamedModel& named_model(const GaussianOptions& options) { return last_that_fits(options); }
const NamedModel& named_model(const TermOptions& options) { return last_that_fits(options); }
const NamedModel& named_model(const ValueOptions& options) { return last_that_fits(options); }
const NamedModel& named_model(const AmountOptions& options) { return last_that_fits(options); }

std::string model_name(const FamilyOptions& options) {
  return std::visit([](const auto& of_family) { return named_model(of_family).name; }, options);
}

const std::vector<std::string>& rival_names() {
  static const std::vector<std::string> names{"logistic", "perceptron", "least-squares"};
  return names;
}

std::string to_text(RivalLoss loss) { return rival_names()[static_cast<std::size_t>(loss)]; }

std::optional<Rival> find_rival(std::string_view name) {
  const auto found = std::ranges::find(rival_names(), name);
  if (found == rival_names().end()) {
    return std::nullopt;
  }
  const auto loss = static_cast<RivalLoss>(found - rival_names().begin());
  return Rival{loss, loss == RivalLoss::logistic ? 1.0 : 0.0};
}

std::string model_name(const Options& options) {
  if (options.rival) {
    return to_text(options.rival->loss);
  }
  std::vector<std::string> names;
  std::vector<std::string> pooled;
  for (const Reading& reading : options.readings) {
    std::string name = model_name(reading.options);
    std::vector<std::string>& own = reading.pooled() ? pooled : names;
    if (std::ranges::find(own, name) == own.end()) {
      own.push_back(std::move(name));
    }
  }
  return fmt::format("{}{}{}", fmt::join(names, " + "), pooled.empty() ? "" : ", with ", fmt::join(pooled, " + "));
}

std::string opinion_name(std::size_t opinion) {
  constexpr std::array ordinals{"first", "second", "third", "fourth", "fifth", "sixth"};
  return (opinion < ordinals.size() ? ordinals[opinion] : fmt::format("{}th", opinion + 1)) + std::string(" opinion");
}

bool fits(const FamilyOptions& options, Kind kind) { return options.index() == default_options(kind).index(); }

FamilyOptions default_options(Kind kind) {
  switch (kind) {
    case Kind::measurements:
      return GaussianOptions{};
    case Kind::counts:
    case Kind::text:
      return TermOptions{};
    case Kind::categories:
      return ValueOptions{};
    case Kind::amounts:
      break;
  }
  return AmountOptions{};
}

const std::vector<std::string>& model_options() {
  static const std::vector<std::string> names{"estimate",       "shrinkage", "rda",        "ridge",      "axes",
                                              "pseudocount",    "unseen",    "oov",        "vocabulary", "min-df",
                                              "max-vocabulary", "tf-idf",    "normalised", "keep",       "compact"};
  return names;
}

bool takes(const NamedModel& model, std::string_view option) {
  return std::ranges::find(model.takes, option) != model.takes.end();
}

bool takes(const FamilyOptions& options, std::string_view option) {
  return std::visit([option](const auto& of_family) { return takes(named_model(of_family), option); }, options);
}

bool can_shrink(const Shrinkage& shrinkage, Structure structure) {
  const bool needs_matrices =
      std::holds_alternative<LedoitWolfShrinkage>(shrinkage) || std::holds_alternative<OasShrinkage>(shrinkage);
  return !needs_matrices || structure == Structure::full || structure == Structure::shared;
}

void check_taken(const Options& options, std::string_view option) {
  if (options.rival) {
    check_rival_takes(*options.rival, option);
  }
  if (std::ranges::any_of(options.readings,
                          [option](const Reading& reading) { return takes(reading.options, option); })) {
    return;
  }
  const std::string model = model_name(options);
  const auto found = std::ranges::find_if(reasons(), [&](const NotTaken& reason) {
    return reason.option == option && (reason.model == model || reason.model[0] == '\0');
  });
  const bool known = found != reasons().end();
  std::vector<Remedy> remedies = known ? found->instead : std::vector<Remedy>();
  remedies.push_back({std::string(option), {}, Remedy::Act::leave_out});
  throw Error(
      ErrorCode::usage,
      fmt::format("the option {} does not go with {}{}{}", option, model, known ? "; " : "", known ? found->why : ""),
      {}, std::move(remedies));
}

void set_model(FamilyOptions& options, const std::string& name) {
  const NamedModel& model = find_model(name);
  FamilyOptions chosen = model.options;
  std::visit(
      [&]<typename OfFamily>(OfFamily& now) {
        if (const auto* former = std::get_if<OfFamily>(&options)) {
          const bool has_estimator = std::ranges::find(model.estimators, former->estimator) != model.estimators.end();
          now.estimator = has_estimator ? former->estimator : now.estimator;
          keep_former(*former, model, now);
        }
      },
      chosen);
  options = std::move(chosen);
}

}  // namespace suffice
