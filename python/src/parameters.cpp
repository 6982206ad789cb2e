// What estimators show of a fitted model: means, variances, covariances, forms, axes.
#include <algorithm>
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

// Σ_c = S_c / n_c, C × d, or C × d × d; S_W / n, d or d × d, where the moments are pooled.
NumpyArray<double> covariances(const FittedModel& fitted, std::size_t reading) {
  Moments moments = moments_of(fitted, reading);
  const ClassCounts& classes = fitted.stored.summary.classes;
  const std::size_t d = moments.mean.size() / classes.size();
  const bool pooled = moments.kind == MomentKind::pooled || moments.kind == MomentKind::pooled_diagonal;
  const bool matrix = moments.kind == MomentKind::pooled || moments.kind == MomentKind::full;
  const std::size_t size = matrix ? d * d : d;
  const double total = classes.total_weight();
  for (std::size_t k = 0; k < moments.scatter.size(); ++k) {
    moments.scatter[k] /= pooled ? total : classes.weight[k / size];
  }
  if (pooled) {
    return matrix ? to_array(std::move(moments.scatter), {d, d}) : to_array(std::move(moments.scatter), {d});
  }
  return matrix ? to_array(std::move(moments.scatter), {classes.size(), d, d})
                : to_array(std::move(moments.scatter), {classes.size(), d});
}

// The largest variance of a column over all rows, from the diagonal of S_W and the means of the classes.
double largest_variance(const Summary& summary) {
  const Moments& moments = std::get<Moments>(summary.sums.front());
  const ClassCounts& classes = summary.classes;
  const double total = classes.total_weight();
  if (moments.has_patterns() || classes.size() == 0 || !(total > 0)) {
    return 0;
  }
  const std::size_t d = moments.mean.size() / classes.size();
  const bool matrix = moments.kind == MomentKind::pooled || moments.kind == MomentKind::full;
  const std::size_t step = matrix ? d + 1 : 1;
  const std::size_t size = matrix ? d * d : d;
  const bool weighted = !moments.column_weight.empty();
  double largest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const auto weight = [&](std::size_t c) { return weighted ? moments.column_weight[c * d + j] : classes.weight[c]; };
    double scatter = 0;
    double rows = 0;
    double mean = 0;
    for (std::size_t k = 0; k * size < moments.scatter.size(); ++k) {
      scatter += moments.scatter[k * size + j * step];
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      rows += weight(c);
      mean += rows > 0 ? (moments.mean[c * d + j] - mean) * weight(c) / rows : 0;
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const double away = moments.mean[c * d + j] - mean;
      scatter += weight(c) * away * away;
    }
    largest = std::max(largest, rows > 0 ? scatter / rows : 0);
  }
  return largest;
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
      .def("covariances", &covariances, reading)
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
  module.def("largest_variance", &largest_variance, nb::arg("summary"));
}

}  // namespace suffice::python
