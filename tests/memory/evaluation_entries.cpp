// Evaluation: metrics, leave-one-out, folds, reservoirs.
#include <fmt/format.h>

#include "entry_point.hpp"
#include "fixture.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

constexpr std::size_t half = 24;

std::string result_text(const LeaveOneOut& found) {
  return fmt::format("{} {} {} {}", found.rows, found.accuracy.value, found.log_loss, found.unscored_rows);
}

std::string folds_text(const Folds& folds) {
  std::string text;
  for (const Summary& part : folds.parts) text += encode(part);
  return text;
}

Table first_rows(const Fixture& of) { return of.table.table().slice(0, half); }
Labels first_labels(const Fixture& of) { return {of.table.labels().codes.subspan(0, half), of.table.names}; }
Table last_rows(const Fixture& of) { return of.table.table().slice(half, half); }
Labels last_labels(const Fixture& of) { return {of.table.labels().codes.subspan(half, half), of.table.names}; }

void add_leave_one_out(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  for (const unsigned threads : {1U, 3U}) {
    entries.push_back(value_of(
        of->name + ": leave_one_out" + (threads == 1 ? "" : ", threads"),
        [of, threads] {
          return leave_one_out(of->sums, of->options, of->table.table(), of->table.labels(), {.threads = threads});
        },
        result_text));
  }
  entries.push_back(change_of(
      of->name + ": LeaveOneOutScorer::add",
      [of] {
        LeaveOneOutScorer scorer(of->sums, of->options, {}, 1);
        scorer.add(first_rows(*of), first_labels(*of));
        return scorer;
      },
      [of](LeaveOneOutScorer& scorer) { scorer.add(last_rows(*of), last_labels(*of)); },
      [](const LeaveOneOutScorer& scorer) { return result_text(scorer.result()); }));
}

void add_folds(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  entries.push_back(value_of(
      of->name + ": leave_folds_out",
      [of] { return leave_folds_out(of->sums, of->options, of->keep, of->table.table(), of->table.labels(), 3, 1); },
      result_text));
  entries.push_back(value_of(
      of->name + ": cross_validate",
      [of] {
        return cross_validate(of->table.table(), of->table.labels(), of->schema, of->options,
                              {.folds = 3, .threads = 1});
      },
      result_text));
  const auto make = [of] {
    FoldAccumulator folds(of->schema, 3, 1, {.threads = 1, .keep = of->keep});
    folds.add(first_rows(*of), first_labels(*of));
    return folds;
  };
  entries.push_back(change_of(
      of->name + ": FoldAccumulator::add", make,
      [of](FoldAccumulator& folds) { folds.add(last_rows(*of), last_labels(*of)); },
      [](const FoldAccumulator& folds) { return folds_text(folds.folds()); }, AfterFault::voided));
  const auto folds = std::make_shared<const Folds>(make().folds());
  entries.push_back(
      value_of(of->name + ": Folds::without_each", [folds] { return Folds{folds->without_each()}; }, folds_text));
  entries.push_back(change_of(
      of->name + ": FoldScorer::add",
      [of, folds] {
        FoldScorer scorer(*folds, of->options, 1, {}, 1);
        scorer.add(first_rows(*of).slice(0, 12), {first_labels(*of).codes.subspan(0, 12), of->table.names});
        return scorer;
      },
      [of](FoldScorer& scorer) {
        scorer.add(first_rows(*of).slice(12, 12), {first_labels(*of).codes.subspan(12, 12), of->table.names});
      },
      [](const FoldScorer& scorer) { return result_text(scorer.result()); }, AfterFault::voided));
}

void add_collectors(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  const auto posterior = std::make_shared<std::vector<double>>(of->numbers());
  of->model.log_posterior(of->table.table(), *posterior, {.threads = 1});
  const std::size_t numbers = half * of->model.labels().size();
  entries.push_back(change_of(
      of->name + ": Evaluator::add",
      [of, posterior, numbers] {
        Evaluator evaluator(of->model.labels());
        evaluator.add(std::span(*posterior).subspan(0, numbers), first_labels(*of));
        return evaluator;
      },
      [of, posterior, numbers](Evaluator& evaluator) {
        evaluator.add(std::span(*posterior).subspan(numbers), last_labels(*of));
      },
      [](const Evaluator& evaluator) { return evaluate_json(evaluator.metrics()); }, AfterFault::voided));
  entries.push_back(change_of(
      of->name + ": Reservoir::add",
      [of] {
        Reservoir reservoir(of->schema, 1);
        reservoir.add(first_rows(*of), first_labels(*of));
        return reservoir;
      },
      [of](Reservoir& reservoir) { reservoir.add(last_rows(*of), last_labels(*of)); },
      [of](const Reservoir& reservoir) {
        return encode(summarise(reservoir.rows(), reservoir.labels(), of->schema, {.threads = 1, .keep = of->keep}));
      },
      AfterFault::voided));
}

}  // namespace

std::vector<EntryPoint> evaluation_entries() {
  std::vector<EntryPoint> entries;
  for (const SharedFixture& of : fixtures()) {
    if (has_leave_one_out(of->sums, of->options)) add_leave_one_out(entries, of);
    add_folds(entries, of);
    add_collectors(entries, of);
  }
  return entries;
}

}  // namespace suffice
