#include "data/formats/npy/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_header_bytes = std::size_t{1} << 16;
constexpr std::size_t most_dimensions = 32;
constexpr std::size_t most_columns_without_rows = std::size_t{1} << 20;  // their names take memory, no byte backs them

/// A reader of the Python literals that a header has: strings, True, False, tuples of integers.
class Literals {
 public:
  Literals(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_data, "the npy header is damaged: " + what + "; save the array again", file_);
  }

  /// Takes a character, with the blanks before it.
  bool take(char c) {
    pass_blanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("'{}' is expected before {}", c, quoted(text_)));
  }
  bool ended() {
    pass_blanks();
    return text_.empty();
  }

  std::string_view string() {
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    const std::size_t end = text_.find(quote);
    if (end == std::string_view::npos) fail("a quote is never closed");
    const std::string_view result = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return result;
  }

  bool boolean() {
    pass_blanks();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.starts_with(word)) continue;
      text_.remove_prefix(word.size());
      return word == "True";
    }
    fail(fmt::format("True or False is expected before {}", quoted(text_)));
  }

  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> numbers;
    expect('(');
    while (!take(')')) {
      if (numbers.size() == most_dimensions) fail("there are too many dimensions");
      numbers.push_back(number());
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return numbers;
  }

 private:
  void pass_blanks() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r\n"), text_.size())); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto [stop, problem] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (problem != std::errc()) fail(fmt::format("a size is expected before {}", quoted(text_)));
    text_.remove_prefix(static_cast<std::size_t>(stop - text_.data()));
    take('L');  // Python 2 wrote it behind large numbers
    return value;
  }

  std::string_view text_;
  const std::string& file_;
};

struct Dictionary {
  std::optional<std::string_view> type;
  std::optional<bool> columns_together;
  std::optional<std::vector<std::uint64_t>> shape;
};

Dictionary read_dictionary(Literals& literals, const std::string& file) {
  Dictionary dictionary;
  literals.expect('{');
  while (!literals.take('}')) {
    const std::string_view key = literals.string();
    literals.expect(':');
    if (key == "descr" && !dictionary.type) {
      if (literals.take('[')) {
        throw Error(ErrorCode::bad_data, "is an array of records: save its columns as one array of numbers", file);
      }
      dictionary.type = literals.string();
    } else if (key == "fortran_order" && !dictionary.columns_together) {
      dictionary.columns_together = literals.boolean();
    } else if (key == "shape" && !dictionary.shape) {
      dictionary.shape = literals.tuple();
    } else {
      literals.fail(fmt::format("{} is unknown or named twice", quoted(key)));
    }
    if (!literals.take(',')) {
      literals.expect('}');
      break;
    }
  }
  if (!literals.ended()) literals.fail("there is text after its end");
  if (!dictionary.type || !dictionary.columns_together || !dictionary.shape) {
    literals.fail("descr, fortran_order or shape is missing");
  }
  return dictionary;
}

void check_sizes(const NpyHeader& header, const std::string& file) {
  if (header.columns == 0) throw Error(ErrorCode::bad_data, "has no column: give an array of numbers", file);
  if (header.columns > most_numbered_columns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("has {} numbers in a row, of at most {}", header.columns, most_numbered_columns), file);
  }
  if (header.rows == 0 && header.columns > most_columns_without_rows) {
    throw Error(ErrorCode::bad_data, fmt::format("has {} columns and no row: give an array of rows", header.columns),
                file);
  }
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 2;
  if (header.rows > most / header.row_bytes()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the npy header is damaged: {} rows of {} numbers are more than any file holds",
                            header.rows, header.columns),
                file);
  }
}

}  // namespace

NpyHeader parse_npy_dictionary(std::string_view text, const std::string& file) {
  Literals literals(text, file);
  const Dictionary dictionary = read_dictionary(literals, file);
  const std::optional<NpyType> type = npy_type(*dictionary.type);
  if (!type) {
    throw Error(ErrorCode::bad_data,
                fmt::format("holds elements of type {}, which are not read: save it as float64, float32 or integers",
                            quoted(*dictionary.type)),
                file);
  }
  const auto& shape = *dictionary.shape;
  if (shape.empty() || shape.size() > 2) {
    throw Error(ErrorCode::bad_data,
                shape.empty() ? "is a single number: give an array of rows and columns"
                              : fmt::format("has {} dimensions ({}): reshape it to rows and columns", shape.size(),
                                            fmt::join(shape, " × ")),
                file);
  }
  NpyHeader header{*type, *dictionary.columns_together, shape[0], shape.size() == 2 ? shape[1] : 1, 0};
  check_sizes(header, file);
  if (header.columns == 1 || header.rows <= 1) header.columns_together = false;
  return header;
}

NpyHeader read_npy_header(Window& window) {
  const std::string& file = window.input().name();
  const auto fail = [&](const std::string& what) { throw Error(ErrorCode::bad_data, what, file); };
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(window.bytes()[i]));
  };
  if (!window.hold(npy_signature.size() + 2) || !window.bytes().starts_with(npy_signature)) {
    fail("is not an npy file: save the array with numpy.save");
  }
  const std::size_t version = byte(6);
  if (version < 1 || version > 3) fail(fmt::format("is an npy file of version {}; 1 to 3 are read", version));
  const std::size_t fixed_bytes = version == 1 ? 10 : 12;
  if (!window.hold(fixed_bytes)) fail("the npy header is cut short; copy the file again");
  std::size_t length = byte(8) | byte(9) << 8U;
  if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
  if (length > most_header_bytes) fail("the npy header is longer than 64 KiB: is this an array of numbers?");
  if (!window.hold(fixed_bytes + length)) fail("the npy header is cut short; copy the file again");
  NpyHeader header = parse_npy_dictionary(window.bytes().substr(fixed_bytes, length), file);
  header.header_bytes = fixed_bytes + length;
  window.drop(fixed_bytes + length);
  return header;
}

}  // namespace suffice
