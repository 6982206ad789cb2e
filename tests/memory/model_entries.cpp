// A model in use: scores, decisions, explanations, samples, forms.
#include <functional>

#include "entry_point.hpp"
#include "fixture.hpp"

namespace suffice {
namespace {

/// score(out) fills a buffer of the caller, of so many numbers.
template <typename Number>
EntryPoint filled(std::string name, std::size_t count, std::function<void(std::vector<Number>&)> score) {
  return change_of(
      std::move(name), [count] { return std::vector<Number>(count); }, std::move(score),
      [](const std::vector<Number>& out) { return bytes(out); }, AfterFault::voided);
}

std::string explanation_text(const Explanation& found) {
  std::string text = bytes(found.base) + bytes(found.log_joint) + bytes(found.log_posterior);
  for (const Contribution& each : found.contributions) text += each.feature + each.value + bytes(each.scores);
  return text;
}

std::string sample_text(const Sample& sample) {
  std::string text = bytes(sample.labels);
  for (const auto& column : sample.columns) {
    if (const auto* numbers = std::get_if<std::vector<double>>(&column)) text += bytes(*numbers);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&column)) {
      for (const std::string& each : *texts) text += each + "\n";
    }
  }
  return text;
}

void add_scores(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  const std::size_t rows = of->table.rows();
  entries.push_back(filled<double>(of->name + ": log_joint", of->numbers(), [of](std::vector<double>& out) {
    of->model.log_joint(of->table.table(), out, {.threads = 1});
  }));
  entries.push_back(filled<double>(
      of->name + ": log_posterior, threads", of->numbers(),
      [of](std::vector<double>& out) { of->model.log_posterior(of->table.table(), out, {.threads = 3}); }));
  entries.push_back(filled<float>(of->name + ": posterior", of->numbers(), [of](std::vector<float>& out) {
    of->model.posterior(of->table.table(), out, {.threads = 1});
  }));
  entries.push_back(filled<std::uint32_t>(of->name + ": predict", rows, [of](std::vector<std::uint32_t>& out) {
    of->model.predict(of->table.table(), out, {.threads = 1});
  }));
  entries.push_back(filled<std::uint32_t>(of->name + ": decide", rows, [of](std::vector<std::uint32_t>& out) {
    of->model.decide(of->table.table(), {.cost = {0, 1, 2, 1, 0, 1, 2, 3, 0}, .reject_below = 0.5}, out,
                     {.threads = 1});
  }));
  if (of->model.has_evidence()) {
    entries.push_back(filled<double>(of->name + ": log_evidence", rows, [of](std::vector<double>& out) {
      of->model.log_evidence(of->table.table(), out, {.threads = 1});
    }));
  }
  if (of->schema.blocks[0].kind == Kind::measurements) {
    entries.push_back(filled<double>(of->name + ": squared_distances", of->numbers(), [of](std::vector<double>& out) {
      of->model.squared_distances(of->table.table(), out, {.threads = 1});
    }));
  }
}

/// Bounds hold what they have computed: a call that runs out of memory must not leave half of it there.
void add_outliers(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  const auto bounds = of->model.outlier_bounds(0.05, 1, {.threads = 1});
  const auto typical = of->model.typical_rows(1);
  entries.push_back(
      filled<std::uint32_t>(of->name + ": decide, outliers", 6, [of, bounds](std::vector<std::uint32_t>& out) {
        of->model.decide(of->table.table().slice(0, 6), {.outliers = bounds}, out, {.threads = 1});
      }));
  entries.push_back(filled<double>(of->name + ": typicality", 6, [of, typical](std::vector<double>& out) {
    of->model.typicality(of->table.table().slice(0, 6), *typical, out, {.threads = 1});
  }));
}

void add_reasons(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  entries.push_back(value_of(
      of->name + ": explain", [of] { return of->model.explain(of->table.table(), 3, ClassPair{0, 1}); },
      explanation_text));
  entries.push_back(value_of(
      of->name + ": impossible", [of] { return of->model.impossible(of->table.table(), 1); },
      [](const std::optional<std::string>& why) { return why.value_or("possible"); }));
  entries.push_back(value_of(
      of->name + ": known_values", [of] { return of->model.known_values(); },
      [](const std::vector<ColumnValues>& known) {
        std::string text;
        for (const auto& [column, values] : known) text += column + std::to_string(values.size());
        return text;
      }));
  if (of->schema.blocks[0].kind == Kind::text || of->schema.blocks[0].kind == Kind::categories) {
    entries.push_back(value_of(
        of->name + ": strongest", [of] { return of->model.strongest(0, 3); },
        [](const std::vector<FeatureOdds>& found) {
          std::string text;
          for (const FeatureOdds& each : found) text += each.feature + each.value + bytes(std::vector{each.log_odds});
          return text;
        }));
  }
  if (of->model.has_evidence() && !of->name.starts_with("fisher, one")) {
    entries.push_back(value_of(of->name + ": sample", [of] { return of->model.sample(20, 1); }, sample_text));
  }
  if (of->model.is_linear()) {
    entries.push_back(value_of(
        of->name + ": linear_form", [of] { return of->model.linear_form(); },
        [](const LinearForm& form) { return bytes(form.coefficients) + bytes(form.intercepts); }));
  }
  if (of->model.is_quadratic()) {
    entries.push_back(value_of(
        of->name + ": quadratic_form", [of] { return of->model.quadratic_form(); },
        [](const QuadraticForm& form) { return bytes(form.matrices) + bytes(form.coefficients); }));
  }
  entries.push_back(value_of(
      of->name + ": calibrated",
      [of] {
        return of->model.calibrated(
            {.temperatures = std::vector<double>(of->model.readings(), 0.5), .offsets = {0, 1, 2}});
      },
      [](const Model& model) { return bytes(model.temperatures()) + bytes(model.offsets()); }));
}

}  // namespace

std::vector<EntryPoint> model_entries() {
  std::vector<EntryPoint> entries;
  for (const SharedFixture& of : fixtures()) {
    add_scores(entries, of);
    add_reasons(entries, of);
    if (of->name == "lda, missing" || of->name.starts_with("lda + categorical-nb")) add_outliers(entries, of);
  }
  return entries;
}

}  // namespace suffice
