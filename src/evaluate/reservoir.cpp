// Reservoir: a uniform sample of a stream (Vitter's algorithm R).
#include <algorithm>

#include "data/check_batch.hpp"
#include "math/random.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_rows = 10'000;
constexpr std::size_t most_bytes = std::size_t{64} << 20U;

}  // namespace

struct Reservoir::State {
  std::size_t columns;
  std::size_t capacity;
  Random random;
  std::uint64_t seen = 0;
  LabelDictionary labels = {};
  std::vector<double> values = {};
  std::vector<double> weights = {};
  std::vector<std::uint32_t> codes = {};
};

Reservoir::Reservoir(std::size_t columns, std::uint64_t seed)
    : state_(std::make_unique<State>(
          State{columns, std::min(most_rows, most_bytes / ((columns + 2) * sizeof(double))), Random(seed)})) {}

Reservoir::~Reservoir() = default;
Reservoir::Reservoir(Reservoir&&) noexcept = default;
Reservoir& Reservoir::operator=(Reservoir&&) noexcept = default;

void Reservoir::add(const Batch& batch, const Labels& labels) {
  State& state = *state_;
  check_labels(batch, labels, state.columns);
  for (std::size_t i = 0; i < batch.rows; ++i) {
    const double weight = batch.weight(i);
    if (!(weight > 0)) {
      continue;
    }
    std::size_t place = state.codes.size();
    ++state.seen;
    if (place < state.capacity) {
      state.values.resize(state.values.size() + state.columns);
      state.weights.push_back(0);
      state.codes.push_back(0);
    } else {
      place = state.random.below(state.seen);
    }
    if (place < state.capacity) {
      batch.copy_row(i, state.values.data() + place * state.columns);
      state.weights[place] = weight;
      state.codes[place] = static_cast<std::uint32_t>(state.labels.add(labels.names[labels.codes[i]]));
    }
  }
}

std::size_t Reservoir::rows() const { return state_->codes.size(); }

Batch Reservoir::batch() const {
  return Batch::row_major(state_->values.data(), rows(), state_->columns, state_->weights);
}

Labels Reservoir::labels() const { return {state_->codes, state_->labels.names()}; }

}  // namespace suffice
