#include "summary/moments/moment_chain.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>

#include "math/system/parallel.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

bool MomentChain::add(const LabelledRows& rows, std::span<const std::size_t> first_rows, unsigned threads,
                      Workspace& workspace) {
  for (const std::size_t row : first_rows) {
    state_.add_class();
    rows.batch.copy_row(row, &state_.mean[(classes() - 1) * state_.shape.width()]);
  }
  const bool finite = state_.shape.is_narrow()
                          ? add_in_chunks(rows, threads, workspace)
                          : ColumnTasks(state_, rows, rows_, threads, workspace.columns).run(threads);
  rows_ += rows.batch.rows;
  return finite;
}

bool MomentChain::add_in_chunks(const LabelledRows& rows, unsigned threads, Workspace& workspace) {
  const std::uint64_t in_open_chunk = rows_ % chunk_rows;
  const std::uint64_t start = rows_ - in_open_chunk;           // of the open chunk; the others are counted from it
  const std::uint64_t last = in_open_chunk + rows.batch.rows;  // counted from there
  const std::size_t chunks = (last + chunk_rows - 1) / chunk_rows;
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, chunks));
  const std::size_t slots = threads > 1 ? 2 * threads : 1;  // a thread need not wait until its chunk may enter
  workspace.reserve(state_.shape, classes(), threads, slots, rows.batch.column_stride != 1);
  open_.reserve(state_.shape, chunk_rows, classes());
  std::swap(open_, workspace.chunks[0]);  // the first chunk goes on where the last batch stopped
  std::vector<bool> summed(slots);
  std::mutex entering;
  std::size_t next = 0;  // the chunk that enters the moments next
  DoneCount entered;
  std::atomic<bool> finite = true;

  const auto rows_of = [&](std::size_t chunk) {
    const std::uint64_t begin = std::clamp(chunk * chunk_rows, in_open_chunk, last);
    const std::uint64_t end = std::min((chunk + 1) * chunk_rows, last);
    return rows.slice(begin - in_open_chunk, end > begin ? end - begin : 0);
  };
  const auto enter = [&](std::size_t chunk) {
    ChunkSums& sums = workspace.chunks[chunk % slots];
    if ((chunk + 1) * chunk_rows > last) {
      std::swap(open_, sums);
      return;
    }
    sums.move_to(state_);
    if (starts_wave(start + (chunk + 1) * chunk_rows)) {
      MomentState::Closing closing(state_.shape);
      for (std::size_t set = 0; set < state_.second.size(); ++set) {
        state_.close_wave(set, closing);
      }
    }
  };
  parallel_for(threads, chunks, [&](std::size_t chunk, unsigned thread) {
    const std::uint64_t wave = wave_start(start + chunk * chunk_rows);
    entered.wait_for(wave > start ? (wave - start) / chunk_rows : 0);  // the means it starts from must stand
    entered.wait_for(chunk < slots ? 0 : chunk - slots + 1);
    const LabelledRows mine = rows_of(chunk);
    const LabelledRows next_rows = rows_of(chunk + threads);  // as a rule, threads take turns
    if (!workspace.chunks[chunk % slots].add(mine, next_rows.batch, state_, workspace.panels[thread])) {
      finite = false;
    }
    const std::scoped_lock lock(entering);
    summed[chunk % slots] = true;
    for (; summed[next % slots]; ++next) {
      enter(next);
      summed[next % slots] = false;
      entered.add_one();
    }
  });
  return finite;
}

void MomentChain::Workspace::reserve(const MomentShape& shape, std::size_t classes, std::size_t threads,
                                     std::size_t slots, bool copies) {
  chunks.resize(std::max(chunks.size(), slots));
  for (ChunkSums& sums : chunks) {
    sums.reserve(shape, chunk_rows, classes);
  }
  panels.resize(std::max(panels.size(), threads));
  for (ChunkSums::Workspace& panel : panels) {
    panel.reserve(shape, chunk_rows, copies);
  }
}

std::uint64_t MomentChain::rows() const {
  return std::accumulate(state_.rows.begin(), state_.rows.end(), open_.rows());
}

MomentState MomentChain::close() && {
  if (state_.shape.is_narrow()) {
    open_.move_to(state_);
  }
  MomentState::Closing closing(state_.shape);
  for (std::size_t set = 0; set < state_.second.size(); ++set) {
    state_.close_wave(set, closing);
  }
  return std::move(state_);
}

bool ClassChain::add(const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace) {
  std::vector<std::uint32_t> number_of_code(rows.class_of_code.size(), no_class);
  std::size_t unmet = 0;  // labels whose class may turn up in these rows for the first time
  for (std::size_t code = 0; code < number_of_code.size(); ++code) {
    const std::uint32_t c = rows.class_of_code[code];
    if (c != no_class) {
      numbers_.resize(std::max<std::size_t>(numbers_.size(), c + std::size_t{1}), no_class);
      number_of_code[code] = numbers_[c];
      unmet += numbers_[c] == no_class ? 1U : 0U;
    }
  }
  std::vector<std::size_t> first_rows;
  for (std::size_t i = 0; i < rows.batch.rows && unmet > 0; ++i) {
    std::uint32_t& number = number_of_code[rows.codes[i]];
    if (number == no_class && rows.batch.weight(i) > 0) {
      std::uint32_t& of_class = numbers_[rows.class_of_code[rows.codes[i]]];
      if (of_class == no_class) {  // two labels of a dictionary may be the same class
        of_class = static_cast<std::uint32_t>(chain_.classes() + first_rows.size());
        first_rows.push_back(i);
      }
      number = of_class;
      --unmet;
    }
  }
  return chain_.add({rows.batch, rows.codes, number_of_code}, first_rows, threads, workspace);
}

ClassChain::Closed ClassChain::close(std::span<const std::size_t> order) && {
  MomentState state = std::move(chain_).close();
  std::vector<std::size_t> places;
  Closed closed;
  for (const std::size_t c : order) {
    if (c < numbers_.size() && numbers_[c] != no_class) {
      places.push_back(numbers_[c]);
    } else {
      places.push_back(state.classes());
      state.add_class();
    }
    closed.rows.push_back(state.rows[places.back()]);
    closed.weight.push_back(state.weight[places.back()]);
  }
  closed.moments = std::move(state).take(places);
  return closed;
}

}  // namespace suffice
