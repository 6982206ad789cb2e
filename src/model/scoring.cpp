#include "model/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t block_rows = 256;

/// Rows of a batch by the columns they have, given by their place among those with a say.
using RowsByPattern = std::map<std::vector<std::size_t>, std::vector<std::size_t>>;

// Adds the rows first, …, first + count − 1 that lack a value that has a say.
void find_incomplete(const Batch& block, std::size_t first, std::size_t count, const std::vector<std::size_t>& columns,
                     RowsByPattern& incomplete) {
  for (std::size_t i = first; i < first + count; ++i) {
    std::vector<std::size_t> present;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (!std::isnan(block.value(i, columns[k]))) {
        present.push_back(k);
      }
    }
    if (present.size() < columns.size()) {
      incomplete[std::move(present)].push_back(i);
    }
  }
}

// The memory that a block of rows is scored in.
struct Workspace {
  Panel panel;
  std::vector<PanelColumn> scores;
};

template <typename Result>
void score_incomplete(const Density& density, const Batch& block, const Scoring<Result>& scoring,
                      const RowsByPattern& incomplete, Workspace& work, Result* out) {
  std::vector<double> values(panel_rows * block.columns);
  std::vector<Result> results(panel_rows * scoring.results);
  for (const auto& [present, indices] : incomplete) {
    const Density part = density.marginal(present);
    for (std::size_t first = 0; first < indices.size(); first += panel_rows) {
      const std::size_t count = std::min(panel_rows, indices.size() - first);
      for (std::size_t r = 0; r < count; ++r) {
        block.copy_row(indices[first + r], values.data() + r * block.columns);
      }
      pack_panel(Batch::row_major(values.data(), count, block.columns), part.layout(), work.panel);
      scoring.score(part, work.panel, work.scores);
      scoring.finish(work.scores, count, results.data());
      for (std::size_t r = 0; r < count; ++r) {
        std::copy_n(results.data() + r * scoring.results, scoring.results, out + indices[first + r] * scoring.results);
      }
    }
  }
}

}  // namespace

template <typename Result>
void score_rows(const Density& density, const Schema& schema, const Batch& rows, const Scoring<Result>& scoring,
                std::span<Result> out, unsigned threads) {
  check_columns(rows, schema.features.size());
  if (out.size() != rows.rows * scoring.results) {
    throw Error(ErrorCode::usage, fmt::format("the result needs a buffer of {} numbers, not {}",
                                              rows.rows * scoring.results, out.size()));
  }
  const std::size_t blocks = (rows.rows + block_rows - 1) / block_rows;
  std::vector<Workspace> workspaces(std::min<std::size_t>(thread_count(threads), blocks));
  Batch unweighted = rows;  // weights have no part in this, whatever they are
  unweighted.weights = {};
  parallel_for(thread_count(threads), blocks, [&](std::size_t task, unsigned worker) {
    const std::size_t start = task * block_rows;
    const Batch block = unweighted.slice(start, std::min(block_rows, rows.rows - start));
    Result* results = out.data() + start * scoring.results;
    Workspace& work = workspaces[worker];
    work.scores.resize(scoring.scores);
    RowsByPattern incomplete;
    for (std::size_t first = 0; first < block.rows; first += panel_rows) {
      const Batch part = block.slice(first, std::min(panel_rows, block.rows - first));
      pack_panel(part, density.layout(), work.panel);
      if (!work.panel.tame) {
        check_scored_rows(part, schema, start + first);
        find_incomplete(block, first, part.rows, density.gaussians().columns, incomplete);
      }
      scoring.score(density, work.panel, work.scores);
      scoring.finish(work.scores, part.rows, results + first * scoring.results);
    }
    score_incomplete(density, block, scoring, incomplete, work, results);
  });
}

template void score_rows(const Density&, const Schema&, const Batch&, const Scoring<double>&, std::span<double>,
                         unsigned);
template void score_rows(const Density&, const Schema&, const Batch&, const Scoring<float>&, std::span<float>,
                         unsigned);
template void score_rows(const Density&, const Schema&, const Batch&, const Scoring<std::uint32_t>&,
                         std::span<std::uint32_t>, unsigned);

}  // namespace suffice
