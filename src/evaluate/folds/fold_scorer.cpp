// FoldScorer: rows scored by the models of the folds that they are not in; and cross-validation of a table.
#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/cross_fitted_map.hpp"
#include "evaluate/folds/fold_rows.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/metrics/left_out_totals.hpp"
#include "math/special/log_zero.hpp"
#include "math/system/parallel.hpp"
#include "model/known_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

/// The model of all folds but one, if there is one, and where its classes and columns are among those of all.
struct FoldModel {
  std::optional<Model> model = {};
  std::vector<std::size_t> class_places = {};  // of the model's classes among all
  std::vector<std::size_t> column_places = {};
  bool reads_all = false;       // the columns, in their order
  double prior_log_odds = NAN;  // of two classes, where calibration is a map
};

/// What calibration holds for the classes that are left.
Calibration calibration_for(Calibration calibration, std::span<const std::size_t> class_places, std::size_t classes) {
  if (class_places.size() != classes) calibration.map = {};
  if (calibration.offsets.empty()) return calibration;
  std::vector<double> offsets;
  for (const std::size_t place : class_places) offsets.push_back(calibration.offsets[place]);
  calibration.offsets = std::move(offsets);
  return calibration;
}

// log π_1 − log π_0 of the model, by the places of its classes among two; NaN where it has one of them.
double prior_log_odds_of(const ClassCounts& classes, const Options& options, std::span<const std::size_t> places) {
  if (places.size() != 2) return std::nan("");
  const std::vector<double> log_prior = left_out_log_prior(classes, options);
  return places[0] == 0 ? log_prior[1] - log_prior[0] : log_prior[0] - log_prior[1];
}

bool are_all_in_order(std::span<const std::size_t> places, std::size_t count) {
  if (places.size() != count) return false;
  for (std::size_t k = 0; k < count; ++k) {
    if (places[k] != k) return false;
  }
  return true;
}

FoldModel model_of_rest(const Summary& rest, const Options& options, const std::vector<std::string>& labels,
                        const std::vector<std::string>& columns, const Calibration& calibration) {
  FoldModel made;
  try {
    const Model model = estimate(rest, options, 1);
    made.class_places = places_in(model.labels(), labels);
    made.column_places = places_in(columns_of(model.schema()), columns);
    made.reads_all = are_all_in_order(made.column_places, columns.size());
    made.model = model.calibrated(calibration_for(calibration, made.class_places, labels.size()));
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): a fold without a model scores no row
  }
  return made;
}

/// The memory of one thread.
struct ScoreRoom {
  std::vector<std::uint32_t> classes = {};
  std::vector<double> log_posterior = {};
  std::vector<std::uint8_t> is_right = {};
  std::vector<double> log_posteriors = {};
};

/// The models of all folds, each of which scores rows of its own.
class FoldModels {
 public:
  FoldModels(const Folds& folds, const Options& options, const Calibration& calibration, unsigned threads,
             ThreadTeam& team);

  /// `folds` has the fold of each row, or no_fold.
  void add(const Table& rows, const Labels& row_labels, std::span<const std::uint32_t> folds,
           std::span<FoldThread> threads, ThreadTeam& team, Evaluator* evaluator);
  [[nodiscard]] LeaveOneOut result() const;

 private:
  /// What the model of a fold says about rows of it, `own_classes` having the class of each label. `scores` are those
  /// of the rows from `start` on; `posterior`, if not empty, takes rows × C of the whole table.
  void score(const FoldPart& part, std::span<const std::size_t> own_classes, std::size_t start,
             std::span<LeftOutRow> scores, std::span<double> posterior, ScoreRoom& room) const;

  /// Adds the rows from `start` on, scored so, to the totals or to the map; `posterior` as of score().
  void take(const Table& rows, const Labels& row_labels, std::span<const std::uint32_t> folds, std::size_t start,
            std::span<const LeftOutRow> scores, std::span<const double> posterior);

  std::vector<std::string> labels_;
  std::vector<FoldModel> models_;
  bool calibrated_;
  LeftOutTotals totals_;
  std::optional<CrossFittedMap> map_ = {};  // takes the rows where calibration is a map
};

FoldModels::FoldModels(const Folds& folds, const Options& options, const Calibration& calibration, unsigned threads,
                       ThreadTeam& team)
    : models_(folds.parts.size()), calibrated_(calibration != Calibration{}) {
  const FoldNeighbours neighbours(folds, threads, team);
  const Summary& all = neighbours.all();
  const std::vector<std::string> columns = columns_of(all.schema);
  labels_ = all.classes.labels;
  const Options read = checked(options, all.schema);
  Calibration held = calibration;
  if (labels_.size() == 2 && !held.map.from.empty()) {
    map_.emplace(all.classes, read);
    held.map = {};
  }
  team.parallel_for(threads, models_.size(), [&](std::size_t f, unsigned) {
    const Summary rest = neighbours.without(f);
    models_[f] = model_of_rest(rest, options, labels_, columns, held);
    if (map_) models_[f].prior_log_odds = prior_log_odds_of(rest.classes, read, models_[f].class_places);
  });
}

void FoldModels::score(const FoldPart& part, std::span<const std::size_t> own_classes, std::size_t start,
                       std::span<LeftOutRow> scores, std::span<double> posterior, ScoreRoom& room) const {
  const FoldModel& fold = models_[part.fold];
  const std::size_t count = part.places.size();
  if (!fold.model || count == 0) return;
  const std::size_t known = fold.class_places.size();
  room.classes.resize(count);
  room.log_posterior.resize(count);
  room.is_right.resize(count);
  room.log_posteriors.resize(posterior.empty() ? 0 : count * known);
  std::ranges::transform(part.labels.codes, room.classes.begin(), [&](std::uint32_t code) {
    return own_classes[code] == no_place ? 0 : static_cast<std::uint32_t>(own_classes[code]);
  });
  score_known_rows(*fold.model, fold.reads_all ? part.rows : select_columns(part.rows, fold.column_places),
                   {room.classes, room.log_posterior, room.is_right, room.log_posteriors});
  for (std::size_t k = 0; k < count; ++k) {
    if (own_classes[part.labels.codes[k]] == no_place) continue;
    scores[part.places[k] - start] = {room.log_posterior[k], room.is_right[k] != 0};
    for (std::size_t c = 0; c < known && !posterior.empty(); ++c) {
      posterior[part.places[k] * labels_.size() + fold.class_places[c]] = room.log_posteriors[k * known + c];
    }
  }
}

void FoldModels::take(const Table& rows, const Labels& row_labels, std::span<const std::uint32_t> folds,
                      std::size_t start, std::span<const LeftOutRow> scores, std::span<const double> posterior) {
  if (!map_) {
    LeftOutTotals totals = totals_;
    for (std::size_t k = 0; k < scores.size(); ++k) totals.add(scores[k], rows.weight(start + k));
    totals_ = totals;
    return;
  }
  const std::vector<std::size_t> classes = places_in(row_labels.names, labels_);
  const std::vector<std::uint64_t> hashes = row_hashes(rows.slice(start, scores.size()));
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::size_t i = start + k;
    if (!(rows.weight(i) > 0)) continue;
    const double prior = folds[i] == no_fold ? std::nan("") : models_[folds[i]].prior_log_odds;
    const double log_odds = posterior[2 * i + 1] - posterior[2 * i];
    map_->add({.log_ratio = std::isnan(scores[k].log_posterior) ? std::nan("") : log_odds - prior,
               .prior_log_odds = prior,
               .plain = scores[k],
               .label = static_cast<std::uint32_t>(classes[row_labels.codes[i]]),
               .weight = rows.weight(i),
               .hash = hashes[k]});
  }
}

// Totals take rows in their order, so that threads do not change a bit: pieces wait for those before them.
void FoldModels::add(const Table& rows, const Labels& row_labels, std::span<const std::uint32_t> folds,
                     std::span<FoldThread> threads, ThreadTeam& team, Evaluator* evaluator) {
  std::vector<double> posterior(evaluator == nullptr && !map_ ? 0 : rows.rows * labels_.size(), log_zero);
  std::vector<std::vector<std::size_t>> own_classes;
  for (const FoldModel& fold : models_) {
    own_classes.push_back(fold.model ? places_in(row_labels.names, fold.model->labels()) : std::vector<std::size_t>());
  }
  std::vector<ScoreRoom> rooms(threads.size());
  const std::size_t piece = rows_of_piece(rows, threads.size());
  std::vector<std::vector<LeftOutRow>> scored((rows.rows + piece - 1) / piece);
  std::vector<std::vector<LeftOutRow>> free;  // memory of pieces that were taken: fresh pages cost more than the scores
  std::size_t next = 0;                       // the piece that totals take next
  std::mutex adding;
  team.parallel_for(static_cast<unsigned>(threads.size()), scored.size(), [&](std::size_t k, unsigned worker) {
    const std::size_t start = k * piece;
    const std::size_t end = std::min(rows.rows, start + piece);
    std::vector<LeftOutRow> scores;
    {
      const std::scoped_lock lock(adding);
      if (!free.empty()) {
        scores = std::move(free.back());
        free.pop_back();
      }
    }
    scores.assign(end - start, {.log_posterior = std::nan("")});
    FoldGatherer& gatherer = threads[worker].gatherer;
    gatherer.gather(rows, row_labels, folds, models_.size(), start, end);
    for (std::size_t f = 0; f < models_.size(); ++f) {
      score(gatherer.part(f), own_classes[f], start, scores, posterior, rooms[worker]);
    }
    const std::scoped_lock lock(adding);
    scored[k] = std::move(scores);
    for (; next < scored.size() && !scored[next].empty(); ++next) {
      take(rows, row_labels, folds, next * piece, scored[next], posterior);
      free.push_back(std::exchange(scored[next], {}));
    }
  });
  if (evaluator != nullptr) evaluator->add(posterior, row_labels, rows.weights);
}

LeaveOneOut FoldModels::result() const {
  LeaveOneOut result = map_ ? map_->totals().result() : totals_.result();
  result.folds = models_.size();
  result.calibrated = map_.has_value();
  result.calibration_held = calibrated_ && !map_;
  return result;
}

}  // namespace

struct FoldScorer::State {
  FoldOrder order;
  FoldModels models;
  std::vector<FoldThread> threads;
};

FoldScorer::FoldScorer(const Folds& folds, const Options& options, std::uint64_t seed, const Calibration& calibration,
                       unsigned threads)
    : state_([&] {
        ThreadTeam team;
        return std::make_unique<State>(State{FoldOrder(folds.parts.size(), seed),
                                             FoldModels(folds, options, calibration, thread_count(threads), team),
                                             std::vector<FoldThread>(thread_count(threads))});
      }()) {}

FoldScorer::~FoldScorer() = default;
FoldScorer::FoldScorer(FoldScorer&&) noexcept = default;
FoldScorer& FoldScorer::operator=(FoldScorer&&) noexcept = default;

void FoldScorer::add(const Table& rows, const Labels& labels, Evaluator* evaluator) {
  ThreadTeam team;  // ends with this call: a process may fork before the next
  state_->models.add(rows, labels, state_->order.next(rows, labels), state_->threads, team, evaluator);
}

LeaveOneOut FoldScorer::result() const { return state_->models.result(); }

LeaveOneOut cross_validate(const Table& rows, const Labels& labels, const Schema& schema, const Options& options,
                           const CrossValidationOptions& how) {
  const std::vector<Keep> keep = how.keep.empty() ? sums_needed(checked(options, schema), schema) : how.keep;
  FoldOrder order(how.folds, how.seed);
  std::vector<Accumulator> sums;
  for (std::size_t f = 0; f < how.folds; ++f) sums.emplace_back(schema, SummariseOptions{.threads = 1, .keep = keep});
  std::vector<FoldThread> threads(thread_count(how.threads));
  ThreadTeam team;
  const std::vector<std::uint32_t> fold = add_folds(rows, labels, order, sums, threads, team);
  Folds folds{std::vector<Summary>(sums.size())};
  team.parallel_for(thread_count(how.threads), sums.size(),
                    [&](std::size_t f, unsigned) { folds.parts[f] = sums[f].summary(); });
  ClassCounts classes;
  for (const Summary& part : folds.parts) classes = merge_counts(classes, part.classes);
  check_folds(classes, how.folds);
  FoldModels models(folds, options, {}, thread_count(how.threads), team);
  models.add(rows, labels, fold, threads, team, nullptr);
  return models.result();
}

}  // namespace suffice
