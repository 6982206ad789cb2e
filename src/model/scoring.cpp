#include "model/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/parallel.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Rows that a thread takes at a time: long stretches of memory where there are many rows, but enough of them for every
// thread; few where rows must be written out.
std::size_t rows_of_block(const Rows& rows, unsigned threads) {
  const std::size_t longest = std::holds_alternative<Batch>(rows) ? 64 * panel_rows : 8 * panel_rows;
  const std::size_t share = row_count(rows) / (std::size_t{8} * threads) / panel_rows * panel_rows;
  return std::clamp(share, 8 * panel_rows, longest);
}

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
  std::vector<double> dense;  // sparse rows, written out
};

Batch dense_block(const Rows& rows, std::size_t first, std::size_t count, Workspace& work) {
  if (const auto* batch = std::get_if<Batch>(&rows)) {
    return batch->slice(first, count);
  }
  const std::size_t columns = std::get<SparseBatch>(rows).columns;
  work.dense.resize(count * columns);
  for (std::size_t i = 0; i < count; ++i) {
    copy_row(rows, first + i, work.dense.data() + i * columns);
  }
  return Batch::row_major(work.dense.data(), count, columns);
}

void check_buffer(std::size_t rows, std::size_t results, std::size_t size) {
  if (size != rows * results) {
    throw Error(ErrorCode::usage, fmt::format("the result needs a buffer of {} numbers, not {}", rows * results, size));
  }
}

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

Rows without_weights(const Rows& rows) {
  Rows unweighted = rows;
  std::visit([](auto& view) { view.weights = {}; }, unweighted);
  return unweighted;
}

template <typename Result>
void score_rows(const Density& density, const Schema& schema, const Rows& rows, const Scoring<Result>& scoring,
                std::span<Result> out, unsigned threads) {
  check_shape(rows, schema);
  const std::size_t n = row_count(rows);
  check_buffer(n, scoring.results, out.size());
  threads = thread_count(threads);
  const std::size_t block_rows = rows_of_block(rows, threads);
  const std::size_t blocks = (n + block_rows - 1) / block_rows;
  std::vector<Workspace> workspaces(std::min<std::size_t>(threads, blocks));
  const Rows unweighted = without_weights(rows);
  parallel_for(threads, blocks, [&](std::size_t task, unsigned worker) {
    const std::size_t start = task * block_rows;
    Workspace& work = workspaces[worker];
    const Batch block = dense_block(unweighted, start, std::min(block_rows, n - start), work);
    Result* results = out.data() + start * scoring.results;
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

template <typename Result>
void score_rows(const Conditional& conditional, const Rows& rows, std::span<const double> log_prior,
                std::size_t results, const FinishRows<Result>& finish, std::span<Result> out, ScoreOptions options,
                Wanted wanted) {
  const std::size_t n = row_count(rows);
  const unsigned threads = thread_count(options.threads);
  const std::size_t block_rows = rows_of_block(rows, threads);
  const std::size_t blocks = (n + block_rows - 1) / block_rows;
  const Rows unweighted = without_weights(rows);
  const auto score = [&]<typename Family>(const Family& family) {
    if constexpr (!std::is_same_v<Family, GaussianConditional>) {
      family.check(rows);
      check_buffer(n, results, out.size());
      struct Room {
        typename Family::Workspace work;
        std::vector<PanelColumn> scores;
      };
      std::vector<Room> rooms(std::min<std::size_t>(threads, blocks));
      parallel_for(threads, blocks, [&](std::size_t task, unsigned worker) {
        Room& room = rooms[worker];
        room.scores.resize(log_prior.size());
        room.work.largest_only = wanted == Wanted::largest;
        const std::size_t end = std::min(n, (task + 1) * block_rows);
        for (std::size_t first = task * block_rows; first < end; first += panel_rows) {
          const std::size_t count = std::min(panel_rows, end - first);
          family.log_joint(unweighted, first, count, log_prior, room.scores, room.work);
          finish(room.scores, {first, count, room.work.lengths}, out.data() + first * results);
        }
      });
      for (const Room& room : rooms) {
        if (options.counts != nullptr) {
          options.counts->unseen += room.work.counts.unseen;
          options.counts->invalid_bytes += room.work.counts.invalid_bytes;
        }
      }
    }
  };
  std::visit(score, conditional.variant());
}

template void score_rows(const Density&, const Schema&, const Rows&, const Scoring<double>&, std::span<double>,
                         unsigned);
template void score_rows(const Density&, const Schema&, const Rows&, const Scoring<float>&, std::span<float>, unsigned);
template void score_rows(const Density&, const Schema&, const Rows&, const Scoring<std::uint32_t>&,
                         std::span<std::uint32_t>, unsigned);
template void score_rows(const Conditional&, const Rows&, std::span<const double>, std::size_t,
                         const FinishRows<double>&, std::span<double>, ScoreOptions, Wanted);
template void score_rows(const Conditional&, const Rows&, std::span<const double>, std::size_t,
                         const FinishRows<float>&, std::span<float>, ScoreOptions, Wanted);
template void score_rows(const Conditional&, const Rows&, std::span<const double>, std::size_t,
                         const FinishRows<std::uint32_t>&, std::span<std::uint32_t>, ScoreOptions, Wanted);

}  // namespace suffice
