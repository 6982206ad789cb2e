// Accumulator: checks rows, turns labels into classes, and hands both to the sums.
#include <algorithm>
#include <array>
#include <variant>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "summary/amount_counter.hpp"
#include "summary/class_counts.hpp"
#include "summary/dense_moments.hpp"
#include "summary/finite_sums.hpp"
#include "summary/moment_limits.hpp"
#include "summary/open_labels.hpp"
#include "summary/sparse_moments.hpp"
#include "summary/term_counter.hpp"
#include "summary/value_counter.hpp"

namespace suffice {

namespace {

struct OpenTerms {
  TermCounter counter;
  ClassTally tally = {};
};

// Sums that are still open, and all it takes to add to them. Moments are dense until the first rows are sparse.
struct OpenSums {
  Schema schema;
  Keep keep;
  unsigned threads;
  OpenLabels labels;
  std::variant<DenseMoments, SparseMoments, OpenTerms, ValueCounter, AmountCounter> sums;
};

// While rows are added a pooled diagonal is the diagonals of the classes.
MomentShape moment_shape(const Keep& keep, const Schema& schema) {
  MomentShape shape{keep, schema.features.size()};
  if (keep.moments == MomentKind::pooled_diagonal) {
    shape.keep.moments = MomentKind::diagonal;
  }
  return shape;
}

void check_keep(const Keep& keep, Encoding encoding) {
  const bool fits = encoding == Encoding::text         ? keep.sums == SumKind::terms
                    : encoding == Encoding::categories ? keep.sums == SumKind::values
                                                       : keep.sums != SumKind::values;
  if (keep.sums == SumKind::patterns) {
    throw Error(ErrorCode::usage, "patterns of missing values are not asked for: keep moments, which become them");
  }
  if (!fits) {
    constexpr std::array names = {"moments", "counts of terms", "counts of values", "sums of amounts"};
    throw Error(ErrorCode::usage,
                fmt::format("{} cannot be kept of features that are {}: choose a model that fits the features",
                            names.at(static_cast<std::size_t>(keep.sums)), encoding_name(encoding)));
  }
}

void check_limits(const OpenSums& open, std::size_t classes) {
  if (open.keep.sums == SumKind::moments) {
    check_class_limit(moment_shape(open.keep, open.schema), classes);
  } else if (open.keep.sums == SumKind::amounts) {
    check_amount_limit(open.schema.features.size(), classes);
  }
}

OpenSums open_sums(Schema schema, const SummariseOptions& options) {
  check_schema(schema);
  check_keep(options.keep, schema.encoding);
  const unsigned threads = thread_count(options.threads);
  const Keep& keep = options.keep;
  if (keep.sums == SumKind::moments) {
    check_feature_limit({keep, schema.features.size()});
  }
  OpenLabels labels(schema.declared_labels);
  OpenSums open{std::move(schema), keep, threads, std::move(labels), SparseMoments(0, 1)};
  check_limits(open, std::max<std::size_t>(open.labels.size(), 1));
  switch (keep.sums) {
    case SumKind::patterns:
    case SumKind::moments:
      open.sums = DenseMoments(moment_shape(keep, open.schema), threads);
      break;
    case SumKind::terms:
      open.sums = OpenTerms{TermCounter(open.schema, threads)};
      break;
    case SumKind::values:
      open.sums = ValueCounter(open.schema, threads);
      break;
    case SumKind::amounts:
      open.sums = AmountCounter(open.schema.features.size(), threads);
      break;
  }
  return open;
}

std::uint64_t rows_of(const DenseMoments& sums) { return sums.rows(); }
std::uint64_t rows_of(const OpenTerms& sums) { return sums.tally.total_rows(); }
template <typename Sums>
std::uint64_t rows_of(const Sums& sums) {
  return sums.tally().total_rows();
}

std::uint64_t rows_of(const OpenSums& open) {
  return std::visit([](const auto& sums) { return rows_of(sums); }, open.sums);
}

// Moments are summed in another way where rows are sparse.
void choose_moments(OpenSums& open, bool sparse) {
  if (sparse == std::holds_alternative<SparseMoments>(open.sums)) {
    return;
  }
  if (rows_of(open) > 0) {
    throw Error(ErrorCode::usage,
                "dense and sparse rows cannot enter the same moments: give all rows alike, or summarise them apart and "
                "merge the summaries");
  }
  if (sparse && has_matrices(open.keep.moments)) {
    throw Error(ErrorCode::usage,
                "sparse rows give variances, no covariance: take a model of variances alone (--model gaussian-nb or "
                "diagonal-lda), or give dense rows");
  }
  if (sparse) {
    open.sums = SparseMoments(open.schema.features.size(), open.threads);
  } else {
    open.sums = DenseMoments(moment_shape(open.keep, open.schema), open.threads);
  }
}

struct AddRows {
  const OpenSums& open;
  const Rows& rows;
  const BatchClasses& classes;

  void operator()(DenseMoments& sums) const {
    sums.add(std::get<Batch>(rows), classes, open.schema, open.labels.size_after(classes));
  }
  void check(NumberRule rule) const {
    check_shape(rows, open.schema, open.threads);
    check_numbers(rows, open.schema, rule, 0, open.threads);
  }
  void operator()(SparseMoments& sums) const {
    check(NumberRule::known);
    sums.add(std::get<SparseBatch>(rows), classes.rows());
  }
  void operator()(OpenTerms& sums) const {
    if (!sums.counter.add_first(rows, classes.codes, classes.class_of_code)) {
      check(NumberRule::amount);
      sums.counter.add(rows, classes.codes, classes.class_of_code);
    }
    sums.tally.add(classes.rows(), row_weights(rows));
  }
  void operator()(ValueCounter& sums) const { sums.add(std::get<CategoryBatch>(rows), classes.rows(), open.schema); }
  void operator()(AmountCounter& sums) const {
    check(NumberRule::amount);
    sums.add(rows, classes.rows());
  }
};

void add_rows(OpenSums& open, const Rows& rows, const Labels& labels) {
  check_outline(rows, open.schema);
  check_labels(rows, labels);
  const BatchClasses classes = open.labels.classes_of(rows, labels);
  check_limits(open, open.labels.size_after(classes));
  if (open.keep.sums == SumKind::moments) {
    choose_moments(open, std::holds_alternative<SparseBatch>(rows));
  }
  std::visit(AddRows{open, rows, classes}, open.sums);
  open.labels.add(classes);
}

// Closes sums, class k being order[k]; classes that were only declared have the last numbers.
struct CloseSums {
  Schema schema;  // goes to the summary
  Keep keep;
  std::vector<std::string> names;
  std::vector<std::size_t> order;

  [[nodiscard]] Summary put(ClassCounts counts, decltype(Summary::sums) sums) {
    Summary summary{std::move(schema), std::move(counts), std::move(sums)};
    check_finite_sums(summary);
    return summary;
  }
  [[nodiscard]] Summary put(const ClassTally& tally, decltype(Summary::sums) sums) {
    return put(counts_in_order(tally, names, order), std::move(sums));
  }
  [[nodiscard]] Summary as_kept(Summary summary) const {
    return moment_kind(summary) == keep.moments ? std::move(summary) : read_as(summary, keep.moments);
  }
  Summary operator()(OpenMoments open) {
    OpenMoments::Closed closed = std::move(open).close(order);
    ClassCounts counts{{}, std::move(closed.rows), std::move(closed.weight)};
    for (const std::size_t c : order) {
      counts.labels.push_back(names[c]);
    }
    return as_kept(std::visit([&](auto& sums) { return put(std::move(counts), std::move(sums)); }, closed.sums));
  }
  Summary operator()(const DenseMoments& sums) { return (*this)(sums.sums()); }
  Summary operator()(const SparseMoments& sums) { return as_kept(put(sums.tally(), sums.moments(order))); }
  Summary operator()(const OpenTerms& sums) { return put(sums.tally, sums.counter.counts(order)); }
  Summary operator()(const ValueCounter& sums) { return put(sums.tally(), sums.counts(order, schema)); }
  Summary operator()(const AmountCounter& sums) { return put(sums.tally(), sums.sums(order)); }
};

CloseSums closing(const OpenSums& open, Schema schema) {
  std::vector<std::string> names = open.labels.names();
  std::vector<std::size_t> order = label_order(names);
  return {std::move(schema), open.keep, std::move(names), std::move(order)};
}

}  // namespace

struct Accumulator::State {
  OpenSums open;
};

Accumulator::Accumulator(Schema schema, SummariseOptions options)
    : state_(std::make_unique<State>(State{open_sums(std::move(schema), options)})) {}
Accumulator::~Accumulator() = default;
Accumulator::Accumulator(Accumulator&&) noexcept = default;
Accumulator& Accumulator::operator=(Accumulator&&) noexcept = default;

void Accumulator::add(const Rows& rows, const Labels& labels) { add_rows(state_->open, rows, labels); }

std::uint64_t Accumulator::rows() const { return rows_of(state_->open); }

std::size_t Accumulator::classes() const { return state_->open.labels.size(); }

std::uint64_t Accumulator::invalid_bytes() const {
  const auto* terms = std::get_if<OpenTerms>(&state_->open.sums);
  return terms != nullptr ? terms->counter.invalid_bytes() : 0;
}

Summary Accumulator::summary() const {
  return std::visit(closing(state_->open, state_->open.schema), state_->open.sums);
}

Summary summarise(const Rows& rows, const Labels& labels, const Schema& schema, SummariseOptions options) {
  OpenSums open = open_sums(schema, options);
  add_rows(open, rows, labels);
  CloseSums close = closing(open, std::move(open.schema));
  if (auto* dense = std::get_if<DenseMoments>(&open.sums)) {
    OpenMoments sums = std::move(*dense).take();
    open.sums = SparseMoments(0, 1);  // lets go of the memory that adding took
    return close(std::move(sums));
  }
  return std::visit(close, open.sums);
}

}  // namespace suffice
