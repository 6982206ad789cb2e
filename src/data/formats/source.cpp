// Source: the public face of the readers of rows, one for each format.
#include "suffice/source.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/bytes/decompress.hpp"
#include "data/bytes/file_kind.hpp"
#include "data/bytes/folder.hpp"
#include "data/bytes/spool.hpp"
#include "data/formats/arff.hpp"
#include "data/formats/csv/csv_file.hpp"
#include "data/formats/document_rows.hpp"
#include "data/formats/line_rows.hpp"
#include "data/formats/mailbox.hpp"
#include "data/formats/npy/npy_rows.hpp"
#include "data/formats/svmlight_rows.hpp"
#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

/// A file, or what comes once as it was kept.
Input open_input(const std::string& path, const ReadOptions& options);

using Reader = std::variant<CsvRows, SvmlightRows, NpyRows, LineRows, DocumentRows>;

/// A reader, and what else was found out when it was opened.
struct Opened {
  Reader reader;
  Dialect dialect = {};
  std::vector<std::string> doubts = {};
  std::optional<CellSample> sample = {};
  std::vector<ColumnRole> declared_roles = {};
  InputFormat table_format = InputFormat::csv;  // of CsvRows
  TranscodedFiles transcoded = {};              // of LineRows
};

/// What is asked for, else what the name says, else what the content tells.
InputFormat format_of(Input& input, InputFormat named, InputFormat asked) {
  if (asked != InputFormat::by_name) return asked;
  if (named == InputFormat::svmlight || named == InputFormat::npy) return named;
  if (input.starts_with(npy_signature)) return InputFormat::npy;
  refuse_foreign_format(input);
  if (named == InputFormat::csv && starts_like_svmlight(input)) {
    throw Error(ErrorCode::bad_data, "its lines are a label and INDEX:VALUE, as svmlight has them, and no table",
                input.name(), {{"format", {"svmlight"}}});
  }
  if (named == InputFormat::by_name && starts_like_svmlight(input)) return InputFormat::svmlight;
  return named == InputFormat::by_name ? InputFormat::csv : named;
}

bool is_table(InputFormat format) { return format == InputFormat::csv || format == InputFormat::arff; }

void check_options(InputFormat format, const std::string& path, const ReadOptions& options) {
  if (!options.labels_path.empty() && format != InputFormat::npy) {
    throw Error(ErrorCode::usage, "labels in a second file go with npy input", path,
                {{"labels", {}, Remedy::Act::leave_out}});
  }
  if (options.labels_path == "-" && path == "-") {
    throw Error(ErrorCode::usage, "rows and labels cannot both come from stdin: give a file for one of them");
  }
  if (options.keep_cells && !is_table(format) && format != InputFormat::lines) {
    throw Error(
        ErrorCode::usage,
        "only the cells of CSV input and the lines of text can be written out again, and this is neither; rows come in "
        "the order of the input, documents of a folder in byte order of their paths",
        path, {{"append", {}, Remedy::Act::leave_out}});
  }
}

/// Some files are called .tsv and hold no tab.
bool has_tab(Input& input) {
  constexpr std::size_t first_bytes = std::size_t{1} << 12;
  return input.peek(first_bytes).find('\t') != std::string_view::npos;
}

Opened opened(CsvFile file) {
  return {Reader(std::in_place_type<CsvRows>, std::move(file.rows)), std::move(file.dialect), std::move(file.doubts),
          std::move(file.sample), std::move(file.declared_roles)};
}

Opened open_file(const std::string& path, ReadOptions options) {
  if (options.format == InputFormat::documents || options.format == InputFormat::mail ||
      (options.format == InputFormat::by_name && is_folder(path))) {
    check_options(InputFormat::documents, path, options);
    return {Reader(std::in_place_type<DocumentRows>, std::vector{DocumentPath{std::nullopt, path}}, options)};
  }
  const FileKind kind = path == "-" ? FileKind{} : file_kind(path);
  Input file = open_input(path, options);
  const bool is_regular = file.size().has_value() && path != "-";
  Input input = decompressed(std::move(file), kind.compression, options.limits.expansion);
  InputFormat format = format_of(input, kind.format, options.format);
  if (format == InputFormat::lines && options.unless_table && begins_like_table(input, options)) {
    format = InputFormat::csv;
  }
  check_options(format, path, options);
  if (format == InputFormat::svmlight) {
    std::function<Input()> reopen;
    if (is_regular) {
      reopen = [path, kind, expansion = options.limits.expansion] {
        return decompressed(Input(path), kind.compression, expansion);
      };
    }
    return {Reader(std::in_place_type<SvmlightRows>, std::move(input), std::move(reopen), options)};
  }
  if (format == InputFormat::lines) {
    constexpr std::size_t first_bytes = std::size_t{1} << 14;
    const std::string name = input.name();
    const bool is_mail = looks_like_mail(input.peek_some(first_bytes));
    TranscodedFiles transcoded;
    Input text = lines_as_utf8(std::move(input), options, transcoded);
    Opened lines = {Reader(std::in_place_type<LineRows>, std::move(text), options)};
    if (is_mail) lines.doubts = {name + " begins as mail does, and each of its lines is read as a document"};
    lines.transcoded = std::move(transcoded);
    return lines;
  }
  if (format == InputFormat::npy) {
    std::optional<Input> labels;
    if (options.labels && !options.labels_path.empty()) {
      labels.emplace(decompressed(Input(options.labels_path), file_kind(options.labels_path).compression,
                                  options.limits.expansion));
    }
    return {Reader(std::in_place_type<NpyRows>, std::move(input), std::move(labels), options)};
  }
  if (format == InputFormat::arff || starts_like_arff(input)) {
    Opened table = opened(open_arff(std::move(input), options));
    table.table_format = InputFormat::arff;
    return table;
  }
  if (kind.delimiter == '\t' && !options.dialect.delimiter && has_tab(input)) options.dialect.delimiter = '\t';
  return opened(open_csv(std::move(input), options));
}

Opened open_documents(const std::vector<DocumentPath>& paths, const ReadOptions& options) {
  check_options(InputFormat::documents, paths.empty() ? "" : paths.front().path, options);
  return {Reader(std::in_place_type<DocumentRows>, paths, options)};
}

std::vector<DocumentPath> labelled(const std::vector<std::pair<std::string, std::string>>& labelled_paths,
                                   const ReadOptions& options) {
  if (options.format != InputFormat::by_name && options.format != InputFormat::documents &&
      options.format != InputFormat::mail) {
    throw Error(ErrorCode::usage, "paths with their labels are documents, whose format is known already", "",
                {{"format", {}, Remedy::Act::leave_out}});
  }
  std::vector<DocumentPath> paths;
  for (const auto& [label, path] : labelled_paths) paths.push_back({label, path});
  return paths;
}

/// Whether all of them are documents; Error (usage) where only some are, or where several cannot be read in a row.
bool are_documents(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (paths.empty()) throw Error(ErrorCode::usage, "there is no input");
  if (options.format == InputFormat::documents || options.format == InputFormat::mail) return true;
  const auto folder = std::ranges::find_if(paths, is_folder);
  if (folder != paths.end() && options.format == InputFormat::by_name) {
    const auto file = std::ranges::find_if_not(paths, is_folder);
    if (file == paths.end()) return true;
    throw Error(ErrorCode::usage, fmt::format("is a folder, and {} is not: give inputs of one kind", quoted(*file)),
                *folder);
  }
  if (paths.size() > 1 && !options.labels_path.empty()) {
    throw Error(ErrorCode::usage, "labels in a second file go with one input", paths[1],
                {{"labels", {}, Remedy::Act::leave_out}});
  }
  return false;
}

}  // namespace

struct KeptInputs {
  std::map<std::string, Spool> of_path;
};

std::shared_ptr<KeptInputs> keep_inputs() { return std::make_shared<KeptInputs>(); }

namespace {

Input open_input(const std::string& path, const ReadOptions& options) {
  if (!options.kept) return Input(path);
  if (const auto found = options.kept->of_path.find(path); found != options.kept->of_path.end()) {
    return found->second.from_start();
  }
  Input input(path);
  if (input.size() && path != "-") return input;  // the bytes of stdin come once, from a file too
  return options.kept->of_path.emplace(path, Spool(std::move(input))).first->second.from_start();
}

/// Rows that are to be skipped are marked first.
ReadOptions marking_bad_rows(ReadOptions options) {
  options.keep_bad_rows = options.keep_bad_rows || options.skip_bad_rows;
  return options;
}

}  // namespace

struct Source::State {
  ReadOptions options;
  std::vector<std::string> paths;   // of tables that are read one after the other
  std::unique_ptr<Opened> current;  // the first, or the one that is being read
  std::size_t opened = 1;           // paths
  std::optional<Schema> schema = {};
  std::uint64_t bytes_before = 0;                 // of readers that have ended
  std::uint64_t headers_before = 0;               // the same of headers that are repeated
  std::uint64_t incomplete_before = 0;            // the same of rows with missing values
  SkippedRows skipped = {};                       // the same of rows without a label
  std::vector<std::string> late_doubts = {};      // of tables that were read to their end
  std::vector<ColumnValues> unknown_values = {};  // the same
  std::vector<std::string> watched = {};
  bool ended = false;  // the last table was read to its end

  template <typename Call>
  decltype(auto) visit(Call call) const {
    return std::visit(call, current->reader);
  }
  template <typename Rows>
  [[nodiscard]] Rows* get() const {
    return std::get_if<Rows>(&current->reader);
  }
  void open_next();
  bool next(RowBlock& block);
};

/// The next table. Rows that are to be written out again need the columns of the first one.
void Source::State::open_next() {
  if (const auto* const csv = get<CsvRows>()) {
    headers_before += csv->repeated_headers();
    incomplete_before += csv->incomplete_rows();
    skipped.unlabelled += csv->unlabelled_rows();
  }
  bytes_before += visit([](auto& rows) { return rows.bytes_read(); });
  const std::vector<std::string> columns = visit([](auto& rows) { return rows.columns(); });
  const std::string& path = paths[opened++];
  auto next = std::make_unique<Opened>(open_file(path, options));
  if (options.keep_cells && std::visit([](auto& rows) { return rows.columns(); }, next->reader) != columns) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("has other columns than {}, so that they cannot be written out together", quoted(paths.front())),
        path, {{"append", {}, Remedy::Act::leave_out}});
  }
  if (auto* const csv = std::get_if<CsvRows>(&next->reader)) csv->watch_codes(watched);
  std::visit([&](auto& rows) { rows.bind(*schema); }, next->reader);
  current = std::move(next);
}

Source::Source(std::unique_ptr<State> state) : state_(std::move(state)) {}
Source::Source(const std::string& path, const ReadOptions& options) : Source(of_paths({path}, options)) {}
Source Source::of_paths(const std::vector<std::string>& paths, const ReadOptions& options) {
  const ReadOptions marking = marking_bad_rows(options);
  State state = {marking, {}, nullptr};
  if (are_documents(paths, marking)) {
    std::vector<DocumentPath> documents;
    for (const std::string& path : paths) documents.push_back({std::nullopt, path});
    state.current = std::make_unique<Opened>(open_documents(documents, marking));
  } else {
    state.paths = paths;
    state.current = std::make_unique<Opened>(open_file(paths.front(), marking));
  }
  return Source(std::make_unique<State>(std::move(state)));
}
Source::Source(const std::vector<std::pair<std::string, std::string>>& labelled_paths, const ReadOptions& options) {
  const ReadOptions marking = marking_bad_rows(options);
  state_ = std::make_unique<State>(
      State{marking, {}, std::make_unique<Opened>(open_documents(labelled(labelled_paths, marking), marking))});
}
Source::~Source() = default;
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;

const std::vector<std::string>& Source::columns() const {
  return state_->visit([](auto& reader) -> const std::vector<std::string>& { return reader.columns(); });
}
bool Source::open_columns() const { return state_->get<SvmlightRows>() != nullptr; }
std::optional<StoredNumbers> Source::stored_numbers() const {
  auto* const svmlight = state_->get<SvmlightRows>();
  if (svmlight == nullptr) return std::nullopt;
  StoredNumbers all = svmlight->stored_numbers();
  for (std::size_t i = 1; i < state_->paths.size(); ++i) {
    const std::optional<StoredNumbers> more = Source(state_->paths[i], state_->options).stored_numbers();
    if (!more) continue;
    all.rows += more->rows;
    all.stored += more->stored;
    all.are_amounts = all.are_amounts && more->are_amounts;
  }
  return all;
}
Schema Source::fit_columns(const Schema& schema) const {
  Schema fitted = schema;
  if (auto* const svmlight = state_->get<SvmlightRows>()) {
    fitted = svmlight->fit_columns(schema);
    for (std::size_t i = 1; i < state_->paths.size(); ++i) {
      fitted = Source(state_->paths[i], state_->options).fit_columns(fitted);
    }
    return fitted;
  }
  const Block* const open = open_block(schema);
  if (open == nullptr) return schema;
  const std::set<std::string_view> names(columns().begin(), columns().end());
  std::size_t count = open->features.size();
  while (names.contains(std::to_string(count + 1))) ++count;
  fitted.blocks.front() = widened(*open, count);
  return fitted;
}
void Source::set_missing_markers(const std::vector<std::string>& markers) {
  auto* const csv = state_->get<CsvRows>();
  if (csv == nullptr || markers == state_->current->dialect.missing) return;
  csv->set_missing_markers(markers);
  state_->current->dialect.missing = markers;
  state_->options.dialect.missing = markers;
}
void Source::watch_codes(const std::vector<std::string>& columns) {
  state_->watched = columns;
  if (auto* const csv = state_->get<CsvRows>()) csv->watch_codes(columns);
}
void Source::bind(const Schema& schema) {
  state_->visit([&](auto& reader) { reader.bind(schema); });
  if (state_->paths.size() > 1) state_->schema = schema;
}
bool Source::State::next(RowBlock& block) {
  block.files.clear();
  while (!visit([&](auto& reader) { return reader.next(block); })) {
    if (const auto* const csv = get<CsvRows>(); csv != nullptr && !ended) {
      std::ranges::move(csv->late_doubts(), std::back_inserter(late_doubts));
      std::ranges::move(csv->unknown_values(), std::back_inserter(unknown_values));
      ended = opened >= paths.size();
    }
    if (opened >= paths.size()) return false;
    open_next();
  }
  if (paths.size() > 1) block.files.assign(block.rows, paths[opened - 1]);
  return true;
}
bool Source::next(RowBlock& block) {
  while (state_->next(block)) {
    if (!state_->options.skip_bad_rows) return true;
    std::vector<std::size_t> bad;
    for (std::size_t row = 0; row < block.rows; ++row) {
      if (!block.problems[row].empty()) bad.push_back(row);
    }
    SkippedRows& skipped = state_->skipped;
    if (!bad.empty() && skipped.bad == 0) skipped.first_bad = block.problems[bad.front()];
    skipped.bad += bad.size();
    erase_rows(block, bad);
    block.problems.clear();
    if (block.rows > 0) return true;
  }
  return false;
}
bool Source::would_wait() const {
  return state_->visit([](auto& reader) { return reader.would_wait(); });
}
void Source::read_ahead() {
  if (auto* const csv = state_->get<CsvRows>()) {
    csv->read_ahead();
  } else if (state_->get<LineRows>() != nullptr || state_->get<DocumentRows>() != nullptr) {
    static_cast<void>(would_wait());
  }
}
const std::vector<std::string>& Source::label_names() const {
  return state_->visit([](auto& reader) -> const std::vector<std::string>& { return reader.label_names(); });
}
Table Source::table(const RowBlock& block) const {
  const Binding& binding = state_->visit([](auto& reader) -> const Binding& { return reader.binding(); });
  if (const auto* const svmlight = state_->get<SvmlightRows>(); svmlight != nullptr && svmlight->is_sparse()) {
    return Table::sparse({block.values.data(), block.offsets, block.indices, binding.numbers.size()}, block.weights);
  }
  std::span<const std::vector<std::string>> dictionaries;
  if (const auto* const csv = state_->get<CsvRows>()) dictionaries = csv->value_names();
  return table_of(block, binding, dictionaries);
}
std::uint64_t Source::ignored_numbers() const {
  const auto* const svmlight = state_->get<SvmlightRows>();
  return svmlight == nullptr ? 0 : svmlight->ignored_numbers();
}
std::vector<std::string> Source::unlabelled_files() const {
  const auto* const documents = state_->get<DocumentRows>();
  return documents == nullptr ? std::vector<std::string>() : documents->unlabelled_files();
}
std::vector<std::string> Source::skipped() const {
  const auto* const documents = state_->get<DocumentRows>();
  return documents == nullptr ? std::vector<std::string>() : documents->skipped();
}
const Dialect& Source::dialect() const { return state_->current->dialect; }
const std::vector<std::string>& Source::doubts() const {
  const auto* const documents = state_->get<DocumentRows>();
  return documents == nullptr ? state_->current->doubts : documents->doubts();
}
const std::vector<std::string>& Source::late_doubts() const { return state_->late_doubts; }
const std::vector<ColumnValues>& Source::unknown_values() const { return state_->unknown_values; }
const CellSample* Source::sample() const {
  const std::optional<CellSample>& sample = state_->current->sample;
  return sample ? &*sample : nullptr;
}
const std::vector<ColumnRole>& Source::declared_roles() const { return state_->current->declared_roles; }
const std::vector<OddRow>& Source::odd_rows() const {
  static const std::vector<OddRow> none;
  const auto* const csv = state_->get<CsvRows>();
  return csv == nullptr ? none : csv->odd_rows();
}
std::uint64_t Source::repeated_headers() const {
  const auto* const csv = state_->get<CsvRows>();
  return state_->headers_before + (csv == nullptr ? 0 : csv->repeated_headers());
}
std::uint64_t Source::incomplete_rows() const {
  const auto* const csv = state_->get<CsvRows>();
  return state_->incomplete_before + (csv == nullptr ? 0 : csv->incomplete_rows());
}
SkippedRows Source::skipped_rows() const {
  SkippedRows skipped = state_->skipped;
  if (const auto* const csv = state_->get<CsvRows>()) skipped.unlabelled += csv->unlabelled_rows();
  if (const auto* const documents = state_->get<DocumentRows>()) skipped.files = documents->unreadable_files();
  return skipped;
}
TranscodedFiles Source::transcoded_files() const {
  const auto* const documents = state_->get<DocumentRows>();
  return documents == nullptr ? state_->current->transcoded : documents->transcoded_files();
}
DocumentUnit Source::document_unit() const {
  if (const auto* const documents = state_->get<DocumentRows>()) return documents->unit();
  return state_->get<LineRows>() != nullptr ? DocumentUnit::line : DocumentUnit::cell;
}
bool Source::has_files() const {
  const auto* const documents = state_->get<DocumentRows>();
  return documents == nullptr ? state_->paths.size() > 1 : documents->has_files();
}
InputFormat Source::format() const {
  return state_->visit([this](const auto& reader) {
    using Rows = std::decay_t<decltype(reader)>;
    if constexpr (std::is_same_v<Rows, DocumentRows>) return reader.format();
    if constexpr (std::is_same_v<Rows, LineRows>) return InputFormat::lines;
    if constexpr (std::is_same_v<Rows, NpyRows>) return InputFormat::npy;
    return std::is_same_v<Rows, SvmlightRows> ? InputFormat::svmlight : state_->current->table_format;
  });
}
std::uint64_t Source::bytes_read() const {
  return state_->bytes_before + state_->visit([](auto& reader) { return reader.bytes_read(); });
}

}  // namespace suffice
