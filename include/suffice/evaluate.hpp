// Evaluation: how good a model is on labelled rows, or on the rows it was fitted on, each removed in turn.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// A proportion with its 95 % Wilson interval.
struct Proportion {
  double value = 0;  ///< NaN when it is a proportion of no rows
  double low = 0;
  double high = 1;
};

/// Precision, recall and F1 are those of the rows that were decided; the last two rank rows by the log odds of the
/// class against all others, whatever was decided.
struct ClassScore {
  double weight = 0;             ///< summed weight of all rows that have this label
  double precision = 0;          ///< NaN when the class was never predicted
  double recall = 0;             ///< NaN when no decided row has the label
  double f1 = 0;                 ///< 2 × right / (labelled + predicted); NaN when there is neither
  double roc_auc = 0;            ///< of this class against the rest; NaN when all rows have the label, or none
  double average_precision = 0;  ///< Σ (R_k − R_{k−1}) P_k over distinct scores, not interpolated; NaN when none has it
};

/// Means over the classes that some row has or was decided for, a precision or recall that is undefined counting as 0;
/// the last two over those where they are defined. NaN for none.
struct AverageScore {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
  double roc_auc = 0;
  double average_precision = 0;
};

struct CalibrationBin {
  double weight = 0;
  double confidence = 0;  ///< mean of max_c p(c|x); NaN when the bin is empty
  double accuracy = 0;    ///< share of rows whose most probable class is theirs; NaN when the bin is empty
};

/// How many labels a confusion matrix may have: it takes their square in memory.
inline constexpr std::size_t most_confused_labels = 1'000;

/// A row whose label the model does not know is a mistake; a cost matrix says nothing of it, so it has no cost.
struct Metrics {
  std::uint64_t rows = 0;
  double weight = 0;
  double undecided_weight =
      0;                ///< rows without a decision, impossible ones too: no part in accuracy, confusion and cost
  Proportion accuracy;  ///< of the rows that were decided
  double cost = 0;      ///< weighted mean cost of the decisions, without a matrix the share of mistakes; NaN for no row
  double log_loss = 0;  ///< weighted mean of −log p(y|x) in nats, unclipped: may be +∞
  std::uint64_t impossible_rows = 0;  ///< rows with p(y|x) = 0
  double brier = 0;              ///< weighted mean of Σ_c (p_c − 1[y=c])², which of two classes is twice (p − 1[y])²
  double calibration_error = 0;  ///< ECE over 15 equal bins of max p, of the rows that some class gives a probability
  std::vector<CalibrationBin> calibration;
  std::vector<std::string> labels;  ///< the model's, then those found only in the data
  /// labels × labels, row-major: true label, predicted label. Empty where there are more than most_confused_labels.
  std::vector<double> confusion;
  std::vector<ClassScore> classes;
  AverageScore macro;            ///< each class counts the same
  AverageScore weighted;         ///< by the weight of the rows that have the label
  double balanced_accuracy = 0;  ///< mean recall of the labels that decided rows have; NaN for none
  double matthews = 0;           ///< correlation of labels and decisions; 0 where one of them never varies
  /// Share of the rows whose label is among the k + 1 most probable, ties in the order of labels; for k < 10 and C.
  std::vector<double> top;
  /// Rows that roc_auc and average_precision are computed from: all that some class can have, or a uniform sample.
  std::uint64_t ranked_rows = 0;
  bool ranks_all_rows = true;
  double conditional_log_likelihood = 0;  ///< Σ w log p(y | x)
  double joint_log_likelihood = 0;        ///< Σ w log p(x, y); NaN unless all rows came with their log joint
};

/// Collects predictions in bounded memory: sums, and for the metrics of ranks up to 2²¹ scores, beyond which they are
/// those of a uniform sample of the rows, the same for any split into batches.
class Evaluator {
 public:
  /// `cost` as in Decision, or empty. Error (usage) when it is not C × C and finite.
  explicit Evaluator(std::span<const std::string> labels, std::span<const double> cost = {});
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  /// log_posterior: rows × C as the model gave it; truth: the labels of the rows; weights: one per row or empty;
  /// decisions: as Model::decide gave them, or empty: the largest posterior; log_joint: rows × C, or empty. Error when
  /// the sizes do not fit each other or a number is that of no class; then nothing was added.
  void add(std::span<const double> log_posterior, const Labels& truth, std::span<const double> weights = {},
           std::span<const std::uint32_t> decisions = {}, std::span<const double> log_joint = {});
  /// Error (bad_data) when no row of positive weight was added.
  [[nodiscard]] Metrics metrics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A seeded uniform sample of the rows that went by: the same for any split into batches.
class Reservoir {
 public:
  /// Holds at most 10,000 rows, and fewer where they would take more than 64 MiB. A row of more than 32 MiB is skipped.
  Reservoir(const Schema& schema, std::uint64_t seed);
  ~Reservoir();
  Reservoir(Reservoir&&) noexcept;
  Reservoir& operator=(Reservoir&&) noexcept;

  /// Tables have columns_of(schema). Rows of weight 0 are skipped. Error (bad_data) for a table of other columns, codes
  /// that are not in a dictionary, labels or weights that do not fit; then nothing was added.
  void add(const Table& rows, const Labels& labels);

  [[nodiscard]] std::size_t size() const;
  /// The columns of the schema, in order; a view that holds until rows are added, or until the next call.
  [[nodiscard]] Table rows() const;
  [[nodiscard]] Labels labels() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct LeaveOneOut {
  std::uint64_t rows = 0;  ///< that were removed, each in turn
  Proportion accuracy;
  double log_loss = 0;              ///< over the rows that could be scored; NaN when there is none
  std::uint64_t unscored_rows = 0;  ///< rows whose removal empties their class or makes Σ singular: counted as wrong
  bool target_held = false;         ///< what `auto` shrinks towards was not estimated again
  std::size_t folds = 0;            ///< 0: each row was removed alone; else as many parts of them, each as a whole
  bool calibrated = false;          ///< scores were calibrated, each row's by what was fitted without its fifth of them
  bool calibration_held = false;    ///< or all by what was fitted with them: of all rows, not of a sample
};

/// Not so for rivals, and where a reading has covariances that are matrices and some of its values are missing: they
/// are estimated step by step, and no closed form removes a row. Error (usage) where checked() has one.
bool has_leave_one_out(const Summary& summary, const Options& options);

/// Scores each row with itself removed from the sums it is part of (MODELS §11). What was chosen from all rows is held:
/// λ, the prior's hyper-parameters. Means, covariances, axes and class prior are estimated again, in closed form:
/// O(d² + C·d) a row for a shared covariance, O(C·d²) for full ones and rda, O(C·d) for diagonal ones. For `auto` the
/// target changes in every column: O(C·d³) a row; where that would take more than about 10¹⁰ steps in all, the target
/// is held instead and the result says so. Fisher's discriminant on fewer axes than there are takes O(d³ + C·d²) a
/// row; where that would be too many steps, fewer rows are scored, 100 at least, spread evenly over all. Count families
/// are decremented, O(C) for each term or column of the row; the numbers of words and of values, idf and the means of
/// pseudo-rows are held, and a word or value that no other row has is unknown, as in predictions. Fewer rows are scored
/// too for amounts of very many columns, and for Bernoulli models of very many words whose rows weigh differently. With
/// several readings each scores the same rows, as many as the dearest can afford; a row that one of them cannot remove
/// is not scored. A row of zero probability under every class without itself is a mistake, of infinite loss. `rows` has
/// columns_of(summary.schema), whatever the readings take of them. Error (usage) where has_leave_one_out is false.
LeaveOneOut leave_one_out(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                          ScoreOptions score_options = {});

/// Leave-one-out of rows that come in batches.
class LeaveOneOutScorer {
 public:
  /// Steps are those of leave_one_out() for all rows of the summary together. `calibration` is that of the model, and
  /// held, but for a map of log odds, as by FoldScorer. Errors as leave_one_out(), and those of Model::calibrated.
  LeaveOneOutScorer(Summary summary, Options options, Calibration calibration = {}, unsigned threads = 0);
  ~LeaveOneOutScorer();
  LeaveOneOutScorer(LeaveOneOutScorer&&) noexcept;
  LeaveOneOutScorer& operator=(LeaveOneOutScorer&&) noexcept;

  /// Rows that the summary holds, each once. Errors as leave_one_out(); then nothing was added.
  void add(const Table& rows, const Labels& labels);
  /// Error (bad_data) when no row of positive weight was added.
  [[nodiscard]] LeaveOneOut result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Stratified cross-validation of rows that the summary holds, in the folds of FoldOrder: the rows of each fold are
/// scored by the model of all others. Works for every model, also where has_leave_one_out is false. `keep` is what the
/// summary keeps of each block. The rows of a fold without which there is no model, and those of a class that is gone
/// without them, are not scored and count as errors.
LeaveOneOut leave_folds_out(const Summary& summary, const Options& options, const std::vector<Keep>& keep,
                            const Table& rows, const Labels& labels, std::size_t folds = 10, unsigned threads = 0,
                            std::uint64_t seed = 0);

/// Which fold rows go to that come one after the other (MODELS §11). Of each class, every run of as many rows as there
/// are folds has one in each, in an order that follows from the seed, the label and how many runs came before; so the
/// split into batches does not matter, and folds of a class differ by one row at most.
class FoldOrder {
 public:
  /// Error (usage) for fewer than 2 folds, or more than 10,000.
  FoldOrder(std::size_t folds, std::uint64_t seed);
  ~FoldOrder();
  FoldOrder(FoldOrder&&) noexcept;
  FoldOrder& operator=(FoldOrder&&) noexcept;

  [[nodiscard]] std::size_t folds() const;
  /// The fold of each row, from 0; no_fold for rows of weight 0.
  [[nodiscard]] std::vector<std::uint32_t> next(const Table& rows, const Labels& labels);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
inline constexpr std::uint32_t no_fold = UINT32_MAX;

/// The sums of each fold. A value: it can be kept, encoded summary by summary, and merged with the folds of other rows.
struct Folds {
  std::vector<Summary> parts;  ///< one for each fold, all of one schema

  /// The sums of all rows: merged in the order of the folds.
  [[nodiscard]] Summary all() const;
  /// For each fold the sums of all others, merged from what is before it and what is after it: nothing is subtracted,
  /// so nothing cancels. About 3 merges a fold.
  [[nodiscard]] std::vector<Summary> without_each() const;
};
/// Fold by fold. Error (usage) unless both have as many; else those of merge(Summary).
Folds merge(const Folds& a, const Folds& b);
/// Error (bad_data) where rows are fewer than folds, all of one class, or where a fold has no row of some class, which
/// then is named; with remedies.
void check_folds(const ClassCounts& classes, std::size_t folds);

/// Open folds that take rows in any number of batches.
class FoldAccumulator {
 public:
  /// Errors as FoldOrder and Accumulator.
  FoldAccumulator(const Schema& schema, std::size_t folds, std::uint64_t seed, SummariseOptions options = {});
  ~FoldAccumulator();
  FoldAccumulator(FoldAccumulator&&) noexcept;
  FoldAccumulator& operator=(FoldAccumulator&&) noexcept;

  /// Errors as Accumulator::add; the accumulator is then only to be destroyed. Cost: each row is added once.
  void add(const Table& rows, const Labels& labels);
  [[nodiscard]] std::uint64_t rows() const;
  [[nodiscard]] std::uint64_t invalid_bytes() const;
  [[nodiscard]] Folds folds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Scores rows that come once more in the order in which their folds were made, each by the model of the other folds.
class FoldScorer {
 public:
  /// Estimates a model for each fold. `calibration` is that of the model of all rows, and held, but for a map of log
  /// odds, which follows the labels that it is fitted to: each fifth of the rows has one that is fitted to the others.
  FoldScorer(const Folds& folds, const Options& options, std::uint64_t seed, const Calibration& calibration = {},
             unsigned threads = 0);
  ~FoldScorer();
  FoldScorer(FoldScorer&&) noexcept;
  FoldScorer& operator=(FoldScorer&&) noexcept;

  /// Tables have columns_of(schema), whatever the readings take of them. Where `evaluator` is given, it takes the rows
  /// that have a model too, without a map; its labels are those of all rows. Errors as Model::log_posterior.
  void add(const Table& rows, const Labels& labels, Evaluator* evaluator = nullptr);
  /// As of leave_folds_out(). Error (bad_data) when no row of positive weight was added.
  [[nodiscard]] LeaveOneOut result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct CrossValidationOptions {
  std::size_t folds = 10;
  std::uint64_t seed = 0;
  std::vector<Keep> keep = {};  ///< one for each block, or none: what the options need
  unsigned threads = 0;         ///< never changes a result
};
/// Stratified k-fold cross-validation of a table that has columns_of(schema): the sums of each fold, the model of the
/// others for each, and its rows scored by it. Costs about a fit and a prediction. Errors as those of its parts, and
/// check_folds().
LeaveOneOut cross_validate(const Table& rows, const Labels& labels, const Schema& schema, const Options& options,
                           const CrossValidationOptions& how = {});

}  // namespace suffice
