// Accumulator: checks rows, turns labels into classes, and hands both to the sums.
#include <algorithm>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "summary/class_counts.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moment_chain.hpp"

namespace suffice {

struct Accumulator::State {
  Schema schema;
  unsigned threads;
  LabelDictionary labels;
  std::vector<std::uint64_t> rows;  // per class
  MomentChain chain;
  std::vector<std::uint32_t> classes;  // of the batch at hand; kept to reuse its memory
};

namespace {

// Sums take 8·d² + 8·C·d bytes, several times over while rows are added: at most about 1 GiB of each.
constexpr std::size_t most_features = 10'000;
constexpr std::size_t most_means = std::size_t{1} << 27U;

void check_features(std::size_t features) {
  if (features > most_features) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} features are too many for one covariance: {} is the most. Leave columns out (--drop)",
                            features, most_features));
  }
}

void check_classes(std::size_t classes, std::size_t features) {
  if (classes > most_means / features) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{} classes of {} features are too many: {} means are the most. Leave columns out (--drop), "
                    "or join classes",
                    classes, features, most_means));
  }
}

}  // namespace

Accumulator::Accumulator(Schema schema, SummariseOptions options) {
  check_schema(schema);
  const std::size_t columns = schema.features.size();
  check_features(columns);
  state_ = std::make_unique<State>(
      State{std::move(schema), thread_count(options.threads), {}, {}, MomentChain(columns), {}});
}

Accumulator::~Accumulator() = default;
Accumulator::Accumulator(Accumulator&&) noexcept = default;
Accumulator& Accumulator::operator=(Accumulator&&) noexcept = default;

void Accumulator::add(const Batch& batch, const Labels& labels) {
  check_labels(batch, labels, state_->schema.features.size());
  check_rows(batch, state_->schema);
  std::vector<std::uint32_t> class_of_code(labels.names.size(), no_class);
  for (std::size_t code = 0; code < labels.names.size(); ++code) {
    if (const auto known = state_->labels.find(labels.names[code])) {
      class_of_code[code] = static_cast<std::uint32_t>(*known);
    }
  }
  std::vector<bool> is_new(labels.names.size());
  for (std::size_t i = 0; i < batch.rows; ++i) {
    is_new[labels.codes[i]] =
        is_new[labels.codes[i]] || (class_of_code[labels.codes[i]] == no_class && batch.weight(i) > 0);
  }
  const auto new_classes = static_cast<std::size_t>(std::ranges::count(is_new, true));
  check_classes(classes() + new_classes, state_->schema.features.size());

  state_->classes.resize(batch.rows);
  for (std::size_t i = 0; i < batch.rows; ++i) {
    std::uint32_t& c = class_of_code[labels.codes[i]];
    if (batch.weight(i) > 0) {
      if (c == no_class) {
        c = static_cast<std::uint32_t>(state_->labels.add(labels.names[labels.codes[i]]));
        state_->rows.resize(state_->labels.names().size());
      }
      ++state_->rows[c];
    }
    state_->classes[i] = c;
  }
  state_->chain.add(batch, state_->classes, state_->labels.names().size(), state_->threads);
}

std::uint64_t Accumulator::rows() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t rows : state_->rows) {
    sum += rows;
  }
  return sum;
}

std::size_t Accumulator::classes() const { return state_->labels.names().size(); }

Summary Accumulator::summary() const {
  const std::size_t d = state_->schema.features.size();
  const MomentChain::Moments moments = state_->chain.moments();
  Summary summary{state_->schema, {}, {{}, moments.scatter}};
  for (const std::size_t c : label_order(state_->labels.names())) {
    summary.classes.labels.push_back(state_->labels.names()[c]);
    summary.classes.rows.push_back(state_->rows[c]);
    summary.classes.weight.push_back(moments.weight[c]);
    const auto mean = moments.mean.begin() + static_cast<std::ptrdiff_t>(c * d);
    summary.moments.mean.insert(summary.moments.mean.end(), mean, mean + static_cast<std::ptrdiff_t>(d));
  }
  return summary;
}

Summary summarise(const Batch& batch, const Labels& labels, const Schema& schema, SummariseOptions options) {
  Accumulator accumulator(schema, options);
  accumulator.add(batch, labels);
  return accumulator.summary();
}

}  // namespace suffice
