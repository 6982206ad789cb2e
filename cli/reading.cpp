// Reading: rows of INPUT, as the reading options and a schema say.
#include "reading.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include "progress.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t most_threads = 1024;

char delimiter(const Arguments& arguments) {
  const std::string& text = arguments.delimiter;
  if (text.empty()) {
    return 0;  // as the ending of INPUT says
  }
  if (text == "tab" || text == "\\t") {
    return '\t';
  }
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r") {
    throw Error(ErrorCode::usage, fmt::format("--delimiter takes one character or tab, not '{}'", text));
  }
  return text[0];
}

InputFormat input_format(const std::string& text) {
  if (text == "csv") {
    return InputFormat::csv;
  }
  if (text == "svmlight") {
    return InputFormat::svmlight;
  }
  if (text == "npy") {
    return InputFormat::npy;
  }
  if (!text.empty()) {
    throw Error(ErrorCode::usage, fmt::format("--format takes csv, svmlight or npy, not '{}'", text));
  }
  return InputFormat::by_name;
}

}  // namespace

ReadOptions read_options(const Arguments& arguments) {
  return {.delimiter = delimiter(arguments),
          .header = !arguments.no_header,
          .labels_path = arguments.labels_file,
          .format = input_format(arguments.format)};
}

unsigned thread_count(const Arguments& arguments) {
  if (arguments.threads > most_threads) {
    throw Error(ErrorCode::usage, fmt::format("--threads takes at most {}", most_threads));
  }
  return static_cast<unsigned>(arguments.threads);
}

std::string input_name(const Arguments& arguments) { return arguments.input == "-" ? "<stdin>" : arguments.input; }

Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console) {
  if (arguments.input == "-" && ::isatty(STDIN_FILENO) == 1) {
    console.note("reading rows from the terminal; Ctrl-D ends them");
  }
  return Source(arguments.input, options);
}

Summary summarise_source(Source& source, const Schema& schema, const Keep& keep, const Arguments& arguments,
                         const Console& console, Reservoir* reservoir) {
  Accumulator sums(schema, {.threads = thread_count(arguments), .keep = keep});
  {
    Progress progress(!console.quiet);
    RowBlock block;
    while (source.next(block)) {
      const Labels labels = source.labels(block);
      sums.add(block.batch(), labels);
      if (reservoir != nullptr) {
        reservoir->add(block.batch(), labels);
      }
      progress.show(sums.rows(), source.bytes_read());
    }
  }
  if (sums.rows() == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from", input_name(arguments));
  }
  return sums.summary();
}

bool has_missing(const RowBlock& block, std::size_t row) {
  const auto any_missing = [&](const auto& values) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(row * block.features);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(block.features),
                       [](auto value) { return std::isnan(value); });
  };
  return block.values32.empty() ? any_missing(block.values) : any_missing(block.values32);
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

}  // namespace suffice::cli
