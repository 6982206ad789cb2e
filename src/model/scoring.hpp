// Scoring: rows go by in panels, on several threads, and each panel's scores become results in the caller's buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "math/panel.hpp"
#include "model/density.hpp"
#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// What is computed of a panel: fills one column for each score of a row.
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

/// Scores all rows. A row with missing values is scored by the marginal density of those it has; within a block of 256
/// rows that density is made once for each pattern of missing values. What is written for a row depends on it alone.
/// Error (bad_data) for a shape that does not fit or an infinite value, (usage) for a buffer that does not.
template <typename Result>
void score_rows(const Density& density, const Schema& schema, const Batch& rows, const Scoring<Result>& scoring,
                std::span<Result> out, unsigned threads);

}  // namespace suffice
