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
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "suffice/store.hpp"
#include "suffice/text.hpp"

namespace suffice::python {

namespace nb = nanobind;

namespace {

/// Takes the values out of a dictionary one by one; what is left over at the end was not understood.
class Said {
 public:
  explicit Said(const nb::dict& said) {
    for (const auto& [key, value] : said) {
      values_.emplace(nb::cast<std::string>(key), nb::borrow(value));
    }
  }
  [[nodiscard]] std::optional<nb::object> take(const std::string& name) {
    const auto found = values_.find(name);
    if (found == values_.end()) {
      return {};
    }
    nb::object value = std::move(found->second);
    values_.erase(found);
    return value.is_none() ? std::nullopt : std::optional(std::move(value));
  }
  template <typename T>
  void set(const std::string& name, T& target) {
    if (const auto value = take(name)) {
      target = nb::cast<T>(*value);
    }
  }
  template <typename T, typename Parse>
  void set(const std::string& name, T& target, const Parse& parse) {
    if (const auto value = take(name)) {
      target = parse(*value);
    }
  }
  void finish() const {
    if (!values_.empty()) {
      throw nb::type_error(("there is no option '" + values_.begin()->first + "' here").c_str());
    }
  }

 private:
  std::map<std::string, nb::object> values_;
};

Estimator estimator_of(const nb::object& value) { return parse_estimator(nb::cast<std::string>(value)); }

Unseen unseen_of(const nb::object& value) {
  const auto text = nb::cast<std::string>(value);
  if (text != "ignore" && text != "reserve") {
    throw Error(ErrorCode::usage, "what is unseen is 'ignore' or 'reserve', not '" + text + "'");
  }
  return text == "ignore" ? Unseen::ignore : Unseen::reserve;
}

ClassPrior class_prior_of(const nb::object& value) {
  if (nb::isinstance<nb::dict>(value)) {
    return GivenPrior{nb::cast<std::map<std::string, double>>(value)};
  }
  return parse_class_prior(nb::cast<std::string>(value));
}

// A number for all, or (feature, number) pairs.
Pseudocount pseudocount_of(const nb::object& value) {
  Pseudocount result;
  if (nb::isinstance<nb::list>(value)) {
    for (const nb::handle rule : nb::cast<nb::list>(value)) {
      const auto pair = nb::cast<nb::tuple>(rule);
      result.rules.push_back({.feature = nb::cast<std::string>(pair[0]), .count = nb::cast<double>(pair[1])});
    }
  } else {
    result.all = nb::cast<double>(value);
  }
  return result;
}

Shrinkage shrinkage_of(const nb::object& value) {
  if (nb::isinstance<nb::dict>(value)) {
    RdaShrinkage rda;
    Said said(nb::cast<nb::dict>(value));
    said.set("alpha", rda.alpha);
    said.set("gamma", rda.gamma);
    std::string target = "spheres";
    said.set("target", target);
    rda.target = target == "variances" ? RdaTarget::variances : RdaTarget::spheres;
    said.finish();
    return rda;
  }
  if (!nb::isinstance<nb::str>(value)) {
    return FixedShrinkage{nb::cast<double>(value)};
  }
  const auto text = nb::cast<std::string>(value);
  if (text == "none") return NoShrinkage{};
  if (text == "auto") return AutoShrinkage{};
  if (text == "ledoit-wolf") return LedoitWolfShrinkage{};
  if (text == "oas") return OasShrinkage{};
  throw Error(ErrorCode::usage,
              "shrinkage is 'auto', 'ledoit-wolf', 'oas', a number from 0 to 1 or None, not '" + text + "'");
}

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
  said.set("pooled", reading.pooled);
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
  return nb::cast(std::string(std::holds_alternative<EmpiricalPrior>(prior)  ? "empirical"
                              : std::holds_alternative<SmoothedPrior>(prior) ? "smoothed"
                                                                             : "uniform"));
}

Kind kind_of_text(const std::string& text) {
  for (const Kind kind : {Kind::measurements, Kind::amounts, Kind::counts, Kind::text, Kind::categories}) {
    if (text == kind_name(kind)) {
      return kind;
    }
  }
  throw Error(ErrorCode::usage, "there is no kind '" + text + "'");
}

// The names of columns that have none: 1, 2, …
std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t j = 1; j <= count; ++j) {
    names.push_back(std::to_string(j));
  }
  return names;
}

// The schema of one block, of columns with names or of so many. Of categories, the values 0, 1, … below sizes[j] are
// declared in column j.
Schema one_block(const std::string& kind, std::variant<std::size_t, std::vector<std::string>> columns,
                 const std::vector<std::size_t>& sizes, const nb::dict& text, std::vector<std::string> labels) {
  const auto* count = std::get_if<std::size_t>(&columns);
  Block block{.kind = kind_of_text(kind),
              .features = count ? numbered(*count) : std::move(std::get<std::vector<std::string>>(columns))};
  if (block.kind == Kind::text) {
    block.text = text_options_of(text);
  }
  for (const std::size_t size : sizes) {
    std::vector<std::string>& values = block.declared_values.emplace_back();
    for (std::size_t k = 0; k < size; ++k) {
      values.push_back(std::to_string(k));
    }
    std::ranges::sort(values);
  }
  Schema schema{.blocks = {std::move(block)}, .target = "y"};
  std::ranges::sort(labels);
  schema.declared_labels = std::move(labels);
  while (std::ranges::find(schema.blocks.front().features, schema.target) != schema.blocks.front().features.end()) {
    schema.target += "_";
  }
  return schema;
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
    item["pooled"] = reading.pooled;
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

ModelChoice model_choice_of(const nb::dict& dictionary) {
  Said said(dictionary);
  ModelChoice choice;
  if (const auto model = said.take("model")) choice.model = nb::cast<std::string>(*model);
  if (const auto estimator = said.take("estimate")) choice.estimator = estimator_of(*estimator);
  if (const auto shrinkage = said.take("shrinkage")) choice.shrinkage = shrinkage_of(*shrinkage);
  if (const auto ridge = said.take("ridge")) choice.ridge = nb::cast<double>(*ridge);
  if (const auto axes = said.take("axes")) choice.axes = nb::cast<std::size_t>(*axes);
  if (const auto pseudocount = said.take("pseudocount")) choice.pseudocount = pseudocount_of(*pseudocount);
  if (const auto prior = said.take("class_prior")) choice.class_prior = class_prior_of(*prior);
  if (const auto unseen = said.take("unseen")) choice.unseen = unseen_of(*unseen);
  if (const auto oov = said.take("oov")) choice.oov = unseen_of(*oov);
  if (const auto least = said.take("min_df")) choice.min_documents = nb::cast<std::uint64_t>(*least);
  if (const auto most = said.take("max_vocabulary")) choice.max_terms = nb::cast<std::uint64_t>(*most);
  if (const auto tf_idf = said.take("tf_idf")) choice.tf_idf = nb::cast<bool>(*tf_idf);
  if (const auto normalised = said.take("normalised")) choice.normalised = nb::cast<bool>(*normalised);
  said.finish();
  return choice;
}

TextOptions text_options_of(const nb::dict& dictionary) {
  Said said(dictionary);
  TextOptions options;
  if (const auto mail = said.take("mail"); mail && nb::cast<bool>(*mail)) {
    options.form = DocumentForm::mail;
  }
  said.set("min_length", options.min_length);
  if (const auto ngrams = said.take("ngrams")) parse_ngrams(nb::cast<std::string>(*ngrams), options);
  if (const auto words = said.take("stop_words")) {
    if (nb::isinstance<nb::str>(*words)) {
      if (nb::cast<std::string>(*words) != "english") {
        throw Error(ErrorCode::usage, "stop_words is 'english' or a list of words");
      }
      options.stop_words = english_stop_words();
    } else {
      options.stop_words = nb::cast<std::vector<std::string>>(*words);
    }
    std::ranges::sort(options.stop_words);
    const auto [first, last] = std::ranges::unique(options.stop_words);
    options.stop_words.erase(first, last);
  }
  said.set("stemmer", options.stemmer);
  said.set("hash_buckets", options.hash_buckets);
  said.set("hash_key", options.hash_key);
  said.finish();
  check_text_options(options);
  return options;
}

void bind_options(nb::module_& module) {
  nb::class_<Schema>(module, "Schema", "The columns that sums are of, and what was decided about them.")
      .def_prop_ro("columns", [](const Schema& schema) { return columns_of(schema); })
      .def_prop_ro("kinds",
                   [](const Schema& schema) {
                     std::vector<std::string> kinds;
                     for (const Block& block : schema.blocks) {
                       kinds.emplace_back(kind_name(block.kind));
                     }
                     return kinds;
                   })
      .def("to_json", [](const Schema& schema) { return schema_to_json(schema); })
      .def_static("from_json", [](const std::string& text) { return schema_from_json(text); })
      .def("__eq__", [](const Schema& a, const Schema& b) { return a == b; });
  module.def("one_block", &one_block, nb::arg("kind"), nb::arg("features"),
             nb::arg("sizes") = std::vector<std::size_t>{}, nb::arg("text") = nb::dict(),
             nb::arg("labels") = std::vector<std::string>{});
}

}  // namespace suffice::python
