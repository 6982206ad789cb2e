// FoldOrder: the fold of each row of a stream, from its label and how many rows of that label came before.
#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "evaluate/folds/most_folds.hpp"
#include "math/special/random.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {

namespace {

/// FNV-1a: a number for a label, the same on every machine.
std::uint64_t number_of(const std::string& label) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : label) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

/// The folds of the rows of one label.
struct LabelRuns {
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;
  std::vector<std::uint32_t> order = {};  // the folds of this run
  std::size_t left = 0;                   // those that it has not had yet, of which the last is next

  std::uint32_t next(std::size_t folds) {
    if (left == 0) begin_run(folds);
    return order[--left];
  }

  /// Shuffles the folds for another run (Fisher and Yates).
  void begin_run(std::size_t folds) {
    order.resize(folds);
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    left = folds;
    const std::uint64_t run_seed = mix_seed(seed, runs++);
    for (std::size_t k = folds - 1; k > 0; --k) {
      const std::uint64_t drawn = (mix_seed(run_seed, k) >> 32U) * (k + 1) >> 32U;  // of 0, …, k
      std::swap(order[k], order[drawn]);
    }
  }
};

}  // namespace

struct FoldOrder::State {
  std::size_t folds;
  std::uint64_t seed;
  std::unordered_map<std::string, LabelRuns> labels = {};
};

FoldOrder::FoldOrder(std::size_t folds, std::uint64_t seed)
    : state_(std::make_unique<State>(State{.folds = folds, .seed = seed})) {
  if (folds < 2 || folds > most_folds) {
    throw Error(ErrorCode::usage, fmt::format("cross-validation takes 2 to {} folds, not {}", most_folds, folds), {},
                {{"cv", {"10"}}});
  }
}

FoldOrder::~FoldOrder() = default;
FoldOrder::FoldOrder(FoldOrder&&) noexcept = default;
FoldOrder& FoldOrder::operator=(FoldOrder&&) noexcept = default;

std::size_t FoldOrder::folds() const { return state_->folds; }

std::vector<std::uint32_t> FoldOrder::next(const Table& rows, const Labels& labels) {
  check_labels(rows.rows, rows.weights, labels);
  std::vector<LabelRuns*> runs(labels.names.size());
  std::vector<std::uint32_t> folds(rows.rows, no_fold);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (!(rows.weight(i) > 0)) continue;
    LabelRuns*& own = runs[labels.codes[i]];
    if (own == nullptr) {
      const std::string& label = labels.names[labels.codes[i]];
      own = &state_->labels.try_emplace(label, LabelRuns{mix_seed(state_->seed, number_of(label))}).first->second;
    }
    folds[i] = own->next(state_->folds);
  }
  return folds;
}

void check_folds(const ClassCounts& classes, std::size_t folds) {
  const auto with_rows = std::ranges::count_if(classes.rows, [](std::uint64_t rows) { return rows > 0; });
  if (with_rows < 2) {
    throw Error(ErrorCode::bad_data, "all rows have one label: there is nothing to validate", {}, {{"cv", {"none"}}});
  }
  std::size_t smallest = 0;
  for (std::size_t c = 1; c < classes.size(); ++c) {
    const bool is_smaller = classes.rows[smallest] == 0 || classes.rows[c] < classes.rows[smallest];
    if (classes.rows[c] > 0 && is_smaller) smallest = c;
  }
  const std::uint64_t most = classes.rows[smallest];  // folds that each have a row of every class
  if (most >= folds) return;
  std::vector<Remedy> remedies{{"cv", {"loo"}}};
  const std::uint64_t rows = classes.total_rows();
  if (rows < folds) {
    if (most > 1) remedies.insert(remedies.begin(), {"cv", {std::to_string(std::min<std::uint64_t>(most, 10))}});
    throw Error(ErrorCode::bad_data, fmt::format("{} folds of {} rows: some would be empty", folds, rows), {},
                remedies);
  }
  if (most > 1) remedies.insert(remedies.begin(), {"cv", {std::to_string(most)}});
  throw Error(ErrorCode::bad_data,
              fmt::format("class '{}' has {} row{}, so that some of the {} folds have none of it",
                          classes.labels[smallest], most, most == 1 ? "" : "s", folds),
              {}, remedies);
}

}  // namespace suffice
