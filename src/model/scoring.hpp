// Scoring: rows of a table go by in chunks, on several threads, and the scores of each panel become results in the
// caller's buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "encode/block_rows.hpp"
#include "math/kernels/panel.hpp"
#include "model/model_parts.hpp"
#include "model/score_work.hpp"
#include "suffice/model.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// What is computed of each row.
struct Scoring {
  Wanted wanted = Wanted::joint;
  std::span<const double> temperatures = {};  ///< one for each reading; none: all are 1
  std::span<const double> offsets = {};       ///< one for each class, added to the log prior; none: all are 0
  bool log_joint_too = false;                 ///< at the temperatures 1 and without offsets, whatever is wanted
};

/// The rows of one reading, in a chunk of the table.
struct ReadRows {
  BlockRows rows;
  std::size_t first = 0;                 ///< where the rows of the chunk begin in them
  std::span<const double> lengths = {};  ///< of the chunk's rows, as in ScoreWork
  bool some_missing = true;              ///< as in ScoreWork
};

/// A panel of rows that are scored.
struct ScoredPanel {
  std::size_t first = 0;  ///< where its rows begin in their chunk
  std::size_t rows = 0;
  std::span<PanelColumn> scores = {};           ///< C; may be overwritten
  std::span<const PanelColumn> log_joint = {};  ///< C, where they are asked for
  std::span<const ReadRows> readings = {};      ///< of the chunk
};

/// What becomes of a panel: the results of its rows, at `out`, in order.
template <typename Result>
using FinishPanel = std::function<void(const ScoredPanel& panel, Result* out)>;

/// Scores all rows: log prior + offset + Σ_r T_r log p_r(x | c), and writes `results` numbers a row. While all
/// temperatures are 1 and there are no offsets, the first reading is computed from the log prior, each later one from 0
/// and added; else all are
/// computed from 0. A reading at the temperature 0 is not computed. What is written for a row depends on it alone.
/// Relative scores are −∞ for all classes only where some density is 0 in each class, or its prior is: where all sums
/// are out of the range of a double, classes that are possible are compared at another scale.
/// Error (bad_data) for a table that does not fit or values that are not legal, (usage) for a buffer that does not.
template <typename Result>
void score_rows(const ModelParts& model, const Table& table, const Scoring& scoring, std::size_t results,
                const FinishPanel<Result>& finish, std::span<Result> out, const ScoreOptions& options);

}  // namespace suffice
