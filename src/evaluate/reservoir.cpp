// Reservoir: a uniform sample of a stream (Vitter's algorithm R).
#include <algorithm>

#include "encode/check_rows.hpp"
#include "evaluate/kept_rows.hpp"
#include "math/special/random.hpp"
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
  Random random;
  KeptRows kept;
  std::size_t capacity = most_rows;
  std::uint64_t seen = 0;
  LabelDictionary labels = {};
  std::vector<double> weights = {};
  std::vector<std::uint32_t> codes = {};

  void put(std::size_t place, const Table& rows, std::size_t i, std::size_t bytes, const std::string& label);
  void drop(std::size_t place);
};

void Reservoir::State::put(std::size_t place, const Table& rows, std::size_t i, std::size_t bytes,
                           const std::string& label) {
  kept.put(place, rows, i, bytes);
  weights.resize(kept.size());
  codes.resize(kept.size());
  weights[place] = rows.weight(i);
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
    : state_(std::make_unique<State>(State{Random(seed), KeptRows(schema)})) {}

Reservoir::~Reservoir() = default;
Reservoir::Reservoir(Reservoir&&) noexcept = default;
Reservoir& Reservoir::operator=(Reservoir&&) noexcept = default;

void Reservoir::add(const Table& rows, const Labels& labels) {
  State& state = *state_;
  const std::vector<std::size_t> bytes = state.kept.bytes_of(rows);
  check_labels(rows.rows, rows.weights, labels);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    // A row that leaves no room for others would be all there is.
    if (!(rows.weight(i) > 0) || bytes[i] > most_bytes / 2) {
      continue;
    }
    ++state.seen;
    const bool has_room = state.kept.size() < state.capacity;
    const std::size_t place = has_room ? state.kept.size() : state.random.below(state.seen);
    if (place < state.capacity) {
      state.put(place, rows, i, bytes[i], labels.names[labels.codes[i]]);
    }
  }
}

std::size_t Reservoir::size() const { return state_->kept.size(); }

Table Reservoir::rows() const { return state_->kept.view(state_->weights); }

Labels Reservoir::labels() const { return {state_->codes, state_->labels.names()}; }

}  // namespace suffice
