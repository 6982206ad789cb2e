// The CSV grammar as a resumable scan: any cut of the bytes into chunks gives the same records.
#include "data/formats/csv/csv_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/find_byte.hpp"
#include "data/bytes/line_reader.hpp"
#include "data/bytes/plain_number.hpp"
#include "data/bytes/utf8.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

// Where the bytes begin in a buffer, and how many more it has than are read.
constexpr std::size_t front = plain_number_bytes;
constexpr std::size_t behind = std::max(CsvScan::slack, bytes_at_a_time);

}  // namespace

char* copy_undoubled(std::string_view cell, char quote, char* to) {
  while (!cell.empty()) {
    const std::size_t length = std::min(cell.find(quote), cell.size() - 1) + 1;
    to = std::copy_n(cell.begin(), length, to);
    cell.remove_prefix(std::min(length + (cell[length - 1] == quote ? 1U : 0U), cell.size()));
  }
  return to;
}

CsvReader::CsvReader(Input input, const CsvOptions& options)
    : input_(std::move(input)), options_(options), start_(front), end_(front), lines_to_skip_(options.skipped_lines) {
  const CsvGrammar& grammar = options.grammar;
  const auto delimiter = static_cast<unsigned char>(grammar.delimiter);
  if (delimiter == '"' || grammar.delimiter == grammar.quote || delimiter == 0 || is_line_end(grammar.delimiter) ||
      delimiter > 127) {
    throw Error(ErrorCode::usage, "the delimiter must be one ASCII character other than a quote or a line end");
  }
  for (std::size_t c = 0; c < ends_cell_.size(); ++c) {
    ends_cell_[c] = is_line_end(static_cast<char>(c)) || grammar.is_delimiter(static_cast<char>(c));
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
    if (at_first_record() && scan()) break;
    if (input_ended_) return finish_at_end() ? Step::record : Step::end;
    if (!may_wait && !broken_ && input_.would_wait()) return Step::waiting;
    read_more(options_.chunk_bytes);
  }
  return Step::record;
}

std::string_view CsvReader::gather(std::size_t count) {
  if (taken_) drop_record();
  forget_record();
  kept_ = false;
  while (end_ - start_ < count && !input_ended_ && !broken_ && !input_.would_wait()) {
    try {
      read_more(std::max(count - (end_ - start_), options_.chunk_bytes));
    } catch (const Error& error) {
      broken_ = error;
    }
  }
  if (!at_first_record()) return {};
  if (after_cr_ && start_ < end_) {
    if (*record() == '\n') ++start_;
    after_cr_ = false;
  }
  return {record(), end_ - start_};
}

void CsvReader::seek(const char* place, std::uint64_t line) {
  forget_record();
  start_ = static_cast<std::size_t>(place - buffer_.bytes.get());
  line_ = line;
  after_cr_ = start_ > front && place[-1] == '\r';
}

void CsvReader::read_more(std::size_t count) {
  if (broken_) throw *broken_;
  make_room(count);
  const std::size_t read = input_.read(buffer_.bytes.get() + end_, count);
  input_ended_ = read == 0;
  end_ += read;
}

/// Makes room behind end_ for so many bytes: the record goes to the front, or to the other buffer if what precedes it
/// must stay; the buffer grows twofold.
void CsvReader::make_room(std::size_t count) {
  const std::size_t held = end_ - start_;
  const std::size_t needed = front + held + count + behind;
  Buffer& target = kept_ ? other_ : buffer_;
  if (needed > target.capacity) {
    const std::size_t most = front + options_.record_bytes + 2 * count + behind;
    const std::size_t capacity = std::max(needed, std::min(2 * target.capacity, most));
    Buffer larger{std::make_unique_for_overwrite<char[]>(capacity), capacity};
    std::memset(larger.bytes.get(), 0, front);
    if (held > 0) std::memcpy(larger.bytes.get() + front, record(), held);
    target = std::move(larger);
  } else if (held > 0) {
    std::memmove(target.bytes.get() + front, record(), held);
  }
  if (kept_) std::swap(buffer_, other_);
  kept_ = false;
  start_ = front;
  end_ = front + held;
}

/// False while more bytes are needed to tell.
bool CsvReader::at_first_record() { return signature_checked() && lines_skipped(); }

bool CsvReader::signature_checked() {
  if (!at_start_) return true;
  if (end_ - start_ < byte_order_mark.size() && !input_ended_) return false;
  const std::string_view bytes(buffer_.bytes.get() + start_, end_ - start_);
  if (bytes.starts_with(byte_order_mark)) start_ += byte_order_mark.size();
  at_start_ = false;
  return true;
}

bool CsvReader::lines_skipped() {
  for (; lines_to_skip_ > 0; ++start_) {
    if (start_ == end_) return input_ended_;
    const char c = *record();
    const bool ends_line = c == '\r' || (c == '\n' && !after_cr_);
    after_cr_ = c == '\r';
    if (!ends_line) continue;
    ++line_;
    --lines_to_skip_;
  }
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

/// The first delimiter or line end from `at` on; one comes, in the sentinels of scan() at the latest.
const char* CsvReader::find_cell_end(const char* at) const {
  if (!options_.grammar.has_runs()) return find_first_of(at, options_.grammar.delimiter, '\n', '\r');
  while (!ends_cell(*at)) ++at;
  return at;
}

/// Goes on from scanned_ to the end of the record (true) or of the buffer (false).
/// The line ends written behind the bytes let the inner loop test for one thing only.
bool CsvReader::scan() {
  const CsvGrammar& grammar = options_.grammar;
  const char* const end = buffer_.bytes.get() + end_;
  std::memset(buffer_.bytes.get() + end_, '\n', bytes_at_a_time);
  const char* first = record();
  const char* at = first + scanned_;
  const auto offset = [&] { return static_cast<std::size_t>(at - first); };
  const bool runs = grammar.has_runs();
  const auto pause = [&] { scanned_ = offset(); };
  while (at != end) {
    switch (place_) {
      case Place::cell_start:
        if (found_.empty() && is_line_end(*at)) {
          if (!after_cr_ || *at == '\r') ++line_;
          after_cr_ = *at == '\r';
          ++at;
          start_ += offset();
          first = at;
          continue;
        }
        after_cr_ = false;
        if (runs && grammar.is_delimiter(*at)) {
          ++at;
          continue;
        }
        if (runs && is_line_end(*at)) {
          end_record(offset());
          return true;
        }
        cell_start_ = offset();
        if (*at == grammar.quote && grammar.quote != 0) {
          place_ = Place::quoted;
          doubled_ = false;
          ++at;
          continue;
        }
        place_ = Place::plain;
        [[fallthrough]];
      case Place::plain:
        if (!ends_cell(at[0]) && !ends_cell(*++at)) at = find_cell_end(at);
        if (at == end) continue;
        break;
      case Place::quoted: {
        const auto rest = static_cast<std::size_t>(end - at);
        const void* const quote = std::memchr(at, grammar.quote, rest);
        at = quote == nullptr ? end : static_cast<const char*>(quote) + 1;
        if (quote != nullptr) place_ = Place::after_quote;
        continue;
      }
      case Place::after_quote:
        if (*at == grammar.quote) {
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
    if (is_line_end(*at)) {
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
  if (place_ != Place::cell_start || !options_.grammar.has_runs()) {
    if (place_ == Place::cell_start) cell_start_ = scanned_;
    end_cell(scanned_);
  }
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
    to = copy_undoubled(cells_[i], options_.grammar.quote, copy);
    cells_[i] = {copy, static_cast<std::size_t>(to - copy)};
  }
}

void CsvReader::drop_record() {
  line_ += 1 + (any_quoted_ ? count_line_ends({record(), length_}) : 0);
  after_cr_ = start_ + length_ < end_ && record()[length_] == '\r';
  start_ = std::min(start_ + length_ + 1, end_);
  forget_record();
}

/// Back to the start of the record, which is to be scanned anew.
void CsvReader::forget_record() {
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
  if (options_.grammar.delimiter != '\t') return {};
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
                where_offset(cell_start_), longer_rows);
  }
  throw Error(ErrorCode::bad_data, limit + ": check that lines end where rows end", where(), longer_rows);
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
