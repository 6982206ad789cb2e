// Source: the public face of the readers of rows, one for each format.
#include "suffice/source.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "data/csv_rows.hpp"
#include "data/decompress.hpp"
#include "data/document_rows.hpp"
#include "data/file_kind.hpp"
#include "data/folder.hpp"
#include "data/line_rows.hpp"
#include "data/npy_rows.hpp"
#include "data/svmlight_rows.hpp"

namespace suffice {
namespace {

using Reader = std::variant<CsvRows, SvmlightRows, NpyRows, LineRows, DocumentRows>;

constexpr std::string_view zip_signature = "PK\x03\x04";

/// What is asked for, else what the name says, else what the content tells: no text begins like an npy or a zip file.
InputFormat format_of(Input& input, InputFormat named, InputFormat asked) {
  if (asked != InputFormat::by_name) return asked;
  if (named == InputFormat::svmlight || named == InputFormat::npy) return named;
  if (input.starts_with(zip_signature)) {
    throw Error(ErrorCode::bad_data,
                "is a zip archive, as npz and xlsx files are, and these are not read: save one array as .npy, with "
                "numpy.save, or a table as .csv",
                input.name());
  }
  return input.starts_with(npy_signature) ? InputFormat::npy : InputFormat::csv;
}

void check_options(InputFormat format, const std::string& path, const ReadOptions& options) {
  if (!options.labels_path.empty() && format != InputFormat::npy) {
    throw Error(ErrorCode::usage, "labels in a second file go with npy input: leave out --labels", path);
  }
  if (options.labels_path == "-" && path == "-") {
    throw Error(ErrorCode::usage, "rows and labels cannot both come from stdin: give a file for one of them");
  }
  if (options.keep_cells && format != InputFormat::csv) {
    throw Error(
        ErrorCode::usage,
        "--append writes out the cells of CSV input or the lines of text again, and this is neither: leave it out. "
        "Rows come in the order of the input, documents of a folder in byte order of their paths",
        path);
  }
  if (!options.quotes && format != InputFormat::csv) {
    throw Error(ErrorCode::usage, "only CSV input has quotes: leave out --no-quotes", path);
  }
}

Reader open_reader(const std::string& path, ReadOptions options) {
  if (options.format == InputFormat::documents || (options.format == InputFormat::by_name && is_folder(path))) {
    check_options(InputFormat::documents, path, options);
    return Reader(std::in_place_type<DocumentRows>, path, options);
  }
  const FileKind kind = path == "-" ? FileKind{} : file_kind(path);
  Input file(path);
  const bool is_regular = file.size().has_value() && path != "-";
  Input input = decompressed(std::move(file), kind.compression);
  const InputFormat format = format_of(input, kind.format, options.format);
  check_options(format, path, options);
  if (format == InputFormat::svmlight) {
    std::function<Input()> reopen;
    if (is_regular) reopen = [path, kind] { return decompressed(Input(path), kind.compression); };
    return Reader(std::in_place_type<SvmlightRows>, std::move(input), std::move(reopen), options);
  }
  if (format == InputFormat::lines) return Reader(std::in_place_type<LineRows>, std::move(input), options);
  if (format == InputFormat::npy) {
    std::optional<Input> labels;
    if (options.labels && !options.labels_path.empty()) {
      labels.emplace(decompressed(Input(options.labels_path), file_kind(options.labels_path).compression));
    }
    return Reader(std::in_place_type<NpyRows>, std::move(input), std::move(labels), options);
  }
  if (options.delimiter == 0) options.delimiter = kind.delimiter;
  return Reader(std::in_place_type<CsvRows>, std::move(input), options);
}

Reader open_documents(const std::vector<std::pair<std::string, std::string>>& labelled_paths,
                      const ReadOptions& options) {
  if (options.format != InputFormat::by_name && options.format != InputFormat::documents) {
    throw Error(ErrorCode::usage, "LABEL=PATH names documents, whose format is told already: leave out --format");
  }
  check_options(InputFormat::documents, "LABEL=PATH", options);
  return Reader(std::in_place_type<DocumentRows>, labelled_paths, options);
}

}  // namespace

struct Source::State {
  Reader reader;
  bool sparse = false;
  Encoding encoding = Encoding::numbers;

  template <typename Call>
  decltype(auto) visit(Call call) {
    return std::visit(call, reader);
  }
};

Source::Source(const std::string& path, ReadOptions options) {
  const bool sparse = options.sparse;
  state_ = std::make_unique<State>(State{open_reader(path, std::move(options)), sparse});
  state_->sparse = sparse && std::holds_alternative<SvmlightRows>(state_->reader);
}
Source::Source(const std::vector<std::pair<std::string, std::string>>& labelled_paths, const ReadOptions& options)
    : state_(std::make_unique<State>(State{open_documents(labelled_paths, options)})) {}
Source::~Source() = default;
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;

const std::vector<std::string>& Source::columns() const {
  return state_->visit([](auto& reader) -> const std::vector<std::string>& { return reader.columns(); });
}
bool Source::open_columns() const { return std::holds_alternative<SvmlightRows>(state_->reader); }
Schema Source::fit_columns(const Schema& schema) const {
  if (auto* const svmlight = std::get_if<SvmlightRows>(&state_->reader)) {
    return svmlight->fit_columns(schema);
  }
  std::size_t count = schema.features.size();
  while (schema.open_columns && std::ranges::find(columns(), std::to_string(count + 1)) != columns().end()) {
    ++count;
  }
  return widened(schema, count);
}
void Source::bind(const Schema& schema) {
  state_->visit([&](auto& reader) { reader.bind(schema); });
  state_->encoding = schema.encoding;
}
bool Source::next(RowBlock& block) {
  return state_->visit([&](auto& reader) { return reader.next(block); });
}
bool Source::would_wait() const {
  return state_->visit([](auto& reader) { return reader.would_wait(); });
}
void Source::read_ahead() {
  if (std::holds_alternative<LineRows>(state_->reader) || std::holds_alternative<DocumentRows>(state_->reader)) {
    static_cast<void>(would_wait());
  }
}
const std::vector<std::string>& Source::label_names() const {
  return state_->visit([](auto& reader) -> const std::vector<std::string>& { return reader.label_names(); });
}
Rows Source::rows(const RowBlock& block) const {
  if (state_->encoding == Encoding::text) return TextBatch{block.documents, block.weights};
  if (state_->encoding == Encoding::categories) {
    return CategoryBatch{block.categories.data(), block.rows, block.features,
                         std::get<CsvRows>(state_->reader).value_names(), block.weights};
  }
  if (state_->sparse) {
    return SparseBatch{block.values.data(), block.offsets, block.indices, block.features, block.weights};
  }
  if (!block.values32.empty())
    return Batch::row_major(block.values32.data(), block.rows, block.features, block.weights);
  return Batch::row_major(block.values.data(), block.rows, block.features, block.weights);
}
std::uint64_t Source::ignored_numbers() const {
  const auto* const svmlight = std::get_if<SvmlightRows>(&state_->reader);
  return svmlight == nullptr ? 0 : svmlight->ignored_numbers();
}
std::vector<std::string> Source::passed_over() const {
  const auto* const documents = std::get_if<DocumentRows>(&state_->reader);
  return documents == nullptr ? std::vector<std::string>() : documents->passed_over();
}
std::uint64_t Source::bytes_read() const {
  return state_->visit([](auto& reader) { return reader.bytes_read(); });
}

}  // namespace suffice
