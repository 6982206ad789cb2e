#include "fit/choice/model_choice.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/dates.hpp"
#include "estimate/model_table.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

bool is_rda(const Reading& reading) { return takes(reading.options, "rda"); }

void check_rda(const ModelChoice& choice, const Options& options) {
  if (!choice.rda && std::ranges::any_of(options.readings, is_rda)) {
    throw Error(ErrorCode::usage, "rda needs two numbers from 0 to 1, such as 0.5,0.1", "", {{"rda", {"A,G"}}});
  }
}

// Columns of the role gaussian stand in a block after that of the other measurements, and keep their own model.
bool is_of_model(const Reading& reading, const Schema& schema, const FamilyOptions& model) {
  const Kind kind = schema.blocks[reading.block].kind;
  if (kind != Kind::measurements) {
    return fits(model, kind);
  }
  const auto first = std::ranges::find(schema.blocks, Kind::measurements, &Block::kind);
  return fits(model, kind) && first - schema.blocks.begin() == static_cast<std::ptrdiff_t>(reading.block);
}

[[noreturn]] void refuse_model(const std::string& name, const Schema& schema) {
  std::vector<std::string> kinds;
  std::vector<std::string> others;
  for (const Block& block : schema.blocks) {
    if (std::ranges::find(kinds, kind_name(block.kind)) == kinds.end()) {
      kinds.emplace_back(kind_name(block.kind));
    }
  }
  for (const NamedModel& model : models()) {
    if (std::ranges::any_of(schema.blocks, [&](const Block& block) { return fits(model.options, block.kind); })) {
      others.push_back(model.name);
    }
  }
  throw Error(ErrorCode::usage,
              fmt::format("the sums are of {}, to be read as {}, and not as {}", fmt::join(kinds, " and "),
                          fmt::join(others, ", "), name),
              "", {{"model", {name}, Remedy::Act::refit}});
}

void change_model(Options& options, const Schema& schema, const std::string& name) {
  options.rival = find_rival(name);
  if (options.rival) {
    for (Reading& reading : options.readings) {
      if (auto* const gaussian = std::get_if<GaussianOptions>(&reading.options)) {
        *gaussian = {.structure = Structure::shared};
      }
    }
    return;
  }
  const bool naive = name == naive_bayes;
  const std::string wanted = naive ? gaussian_naive_bayes : name;
  const FamilyOptions model = find_model(wanted).options;
  bool changed = naive;
  for (Reading& reading : options.readings) {
    const Kind kind = schema.blocks[reading.block].kind;
    if (naive ? kind == Kind::measurements : is_of_model(reading, schema, model)) {
      if (model_name(reading.options) != wanted) {
        set_model(reading.options, wanted);
      }
      changed = true;
    }
  }
  if (!changed) {
    refuse_model(name, schema);
  }
}

void set_estimator(FamilyOptions& options, Estimator estimator, bool shrinkage_given) {
  std::visit([&](auto& family) { family.estimator = estimator; }, options);
  auto* const gaussian = std::get_if<GaussianOptions>(&options);
  if (gaussian != nullptr && has_prior(estimator) && !shrinkage_given && !takes(options, "rda")) {
    gaussian->shrinkage = NoShrinkage{};  // a prior does its own; what was stored gives way
  }
}

bool is_legal(const FamilyOptions& options) {
  try {
    check_options(options);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// change(options) for every reading that takes the option; of several, those for which the value has a meaning. Where
// it has none for any of them, checked() says why. Error (usage) where none takes it.
template <typename ChangeOptions>
void change_takers(Options& options, std::string_view option, const ChangeOptions& change) {
  check_taken(options, option);
  std::vector<FamilyOptions> changed;
  bool some_legal = false;
  for (const Reading& reading : options.readings) {
    changed.push_back(reading.options);
    if (takes(reading.options, option)) {
      change(reading.block, changed.back());
      some_legal = some_legal || is_legal(changed.back());
    }
  }
  for (std::size_t r = 0; r < changed.size(); ++r) {
    if (!some_legal || is_legal(changed[r])) {
      options.readings[r].options = std::move(changed[r]);
    }
  }
}

void apply_gaussian_options(Options& options, const ModelChoice& choice) {
  const auto change = [&](std::string_view option, bool given, const auto& set) {
    if (given) {
      change_takers(options, option,
                    [&](std::size_t, FamilyOptions& family) { set(std::get<GaussianOptions>(family)); });
    }
  };
  if (choice.axes == 0U) {
    throw Error(ErrorCode::usage, "the number of axes is at least 1");
  }
  change("rda", choice.rda.has_value(), [&](GaussianOptions& gaussian) { gaussian.shrinkage = *choice.rda; });
  change("axes", choice.axes.has_value(),
         [&](GaussianOptions& gaussian) { gaussian.fisher = FisherAxes{*choice.axes}; });
  if (choice.estimator) {
    change_takers(options, "estimate", [&](std::size_t, FamilyOptions& family) {
      set_estimator(family, *choice.estimator, choice.shrinkage.has_value());
    });
  }
  change("shrinkage", choice.shrinkage.has_value(),
         [&](GaussianOptions& gaussian) { gaussian.shrinkage = *choice.shrinkage; });
  if (options.rival && options.rival->loss != RivalLoss::perceptron && choice.ridge) {
    options.rival->ridge = *choice.ridge;
    return;
  }
  change("ridge", choice.ridge.has_value(), [&](GaussianOptions& gaussian) { gaussian.ridge = *choice.ridge; });
}

void apply_count_options(Options& options, const ModelChoice& choice) {
  if (choice.pseudocount) {
    change_takers(options, "pseudocount", [&](std::size_t, FamilyOptions& chosen) {
      std::visit(
          [&](auto& family) {
            if constexpr (requires { family.pseudocount; }) {
              family.pseudocount = *choice.pseudocount;
            }
          },
          chosen);
    });
  }
  if (choice.unseen) {
    change_takers(options, "unseen",
                  [&](std::size_t, FamilyOptions& family) { std::get<ValueOptions>(family).unseen = *choice.unseen; });
  }
}

void apply_cuts(Options& options, const Schema& schema, const std::map<std::string, Cuts>& chosen) {
  for (const auto& [column, cuts] : chosen) {
    bool found = false;
    for (Reading& reading : options.readings) {
      const Block& block = schema.blocks[reading.block];
      const auto place = std::ranges::find(block.features, column);
      const bool is_read =
          reading.features.empty() || std::ranges::find(reading.features, column) != reading.features.end();
      if (auto* const values = std::get_if<ValueOptions>(&reading.options);
          values != nullptr && is_read && place != block.features.end() &&
          has_bins(block, static_cast<std::size_t>(place - block.features.begin()))) {
        values->cuts[column] = cuts;
        found = true;
      }
    }
    if (!found) {
      throw Error(
          ErrorCode::usage,
          fmt::format("{} is no column of bins that is read, so that {} has nothing to join; bins are made when "
                      "a model is fitted",
                      quoted(column), to_text(cuts)),
          "", {{"column", {fmt::format("{}={}", column, to_text(cuts))}, Remedy::Act::refit}});
    }
  }
}

void apply_term_options(Options& options, const Schema& schema, const ModelChoice& choice) {
  const auto change = [&](std::string_view option, bool given, const auto& set) {
    if (given) {
      change_takers(options, option, [&](std::size_t block, FamilyOptions& family) {
        set(schema.blocks[block], std::get<TermOptions>(family));
      });
    }
  };
  for (Reading& reading : options.readings) {
    if (auto* const terms = std::get_if<TermOptions>(&reading.options)) {
      const bool named = choice.model.has_value();
      terms->tf_idf = terms->tf_idf && choice.tf_idf.value_or(!named);
      terms->normalised = terms->normalised && choice.normalised.value_or(!named);
    }
  }
  change("oov", choice.oov.has_value(), [&](const Block&, TermOptions& terms) { terms.unseen = *choice.oov; });
  change("vocabulary", choice.vocabulary || choice.learned_vocabulary, [&](const Block& block, TermOptions& terms) {
    terms.vocabulary.reset();
    if (choice.vocabulary) {
      terms.vocabulary = parse_vocabulary(choice.vocabulary->lines, block, choice.vocabulary->name);
    }
  });
  change("min-df", choice.min_documents.has_value(),
         [&](const Block&, TermOptions& terms) { terms.min_documents = static_cast<double>(*choice.min_documents); });
  change("max-vocabulary", choice.max_terms.has_value(),
         [&](const Block&, TermOptions& terms) { terms.max_terms = *choice.max_terms; });
  change("tf-idf", choice.tf_idf.value_or(false), [&](const Block&, TermOptions& terms) { terms.tf_idf = true; });
  change("normalised", choice.normalised.value_or(false),
         [&](const Block&, TermOptions& terms) { terms.normalised = true; });
}

void check_compact(const Options& options) {
  check_taken(options, "compact");
  for (const Reading& reading : options.readings) {
    const auto* const terms = std::get_if<TermOptions>(&reading.options);
    if (terms != nullptr && terms->unseen == Unseen::reserve) {
      throw Error(ErrorCode::usage, "the place that is reserved counts the terms that would be dropped", "",
                  {{"oov", {"ignore"}}, {"compact", {}, Remedy::Act::leave_out}});
    }
  }
}

// Everything that is said but the model.
Options with_options(Options options, const Schema& schema, const ModelChoice& choice) {
  apply_gaussian_options(options, choice);
  apply_count_options(options, choice);
  apply_cuts(options, schema, choice.cuts);
  apply_term_options(options, schema, choice);
  if (choice.class_prior) {
    options.class_prior = *choice.class_prior;
  }
  if (choice.compact) {
    check_compact(options);
  }
  return settled(options, schema);
}

// Mails are long and full of words that occur once: what they have counts, not how often, and a small pseudocount lets
// words of one class alone speak. Measured by bench/mail.py.
void apply_mail_defaults(Options& options, const Schema& schema, const ModelChoice& choice) {
  constexpr double mail_pseudocount = 0.01;
  for (Reading& reading : options.readings) {
    const Block& block = schema.blocks[reading.block];
    if (block.kind != Kind::text || block.text.form != DocumentForm::mail) {
      continue;
    }
    if (!choice.model) {
      set_model(reading.options, "boolean-nb");
    }
    if (!choice.estimator) {
      std::get<TermOptions>(reading.options).pseudocount = Pseudocount{mail_pseudocount, {}};
    }
  }
}

void keep_places(std::optional<std::vector<double>>& numbers, const std::vector<std::size_t>& places) {
  if (numbers) {
    std::vector<double> kept;
    std::ranges::transform(places, std::back_inserter(kept), [&](std::size_t place) { return (*numbers)[place]; });
    numbers = std::move(kept);
  }
}

// Error (usage) for names that are no features of the schema, all of them.
void check_droppable(const Schema& schema, std::span<const std::string> drop) {
  const std::vector<std::string> columns = columns_of(schema);
  std::vector<std::string> unknown;
  for (const std::string& name : drop) {
    if (std::ranges::find(columns, name) != columns.end()) {
      continue;
    }
    if (name == schema.target || name == schema.weight) {
      throw Error(
          ErrorCode::usage,
          fmt::format("{} is the {} of the model, which is no feature and cannot be dropped; the features are {}",
                      quoted(name), name == schema.target ? "target" : "weight", list_names(columns)));
    }
    if (std::ranges::find(unknown, name) == unknown.end()) {
      unknown.push_back(name);
    }
  }
  if (!unknown.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("there {} {} to drop{}; the features are {}",
                            unknown.size() == 1 ? "is no column" : "are no columns", list_names(unknown),
                            unknown.size() == 1 ? did_you_mean(unknown.front(), columns) : "", list_names(columns)));
  }
}

// Features made of these columns.
void drop_features(Reading& reading, const Block& block, std::span<const std::string> drop) {
  std::unordered_set<std::string> dropped;
  const std::vector<std::string> columns = feature_columns(block);
  const std::unordered_set<std::string> given(drop.begin(), drop.end());
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (given.contains(columns[j])) {
      dropped.insert(block.features[j]);
    }
  }
  std::vector<std::size_t> places;
  std::vector<std::string> features;
  for (std::size_t place = 0; place < reading.features.size(); ++place) {
    if (!dropped.contains(reading.features[place])) {
      places.push_back(place);
      features.push_back(reading.features[place]);
    }
  }
  if (auto* const gaussian = std::get_if<GaussianOptions>(&reading.options)) {
    keep_places(gaussian->prior.mean, places);
    keep_places(gaussian->prior.variance, places);
  } else if (auto* const values = std::get_if<ValueOptions>(&reading.options)) {
    std::erase_if(values->cuts, [&](const auto& cuts) { return dropped.contains(cuts.first); });
  }
  reading.features = std::move(features);
}

}  // namespace

bool is_automatic(const ModelChoice& choice) {
  const bool says_nothing = !choice.estimator && !choice.shrinkage && !choice.rda && !choice.ridge && !choice.axes &&
                            !choice.pseudocount && !choice.unseen && !choice.oov && !choice.vocabulary &&
                            !choice.min_documents && !choice.max_terms && !choice.tf_idf.value_or(false) &&
                            !choice.normalised.value_or(false) && !choice.compact;
  if (choice.model == automatic_model && !says_nothing) {
    throw Error(ErrorCode::usage,
                "auto decides by itself how the sums are read: name a model, or leave out what is said of one", "",
                {{"model", {"lda"}}, {"model", {"naive-bayes"}}});
  }
  return says_nothing && (!choice.model || *choice.model == automatic_model);
}

std::optional<std::string> chosen_model(const ModelChoice& choice) {
  if (!choice.rda) {
    return choice.model == automatic_model ? std::nullopt : choice.model;
  }
  if (choice.model && *choice.model != "rda" && *choice.model != automatic_model) {
    const std::string family = *choice.model == naive_bayes ? gaussian_naive_bayes : *choice.model;
    check_taken({.readings = {{.options = find_model(family).options}}}, "rda");
  }
  return "rda";
}

Options chosen_options(const Schema& schema, const ModelChoice& choice, std::span<const ColumnRole> roles) {
  Options options = options_for(chosen_model(choice).value_or(""), schema, roles);
  if (!choice.estimator && !choice.ridge && !options.rival) {
    for (Reading& reading : options.readings) {
      auto* const gaussian = std::get_if<GaussianOptions>(&reading.options);
      if (gaussian != nullptr && !is_rda(reading)) {
        gaussian->shrinkage = AutoShrinkage{};
      }
    }
  }
  apply_mail_defaults(options, schema, choice);
  check_rda(choice, options);
  return with_options(std::move(options), schema, choice);
}

Options changed_options(Options options, const Schema& schema, const ModelChoice& choice) {
  options = checked(std::move(options), schema);
  const bool was_rda = std::ranges::any_of(options.readings, is_rda);
  if (const std::optional<std::string> named = chosen_model(choice)) {
    change_model(options, schema, *named);
  }
  if (!was_rda) {
    check_rda(choice, options);
  }
  return with_options(std::move(options), schema, choice);
}

Options dropped_columns(Options options, const Schema& schema, std::span<const std::string> drop) {
  check_droppable(schema, drop);
  std::vector<std::string> names(drop.begin(), drop.end());
  const std::unordered_set<std::string_view> dropped(drop.begin(), drop.end());
  for (const DateColumn& date : schema.dates) {
    if (dropped.contains(date.column)) {
      names.insert(names.end(), {hour_of(date.column), weekday_of(date.column)});
    }
  }
  for (Reading& reading : options.readings) {
    drop_features(reading, schema.blocks[reading.block], names);
  }
  std::erase_if(options.readings, [](const Reading& reading) { return reading.features.empty(); });
  if (options.readings.empty()) {
    throw Error(ErrorCode::usage, "no column would be left to read; drop fewer");
  }
  return options;
}

Options settled(const Options& options, const Schema& schema) {
  Options settled = checked(options, schema);
  for (Reading& reading : settled.readings) {
    if (reading.features == schema.blocks[reading.block].features) {
      reading.features.clear();
    }
  }
  return settled;
}

}  // namespace suffice
