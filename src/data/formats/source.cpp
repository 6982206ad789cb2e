// Source: the public face of the readers of rows, one for each format.
#include "suffice/source.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "data/bytes/decompress.hpp"
#include "data/bytes/file_kind.hpp"
#include "data/bytes/folder.hpp"
#include "data/formats/csv_rows.hpp"
#include "data/formats/document_rows.hpp"
#include "data/formats/line_rows.hpp"
#include "data/formats/npy_rows.hpp"
#include "data/formats/svmlight_rows.hpp"

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
    throw Error(ErrorCode::usage, "labels in a second file go with npy input", path,
                {{"labels", {}, Remedy::Act::leave_out}});
  }
  if (options.labels_path == "-" && path == "-") {
    throw Error(ErrorCode::usage, "rows and labels cannot both come from stdin: give a file for one of them");
  }
  if (options.keep_cells && format != InputFormat::csv) {
    throw Error(
        ErrorCode::usage,
        "only the cells of CSV input and the lines of text can be written out again, and this is neither; rows come in "
        "the order of the input, documents of a folder in byte order of their paths",
        path, {{"append", {}, Remedy::Act::leave_out}});
  }
  if (!options.quotes && format != InputFormat::csv) {
    throw Error(ErrorCode::usage, "only CSV input has quotes", path, {{"no-quotes", {}, Remedy::Act::leave_out}});
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
  return Reader(std::in_place_type<CsvRows>, std::move(input), dialect_of(options), std::size_t{0}, options);
}

Reader open_documents(const std::vector<std::pair<std::string, std::string>>& labelled_paths,
                      const ReadOptions& options) {
  if (options.format != InputFormat::by_name && options.format != InputFormat::documents) {
    throw Error(ErrorCode::usage, "LABEL=PATH names documents, whose format is known already", "",
                {{"format", {}, Remedy::Act::leave_out}});
  }
  check_options(InputFormat::documents, "LABEL=PATH", options);
  return Reader(std::in_place_type<DocumentRows>, labelled_paths, options);
}

}  // namespace

Table table_of(const RowBlock& block, const Binding& binding, std::span<const std::vector<std::string>> dictionaries) {
  Table table{.rows = block.rows, .columns = {}, .weights = block.weights};
  std::size_t number = 0;
  std::size_t category = 0;
  std::size_t document = 0;
  for (auto form = binding.forms.begin(); form != binding.forms.end();) {
    switch (*form) {
      case CellForm::number: {
        const auto end = std::find_if(form, binding.forms.end(), [](CellForm f) { return f != CellForm::number; });
        const auto count = static_cast<std::size_t>(end - form);
        const Numbers values =
            block.values32.empty() ? Numbers(block.values.data() + number) : Numbers(block.values32.data() + number);
        const auto row_stride = static_cast<std::ptrdiff_t>(binding.numbers.size());
        table.columns.emplace_back(NumberMatrix{values, count, row_stride, 1});
        number += count;
        form = end;
        break;
      }
      case CellForm::category:
        table.columns.emplace_back(CategoryColumn{block.categories.data() + category, dictionaries[category],
                                                  static_cast<std::ptrdiff_t>(binding.categories.size())});
        ++category;
        ++form;
        break;
      case CellForm::text:
        table.columns.emplace_back(
            TextColumn{Texts(std::span(block.documents).subspan(document * block.rows, block.rows))});
        ++document;
        ++form;
        break;
    }
  }
  return table;
}

struct Source::State {
  Reader reader;
  bool sparse = false;

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
  const Block* const open = open_block(schema);
  if (open == nullptr) return schema;
  std::size_t count = open->features.size();
  while (std::ranges::find(columns(), std::to_string(count + 1)) != columns().end()) ++count;
  Schema fitted = schema;
  fitted.blocks.front() = widened(*open, count);
  return fitted;
}
void Source::bind(const Schema& schema) {
  state_->visit([&](auto& reader) { reader.bind(schema); });
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
Table Source::table(const RowBlock& block) const {
  const Binding& binding = state_->visit([](auto& reader) -> const Binding& { return reader.binding(); });
  if (state_->sparse) {
    return Table::sparse({block.values.data(), block.offsets, block.indices, binding.numbers.size()}, block.weights);
  }
  std::span<const std::vector<std::string>> dictionaries;
  if (const auto* const csv = std::get_if<CsvRows>(&state_->reader)) dictionaries = csv->value_names();
  return table_of(block, binding, dictionaries);
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
