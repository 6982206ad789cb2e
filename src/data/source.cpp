// Source: the public face of the readers of rows, one for each format.
#include "suffice/source.hpp"

#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "data/csv_rows.hpp"
#include "data/decompress.hpp"
#include "data/file_kind.hpp"
#include "data/npy_rows.hpp"
#include "data/svmlight_rows.hpp"

namespace suffice {
namespace {

using Rows = std::variant<CsvRows, SvmlightRows, NpyRows>;

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
    throw Error(ErrorCode::usage, "only CSV input has cells to be written out again: leave out --append", path);
  }
}

Rows open_rows(const std::string& path, ReadOptions options) {
  const FileKind kind = path == "-" ? FileKind{} : file_kind(path);
  Input file(path);
  const bool is_regular = file.size().has_value() && path != "-";
  Input input = decompressed(std::move(file), kind.compression);
  const InputFormat format = format_of(input, kind.format, options.format);
  check_options(format, path, options);
  if (format == InputFormat::svmlight) {
    std::function<Input()> reopen;
    if (is_regular) reopen = [path, kind] { return decompressed(Input(path), kind.compression); };
    return Rows(std::in_place_type<SvmlightRows>, std::move(input), std::move(reopen), options);
  }
  if (format == InputFormat::npy) {
    std::optional<Input> labels;
    if (options.labels && !options.labels_path.empty()) {
      labels.emplace(decompressed(Input(options.labels_path), file_kind(options.labels_path).compression));
    }
    return Rows(std::in_place_type<NpyRows>, std::move(input), std::move(labels), options);
  }
  if (options.delimiter == 0) options.delimiter = kind.delimiter;
  return Rows(std::in_place_type<CsvRows>, std::move(input), options);
}

}  // namespace

struct Source::State {
  Rows rows;

  template <typename Call>
  decltype(auto) visit(Call call) {
    return std::visit(call, rows);
  }
};

Source::Source(const std::string& path, ReadOptions options) : state_(new State{open_rows(path, std::move(options))}) {}
Source::~Source() = default;
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;

const std::vector<std::string>& Source::columns() const {
  return state_->visit([](auto& rows) -> const std::vector<std::string>& { return rows.columns(); });
}
void Source::bind(const Schema& schema) {
  state_->visit([&](auto& rows) { rows.bind(schema); });
}
bool Source::next(RowBlock& block) {
  return state_->visit([&](auto& rows) { return rows.next(block); });
}
bool Source::would_wait() const {
  return state_->visit([](auto& rows) { return rows.would_wait(); });
}
const std::vector<std::string>& Source::label_names() const {
  return state_->visit([](auto& rows) -> const std::vector<std::string>& { return rows.label_names(); });
}
std::uint64_t Source::bytes_read() const {
  return state_->visit([](auto& rows) { return rows.bytes_read(); });
}

}  // namespace suffice
