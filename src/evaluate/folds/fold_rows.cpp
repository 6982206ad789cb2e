#include "evaluate/folds/fold_rows.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "math/system/parallel.hpp"
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
  copied_.clear();
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = start; i < end; ++i) {
    if (folds[i] == no_fold) continue;
    const std::size_t place = next[folds[i]]++;
    places_[place] = i;
    codes_[place] = labels.codes[i];
    copied_.push_back(place);
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

// Tasks come in rounds: each gathers a piece once the folds of the round before were added, or adds a fold once all
// pieces of its round were gathered.
void add_folds(const Table& rows, const Labels& labels, std::span<const std::uint32_t> folds,
               std::span<Accumulator> sums, unsigned threads) {
  const std::size_t piece = rows_of_piece(rows);
  const std::size_t pieces = (rows.rows + piece - 1) / piece;
  std::vector<FoldGatherer> gatherers(std::min<std::size_t>(threads, pieces));
  if (gatherers.empty()) return;
  const std::size_t tasks_of_round = gatherers.size() + sums.size();
  DoneCount gathered;
  DoneCount added;
  std::atomic<bool> failed = false;
  const auto gather = [&](std::size_t k, std::size_t start) {
    start = std::min(rows.rows, start);
    gatherers[k].gather(rows, labels, folds, sums.size(), start, std::min(rows.rows, start + piece));
  };
  const auto add = [&](std::size_t fold) {
    for (const FoldGatherer& gatherer : gatherers) {
      const FoldPart part = gatherer.part(fold);
      if (part.places.empty()) continue;
      try {
        sums[fold].add(part.rows, part.labels);
      } catch (const Error& error) {
        rethrow_at_place(error, part.places);
      }
    }
  };
  parallel_for(threads, (pieces + gatherers.size() - 1) / gatherers.size() * tasks_of_round,
               [&](std::size_t task, unsigned) {
                 const std::size_t round = task / tasks_of_round;
                 const std::size_t k = task % tasks_of_round;
                 const bool gathers = k < gatherers.size();
                 gathers ? added.wait_for(round * sums.size()) : gathered.wait_for((round + 1) * gatherers.size());
                 DoneCount& done = gathers ? gathered : added;
                 try {
                   if (gathers && !failed) gather(k, (round * gatherers.size() + k) * piece);
                   if (!gathers && !failed) add(k - gatherers.size());
                 } catch (...) {
                   failed = true;
                   done.add_one();
                   throw;
                 }
                 done.add_one();
               });
}

std::size_t rows_of_piece(const Table& table) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  std::size_t columns = 0;
  for (const Column& column : table.columns) columns += column_count(column);
  return std::clamp<std::size_t>(numbers / std::max<std::size_t>(columns, 1), 512, 16'384);
}

}  // namespace suffice
