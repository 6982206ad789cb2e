// Reservoir: a uniform sample of a stream (Vitter's algorithm R).
#include <algorithm>

#include "data/check_batch.hpp"
#include "evaluate/kept_rows.hpp"
#include "math/random.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_bytes = std::size_t{64} << 20U;

}  // namespace

/// Where rows take more than there is room for, rows drawn at random are dropped, and no more than are left are held
/// from then on: what is left is a uniform sample, of fewer rows.
struct Reservoir::State {
  Schema schema;
  Random random;
  KeptRows kept;
  std::size_t capacity = most_rows;
  std::uint64_t seen = 0;
  LabelDictionary labels = {};
  std::vector<double> weights = {};
  std::vector<std::uint32_t> codes = {};

  void put(std::size_t place, const Rows& rows, std::size_t i, const std::string& label);
  void drop(std::size_t place);
};

void Reservoir::State::put(std::size_t place, const Rows& rows, std::size_t i, const std::string& label) {
  kept.put(place, rows, i);
  weights.resize(kept.size());
  codes.resize(kept.size());
  weights[place] = row_weight(rows, i);
  codes[place] = static_cast<std::uint32_t>(labels.add(label));
  while (kept.bytes() > most_bytes) {
    drop(random.below(kept.size()));
    capacity = std::max<std::size_t>(kept.size(), 1);
  }
}

void Reservoir::State::drop(std::size_t place) {
  kept.drop(place);
  weights[place] = weights.back();
  codes[place] = codes.back();
  weights.pop_back();
  codes.pop_back();
}

Reservoir::Reservoir(const Schema& schema, std::uint64_t seed)
    : state_(std::make_unique<State>(State{schema, Random(seed), KeptRows(schema)})) {}

Reservoir::~Reservoir() = default;
Reservoir::Reservoir(Reservoir&&) noexcept = default;
Reservoir& Reservoir::operator=(Reservoir&&) noexcept = default;

void Reservoir::add(const Rows& rows, const Labels& labels) {
  State& state = *state_;
  check_shape(rows, state.schema);
  check_labels(rows, labels);
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    check_codes(*categories, state.schema);
  }
  for (std::size_t i = 0; i < row_count(rows); ++i) {
    // A row that leaves no room for others would be all there is.
    if (!(row_weight(rows, i) > 0) || state.kept.bytes_of(rows, i) > most_bytes / 2) {
      continue;
    }
    ++state.seen;
    const bool has_room = state.kept.size() < state.capacity;
    const std::size_t place = has_room ? state.kept.size() : state.random.below(state.seen);
    if (place < state.capacity) {
      state.put(place, rows, i, labels.names[labels.codes[i]]);
    }
  }
}

std::size_t Reservoir::size() const { return state_->kept.size(); }

Rows Reservoir::rows() const { return state_->kept.view(state_->weights); }

Labels Reservoir::labels() const { return {state_->codes, state_->labels.names()}; }

}  // namespace suffice
