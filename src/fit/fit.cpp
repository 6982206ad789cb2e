// fit(): sums, model, and accuracy by leave-one-out, in one pass over the rows.
#include "suffice/fit.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "data/schema/roles/target_check.hpp"
#include "estimate/model_table.hpp"
#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/folds/most_folds.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/leave_one_out/closed_form.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "evaluate/repeated_rows.hpp"
#include "fit/choice/choose_model.hpp"
#include "fit/met_values.hpp"
#include "fit/rival_fit.hpp"
#include "fit/row_sums.hpp"
#include "fit/steps.hpp"
#include "fit/tune_values.hpp"
#include "fit/two_values.hpp"
#include "math/system/parallel.hpp"
#include "model/linear/linear_model.hpp"
#include "rival/feature_rows.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/finite_sums.hpp"

namespace suffice {

namespace {

// Whether a place is reserved for unknown values or words. A row that has some of its own takes that place when it is
// removed, and as its class has then lost a row, the place is more probable there than in other classes: that gives the
// label away, the more the higher the temperature.
bool reserves_a_place(const Options& options) {
  return std::ranges::any_of(options.readings, reserves_unseen, &Reading::options);
}

bool removes_single_rows(const Summary& summary, const Options& options) {
  return has_leave_one_out(summary, options) && !reserves_a_place(checked(options, summary.schema));
}

// Whether cut points or the tree of TAN are chosen by the labels: a row that is removed has still told its label to
// them.
bool chooses_by_labels(const Options& options) {
  return std::ranges::any_of(options.readings, [](const Reading& reading) {
    const auto* const values = std::get_if<ValueOptions>(&reading.options);
    const auto is_mdl = [](const auto& feature) { return feature.second.rule == CutRule::mdl; };
    return values != nullptr && (values->dependence == Dependence::tree || std::ranges::any_of(values->cuts, is_mdl));
  });
}

// By leave-one-out, or by folds where that has no closed form or would mislead. Scoring rows of a class against no
// other class would say nothing.
std::optional<LeaveOneOut> validated(const Stored& stored, const FitPlan& plan, const Reservoir& reservoir,
                                     unsigned threads) {
  const Summary& summary = stored.summary;
  if (summary.classes.size() < 2) {
    return std::nullopt;
  }
  if (!removes_single_rows(summary, stored.options) || chooses_by_labels(stored.options)) {
    return leave_folds_out(summary, stored.options, plan.keep, reservoir.rows(), reservoir.labels(), 10, threads,
                           plan.seed);
  }
  return leave_one_out(summary, stored.options, reservoir.rows(), reservoir.labels(), {.threads = threads});
}

// Error (usage) as calibrate().
Calibrated calibrated_by(const Stored& stored, const FitPlan& plan, const Reservoir& reservoir, unsigned threads) {
  const Summary& summary = stored.summary;
  const Table rows = reservoir.rows();
  const Labels labels = reservoir.labels();
  const std::size_t folds = folds_of_few_rows(10, rows.rows, summary.classes.size());
  const bool has_few = folds < 10;
  const LeftOutScores scores =
      removes_single_rows(summary, stored.options) && !chooses_by_labels(stored.options) && !has_few
          ? leave_one_out_scores(summary, stored.options, rows, labels, threads)
          : leave_folds_out_scores(summary, stored.options, plan.keep, rows, labels, folds, threads);
  return calibrate(scores, summary, stored.options, plan.calibrate);
}

// The model of the plan; where there is none and no two rows share a label, no other one would do better.
Model planned_model(Stored& stored, unsigned threads) {
  constexpr std::size_t fewest = 10;  // rows that show that labels are not to be shared
  const ClassCounts& classes = stored.summary.classes;
  try {
    return finish(stored, threads);
  } catch (const Error& error) {
    const bool has_row_each = std::ranges::all_of(classes.rows, [](std::uint64_t rows) { return rows == 1; });
    if (error.code() != ErrorCode::bad_data || classes.size() < fewest || !has_row_each) {
      throw;
    }
    throw Error(
        ErrorCode::bad_data,
        fmt::format("each of the {} rows has a label of its own in {}, so that nothing can be learned about any "
                    "of them: several rows must share a label, or another column is the target",
                    classes.total_rows(), quoted(stored.summary.schema.target)),
        "", {{"target", {"COL"}}});
  }
}

// The options that are better for the sums, if they are to be searched.
void tune_options(Stored& stored, FitPlan& plan, const Reservoir& reservoir, const WorkOptions& work) {
  if (!plan.tune) return;
  if (stored.summary.classes.size() < 2) {
    throw Error(ErrorCode::bad_data, "all rows have one label: there is nothing to compare options by", "",
                {{"tune", {}, Remedy::Act::leave_out}});
  }
  TuneOptions how = *plan.tune;
  how.seed = plan.seed;
  how.tempered = plan.calibrate == Calibrate::temperature;
  TunedOptions tuned = tune(stored.summary, stored.options, reservoir.rows(), reservoir.labels(), how, work);
  plan.options = stored.options = std::move(tuned.options);
  stored.tuning = std::move(tuned.tuning);
}

/// The problem of all rows, for a reader of their features; what it is of is held in the rows or outlives it.
using MakeProblem = std::function<LinearProblem(const FeatureReader&, FeatureRows&)>;

void check_rival(const FitPlan& plan, const ClassCounts& classes) {
  if (const auto empty = std::ranges::count(classes.weight, 0.0); std::ssize(classes.weight) - empty < 2) {
    throw Error(ErrorCode::bad_data, fmt::format("{} tells classes apart, and the target '{}' has one label only{}",
                                                 model_name(plan.options), plan.schema.target,
                                                 empty > 0 ? " whose rows weigh anything" : ""));
  }
  if (plan.calibrate != Calibrate::none) {
    const bool is_logistic = plan.options.rival->loss == RivalLoss::logistic;
    throw Error(ErrorCode::usage,
                fmt::format("{} {}, and is not calibrated", model_name(plan.options),
                            is_logistic ? "is fitted to the log loss itself" : "gives scores, not probabilities"),
                "", {{"calibrate", {}, Remedy::Act::leave_out}});
  }
  const bool has_open_ridge = plan.options.rival->loss == RivalLoss::logistic && plan.tune &&
                              std::ranges::find(plan.tune->held, "ridge") == plan.tune->held.end();
  if (plan.tune && !has_open_ridge) {
    throw Error(ErrorCode::usage, fmt::format("{} has no options that are searched", model_name(plan.options)), "",
                {{"tune", {}, Remedy::Act::leave_out}});
  }
  if (plan.tune && plan.tune->columns != Selection::none) {
    throw Error(ErrorCode::usage, "of logistic the ridge is searched, and no columns are selected", "",
                {{"select", {}, Remedy::Act::leave_out}});
  }
  if (plan.tune && !is_loss(plan.tune->criterion)) {
    throw Error(ErrorCode::usage, "of logistic the ridge is searched, by the log loss of folds, and nothing else", "",
                {{"criterion", {"cv"}}});
  }
}

// The rows that folds of a sample are of: fewer of the reservoir where features and classes are many, as each fold is
// fitted anew.
FeatureRows rows_for_folds(const FeatureReader& reader, const Reservoir& reservoir, std::size_t classes) {
  constexpr std::size_t most_scores = std::size_t{1} << 21U;
  constexpr std::size_t fewest = 2000;
  FeatureRows sampled = reader.no_rows();
  reader.append(reservoir.rows(), reservoir.labels(), sampled);
  const std::size_t most = std::max(fewest, most_scores / std::max<std::size_t>((reader.features() + 1) * classes, 1));
  return sampled.size() <= most || !sampled.dense ? sampled : selected_rows(sampled, spread_out(most, sampled.size()));
}

// How many folds are usual, each with a row of every class: fewer than 10 where a class has fewer rows.
Remedy folds_remedy(const ClassCounts& classes) {
  std::uint64_t folds = 10;
  for (const std::uint64_t rows : classes.rows) {
    folds = rows == 0 ? folds : std::min(folds, rows);
  }
  return {"cv", {folds < 2 ? "none" : fmt::format("{}", folds)}};
}

// check_folds(), whose remedy is to leave single rows out only where that can be done.
void check_fold_rows(const ClassCounts& classes, std::size_t folds, bool has_closed_form) {
  try {
    check_folds(classes, folds);
  } catch (const Error& error) {
    if (has_closed_form) throw;
    std::vector<Remedy> remedies = error.remedies();
    std::erase(remedies, Remedy{"cv", {"loo"}});
    if (remedies.empty()) remedies.push_back(folds_remedy(classes));
    throw Error(error.code(), error.message(), error.where(), std::move(remedies));
  }
}

// By folds of all rows, which are held in memory, or of a sample; nothing where none is wanted.
std::optional<LeaveOneOut> validated_rival(const FitPlan& plan, const FeatureReader& reader, const FeatureRows& sampled,
                                           const LinearProblem& problem, const RivalScoring& how,
                                           const WorkOptions& work) {
  if (plan.validation.rows == Validation::Rows::none) return std::nullopt;
  if (plan.validation.rows == Validation::Rows::sampled) {
    return rival_folds(reader, sampled, stratified_folds(sampled.classes, how.classes.labels, plan.seed), how);
  }
  const FeatureRows all = all_rows(problem, reader, work.row_memory);
  const Table weights{.rows = all.size(), .columns = {}, .weights = all.weights};
  return rival_folds(reader, all,
                     {FoldOrder(plan.validation.folds, plan.seed).next(weights, {all.classes, how.classes.labels}),
                      plan.validation.folds},
                     how);
}

// Weights on all rows, and their accuracy by folds of the reservoir.
FitResult rival_of(RowSums sums, const FitPlan& plan, const Reservoir& reservoir, const MakeProblem& make_problem,
                   const WorkOptions& work) {
  Stored stored = {.options = plan.options, .summary = std::move(sums.summary)};
  const unsigned threads = thread_count(work.threads);
  Options options = checked(plan.options, plan.schema);
  const FeatureReader reader(stored.summary, options, threads);
  FeatureRows held;
  LinearProblem problem = make_problem(reader, held);
  problem.each = [each = std::move(problem.each), &work](const auto& use) {  // told of each pass, and can cancel
    tell(work.steps, "fitting all rows");
    each(use);
  };
  const ClassCounts& classes = stored.summary.classes;
  static_cast<void>(prior_shift(classes, options));  // an Error before the work, where there is none
  FeatureRows sampled;
  if (plan.tune || plan.validation.rows == Validation::Rows::sampled) {
    sampled = rows_for_folds(reader, reservoir, problem.classes);
  }
  if (plan.tune) {
    TunedRidge tuned = tune_ridge(
        reader, sampled, stratified_folds(sampled.classes, classes.labels, plan.seed),
        {.options = options, .classes = classes, .seed = plan.seed, .threads = threads, .steps = work.steps});
    options.rival->ridge = stored.options.rival->ridge = tuned.ridge;
    stored.tuning = std::move(tuned.tuning);
  }
  RivalFit fitted = fit_rival(problem, *options.rival, plan.seed, threads);
  stored.fitted.weights = std::move(fitted.weights);
  stored.fitted.rows = classes.total_rows();
  stored.fitted.rival = fitted.report;
  Model model = finish(stored, threads);
  const std::optional<LeaveOneOut> folds = validated_rival(plan, reader, sampled, problem,
                                                           {.options = options,
                                                            .classes = classes,
                                                            .seed = plan.seed,
                                                            .threads = threads,
                                                            .nearby = fitted.search,
                                                            .steps = work.steps},
                                                           work);
  return {.stored = std::move(stored),
          .model = std::move(model),
          .leave_one_out = folds,
          .invalid_bytes = sums.invalid_bytes};
}

// After the pass, which tells how many folds there may be.
void check_fold_classes(const Summary& summary, const FitPlan& plan) {
  if (plan.validation.rows != Validation::Rows::all) return;
  if (plan.validation.folds > 0) {
    check_fold_rows(summary.classes, plan.validation.folds,
                    !needs_rows(plan.options) && has_leave_one_out(summary, plan.options));
  } else {
    check_folds(summary.classes, 1);
    const std::string reason =
        needs_rows(plan.options) ? model_name(plan.options) : no_closed_form(summary, plan.options);
    if (!reason.empty()) {
      throw Error(ErrorCode::usage, fmt::format("no closed form removes a row from {}", reason), {},
                  {folds_remedy(summary.classes)});
    }
  }
}

FitResult result_of(RowSums sums, const FitPlan& planned, const Reservoir& reservoir, const MakeProblem& make_problem,
                    const WorkOptions& work) {
  if (!planned.many_labels) {
    const ClassCounts& counts = sums.summary.classes;
    check_label_count(counts.size(), counts.total_rows(), planned.schema.target);
    // Of a text file: numbers of arrays are labels where they are said to be.
    if (!planned.columns.empty()) {
      if (const auto problem = number_label_problem(counts.labels, counts.total_rows(), planned.schema.target)) {
        throw Error(problem->code(), problem->message(), work.input, problem->remedies());
      }
    }
  }
  if (planned.options.rival) {
    check_rival(planned, sums.summary.classes);
  }
  check_fold_classes(sums.summary, planned);
  if (needs_rows(planned.options)) {
    return rival_of(std::move(sums), planned, reservoir, make_problem, work);
  }
  const unsigned threads = work.threads;
  FitPlan plan =
      planned.chooses_terms ? with_chosen_terms(planned, reservoir.rows(), reservoir.labels(), work) : planned;
  Stored stored = {.options = plan.options, .summary = std::move(sums.summary), .ranking = plan.ranking};
  const ClassCounts& classes = stored.summary.classes;
  tune_options(stored, plan, reservoir, work);
  tell(work.steps, "estimating the model");
  Model model = planned_model(stored, threads);
  tell(work.steps, "leaving rows out");
  if (plan.calibrate != Calibrate::none && classes.size() > 1) {
    Calibrated found = calibrated_by(stored, plan, reservoir, threads);
    stored.fitted = {found.calibration.temperatures, classes.total_rows(), found.calibration.offsets,
                     found.calibration.map, found.calibration.contamination};
    model = model.calibrated(std::move(found.calibration));
    return {.stored = std::move(stored),
            .model = std::move(model),
            .leave_one_out = found.left_out,
            .invalid_bytes = sums.invalid_bytes,
            .not_calibrated_on = found.rows_left_out};
  }
  std::optional<LeaveOneOut> left_out;
  if (plan.validation.rows == Validation::Rows::sampled) left_out = validated(stored, plan, reservoir, threads);
  return {.stored = std::move(stored),
          .model = std::move(model),
          .leave_one_out = left_out,
          .invalid_bytes = sums.invalid_bytes};
}

void note_repeated_rows(const Reservoir& reservoir, FitResult& result) {
  if (!result.leave_one_out) return;
  result.repeated_rows = repeated_rows(reservoir.rows(), reservoir.labels());
  result.sampled_rows = reservoir.size();
}

// Whether folds are to be made of all rows.
bool makes_folds(const FitPlan& plan) {
  return plan.validation.rows == Validation::Rows::all && plan.validation.folds > 0 && !needs_rows(plan.options);
}

void bind_source(Source& source, const Schema& schema) {
  source.set_missing_markers(schema.dialect.missing);
  source.bind(schema);
}

// Scores all rows once more; `scorer` takes them.
template <typename Scorer>
LeaveOneOut score_again(Source source, Scorer scorer, const Summary& summary, const WorkOptions& work) {
  bind_source(source, summary.schema);
  each_block(source, work, [&](const SourceRows& read) { scorer.add(read.rows, read.labels); });
  return scorer.result();
}

// By folds, or each row removed alone. Error (usage) where that has no closed form.
LeaveOneOut validated_on_all(const FitResult& result, const Folds& folds, const FitPlan& plan,
                             const WorkOptions& work) {
  const Stored& stored = result.stored;
  const Calibration calibration = stored.fitted.calibration();
  LeaveOneOut found =
      makes_folds(plan)
          ? score_again(work.again(), FoldScorer(folds, stored.options, plan.seed, calibration, work.threads),
                        stored.summary, work)
          : score_again(work.again(), LeaveOneOutScorer(stored.summary, stored.options, calibration, work.threads),
                        stored.summary, work);
  if (makes_folds(plan) && found.rows != stored.summary.classes.total_rows()) {
    throw Error(ErrorCode::bad_data, "the rows were others when they were read for the second time", work.input);
  }
  return found;
}

// Whether something is measured or chosen on a sample of the rows.
bool uses_sample(const FitPlan& plan) {
  return plan.validation.rows == Validation::Rows::sampled || plan.tune || plan.calibrate != Calibrate::none ||
         plan.chooses_terms;
}

// In steps, so that progress is told, and can cancel, while there are rows to come; neither sums nor sample depend on
// the steps.
template <typename Sums>
void add_in_steps(const Table& rows, const Labels& labels, const WorkOptions& work, Sums& sums, Reservoir* reservoir) {
  constexpr std::size_t step = std::size_t{1} << 16U;
  for (std::size_t first = 0; first < rows.rows; first += step) {
    const std::size_t count = std::min(step, rows.rows - first);
    const Table part = rows.slice(first, count);
    const Labels part_labels{labels.codes.subspan(first, count), labels.names};
    sums.add(part, part_labels);
    if (reservoir != nullptr) {
      reservoir->add(part, part_labels);
    }
    if (work.progress) {
      work.progress(first + count, 0);
    }
  }
}

RowSums sums_of(const Table& rows, const Labels& labels, const FitPlan& plan, const WorkOptions& work,
                Reservoir* reservoir) {
  Accumulator sums(plan.schema, {.threads = work.threads, .keep = plan.keep});
  add_in_steps(rows, labels, work, sums, reservoir);
  check_declared_labels(plan.schema, sums.rows());
  return {sums.summary(), sums.invalid_bytes()};
}

RowSums folds_of(const Table& rows, const Labels& labels, const FitPlan& plan, const WorkOptions& work,
                 Reservoir* reservoir) {
  FoldAccumulator sums(plan.schema, plan.validation.folds, plan.seed, {.threads = work.threads, .keep = plan.keep});
  add_in_steps(rows, labels, work, sums, reservoir);
  check_declared_labels(plan.schema, sums.rows());
  Folds folds = sums.folds();
  Summary all = folds.all();
  return {std::move(all), sums.invalid_bytes(), std::move(folds)};
}

// Before the pass, which is long: what can be said about validation by then.
void check_validation(const FitPlan& plan, bool can_read_again) {
  if (plan.validation.rows != Validation::Rows::all) return;
  if (!can_read_again) {
    throw Error(ErrorCode::usage,
                "cross-validation of all rows reads them twice, and these can be read only once: keep them in a file, "
                "or leave it out, for the accuracy on a sample",
                {}, {{"cv", {"none"}}});
  }
}

}  // namespace

Model finish(Stored& stored, unsigned threads) {
  stored.caches = make_caches(stored.summary, stored.options, threads);
  try {
    Model model = model_of(stored, threads);
    check_finite_moments(stored.summary);
    return model;
  } catch (...) {
    stored.caches = {};
    throw;
  }
}

FitResult fit(Source& source, const FitPlan& plan, const WorkOptions& work) {
  if (needs_sample(plan)) {
    throw Error(ErrorCode::usage, "the plan is not decided: take a sample of the rows first");
  }
  if (needs_rows(plan.options) && !work.again) {
    throw Error(ErrorCode::usage,
                fmt::format("{} reads its rows more than once, and there is no way to open the source "
                            "again",
                            model_name(plan.options)));
  }
  check_validation(plan, static_cast<bool>(work.again));
  bind_source(source, plan.schema);
  Reservoir reservoir(plan.schema, plan.seed);
  Reservoir* const sample = uses_sample(plan) ? &reservoir : nullptr;
  RowSums sums = makes_folds(plan) ? sum_folds(source, plan, work, sample)
                                   : sum_rows(source, plan.schema, plan.keep, work, sample, plan.two_valued);
  const Folds folds = std::move(sums.folds);
  const EachTable each = [&](const auto& use) {
    Source again = work.again();
    bind_source(again, plan.schema);
    each_block(again, {.threads = work.threads}, [&](const SourceRows& read) { use(read.rows, read.labels); });
  };
  const MakeProblem make_problem = [&](const FeatureReader& reader, FeatureRows& held) {
    return reader.problem(each, work.row_memory, held);
  };
  FitResult result = result_of(std::move(sums), plan, reservoir, make_problem, work);
  note_repeated_rows(reservoir, result);
  if (plan.validation.rows == Validation::Rows::all && !needs_rows(plan.options)) {
    result.leave_one_out = validated_on_all(result, folds, plan, work);
  }
  return result;
}

FitResult fit(const Table& rows, const Labels& labels, const FitPlan& plan, const WorkOptions& work) {
  if (needs_sample(plan)) {
    Reservoir sample(sampled_schema(plan), plan.seed);
    sample.add(rows, labels);
    FitPlan made = decided(plan, sample.rows(), sample.labels(), work);
    MetValues met(sampled_schema(plan));
    met.add(rows);
    know_values(met.values(), made.schema);
    // The model that was chosen may take fewer columns, in another order.
    const std::vector<std::size_t> places = places_in(columns_of(made.schema), columns_of(plan.schema));
    return fit(select_columns(rows, places), labels, made, work);
  }
  check_validation(plan, true);
  Reservoir reservoir(plan.schema, plan.seed);
  TwoValues(plan.schema, plan.two_valued).check(rows);
  Reservoir* const sample = uses_sample(plan) ? &reservoir : nullptr;
  RowSums sums =
      makes_folds(plan) ? folds_of(rows, labels, plan, work, sample) : sums_of(rows, labels, plan, work, sample);
  if (sums.summary.classes.total_rows() == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from", work.input);
  }
  const Folds folds = std::move(sums.folds);
  const MakeProblem make_problem = [&](const FeatureReader& reader, FeatureRows& held) {
    return reader.problem(rows, labels, held);
  };
  FitResult result = result_of(std::move(sums), plan, reservoir, make_problem, work);
  note_repeated_rows(reservoir, result);
  if (plan.validation.rows == Validation::Rows::all && !needs_rows(plan.options)) {
    const Calibration calibration = result.stored.fitted.calibration();
    const auto scored = [&](auto scorer) {
      scorer.add(rows, labels);
      return scorer.result();
    };
    const Stored& stored = result.stored;
    result.leave_one_out = makes_folds(plan)
                               ? scored(FoldScorer(folds, stored.options, plan.seed, calibration, work.threads))
                               : scored(LeaveOneOutScorer(stored.summary, stored.options, calibration, work.threads));
  }
  return result;
}

Validation parse_validation(const std::string& text) {
  if (text == "none") return {.rows = Validation::Rows::none};
  if (text == "loo") return {.rows = Validation::Rows::all};
  std::size_t folds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), folds);
  if (error != std::errc() || end != text.data() + text.size() || folds < 2 || folds > most_folds) {
    throw Error(
        ErrorCode::usage,
        fmt::format("cross-validation takes none, loo or a number of folds from 2 to {}, not '{}'", most_folds, text));
  }
  return {.rows = Validation::Rows::all, .folds = folds};
}

}  // namespace suffice
