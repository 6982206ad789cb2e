#include "store/content/options_json.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

[[noreturn]] void fail_prior(std::string_view what, std::string_view message) {
  throw Error(ErrorCode::bad_model, fmt::format("{}: {}", what, message));
}

}  // namespace

std::string class_prior_json(const ClassPrior& prior) {
  const auto* given = std::get_if<GivenPrior>(&prior);
  if (given == nullptr) return json_text(to_text(prior));
  std::vector<std::string> items;
  items.reserve(given->probability.size());
  for (const auto& [label, probability] : given->probability) {
    items.push_back(json_text(label) + ":" + json_text(probability));
  }
  return fmt::format("{{{}}}", fmt::join(items, ","));
}

ClassPrior read_class_prior(const JsonValue& value, std::string_view what) {
  if (!value.is_object()) {
    if (!value.is_string()) fail_prior(what, "\"class_prior\" is neither a word nor an object");
    ClassPrior prior = parse_class_prior(name_in(value, "\"class_prior\""));
    if (std::holds_alternative<GivenPrior>(prior)) fail_prior(what, "\"class_prior\" is neither a word nor an object");
    return prior;
  }
  GivenPrior given;
  for (const auto& item : value.members()) {
    if (!item.value.is_number()) fail_prior(what, "a probability in \"class_prior\" is not a number");
    given.probability.emplace(item.key, item.value.number());
  }
  return given;
}

std::string gaussian_prior_json(const GaussianPrior& prior) {
  std::vector<std::string> items;
  if (prior.kappa) items.push_back(fmt::format(R"("kappa":{})", json_text(*prior.kappa)));
  if (prior.nu) items.push_back(fmt::format(R"("nu":{})", json_text(*prior.nu)));
  if (prior.mean) items.push_back(fmt::format(R"("mean":{})", json_text(*prior.mean)));
  if (prior.variance) items.push_back(fmt::format(R"("variance":{})", json_text(*prior.variance)));
  return fmt::format("{{{}}}", fmt::join(items, ","));
}

GaussianPrior read_gaussian_prior(const JsonValue& value, std::string_view what) {
  const std::string the_prior = fmt::format("\"prior\" of {}", what);
  check_keys(value, {}, {"kappa", "nu", "mean", "variance"}, the_prior);
  if (value.empty()) fail_prior(what, "\"prior\" says nothing");
  GaussianPrior prior;
  if (value.contains("kappa")) prior.kappa = number_at(value, "kappa", the_prior);
  if (value.contains("nu")) prior.nu = number_at(value, "nu", the_prior);
  if (value.contains("mean")) prior.mean = read_numbers(value.at("mean"), fmt::format("\"mean\" in {}", the_prior));
  if (value.contains("variance"))
    prior.variance = read_numbers(value.at("variance"), fmt::format("\"variance\" in {}", the_prior));
  return prior;
}

std::string pseudocount_rules_json(const std::vector<PseudocountRule>& rules) {
  std::vector<std::string> items;
  for (const PseudocountRule& rule : rules) {
    std::string item;
    if (!rule.label.empty()) item += fmt::format(R"("label":{},)", json_text(rule.label));
    if (!rule.feature.empty()) item += fmt::format(R"("feature":{},)", json_text(rule.feature));
    if (!rule.value.empty()) item += fmt::format(R"("value":{},)", json_text(rule.value));
    items.push_back(fmt::format(R"({{{}"count":{}}})", item, json_text(rule.count)));
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::vector<PseudocountRule> read_pseudocount_rules(const JsonValue& value, std::string_view what) {
  if (!value.is_array() || value.empty()) fail_prior(what, "\"pseudocounts\" is not a list of rules");
  std::vector<PseudocountRule> rules;
  for (const JsonValue& item : value.elements()) {
    const std::string rule = fmt::format("a rule in \"pseudocounts\" of {}", what);
    check_keys(item, {"count"}, {"label", "feature", "value"}, rule);
    const auto text = [&](const char* key) { return item.contains(key) ? string_at(item, key, rule) : std::string(); };
    rules.push_back({text("label"), text("feature"), text("value"), number_at(item, "count", rule)});
  }
  return rules;
}

namespace {

const std::string the_options = "the list of options";
const std::string a_reading = "a reading in the list of options";

[[noreturn]] void fail_reading(const std::string& message) { fail(a_reading + ": " + message); }

std::string shrinkage_json(const Shrinkage& shrinkage) {
  if (const auto* fixed = std::get_if<FixedShrinkage>(&shrinkage)) return json_text(fixed->lambda);
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    return fmt::format(R"({{"alpha":{},"gamma":{}{}}})", json_text(rda->alpha), json_text(rda->gamma),
                       rda->target == RdaTarget::variances ? R"(,"towards":"variances")" : "");
  }
  return json_text(to_text(shrinkage));
}

Shrinkage read_shrinkage(const JsonValue& value) {
  if (value.is_number()) return FixedShrinkage{value.number()};
  if (value.is_object()) {
    check_keys(value, {"alpha", "gamma"}, {"towards"}, "\"shrinkage\" of " + a_reading);
    if (value.contains("towards") && !value.at("towards").is("variances")) {
      fail_reading("\"towards\" is not \"variances\"; leave it out");
    }
    return RdaShrinkage{number_at(value, "alpha", a_reading), number_at(value, "gamma", a_reading),
                        value.contains("towards") ? RdaTarget::variances : RdaTarget::spheres};
  }
  if (!value.is_string()) fail_reading("\"shrinkage\" is neither a word, a number nor an object");
  Shrinkage shrinkage = parse_shrinkage(name_in(value, "\"shrinkage\""));
  if (std::holds_alternative<FixedShrinkage>(shrinkage)) fail_reading("a number in \"shrinkage\" stands in quotes");
  return shrinkage;
}

/// Collects the options of a reading that are not at their defaults: ,"key":value,…
class Items {
 public:
  void add(std::string_view key, const std::string& value) { text_ += fmt::format(",\"{}\":{}", key, value); }
  void add_if(bool set, std::string_view key) {
    if (set) add(key, "true");
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void check_options_keys(const JsonValue& value, std::initializer_list<std::string_view> more) {
  check_keys(value, {"block", "model", "estimate"}, more, a_reading);
}

bool read_true(const JsonValue& value, const char* key) {
  if (!value.contains(key)) return false;
  if (!value.at(key).is(true)) fail_reading(fmt::format("\"{}\" is there and not true", key));
  return true;
}

void add_pseudocount(const Pseudocount& pseudocount, Items& items) {
  if (pseudocount.all) items.add("pseudocount", json_text(*pseudocount.all));
  if (!pseudocount.rules.empty()) items.add("pseudocounts", pseudocount_rules_json(pseudocount.rules));
}

Pseudocount read_pseudocount(const JsonValue& value) {
  Pseudocount pseudocount;
  if (value.contains("pseudocount")) pseudocount.all = number_at(value, "pseudocount", a_reading);
  if (value.contains("pseudocounts")) pseudocount.rules = read_pseudocount_rules(value.at("pseudocounts"), a_reading);
  return pseudocount;
}

void add_unseen(Unseen unseen, Items& items) {
  if (unseen == Unseen::reserve) items.add("unseen", R"("reserve")");
}

Unseen read_unseen(const JsonValue& value) {
  return value.contains("unseen") ? parse_unseen(string_at(value, "unseen", a_reading)) : Unseen::ignore;
}

/// Each family: what its model's name does not say, written unless it is at its default, and read back; `named` has
/// what the name says.
void add_family(const GaussianOptions& options, const GaussianOptions& /*named*/, Items& items) {
  if (!std::holds_alternative<NoShrinkage>(options.shrinkage)) {
    items.add("shrinkage", shrinkage_json(options.shrinkage));
  }
  if (options.ridge != 0) items.add("ridge", json_text(options.ridge));
  if (options.prior != GaussianPrior{}) items.add("prior", gaussian_prior_json(options.prior));
  if (options.fisher && options.fisher->count > 0) items.add("axes", std::to_string(options.fisher->count));
}

GaussianOptions read_family(const JsonValue& value, const GaussianOptions& named) {
  check_options_keys(value, {"pooled", "opinion", "features", "shrinkage", "ridge", "prior", "axes"});
  GaussianOptions options;
  options.structure = named.structure;
  if (named.fisher) options.fisher = FisherAxes{};
  if (value.contains("shrinkage")) options.shrinkage = read_shrinkage(value.at("shrinkage"));
  // A shrinkage of α and γ makes rda, and nothing else has it.
  if (std::holds_alternative<RdaShrinkage>(options.shrinkage) !=
      std::holds_alternative<RdaShrinkage>(named.shrinkage)) {
    fail_reading(fmt::format("the model {} does not go with its shrinkage", brief_text(value.at("model").text())));
  }
  if (value.contains("ridge")) options.ridge = number_at(value, "ridge", a_reading);
  if (value.contains("prior")) options.prior = read_gaussian_prior(value.at("prior"), a_reading);
  if (value.contains("axes")) {
    const JsonValue& axes = value.at("axes");
    if (!axes.is_whole_number() || axes.whole_number() == 0 || !options.fisher) {
      fail_reading("\"axes\" is not a positive whole number of the model fisher");
    }
    options.fisher->count = axes.whole_number();
  }
  return options;
}

void add_family(const TermOptions& options, const TermOptions& named, Items& items) {
  add_pseudocount(options.pseudocount, items);
  add_unseen(options.unseen, items);
  if (options.min_documents != 0) items.add("min_documents", json_text(options.min_documents));
  if (options.max_terms > 0) items.add("max_terms", std::to_string(options.max_terms));
  items.add_if(options.boolean && !named.boolean, "boolean");
  items.add_if(options.tf_idf, "tf_idf");
  items.add_if(options.normalised, "normalised");
}

TermOptions read_family(const JsonValue& value, const TermOptions& named) {
  check_options_keys(value, {"pooled", "opinion", "features", "pseudocount", "pseudocounts", "unseen", "min_documents",
                             "max_terms", "boolean", "tf_idf", "normalised"});
  TermOptions options;
  options.family = named.family;
  options.pseudocount = read_pseudocount(value);
  options.unseen = read_unseen(value);
  if (value.contains("min_documents")) options.min_documents = number_at(value, "min_documents", a_reading);
  if (value.contains("max_terms")) options.max_terms = whole_number_at(value, "max_terms", a_reading);
  options.boolean = read_true(value, "boolean") || named.boolean;
  options.tf_idf = read_true(value, "tf_idf");
  options.normalised = read_true(value, "normalised");
  return options;
}

std::string cuts_json(const std::map<std::string, Cuts>& cuts) {
  std::vector<std::string> items;
  items.reserve(cuts.size());
  for (const auto& [feature, rule] : cuts) items.push_back(json_text(feature) + ":" + json_text(to_text(rule)));
  return fmt::format("{{{}}}", fmt::join(items, ","));
}

std::map<std::string, Cuts> read_cuts(const JsonValue& value) {
  if (!value.is_object() || value.empty()) fail_reading("\"cuts\" is not an object of columns and their rules");
  std::map<std::string, Cuts> cuts;
  for (const auto& item : value.members()) {
    if (!item.value.is_string()) fail_reading("a rule in \"cuts\" is not a word");
    cuts.emplace(item.key, parse_cuts(name_in(item.value, "a rule in \"cuts\"")));
  }
  return cuts;
}

void add_family(const ValueOptions& options, const ValueOptions& /*named*/, Items& items) {
  add_pseudocount(options.pseudocount, items);
  add_unseen(options.unseen, items);
  if (!options.cuts.empty()) items.add("cuts", cuts_json(options.cuts));
}

ValueOptions read_family(const JsonValue& value, const ValueOptions& named) {
  check_options_keys(value, {"pooled", "opinion", "features", "pseudocount", "pseudocounts", "unseen", "cuts"});
  ValueOptions options;
  options.dependence = named.dependence;
  options.pseudocount = read_pseudocount(value);
  options.unseen = read_unseen(value);
  if (value.contains("cuts")) options.cuts = read_cuts(value.at("cuts"));
  return options;
}

void add_family(const AmountOptions& options, const AmountOptions& /*named*/, Items& items) {
  add_pseudocount(options.pseudocount, items);
}

AmountOptions read_family(const JsonValue& value, const AmountOptions& named) {
  check_options_keys(value, {"pooled", "opinion", "features", "pseudocount", "pseudocounts"});
  AmountOptions options;
  options.family = named.family;
  options.pseudocount = read_pseudocount(value);
  return options;
}

const NamedModel& read_model(const JsonValue& value) {
  const std::string& name = string_at(value, "model", a_reading);
  const auto found = std::ranges::find(models(), name, &NamedModel::name);
  if (found != models().end()) return *found;
  fail_reading(
      fmt::format("the model {} is not known to this version of Suffice; the file may come from a newer one: upgrade "
                  "to read it",
                  json_text(name)));
}

std::string reading_json(const Reading& reading, const Schema& schema) {
  const bool fewer = !reading.features.empty() && reading.features != schema.blocks.at(reading.block).features;
  const std::string name = model_name(reading.options);
  Items items;
  const auto estimator = std::visit(
      [&](const auto& options) {
        add_family(options, std::get<std::decay_t<decltype(options)>>(find_model(name).options), items);
        return options.estimator;
      },
      reading.options);
  return fmt::format(R"({{"block":{}{}{}{},"model":{},"estimate":{}{}}})", reading.block,
                     reading.pooled() ? R"(,"pooled":true)" : "",
                     reading.opinion > 1 ? fmt::format(R"(,"opinion":{})", reading.opinion + 1) : "",
                     fewer ? R"(,"features":)" + json_text(reading.features) : "", json_text(name),
                     json_text(to_text(estimator)), items.text());
}

/// The second where there is no other number.
std::size_t read_opinion(const JsonValue& value) {
  const bool pooled = read_true(value, "pooled");
  if (!value.contains("opinion")) return pooled ? 1 : 0;
  const std::size_t number = whole_number_at(value, "opinion", a_reading);
  if (!pooled || number < 3) fail_reading("\"opinion\" is 3 or more, and beside \"pooled\"");
  return number - 1;
}

Reading read_reading(const JsonValue& value) {
  check_options_keys(
      value, {"pooled", "opinion", "features", "shrinkage", "ridge", "prior", "axes", "pseudocount", "pseudocounts",
              "unseen", "cuts", "min_documents", "max_terms", "boolean", "tf_idf", "normalised"});
  const NamedModel& model = read_model(value);
  Reading reading;
  reading.block = whole_number_at(value, "block", a_reading);
  reading.opinion = read_opinion(value);
  if (value.contains("features")) {
    reading.features = read_texts(value.at("features"), "\"features\" of " + a_reading);
    if (reading.features.empty()) fail_reading("\"features\" is empty; leave it out");
  }
  reading.options =
      std::visit([&](const auto& named) { return FamilyOptions(read_family(value, named)); }, model.options);
  const Estimator estimator = parse_estimator(string_at(value, "estimate", a_reading));
  std::visit([&](auto& options) { options.estimator = estimator; }, reading.options);
  return reading;
}

std::string rival_json(const std::optional<Rival>& rival) {
  return !rival ? ""
                : fmt::format(R"(,"rival":{{"model":{},"ridge":{}}})", json_text(to_text(rival->loss)),
                              json_text(rival->ridge));
}

Rival read_rival(const JsonValue& value) {
  const std::string the_rival = "\"rival\" of " + the_options;
  check_keys(value, {"model", "ridge"}, {}, the_rival);
  std::optional<Rival> rival = find_rival(string_at(value, "model", the_rival));
  if (!rival) fail(the_rival + ": the model is not known to this version of Suffice; upgrade to read it");
  rival->ridge = number_at(value, "ridge", the_rival);
  return *rival;
}

}  // namespace

std::string options_to_json(const Options& options, const Schema& schema) {
  std::vector<std::string> readings;
  readings.reserve(options.readings.size());
  for (const Reading& reading : options.readings) readings.push_back(reading_json(reading, schema));
  return fmt::format(R"({{"class_prior":{},"readings":[{}]{}}})", class_prior_json(options.class_prior),
                     fmt::join(readings, ","), rival_json(options.rival));
}

Options options_from_json(std::string_view text) {
  const JsonValue value = parse_json(text, the_options);
  check_keys(value, {"class_prior", "readings"}, {"rival"}, the_options);
  const JsonValue& readings = value.at("readings");
  if (readings.is_texts()) fail(a_reading + " is not a JSON object");
  if (!readings.is_array() || readings.empty()) fail(the_options + ": \"readings\" is not a list, or empty");
  try {
    Options options;
    options.class_prior = read_class_prior(value.at("class_prior"), the_options);
    for (const JsonValue& reading : readings.elements()) options.readings.push_back(read_reading(reading));
    if (value.contains("rival")) options.rival = read_rival(value.at("rival"));
    return options;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_model) throw;
    fail(fmt::format("{}: {}", the_options, error.message()));
  }
}

}  // namespace suffice
