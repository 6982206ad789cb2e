// Model: everything that follows from the log joint, derived once for every family.
#include "suffice/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/roles/dates.hpp"
#include "math/kernels/softmax.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"
#include "model/contamination.hpp"
#include "model/decide.hpp"
#include "model/joined_readings.hpp"
#include "model/known_rows.hpp"
#include "model/model_parts.hpp"
#include "model/odds_map.hpp"
#include "model/outlier_bounds.hpp"
#include "model/scoring.hpp"
#include "model/shown_columns.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Writes the scores as they are.
void write(std::span<const PanelColumn> scores, std::size_t rows, double* out) { unpack_panel(scores, rows, out); }

void write(std::span<const PanelColumn> scores, std::size_t rows, float* out) {
  std::vector<double> wide(rows * scores.size());
  unpack_panel(scores, rows, wide.data());
  std::ranges::transform(wide, out, [](double value) { return static_cast<float>(value); });
}

void write_scores(const ScoredPanel& panel, double* out) { write(panel.scores, panel.rows, out); }

void write_evidence(const ScoredPanel& panel, double* out) {
  PanelColumn sums;
  log_sum_exp(panel.scores, sums);
  std::copy_n(sums.values.begin(), panel.rows, out);
}

// What calibration makes of scores.
struct ScoreMap {
  std::vector<double> log_prior;  // of two classes, 0 where scores have none
  const OddsMap* map;             // empty: scores stay as they are
  Contamination contamination;

  void apply(std::span<PanelColumn> scores, std::size_t rows) const {
    for (std::size_t r = 0; !map->from.empty() && r < rows; ++r) {
      const auto [first, second] = map_scores(*map, log_prior, scores[0][r], scores[1][r]);
      scores[0][r] = first;
      scores[1][r] = second;
    }
  }
};

ScoreMap score_map(const Model& model, const ModelParts& parts) {
  std::vector<double> log_prior = model.is_density() ? parts.log_prior : std::vector<double>(parts.classes());
  Contamination contamination(model.contamination(), log_prior);
  return {std::move(log_prior), &model.odds_map(), std::move(contamination)};
}

// Relative scores become posteriors, or their logs.
void to_posterior(const ScoredPanel& panel, const ScoreMap& map) {
  map.apply(panel.scores, panel.rows);
  softmax(panel.scores);
  map.contamination.apply_to_posterior(panel.scores, panel.rows);
}

void to_log_posterior(const ScoredPanel& panel, const ScoreMap& map) {
  map.apply(panel.scores, panel.rows);
  log_normalise(panel.scores);
  map.contamination.apply_to_log_posterior(panel.scores, panel.rows);
}

// Writes what `change` makes of relative scores.
template <typename Result>
void score_posterior(const ModelParts& model, const Scoring& scoring, const ScoreMap& map, const Table& rows,
                     void (*change)(const ScoredPanel&, const ScoreMap&), std::span<Result> out,
                     const ScoreOptions& options) {
  const FinishPanel<Result> finish = [change, &map](const ScoredPanel& panel, Result* to) {
    change(panel, map);
    write(panel.scores, panel.rows, to);
  };
  score_rows(model, rows, scoring, model.classes(), finish, out, options);
}

void check_row(const Table& rows, std::size_t i) {
  if (i >= rows.rows) {
    throw Error(ErrorCode::usage, fmt::format("there is no row {} among {}", i, rows.rows));
  }
}

// see(reading, its rows, the place of row i in them, its log slope) for each reading that is part of the score, until
// one says false.
template <typename See>
void visit_row(const ModelParts& model, std::span<const double> temperatures, const Table& rows, std::size_t i,
               const See& see) {
  model.encoder.check(rows);
  const ColumnEnds ends = column_ends(rows);
  for (std::size_t r = 0; r < model.conditionals.size(); ++r) {
    if (temperatures[r] == 0) {
      continue;
    }
    EncodeBuffer buffer;
    buffer.with_log_slopes = model.with_log_slopes(r);
    const bool is_view = model.encoder.is_view(rows, r, ends);
    const BlockRows read = without_weights(is_view ? model.encoder.rows(rows, r, 0, rows.rows, buffer, ends)
                                                   : model.encoder.rows(rows, r, i, 1, buffer, ends));
    model.conditionals[r]->check(read, 1);
    if (!see(r, read, is_view ? i : 0, buffer.log_slopes.empty() ? 0 : buffer.log_slopes.front())) {
      return;
    }
  }
}

bool is_rival(const ModelParts& parts) {
  return std::holds_alternative<LinearConditional>(parts.conditionals.front()->variant());
}

// For each reading 1 where its distances are part of those of the row, else 0.
std::vector<double> with_distances(const ModelParts& parts) {
  std::vector<double> with;
  for (std::size_t r = 0; r < parts.conditionals.size(); ++r) {
    with.push_back(parts.conditionals[r]->has_distances() && parts.pooled[r] == 0 ? 1 : 0);
  }
  return with;
}

}  // namespace

ModelParts::ModelParts(const Shared<Schema>& schema_of_rows, std::vector<double> prior,
                       std::vector<std::shared_ptr<const Conditional>> readings, std::vector<std::uint8_t> second)
    : schema(schema_of_rows),
      encoder(schema),
      class_prior(std::move(prior)),
      conditionals(std::move(readings)),
      pooled(std::move(second)) {
  pooled.resize(conditionals.size());
  std::ranges::transform(class_prior, std::back_inserter(log_prior), [](double p) { return std::log(p); });
}

bool ModelParts::is_density() const {
  return std::ranges::all_of(conditionals, [](const auto& reading) { return reading->is_density(); });
}

std::vector<double> ModelParts::plain_temperatures() const {
  std::vector<double> temperatures;
  std::ranges::transform(pooled, std::back_inserter(temperatures),
                         [](std::uint8_t is_second) { return is_second ? 0.0 : 1.0; });
  return temperatures;
}

Schema ModelParts::density_schema() const {
  Schema result = without_blocks(*schema);
  for (std::size_t r = 0; r < pooled.size(); ++r) {
    if (pooled[r] == 0) result.blocks.push_back(schema->blocks[r]);
  }
  return result;
}

bool ModelParts::has_evidence() const {
  for (std::size_t r = 0; r < pooled.size(); ++r) {
    if (pooled[r] == 0 && !schema->blocks[r].indicators.empty()) {
      return false;
    }
  }
  return is_density();
}

std::vector<std::uint8_t> ModelParts::with_log_slopes(std::size_t reading) const {
  const Block& block = schema->blocks[reading];
  const auto* gaussian = std::get_if<GaussianConditional>(&conditionals[reading]->variant());
  if (gaussian == nullptr || pooled[reading] != 0 || !has_normal_scores(block)) {
    return {};
  }
  std::vector<std::uint8_t> with(block.features.size(), 0);
  for (const std::size_t j : gaussian->density().gaussians().columns) {
    with[j] = block.normal_scores[j].empty() ? 0 : 1;
  }
  return with;
}

Model make_model(std::shared_ptr<const ModelParts> parts, std::vector<std::string> labels,
                 std::vector<std::string> notes) {
  return {std::move(parts), std::move(labels), std::move(notes)};
}

Model::Model(std::shared_ptr<const ModelParts> parts, std::vector<std::string> labels, std::vector<std::string> notes)
    : parts_(std::move(parts)),
      labels_(std::move(labels)),
      temperatures_(parts_->plain_temperatures()),
      notes_(std::move(notes)) {}

const Schema& Model::schema() const { return parts_->schema; }

std::size_t Model::readings() const { return parts_->conditionals.size(); }

const std::vector<double>& Model::class_prior() const { return parts_->class_prior; }

Model Model::tempered(std::vector<double> temperatures) const {
  if (temperatures.size() != readings()) {
    throw Error(ErrorCode::usage, fmt::format("{} temperatures are given where the model has {} readings",
                                              temperatures.size(), readings()));
  }
  if (!std::ranges::all_of(temperatures, [](double t) { return t >= 0 && std::isfinite(t); })) {
    throw Error(ErrorCode::usage, "a temperature is not a finite number of at least 0");
  }
  Model other = *this;
  other.temperatures_ = std::move(temperatures);
  return other;
}

Model Model::calibrated(Calibration calibration) const {
  if (calibration.temperatures.empty()) {
    calibration.temperatures = parts_->plain_temperatures();
  }
  Model other = tempered(std::move(calibration.temperatures));
  const bool finite = std::ranges::all_of(calibration.offsets, [](double b) { return std::isfinite(b); });
  if (!finite || (!calibration.offsets.empty() && calibration.offsets.size() != labels_.size())) {
    throw Error(ErrorCode::usage, fmt::format("{} class offsets are given, which are not finite numbers for {} classes",
                                              calibration.offsets.size(), labels_.size()));
  }
  if (calibration.map != OddsMap{} && (labels_.size() != 2 || !is_sound(calibration.map))) {
    throw Error(ErrorCode::usage, "a map of log odds goes with two classes, and never descends");
  }
  if (!is_contamination(calibration.contamination)) {
    throw Error(ErrorCode::usage, "the contamination is not a share of at least 0 and less than 1");
  }
  if (calibration.contamination > 0 && calibration.map != OddsMap{}) {
    throw Error(ErrorCode::usage, "contamination goes with temperatures, not with a map of log odds");
  }
  if (std::ranges::all_of(calibration.offsets, [](double b) { return b == 0; })) {
    calibration.offsets.clear();
  }
  other.offsets_ = std::move(calibration.offsets);
  other.map_ = std::move(calibration.map);
  other.contamination_ = calibration.contamination;
  return other;
}

// What every row has: the log prior, where scores have one, and the offsets.
std::vector<double> Model::base() const {
  std::vector<double> sums = is_density() ? parts_->log_prior : std::vector<double>(labels_.size());
  for (std::size_t c = 0; c < offsets_.size(); ++c) {
    sums[c] += offsets_[c];
  }
  return sums;
}

void Model::check_reading(std::size_t reading) const {
  if (reading >= readings()) {
    throw Error(ErrorCode::usage, fmt::format("there is no reading number {} among {}", reading, readings()));
  }
}

const std::vector<double>& Model::shrinkage(std::size_t reading) const {
  check_reading(reading);
  return parts_->conditionals[reading]->shrinkage();
}

std::vector<ColumnValues> Model::known_values() const {
  std::vector<ColumnValues> known;
  for (const std::shared_ptr<const Conditional>& conditional : parts_->conditionals) {
    add_known_values(conditional->block(), conditional->values(), known);
  }
  return known;
}

bool Model::is_density() const { return parts_->is_density(); }

bool Model::has_evidence() const { return parts_->has_evidence(); }

bool Model::gives_probabilities() const {
  return std::ranges::all_of(parts_->conditionals, [](const auto& reading) { return reading->gives_probabilities(); });
}

bool Model::is_calibrated() const {
  return !offsets_.empty() || map_ != OddsMap{} || contamination_ > 0 ||
         std::ranges::any_of(temperatures_, [](double t) { return t != 1; });
}

bool Model::has_distances() const { return std::ranges::max(with_distances(*parts_)) == 1; }

void Model::log_joint(const Table& rows, std::span<double> out, ScoreOptions options) const {
  score_rows<double>(*parts_, rows, {.wanted = Wanted::joint}, labels_.size(), write_scores, out, options);
}

void Model::log_evidence(const Table& rows, std::span<double> out, ScoreOptions options) const {
  if (is_rival(*parts_)) {
    throw Error(ErrorCode::usage,
                "logistic, perceptron and least-squares say nothing about p(x), so rows have no evidence", {},
                {{"model", {"auto"}, Remedy::Act::refit}});
  }
  if (!is_density()) {
    throw Error(ErrorCode::usage, "complement-nb gives scores, not densities, so rows have no evidence", {},
                {{"model", {"multinomial-nb"}, Remedy::Act::refit}});
  }
  if (!has_evidence()) {
    throw Error(ErrorCode::usage, "indicators of values have posteriors, not densities, so rows have no evidence", {},
                {Remedy{"without", {"indicators"}, Remedy::Act::refit}});
  }
  score_rows<double>(*parts_, rows, {.wanted = Wanted::joint}, 1, write_evidence, out, options);
}

void Model::log_posterior(const Table& rows, std::span<double> out, ScoreOptions options) const {
  score_posterior(*parts_, {.wanted = Wanted::relative, .temperatures = temperatures_, .offsets = offsets_},
                  score_map(*this, *parts_), rows, to_log_posterior, out, options);
}

void Model::log_posterior(const Table& rows, std::span<float> out, ScoreOptions options) const {
  score_posterior(*parts_, {.wanted = Wanted::relative, .temperatures = temperatures_, .offsets = offsets_},
                  score_map(*this, *parts_), rows, to_log_posterior, out, options);
}

void Model::posterior(const Table& rows, std::span<double> out, ScoreOptions options) const {
  score_posterior(*parts_, {.wanted = Wanted::relative, .temperatures = temperatures_, .offsets = offsets_},
                  score_map(*this, *parts_), rows, to_posterior, out, options);
}

void Model::posterior(const Table& rows, std::span<float> out, ScoreOptions options) const {
  score_posterior(*parts_, {.wanted = Wanted::relative, .temperatures = temperatures_, .offsets = offsets_},
                  score_map(*this, *parts_), rows, to_posterior, out, options);
}

void score_known_rows(const Model& model, const Table& rows, const KnownRows& known) {
  const ScoreMap map = score_map(model, *model.parts_);
  const std::size_t classes = model.labels_.size();
  const bool is_contaminated = !map.contamination.is_none();
  const FinishPanel<double> finish = [&](const ScoredPanel& panel, double* to) {
    const auto first = static_cast<std::size_t>(to - known.log_posterior.data());
    std::array<std::uint32_t, panel_rows> predicted{};
    if (is_contaminated) {
      to_log_posterior(panel, map);
    } else {
      map.apply(panel.scores, panel.rows);
    }
    predict_panel(panel.scores, panel.rows, predicted.data());
    LogNormalisers normalisers;
    if (!is_contaminated) log_normalisers(panel.scores, normalisers);
    for (std::size_t r = 0; r < panel.rows; ++r) {
      const std::uint32_t own = known.classes[first + r];
      to[r] = is_contaminated ? panel.scores[own][r] : normalisers.normalised(panel.scores[own][r], r);
      known.is_right[first + r] = predicted[r] == own ? 1 : 0;
    }
    if (!known.log_posteriors.empty()) {
      if (!is_contaminated) log_normalise(panel.scores);
      write(panel.scores, panel.rows, &known.log_posteriors[first * classes]);
    }
  };
  score_rows(*model.parts_, rows,
             {.wanted = Wanted::relative, .temperatures = model.temperatures_, .offsets = model.offsets_}, 1, finish,
             known.log_posterior, {.threads = 1});
}

void Model::predict(const Table& rows, std::span<std::uint32_t> out, ScoreOptions options) const {
  const ScoreMap map = score_map(*this, *parts_);
  const bool by_scores = map_.from.empty() && map.contamination.is_none();
  const FinishPanel<std::uint32_t> finish = [&](const ScoredPanel& panel, std::uint32_t* to) {
    if (!by_scores) to_log_posterior(panel, map);
    predict_panel(panel.scores, panel.rows, to);
  };
  const Wanted wanted = by_scores ? Wanted::largest : Wanted::relative;
  score_rows(*parts_, rows, {.wanted = wanted, .temperatures = temperatures_, .offsets = offsets_}, 1, finish, out,
             options);
}

void Model::decide(const Table& rows, const Decision& decision, std::span<std::uint32_t> out,
                   ScoreOptions options) const {
  check_decision(decision, labels_.size());
  if (decision.outliers == nullptr && decision.cost.empty() && !(decision.reject_below > 0)) {
    predict(rows, out, options);
    return;
  }
  if (decision.outliers != nullptr && !decision.outliers->is_of(*parts_)) {
    throw Error(ErrorCode::usage, "the outlier bounds are those of another model; make them with this one");
  }
  const ScoreMap map = score_map(*this, *parts_);
  const FinishPanel<std::uint32_t> finish = [&](const ScoredPanel& panel, std::uint32_t* to) {
    map.apply(panel.scores, panel.rows);
    decide_panel(decision, map.contamination, panel.scores, panel.rows, to);
    if (decision.outliers != nullptr) {
      PanelColumn least;
      for (std::size_t r = 0; r < panel.rows; ++r) {
        least[r] = decision.outliers->least(panel.readings, panel.first + r);
      }
      reject_outliers(panel.log_joint, least, panel.rows, to);
    }
  };
  const Scoring scoring{.wanted = Wanted::relative,
                        .temperatures = temperatures_,
                        .offsets = offsets_,
                        .log_joint_too = decision.outliers != nullptr};
  score_rows(*parts_, rows, scoring, 1, finish, out, options);
}

void Model::typicality(const Table& rows, const OutlierBounds& typical, std::span<double> out,
                       ScoreOptions options) const {
  if (!typical.is_of(*parts_)) {
    throw Error(ErrorCode::usage, "the typical rows are those of another model; draw them from this one");
  }
  const FinishPanel<double> finish = [&](const ScoredPanel& panel, double* to) {
    PanelColumn evidence;
    log_sum_exp(panel.scores, evidence);
    for (std::size_t r = 0; r < panel.rows; ++r) {
      to[r] = typical.share_up_to(panel.readings, panel.first + r, evidence[r]);
    }
  };
  score_rows(*parts_, rows, {.wanted = Wanted::joint}, 1, finish, out, options);
}

std::optional<std::string> Model::impossible(const Table& rows, std::size_t i) const {
  check_row(rows, i);
  std::uint32_t predicted = no_decision;
  predict(rows.slice(i, 1), {&predicted, 1}, {.threads = 1});
  if (predicted != no_decision) {
    return std::nullopt;
  }
  std::vector<double> left = parts_->log_prior;
  std::optional<std::string> reason;
  visit_row(*parts_, temperatures_, rows, i,
            [&](std::size_t r, const BlockRows& read, std::size_t place, double /*slope*/) {
              reason = parts_->conditionals[r]->impossible(read, place, left);
              return !reason;
            });
  return reason.value_or("the row has zero probability under every class");
}

Explanation Model::explain(const Table& rows, std::size_t i, std::optional<ClassPair> between) const {
  if (between && std::max(between->first, between->second) >= labels_.size()) {
    throw Error(ErrorCode::usage, fmt::format("there are no classes {} and {} among {}", between->first,
                                              between->second, labels_.size()));
  }
  check_row(rows, i);
  const std::vector<double> zeros(labels_.size());
  const bool plain = offsets_.empty() && std::ranges::all_of(temperatures_, [](double t) { return t == 1; });
  const std::vector<double> start = base();
  Explanation result{{}, start, {}};
  visit_row(*parts_, temperatures_, rows, i,
            [&](std::size_t r, const BlockRows& read, std::size_t place, double slope) {
              const bool first = plain && r == 0;
              Explanation part = parts_->conditionals[r]->explain(read, place, first ? start : zeros, between);
              if (parts_->encoder.is_encoded(r)) {
                show_columns(*parts_, rows, r, i, part);
                std::ranges::for_each(part.base, [slope](double& base) { base += slope; });
              }
              for (Contribution& contribution : part.contributions) {
                contribution.reading = r;
                contribution.value = with_dates(*parts_->schema, contribution.feature, std::move(contribution.value));
              }
              if (first) {
                result = std::move(part);
              } else {
                append(std::move(part), temperatures_[r], parts_->pooled[r] != 0, result);
              }
              return true;
            });
  result.log_joint = sum_of(result);
  result.log_posterior.resize(labels_.size());
  const ScoreMap map = score_map(*this, *parts_);
  const Scoring scoring{.wanted = Wanted::relative, .temperatures = temperatures_, .offsets = offsets_};
  const auto uncontaminated = [](const ScoredPanel& panel, const ScoreMap& own) {
    own.apply(panel.scores, panel.rows);
    log_normalise(panel.scores);
  };
  score_posterior<double>(*parts_, scoring, map, rows.slice(i, 1), uncontaminated, result.log_posterior,
                          {.threads = 1});
  if (contamination_ > 0) {
    result.contamination = result.log_posterior;
    map.contamination.apply(result.log_posterior);
    for (std::size_t c = 0; c < labels_.size(); ++c) {
      const double change = result.log_posterior[c] - result.contamination[c];
      result.contamination[c] = std::isfinite(change) ? change : 0;  // what a value rules out stays so in the sum
      result.base[c] += result.contamination[c];
      result.log_joint[c] += result.contamination[c];
    }
  }
  return result;
}

std::vector<std::vector<FeatureOdds>> Model::strongest_of(std::span<const std::size_t> classes, std::size_t count,
                                                          std::size_t reading) const {
  for (const std::size_t c : classes) {
    if (c >= labels_.size()) {
      throw Error(ErrorCode::usage, fmt::format("there is no class number {} among {}", c, labels_.size()));
    }
  }
  check_reading(reading);
  return parts_->conditionals[reading]->strongest(classes, count, class_prior());
}

std::vector<FeatureOdds> Model::strongest(std::size_t c, std::size_t count, std::size_t reading) const {
  return std::move(strongest_of(std::span(&c, 1), count, reading).front());
}

void Model::squared_distances(const Table& rows, std::span<double> out, ScoreOptions options) const {
  if (!has_distances()) {
    throw Error(ErrorCode::usage, "only readings of measurements have squared distances");
  }
  score_rows<double>(*parts_, rows, {.wanted = Wanted::distances, .temperatures = with_distances(*parts_)},
                     labels_.size(), write_scores, out, options);
}

bool Model::is_linear() const {
  for (std::size_t r = 0; r < readings(); ++r) {
    if (temperatures_[r] != 0 && !parts_->conditionals[r]->is_linear()) {
      return false;
    }
  }
  return true;
}

bool Model::is_quadratic() const {
  for (std::size_t r = 0; r < readings(); ++r) {
    if (temperatures_[r] != 0 && !parts_->conditionals[r]->is_quadratic()) {
      return false;
    }
  }
  return true;
}

template <typename Form>
Form Model::join_forms(Form (Conditional::*form)() const) const {
  Form whole;
  for (std::size_t r = 0; r < readings(); ++r) {
    if (temperatures_[r] != 0) {
      append(((*parts_->conditionals[r]).*form)(), temperatures_[r], labels_.size(), whole);
    }
  }
  whole.intercepts.resize(labels_.size());
  std::ranges::transform(whole.intercepts, base(), whole.intercepts.begin(), std::plus<>());
  return whole;
}

LinearForm Model::linear_form() const { return join_forms(&Conditional::linear_form); }

QuadraticForm Model::quadratic_form() const { return join_forms(&Conditional::quadratic_form); }

}  // namespace suffice
