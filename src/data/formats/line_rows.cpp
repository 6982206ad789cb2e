// Whole lines are gathered in a window, then seen as documents; what was seen stays in place while more is gathered.
#include "data/formats/line_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/line_reader.hpp"
#include "data/bytes/transcode.hpp"
#include "data/bytes/utf8.hpp"
#include "data/schema/dialect/dialect_encoding.hpp"

namespace suffice {

Input lines_as_utf8(Input input, const ReadOptions& options, TranscodedFiles& transcoded_files) {
  constexpr std::size_t looked_at = std::size_t{1} << 17;
  const Encoding encoding =
      options.said.encoding ? *options.said.encoding : find_encoding(input.peek_some(looked_at), false).encoding;
  if (encoding != Encoding::utf8 && !options.said.encoding) transcoded_files.add(input.name(), encoding);
  return transcoded(std::move(input), encoding);
}

LineRows::LineRows(Input input, const ReadOptions& options, const LineRowsOptions& limits)
    : options_(options),
      limits_(limits),
      document_bytes_(options.limits.row_bytes),
      window_(std::move(input), limits.chunk_bytes),
      block_bytes_(std::min(limits.first_bytes, limits.block_bytes)) {}

void LineRows::bind(const Schema& schema) {
  binding_ = bind_text(schema, options_.labels, false, window_.input().name());
}

bool LineRows::next(RowBlock& block) {
  block.values.clear();
  block.values32.clear();
  block.categories.clear();
  return next_block(block, binding_, 0, failure_, [&] { add_rows(block); });
}

bool LineRows::would_wait() {
  if (failure_) return false;
  try {
    return find_lines(false) == Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

/// Gathers whole lines, a block of them or as many as come without waiting.
LineRows::Step LineRows::find_lines(bool may_wait) {
  while (true) {
    pass_byte_order_mark();
    find_line_ends();
    const std::size_t held = window_.bytes().size();
    const bool some = !found_.empty();
    if (broken_ && !some) throw *broken_;
    if (ended_ || broken_) return some ? Step::lines : Step::end;
    if (found_.size() == most_short_rows || (some && held >= block_bytes_)) return Step::lines;
    if (!some && held > document_bytes_ + 2) fail_too_long();
    if ((some || !may_wait) && window_.input().would_wait()) return some ? Step::lines : Step::waiting;
    if (std::exchange(given_, false)) window_.renew(block_bytes_ + limits_.chunk_bytes);
    try {
      ended_ = !window_.grow();
    } catch (const Error& error) {
      broken_ = error;
    }
  }
}

/// Looks at what was not yet looked at, soon after it was read; at the end of the input, a line ends too.
void LineRows::find_line_ends() {
  if (at_start_) return;
  const std::string_view held = window_.bytes();
  while (found_.size() < most_short_rows && scanned_ < held.size()) {
    const std::size_t end = held.find('\n', scanned_);
    scanned_ = std::min(end, held.size() - 1) + 1;
    if (end != std::string_view::npos) end_line(end);
  }
  if (ended_ && scanned_ == held.size() && complete_ < scanned_) end_line(scanned_);
}

void LineRows::end_line(std::size_t end) {
  const bool has_return = end > complete_ && window_.bytes()[end - 1] == '\r';
  found_.push_back({complete_, end - complete_ - (has_return ? 1 : 0)});
  complete_ = scanned_;
}

/// Waits for as many bytes as are needed to tell whether there is one.
void LineRows::pass_byte_order_mark() {
  const std::string_view held = window_.bytes();
  if (!at_start_ || (!ended_ && held.size() < byte_order_mark.size() && byte_order_mark.starts_with(held))) return;
  if (held.starts_with(byte_order_mark)) window_.drop(byte_order_mark.size());
  at_start_ = false;
}

void LineRows::add_rows(RowBlock& block) {
  if (find_lines(true) != Step::lines) return;
  for (const Line& line : found_) {
    if (line.size > document_bytes_) break;
    block.documents.push_back(window_.bytes().substr(line.start, line.size));
  }
  const std::size_t rows = block.documents.size();
  if (rows == 0) fail_too_long();
  if (options_.keep_bad_rows) block.problems.resize(rows);
  block.rows = rows;
  lines_ += rows;
  const std::size_t given_bytes = rows < found_.size() ? found_[rows].start : complete_;
  if (given_bytes >= block_bytes_ / 2) block_bytes_ = std::min(2 * block_bytes_, limits_.block_bytes);
  window_.drop(given_bytes);
  scanned_ = rows < found_.size() ? 0 : scanned_ - given_bytes;
  complete_ = 0;
  found_.clear();
  given_ = true;
}

void LineRows::fail_too_long() const {
  throw Error(ErrorCode::bad_data,
              fmt::format("a line of more than {} MiB: check that lines end where documents end, or give a folder of "
                          "documents",
                          document_bytes_ >> 20),
              fmt::format("{}:{}", window_.input().name(), lines_ + 1), longer_rows);
}

}  // namespace suffice
