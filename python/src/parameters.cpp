// What estimators show of a fitted model: means, variances, covariances, forms, axes.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "finite.hpp"
#include "model.hpp"
#include "rows.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

Moments moments_of(const FittedModel& fitted, std::size_t reading) {
  return moments_read(fitted.stored.summary, fitted.stored.options, reading, 1, fitted.stored.caches.completed);
}

NumpyArray<double> means(const FittedModel& fitted, std::size_t reading) {
  Moments moments = moments_of(fitted, reading);
  const std::size_t classes = fitted.stored.summary.classes.size();
  const std::size_t width = moments.mean.size() / classes;
  return to_array(std::move(moments.mean), {classes, width});
}

// Σ_c, C × d, or C × d × d; one Σ, d or d × d, where the moments are pooled.
NumpyArray<double> covariance_array(const FittedModel& fitted, std::size_t reading) {
  const Moments moments = moments_of(fitted, reading);
  const ClassCounts& classes = fitted.stored.summary.classes;
  const std::size_t d = moments.mean.size() / classes.size();
  std::vector<double> numbers = covariances(moments, classes);
  switch (moments.kind) {
    case MomentKind::pooled_diagonal:
      return to_array(std::move(numbers), {d});
    case MomentKind::pooled:
      return to_array(std::move(numbers), {d, d});
    case MomentKind::diagonal:
      return to_array(std::move(numbers), {classes.size(), d});
    case MomentKind::full:
      break;
  }
  return to_array(std::move(numbers), {classes.size(), d, d});
}

// That of the first block of a summary; 0 of sums by pattern of missing values, which have no scatter of all rows.
double summary_variance(const Summary& summary) {
  const Moments& moments = std::get<Moments>(summary.sums.front());
  return moments.has_patterns() ? 0 : largest_variance(moments, summary.classes);
}

nb::tuple linear_form(const FittedModel& fitted) {
  LinearForm form = fitted.model.linear_form();
  const std::size_t classes = form.intercepts.size();
  return nb::make_tuple(to_array(std::move(form.coefficients), {classes, form.names.size()}),
                        to_array(std::move(form.intercepts)), form.names);
}

Discriminants axes_of(const FittedModel& fitted) {
  const nb::gil_scoped_release release;
  return discriminants(fitted.stored.summary, fitted.stored.options);
}

using Coordinates = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Coordinates of rows on all axes. Values that are missing or infinite are an Error.
void project(const Discriminants& axes, const Rows& rows, const Coordinates& out, unsigned threads) {
  if (out.shape(0) != rows.table.rows || out.shape(1) != axes.count()) {
    throw nb::value_error("out does not have a row for each row of X and a column for each axis");
  }
  const std::span<double> numbers(out.data(), out.size());
  const nb::gil_scoped_release release;
  each_step(rows.table.rows, rows_of_first_step(rows.width()), [&](std::size_t first, std::size_t count) {
    const Table part = rows.table.slice(first, count);
    try {
      axes.transform(part, numbers.subspan(first * axes.count(), count * axes.count()), threads);
    } catch (const Error&) {
      require_finite(part, first);
      throw;
    }
  });
}

}  // namespace

void bind_parameters(nb::class_<FittedModel>& type) {
  const auto reading = nb::arg("reading") = 0;
  type.def("means", &means, reading)
      .def("covariances", &covariance_array, reading)
      .def("linear_form", &linear_form)
      .def_prop_ro("is_linear", [](const FittedModel& fitted) { return fitted.model.is_linear(); })
      .def("quadratic_form",
           [](const FittedModel& fitted) {
             QuadraticForm form = fitted.model.quadratic_form();
             const std::size_t classes = form.intercepts.size();
             const std::size_t d = form.names.size();
             return nb::make_tuple(to_array(std::move(form.matrices), {classes, d, d}),
                                   to_array(std::move(form.coefficients), {classes, d}),
                                   to_array(std::move(form.intercepts)));
           })
      .def("discriminants", &axes_of)
      .def(
          "shrinkage", [](const FittedModel& fitted, std::size_t r) { return to_array(fitted.model.shrinkage(r)); },
          reading)
      .def(
          "strongest",
          [](const FittedModel& fitted, std::size_t c, std::size_t count, std::size_t r) {
            nb::list result;
            for (const FeatureOdds& odds : speaking_for(fitted.model, c, count, r)) {
              result.append(nb::make_tuple(odds.feature, odds.value, odds.log_odds, odds.count));
            }
            return result;
          },
          nb::arg("class_index"), nb::arg("count") = 10, reading);
}

void bind_discriminants(nb::module_& module) {
  nb::class_<Discriminants>(module, "Discriminants", "Fisher's discriminant axes.")
      .def_prop_ro(
          "centre", [](const Discriminants& axes) { return to_array(axes.centre); }, nb::rv_policy::move)
      .def_prop_ro(
          "axes", [](const Discriminants& axes) { return to_array(axes.axes, {axes.centre.size(), axes.count()}); },
          nb::rv_policy::move)
      .def_prop_ro(
          "explained", [](const Discriminants& axes) { return to_array(axes.explained); }, nb::rv_policy::move)
      .def_prop_ro(
          "eigenvalues", [](const Discriminants& axes) { return to_array(axes.eigenvalues); }, nb::rv_policy::move)
      .def_prop_ro(
          "canonical_correlations", [](const Discriminants& axes) { return to_array(axes.canonical_correlations); },
          nb::rv_policy::move)
      .def_ro("wilks_lambda", &Discriminants::wilks_lambda)
      .def_prop_ro("count", &Discriminants::count)
      .def("transform", &project, nb::arg("rows"), nb::arg("out").noconvert(), nb::arg("threads") = 1);
}

void bind_largest_variance(nb::module_& module) {
  module.def("largest_variance", &summary_variance, nb::arg("summary"));
}

}  // namespace suffice::python
