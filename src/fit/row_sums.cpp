#include "fit/row_sums.hpp"

#include <charconv>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "fit/two_values.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// A thread beside this one, unless the system has none to spare. It is one more than those that work on rows: reading
// rows that need no parsing takes a part of the time that summing them takes, and a thread taken off the sums for all
// of it would make two processors a fifth slower.
void make_helper(std::optional<HelperThread>& helper) {
  try {
    helper.emplace();
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): this thread does all of it
  }
}

// Does `aside` on the other thread while `here` is done by this one; where there is no other, after it.
void do_both(std::optional<HelperThread>& helper, const std::function<void()>& here,
             const std::function<void()>& aside) {
  if (!helper) {
    here();
    aside();
    return;
  }
  std::exception_ptr failure;
  std::exception_ptr failure_aside;
  helper->start([&] {
    try {
      aside();
    } catch (...) {
      failure_aside = std::current_exception();
    }
  });
  try {
    here();
  } catch (...) {
    failure = std::current_exception();
  }
  helper->wait();
  for (const std::exception_ptr& thrown : {failure, failure_aside}) {
    if (thrown) {
      std::rethrow_exception(thrown);
    }
  }
}

// A table counts its rows from 0; people count those of the input from 1.
template <typename RowsTaker>
void add_rows(RowsTaker& sums, TwoValues& two_values, const SourceRows& read, const std::string& input) {
  try {
    two_values.check(read.rows);
    sums.add(read.rows, read.labels);
  } catch (const Error& error) {
    std::uint64_t row = 0;
    const std::string& where = error.where();
    if (!where.starts_with("row ") ||
        std::from_chars(where.data() + 4, where.data() + where.size(), row).ec != std::errc()) {
      throw;
    }
    throw Error(error.code(), error.message(),
                fmt::format("{}{}row {}", input, input.empty() ? "" : ": ", read.before + row + 1), error.remedies());
  }
}

}  // namespace

void each_block_aside(Source& source, const WorkOptions& work, const std::function<void(const SourceRows&)>& use,
                      const std::function<void(const SourceRows&)>& aside, const std::function<void()>& waiting) {
  std::optional<HelperThread> helper;
  if (work.threads != 1) {
    make_helper(helper);
  }
  RowBlock block;
  std::uint64_t rows = 0;
  while (true) {
    if (waiting && source.would_wait()) {
      waiting();
    }
    if (!source.next(block)) {
      return;
    }
    // The views are made before the source goes on.
    const Table table = source.table(block);
    const Labels labels = work.labels ? work.labels(source.labels(block)) : source.labels(block);
    const SourceRows read = {block, table, labels, rows};
    do_both(
        helper, [&] { use(read); },
        [&] {
          if (aside) {
            aside(read);
          }
          source.read_ahead();
        });
    rows += block.rows;
    if (work.progress) {
      work.progress(rows, source.bytes_read());
    }
  }
}

void each_block(Source& source, const WorkOptions& work, const std::function<void(const SourceRows&)>& use,
                const std::function<void()>& waiting) {
  each_block_aside(source, work, use, {}, waiting);
}

Error no_rows(const Source& source, const std::string& target, const std::string& input) {
  if (source.skipped_rows().unlabelled > 0) {
    return {ErrorCode::bad_data,
            fmt::format("no row has a label in column {}", quoted(target)),
            input,
            {{"target", {"COL"}}}};
  }
  return {ErrorCode::bad_data, "there are no rows to learn from", input};
}

void check_declared_labels(const Schema& schema, std::uint64_t rows) {
  constexpr std::size_t most_numbers = std::size_t{1} << 18U;
  std::size_t columns = 0;
  for (const Block& block : schema.blocks) {
    columns += has_terms(block.kind) ? 0 : block.features.size();
  }
  const std::size_t labels = schema.declared_labels.size();
  if (labels <= rows || columns == 0 || labels <= most_numbers / columns) {
    return;
  }
  throw Error(
      ErrorCode::bad_data,
      fmt::format(
          "{} labels are declared, more than the {} rows that were read, and each takes memory for each of the {} "
          "columns: fit rows of each label, or do not declare it",
          labels, rows, columns));
}

namespace {

template <typename RowsTaker>
void add_all(RowsTaker& sums, TwoValues two_values, Source& source, const Schema& schema, const WorkOptions& work,
             Reservoir* reservoir) {
  std::function<void(const SourceRows&)> aside;
  if (reservoir != nullptr) {
    aside = [&](const SourceRows& read) { reservoir->add(read.rows, read.labels); };
  }
  each_block_aside(source, work, [&](const SourceRows& read) { add_rows(sums, two_values, read, work.input); }, aside,
                   {});
  if (sums.rows() == 0) {
    throw no_rows(source, schema.target, work.input);
  }
  check_declared_labels(schema, sums.rows());
}

}  // namespace

RowSums sum_rows(Source& source, const Schema& schema, const std::vector<Keep>& keep, const WorkOptions& work,
                 Reservoir* reservoir, std::span<const std::string> two_valued) {
  Accumulator sums(schema, {.threads = work.threads, .keep = keep});
  add_all(sums, TwoValues(schema, two_valued), source, schema, work, reservoir);
  return {sums.summary(), sums.invalid_bytes()};
}

RowSums sum_folds(Source& source, const FitPlan& plan, const WorkOptions& work, Reservoir* reservoir) {
  FoldAccumulator sums(plan.schema, plan.validation.folds, plan.seed, {.threads = work.threads, .keep = plan.keep});
  add_all(sums, TwoValues(plan.schema, plan.two_valued), source, plan.schema, work, reservoir);
  Folds folds = sums.folds();
  Summary all = folds.all();
  return {std::move(all), sums.invalid_bytes(), std::move(folds)};
}

}  // namespace suffice
