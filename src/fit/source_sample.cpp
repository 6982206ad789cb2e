// A sample of the rows of a source, and what is decided from it before the sums are made: knots and edges of columns.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "encode/encoder.hpp"
#include "encode/sampled_knots.hpp"
#include "fit/choose_model.hpp"
#include "fit/row_sums.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

const ColumnRole* undecided_role(const FitPlan& plan, const std::string& column) {
  const auto found = std::ranges::find(plan.undecided, column, &ColumnRole::column);
  return found == plan.undecided.end() ? nullptr : &*found;
}

bool becomes_bins(const FitPlan& plan, const std::string& column) {
  const ColumnRole* const role = undecided_role(plan, column);
  return role != nullptr && role->role != Role::normal_score;
}

// The columns of a block of categories, neighbours that become bins in a block of measurements.
void append_runs(const FitPlan& plan, const Block& block, std::vector<Block>& runs) {
  std::size_t first = 0;
  while (first < block.features.size()) {
    const bool are_bins = becomes_bins(plan, block.features[first]);
    std::vector<std::string> features;
    for (; first < block.features.size() && becomes_bins(plan, block.features[first]) == are_bins; ++first) {
      features.push_back(block.features[first]);
    }
    runs.push_back(are_bins ? Block{.kind = Kind::measurements, .features = std::move(features)}
                            : restricted(block, features));
  }
}

// The finite numbers of a column of a table of the schema, as a block of numbers reads it.
std::vector<double> numbers_of(const Schema& schema, const Table& rows, const std::string& column) {
  const Encoder encoder(schema);
  encoder.check(rows);
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const Block& block = schema.blocks[b];
    const auto found = std::ranges::find(block.features, column);
    if (block.kind != Kind::measurements || found == block.features.end()) {
      continue;
    }
    EncodeBuffer buffer;
    const BlockRows encoded = encoder.rows(rows, b, buffer);
    const auto* const batch = std::get_if<Batch>(&encoded);
    if (batch == nullptr) {
      break;
    }
    const auto j = static_cast<std::size_t>(found - block.features.begin());
    std::vector<double> numbers;
    for (std::size_t i = 0; i < batch->rows; ++i) {
      if (const double value = batch->value(i, j); std::isfinite(value)) {
        numbers.push_back(value);
      }
    }
    return numbers;
  }
  throw Error(ErrorCode::usage, fmt::format("the sample has no numbers of column {}", quoted(column)));
}

std::vector<double> edges_for(const ColumnRole& role, const std::vector<double>& numbers) {
  if (numbers.empty()) {
    return {0};
  }
  const auto [low, high] = std::ranges::minmax(numbers);
  std::vector<double> edges = role.role == Role::mdl           ? fine_edges(numbers)
                              : role.role == Role::equal_width ? equal_width_edges(low, high, role.bins)
                                                               : equal_frequency_edges(numbers, role.bins);
  // Where all numbers of the sample are the same, others may come.
  return edges.empty() ? std::vector<double>{low + 0.0} : edges;
}

void decide(const ColumnRole& role, const std::vector<double>& numbers, Block& block) {
  const auto found = std::ranges::find(block.features, role.column);
  if (found == block.features.end()) {
    return;
  }
  const auto j = static_cast<std::size_t>(found - block.features.begin());
  if (role.role != Role::normal_score && block.kind == Kind::categories) {
    block.edges.resize(block.features.size());
    block.edges[j] = edges_for(role, numbers);
  } else if (role.role == Role::normal_score && block.kind == Kind::measurements) {
    NormalScore score = normal_score_knots(numbers);
    if (!score.empty()) {
      block.normal_scores.resize(block.features.size());
      block.normal_scores[j] = std::move(score);
    }
  }
}

}  // namespace

RowSample sample_rows(Source& source, const Schema& schema, std::uint64_t seed, const WorkOptions& work) {
  source.set_missing_markers(schema.dialect.missing);
  source.bind(schema);
  RowSample sample{Reservoir(schema, seed)};
  each_block(source, work, [&](const SourceRows& read) {
    sample.rows.add(read.rows, read.labels);
    for (std::size_t i = 0; i < read.rows.rows; ++i) {
      sample.seen += read.rows.weight(i) > 0 ? 1U : 0U;
    }
  });
  if (sample.seen == 0) {
    throw no_rows(source, schema.target, work.input);
  }
  return sample;
}

Schema sampled_schema(const FitPlan& plan) {
  Schema schema = plan.schema;
  schema.blocks.clear();
  for (const Block& block : plan.schema.blocks) {
    if (block.kind == Kind::categories) {
      append_runs(plan, block, schema.blocks);
    } else {
      schema.blocks.push_back(block);
    }
  }
  return schema;
}

bool needs_sample(const FitPlan& plan) { return !plan.undecided.empty() || plan.automatic.has_value(); }

FitPlan decided(FitPlan plan, const Table& rows, const Labels& labels, const WorkOptions& work) {
  const Schema schema = sampled_schema(plan);
  for (const ColumnRole& role : std::exchange(plan.undecided, {})) {
    const std::vector<double> numbers = numbers_of(schema, rows, role.column);
    for (Block& block : plan.schema.blocks) {
      decide(role, numbers, block);
    }
  }
  return plan.automatic ? chosen_automatically(std::move(plan), schema, rows, labels, work.threads) : plan;
}

}  // namespace suffice
