#include "model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "finite.hpp"
#include "options.hpp"
#include "rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"
#include "sums.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

template <typename Number>
using Out = nb::ndarray<Number, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename Number>
using OutColumn = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct Scoring {
  bool missing_allowed = false;
  unsigned threads = 1;
};

// score(rows, out, options) for one range of rows after the other, each with `columns` numbers of `out` a row. The
// library counts missing values while it scores; where they are not allowed, its words for them are those of this
// front.
template <typename Number, typename Score>
void score_steps(const Model& model, const Rows& rows, std::span<Number> out, std::size_t columns, Scoring scoring,
                 const Score& score) {
  if (out.size() != rows.table.rows * columns) {
    throw nb::value_error("out does not have a row for each row of X");
  }
  const nb::gil_scoped_release release;
  const std::size_t width = numbers_per_row(rows.table);
  // A row takes a product for each class and number, or for each class and pair of numbers.
  const std::size_t work = width * model.labels().size() * (1 + width / 64);
  each_step(rows.table.rows, rows_of_first_step(work / 8), [&](std::size_t first, std::size_t count) {
    const Table part = rows.table.slice(first, count);
    const auto refuse_missing = [&] {
      if (!scoring.missing_allowed) {
        require_finite(part, first);
      }
    };
    ScoreCounts counts;
    try {
      score(part, out.subspan(first * columns, count * columns),
            ScoreOptions{.threads = scoring.threads, .counts = &counts});
    } catch (const Error&) {
      refuse_missing();
      throw;
    }
    if (counts.missing > 0) {
      refuse_missing();
    }
  });
}

template <typename Number>
std::span<Number> span_of(const Out<Number>& out, const Rows& rows, const Model& model) {
  if (out.shape(0) != rows.table.rows || out.shape(1) != model.labels().size()) {
    throw nb::value_error("out does not have a row for each row of X and a column for each class");
  }
  return {out.data(), out.size()};
}

void log_joint(const FittedModel& fitted, const Rows& rows, const Out<double>& out, bool missing, unsigned threads) {
  const Model& model = fitted.model;
  score_steps(
      model, rows, span_of(out, rows, model), model.labels().size(), {missing, threads},
      [&](const Table& part, std::span<double> to, ScoreOptions options) { model.log_joint(part, to, options); });
}

template <typename Number>
void log_posterior(const FittedModel& fitted, const Rows& rows, const Out<Number>& out, bool missing,
                   unsigned threads) {
  const Model& model = fitted.model;
  score_steps(
      model, rows, span_of(out, rows, model), model.labels().size(), {missing, threads},
      [&](const Table& part, std::span<Number> to, ScoreOptions options) { model.log_posterior(part, to, options); });
}

template <typename Number>
void posterior(const FittedModel& fitted, const Rows& rows, const Out<Number>& out, bool missing, unsigned threads) {
  const Model& model = fitted.model;
  score_steps(
      model, rows, span_of(out, rows, model), model.labels().size(), {missing, threads},
      [&](const Table& part, std::span<Number> to, ScoreOptions options) { model.posterior(part, to, options); });
}

void squared_distances(const FittedModel& fitted, const Rows& rows, const Out<double>& out, bool missing,
                       unsigned threads) {
  const Model& model = fitted.model;
  score_steps(model, rows, span_of(out, rows, model), model.labels().size(), {missing, threads},
              [&](const Table& part, std::span<double> to, ScoreOptions options) {
                model.squared_distances(part, to, options);
              });
}

void log_evidence(const FittedModel& fitted, const Rows& rows, const OutColumn<double>& out, bool missing,
                  unsigned threads) {
  const Model& model = fitted.model;
  score_steps(
      model, rows, std::span<double>(out.data(), out.size()), 1, {missing, threads},
      [&](const Table& part, std::span<double> to, ScoreOptions options) { model.log_evidence(part, to, options); });
}

// Label i of `to` is number codes[i] of `labels`, each of `size` bytes; of a row of zero probability under every class
// it is the first.
struct LabelWriter {
  const std::uint8_t* labels;
  std::span<const std::uint32_t> codes;
  std::uint8_t* to;

  [[gnu::always_inline]] void write(std::size_t size) const {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      std::memcpy(to + i * size, labels + (codes[i] == no_decision ? 0 : codes[i]) * size, size);
    }
  }
  // The same with sizes that the compiler knows.
  void operator()(std::size_t size) const { size == 4 ? write(4) : size == 8 ? write(8) : write(size); }
};

using Labels8 = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Labels are what their bytes are.
void predict(const FittedModel& fitted, const Rows& rows, const Labels8& labels, const Out<std::uint8_t>& out,
             bool missing, unsigned threads) {
  const Model& model = fitted.model;
  const std::size_t size = labels.shape(1);
  if (labels.shape(0) != model.labels().size() || out.shape(0) != rows.table.rows || out.shape(1) != size) {
    throw nb::value_error("out does not have a label for each row of X");
  }
  std::vector<std::uint32_t> codes;
  score_steps(model, rows, std::span<std::uint8_t>(out.data(), out.size()), size, {missing, threads},
              [&](const Table& part, std::span<std::uint8_t> to, const ScoreOptions& options) {
                codes.resize(part.rows);
                model.predict(part, codes, options);
                LabelWriter{labels.data(), codes, to.data()}(size);
              });
}

nb::list explain(const FittedModel& fitted, const Rows& rows) {
  nb::list result;
  constexpr std::size_t often = 16;
  for (std::size_t i = 0; i < rows.table.rows; ++i) {
    if (i % often == 0) {
      check_signals();
    }
    Explanation explanation;
    {
      const nb::gil_scoped_release release;
      explanation = fitted.model.explain(rows.table, i);
    }
    nb::list contributions;
    for (Contribution& item : explanation.contributions) {
      contributions.append(nb::make_tuple(item.feature, item.value, to_array(std::move(item.scores))));
    }
    result.append(nb::make_tuple(contributions, to_array(std::move(explanation.base)),
                                 to_array(std::move(explanation.log_joint)),
                                 to_array(std::move(explanation.log_posterior))));
  }
  return result;
}

void append(Sample& all, Sample&& more) {
  all.labels.insert(all.labels.end(), more.labels.begin(), more.labels.end());
  for (std::size_t j = 0; j < all.columns.size(); ++j) {
    std::visit(
        [&](auto& column) {
          auto& added = std::get<std::remove_cvref_t<decltype(column)>>(more.columns[j]);
          column.insert(column.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
        },
        all.columns[j]);
  }
}

nb::tuple sample(const FittedModel& fitted, std::size_t n, std::uint64_t seed) {
  Sample drawn;
  {
    const nb::gil_scoped_release release;
    constexpr std::size_t first_step = 64;  // a row of many columns is drawn by a matrix of them
    drawn = fitted.model.sample(0, seed);
    each_step(n, first_step,
              [&](std::size_t first, std::size_t count) { append(drawn, fitted.model.sample(count, seed, first)); });
  }
  nb::list columns;
  for (auto& column : drawn.columns) {
    std::visit(
        [&](auto& values) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(values)>, std::vector<double>>) {
            columns.append(to_array(std::move(values)));
          } else {
            columns.append(nb::cast(values));
          }
        },
        column);
  }
  return nb::make_tuple(columns, to_array(std::move(drawn.labels)));
}

nb::dict leave_one_out(const FittedModel& fitted, const Rows& rows, const Codes& codes, std::vector<std::string> names,
                       const std::optional<Weights>& weights, unsigned threads) {
  const LabelledRows labelled(rows, codes, std::move(names), weights);
  LeaveOneOut result;
  {
    const nb::gil_scoped_release release;
    LeaveOneOutScorer scorer(fitted.stored.summary, fitted.stored.options, fitted.stored.fitted.calibration(),
                             threads);  // which is held
    const std::size_t work = numbers_per_row(rows.table) * fitted.model.labels().size();
    each_step(rows.table.rows, rows_of_first_step(work), [&](std::size_t first, std::size_t count) {
      scorer.add(labelled.table.slice(first, count), labelled.labels(first, count));
    });
    result = scorer.result();
  }
  nb::dict said;
  said["accuracy"] = result.accuracy.value;
  said["accuracy_interval"] = nb::make_tuple(result.accuracy.low, result.accuracy.high);
  said["log_loss"] = result.log_loss;
  said["rows"] = result.rows;
  said["unscored_rows"] = result.unscored_rows;
  said["calibration_held"] = result.calibration_held;
  return said;
}

FittedModel estimated(const Summary& summary, const nb::dict& options, unsigned threads) {
  Stored stored{.options = options_of(options), .summary = summary};
  const nb::gil_scoped_release release;
  Model model = finish(stored, threads);
  return {std::move(stored), std::move(model)};
}

// The sums read by a model that is named, or by the defaults of their kinds, and by what else is said.
FittedModel read(const Summary& summary, const nb::dict& choice, unsigned threads) {
  const ModelChoice said = model_choice_of(choice);
  const nb::gil_scoped_release release;
  Stored stored =
      reestimate({.options = options_for(said.model.value_or(""), summary.schema), .summary = summary}, said);
  Model model = finish(stored, threads);
  return {std::move(stored), std::move(model)};
}

FittedModel reestimated(const FittedModel& fitted, const nb::dict& choice, unsigned threads) {
  const ModelChoice said = model_choice_of(choice);
  const nb::gil_scoped_release release;
  Stored stored = reestimate(fitted.stored, said);
  Model model = finish(stored, threads);
  return {std::move(stored), std::move(model)};
}

// Other sums read as before; what was fitted on rows stays.
FittedModel with_summary(const FittedModel& fitted, const Summary& summary, unsigned threads) {
  const nb::gil_scoped_release release;
  Stored stored{.options = fitted.stored.options,
                .summary = summary,
                .fitted = fitted.stored.fitted,
                .ranking = fitted.stored.ranking,
                .tuning = fitted.stored.tuning};
  Model model = finish(stored, threads);
  return {std::move(stored), std::move(model)};
}

FittedModel opened(Stored stored, unsigned threads) {
  Model model = model_of(stored, threads);
  return {std::move(stored), std::move(model)};
}

FittedModel decoded(const nb::bytes& bytes) {
  const std::string_view view(bytes.c_str(), bytes.size());
  const nb::gil_scoped_release release;
  return opened(decode(view), 1);
}

FittedModel loaded(const std::string& path) {
  const nb::gil_scoped_release release;
  return opened(load(path), 1);
}

nb::bytes encoded(const FittedModel& fitted) {
  std::string bytes;
  {
    const nb::gil_scoped_release release;
    bytes = encode(fitted.stored);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

void saved(const FittedModel& fitted, const std::string& path) {
  const nb::gil_scoped_release release;
  save(fitted.stored, path);
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<FittedModel> type(module, "Model", "A model beside the options and sums that it comes from.");
  const auto missing = nb::arg("missing_allowed") = false;
  const auto threads = nb::arg("threads") = 1;
  type.def_static("estimate", &estimated, nb::arg("summary"), nb::arg("options"), threads)
      .def_static("read", &read, nb::arg("summary"), nb::arg("choice"), threads)
      .def("reestimate", &reestimated, nb::arg("choice"), threads)
      .def("with_summary", &with_summary, nb::arg("summary"), threads)
      .def("log_joint", &log_joint, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("log_posterior", &log_posterior<double>, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("log_posterior", &log_posterior<float>, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("posterior", &posterior<double>, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("posterior", &posterior<float>, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("squared_distances", &squared_distances, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("log_evidence", &log_evidence, nb::arg("rows"), nb::arg("out").noconvert(), missing, threads)
      .def("predict", &predict, nb::arg("rows"), nb::arg("labels").noconvert(), nb::arg("out").noconvert(), missing,
           threads)
      .def("explain", &explain, nb::arg("rows"))
      .def("sample", &sample, nb::arg("n"), nb::arg("seed"))
      .def("leave_one_out", &leave_one_out, nb::arg("rows"), nb::arg("codes"), nb::arg("names"),
           nb::arg("weights") = nb::none(), threads)
      .def("to_bytes", &encoded)
      .def_static("from_bytes", &decoded, nb::arg("bytes"))
      .def("save", &saved, nb::arg("path"))
      .def_static("load", &loaded, nb::arg("path"))
      .def_prop_ro("labels", [](const FittedModel& fitted) { return fitted.model.labels(); })
      .def_prop_ro(
          "class_prior", [](const FittedModel& fitted) { return to_array(fitted.model.class_prior()); },
          nb::rv_policy::move)
      .def_prop_ro("columns", [](const FittedModel& fitted) { return columns_of(fitted.model.schema()); })
      .def_prop_ro("schema", [](const FittedModel& fitted) { return fitted.model.schema(); })
      .def_prop_ro("summary", [](const FittedModel& fitted) { return fitted.stored.summary; })
      .def_prop_ro("options", [](const FittedModel& fitted) { return options_to_dict(fitted.stored.options); })
      .def_prop_ro("name", [](const FittedModel& fitted) { return model_name(fitted.stored.options); })
      .def_prop_ro("notes", [](const FittedModel& fitted) { return fitted.model.notes(); })
      .def_prop_ro(
          "temperatures", [](const FittedModel& fitted) { return to_array(fitted.model.temperatures()); },
          nb::rv_policy::move)
      .def_prop_ro("has_evidence", [](const FittedModel& fitted) { return fitted.model.has_evidence(); })
      .def(
          "inspect",
          [](const FittedModel& fitted, std::size_t top) { return inspect_json(fitted.stored, fitted.model, top); },
          nb::arg("top") = 10);
  bind_parameters(type);
}

}  // namespace suffice::python
