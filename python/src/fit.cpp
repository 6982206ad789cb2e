// GenerativeClassifier: the workflow that chooses a model, or fits the one that is named, on columns of several kinds.
#include "suffice/fit.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "model.hpp"
#include "options.hpp"
#include "rows.hpp"
#include "suffice/roles.hpp"
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

std::string cell_of(const CategoryColumn& column, std::size_t i) {
  const auto code = std::visit(
      [&](const auto* codes) {
        return static_cast<std::int64_t>(codes[static_cast<std::ptrdiff_t>(i) * column.stride]);
      },
      column.codes);
  const bool known = column.valid(i) && code >= 0 && static_cast<std::size_t>(code) < column.dictionary.size();
  return known ? std::string(column.dictionary[static_cast<std::size_t>(code)]) : std::string();
}

std::string cell_of(const TextColumn& column, std::size_t i) {
  return column.valid(i) ? std::string(column.documents[i]) : std::string();
}

template <typename Other>
std::string cell_of(const Other& /*numbers*/, std::size_t /*i*/) {
  return {};
}

bool has_value(const NumberColumn& column, std::size_t rows) {
  return std::visit(
      [&](const auto* values) {
        for (std::size_t i = 0; i < rows; ++i) {
          const auto value = values[static_cast<std::ptrdiff_t>(i) * column.stride];
          if (column.valid(i) && value == value) {
            return true;
          }
        }
        return rows == 0;
      },
      column.values);
}

// What columns seem to be, as the command-line tool takes them: name, use, and a sentence on what is doubtful. Of
// columns of strings, by their first rows; of numbers, those that have no value.
std::vector<std::tuple<std::string, std::string, std::string>> seeming_uses(const Rows& rows) {
  constexpr std::size_t most_rows = 1000;
  CellSample sample{.columns = {}, .cells = {}, .complete = rows.table.rows <= most_rows};
  for (std::size_t j = 0; j < rows.types.size(); ++j) {
    if (rows.types[j] == ColumnType::text) {
      sample.columns.push_back(rows.names[j]);
      std::vector<std::string>& cells = sample.cells.emplace_back();
      for (std::size_t i = 0; i < std::min(rows.table.rows, most_rows); ++i) {
        cells.push_back(std::visit([i](const auto& column) { return cell_of(column, i); }, rows.table.columns[j]));
      }
    }
  }
  std::vector<std::tuple<std::string, std::string, std::string>> uses;
  for (std::size_t j = 0; j < rows.types.size(); ++j) {
    const auto* numbers = std::get_if<NumberColumn>(&rows.table.columns[j]);
    if (numbers != nullptr && !has_value(*numbers, rows.table.rows)) {
      uses.emplace_back(rows.names[j], "dropped", "'" + rows.names[j] + "' has no value and is dropped");
    }
  }
  for (const ColumnGuess& guess : guess_roles(sample, {}, {})) {
    uses.emplace_back(guess.column, use_name(guess.use), guess.doubts.empty() ? "" : guess.doubts.front().sentence);
  }
  return uses;
}

FitPlan plan(const std::vector<std::string>& names, const std::map<std::string, std::string>& roles,
             const nb::dict& choice, const nb::dict& text, const std::optional<std::string>& calibrate, bool keep_full,
             std::uint64_t seed, bool validate, const std::vector<std::string>& drop) {
  FitOptions options{.text = text_options_of(text), .model = model_choice_of(choice), .keep_full = keep_full};
  options.calibrate = calibrate_of(calibrate);
  options.seed = seed;
  options.validation.rows = validate ? Validation::Rows::sampled : Validation::Rows::none;
  options.columns.target = target_beside(names);
  options.columns.drop = drop;
  for (const auto& [column, role] : roles) {
    options.columns.roles.push_back(parse_column_role(column, role));
  }
  std::vector<std::string> columns = names;
  columns.push_back(options.columns.target);
  return plan_fit(columns, options);
}

nb::tuple fitted(const Rows& rows, const Codes& codes, const std::vector<std::string>& label_names,
                 const std::optional<Weights>& weights, const FitPlan& plan, unsigned threads) {
  const WorkOptions work{.threads = threads,
                         .progress = [](std::uint64_t, std::uint64_t) { check_signals(); },
                         .steps = [](const char*, std::size_t, std::size_t) { check_signals(); }};
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
  if (const std::optional<RivalReport>& found = result->stored.fitted.rival) {
    nb::dict said;
    said["passes"] = found->passes;
    said["converged"] = found->converged;
    said["mistakes"] = found->mistakes;
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
             nb::arg("validate") = true, nb::arg("drop") = std::vector<std::string>{});
  module.def("seeming_uses", &seeming_uses, nb::arg("rows"));
  module.def("fit", &fitted, nb::arg("rows"), nb::arg("codes"), nb::arg("names"), nb::arg("weights").none(),
             nb::arg("plan"), nb::arg("threads") = 1);
  module.def("summarise", &summarised, nb::arg("rows"), nb::arg("codes"), nb::arg("names"), nb::arg("weights").none(),
             nb::arg("plan"), nb::arg("threads") = 1);
  module.def("summarise_like", &summarised_like, nb::arg("rows"), nb::arg("codes"), nb::arg("names"),
             nb::arg("weights").none(), nb::arg("like"), nb::arg("threads") = 1);
}

}  // namespace suffice::python
