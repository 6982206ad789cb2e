// Accumulator: checks rows, turns labels into classes, and hands the rows of each block to its sums.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "encode/encoder.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "summary/amounts/amount_counter.hpp"
#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/finite_sums.hpp"
#include "summary/moments/dense_moments.hpp"
#include "summary/moments/moment_shape.hpp"
#include "summary/moments/moments.hpp"
#include "summary/moments/open_moments.hpp"
#include "summary/open_labels.hpp"
#include "summary/sum_memory.hpp"
#include "summary/terms/term_counter.hpp"
#include "summary/values/value_counter.hpp"

namespace suffice {

namespace {

// While rows are added a pooled diagonal is the diagonals of the classes.
MomentShape moment_shape(const Keep& keep, const Block& block) {
  MomentShape shape{keep, block.features.size()};
  if (keep.moments == MomentKind::pooled_diagonal) {
    shape.keep.moments = MomentKind::diagonal;
  }
  return shape;
}

// The sums of a block that are still open. Moments are dense until the first rows are sparse.
struct OpenBlock {
  Keep keep;
  std::variant<DenseMoments, SparseMoments, TermCounter, ValueCounter, AmountCounter> sums;
  EncodeBuffer buffer = {};
};

OpenBlock open_block(const Block& block, const Keep& keep, std::size_t declared_classes, unsigned threads) {
  switch (block.kind) {
    case Kind::measurements:
      check_feature_limit({keep, block.features.size()});
      return {keep, DenseMoments(moment_shape(keep, block), threads)};
    case Kind::counts:
    case Kind::text:
      return {keep, TermCounter(block, threads)};
    case Kind::categories:
      return {keep, ValueCounter(block, declared_classes, threads, keep.pairs)};
    case Kind::amounts:
      break;
  }
  return {keep, AmountCounter(block.features.size(), threads)};
}

void check_limit(const Block& block, const Keep& keep, std::size_t classes) {
  switch (block.kind) {
    case Kind::measurements:
      check_class_limit(moment_shape(keep, block), classes);
      break;
    case Kind::amounts:
      check_amount_limit(block.features.size(), classes);
      break;
    case Kind::counts:
    case Kind::text:
    case Kind::categories:
      break;  // grow by what is met
  }
}

// What a table is added to.
struct OpenSums {
  Schema schema;
  unsigned threads;
  Encoder encoder;
  OpenLabels labels;
  ClassTally tally = {};
  std::vector<OpenBlock> blocks = {};
};

OpenSums open_sums(Schema schema, const SummariseOptions& options) {
  check_schema(schema);
  if (!options.keep.empty() && options.keep.size() != schema.blocks.size()) {
    throw Error(ErrorCode::usage, fmt::format("what to keep is said of {} blocks, where the schema has {}",
                                              options.keep.size(), schema.blocks.size()));
  }
  OpenLabels labels(schema.declared_labels);
  Encoder encoder(schema);
  OpenSums open{std::move(schema), thread_count(options.threads), std::move(encoder), std::move(labels)};
  for (std::size_t b = 0; b < open.schema.blocks.size(); ++b) {
    const Block& block = open.schema.blocks[b];
    const Keep keep = options.keep.empty() ? Keep{} : options.keep[b];
    open.blocks.push_back(open_block(block, keep, open.schema.declared_labels.size(), open.threads));
    open.blocks.back().buffer.threads = open.threads;
    check_limit(block, keep, std::max<std::size_t>(open.labels.size(), 1));
  }
  return open;
}

// Bytes that a row of a block takes when it is written out; rows of a sparse table as many as they have on average,
// unless they are encoded.
std::size_t row_bytes(const Table& table, std::size_t columns, bool encoded) {
  std::size_t stored = 0;
  bool is_sparse = false;
  for (const Column& column : table.columns) {
    if (const auto* sparse = std::get_if<SparseMatrix>(&column)) {
      is_sparse = true;
      stored += std::visit(
          [](const auto& offsets) {
            const bool none = offsets.empty() || offsets.back() < offsets.front();
            return none ? std::size_t{0} : static_cast<std::size_t>(offsets.back() - offsets.front());
          },
          sparse->offsets);
    }
  }
  const std::size_t numbers = is_sparse && !encoded ? 1 + stored / std::max<std::size_t>(table.rows, 1) : columns;
  return sizeof(double) * std::min<std::size_t>(numbers, UINT32_MAX);
}

// The rows of one block of a table: at once where they need not be written out or are few, else in parts, each written
// out to the same memory.
class BlockInput {
 public:
  BlockInput(const OpenSums& open, OpenBlock& block, const Table& table, std::size_t number)
      : encoder_(open.encoder), buffer_(block.buffer), table_(table), number_(number) {
    constexpr std::size_t part_bytes = std::size_t{16} << 20U;
    constexpr std::size_t least_rows = 256;
    const std::size_t columns = open.schema.blocks[number].features.size();
    const std::size_t bytes = row_bytes(table, columns, open.encoder.is_encoded(number));
    step_ = open.encoder.is_view(table, number) ? table.rows : std::max(part_bytes / bytes, least_rows);
    if (step_ >= table.rows) {
      whole_ = open.encoder.rows(table, number, buffer_);
    }
  }

  // All rows, where they come at once.
  [[nodiscard]] const std::optional<BlockRows>& whole() const { return whole_; }
  [[nodiscard]] bool is_sparse() const {
    return std::holds_alternative<SparseBatch>(whole_ ? *whole_ : encoder_.rows(table_, number_, 0, 0, buffer_));
  }

  // visit(rows, the number of the first) for each part, in order.
  template <typename Visitor>
  void visit_parts(const Visitor& visit) const {
    if (whole_) {
      visit(*whole_, std::size_t{0});
      return;
    }
    for (std::size_t first = 0; first < table_.rows; first += step_) {
      visit(encoder_.rows(table_, number_, first, std::min(step_, table_.rows - first), buffer_), first);
    }
  }

 private:
  const Encoder& encoder_;
  EncodeBuffer& buffer_;
  const Table& table_;
  std::size_t number_;
  std::size_t step_ = 0;
  std::optional<BlockRows> whole_;
};

// What all blocks of one call to add() have to know.
struct BatchFacts {
  const BatchClasses& classes;
  std::size_t class_count;  // those declared included
  bool exact;               // ClassTally::exact, with this batch
  unsigned threads;
};

// Moments are summed in another way where rows are sparse.
void choose_moments(OpenBlock& open, const Block& block, bool sparse, bool has_rows, unsigned threads) {
  if (sparse == std::holds_alternative<SparseMoments>(open.sums)) {
    return;
  }
  if (has_rows) {
    throw Error(ErrorCode::usage,
                "dense and sparse rows cannot enter the same moments: let all rows be alike, or summarise them apart "
                "and merge the summaries");
  }
  if (sparse && has_matrices(open.keep.moments)) {
    throw Error(ErrorCode::usage,
                "sparse rows give variances, no covariance: use a model of variances alone, or dense rows", {},
                {Remedy{"model", {"gaussian-nb"}}, Remedy{"model", {"diagonal-lda"}}});
  }
  if (sparse) {
    open.sums = SparseMoments(block.features.size(), threads);
  } else {
    open.sums = DenseMoments(moment_shape(open.keep, block), threads);
  }
}

void check_rows(const BlockRows& rows, const Block& block, NumberRule rule, std::size_t first, unsigned threads) {
  check_shape(rows, block, threads);
  check_numbers(rows, block, rule, first, threads);
}

// Adds all rows of a block, which are checked on the way. After an Error the sums are as they were.
struct AddAtOnce {
  const Block& block;
  const BlockRows& rows;
  const BatchFacts& batch;

  void operator()(DenseMoments& sums) const {
    sums.add(std::get<Batch>(rows), batch.classes.rows(), block, batch.class_count);
  }
  void operator()(SparseMoments& sums) const {
    check_rows(rows, block, NumberRule::known, 0, batch.threads);
    sums.add(std::get<SparseBatch>(rows), batch.classes.rows());
  }
  void operator()(TermCounter& sums) const {
    const BatchClasses& classes = batch.classes;
    if (!sums.add_first(rows, classes.codes, classes.class_of_code)) {
      check_rows(rows, block, NumberRule::amount, 0, batch.threads);
      sums.add(rows, classes.codes, classes.class_of_code);
    }
  }
  void operator()(ValueCounter& sums) const {
    sums.add(std::get<CategoryBatch>(rows), batch.classes.rows(), block, batch.exact);
  }
  void operator()(AmountCounter& sums) const {
    check_rows(rows, block, NumberRule::amount, 0, batch.threads);
    sums.add(rows, batch.classes.rows());
  }
};

// What is left to do once the rows of a block were checked.
struct Prepared {
  std::function<void()> add;        // throws nothing but std::bad_alloc, unless there is an undo
  std::function<void()> undo = {};  // where adding may yet turn out to be too much
};

// Checks the rows of a block, which may come in parts. Nothing is changed.
struct Prepare {
  const Block& block;
  const BlockInput& input;
  const BatchFacts& batch;

  // check(rows, first) for all parts, and later add(rows, classes).
  template <typename Check, typename Add>
  Prepared by_parts(const Check& check, const Add& add) const {
    input.visit_parts([&](const BlockRows& rows, std::size_t first) {
      check_outline(rows, block);
      check(rows, first);
    });
    return {[parts = &input, classes = batch.classes.rows(), add] {
      parts->visit_parts(
          [&](const BlockRows& rows, std::size_t first) { add(rows, classes.slice(first, row_count(rows))); });
    }};
  }

  Prepared operator()(DenseMoments& sums) const {
    const auto found = std::make_shared<MissingSurvey>();
    Prepared prepared = by_parts(
        [&](const BlockRows& rows, std::size_t first) { sums.survey(std::get<Batch>(rows), block, first, *found); },
        [&sums, found](const BlockRows& rows, const RowClasses& classes) {
          sums.add_checked(std::get<Batch>(rows), classes, *found);
        });
    sums.check(*found, batch.class_count);
    return prepared;
  }
  Prepared operator()(SparseMoments& sums) const {
    return by_parts(
        [&](const BlockRows& rows, std::size_t first) {
          check_rows(rows, block, NumberRule::known, first, batch.threads);
        },
        [&sums](const BlockRows& rows, const RowClasses& classes) { sums.add(std::get<SparseBatch>(rows), classes); });
  }
  Prepared operator()(TermCounter& sums) const {
    std::size_t terms = 0;
    Prepared prepared = by_parts(
        [&](const BlockRows& rows, std::size_t first) {
          const RowClasses classes = batch.classes.rows().slice(first, row_count(rows));
          check_rows(rows, block, NumberRule::amount, first, batch.threads);
          sums.check(rows, classes.codes, classes.class_of_code, first);
          terms += sums.most_terms(rows);
        },
        [&sums](const BlockRows& rows, const RowClasses& classes) {
          sums.add(rows, classes.codes, classes.class_of_code);
        });
    if (sums.can_pass_limit(terms)) {
      prepared.undo = sums.undo();
    }
    return prepared;
  }
  Prepared operator()(ValueCounter& sums) const {
    ValueCounter::NewValues found;
    Prepared prepared =
        by_parts([&](const BlockRows& rows,
                     std::size_t first) { sums.check(std::get<CategoryBatch>(rows), block, first, found); },
                 [&sums, of = &block, exact = batch.exact](const BlockRows& rows, const RowClasses& classes) {
                   sums.add(std::get<CategoryBatch>(rows), classes, *of, exact);
                 });
    if (sums.can_pass_limit(found, batch.classes.classes)) {
      input.visit_parts([&](const BlockRows& rows, std::size_t) { sums.find(std::get<CategoryBatch>(rows), found); });
      sums.check_limit(found, batch.classes.classes);
    }
    return prepared;
  }
  Prepared operator()(AmountCounter& sums) const {
    return by_parts([&](const BlockRows& rows,
                        std::size_t first) { check_rows(rows, block, NumberRule::amount, first, batch.threads); },
                    [&sums](const BlockRows& rows, const RowClasses& classes) { sums.add(rows, classes); });
  }
};

// The block that is checked while it is summed, if any: the widest whose rows come at once, since it gains the most.
std::size_t widest_at_once(const OpenSums& open, const std::vector<BlockInput>& inputs) {
  std::size_t widest = inputs.size();
  std::size_t most = 0;
  for (std::size_t b = 0; b < inputs.size(); ++b) {
    const Block& block = open.schema.blocks[b];
    const std::size_t columns = block.kind == Kind::text ? 0 : block.features.size();
    if (inputs[b].whole() && columns > most) {
      widest = b;
      most = columns;
    }
  }
  return inputs.size() == 1 && inputs[0].whole() ? 0 : widest;
}

// Blocks are checked first, all but one, which is checked while it is summed and is as it was after an Error. From then
// on nothing can fail but memory.
void add_blocks(OpenSums& open, std::vector<BlockInput>& inputs, const BatchFacts& batch) {
  const std::size_t at_once = widest_at_once(open, inputs);
  std::vector<Prepared> prepared;
  for (std::size_t b = 0; b < inputs.size(); ++b) {
    if (b != at_once) {
      prepared.push_back(std::visit(Prepare{open.schema.blocks[b], inputs[b], batch}, open.blocks[b].sums));
    }
  }
  std::ranges::stable_partition(prepared, [](const Prepared& block) { return block.undo != nullptr; });
  std::size_t done = 0;
  try {
    for (; done < prepared.size() && prepared[done].undo; ++done) {
      prepared[done].add();
    }
    if (at_once < inputs.size()) {
      std::visit(AddAtOnce{open.schema.blocks[at_once], *inputs[at_once].whole(), batch}, open.blocks[at_once].sums);
    }
  } catch (const Error&) {
    for (std::size_t k = 0; k <= done && k < prepared.size() && prepared[k].undo; ++k) {
      prepared[k].undo();
    }
    throw;
  }
  for (; done < prepared.size(); ++done) {
    prepared[done].add();
  }
}

void add_rows(OpenSums& open, const Table& table, const Labels& labels) {
  open.encoder.check(table);
  check_labels(table.rows, table.weights, labels, open.threads);
  const BatchClasses classes = open.labels.classes_of(table.weights, labels);
  ClassTally tally = open.tally;
  tally.add(classes.rows(), table.weights, open.threads);
  const BatchFacts batch{classes, open.labels.size_after(classes), tally.exact, open.threads};
  std::vector<BlockInput> inputs;
  inputs.reserve(open.blocks.size());
  for (std::size_t b = 0; b < open.blocks.size(); ++b) {
    const Block& block = open.schema.blocks[b];
    OpenBlock& sums = open.blocks[b];
    const BlockInput& input = inputs.emplace_back(open, sums, table, b);
    if (input.whole()) {
      check_outline(*input.whole(), block);
    }
    check_limit(block, sums.keep, batch.class_count);
    if (block.kind == Kind::measurements) {
      choose_moments(sums, block, input.is_sparse(), open.tally.total_rows() > 0, open.threads);
    }
  }
  add_blocks(open, inputs, batch);
  open.tally = std::move(tally);
  open.labels.add(classes);
}

// The sums of a block, class k being order[k]; classes that were only declared have the last numbers.
struct CloseBlock {
  const Block& block;
  const Keep& keep;
  const ClassCounts& classes;
  std::span<const std::size_t> order;
  const ClassTally& tally;

  [[nodiscard]] Sums as_kept(Moments moments) const {
    return moments.kind == keep.moments ? std::move(moments)
                                        : read_as(MomentBlock{block, classes, moments}, keep.moments);
  }
  Sums operator()(OpenMoments open) const { return as_kept(std::move(open).close(order)); }
  Sums operator()(const DenseMoments& sums) const { return (*this)(sums.sums()); }
  Sums operator()(const SparseMoments& sums) const { return as_kept(sums.moments(order, tally)); }
  Sums operator()(const TermCounter& sums) const { return sums.counts(order); }
  Sums operator()(const ValueCounter& sums) const { return sums.counts(order, block); }
  Sums operator()(const AmountCounter& sums) const { return sums.sums(order, tally); }
};

// close(block number, CloseBlock) gives the sums of each block.
template <typename Close>
Summary close_sums(const OpenSums& open, Schema schema, const Close& close) {
  const std::vector<std::string> names = open.labels.names();
  const std::vector<std::size_t> order = label_order(names);
  Summary summary{std::move(schema), counts_in_order(open.tally, names, order), {}};
  for (std::size_t b = 0; b < open.blocks.size(); ++b) {
    summary.sums.push_back(
        close(b, CloseBlock{summary.schema.blocks[b], open.blocks[b].keep, summary.classes, order, open.tally}));
  }
  check_finite_sums(summary, open.threads);
  return summary;
}

Summary summary_of(const OpenSums& open) {
  return close_sums(open, open.schema,
                    [&](std::size_t b, const CloseBlock& close) { return std::visit(close, open.blocks[b].sums); });
}

}  // namespace

struct Accumulator::State {
  OpenSums open;
  std::optional<Summary> merged = {};  // the summaries that were added
};

Accumulator::Accumulator(Schema schema, const SummariseOptions& options)
    : state_(std::make_unique<State>(State{open_sums(std::move(schema), options)})) {}
Accumulator::~Accumulator() = default;
Accumulator::Accumulator(Accumulator&&) noexcept = default;
Accumulator& Accumulator::operator=(Accumulator&&) noexcept = default;

void Accumulator::add(const Table& rows, const Labels& labels) { add_rows(state_->open, rows, labels); }

// What was merged has the columns and kinds of these sums from the first summary on, since it is merged with sums of no
// rows; with rows, both are merged to see whether they can be.
void Accumulator::add(const Summary& summary) {
  const Summary held = summary_of(state_->open);
  Summary both = state_->merged ? merge(*state_->merged, summary) : merge(held, summary);
  if (held.classes.total_rows() > 0) {
    if (!state_->merged) {
      both = summary;
    } else {
      (void)merge(held, both);
    }
  }
  state_->merged = std::move(both);
}

std::uint64_t Accumulator::rows() const {
  return state_->open.tally.total_rows() + (state_->merged ? state_->merged->classes.total_rows() : 0);
}

std::size_t Accumulator::classes() const {
  if (!state_->merged) {
    return state_->open.labels.size();
  }
  const std::vector<std::size_t> places = places_in(state_->merged->classes.labels, state_->open.labels.names());
  return state_->open.labels.size() + static_cast<std::size_t>(std::ranges::count(places, no_place));
}

std::uint64_t Accumulator::invalid_bytes() const {
  std::uint64_t count = 0;
  for (const OpenBlock& block : state_->open.blocks) {
    const auto* terms = std::get_if<TermCounter>(&block.sums);
    count += terms != nullptr ? terms->invalid_bytes() : 0;
  }
  return count;
}

Summary Accumulator::summary() const {
  Summary summary = summary_of(state_->open);
  return state_->merged ? merge(summary, *state_->merged) : summary;
}

void swap_memory(Accumulator& sums, SumMemory& memory) {
  std::vector<OpenBlock>& blocks = sums.state_->open.blocks;
  memory.blocks.resize(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    auto* const dense = std::get_if<DenseMoments>(&blocks[b].sums);
    if (dense != nullptr) dense->swap_workspace(memory.blocks[b]);
  }
}

Summary summarise(const Table& rows, const Labels& labels, const Schema& schema, const SummariseOptions& options) {
  OpenSums open = open_sums(schema, options);
  add_rows(open, rows, labels);
  return close_sums(open, std::move(open.schema), [&](std::size_t b, const CloseBlock& close) {
    auto* dense = std::get_if<DenseMoments>(&open.blocks[b].sums);
    if (dense == nullptr) {
      return std::visit(close, open.blocks[b].sums);
    }
    OpenMoments sums = std::move(*dense).take();
    open.blocks[b].sums = SparseMoments(0, 1);  // lets go of the memory that adding took
    return close(std::move(sums));
  });
}

}  // namespace suffice
