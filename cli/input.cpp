#include "input.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "options/column_options.hpp"
#include "reading.hpp"
#include "remedies.hpp"
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

// All words as LABEL=PATH, or nothing when they are paths.
std::vector<LabelledPath> labelled_paths(const Arguments& arguments) {
  std::vector<LabelledPath> paths;
  for (const std::string& word : arguments.inputs) {
    if (std::optional<LabelledPath> path = labelled_path(word)) {
      paths.push_back(std::move(*path));
    }
  }
  if (!paths.empty() && paths.size() < arguments.inputs.size()) {
    const auto word = std::ranges::find_if_not(
        arguments.inputs, [](const std::string& input) { return labelled_path(input).has_value(); });
    throw Error(ErrorCode::usage,
                fmt::format("INPUT is files or folders, or LABEL=PATH for each label; '{}' is not LABEL=PATH", *word));
  }
  return paths;
}

// INPUT as paths; stdin where nothing is said.
std::vector<std::string> paths_of(const Arguments& arguments) {
  return arguments.inputs.empty() ? std::vector<std::string>{"-"} : arguments.inputs;
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
  if (const std::vector<std::string> files = source.unlabelled_files(); !files.empty()) {
    console.note(fmt::format("{} beside the folders of the labels, '{}'{}, {} no label and {} skipped",
                             counted(files.size(), "file"), shown(files.front()), files.size() == 1 ? "" : " first",
                             files.size() == 1 ? "has" : "have", files.size() == 1 ? "was" : "were"));
  }
  if (const std::vector<std::string> paths = source.skipped(); !paths.empty()) {
    const std::size_t others = paths.size() - 1;
    console.note(fmt::format(
        "{} was skipped{}: neither a file nor a folder, or a folder that is read already", shown(paths.front()),
        others == 0 ? "" : fmt::format(", and so {} {} more", others == 1 ? "was" : "were", others)));
  }
}

char delimiter(const std::string& text) {
  if (text == "tab" || text == "\\t") {
    return '\t';
  }
  if (text == "space") {
    return ' ';
  }
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r") {
    throw Error(ErrorCode::usage, fmt::format("--delimiter takes one character, tab or space, not '{}'", text));
  }
  return text[0];
}

char decimal_mark(const std::string& text) {
  if (text == "." || text == "point") {
    return '.';
  }
  if (text == "," || text == "comma") {
    return ',';
  }
  throw Error(ErrorCode::usage, fmt::format("--decimal takes . or , and not '{}'", text));
}

Encoding encoding(const std::string& text) {
  static const std::vector<std::pair<std::string, Encoding>> names = {
      {"utf-8", Encoding::utf8},          {"utf8", Encoding::utf8},
      {"utf-16", Encoding::utf16_le},     {"utf-16le", Encoding::utf16_le},
      {"utf-16be", Encoding::utf16_be},   {"latin-1", Encoding::windows_1252},
      {"latin1", Encoding::windows_1252}, {"iso-8859-1", Encoding::windows_1252},
      {"cp1252", Encoding::windows_1252}, {"windows-1252", Encoding::windows_1252}};
  std::string lower = text;
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto found = std::ranges::find(names, lower, &std::pair<std::string, Encoding>::first);
  if (found == names.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("--encoding takes utf-8, utf-16, utf-16le, utf-16be, latin-1 or windows-1252, not '{}'; "
                            "iconv converts others",
                            text));
  }
  return found->second;
}

// "A,B" and the empty cell; a comma at an end or two in a row are as if they were not there.
std::vector<std::string> missing_markers(const std::string& text) {
  std::vector<std::string> markers = split_list(text);
  markers.insert(markers.begin(), "");
  return markers;
}

// What the options say, in the place of what is known.
DialectChoice dialect_choice(const Arguments& arguments, DialectChoice known) {
  if (arguments.header && arguments.no_header) {
    throw Error(ErrorCode::usage, "--header and --no-header contradict each other: give one of them");
  }
  if (!arguments.delimiter.empty()) {
    known.delimiter = delimiter(arguments.delimiter);
  }
  if (arguments.header || arguments.no_header) {
    known.header = arguments.header;
  }
  if (arguments.no_quotes) {
    known.quote = '\0';
  }
  if (!arguments.decimal.empty()) {
    known.decimal = decimal_mark(arguments.decimal);
  }
  if (!arguments.encoding.empty()) {
    known.encoding = encoding(arguments.encoding);
  }
  if (!arguments.missing.empty()) {
    known.missing = missing_markers(arguments.missing);
  }
  if (arguments.missing_as_value) {
    known.missing_as_value = true;
  }
  return known;
}

bool says_dialect(const Arguments& arguments) {
  return !arguments.delimiter.empty() || arguments.header || arguments.no_header || arguments.no_quotes ||
         !arguments.decimal.empty();
}

InputFormat named_format(const std::string& name) {
  static const std::vector<std::pair<std::string, InputFormat>> formats = {{"", InputFormat::by_name},
                                                                           {"csv", InputFormat::csv},
                                                                           {"arff", InputFormat::arff},
                                                                           {"svmlight", InputFormat::svmlight},
                                                                           {"npy", InputFormat::npy},
                                                                           {"lines", InputFormat::lines},
                                                                           {"documents", InputFormat::documents},
                                                                           {"mail", InputFormat::mail}};
  const auto found = std::ranges::find(formats, name, &std::pair<std::string, InputFormat>::first);
  if (found == formats.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("--format takes csv, arff, svmlight, npy, lines, documents or mail, not '{}'", name));
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

bool is_table(const Arguments& arguments) {
  return says_dialect(arguments) || ends_in(input_path(arguments), {".csv", ".tsv", ".arff"});
}

// What INPUT is for a model of documents, where nothing says it: a table; or what they were when it was fitted.
InputFormat document_format(const Arguments& arguments, DocumentUnit unit, bool labels) {
  if (is_table(arguments)) {
    return InputFormat::csv;
  }
  if (unit == DocumentUnit::file) {
    return InputFormat::documents;
  }
  return labels ? InputFormat::csv : InputFormat::lines;
}

}  // namespace

bool has_documents(const Arguments& arguments) {
  const InputFormat format = named_format(arguments.format);
  return format == InputFormat::documents || format == InputFormat::mail || !labelled_paths(arguments).empty() ||
         (arguments.format.empty() && std::ranges::any_of(paths_of(arguments), is_folder));
}

bool has_npy(const Arguments& arguments) {
  const InputFormat format = named_format(arguments.format);
  return format == InputFormat::npy ||
         (format == InputFormat::by_name && !has_documents(arguments) && ends_in(input_path(arguments), {".npy"}));
}

bool is_stdin(const Arguments& arguments) { return input_path(arguments) == "-"; }

bool comes_once(const Arguments& arguments) {
  const std::vector<std::string> paths = paths_of(arguments);
  std::error_code ignored;
  return paths.empty() || std::ranges::any_of(paths, [&](const std::string& path) {
           return path == "-" ||
                  (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored) &&
                   !std::filesystem::is_directory(path, ignored));
         });
}

bool can_be_read_again(const Arguments& arguments) {
  std::error_code ignored;
  return std::ranges::all_of(paths_of(arguments),
                             [&](const std::string& path) { return std::filesystem::is_regular_file(path, ignored); });
}

std::uint64_t input_bytes(const Arguments& arguments) {
  std::uint64_t bytes = 0;
  for (const std::string& path : paths_of(arguments)) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored) || path.ends_with(".gz") || path.ends_with(".zst")) {
      return 0;
    }
    bytes += std::filesystem::file_size(path, ignored);
  }
  return bytes;
}

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
  if (schema.blocks.size() != 1 || schema.blocks.front().kind != Kind::text) {
    return Holds::columns;
  }
  return schema.blocks.front().text.form == DocumentForm::mail ? Holds::mails : Holds::documents;
}

ReadOptions read_options(const Arguments& arguments, bool labels) {
  ReadOptions options = {.dialect = dialect_choice(arguments, {}),
                         .labels = labels,
                         .labels_path = labels_path(arguments),
                         .format = named_format(arguments.format)};
  options.said = options.dialect;
  options.skip_bad_rows = labels && goes_on_at_bad_rows(arguments, "skip");
  options.threads = thread_count(arguments);
  if (arguments.longest_row == 0 || arguments.longest_row > 4096 || arguments.most_expansion == 0) {
    throw Error(ErrorCode::usage, "--longest-row takes from 1 to 4096 MiB, and --most-expansion a number from 1 on");
  }
  options.limits = {.row_bytes = arguments.longest_row << 20U, .expansion = arguments.most_expansion};
  if (options.format == InputFormat::documents) {
    options.documents = DocumentUnit::file;
  }
  if (labels && options.format == InputFormat::lines && labelled_paths(arguments).empty()) {
    throw Error(ErrorCode::usage, "lines have no labels: give LABEL=PATH for the lines of each label");
  }
  return options;
}

bool goes_on_at_bad_rows(const Arguments& arguments, const std::string& word) {
  const std::string& how = arguments.on_bad_row;
  if (!how.empty() && how != "stop" && how != word) {
    throw Error(ErrorCode::usage, fmt::format("--on-bad-row takes stop or {}, not '{}'", word, how));
  }
  return how == word;
}

namespace {

bool has_own_mark(const WrittenNumbers& column) { return column.unit.ends_with(',') || column.unit.ends_with('.'); }

}  // namespace

ReadOptions read_options(const Arguments& arguments, const Schema& schema, bool labels) {
  ReadOptions options = read_options(arguments, labels);
  if (arguments.missing_as_value && !schema.dialect.missing_as_value) {
    throw Error(ErrorCode::usage,
                "the model was fitted without --missing-as-value, and so are its rows read: leave it out, or fit again "
                "with it");
  }
  // Where columns of the table have decimal marks of their own, that of the others is the model's.
  if (!options.said.decimal && std::ranges::any_of(schema.written_numbers, has_own_mark)) {
    options.said.decimal = schema.dialect.decimal;
  }
  options.dialect = dialect_choice(arguments, as_choice(schema.dialect));
  options.expected = file_columns(schema);
  if (labels) {
    options.expected.push_back(schema.target);
  }
  if (schema.documents == DocumentUnit::file) {
    options.documents = DocumentUnit::file;
  }
  if (options.format != InputFormat::by_name || holds(schema) == Holds::columns) {
    return options;
  }
  if (holds(schema) == Holds::mails && schema.documents == DocumentUnit::file && !is_table(arguments)) {
    options.format = InputFormat::mail;
  } else if (has_documents(arguments)) {
    options.format = InputFormat::documents;
  } else {
    options.format = document_format(arguments, schema.documents, labels);
  }
  return options;
}

ReadOptions unlabelled_options(const Arguments& arguments, const Model& model) {
  const Schema& schema = model.schema();
  ReadOptions options = read_options(arguments, schema, false);
  if (arguments.format.empty() && schema.documents == DocumentUnit::cell) {
    options.unless_table = {schema.target, model.labels()};
  }
  return options;
}

Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console) {
  // Known from a model, unless the file shows another.
  const bool is_known = options.dialect.delimiter && options.dialect.decimal && arguments.format.empty();
  const auto noted = [&](Source source) {
    note_skipped(source, console);
    for (const std::string& doubt : is_known ? source.doubts() : std::vector<std::string>()) {
      console.note(doubt);
    }
    return source;
  };
  if (const std::vector<LabelledPath> paths = labelled_paths(arguments); !paths.empty()) {
    return noted(Source(paths, options));
  }
  if (is_stdin(arguments) && ::isatty(STDIN_FILENO) == 1) {
    const bool document = options.format == InputFormat::documents || options.format == InputFormat::mail;
    console.note(fmt::format("reading {} from the terminal; Ctrl-D ends {}", document ? "a document" : "rows",
                             document ? "it" : "them"));
  }
  return noted(Source::of_paths(paths_of(arguments), options));
}

void note_mail(const Source& source, const Console& console) {
  if (source.format() == InputFormat::mail) {
    console.note("the files are read as mail, as they begin with headers; --format documents reads them as plain text");
  }
}

namespace {

// What can be said instead of what a doubt about the dialect says was taken.
std::vector<Remedy> remedies_for(const std::string& doubt, const Dialect& dialect) {
  const auto says = [&](std::string_view words) { return doubt.find(words) != std::string::npos; };
  if (says("the first line may be ")) {
    return {{dialect.header ? "no-header" : "header"}};
  }
  constexpr std::string_view other = "cells may be delimited by ";
  if (const std::size_t at = doubt.find(other); at != std::string::npos) {
    const std::string name = doubt.substr(at + other.size(), 3);
    return {{"delimiter", {name == "spa" ? "space" : name == "a t" ? "tab" : name.substr(1, 1)}}};
  }
  if (says("the delimiter is taken")) {
    return {{"delimiter", {"C"}}};
  }
  if (says("decimal mark is taken") || says("taken as decimal points")) {
    return {{"decimal", {dialect.decimal == ',' ? "." : ","}}};
  }
  // Bytes that are not UTF-8 cannot be read as such.
  if (says("not UTF-8") && dialect.encoding == Encoding::utf8) {
    return {{"encoding", {"latin-1"}}};
  }
  return {};
}

}  // namespace

void note_dialect(const Source& source, const std::string& target, const Console& console) {
  const bool is_name = target.find_first_not_of("0123456789") != std::string::npos;
  const bool names_column = is_name && std::ranges::find(source.columns(), target) != source.columns().end();
  if (source.dialect() != Dialect{}) {
    console.note(fmt::format("read as: {}", describe(source.dialect())));
  }
  for (const std::string& doubt : source.doubts()) {
    if (names_column && doubt.starts_with("the first line may be a row")) continue;
    console.note(doubt_text(doubt, remedies_for(doubt, source.dialect())));
  }
}

void check_input(const Schema& schema, const Arguments& arguments, const Source& source) {
  if (source.document_unit() == DocumentUnit::cell || holds(schema) != Holds::columns) {
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
