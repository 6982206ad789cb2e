#include "evaluate/folds/fold_rows.hpp"

#include <algorithm>
#include <charconv>
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
                             std::size_t count, std::size_t start, std::size_t end, std::size_t first,
                             std::size_t stride, const std::function<void(const FoldPart&)>& use) {
  places_.resize(count);
  for (std::vector<std::size_t>& places : places_) places.clear();
  for (std::size_t i = start; i < end; ++i) {
    if (folds[i] != no_fold) places_[folds[i]].push_back(i);
  }
  for (std::size_t f = first; f < count; f += stride) {
    const std::vector<std::size_t>& places = places_[f];
    if (places.empty()) continue;
    rows_.assign(table, places);
    codes_.resize(places.size());
    std::ranges::transform(places, codes_.begin(), [&](std::size_t i) { return labels.codes[i]; });
    use({f, rows_.table(), {codes_, labels.names}, places});
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
      gatherer.each_fold(rows, labels, folds, sums.size(), start, end, task, tasks, add_part);
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
