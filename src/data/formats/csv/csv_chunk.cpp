#include "data/formats/csv/csv_chunk.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace suffice {
namespace {

/// Behind the first line end from `at` on.
std::size_t next_line(std::string_view text, std::size_t at) {
  const auto* const end = std::find_if(text.begin() + at, text.end(), is_line_end);
  std::size_t place = std::min(static_cast<std::size_t>(end - text.begin()) + 1, text.size());
  if (place < text.size() && text[place - 1] == '\r' && text[place] == '\n') ++place;
  return place;
}

}  // namespace

void CsvChunk::fill(CsvReader& reader, const CsvGrammar& grammar, std::string_view header,
                    const CsvChunkOptions& options, ThreadTeam& team) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  records_.clear();
  taken_ = 0;
  text_ = reader.gather(options.bytes);
  if (text_.empty() || text_.size() < options.fewest_bytes) return;
  text_ = text_.substr(0, most_bytes);
  if (!scan_pieces(grammar, header, options, true, team)) scan_pieces(grammar, header, options, false, team);

  counted_ = text_.data();
  line_ = end_line_ = reader.line();
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const CsvScan& piece = pieces_[k];
    if (k == 0 || complete_ == bounds_[k]) complete_ = piece.complete();
    records_.insert(records_.end(), piece.records().begin(), piece.records().end());
    end_line_ += piece.lines();
    repeated_headers_ += piece.repeated_headers();
  }
  if (records_.empty()) take(0, reader);
}

/// False when there are quotes, and they stop the scan.
bool CsvChunk::scan_pieces(const CsvGrammar& grammar, std::string_view header, const CsvChunkOptions& options,
                           bool stop_at_quotes, ThreadTeam& team) {
  const unsigned threads = stop_at_quotes ? options.threads : 1;
  const std::size_t count =
      std::clamp<std::size_t>(text_.size() / std::max<std::size_t>(options.fewest_bytes, 1), 1, threads);
  bounds_.assign(1, 0);
  for (std::size_t k = 1; k < count; ++k) {
    bounds_.push_back(next_line(text_, std::max(bounds_.back(), text_.size() / count * k)));
  }
  bounds_.push_back(text_.size());
  pieces_.resize(count);
  std::atomic<bool> stopped = false;
  team.parallel_for(threads, count, [&](std::size_t k, unsigned) {
    if (!pieces_[k].scan(text_, bounds_[k], bounds_[k + 1], grammar, header, stop_at_quotes)) stopped = true;
  });
  return !stopped;
}

void CsvChunk::take(std::size_t count, CsvReader& reader) {
  taken_ += count;
  if (taken_ == records_.size()) reader.seek(text_.data() + complete_, end_line_);
}

void CsvChunk::take_and_end(std::size_t count, CsvReader& reader) {
  const CsvScan::Record next = records()[count];
  reader.seek(next.begin, line_of(next));
  records_.clear();
  taken_ = 0;
}

std::uint64_t CsvChunk::line_of(const CsvScan::Record& record) {
  line_ += count_line_ends({counted_, static_cast<std::size_t>(record.begin - counted_)});
  counted_ = record.begin;
  return line_;
}

}  // namespace suffice
