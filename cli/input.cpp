#include "input.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "reading.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

using LabelledPath = std::pair<std::string, std::string>;

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// LABEL=PATH; a file that has the whole word for its name is that file.
std::optional<LabelledPath> labelled_path(const std::string& word) {
  const std::size_t sign = word.find('=');
  std::error_code ignored;
  if (sign == std::string::npos || sign == 0 || sign + 1 == word.size() || std::filesystem::exists(word, ignored)) {
    return std::nullopt;
  }
  return LabelledPath{word.substr(0, sign), word.substr(sign + 1)};
}

// All words as LABEL=PATH, or nothing when INPUT is one path.
std::vector<LabelledPath> labelled_paths(const Arguments& arguments) {
  std::vector<LabelledPath> paths;
  for (const std::string& word : arguments.inputs) {
    if (std::optional<LabelledPath> path = labelled_path(word)) {
      paths.push_back(std::move(*path));
    } else if (arguments.inputs.size() > 1) {
      throw Error(
          ErrorCode::usage,
          fmt::format("INPUT is one file or folder, or LABEL=PATH for each label; '{}' is not LABEL=PATH", word));
    }
  }
  return paths;
}

// The name without .gz and .zst ends so.
bool ends_in(std::string name, std::initializer_list<std::string_view> endings) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (name.ends_with(packed)) {
      name.resize(name.size() - packed.size());
    }
  }
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

void note_skipped(const Source& source, const Console& console) {
  if (const std::vector<std::string> files = source.passed_over(); !files.empty()) {
    console.note(fmt::format("{} beside the folders of the labels, '{}'{}, {} no label and {} skipped",
                             counted(files.size(), "file"), shown(files.front()), files.size() == 1 ? "" : " first",
                             files.size() == 1 ? "has" : "have", files.size() == 1 ? "was" : "were"));
  }
}

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

InputFormat named_format(const std::string& name) {
  static const std::vector<std::pair<std::string, InputFormat>> formats = {
      {"", InputFormat::by_name}, {"csv", InputFormat::csv},     {"svmlight", InputFormat::svmlight},
      {"npy", InputFormat::npy},  {"lines", InputFormat::lines}, {"documents", InputFormat::documents}};
  const auto found = std::ranges::find(formats, name, &std::pair<std::string, InputFormat>::first);
  if (found == formats.end()) {
    throw Error(ErrorCode::usage, fmt::format("--format takes csv, svmlight, npy, lines or documents, not '{}'", name));
  }
  return found->second;
}

std::string labels_path(const Arguments& arguments) {
  if (has_npy(arguments)) {
    return arguments.labels_file.empty() ? arguments.labels : arguments.labels_file;
  }
  if (!arguments.labels_file.empty()) {
    throw Error(ErrorCode::usage, "--labels FILE goes with an .npy INPUT; labels are declared when a model is fitted");
  }
  return "";
}

InputFormat text_format(const Arguments& arguments, bool labels) {
  const bool table = !arguments.delimiter.empty() || arguments.no_header || arguments.no_quotes ||
                     ends_in(input_path(arguments), {".csv", ".tsv"});
  return labels || table ? InputFormat::csv : InputFormat::lines;
}

}  // namespace

bool has_documents(const Arguments& arguments) {
  return named_format(arguments.format) == InputFormat::documents || !labelled_paths(arguments).empty() ||
         (arguments.format.empty() && is_folder(input_path(arguments)));
}

bool has_npy(const Arguments& arguments) {
  const InputFormat format = named_format(arguments.format);
  return format == InputFormat::npy ||
         (format == InputFormat::by_name && !has_documents(arguments) && ends_in(input_path(arguments), {".npy"}));
}

bool is_stdin(const Arguments& arguments) { return input_path(arguments) == "-"; }

std::string input_name(const Arguments& arguments) {
  const std::string path = input_path(arguments);
  return path.empty() ? arguments.inputs.front() : path == "-" ? "<stdin>" : path;
}

std::string input_path(const Arguments& arguments) {
  if (arguments.inputs.empty()) {
    return "-";
  }
  return labelled_paths(arguments).empty() ? arguments.inputs.front() : "";
}

Holds holds(const Schema& schema) {
  return schema.blocks.size() == 1 && schema.blocks.front().kind == Kind::text ? Holds::documents : Holds::columns;
}

ReadOptions read_options(const Arguments& arguments, Holds what, bool labels) {
  ReadOptions options = {.delimiter = delimiter(arguments),
                         .header = !arguments.no_header,
                         .labels = labels,
                         .labels_path = labels_path(arguments),
                         .format = named_format(arguments.format)};
  options.quotes = !arguments.no_quotes;
  options.threads = thread_count(arguments);
  if (has_documents(arguments)) {
    options.format = InputFormat::documents;
  } else if (what == Holds::documents && options.format == InputFormat::by_name) {
    options.format = text_format(arguments, labels);
  }
  if (labels && options.format == InputFormat::lines) {
    throw Error(ErrorCode::usage, "lines have no labels: give LABEL=PATH for the lines of each label");
  }
  return options;
}

Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console) {
  if (const std::vector<LabelledPath> paths = labelled_paths(arguments); !paths.empty()) {
    return Source(paths, options);
  }
  if (is_stdin(arguments) && ::isatty(STDIN_FILENO) == 1) {
    console.note("reading rows from the terminal; Ctrl-D ends them");
  }
  Source source(input_path(arguments), options);
  note_skipped(source, console);
  return source;
}

void check_input(const Schema& schema, const Arguments& arguments, const ReadOptions& options) {
  const bool documents = options.format == InputFormat::documents || options.format == InputFormat::lines;
  if (!documents || holds(schema) == Holds::documents) {
    return;
  }
  const auto is_text = [](const Block& block) { return block.kind == Kind::text; };
  const auto other = std::ranges::find_if_not(schema.blocks, is_text);
  if (other == schema.blocks.end()) {
    throw Error(ErrorCode::usage, "there are several columns of text, and INPUT is documents: give a table",
                input_name(arguments));
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} columns are {}, and INPUT is text: give a table",
                          std::ranges::any_of(schema.blocks, is_text) ? "some" : "the",
                          is_numeric(other->kind) ? "numbers" : "categories"),
              input_name(arguments));
}

}  // namespace suffice::cli
