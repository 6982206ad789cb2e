// The CSV grammar as a resumable scan: any cut of the bytes into chunks gives the same records.
#include "data/formats/csv_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/find_byte.hpp"
#include "data/bytes/utf8.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

struct Signature {
  std::string_view bytes;
  std::string_view meaning;
};

constexpr std::size_t longest_signature = 4;
constexpr std::array<Signature, 5> foreign_signatures = {{
    {"\xFF\xFE", "is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)"},
    {"\xFE\xFF", "is UTF-16; convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)"},
    {"\x1F\x8B", "is compressed with gzip; decompress it first (gzip -d)"},
    {"\x28\xB5\x2F\xFD", "is compressed with zstd; decompress it first (zstd -d)"},
    {"PK\x03\x04", "is a zip archive or a spreadsheet; extract it, or export it as CSV first"},
}};

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// LF, CRLF and CR count once each.
std::size_t count_line_ends(std::string_view text) {
  if (text.find('\n') == std::string_view::npos && text.find('\r') == std::string_view::npos) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool first_of_crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (is_line_end(text[i]) && !first_of_crlf) ++count;
  }
  return count;
}

/// Copies a quoted cell, each doubled quote as one, and returns the end of the copy.
char* copy_undoubled(std::string_view cell, char* to) {
  while (!cell.empty()) {
    const std::size_t length = std::min(cell.find('"'), cell.size() - 1) + 1;
    to = std::copy_n(cell.begin(), length, to);
    cell.remove_prefix(std::min(length + (cell[length - 1] == '"' ? 1U : 0U), cell.size()));
  }
  return to;
}

}  // namespace

CsvReader::CsvReader(Input input, const CsvOptions& options) : input_(std::move(input)), options_(options) {
  const auto delimiter = static_cast<unsigned char>(options.delimiter);
  if (delimiter == '"' || is_line_end(options.delimiter) || delimiter > 127) {
    throw Error(ErrorCode::usage, "the delimiter must be one ASCII character other than a quote or a line end");
  }
  for (const unsigned char c : {delimiter, static_cast<unsigned char>('\n'), static_cast<unsigned char>('\r')}) {
    ends_cell_[c] = true;
  }
}

CsvReader::Step CsvReader::next(bool may_wait) {
  const Step step = peek(may_wait);
  taken_ = step == Step::record;
  return step;
}

CsvReader::Step CsvReader::peek(bool may_wait) {
  if (taken_) drop_record();
  while (!complete_) {
    if (signature_checked() && scan()) break;
    if (input_ended_) return finish_at_end() ? Step::record : Step::end;
    if (!may_wait && input_.would_wait()) return Step::waiting;
    read_more();
  }
  return Step::record;
}

void CsvReader::read_more() {
  make_room();
  const std::size_t count = input_.read(buffer_.get() + end_, options_.chunk_bytes);
  input_ended_ = count == 0;
  end_ += count;
}

/// Makes room behind end_ for a chunk and the scan's sentinels: the record goes to the front, the buffer grows twofold.
void CsvReader::make_room() {
  const std::size_t held = end_ - start_;
  const std::size_t needed = held + options_.chunk_bytes + bytes_at_a_time;
  if (needed > capacity_) {
    const std::size_t most = options_.record_bytes + 2 * options_.chunk_bytes + bytes_at_a_time;
    const std::size_t capacity = std::max(needed, std::min(2 * capacity_, most));
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (held > 0) std::memcpy(larger.get(), record(), held);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  } else if (start_ > 0) {
    std::memmove(buffer_.get(), record(), held);
  }
  start_ = 0;
  end_ = held;
}

/// False while the first bytes are too few to tell.
bool CsvReader::signature_checked() {
  if (!at_start_) return true;
  if (end_ < longest_signature && !input_ended_) return false;
  const std::string_view bytes(buffer_.get(), end_);
  for (const Signature& signature : foreign_signatures) {
    if (bytes.starts_with(signature.bytes)) {
      throw Error(ErrorCode::bad_data, std::string(signature.meaning), input_.name());
    }
  }
  if (bytes.starts_with(byte_order_mark)) start_ = byte_order_mark.size();
  at_start_ = false;
  return true;
}

inline void CsvReader::end_cell(std::size_t end) {
  if (found_.size() == options_.record_cells) fail_too_many_cells();
  const auto narrow = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
  if (place_ == Place::after_quote) {
    any_quoted_ = true;
    found_.push_back({narrow(cell_start_ + 1), narrow(end - 1), doubled_ ? Quoting::doubled : Quoting::quoted});
  } else {
    found_.push_back({narrow(cell_start_), narrow(end), Quoting::none});
  }
}

/// Goes on from scanned_ to the end of the record (true) or of the buffer (false).
/// The line ends written behind the bytes let the inner loop test for one thing only.
bool CsvReader::scan() {
  const char* const end = buffer_.get() + end_;
  std::memset(buffer_.get() + end_, '\n', bytes_at_a_time);
  const char* first = record();
  const char* at = first + scanned_;
  const auto offset = [&] { return static_cast<std::size_t>(at - first); };
  const auto pause = [&] { scanned_ = offset(); };
  while (at != end) {
    switch (place_) {
      case Place::cell_start:
        if (found_.empty() && is_line_end(*at)) {
          if (!after_cr_ || *at == '\r') ++line_;
          after_cr_ = *at == '\r';
          first = ++at;
          ++start_;
          continue;
        }
        after_cr_ = false;
        cell_start_ = offset();
        if (*at == '"' && options_.quotes) {
          place_ = Place::quoted;
          doubled_ = false;
          ++at;
          continue;
        }
        place_ = Place::plain;
        [[fallthrough]];
      case Place::plain:
        if (!ends_cell(at[0]) && !ends_cell(*++at)) at = find_first_of(at, options_.delimiter, '\n', '\r');
        if (at == end) continue;
        break;
      case Place::quoted: {
        const auto rest = static_cast<std::size_t>(end - at);
        const void* const quote = std::memchr(at, '"', rest);
        at = quote == nullptr ? end : static_cast<const char*>(quote) + 1;
        if (quote != nullptr) place_ = Place::after_quote;
        continue;
      }
      case Place::after_quote:
        if (*at == '"') {
          doubled_ = true;
          place_ = Place::quoted;
          ++at;
          continue;
        }
        if (!ends_cell(*at)) {
          pause();
          fail_after_quote(*at);
        }
        break;
    }
    end_cell(offset());
    if (*at != options_.delimiter) {
      end_record(offset());
      return true;
    }
    ++at;
    place_ = Place::cell_start;
  }
  pause();
  check_size(scanned_);
  return false;
}

/// The last line may lack its line end.
bool CsvReader::finish_at_end() {
  if (found_.empty() && place_ == Place::cell_start) return false;
  if (place_ == Place::quoted) {
    const Advice quotes = quote_advice();
    throw Error(ErrorCode::bad_data,
                "the quote opened here is never closed; close it, or double it if it is text" + quotes.words,
                where_offset(cell_start_), quotes.remedies);
  }
  if (place_ == Place::cell_start) cell_start_ = scanned_;
  end_cell(scanned_);
  end_record(scanned_);
  return true;
}

void CsvReader::end_record(std::size_t length) {
  check_size(length);
  length_ = length;
  cells_.resize(found_.size());
  for (std::size_t i = 0; i < found_.size(); ++i) {
    cells_[i] = {record() + found_[i].begin, found_[i].end - found_[i].begin};
  }
  if (any_quoted_) undouble_quotes();
  complete_ = true;
}

/// Lets the cells that have doubled quotes point to a copy that has single ones.
void CsvReader::undouble_quotes() {
  std::size_t bytes = 0;
  for (const Cell& cell : found_) {
    if (cell.quoting == Quoting::doubled) bytes += cell.end - cell.begin;
  }
  undoubled_.resize(bytes);
  char* to = undoubled_.data();
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (found_[i].quoting != Quoting::doubled) continue;
    char* const copy = to;
    to = copy_undoubled(cells_[i], copy);
    cells_[i] = {copy, static_cast<std::size_t>(to - copy)};
  }
}

void CsvReader::drop_record() {
  line_ += 1 + (any_quoted_ ? count_line_ends({record(), length_}) : 0);
  after_cr_ = start_ + length_ < end_ && record()[length_] == '\r';
  start_ = std::min(start_ + length_ + 1, end_);
  place_ = Place::cell_start;
  scanned_ = 0;
  any_quoted_ = complete_ = taken_ = false;
  found_.clear();
}

void CsvReader::fail_after_quote(char found) const {
  Advice delimiter = delimiter_advice(found);
  const Advice quotes = quote_advice();
  delimiter.remedies.insert(delimiter.remedies.end(), quotes.remedies.begin(), quotes.remedies.end());
  throw Error(ErrorCode::bad_data,
              "text after the closing quote of a cell; end the cell there, or double the quotes inside it" +
                  delimiter.words + quotes.words,
              where_offset(scanned_), std::move(delimiter.remedies));
}

/// Files whose columns are delimited by tabs often quote nothing.
Advice CsvReader::quote_advice() const {
  if (options_.delimiter != '\t') return {};
  return {"; or quotes are text in this file", {{"no-quotes"}}};
}

void CsvReader::fail_too_many_cells() const {
  throw Error(ErrorCode::bad_data,
              fmt::format("has more than {} cells: check that lines end where rows end", options_.record_cells),
              where());
}

void CsvReader::check_size(std::size_t bytes) const {
  if (bytes <= options_.record_bytes) return;
  const std::string limit = fmt::format("a row of more than {} MiB", options_.record_bytes >> 20);
  if (place_ == Place::quoted) {
    throw Error(ErrorCode::bad_data, limit + ": the quote opened here seems never to be closed; close it",
                where_offset(cell_start_));
  }
  throw Error(ErrorCode::bad_data, limit + ": check that lines end where rows end", where());
}

std::string CsvReader::where() const { return fmt::format("{}:{}", input_.name(), line_); }

std::string CsvReader::where(std::size_t cell) const {
  const Cell& found = found_[cell];
  return where_offset(found.quoting == Quoting::none ? found.begin : found.begin - 1);
}

std::string CsvReader::where_offset(std::size_t offset) const {
  const std::string_view before(record(), offset);
  const std::size_t last_line_end = before.find_last_of("\r\n");
  const std::size_t line_start = last_line_end == std::string_view::npos ? 0 : last_line_end + 1;
  return fmt::format("{}:{}:{}", input_.name(), line_ + count_line_ends(before), offset - line_start + 1);
}

}  // namespace suffice
