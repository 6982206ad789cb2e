// Accumulator: checks rows, turns labels into classes, and hands both to the sums.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "summary/class_counts.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moment_chain.hpp"
#include "summary/moment_limits.hpp"

namespace suffice {

namespace {

// Sums that are still open, and all it takes to add to them.
struct OpenSums {
  Schema schema;
  MomentKind kind;
  unsigned threads;
  LabelDictionary labels;
  MomentChain chain;
  MomentChain::Workspace workspace;
};

OpenSums open_sums(Schema schema, const SummariseOptions& options) {
  check_schema(schema);
  const MomentKind kind = options.keep.moments;
  MomentShape shape{options.keep, schema.features.size()};
  check_feature_limit(shape);
  shape.keep.moments = kind == MomentKind::pooled_diagonal ? MomentKind::diagonal : kind;
  return {std::move(schema), kind, thread_count(options.threads), {}, MomentChain(shape), {}};
}

// Labels of a batch as classes; those that are new are numbered in the order of their first rows.
struct BatchClasses {
  std::vector<std::uint32_t> class_of_code;
  std::vector<std::size_t> first_rows;  // of new classes
  std::vector<std::string> new_labels;
};

BatchClasses batch_classes(const Batch& batch, const Labels& labels, const LabelDictionary& known) {
  BatchClasses result;
  result.class_of_code.assign(labels.names.size(), no_class);
  LabelDictionary fresh;
  std::size_t unknown = 0;  // names that may turn up as new classes
  for (std::size_t code = 0; code < labels.names.size(); ++code) {
    if (const auto number = known.find(labels.names[code])) {
      result.class_of_code[code] = static_cast<std::uint32_t>(*number);
    } else {
      ++unknown;
    }
  }
  for (std::size_t i = 0; i < batch.rows && unknown > 0; ++i) {
    std::uint32_t& c = result.class_of_code[labels.codes[i]];
    if (c == no_class && batch.weight(i) > 0) {
      const std::string& label = labels.names[labels.codes[i]];
      const std::size_t number = fresh.add(label);  // a dictionary may name a label twice
      c = static_cast<std::uint32_t>(known.names().size() + number);
      --unknown;
      if (number == result.first_rows.size()) {
        result.first_rows.push_back(i);
      }
    }
  }
  result.new_labels = fresh.names();
  return result;
}

void add_rows(OpenSums& sums, const Batch& batch, const Labels& labels) {
  check_labels(batch, labels, sums.schema.features.size());
  const BatchClasses classes = batch_classes(batch, labels, sums.labels);
  check_class_limit(sums.chain.shape(), sums.chain.classes() + classes.first_rows.size());

  // Rows are checked while they are summed, where a copy of the sums costs little beside the rows; else before.
  constexpr std::size_t little = 16;
  std::optional<MomentChain> before;
  if (sums.chain.bytes() <= batch.rows * batch.columns * sizeof(double) / little) {
    before = sums.chain;
  } else {
    check_rows(batch, sums.schema);
  }
  const bool finite =
      sums.chain.add({batch, labels.codes, classes.class_of_code}, classes.first_rows, sums.threads, sums.workspace);
  if (!finite && before) {
    std::swap(sums.chain, *before);
    check_rows(batch, sums.schema);
    std::swap(sums.chain, *before);  // finite rows whose sums overflow
  }
  for (const std::string& label : classes.new_labels) {
    sums.labels.add(label);
  }
}

Summary close_sums(const OpenSums& sums, MomentChain chain) {
  MomentState state = std::move(chain).close();
  Summary summary{sums.schema, {}, {}};
  const std::vector<std::size_t> order = label_order(sums.labels.names());
  for (const std::size_t c : order) {
    summary.classes.labels.push_back(sums.labels.names()[c]);
    summary.classes.rows.push_back(state.rows[c]);
    summary.classes.weight.push_back(state.weight[c]);
  }
  summary.moments = std::move(state).take(order);
  if (summary.moments.kind != sums.kind) {
    return read_as(summary, sums.kind);
  }
  return summary;
}

}  // namespace

struct Accumulator::State {
  OpenSums sums;
};

Accumulator::Accumulator(Schema schema, SummariseOptions options)
    : state_(std::make_unique<State>(State{open_sums(std::move(schema), options)})) {}
Accumulator::~Accumulator() = default;
Accumulator::Accumulator(Accumulator&&) noexcept = default;
Accumulator& Accumulator::operator=(Accumulator&&) noexcept = default;

void Accumulator::add(const Batch& batch, const Labels& labels) { add_rows(state_->sums, batch, labels); }

std::uint64_t Accumulator::rows() const { return state_->sums.chain.rows(); }

std::size_t Accumulator::classes() const { return state_->sums.labels.names().size(); }

Summary Accumulator::summary() const { return close_sums(state_->sums, state_->sums.chain); }

Summary summarise(const Batch& batch, const Labels& labels, const Schema& schema, SummariseOptions options) {
  OpenSums sums = open_sums(schema, options);
  add_rows(sums, batch, labels);
  sums.workspace = {};
  return close_sums(sums, std::move(sums.chain));
}

}  // namespace suffice
