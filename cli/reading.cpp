#include "reading.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "progress.hpp"
#include "suffice/error.hpp"
#include "suffice/sums_needed.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;

void note_invalid(std::uint64_t bytes, const Console& console) {
  if (bytes > 0) {
    console.note(fmt::format("{} of the text {} not UTF-8 and belong{} to no word", counted(bytes, "byte"),
                             bytes == 1 ? "is" : "are", bytes == 1 ? "s" : ""));
  }
}

// A batch counts its rows from 0; people count those of INPUT from 1.
void add_rows(Accumulator& sums, const Rows& rows, const Labels& labels, const std::string& input) {
  const std::uint64_t before = sums.rows();
  try {
    sums.add(rows, labels);
  } catch (const Error& error) {
    std::uint64_t row = 0;
    const std::string& where = error.where();
    if (!where.starts_with("row ") ||
        std::from_chars(where.data() + 4, where.data() + where.size(), row).ec != std::errc()) {
      throw;
    }
    throw Error(error.code(), error.message(), fmt::format("{}: row {}", input, before + row + 1));
  }
}

}  // namespace

unsigned thread_count(const Arguments& arguments) {
  if (arguments.threads > most_threads) {
    throw Error(ErrorCode::usage, fmt::format("--threads takes at most {}", most_threads));
  }
  return static_cast<unsigned>(arguments.threads);
}

bool takes_sparse(const Keep& keep) {
  return keep.sums == SumKind::terms || keep.sums == SumKind::amounts ||
         (keep.sums == SumKind::moments && !contains(keep.moments, MomentKind::pooled));
}

ReadOptions learning_options(const Arguments& arguments, Encoding encoding, const Keep& keep) {
  ReadOptions options = read_options(arguments, encoding, true);
  options.allow_missing = true;
  options.sparse = takes_sparse(keep);
  options.not_negative = keep.sums == SumKind::terms || keep.sums == SumKind::amounts;
  return options;
}

ReadOptions scoring_options(const Arguments& arguments, Encoding encoding, const EstimateOptions& model, bool labels) {
  ReadOptions options = read_options(arguments, encoding, labels);
  options.allow_missing = true;
  const Keep sums = sums_needed(model);
  options.sparse = takes_sparse(sums);
  options.not_negative = sums.sums == SumKind::terms;
  options.ignore_unknown = model.unseen == Unseen::ignore;
  return options;
}

std::future<void> do_aside(const Arguments& arguments, std::function<void()> work) {
  constexpr auto either_way = std::launch::async | std::launch::deferred;
  return std::async(arguments.threads == 1 ? std::launch::deferred : either_way, std::move(work));
}

Summary summarise_source(Source& source, const Schema& schema, const Keep& keep, const Arguments& arguments,
                         const Console& console, Reservoir* reservoir) {
  Accumulator sums(schema, {.threads = thread_count(arguments), .keep = keep});
  {
    Progress progress(!console.quiet);
    RowBlock block;
    while (source.next(block)) {
      const Labels labels = source.labels(block);
      const Rows rows = source.rows(block);
      // While rows are added, a thread of its own keeps some of them and reads the next.
      const auto go_ahead = [&] {
        if (reservoir != nullptr) {
          reservoir->add(rows, labels);
        }
        source.read_ahead();
      };
      auto ahead = do_aside(arguments, go_ahead);
      add_rows(sums, rows, labels, input_name(arguments));
      ahead.get();
      progress.show(sums.rows(), source.bytes_read());
    }
  }
  if (sums.rows() == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from", input_name(arguments));
  }
  note_invalid(sums.invalid_bytes(), console);
  return sums.summary();
}

bool next_rows(Source& source, RowBlock& block, Output& out) {
  if (source.would_wait()) {
    out.flush();
  }
  return source.next(block);
}

void check_lines(const RowBlock& block, const Schema& schema, const Arguments& arguments, const ReadOptions& options) {
  if (options.format != InputFormat::lines || !arguments.format.empty() || block.documents.empty()) {
    return;
  }
  const std::string_view line = block.documents.front();
  const std::string& column = schema.features.front();
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(",\t", begin), line.size());
    if (line.substr(begin, end - begin) == column) {
      throw Error(ErrorCode::usage,
                  fmt::format("the first line names the column '{}': give --format csv for a table, or --format lines "
                              "for one document a line",
                              column),
                  input_name(arguments));
    }
    begin = end + 1;
  }
}

Keep kept_by(const Summary& summary) {
  if (const auto kind = moment_kind(summary)) {
    const auto* moments = std::get_if<Moments>(&summary.sums);
    return {.moments = *kind, .fourth = moments != nullptr && moments->has_fourth()};
  }
  return {.sums = static_cast<SumKind>(summary.sums.index())};
}

bool has_missing(const RowBlock& block, std::size_t row) {
  const auto any_of = [](const auto& values, std::size_t first, std::size_t last, auto missing) {
    return std::any_of(values.begin() + static_cast<std::ptrdiff_t>(first),
                       values.begin() + static_cast<std::ptrdiff_t>(last), missing);
  };
  const auto is_nan = [](auto value) { return std::isnan(value); };
  const std::size_t first = row * block.features;
  if (!block.documents.empty()) {
    return false;
  }
  if (!block.categories.empty()) {
    return any_of(block.categories, first, first + block.features,
                  [](std::uint32_t code) { return code == missing_category; });
  }
  if (!block.offsets.empty()) {
    return any_of(block.values, block.offsets[row], block.offsets[row + 1], is_nan);
  }
  return block.values32.empty() ? any_of(block.values, first, first + block.features, is_nan)
                                : any_of(block.values32, first, first + block.features, is_nan);
}

std::size_t count_missing(const RowBlock& block) {
  std::size_t rows = 0;
  for (std::size_t row = 0; row < block.rows; ++row) {
    rows += has_missing(block, row) ? 1U : 0U;
  }
  return rows;
}

void note_missing(std::size_t rows, const Console& console) {
  if (rows > 0) {
    console.note(fmt::format("{} {} missing values; each was scored by the values it has", counted(rows, "row"),
                             rows == 1 ? "has" : "have"));
  }
}

void note_unknown(const Source& source, const ScoreCounts& counts, Encoding encoding, Unseen unseen,
                  const Console& console) {
  const bool numbers = encoding == Encoding::numbers;
  if (const std::uint64_t count = counts.unseen + source.ignored_numbers(); count > 0) {
    const std::string what = encoding == Encoding::categories ? "value"
                             : encoding == Encoding::text     ? "word"
                                                              : "number";
    console.note(fmt::format("{}{} unknown to the model {}", counted(count, what), numbers ? " of columns" : "",
                             unseen == Unseen::ignore ? "had no say" : "took the place reserved for it"));
  }
  note_invalid(counts.invalid_bytes, console);
}

}  // namespace suffice::cli
