// Scoring: rows go by in panels, on several threads, and each panel's scores become results in the caller's buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "math/panel.hpp"
#include "model/conditional.hpp"
#include "model/density.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// What is computed of a panel of numbers: fills one column for each score of a row.
using ScorePanel = std::function<void(const Density&, Panel&, std::span<PanelColumn>)>;
/// What becomes of it: the results of the first `rows` rows, at `out`, in order. May overwrite the scores.
template <typename Result>
using FinishPanel = std::function<void(std::span<PanelColumn> scores, std::size_t rows, Result* out)>;

/// What to do with each panel: `scores` numbers a row are computed, `results` numbers a row are written.
template <typename Result>
struct Scoring {
  std::size_t scores = 0;
  std::size_t results = 0;
  ScorePanel score;
  FinishPanel<Result> finish;
};

/// Scores all rows by a Gaussian density. A row with missing values is scored by the marginal density of those it has;
/// within a block of rows that density is made once for each pattern of missing values. What is written for a row
/// depends on it alone. Sparse rows are scored as dense ones.
/// Error (bad_data) for a shape that does not fit or an infinite value, (usage) for a buffer that does not.
template <typename Result>
void score_rows(const Density& density, const Schema& schema, const Rows& rows, const Scoring<Result>& scoring,
                std::span<Result> out, unsigned threads);

/// A panel whose log joints are known: which rows it has, and what was noted of them.
struct ScoredPanel {
  std::size_t first = 0;
  std::size_t rows = 0;
  const PanelColumn& lengths;
};
/// What becomes of it: the results of its rows, at `out`, in order. May overwrite the scores.
template <typename Result>
using FinishRows = std::function<void(std::span<PanelColumn> log_joint, const ScoredPanel& panel, Result* out)>;

/// What of a row's scores counts.
enum class Wanted { scores, largest };

/// Scores all rows by any family but Gaussian: `results` numbers a row are written. Errors as above.
template <typename Result>
void score_rows(const Conditional& conditional, const Rows& rows, std::span<const double> log_prior,
                std::size_t results, const FinishRows<Result>& finish, std::span<Result> out, ScoreOptions options,
                Wanted wanted = Wanted::scores);

/// The rows without their weights, which have no part in scoring, whatever they are.
Rows without_weights(const Rows& rows);

}  // namespace suffice
