#include "fit/comparison/compare_models.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/schema/encodings.hpp"
#include "estimate/read_block.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "fit/keep.hpp"
#include "fit/rival_fit.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model.hpp"

namespace suffice {

namespace {

// Of more columns than these only variances are read.
constexpr std::size_t most_covariance_columns = 100;
// Logistic regression on more squares and products than these is not offered.
constexpr std::size_t most_products = 200;

// Where values are missing, numbers enter at their mean, for all models alike.
Schema filled(Schema schema, const Summary& summary) {
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const auto* const moments = std::get_if<Moments>(&summary.sums[b]);
    if (moments == nullptr || moments->column_weight.empty()) {
      continue;
    }
    Block& block = schema.blocks[b];
    const std::size_t d = block.features.size();
    block.fills.assign(d, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t j = 0; j < d; ++j) {
      double weight = 0;
      double sum = 0;
      for (std::size_t c = 0; c < summary.classes.size(); ++c) {
        weight += moments->column_weight[c * d + j];
        sum += moments->column_weight[c * d + j] * moments->mean[c * d + j];
      }
      block.fills[j] = weight > 0 ? sum / weight : 0;
    }
  }
  return schema;
}

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

// MODELS §8.
std::size_t parameter_count(const Summary& summary, const Options& options) {
  std::size_t count = summary.classes.size() - 1;
  for (const Reading& reading : options.readings) {
    const ReadBlock read(summary, reading);
    const ParameterCount own = std::visit([&](const auto& family) { return count_of(read, family); }, reading.options);
    count += summary.classes.size() * own.of_class + own.shared;
  }
  return count;
}

Options options_of(const Schema& schema, Structure structure) {
  Options options;
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    FamilyOptions family = default_options(schema.blocks[b].kind);
    if (auto* const gaussian = std::get_if<GaussianOptions>(&family)) {
      *gaussian = {.structure = structure, .shrinkage = AutoShrinkage{}};
    }
    options.readings.push_back({b, {}, family});
  }
  return checked(std::move(options), schema);
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
  return {loss.log_loss / sum, loss.error / sum};
}

}  // namespace

ComparedModels::ComparedModels(const Table& rows, const Labels& labels, const Schema& schema, unsigned threads)
    : table_(&rows), labels_(labels) {
  const Summary plain =
      summarise(rows, labels, schema, {.threads = threads, .keep = kept_of(schema, MomentKind::diagonal)});
  const Schema used = filled(schema, plain);
  summary_ = summarise(rows, labels, used, {.threads = threads, .keep = kept_of(used)});
  const std::size_t d = number_count(used);
  add_pair(options_of(used, d > most_covariance_columns ? Structure::shared_diagonal : Structure::shared), "logistic");
  if (d > 0) {
    add_pair(options_of(used, Structure::diagonal), "logistic with squares");
  }
  if (d > 1 && d + d * (d + 1) / 2 <= most_products) {
    add_pair(options_of(used, Structure::full), "logistic with squares and products");
  }
  classes_ = features_.front().classes;
}

void ComparedModels::add_pair(const Options& generative, std::string partner) {
  models_.push_back(
      {.name = model_name(generative), .parameters = parameter_count(summary_, generative), .options = generative});
  Options rival = generative;
  rival.rival = Rival{RivalLoss::logistic, 1};
  const FeatureReader& reader = readers_.emplace_back(summary_, rival, 1);
  models_.push_back({.name = std::move(partner),
                     .generative = false,
                     .parameters = (summary_.classes.size() - 1) * (reader.features() + 1),
                     .options = std::move(rival)});
  features_.push_back(reader.no_rows());
  reader.append(*table_, labels_, features_.back());
  standardise(features_.back());
}

std::vector<SplitLoss> ComparedModels::losses(std::span<const std::size_t> training,
                                              std::span<const std::size_t> test) const {
  constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
  const std::size_t width = summary_.classes.size();
  const auto chosen = [&](std::span<const std::size_t> places) {
    std::vector<std::uint32_t> codes;
    std::ranges::transform(places, std::back_inserter(codes), [&](std::size_t i) { return labels_.codes[i]; });
    return codes;
  };
  std::vector<std::uint32_t> truth;
  std::ranges::transform(test, std::back_inserter(truth), [&](std::size_t i) { return classes_[i]; });
  const ReorderedRows fitted(*table_, training);
  const ReorderedRows scored(*table_, test);
  const std::vector<std::uint32_t> codes = chosen(training);
  const Summary sums = summarise(fitted.table(), {codes, labels_.names}, summary_.schema,
                                 {.threads = 1, .keep = kept_of(summary_.schema)});
  std::vector<SplitLoss> losses(models_.size(), {undefined, undefined});
  for (std::size_t k = 0; k < models_.size(); ++k) {
    try {
      if (models_[k].generative) {
        std::vector<double> posteriors(test.size() * width);
        estimate(sums, models_[k].options, 1).log_posterior(scored.table(), posteriors, {.threads = 1});
        losses[k] = mean_of(posteriors, truth, scored.table().weights, width);
        continue;
      }
      const FeatureRows learned = selected_rows(features_[k / 2], {training.begin(), training.end()});
      const FeatureRows held_out = selected_rows(features_[k / 2], {test.begin(), test.end()});
      LinearProblem problem = readers_[k / 2].problem(learned);
      problem.centre.assign(problem.features, 0.0);
      const RivalFit fit = fit_rival(problem, *models_[k].options.rival, 0, 1);
      losses[k] = mean_of(rival_posteriors(held_out.view(), problem, fit.weights), truth, held_out.weights, width);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::internal) {
        throw;
      }
    }
  }
  return losses;
}

}  // namespace suffice
