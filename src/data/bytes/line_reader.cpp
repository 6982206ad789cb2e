#include "data/bytes/line_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/utf8.hpp"
#include "suffice/error.hpp"

namespace suffice {

LineReader::LineReader(Input input, const LineOptions& options)
    : window_(std::move(input), options.chunk_bytes), options_(options) {}

LineReader::Step LineReader::next(bool may_wait) {
  window_.drop(std::exchange(length_with_end_, 0));
  length_ = 0;
  while (true) {
    const std::string_view held = window_.bytes();
    const std::size_t line_end = held.find('\n', scanned_);
    if (std::min(line_end, held.size()) > options_.line_bytes) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("a line of more than {} MiB: check that lines end where rows end", options_.line_bytes >> 20),
          fmt::format("{}:{}", input().name(), number_ + 1), longer_rows);
    }
    if (line_end != std::string_view::npos) return end_line(line_end, line_end + 1);
    scanned_ = held.size();
    if (!may_wait && input().would_wait()) return Step::waiting;
    if (!window_.grow()) return held.empty() ? Step::end : end_line(held.size(), held.size());
  }
}

LineReader::Step LineReader::end_line(std::size_t length, std::size_t with_end) {
  std::string_view line = window_.bytes().substr(0, length);
  if (number_ == 0 && line.starts_with(byte_order_mark)) {
    window_.drop(byte_order_mark.size());
    line.remove_prefix(byte_order_mark.size());
    with_end -= byte_order_mark.size();
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  length_ = line.size();
  length_with_end_ = with_end;
  scanned_ = 0;
  ++number_;
  return Step::line;
}

std::string LineReader::where() const { return fmt::format("{}:{}", input().name(), number_); }

std::string LineReader::where(std::string_view part) const {
  const auto offset = static_cast<std::size_t>(part.data() - window_.bytes().data());
  return fmt::format("{}:{}:{}", input().name(), number_, offset + 1);
}

}  // namespace suffice
