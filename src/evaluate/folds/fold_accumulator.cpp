// FoldAccumulator: the sums of each fold in one pass; and folds as values.
#include <utility>

#include <fmt/format.h>

#include "evaluate/folds/fold_rows.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {

struct FoldAccumulator::State {
  FoldOrder order;
  std::vector<Accumulator> sums;
  std::vector<FoldThread> threads;
};

FoldAccumulator::FoldAccumulator(const Schema& schema, std::size_t folds, std::uint64_t seed, SummariseOptions options)
    : state_(std::make_unique<State>(
          State{FoldOrder(folds, seed), {}, std::vector<FoldThread>(thread_count(options.threads))})) {
  options.threads = 1;  // threads have a fold each
  for (std::size_t f = 0; f < folds; ++f) state_->sums.emplace_back(schema, options);
}

FoldAccumulator::~FoldAccumulator() = default;
FoldAccumulator::FoldAccumulator(FoldAccumulator&&) noexcept = default;
FoldAccumulator& FoldAccumulator::operator=(FoldAccumulator&&) noexcept = default;

void FoldAccumulator::add(const Table& rows, const Labels& labels) {
  ThreadTeam team;  // ends with this call: a process may fork before the next
  add_folds(rows, labels, state_->order, state_->sums, state_->threads, team);
}

std::uint64_t FoldAccumulator::rows() const {
  std::uint64_t rows = 0;
  for (const Accumulator& sums : state_->sums) rows += sums.rows();
  return rows;
}

std::uint64_t FoldAccumulator::invalid_bytes() const {
  std::uint64_t bytes = 0;
  for (const Accumulator& sums : state_->sums) bytes += sums.invalid_bytes();
  return bytes;
}

Folds FoldAccumulator::folds() const {
  Folds folds;
  for (const Accumulator& sums : state_->sums) folds.parts.push_back(sums.summary());
  return folds;
}

Summary Folds::all() const {
  if (parts.empty()) throw Error(ErrorCode::usage, "there are no folds");
  Summary sum = parts.front();
  for (std::size_t f = 1; f < parts.size(); ++f) sum = merge(sum, parts[f]);
  return sum;
}

std::vector<Summary> Folds::without_each() const {
  ThreadTeam team;
  const FoldNeighbours neighbours(*this, 1, team);
  std::vector<Summary> rests;
  for (std::size_t f = 0; f < parts.size(); ++f) rests.push_back(neighbours.without(f));
  return rests;
}

Folds merge(const Folds& a, const Folds& b) {
  if (a.parts.size() != b.parts.size()) {
    throw Error(ErrorCode::usage, fmt::format("{} folds cannot be merged with {}", a.parts.size(), b.parts.size()));
  }
  Folds folds;
  for (std::size_t f = 0; f < a.parts.size(); ++f) folds.parts.push_back(merge(a.parts[f], b.parts[f]));
  return folds;
}

}  // namespace suffice
