// Reading: rows of INPUT, as the reading options and a schema say.
#include "reading.hpp"

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
    return arguments.input.ends_with(".tsv") ? '\t' : ',';
  }
  if (text == "tab" || text == "\\t") {
    return '\t';
  }
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r") {
    throw Error(ErrorCode::usage, fmt::format("--delimiter takes one character or tab, not '{}'", text));
  }
  return text[0];
}

}  // namespace

ReadOptions read_options(const Arguments& arguments) {
  return {.delimiter = delimiter(arguments), .header = !arguments.no_header};
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

Summary summarise_source(Source& source, const Schema& schema, const Arguments& arguments, const Console& console,
                         Reservoir* reservoir) {
  Accumulator sums(schema, {.threads = thread_count(arguments)});
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

}  // namespace suffice::cli
