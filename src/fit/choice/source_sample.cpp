// A sample of the rows of a source, and what is decided from it before the sums are made: knots and edges of columns.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "encode/encoder.hpp"
#include "encode/sampled_knots.hpp"
#include "fit/choice/choose_model.hpp"
#include "fit/choice/column_sample.hpp"
#include "fit/choice/fine_bins.hpp"
#include "fit/met_values.hpp"
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
  return role != nullptr && role->role != Role::normal_score && role->role != Role::indicators;
}

bool becomes_indicators(const FitPlan& plan, const std::string& column) {
  const ColumnRole* const role = undecided_role(plan, column);
  return role != nullptr && role->role == Role::indicators;
}

// A block of measurements, and the columns that become indicators in a block of categories.
void append_numbers(const FitPlan& plan, const Block& block, std::vector<Block>& runs) {
  Block numbers = block;
  Block categories = {.kind = Kind::categories, .features = {}};
  for (const Indicators& own : block.indicators) {
    if (becomes_indicators(plan, own.column)) {
      categories.features.push_back(own.column);
    }
  }
  if (!categories.features.empty()) {
    numbers.indicators.clear();
    numbers.features.resize(block.features.size() - block.indicators.size());
  }
  for (Block& run : std::array{std::move(numbers), std::move(categories)}) {
    if (!run.features.empty()) {
      runs.push_back(std::move(run));
    }
  }
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

// The numbers of a column of a table of the schema, as a block of numbers reads it.
RankedNumbers numbers_of(const Schema& schema, const Table& rows, const std::string& column) {
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
      numbers.push_back(batch->value(i, j));
    }
    return RankedNumbers(numbers, rows.weights);
  }
  throw Error(ErrorCode::usage, fmt::format("the sample has no numbers of column {}", quoted(column)));
}

std::vector<double> edges_for(const ColumnRole& role, const RankedNumbers& numbers, std::size_t most_fine) {
  if (numbers.empty()) {
    return {0};
  }
  const auto [low, high] = *numbers.extremes();
  std::vector<double> edges = role.role == Role::mdl           ? fine_edges(numbers, most_fine)
                              : role.role == Role::equal_width ? equal_width_edges(low, high, role.bins)
                                                               : equal_frequency_edges(numbers, role.bins);
  // Where all numbers of the sample are the same, others may come.
  return edges.empty() ? std::vector<double>{low} : edges;
}

void decide(const ColumnRole& role, const RankedNumbers& numbers, Block& block, std::size_t most_fine = most_edges) {
  const auto found = std::ranges::find(block.features, role.column);
  if (found == block.features.end()) {
    return;
  }
  const auto j = static_cast<std::size_t>(found - block.features.begin());
  if (role.role != Role::normal_score && block.kind == Kind::categories) {
    block.edges.resize(block.features.size());
    block.edges[j] = edges_for(role, numbers, most_fine);
    if (!numbers.empty()) {
      block.extremes.resize(block.features.size());
      block.extremes[j] = numbers.extremes();
    }
  } else if (role.role == Role::normal_score && block.kind == Kind::measurements) {
    NormalScore score = normal_score_knots(numbers);
    if (!score.empty()) {
      block.normal_scores.resize(block.features.size());
      block.normal_scores[j] = std::move(score);
    }
  }
}

// Those of the values that are common enough in the sample, behind the numbers. Categories of their own are a way out
// unless the model takes numbers only.
void decide_indicators(const ColumnSample& sample, bool takes_categories, Block& block) {
  constexpr std::size_t least_rows = 2;  // of a value: one row alone says nothing of how it varies
  const std::vector<Indicators> undecided = std::exchange(block.indicators, {});
  block.features.resize(block.features.size() - undecided.size());
  for (const Indicators& own : undecided) {
    Indicators found = indicators_of(sample, own.column, least_rows);
    if (found.values.empty()) {
      std::vector<Remedy> remedies{{"drop", {own.column}}};
      if (takes_categories) remedies.insert(remedies.begin(), {"column", {own.column + "=categorical"}});
      throw Error(
          ErrorCode::bad_data,
          fmt::format("column {} has no value that two rows share, so that its indicators would tell single rows",
                      quoted(own.column)),
          "", std::move(remedies));
    }
    for (const std::string& value : found.values) {
      block.features.push_back(indicator_name(own.column, value));
    }
    block.indicators.push_back(std::move(found));
  }
}

// The columns of the role mdl in one block; the other bins of it are decided.
void decide_fine_bins(std::span<const ColumnRole> undecided, bool pairs, const Schema& sampled, const Table& rows,
                      const Labels& labels, Block& block) {
  std::vector<std::string> fine;
  for (const ColumnRole& role : undecided) {
    const bool is_here = std::ranges::find(block.features, role.column) != block.features.end();
    if (role.role == Role::mdl && is_here) fine.push_back(role.column);
  }
  if (fine.empty()) return;
  const std::vector<std::size_t> most =
      pairs ? fine_edges_among_pairs(block, fine, ColumnSample(sampled, rows, labels), labels.names.size())
            : std::vector<std::size_t>(fine.size(), most_edges);
  for (std::size_t k = 0; k < fine.size(); ++k) {
    decide({.column = fine[k], .role = Role::mdl}, numbers_of(sampled, rows, fine[k]), block, most[k]);
  }
}

}  // namespace

RowSample sample_rows(Source& source, const Schema& schema, std::uint64_t seed, const WorkOptions& work) {
  MetValues met(schema);
  return sample_rows(source, schema, seed, work, met);
}

RowSample sample_rows(Source& source, const Schema& schema, std::uint64_t seed, const WorkOptions& work,
                      MetValues& met) {
  source.set_missing_markers(schema.dialect.missing);
  source.bind(schema);
  RowSample sample{Reservoir(schema, seed)};
  each_block(source, work, [&](const SourceRows& read) {
    sample.rows.add(read.rows, read.labels);
    met.add(read.rows);
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
      append_numbers(plan, block, schema.blocks);
    }
  }
  return schema;
}

bool needs_sample(const FitPlan& plan) { return !plan.undecided.empty() || plan.automatic.has_value(); }

FitPlan decided(FitPlan plan, const Table& rows, const Labels& labels, const WorkOptions& work) {
  const Schema schema = sampled_schema(plan);
  const std::vector<ColumnRole> undecided = std::exchange(plan.undecided, {});
  if (std::ranges::find(undecided, Role::indicators, &ColumnRole::role) != undecided.end()) {
    const ColumnSample sample(schema, rows, labels);
    for (Block& block : plan.schema.blocks) {
      decide_indicators(sample, !plan.options.rival || plan.options.rival->loss != RivalLoss::least_squares, block);
    }
  }
  for (const ColumnRole& role : undecided) {
    if (role.role == Role::indicators || role.role == Role::mdl) {
      continue;
    }
    const RankedNumbers numbers = numbers_of(schema, rows, role.column);
    for (Block& block : plan.schema.blocks) {
      decide(role, numbers, block);
    }
  }
  for (std::size_t b = 0; b < plan.schema.blocks.size(); ++b) {
    const bool pairs = b < plan.keep.size() && plan.keep[b].pairs;
    decide_fine_bins(undecided, pairs, schema, rows, labels, plan.schema.blocks[b]);
  }
  return plan.automatic ? chosen_automatically(std::move(plan), schema, rows, labels, work) : plan;
}

}  // namespace suffice
