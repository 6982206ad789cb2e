#include "report/model_document.hpp"

#include <numeric>

#include "report/count_document.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

std::string class_prior_text(const ClassPrior& prior) {
  if (std::holds_alternative<GivenPrior>(prior)) {
    return "given";
  }
  if (std::holds_alternative<UniformPrior>(prior)) {
    return "uniform";
  }
  return std::holds_alternative<SmoothedPrior>(prior) ? "smoothed" : "empirical";
}

void write_gaussian_options(JsonWriter& json, const EstimateOptions& options, const Model& model) {
  json.member("shrinkage", to_text(options.shrinkage));
  if (model.shrinkage().size() == 1) {
    json.member("lambda", model.shrinkage().front());
  } else if (!model.shrinkage().empty()) {
    json.member("lambda", std::span(model.shrinkage()));
  }
  if (const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage)) {
    json.key("rda").begin_object().member("alpha", rda->alpha).member("gamma", rda->gamma).end_object();
  }
  json.member("ridge", options.ridge);
}

void write_options(JsonWriter& json, const EstimateOptions& options, const Model& model) {
  json.member("model", model_name(options)).member("estimate", to_text(options.estimator));
  if (options.family == Family::gaussian) {
    write_gaussian_options(json, options, model);
  } else {
    write_count_options(json, options);
  }
  json.member("class_prior", class_prior_text(options.class_prior));
}

// A stack of square matrices.
void write_matrices(JsonWriter& json, std::span<const double> values, std::size_t size) {
  json.begin_array();
  for (std::size_t first = 0; first + size * size <= values.size() && size > 0; first += size * size) {
    write_matrix(json, values.subspan(first, size * size), size);
  }
  json.end_array();
}

void write_scatter(JsonWriter& json, const Moments& moments, std::size_t d) {
  json.key("scatter");
  if (moments.kind == MomentKind::full) {
    write_matrices(json, moments.scatter, d);
  } else if (moments.kind == MomentKind::pooled_diagonal) {
    json.value(std::span(moments.scatter));
  } else {
    write_matrix(json, moments.scatter, d);
  }
}

// The columns that rows of a pattern do not have.
std::vector<std::string> missing_columns(const Pattern& pattern, const Schema& schema) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < schema.features.size(); ++j) {
    if (pattern.present[j] == 0) {
      names.push_back(schema.features[j]);
    }
  }
  return names;
}

void write_patterns(JsonWriter& json, const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  json.key("patterns").begin_array();
  for (const Pattern& pattern : summary.patterns().patterns) {
    json.begin_object()
        .member("missing", std::span<const std::string>(missing_columns(pattern, summary.schema)))
        .member("rows", std::accumulate(pattern.rows.begin(), pattern.rows.end(), std::uint64_t{0}))
        .member("weight", std::span(pattern.weight))
        .key("mean");
    write_matrix(json, pattern.moments.mean, d);
    write_scatter(json, pattern.moments, d);
    json.end_object();
  }
  json.end_array();
}

// Of sums with missing values the completed ones.
void write_moments(JsonWriter& json, const Summary& summary) {
  const Moments& moments = summary.moments();
  const std::size_t d = summary.schema.features.size();
  json.key("mean");
  write_matrix(json, moments.mean, d);
  write_scatter(json, moments, d);
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
  write_matrix(json, standard_deviations(summary), d);
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

}  // namespace

void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns) {
  json.begin_array();
  for (std::size_t first = 0; first + columns <= values.size() && columns > 0; first += columns) {
    json.value(values.subspan(first, columns));
  }
  json.end_array();
}

void write_model(JsonWriter& json, const Stored& stored, const Model& model) {
  const ClassCounts& classes = stored.summary.classes;
  json.member("rows", classes.total_rows())
      .member("weight", classes.total_weight())
      .member("labels", std::span(model.labels()));
  write_options(json, stored.options, model);
  if (const auto kind = moment_kind(stored.summary)) {
    json.member("moments", to_text(*kind));
    if (const double share = share_missing(stored.summary); share > 0) {
      json.member("share_missing", share);
    }
  } else {
    json.member("counts", count_kind(stored.summary));
  }
  json.member("readable_as", std::span<const std::string>(readable_models(stored.summary)));
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
  json.member("features", std::span(model.schema().features)).member("target", model.schema().target);
  if (!model.schema().weight.empty()) {
    json.member("weight_column", model.schema().weight);
  }
  if (model.schema().encoding == Encoding::text) {
    write_text_options(json, model.schema().text);
  }
  json.member("notes", std::span(model.notes()));
}

void write_sums(JsonWriter& json, const Stored& stored) {
  if (moment_kind(stored.summary)) {
    if (std::holds_alternative<PatternMoments>(stored.summary.sums)) {
      write_patterns(json, stored.summary);
    }
    write_moments(json, completed(stored.summary, stored.options));
  } else {
    write_counts(json, stored);
  }
}

void write_forms(JsonWriter& json, const Stored& stored, const Model& model) {
  const std::size_t d = model.schema().features.size();
  if (model.is_linear() && has_long_linear_form(stored)) {
    json.key("linear_form").null();
  } else if (model.is_linear()) {
    const LinearForm form = model.linear_form();
    json.key("linear_form").begin_object();
    if (model.family() != Family::gaussian) {
      json.member("names", std::span(form.names));
    }
    json.key("coefficients");
    write_matrix(json, form.coefficients, form.coefficients.size() / form.intercepts.size());
    json.member("intercepts", std::span(form.intercepts));
    if (const std::vector<double> theta = logistic_form(model); !theta.empty()) {
      json.member("theta", std::span(theta));
    }
    json.end_object();
  } else if (model.family() == Family::gaussian && model.is_quadratic()) {
    const QuadraticForm form = model.quadratic_form();
    json.key("quadratic_form").begin_object().key("matrices");
    write_matrices(json, form.matrices, d);
    json.key("coefficients");
    write_matrix(json, form.coefficients, d);
    json.member("intercepts", std::span(form.intercepts)).end_object();
  }
  if (const std::optional<Discriminants> axes = discriminants_of(stored)) {
    write_discriminants(json, *axes);
  }
}

}  // namespace suffice
