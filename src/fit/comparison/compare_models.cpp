#include "fit/comparison/compare_models.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/read_block.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "fit/keep.hpp"
#include "fit/rival_fit.hpp"
#include "model/linear/feature_map.hpp"
#include "rival/feature_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

// Of more columns than these only variances are read.
constexpr std::size_t most_covariance_columns = 100;
// Logistic regression on more squares and products than these is not offered.
constexpr std::size_t most_products = 200;

// How many columns the first block of numbers has; 0 where there is none.
std::size_t number_count(const Schema& schema) {
  const auto numbers = std::ranges::find(schema.blocks, Kind::measurements, &Block::kind);
  return numbers == schema.blocks.end() ? 0 : numbers->features.size();
}

std::vector<Keep> kept_of(const Schema& schema, MomentKind kind) {
  return std::vector<Keep>(schema.blocks.size(), Keep{.moments = kind});
}

// Enough for all models.
std::vector<Keep> kept_of(const Schema& schema) {
  return kept_of(schema, number_count(schema) > most_covariance_columns ? MomentKind::diagonal : MomentKind::full);
}

// How many parameters one class has of its own, and how many all share.
struct ParameterCount {
  std::size_t of_class = 0;
  std::size_t shared = 0;
};

ParameterCount count_of(const ReadBlock& read, const GaussianOptions& options) {
  const std::size_t d = read.block().features.size();
  const std::size_t triangle = d * (d + 1) / 2;
  switch (options.structure) {
    case Structure::full:
      return {d + triangle, 0};
    case Structure::shared:
      return {d, triangle};
    case Structure::diagonal:
      return {2 * d, 0};
    case Structure::shared_diagonal:
      return {d, d};
    case Structure::spherical:
      return {d + 1, 0};
    case Structure::shared_spherical:
      return {d, 1};
    case Structure::identity:
      break;
  }
  return {d, 0};
}

ParameterCount count_of(const ReadBlock& read, const ValueOptions& /*options*/) {
  ParameterCount count;
  for (const auto& of_column : read.of<ValueCounts>().sums.values) {
    count.of_class += of_column.empty() ? 0 : of_column.size() - 1;
  }
  return count;
}

// Probabilities of words sum to 1, those of a word's presence do not.
ParameterCount count_of(const ReadBlock& read, const TermOptions& options) {
  const std::size_t terms = read.of<TermCounts>().sums.terms();
  return {options.family == TermFamily::bernoulli || terms == 0 ? terms : terms - 1, 0};
}

ParameterCount count_of(const ReadBlock& read, const AmountOptions& options) {
  const std::size_t d = read.block().features.size();
  return {options.family == AmountFamily::gamma ? 2 * d : d, 0};
}

// A reading of measurements without the columns that are constant, which have no parameters of their own.
Reading without_constants(const Summary& summary, Reading reading) {
  if (!std::holds_alternative<GaussianOptions>(reading.options)) return reading;
  const ReadBlock read(summary, reading);
  const MomentBlock& moments = read.of<Moments>();
  const GaussianOptions by_column{.structure = Structure::shared_diagonal};
  const bool has_patterns = moments.sums.has_patterns();
  const Moments without = has_patterns ? without_patterns(moments, by_column, 1) : Moments();
  const MomentBlock own{moments.block, moments.classes, has_patterns ? without : moments.sums};
  std::vector<std::string> varying;
  for (const std::size_t j : informative_columns(own, by_column)) varying.push_back(moments.block.features[j]);
  if (!varying.empty()) reading.features = std::move(varying);
  return reading;
}

// MODELS §8.
std::size_t parameter_count(const Summary& summary, const Options& options) {
  std::size_t count = summary.classes.size() - 1;
  for (const Reading& reading : options.readings) {
    const ReadBlock read(summary, without_constants(summary, reading));
    const ParameterCount own = std::visit([&](const auto& family) { return count_of(read, family); }, reading.options);
    count += summary.classes.size() * own.of_class + own.shared;
  }
  return count;
}

bool is_free(const Reading& reading) { return reading.options == default_options(Kind::measurements); }

// How columns are read whose role says no family.
struct Choice {
  Structure structure = Structure::shared;
  TermFamily terms = TermFamily::multinomial;
};

Options options_of(Options options, const Schema& schema, const Choice& choice) {
  for (Reading& reading : options.readings) {
    if (is_free(reading)) std::get<GaussianOptions>(reading.options).structure = choice.structure;
    if (auto* const gaussian = std::get_if<GaussianOptions>(&reading.options)) gaussian->shrinkage = AutoShrinkage{};
    if (auto* const terms = std::get_if<TermOptions>(&reading.options)) terms->family = choice.terms;
  }
  return checked(std::move(options), schema);
}

// The readings that are compared: the simplest first, which the others are compared with.
std::vector<Choice> choices(const Options& options, const Schema& schema) {
  std::size_t d = 0;
  bool has_terms = false;
  for (const Reading& reading : options.readings) {
    const std::size_t all = schema.blocks[reading.block].features.size();
    d += !is_free(reading) ? 0 : reading.features.empty() ? all : reading.features.size();
    has_terms = has_terms || std::holds_alternative<TermOptions>(reading.options);
  }
  std::vector<Choice> found;
  if (d <= most_covariance_columns) found.push_back({Structure::shared});
  if (d > 1) found.push_back({Structure::shared_diagonal});
  if (has_terms) found.push_back({found.front().structure, TermFamily::bernoulli});
  if (d > 0) found.push_back({Structure::diagonal});
  if (d > 1) found.push_back({Structure::spherical});
  if (d > 1 && d + d * (d + 1) / 2 <= most_products) found.push_back({Structure::full});
  return found;
}

// The features that logistic regression has beside those that columns are.
std::string partner_name(const Options& options, const Schema& schema) {
  std::set<std::string> parts;
  for (const Reading& reading : options.readings) {
    const bool all = reading.features == schema.blocks[reading.block].features;
    const auto add = [&](const std::string& part) {
      parts.insert(all ? part : fmt::format("{} of {}", part, list_names(reading.features)));
    };
    if (const auto* const gaussian = std::get_if<GaussianOptions>(&reading.options)) {
      if (gaussian->structure == Structure::full || gaussian->structure == Structure::diagonal) add("squares");
      if (gaussian->structure == Structure::full) add("products");
      if (gaussian->structure == Structure::spherical) add("squared norm");
    } else if (const auto* const amounts = std::get_if<AmountOptions>(&reading.options)) {
      if (amounts->family == AmountFamily::gamma) add("logs");
    } else if (const auto* const terms = std::get_if<TermOptions>(&reading.options)) {
      if (terms->family == TermFamily::bernoulli) add("terms once");
    }
  }
  const std::vector<std::string> names(parts.rbegin(), parts.rend());  // squares before products
  return names.empty() ? "logistic" : fmt::format("logistic with {}", fmt::join(names, " and "));
}

// The same features have the same options: covariances that the classes share ask for none but the numbers.
Options partner_options(Options options) {
  for (Reading& reading : options.readings) {
    auto* const gaussian = std::get_if<GaussianOptions>(&reading.options);
    if (gaussian != nullptr && gaussian->structure == Structure::shared)
      gaussian->structure = Structure::shared_diagonal;
  }
  options.rival = Rival{RivalLoss::logistic, 1};
  return options;
}

void add_row(std::span<const double> log_posterior, std::uint32_t own, double weight, SplitLoss& loss, double& sum) {
  const auto best = std::ranges::max_element(log_posterior) - log_posterior.begin();
  loss.error += static_cast<std::uint32_t>(best) == own ? 0 : weight;
  loss.log_loss -= weight == 0 ? 0 : weight * log_posterior[own];
  sum += weight;
}

SplitLoss mean_of(std::span<const double> log_posteriors, std::span<const std::uint32_t> classes,
                  std::span<const double> weights, std::size_t width) {
  SplitLoss loss;
  double sum = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    add_row(log_posteriors.subspan(i * width, width), classes[i], weights.empty() ? 1 : weights[i], loss, sum);
  }
  return {.log_loss = loss.log_loss / sum, .error = loss.error / sum};
}

// All rows of a table of columns_of(schema), of which the reader takes all columns in an order of its own.
FeatureRows features_of(const Table& rows, const Labels& labels, const Schema& schema, const FeatureReader& reader) {
  FeatureRows features = reader.no_rows();
  reader.append(select_columns(rows, places_in(reader.columns(), columns_of(schema))), labels, features);
  return features;
}

// Of columns that a sample of the rows would have to decide on: cut, ranked, or taken apart.
Error undecided_columns(const FitPlan& plan) {
  const std::string what = "compare reads numbers and categories as they are";
  if (plan.undecided.empty()) return {ErrorCode::usage, what + ", so that a model has to be named"};
  const ColumnRole& said = plan.undecided.front();
  const Role plain = said.role == Role::indicators ? Role::categorical : Role::number;
  return {ErrorCode::usage,
          fmt::format("{}, and column '{}' is said to be of the role {}", what, said.column, to_text(said.role)),
          "",
          {{"column", {fmt::format("{}={}", said.column, to_text(plain))}}, {"drop", {said.column}}}};
}

}  // namespace

FitPlan plan_of_simplest(FitPlan plan, std::span<const ColumnRole> roles) {
  if (needs_sample(plan)) throw undecided_columns(plan);
  for (Block& block : plan.schema.blocks) {
    const bool may_be_missing = !block.open_columns;  // what is not written is 0 there
    if (block.kind == Kind::measurements && may_be_missing) block.fills.assign(block.features.size(), 0.0);
  }
  plan.options = options_of(options_for("", plan.schema, roles), plan.schema, {Structure::shared_diagonal});
  plan.keep = sums_needed(plan.options, plan.schema);
  plan.validation = {.rows = Validation::Rows::none};
  return plan;
}

struct PlacedRows {
  PlacedRows(const Table& all, const Labels& labels, const std::vector<std::uint32_t>& all_classes,
             std::span<const std::size_t> places)
      : rows(all, places), names(labels.names) {
    for (const std::size_t i : places) {
      codes.push_back(labels.codes[i]);
      classes.push_back(all_classes[i]);
    }
  }

  ReorderedRows rows;
  std::vector<std::uint32_t> codes = {};
  std::span<const std::string> names;
  std::vector<std::uint32_t> classes = {};

  [[nodiscard]] const Table& table() const { return rows.table(); }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
};

ComparedModels::ComparedModels(const Table& rows, const Labels& labels, const Schema& schema,
                               std::span<const ColumnRole> roles, unsigned threads)
    : table_(&rows), labels_(labels), keep_(kept_of(schema)) {
  try {
    summary_ = summarise(rows, labels, schema, {.threads = threads, .keep = keep_});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) throw;
    keep_ = kept_of(schema, MomentKind::diagonal);
    summary_ = summarise(rows, labels, schema, {.threads = threads, .keep = keep_});  // what else is wrong is so again
    no_covariances_ = error.what();
  }
  const std::vector<std::size_t> places = places_in(labels.names, summary_.classes.labels);
  for (const std::uint32_t code : labels.codes) {
    classes_.push_back(places[code] == no_place ? 0 : static_cast<std::uint32_t>(places[code]));
  }
  const Options options = options_for("", schema, roles);
  for (const Choice& choice : choices(options, schema)) add_pair(options_of(options, schema, choice));
}

void ComparedModels::add_pair(const Options& generative) {
  const std::size_t place = models_.size();
  models_.push_back(
      {.name = model_name(generative), .parameters = parameter_count(summary_, generative), .options = generative});
  const std::size_t partner = partner_of(generative);
  models_[place].partner = partner;
}

std::size_t ComparedModels::partner_of(const Options& generative) {
  Options rival = partner_options(generative);
  if (const auto same = std::ranges::find(models_, rival, &ComparedModel::options); same != models_.end()) {
    return static_cast<std::size_t>(same - models_.begin());
  }
  std::size_t features = 0;
  for (const Reading& reading : rival.readings) {
    features += FeatureMap::size_of(ReadBlock(summary_, without_constants(summary_, reading)), reading.options);
  }
  models_.push_back({.name = partner_name(generative, summary_.schema),
                     .generative = false,
                     .parameters = (summary_.classes.size() - 1) * (features + 1),
                     .options = std::move(rival)});
  return models_.size() - 1;
}

bool ComparedModels::has_sums(const Options& options) const {
  const std::vector<Keep> needed = sums_needed(options, summary_.schema);
  return std::ranges::equal(keep_, needed,
                            [](const Keep& kept, const Keep& own) { return contains(kept.moments, own.moments); });
}

void ComparedModels::prepare(unsigned threads) {
  for (std::size_t k = 0; k < models_.size(); ++k) {
    if (models_[k].generative) continue;
    const FeatureReader reader(summary_, models_[k].options, threads);
    const FeatureRows rows = features_of(*table_, labels_, summary_.schema, reader);
    const LinearProblem problem = reader.problem(rows);
    if (!has_hessian(problem)) continue;
    try {
      searches_[k] = fit_rival(problem, *models_[k].options.rival, 0, threads).search;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_data) throw;  // those of splits tell
    }
  }
}

SplitLoss ComparedModels::generative_loss(const Options& options, const Summary& sums, const PlacedRows& test) const {
  if (!has_sums(options)) throw Error(ErrorCode::bad_data, no_covariances_);
  const std::size_t width = summary_.classes.size();
  const Model model = estimate(sums, options, 1);
  std::vector<double> posteriors(test.classes.size() * width);
  model.log_posterior(select_columns(test.table(), places_in(columns_of(model.schema()), columns_of(summary_.schema))),
                      posteriors, {.threads = 1});
  return mean_of(posteriors, test.classes, test.table().weights, width);
}

SplitLoss ComparedModels::rival_loss(std::size_t place, const Summary& sums, const PlacedRows& training,
                                     const PlacedRows& test) const {
  const FeatureReader reader(sums, models_[place].options, 1);
  const FeatureRows learned = features_of(training.table(), training.labels(), summary_.schema, reader);
  const FeatureRows held_out = features_of(test.table(), test.labels(), summary_.schema, reader);
  const LinearProblem problem = reader.problem(learned);
  // The optimum of a good part of the rows is near that of all.
  const bool is_near = learned.size() >= classes_.size() / 4 && searches_.contains(place);
  const Rival& rival = *models_[place].options.rival;
  RivalFit fit = fit_rival(problem, rival, 0, 1, is_near ? searches_.at(place) : nullptr);
  if (is_near && !fit.report.converged) fit = fit_rival(problem, rival, 0, 1);
  return mean_of(rival_posteriors(held_out.view(), problem, fit.weights), held_out.classes, held_out.weights,
                 problem.classes);
}

std::vector<SplitLoss> ComparedModels::losses(std::span<const std::size_t> training,
                                              std::span<const std::size_t> test) const {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const PlacedRows fitted(*table_, labels_, classes_, training);
  const PlacedRows scored(*table_, labels_, classes_, test);
  const Summary sums = summarise(fitted.table(), fitted.labels(), summary_.schema, {.threads = 1, .keep = keep_});
  std::vector<SplitLoss> losses(models_.size(), {.log_loss = undefined, .error = undefined});
  for (std::size_t k = 0; k < models_.size(); ++k) {
    try {
      losses[k] = models_[k].generative ? generative_loss(models_[k].options, sums, scored)
                                        : rival_loss(k, sums, fitted, scored);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal) {
        throw;
      }
      losses[k].problem = error.what();
    }
  }
  return losses;
}

std::string products_note(const Schema& schema) {
  const std::size_t d = number_count(schema);
  const std::size_t products = d * (d + 1) / 2;
  if (d + products <= most_products) return {};
  return fmt::format(
      "qda and logistic regression on squares and products are not compared: {} numbers have {} of them, "
      "and at most {} features are tried",
      d, products, most_products);
}

}  // namespace suffice
