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
  std::vector<FoldGatherer> gatherers;  // one for each thread
};

FoldAccumulator::FoldAccumulator(const Schema& schema, std::size_t folds, std::uint64_t seed, SummariseOptions options)
    : state_(std::make_unique<State>(
          State{FoldOrder(folds, seed), {}, std::vector<FoldGatherer>(thread_count(options.threads))})) {
  options.threads = 1;  // threads have a fold each
  for (std::size_t f = 0; f < folds; ++f) state_->sums.emplace_back(schema, options);
}

FoldAccumulator::~FoldAccumulator() = default;
FoldAccumulator::FoldAccumulator(FoldAccumulator&&) noexcept = default;
FoldAccumulator& FoldAccumulator::operator=(FoldAccumulator&&) noexcept = default;

void FoldAccumulator::add(const Table& rows, const Labels& labels) {
  add_folds(rows, labels, state_->order, state_->sums, state_->gatherers);
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
  const std::size_t count = parts.size();
  if (count < 2) throw Error(ErrorCode::usage, "what is left without a fold is another fold: there are none");
  std::vector<Summary> after(count);  // the sums of the folds after each; of the last there are none
  for (std::size_t f = count - 1; f > 0; --f) after[f - 1] = f == count - 1 ? parts[f] : merge(parts[f], after[f]);
  std::vector<Summary> rests;
  Summary before = parts.front();
  rests.push_back(std::move(after.front()));
  for (std::size_t f = 1; f < count; ++f) {
    rests.push_back(f == count - 1 ? before : merge(before, after[f]));
    if (f + 1 < count) before = merge(before, parts[f]);
  }
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
