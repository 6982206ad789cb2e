#include "evaluate/folds/fold_rows.hpp"

#include <algorithm>
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

void FoldGatherer::each_fold(const Table& table, const Labels& labels, std::span<const std::uint32_t> folds,
                             std::size_t first, std::size_t last, std::size_t start, std::size_t end,
                             const std::function<void(const FoldPart&)>& use) {
  const auto is_wanted = [&](std::size_t fold) { return fold >= first && fold < last; };  // not so no_fold
  starts_.assign(last - first + 1, 0);
  for (std::size_t i = start; i < end; ++i) {
    if (is_wanted(folds[i])) ++starts_[folds[i] - first + 1];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  places_.resize(starts_.back());
  codes_.resize(starts_.back());
  copied_.clear();
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = start; i < end; ++i) {
    if (!is_wanted(folds[i])) continue;
    const std::size_t place = next[folds[i] - first]++;
    places_[place] = i;
    codes_[place] = labels.codes[i];
    copied_.push_back(place);
  }
  rows_.assign(table, places_, copied_);
  for (std::size_t f = first; f < last; ++f) {
    const std::size_t before = starts_[f - first];
    const std::size_t rows = starts_[f - first + 1] - before;
    if (rows == 0) continue;
    const Table part = rows_.table().slice(before, rows);
    use({f, part, {std::span(codes_).subspan(before, rows), labels.names}, std::span(places_).subspan(before, rows)});
  }
}

void add_folds(const Table& rows, const Labels& labels, std::span<const std::uint32_t> folds,
               std::span<Accumulator> sums, unsigned threads) {
  const std::size_t tasks = std::min<std::size_t>(threads, sums.size());
  const std::size_t piece = rows_of_piece(rows);
  const auto add_part = [&](const FoldPart& part) {
    try {
      sums[part.fold].add(part.rows, part.labels);
    } catch (const Error& error) {
      rethrow_at_place(error, part.places);
    }
  };
  parallel_for(threads, tasks, [&](std::size_t task, unsigned) {
    FoldGatherer gatherer;
    for (std::size_t start = 0; start < rows.rows; start += piece) {
      const std::size_t end = std::min(rows.rows, start + piece);
      gatherer.each_fold(rows, labels, folds, task * sums.size() / tasks, (task + 1) * sums.size() / tasks, start, end,
                         add_part);
    }
  });
}

std::size_t rows_of_piece(const Table& table) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  std::size_t columns = 0;
  for (const Column& column : table.columns) columns += column_count(column);
  return std::clamp<std::size_t>(numbers / std::max<std::size_t>(columns, 1), 512, 16'384);
}

}  // namespace suffice
