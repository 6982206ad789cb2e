#include "report/reading_document.hpp"

#include <numeric>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "report/count_document.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

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
    if (!pattern.remainder.empty()) {
      json.key("mean_remainder");
      write_matrix(json, pattern.remainder, d);
    }
    write_scatter(json, block.sums.kind, pattern.scatter, d);
    json.end_object();
  }
  json.end_array();
}

// Without patterns: where values are missing, those that the model is an estimate of.
void write_moments(JsonWriter& json, const Moments& moments, std::span<const double> deviations, std::size_t d) {
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
  write_matrix(json, deviations, d);
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

void write_scores(JsonWriter& json, const std::vector<ScoreQuantiles>& scores) {
  json.key("normal_scores").begin_array();
  for (const ScoreQuantiles& score : scores) {
    json.begin_object()
        .member("feature", score.feature)
        .member("knots", std::uint64_t{score.knots})
        .member("numbers", std::span(score.numbers))
        .end_object();
  }
  json.end_array();
}

void write_parameters(JsonWriter& json, const std::vector<ClassParameter>& parameters) {
  json.key("parameters").begin_array();
  for (const ClassParameter& parameter : parameters) {
    json.begin_object().member("name", parameter.name).member("features", std::span(parameter.features)).key("numbers");
    write_matrix(json, parameter.numbers, parameter.features.size());
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void ReadingDocument::write_options(JsonWriter& json) const {
  const std::string model = model_name(reading_.options);
  json.member("model", model);
  if (const std::string name = reading_name(read_.block(), reading_.options); name != model) json.member("name", name);
  std::visit([&](const auto& options) { json.member("estimate", to_text(options.estimator)); }, reading_.options);
  if (const auto* gaussian = std::get_if<GaussianOptions>(&reading_.options)) {
    write_gaussian_options(json, *gaussian);
  } else {
    write_count_options(json, reading_.options);
  }
  if (reading_.pooled()) json.member("pooled", true);
  if (reading_.opinion > 1) json.member("opinion", reading_.opinion + 1);
  if (model_.temperatures()[number_] != 1) {
    json.member("temperature", model_.temperatures()[number_]);
  }
}

void ReadingDocument::write_kind_of_sums(JsonWriter& json) const {
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

void ReadingDocument::write_text(JsonWriter& json) const {
  if (read_.block().kind == Kind::text) {
    write_text_options(json, read_.block().text);
  }
}

void ReadingDocument::write_sums(JsonWriter& json, const ReadingDetails& details) const {
  if (!details.parameters.empty()) {
    write_parameters(json, details.parameters);
  }
  if (!details.moments) {
    write_counts(json, read_, reading_.options);
    write_intervals(json, details.intervals, model_.labels().size());
    return;
  }
  const MomentBlock block = read_.of<Moments>();
  if (block.sums.has_patterns()) {
    write_patterns(json, block);
  }
  write_moments(json, *details.moments, details.deviations, block.features());
  if (has_normal_scores(read_.block())) {
    write_scores(json, details.normal_scores);
    json.key("numbers_at_means");
    write_matrix(json, details.numbers_at_means, block.features());
  }
}

void ReadingDocument::write_derived(JsonWriter& json, const ReadingDetails& details) const {
  if (details.axes) {
    write_discriminants(json, *details.axes);
  }
  if (!details.strongest.empty()) {
    write_strongest(json, details.strongest, model_.labels());
  }
  if (details.dependence != Dependence::none) {
    write_pairs(json, details.pairs, details.dependence);
  }
}

void ReadingDocument::write(JsonWriter& json, const ReadingDetails* details) const {
  json.begin_object().member("kind", kind_name(read_.block().kind));
  write_features(json);
  write_options(json);
  write_kind_of_sums(json);
  write_text(json);
  if (details != nullptr) {
    write_sums(json, *details);
    write_derived(json, *details);
  }
  json.end_object();
}

void ReadingDocument::write_gaussian_options(JsonWriter& json, const GaussianOptions& options) const {
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

}  // namespace suffice
