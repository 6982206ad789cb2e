#include "reading.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "print/describe.hpp"
#include "suffice/error.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;

// Whether row `row` of a table that is stored row after row has such a value.
template <typename Values, typename Test>
bool any_in_row(const Values& values, std::size_t row, std::size_t rows, const Test& test) {
  const std::size_t columns = values.size() / rows;
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * columns);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(columns), test);
}

bool has_missing(const RowBlock& block, std::size_t row) {
  const auto is_nan = [](auto value) { return std::isnan(value); };
  if (any_in_row(block.categories, row, block.rows, [](std::uint32_t code) { return code == missing_category; })) {
    return true;
  }
  if (!block.offsets.empty()) {
    return std::any_of(block.values.begin() + static_cast<std::ptrdiff_t>(block.offsets[row]),
                       block.values.begin() + static_cast<std::ptrdiff_t>(block.offsets[row + 1]), is_nan);
  }
  return any_in_row(block.values, row, block.rows, is_nan) || any_in_row(block.values32, row, block.rows, is_nan);
}

// Whether a column stands in several blocks, each of which counts its unknown values.
bool has_shared_columns(const Schema& schema) {
  std::set<std::string> columns;
  for (const Block& block : schema.blocks) {
    for (const std::string& column : columns_of(block)) {
      if (!columns.insert(column).second) {
        return true;
      }
    }
  }
  return false;
}

// "3 words", "1 value", "2 numbers of columns"; "values" where they were counted more than once
std::string unknown_things(std::uint64_t count, const Schema& schema) {
  const auto has = [&](Kind kind) {
    return std::ranges::find(schema.blocks, kind, &Block::kind) != schema.blocks.end();
  };
  const bool has_indicators =
      std::ranges::any_of(schema.blocks, [](const Block& block) { return !block.indicators.empty(); });
  const bool has_values = has(Kind::categories) || has_indicators;
  if (has_shared_columns(schema)) {
    return has(Kind::text) ? (has_values ? "words or values" : "words") : "values";
  }
  if (has(Kind::text) && has_values) {
    return fmt::format("{} or {}", counted(count, "word"), count == 1 ? "value" : "values");
  }
  if (has(Kind::text)) {
    return counted(count, "word");
  }
  return has_values ? counted(count, "value") : fmt::format("{} of columns", counted(count, "number"));
}

// ": 'teal' in column 'colour'"; nothing where no values of categories were unknown.
std::string unknown_examples(const Source& source) {
  constexpr std::size_t most_columns = 5;
  constexpr std::size_t most_values = 3;
  std::vector<ColumnValues> columns;
  for (const auto& [column, values] : source.unknown_values()) {
    auto found = std::ranges::find(columns, column, &ColumnValues::column);
    if (found == columns.end()) {
      if (columns.size() > most_columns) continue;
      found = columns.insert(columns.end(), {column, {}});
    }
    for (const std::string& value : values) {
      if (found->values.size() > most_values) break;
      if (std::ranges::find(found->values, value) == found->values.end()) {
        found->values.push_back(value);
      }
    }
  }
  std::string text;
  for (const auto& [column, values] : std::span(columns).first(std::min(columns.size(), most_columns))) {
    text += text.empty() ? ": " : "; ";
    for (std::size_t k = 0; k < std::min(values.size(), most_values); ++k) {
      text += fmt::format("{}'{}'", k == 0 ? "" : ", ", shown(values[k]));
    }
    text += fmt::format("{} in column '{}'", values.size() > most_values ? " and others" : "", shown(column));
  }
  return columns.size() > most_columns ? fmt::format("{}; and in other columns", text) : text;
}

}  // namespace

unsigned thread_count(const Arguments& arguments) {
  if (arguments.threads > most_threads) {
    throw Error(ErrorCode::usage, fmt::format("--threads takes at most {}", most_threads));
  }
  return static_cast<unsigned>(arguments.threads);
}

WorkOptions work_options(const Arguments& arguments, Progress* progress) {
  WorkOptions work = {.threads = thread_count(arguments), .input = input_name(arguments)};
  if (progress != nullptr) {
    work.progress = [progress](std::uint64_t rows, std::uint64_t bytes) { progress->show(rows, bytes); };
    work.steps = steps_of(*progress);
  }
  return work;
}

FitPlan plan_of_input(const Source& source, const FitOptions& options, const Arguments& arguments) {
  if (!has_npy(arguments) && arguments.labels.ends_with(".npy")) {
    throw Error(ErrorCode::usage, "labels in a second file go with an .npy INPUT: leave out --labels",
                input_name(arguments));
  }
  try {
    return plan_fit(source, options, input_name(arguments));
  } catch (const Error& error) {
    const bool has_labels = !arguments.labels.empty() || !arguments.labels_file.empty();
    if (!has_npy(arguments) || has_labels || !arguments.target.empty()) {
      throw;
    }
    std::vector<Remedy> remedies = error.remedies();
    remedies.push_back({"labels", {"FILE"}});
    throw Error(error.code(), error.message(), error.where(), remedies);
  }
}

void check_lines(const RowBlock& block, const Schema& schema, const Arguments& arguments, const Source& source) {
  if (source.format() != InputFormat::lines || !arguments.format.empty() || block.documents.empty()) {
    return;
  }
  const std::string_view line = block.documents.front();
  const std::string& column = schema.blocks.front().features.front();
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

std::size_t count_missing(const RowBlock& block) {
  std::size_t rows = 0;
  for (std::size_t row = 0; row < block.rows; ++row) {
    rows += has_missing(block, row) ? 1U : 0U;
  }
  return rows;
}

void note_reading_again(const Error& error, const std::vector<std::string>& taken, const Console& console) {
  const auto says = [&](std::string_view role) {
    return std::ranges::any_of(error.remedies(), [&](const Remedy& remedy) {
      return remedy.option == "column" && !remedy.values.empty() && remedy.values.front().ends_with(role);
    });
  };
  const bool is_one = taken.size() == 1;
  if (error.remedies().empty()) {
    console.note(fmt::format("{}: {}; read again with its role decided anew", error.where(), error.message()));
    return;
  }
  console.note(fmt::format("{}: {}; read again with {} {}", error.where(), error.message(), listed(taken),
                           says("=mdl")      ? "in bins"
                           : says("=number") ? is_one ? "as a number" : "as numbers"
                           : is_one          ? "as a category"
                                             : "as categories"));
}

void note_invalid(std::uint64_t bytes, const Console& console) {
  if (bytes > 0) {
    console.note(fmt::format("{} of the text {} not UTF-8 and {} part of no word", counted(bytes, "byte"),
                             bytes == 1 ? "is" : "are", bytes == 1 ? "is" : "are"));
  }
}

void note_missing(std::size_t rows, const Schema& schema, const Options& options, const Console& console) {
  if (rows == 0) {
    return;
  }
  const bool fills = std::ranges::any_of(schema.blocks, [&](const Block& block) {
    const bool has_numbers = block.kind == Kind::measurements || block.kind == Kind::amounts;
    return has_fills(block) || (options.rival && has_numbers);
  });
  const bool is_value = std::ranges::any_of(schema.blocks, has_own_missing_value);
  console.note(fmt::format("{} {} missing values; each was scored {}", counted(rows, "row"), rows == 1 ? "has" : "have",
                           fills && is_value
                               ? "with numbers at their mean, and a missing category as a value of its own"
                           : fills    ? "with numbers at their mean where they are missing"
                           : is_value ? "with a missing value as a value of its own"
                                      : "by the values it has"));
}

void note_unknown(const Source& source, const ScoreCounts& counts, const Schema& schema, const Options& options,
                  const Console& console) {
  if (const std::uint64_t count = counts.unseen + source.ignored_numbers(); count > 0) {
    const auto reserved = std::ranges::count_if(options.readings, reserves_unseen, &Reading::options);
    const bool is_one = count == 1 && !has_shared_columns(schema);
    const std::string fate = reserved == 0                  ? is_one ? "was ignored" : "were ignored"
                             : options.readings.size() == 1 ? "took the place reserved for it"
                                                            : "took the place reserved for it, or was ignored";
    console.note(
        fmt::format("{} unknown to the model {}{}", unknown_things(count, schema), fate, unknown_examples(source)));
  }
  note_invalid(counts.invalid_bytes, console);
  note_skipped_rows(source, console);
}

void note_fitted_rows(const Console& console) {
  console.note(
      "these seem to be the rows that the model was fitted on, as many of each label: on others it does less well, "
      "which fit measures");
}

void note_skipped_rows(const Source& source, const Console& console) {
  for (const std::string& doubt : source.late_doubts()) {
    console.note(doubt);
  }
  const SkippedRows skipped = source.skipped_rows();
  if (skipped.unlabelled > 0) {
    console.note(fmt::format("{} without a label {} skipped", counted(skipped.unlabelled, "row"),
                             skipped.unlabelled == 1 ? "was" : "were"));
  }
  if (skipped.bad > 0) {
    console.note(fmt::format("{} that cannot be read {} skipped; the first: {}", counted(skipped.bad, "row"),
                             skipped.bad == 1 ? "was" : "were", skipped.first_bad));
  }
  if (!skipped.files.empty()) {
    console.note(fmt::format("{} that cannot be read {} skipped; the first: {}", counted(skipped.files.size(), "file"),
                             skipped.files.size() == 1 ? "was" : "were", skipped.files.front()));
  }
  if (const TranscodedFiles files = source.transcoded_files(); files.count > 0) {
    console.note(files.count == 1
                     ? fmt::format("{} is not UTF-8 and was read as {}", files.first, encoding_name(files.encoding))
                     : fmt::format("{} are not UTF-8; the first, {}, was read as {}", counted(files.count, "file"),
                                   files.first, encoding_name(files.encoding)));
  }
  if (const std::uint64_t lines = source.repeated_headers(); lines > 0) {
    console.note(fmt::format("{} that {} the header {} skipped", counted(lines, "line"),
                             lines == 1 ? "repeats" : "repeat", lines == 1 ? "was" : "were"));
  }
}

}  // namespace suffice::cli
