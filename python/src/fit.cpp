// GenerativeClassifier: the workflow that chooses a model, or fits the one that is named, on columns of several kinds.
#include "suffice/fit.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "model.hpp"
#include "options.hpp"
#include "rows.hpp"
#include "sums.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

std::string target_beside(const std::vector<std::string>& names) {
  std::string target = "y";
  while (std::ranges::find(names, target) != names.end()) {
    target += "_";
  }
  return target;
}

std::optional<Calibrate> calibrate_of(const std::optional<std::string>& text) {
  return text ? std::optional(parse_calibrate(*text)) : std::nullopt;
}

FitPlan plan(const std::vector<std::string>& names, const std::map<std::string, std::string>& roles,
             const nb::dict& choice, const nb::dict& text, const std::optional<std::string>& calibrate, bool keep_full,
             std::uint64_t seed, bool validate) {
  FitOptions options{.text = text_options_of(text), .model = model_choice_of(choice), .keep_full = keep_full};
  options.calibrate = calibrate_of(calibrate);
  options.seed = seed;
  options.validation.rows = validate ? Validation::Rows::sampled : Validation::Rows::none;
  options.columns.target = target_beside(names);
  for (const auto& [column, role] : roles) {
    options.columns.roles.push_back(parse_column_role(column, role));
  }
  std::vector<std::string> columns = names;
  columns.push_back(options.columns.target);
  return plan_fit(columns, options);
}

nb::tuple fitted(const Rows& rows, const Codes& codes, const std::vector<std::string>& label_names,
                 const std::optional<Weights>& weights, const FitPlan& plan, unsigned threads) {
  const WorkOptions work{.threads = threads, .progress = [](std::uint64_t, std::uint64_t) { check_signals(); }};
  const LabelledRows labelled(rows.arranged(columns_of(plan.schema)), codes, label_names, weights);
  std::optional<FitResult> result;
  {
    const nb::gil_scoped_release release;
    result = fit(labelled.table, labelled.labels(0, labelled.codes.size()), plan, work);
  }
  nb::object accuracy = nb::none();
  if (result->leave_one_out) {
    nb::dict said;
    said["accuracy"] = result->leave_one_out->accuracy.value;
    said["log_loss"] = result->leave_one_out->log_loss;
    said["rows"] = result->leave_one_out->rows;
    accuracy = said;
  }
  nb::object rival = nb::none();
  if (result->rival) {
    nb::dict said;
    said["passes"] = result->rival->passes;
    said["converged"] = result->rival->converged;
    said["mistakes"] = result->rival->mistakes;
    rival = said;
  }
  return nb::make_tuple(FittedModel{std::move(result->stored), std::move(result->model)}, accuracy, rival);
}

Summary summarised(const Rows& rows, const Codes& codes, std::vector<std::string> label_names,
                   const std::optional<Weights>& weights, const FitPlan& plan, unsigned threads) {
  const LabelledRows labelled(rows.arranged(columns_of(plan.schema)), codes, std::move(label_names), weights);
  OpenSums sums(plan.schema, {.threads = threads, .keep = plan.keep});
  sums.add(labelled, true);
  return sums.summary();
}

// The sums of more rows of a schema that sums already have, of the same kinds.
Summary summarised_like(const Rows& rows, const Codes& codes, std::vector<std::string> label_names,
                        const std::optional<Weights>& weights, const FittedModel& like, unsigned threads) {
  const Summary& summary = like.stored.summary;
  const LabelledRows labelled(rows.arranged(columns_of(summary.schema)), codes, std::move(label_names), weights);
  std::vector<Keep> keep = sums_needed(checked(like.stored.options, summary.schema), summary.schema);
  for (std::size_t b = 0; b < keep.size(); ++b) {
    if (const auto* moments = std::get_if<Moments>(&summary.sums[b])) {
      keep[b].moments = moments->kind;
      keep[b].fourth = moments->has_fourth();
    } else if (const auto* values = std::get_if<ValueCounts>(&summary.sums[b])) {
      keep[b].pairs = !values->pairs.empty();
    }
  }
  OpenSums sums(summary.schema, {.threads = threads, .keep = std::move(keep)});
  sums.add(labelled, true);
  return sums.summary();
}

}  // namespace

void bind_fit(nb::module_& module) {
  nb::class_<FitPlan>(module, "FitPlan", "What a fit will do, decided before a row is read.")
      .def_prop_ro("columns", [](const FitPlan& made) { return columns_of(made.schema); })
      .def_prop_ro("schema", [](const FitPlan& made) { return made.schema; })
      .def_prop_ro("options", [](const FitPlan& made) { return options_to_dict(made.options); })
      .def_prop_ro("needs_sample", [](const FitPlan& made) { return needs_sample(made); });
  module.def("plan_fit", &plan, nb::arg("names"), nb::arg("roles"), nb::arg("choice"), nb::arg("text") = nb::dict(),
             nb::arg("calibrate") = nb::none(), nb::arg("keep_full") = false, nb::arg("seed") = 0,
             nb::arg("validate") = true);
  module.def("fit", &fitted, nb::arg("rows"), nb::arg("codes"), nb::arg("names"), nb::arg("weights").none(),
             nb::arg("plan"), nb::arg("threads") = 1);
  module.def("summarise", &summarised, nb::arg("rows"), nb::arg("codes"), nb::arg("names"), nb::arg("weights").none(),
             nb::arg("plan"), nb::arg("threads") = 1);
  module.def("summarise_like", &summarised_like, nb::arg("rows"), nb::arg("codes"), nb::arg("names"),
             nb::arg("weights").none(), nb::arg("like"), nb::arg("threads") = 1);
}

}  // namespace suffice::python
