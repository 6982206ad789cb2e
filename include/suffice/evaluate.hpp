// Evaluation: how good a model is on labelled rows, or on the rows it was fitted on, each left out in turn.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// A proportion with its 95 % Wilson interval.
struct Proportion {
  double value = 0;
  double low = 0;
  double high = 1;
};

struct ClassScore {
  double weight = 0;     ///< summed weight of the rows that have this label
  double precision = 0;  ///< NaN when the class was never predicted
  double recall = 0;     ///< NaN when no row has the label
  double f1 = 0;         ///< NaN when precision or recall is
};

struct CalibrationBin {
  double weight = 0;
  double confidence = 0;  ///< mean of max_c p(c|x); NaN when the bin is empty
  double accuracy = 0;    ///< share of rows predicted right; NaN when the bin is empty
};

struct Metrics {
  std::uint64_t rows = 0;
  double weight = 0;
  Proportion accuracy;
  double log_loss = 0;                ///< weighted mean of −log p(y|x) in nats, unclipped: may be +∞
  std::uint64_t impossible_rows = 0;  ///< rows with p(y|x) = 0
  double brier = 0;                   ///< weighted mean of Σ_c (p_c − 1[y=c])²
  double calibration_error = 0;       ///< ECE over 15 equal bins of max p
  std::vector<CalibrationBin> calibration;
  std::vector<std::string> labels;  ///< the model's, then those found only in the data
  std::vector<double> confusion;    ///< labels × labels, row-major: true label, predicted label
  std::vector<ClassScore> classes;
};

/// Collects predictions in constant memory.
class Evaluator {
 public:
  explicit Evaluator(std::span<const std::string> labels);
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  /// log_posterior: rows × C as the model gave it; truth: the labels of the rows; weights: one per row or empty.
  void add(std::span<const double> log_posterior, const Labels& truth, std::span<const double> weights = {});
  /// Error (bad_data) when no row of positive weight was added.
  [[nodiscard]] Metrics metrics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A seeded uniform sample of the rows that went by: the same for any split into batches.
class Reservoir {
 public:
  /// Holds at most 10,000 rows and 64 MiB.
  Reservoir(std::size_t columns, std::uint64_t seed);
  ~Reservoir();
  Reservoir(Reservoir&&) noexcept;
  Reservoir& operator=(Reservoir&&) noexcept;

  /// Rows of weight 0 are passed over.
  void add(const Batch& batch, const Labels& labels);

  [[nodiscard]] std::size_t rows() const;
  [[nodiscard]] Batch batch() const;
  [[nodiscard]] Labels labels() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct LeaveOneOut {
  std::uint64_t rows = 0;
  Proportion accuracy;
  double log_loss = 0;              ///< over the rows that could be scored; NaN when there is none
  std::uint64_t unscored_rows = 0;  ///< rows whose removal empties their class or makes Σ singular: counted as wrong
  bool target_held = false;         ///< the variances that `auto` shrinks towards were not estimated again
};

/// Scores each row with itself removed from the sums it is part of (MODELS §11). λ, which was chosen from all rows, is
/// held; means, covariance and class prior are estimated again. In closed form, O(d² + C·d) a row after O(d³) once, but
/// for `auto`, whose target changes in every column: O(d³ + C·d²) a row, or O(C·d) where λ = 1. Where that would take
/// more than about 10¹⁰ steps in all, the target is held instead and the result says so.
LeaveOneOut leave_one_out(const Summary& summary, const EstimateOptions& options, const Batch& rows,
                          const Labels& labels, ScoreOptions score_options = {});

}  // namespace suffice
