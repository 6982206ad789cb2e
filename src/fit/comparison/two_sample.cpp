#include "fit/comparison/two_sample.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "encode/encoder.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/metrics/proportion.hpp"
#include "math/special/random.hpp"
#include "math/special/tails.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_measured = 100;  // columns that count, of which more are terms

// The columns of a table as its blocks encode them: numbers, categories, text.
class EncodedTable {
 public:
  EncodedTable(const Schema& schema, const Table& table, std::span<const std::uint32_t> classes,
               std::span<const std::string> labels)
      : encoder_(schema), buffers_(schema.blocks.size()), labels_(labels.begin(), labels.end()) {
    table_.rows = table.rows;
    encoder_.check(table);
    for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
      std::visit([&](const auto& rows) { add(rows); }, encoder_.rows(table, b, buffers_[b]));
    }
    if (!classes.empty()) {
      table_.columns.emplace_back(CategoryColumn{classes.data(), Texts(labels_)});
    }
  }

  [[nodiscard]] const Table& table() const { return table_; }

 private:
  void add(const Batch& rows) {
    table_.columns.emplace_back(NumberMatrix{std::visit([](const auto* start) { return Numbers(start); }, rows.values),
                                             rows.columns, rows.row_stride, rows.column_stride});
  }
  void add(const SparseBatch& rows) {
    table_.columns.emplace_back(SparseMatrix{rows.values, rows.offsets, rows.indices, rows.columns});
  }
  void add(const CategoryBatch& rows) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      table_.columns.emplace_back(
          CategoryColumn{rows.codes + j, rows.values[j], static_cast<std::ptrdiff_t>(rows.columns)});
    }
  }
  void add(const TextBatch& rows) { table_.columns.emplace_back(TextColumn{rows.documents}); }

  Encoder encoder_;
  std::vector<EncodeBuffer> buffers_;
  std::vector<std::string> labels_;
  Table table_;
};

struct TestedColumns {
  std::vector<std::string> names;
  std::vector<ColumnRole> roles;
};

Role tested_role(const Block& block) {
  switch (block.kind) {
    case Kind::text:
      return Role::text;
    case Kind::categories:
      return Role::categorical;
    case Kind::counts:
      return block.features.size() > most_measured ? Role::term : Role::number;
    case Kind::measurements:
    case Kind::amounts:
      break;
  }
  return Role::number;
}

TestedColumns columns_told_apart(const Schema& schema, bool with_labels) {
  TestedColumns columns;
  for (const Block& block : schema.blocks) {
    for (const std::string& feature : block.features) {
      columns.names.push_back(feature);
      columns.roles.push_back({feature, tested_role(block)});
    }
  }
  if (with_labels) {
    columns.names.push_back(schema.target);
    columns.roles.push_back({schema.target, Role::categorical});
  }
  return columns;
}

Table with_columns(const Table& table, const Schema& schema, const std::vector<std::string>& names) {
  const std::vector<std::string> wanted = columns_of(schema);
  return wanted == names ? table : select_columns(table, places_in(wanted, names));
}

/// The places of rows, those that are copies of one row together.
using RowGroups = std::vector<std::vector<std::size_t>>;

RowGroups groups_of(std::size_t rows, std::span<const std::size_t> sources) {
  RowGroups groups;
  std::map<std::size_t, std::size_t> known;  // groups, by source
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t group = known.emplace(sources.empty() ? i : sources[i], groups.size()).first->second;
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(i);
  }
  return groups;
}

// Every other group of a random order.
struct Halves {
  std::vector<std::size_t> learned;
  std::vector<std::size_t> tried;
};

Halves random_halves(const RowGroups& groups, std::uint64_t seed) {
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  Halves halves;
  for (std::size_t place = 0; place < order.size(); ++place) {
    std::ranges::copy(groups[order[place]], std::back_inserter(place % 2 == 0 ? halves.learned : halves.tried));
  }
  std::ranges::sort(halves.learned);
  std::ranges::sort(halves.tried);
  return halves;
}

ClassifierCheck told_apart(const TestedColumns& columns, const Table& rows, const Table& draws, const Halves& halves,
                           std::uint64_t seed, unsigned threads) {
  const std::vector<std::string> names = {"draw", "row"};
  FitOptions options;
  options.columns.target = "row or draw";
  while (std::ranges::find(columns.names, options.columns.target) != columns.names.end()) options.columns.target += "?";
  options.columns.roles = columns.roles;
  std::vector<std::string> all = columns.names;
  all.push_back(options.columns.target);
  options.seed = seed;
  options.validation.rows = Validation::Rows::none;
  const FitPlan plan = plan_fit(all, options);
  const Schema sampled = sampled_schema(plan);
  Reservoir learned(sampled, seed);
  const auto learn = [&](const Table& table, std::uint32_t code) {
    const ReorderedRows part(table, halves.learned);
    const std::vector<std::uint32_t> codes(halves.learned.size(), code);
    learned.add(with_columns(part.table(), sampled, columns.names), {codes, names});
  };
  learn(draws, 0);
  learn(rows, 1);
  const FitResult fitted = fit(learned.rows(), learned.labels(), plan, {.threads = threads});
  double right = 0;
  const auto try_on = [&](const Table& table, std::uint32_t code) {
    const ReorderedRows part(table, halves.tried);
    std::vector<std::uint32_t> found(halves.tried.size());
    fitted.model.predict(with_columns(part.table(), fitted.model.schema(), columns.names), found, {.threads = threads});
    right += static_cast<double>(std::ranges::count(found, code));
  };
  try_on(draws, 0);
  try_on(rows, 1);
  const auto count = static_cast<double>(2 * halves.tried.size());
  return {.classifier = fitted.stored.ranking.models.empty() ? model_name(fitted.stored.options)
                                                             : fitted.stored.ranking.models.front().name,
          .rows = 2 * halves.tried.size(),
          .accuracy = wilson_interval(right, count),
          .p_value = binomial_tail(right, count, 0.5)};
}

}  // namespace

ClassifierCheck tell_apart(const Schema& schema, const Table& rows, const Table& draws,
                           std::span<const std::uint32_t> classes, std::span<const std::string> labels,
                           std::span<const std::size_t> sources, std::uint64_t seed, unsigned threads) {
  constexpr std::size_t fewest = 20;
  const RowGroups groups = groups_of(rows.rows, sources);
  if (groups.size() < fewest) return {.problem = "there are too few rows to learn from"};
  const bool with_labels = !classes.empty() && labels.size() > 1;
  const std::span<const std::uint32_t> known = with_labels ? classes : std::span<const std::uint32_t>();
  Schema unfilled = schema;
  for (Block& block : unfilled.blocks) block.fills.clear();
  const EncodedTable of_rows(unfilled, rows, known, labels);
  const EncodedTable of_draws(unfilled, draws, known, labels);
  try {
    return told_apart(columns_told_apart(schema, with_labels), of_rows.table(), of_draws.table(),
                      random_halves(groups, seed), seed, threads);
  } catch (const Error& error) {
    return {.problem = error.what()};
  }
}

}  // namespace suffice
