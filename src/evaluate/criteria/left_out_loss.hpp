// Left-out loss: the log loss of options on rows that the sums leave out, each reading scored once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/calibration/temperature.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// How good options are: the less the better, by more than rounding, but fewer rows that cannot be scored come first.
struct OptionScore {
  double value = 0;                 ///< NaN where there is a problem
  std::string problem = {};         ///< why there is no model
  std::uint64_t unscored_rows = 0;  ///< no part of the value

  [[nodiscard]] bool is_better_than(const OptionScore& other) const;
};

struct LeftOutLossOptions {
  std::size_t folds = 0;  ///< 0: each row alone
  bool tempered = false;  ///< at the temperatures of least loss
  std::vector<Keep> keep = {};
  unsigned threads = 1;
  std::uint64_t seed = 0;  ///< of folds
};

/// The class prior too is that of the other rows (MODELS §11). What is given outlives this object.
class LeftOutLoss {
 public:
  /// Fewer rows where the options would take too long on all. Errors as leave_one_out_scores() and FoldSums.
  LeftOutLoss(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
              const LeftOutLossOptions& how);

  [[nodiscard]] std::size_t rows() const { return classes_.size(); }
  /// Readings are remembered: those that were scored before cost nothing.
  OptionScore score(const Options& given);

 private:
  struct Scored {
    Reading reading;
    ReadingScores scores;
    std::string problem;
  };
  const Scored& scored(const Reading& reading, std::size_t most_kept);
  Scored score_alone(const Reading& reading) const;
  [[nodiscard]] std::vector<double> log_prior(const Options& options) const;

  const Summary* summary_;
  LeftOutLossOptions how_;
  std::unique_ptr<ReorderedRows> fewer_rows_;  // where not all are scored
  std::vector<std::uint32_t> fewer_codes_;
  Table rows_;
  Labels labels_;
  std::optional<FoldSums> folds_;
  std::vector<std::uint32_t> classes_;  // of the rows as they are scored
  std::vector<double> weights_;
  std::deque<Scored> kept_;
};

}  // namespace suffice
