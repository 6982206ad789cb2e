#include "report/model_document.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

#include "estimate/read_block.hpp"
#include "report/count_document.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// Of a linear form with terms; the others are as long as the sums that are written anyway.
constexpr std::size_t most_coefficients = 10'000;
// Of the matrices of a quadratic form of several readings.
constexpr std::size_t most_entries = 1'000'000;
// The same of one reading: 500 MiB of numbers.
constexpr std::size_t most_entries_alone = std::size_t{1} << 26;

std::string class_prior_text(const ClassPrior& prior) {
  if (std::holds_alternative<GivenPrior>(prior)) {
    return "given";
  }
  if (std::holds_alternative<UniformPrior>(prior)) {
    return "uniform";
  }
  return std::holds_alternative<SmoothedPrior>(prior) ? "smoothed" : "empirical";
}

// A stack of square matrices.
void write_matrices(JsonWriter& json, std::span<const double> values, std::size_t size) {
  json.begin_array();
  for (std::size_t first = 0; first + size * size <= values.size() && size > 0; first += size * size) {
    write_matrix(json, values.subspan(first, size * size), size);
  }
  json.end_array();
}

void write_scatter(JsonWriter& json, MomentKind kind, std::span<const double> scatter, std::size_t d) {
  json.key("scatter");
  if (kind == MomentKind::full) {
    write_matrices(json, scatter, d);
  } else if (kind == MomentKind::pooled_diagonal) {
    json.value(scatter);
  } else {
    write_matrix(json, scatter, d);
  }
}

// The columns that are missing in the rows of a pattern.
std::vector<std::string> missing_columns(const Pattern& pattern, const Block& block) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    if (pattern.present[j] == 0) {
      names.push_back(block.features[j]);
    }
  }
  return names;
}

void write_patterns(JsonWriter& json, const MomentBlock& block) {
  const std::size_t d = block.features();
  json.key("patterns").begin_array();
  for (const Pattern& pattern : block.sums.patterns) {
    json.begin_object()
        .member("missing", std::span<const std::string>(missing_columns(pattern, block.block)))
        .member("rows", std::accumulate(pattern.rows.begin(), pattern.rows.end(), std::uint64_t{0}))
        .member("weight", std::span(pattern.weight))
        .key("mean");
    write_matrix(json, pattern.mean, d);
    write_scatter(json, block.sums.kind, pattern.scatter, d);
    json.end_object();
  }
  json.end_array();
}

// Without patterns: where values are missing, those that the model is an estimate of.
void write_moments(JsonWriter& json, const Moments& moments, const ClassCounts& classes, std::size_t d) {
  json.key("mean");
  write_matrix(json, moments.mean, d);
  if (!moments.remainder.empty()) {
    json.key("mean_remainder");
    write_matrix(json, moments.remainder, d);
  }
  write_scatter(json, moments.kind, moments.scatter, d);
  if (!moments.column_weight.empty()) {
    json.key("column_weight");
    write_matrix(json, moments.column_weight, d);
  }
  if (moments.has_fourth()) {
    json.key("third");
    write_matrix(json, moments.third, d);
    json.member("fourth", std::span(moments.fourth));
  }
  json.key("standard_deviations");
  write_matrix(json, standard_deviations(moments, classes), d);
}

void write_discriminants(JsonWriter& json, const Discriminants& axes) {
  json.key("discriminants").begin_object();
  json.member("centre", std::span(axes.centre)).key("axes");
  write_matrix(json, axes.axes, axes.count());
  json.member("eigenvalues", std::span(axes.eigenvalues))
      .member("explained", std::span(axes.explained))
      .member("canonical_correlations", std::span(axes.canonical_correlations))
      .member("wilks_lambda", axes.wilks_lambda)
      .end_object();
}

void write_intervals(JsonWriter& json, const std::vector<Intervals>& all, std::size_t classes) {
  if (all.empty()) {
    return;
  }
  json.key("intervals").begin_array();
  for (const Intervals& intervals : all) {
    json.begin_object().member("feature", intervals.feature).member("names", std::span(intervals.names)).key("counts");
    write_matrix(json, intervals.counts, classes);
    json.key("probabilities");
    write_matrix(json, intervals.probabilities, classes);
    json.end_object();
  }
  json.end_array();
}

// Where the scores of columns lie: their smallest number, those of the scores −1, 0 and 1, and their largest.
void write_scores(JsonWriter& json, const Block& block) {
  json.key("normal_scores").begin_array();
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    const NormalScore& score = block.normal_scores[j];
    if (!score.empty()) {
      const std::vector<double> numbers = {score.x.front(), number_at(score, -1), number_at(score, 0),
                                           number_at(score, 1), score.x.back()};
      json.begin_object().member("feature", block.features[j]).member("knots", std::uint64_t{score.x.size()});
      json.member("numbers", std::span<const double>(numbers)).end_object();
    }
  }
  json.end_array();
}

/// Writes the members of one reading, in groups, between which a model of one reading has members of its own.
class ReadingDocument {
 public:
  /// `options` are those of `stored`, checked.
  ReadingDocument(const Stored& stored, const Options& options, const Model& model, std::size_t reading)
      : stored_(stored),
        options_(options),
        model_(model),
        number_(reading),
        reading_(options.readings[reading]),
        read_(stored.summary, reading_) {}

  [[nodiscard]] const FamilyOptions& family() const { return reading_.options; }
  [[nodiscard]] const ReadBlock& read() const { return read_; }

  void write_options(JsonWriter& json) const {
    json.member("model", model_name(reading_.options));
    std::visit([&](const auto& options) { json.member("estimate", to_text(options.estimator)); }, reading_.options);
    if (const auto* gaussian = std::get_if<GaussianOptions>(&reading_.options)) {
      write_gaussian_options(json, *gaussian);
    } else if (const auto* terms = std::get_if<TermOptions>(&reading_.options)) {
      write_count_options(json, *terms);
    } else if (const auto* values = std::get_if<ValueOptions>(&reading_.options)) {
      write_count_options(json, *values);
    } else {
      write_count_options(json, std::get<AmountOptions>(reading_.options));
    }
    if (reading_.pooled) {
      json.member("pooled", true);
    }
    if (model_.temperatures()[number_] != 1) {
      json.member("temperature", model_.temperatures()[number_]);
    }
  }

  void write_kind_of_sums(JsonWriter& json) const {
    if (const auto* moments = std::get_if<Moments>(&read_.sums())) {
      json.member("moments", to_text(moments->kind));
    } else {
      json.member("counts", count_kind(read_.sums()));
    }
    if (const double share = share_missing(stored_.summary, reading_); share > 0) {
      json.member("share_missing", share);
    }
    json.member("readable_as", std::span<const std::string>(readable_models(stored_.summary, reading_.block)));
  }

  void write_features(JsonWriter& json) const { json.member("features", std::span(read_.block().features)); }

  void write_text(JsonWriter& json) const {
    if (read_.block().kind == Kind::text) {
      write_text_options(json, read_.block().text);
    }
  }

  void write_sums(JsonWriter& json) const {
    if (std::holds_alternative<AmountOptions>(reading_.options)) {
      write_parameters(json);
    }
    if (!std::holds_alternative<GaussianOptions>(reading_.options)) {
      write_counts(json, read_, reading_.options);
      write_intervals(json, intervals_of(stored_.summary, options_, number_), model_.labels().size());
      return;
    }
    const MomentBlock block = read_.of<Moments>();
    if (block.sums.has_patterns()) {
      write_patterns(json, block);
    }
    const Moments moments = moments_read(stored_.summary, options_, number_, 1, stored_.caches.completed);
    write_moments(json, moments, block.classes, block.features());
    if (has_normal_scores(read_.block())) {
      write_scores(json, read_.block());
      json.key("numbers_at_means");
      write_matrix(json, numbers_at(read_.block(), moments.mean), block.features());
    }
  }

  void write_axes(JsonWriter& json) const {
    if (const std::optional<Discriminants> axes = discriminants_of(stored_, number_)) {
      write_discriminants(json, *axes);
    }
  }

  void write_top(JsonWriter& json, std::size_t top) const {
    write_strongest(json, reading_.options, model_, number_, top);
    write_pairs(json, column_pairs(stored_.summary, reading_), reading_.options, top);
  }

  /// The object of a reading that stands beside others.
  void write(JsonWriter& json, const Detail& detail) const {
    json.begin_object().member("kind", kind_name(read_.block().kind));
    write_features(json);
    write_options(json);
    write_kind_of_sums(json);
    write_text(json);
    if (detail.sums) {
      write_sums(json);
      write_axes(json);
      write_top(json, detail.top);
    }
    json.end_object();
  }

 private:
  void write_parameters(JsonWriter& json) const {
    json.key("parameters").begin_array();
    for (const ClassParameter& parameter :
         amount_parameters(stored_.summary, reading_, reading_alone(stored_, model_, number_))) {
      json.begin_object()
          .member("name", parameter.name)
          .member("features", std::span<const std::string>(parameter.features))
          .key("numbers");
      write_matrix(json, parameter.numbers, parameter.features.size());
      json.end_object();
    }
    json.end_array();
  }

  void write_gaussian_options(JsonWriter& json, const GaussianOptions& options) const {
    const std::vector<double>& lambda = model_.shrinkage(number_);
    json.member("shrinkage", to_text(options.shrinkage));
    if (lambda.size() == 1) {
      json.member("lambda", lambda.front());
    } else if (!lambda.empty()) {
      json.member("lambda", std::span(lambda));
    }
    if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
      json.key("rda").begin_object().member("alpha", rda->alpha).member("gamma", rda->gamma);
      json.member("towards", rda->target == RdaTarget::variances ? "variances" : "spheres").end_object();
    }
    json.member("ridge", options.ridge);
  }

  const Stored& stored_;
  const Options& options_;
  const Model& model_;
  std::size_t number_;
  const Reading& reading_;
  ReadBlock read_;
};

void write_classes(JsonWriter& json, const ClassCounts& classes, const Model& model) {
  json.key("classes").begin_array();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    json.begin_object()
        .member("label", classes.labels[c])
        .member("rows", classes.rows[c])
        .member("weight", classes.weight[c])
        .member("prior", model.class_prior()[c])
        .end_object();
  }
  json.end_array();
}

// The candidates that the model was chosen from; nothing where it was named.
void write_ranking(JsonWriter& json, const Ranking& ranking) {
  if (ranking.models.empty()) {
    return;
  }
  json.key("chosen").begin_object().member("rows", ranking.rows).member("folds", ranking.folds);
  if (ranking.left_out > 0) {
    json.member("left_out", ranking.left_out);
  }
  json.key("models").begin_array();
  for (const RankedModel& model : ranking.models) {
    json.begin_object().member("name", model.name);
    if (model.problem.empty()) {
      json.member("log_loss", model.log_loss).member("standard_error", model.standard_error);
    } else {
      json.member("problem", model.problem);
    }
    json.end_object();
  }
  json.end_array().end_object();
}

// Every trial, in the order of the search; nothing where options were not searched.
void write_tuning(JsonWriter& json, const Tuning& tuning) {
  if (tuning.trials.empty()) {
    return;
  }
  json.key("tuning").begin_object().member("criterion", to_text(tuning.criterion)).member("rows", tuning.rows);
  if (tuning.folds > 0) {
    json.member("folds", tuning.folds);
  }
  json.member("before", tuning.before).member("after", tuning.after).key("trials").begin_array();
  for (const Trial& trial : tuning.trials) {
    json.begin_object().member("option", trial.option).member("value", trial.value).member("reading", trial.reading);
    json.member("score", trial.criterion).member("chosen", trial.chosen);
    if (!trial.problem.empty()) {
      json.member("problem", trial.problem);
    }
    json.end_object();
  }
  json.end_array().end_object();
}

// What was fitted beside the sums; nothing where nothing was.
void write_calibration(JsonWriter& json, const Fitted& fitted) {
  if (fitted.temperatures.empty()) {
    return;
  }
  json.key("calibration").begin_object().member("method", fitted.map == OddsMap{} ? "temperature" : "isotonic");
  json.member("temperatures", std::span(fitted.temperatures));
  if (!fitted.offsets.empty()) {
    json.member("offsets", std::span(fitted.offsets));
  }
  if (fitted.map != OddsMap{}) {
    json.member("log_odds", std::span(fitted.map.from)).member("calibrated_log_odds", std::span(fitted.map.to));
  }
  json.member("fitted_at_rows", fitted.rows).end_object();
}

void write_target(JsonWriter& json, const Schema& schema) {
  json.member("target", schema.target);
  if (!schema.weight.empty()) {
    json.member("weight_column", schema.weight);
  }
}

void write_linear_form(JsonWriter& json, const Model& model, bool has_names) {
  const LinearForm form = model.linear_form();
  json.key("linear_form").begin_object();
  if (has_names) {
    json.member("names", std::span(form.names));
  }
  json.key("coefficients");
  write_matrix(json, form.coefficients, form.coefficients.size() / form.intercepts.size());
  json.member("intercepts", std::span(form.intercepts));
  if (const std::vector<double> theta = logistic_form(model); !theta.empty()) {
    json.member("theta", std::span(theta));
  }
  json.end_object();
}

void write_quadratic_form(JsonWriter& json, const Model& model, bool has_names) {
  const QuadraticForm form = model.quadratic_form();
  const std::size_t d = form.coefficients.size() / form.intercepts.size();
  json.key("quadratic_form").begin_object();
  if (has_names) {
    json.member("names", std::span(form.names));
  }
  json.key("matrices");
  write_matrices(json, form.matrices, d);
  json.key("coefficients");
  write_matrix(json, form.coefficients, d);
  json.member("intercepts", std::span(form.intercepts)).end_object();
}

// Measurements alone need no names: they are the features.
void write_forms(JsonWriter& json, const std::vector<ReadingDocument>& readings, const Model& model, bool is_rival) {
  std::size_t coefficients = 0;
  bool has_terms = false;
  bool has_names = readings.size() > 1 || is_rival;
  for (const ReadingDocument& reading : readings) {
    coefficients += coefficient_count(reading.read(), reading.family());
    has_terms = has_terms || std::holds_alternative<TermOptions>(reading.family());
    has_names = has_names || !std::holds_alternative<GaussianOptions>(reading.family());
  }
  const std::size_t classes = model.labels().size();
  if (model.is_linear()) {
    if (has_terms && coefficients > most_coefficients / classes) {
      json.key("linear_form").null();
    } else {
      write_linear_form(json, model, has_names);
    }
  } else if (model.is_quadratic()) {
    const std::size_t most = readings.size() > 1 ? most_entries : most_entries_alone;
    if (coefficients > most / classes / std::max<std::size_t>(coefficients, 1)) {
      json.key("quadratic_form").null();
    } else {
      write_quadratic_form(json, model, has_names);
    }
  }
}

// How many values are missing, and what becomes of them; nothing where none is.
void write_missing(JsonWriter& json, const MissingValues& missing) {
  if (missing.share == 0 && missing.handling.empty()) {
    return;
  }
  json.key("missing").begin_object().member("share", missing.share);
  if (missing.patterns > 0) {
    json.member("patterns", std::uint64_t{missing.patterns});
  }
  json.member("handling", std::span<const std::string>(missing.handling)).end_object();
}

}  // namespace

void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns) {
  json.begin_array();
  for (std::size_t first = 0; first + columns <= values.size() && columns > 0; first += columns) {
    json.value(values.subspan(first, columns));
  }
  json.end_array();
}

void write_model(JsonWriter& json, const Stored& stored, const Model& model, const Detail& detail) {
  const Options options = checked(stored.options, stored.summary.schema);
  const ClassCounts& classes = stored.summary.classes;
  std::vector<ReadingDocument> readings;
  readings.reserve(options.readings.size());
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    readings.emplace_back(stored, options, model, r);
  }
  const bool is_one = readings.size() == 1;
  json.member("rows", classes.total_rows())
      .member("weight", classes.total_weight())
      .member("labels", std::span(model.labels()));
  if (is_one && !options.rival) {
    readings.front().write_options(json);
  } else {
    json.member("model", model_name(options));
  }
  if (options.rival) {
    json.member("ridge", options.rival->ridge);
  }
  json.member("class_prior", class_prior_text(options.class_prior));
  write_calibration(json, stored.fitted);
  write_ranking(json, stored.ranking);
  write_tuning(json, stored.tuning);
  if (is_one) {
    readings.front().write_kind_of_sums(json);
  }
  write_classes(json, classes, model);
  if (is_one) {
    readings.front().write_features(json);
  } else {
    json.member("features", std::span<const std::string>(columns_of(model.schema())));
  }
  json.member("dropped", std::span<const std::string>(dropped_features(stored.summary.schema, options)));
  write_target(json, model.schema());
  if (is_one) {
    readings.front().write_text(json);
  }
  if (detail.sums) {
    write_missing(json, missing_values(stored));
  }
  json.member("notes", std::span(model.notes()));
  if (!is_one && !options.rival) {
    json.key("readings").begin_array();
    for (const ReadingDocument& reading : readings) {
      reading.write(json, detail);
    }
    json.end_array();
  } else if (detail.sums && is_one) {
    readings.front().write_sums(json);
  }
  if (detail.sums) {
    write_forms(json, readings, model, options.rival.has_value());
  }
  if (is_one && detail.sums && !options.rival) {
    readings.front().write_axes(json);
    readings.front().write_top(json, detail.top);
  }
}

}  // namespace suffice
