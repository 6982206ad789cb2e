#include "evaluate/folds/fold_rows.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {

namespace {

/// An Error about row k of a part is one about the row of the table that stands there.
[[noreturn]] void rethrow_at_place(const Error& error, std::span<const std::size_t> places) {
  std::size_t row = 0;
  const std::string& where = error.where();
  if (!where.starts_with("row ") ||
      std::from_chars(where.data() + 4, where.data() + where.size(), row).ec != std::errc() || row >= places.size()) {
    throw error;
  }
  throw Error(error.code(), error.message(), fmt::format("row {}", places[row]), error.remedies());
}

}  // namespace

void FoldGatherer::gather(const Table& table, const Labels& labels, std::span<const std::uint32_t> folds,
                          std::size_t count, std::size_t start, std::size_t end) {
  names_ = labels.names;
  starts_.assign(count + 1, 0);
  for (std::size_t i = start; i < end; ++i) {
    if (folds[i] != no_fold) ++starts_[folds[i] + std::size_t{1}];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  places_.resize(starts_.back());
  codes_.resize(starts_.back());
  copied_.resize(starts_.back());
  next_.assign(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = start, met = 0; i < end; ++i) {
    if (folds[i] == no_fold) continue;
    const std::size_t place = next_[folds[i]]++;
    places_[place] = i;
    codes_[place] = labels.codes[i];
    copied_[met++] = place;
  }
  rows_.assign(table, places_, copied_);
}

FoldPart FoldGatherer::part(std::size_t fold) const {
  const std::size_t first = starts_[fold];
  const std::size_t rows = starts_[fold + 1] - first;
  return {fold,
          rows_.table().slice(first, rows),
          {std::span(codes_).subspan(first, rows), names_},
          std::span(places_).subspan(first, rows)};
}

// Each piece waits for the one before it, once for its folds and then fold by fold: rows are added in their order.
std::vector<std::uint32_t> add_folds(const Table& rows, const Labels& labels, FoldOrder& order,
                                     std::span<Accumulator> sums, std::span<FoldThread> threads, ThreadTeam& team) {
  check_labels(rows.rows, rows.weights, labels);
  const std::size_t piece = rows_of_piece(rows, threads.size());
  std::vector<std::uint32_t> folds(rows.rows);
  std::vector<DoneCount> done(1 + sums.size());  // pieces that have their folds, and those added to each fold
  std::atomic<bool> failed = false;
  const auto add = [&](const FoldPart& part, SumMemory& memory) {
    try {
      if (part.places.empty()) return;
      swap_memory(sums[part.fold], memory);
      sums[part.fold].add(part.rows, part.labels);
      swap_memory(sums[part.fold], memory);
    } catch (const Error& error) {
      rethrow_at_place(error, part.places);
    }
  };
  const auto add_piece = [&](std::size_t k, FoldThread& thread) {
    const std::size_t start = k * piece;
    const std::size_t count = std::min(piece, rows.rows - start);
    std::size_t step = 0;
    const auto in_turn = [&](const auto& work) {
      done[step].wait_for(k);
      if (!failed) work();
      done[step++].add_one();
    };
    try {
      in_turn([&] {
        const Labels own{labels.codes.subspan(start, count), labels.names};
        std::ranges::copy(order.next(rows.slice(start, count), own), &folds[start]);
      });
      if (!failed) thread.gatherer.gather(rows, labels, folds, sums.size(), start, start + count);
      for (std::size_t fold = 0; fold < sums.size(); ++fold)
        in_turn([&] { add(thread.gatherer.part(fold), thread.memory); });
    } catch (...) {
      failed = true;
      for (; step < done.size(); ++step) done[step].add_one();
      throw;
    }
  };
  team.parallel_for(static_cast<unsigned>(threads.size()), (rows.rows + piece - 1) / piece,
                    [&](std::size_t k, unsigned worker) { add_piece(k, threads[worker]); });
  return folds;
}

FoldNeighbours::FoldNeighbours(const Folds& folds, unsigned threads, ThreadTeam& team)
    : before_(folds.parts.size()), after_(folds.parts.size()) {
  const std::vector<Summary>& parts = folds.parts;
  const std::size_t count = parts.size();
  if (count < 2) throw Error(ErrorCode::usage, "what is left without a fold is another fold: there are none");
  team.parallel_for(threads, 2, [&](std::size_t task, unsigned) {
    if (task == 0) {
      before_[1] = parts.front();
      for (std::size_t f = 2; f < count; ++f) before_[f] = merge(before_[f - 1], parts[f - 1]);
      all_ = merge(before_.back(), parts.back());
    } else {
      after_[count - 2] = parts.back();
      for (std::size_t f = count - 2; f > 0; --f) after_[f - 1] = merge(parts[f], after_[f]);
    }
  });
}

Summary FoldNeighbours::without(std::size_t fold) const {
  if (fold == 0) return after_.front();
  return fold + 1 == before_.size() ? before_.back() : merge(before_[fold], after_[fold]);
}

std::size_t rows_of_piece(const Table& table, std::size_t threads) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  std::size_t columns = 0;
  for (const Column& column : table.columns) columns += column_count(column);
  const auto most = std::clamp<std::size_t>(numbers / std::max<std::size_t>(columns, 1), 512, 16'384);
  const std::size_t rounds = std::max<std::size_t>((table.rows + most * threads - 1) / (most * threads), 1);
  return std::max<std::size_t>((table.rows + rounds * threads - 1) / (rounds * threads), 512);
}

}  // namespace suffice
