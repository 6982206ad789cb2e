// A walk over the set bits of the masks: what lies between them is text, whatever it holds.
#include "data/formats/csv/csv_scan.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "data/bytes/utf8.hpp"
#include "data/schema/dialect/description_lines.hpp"

namespace suffice {
namespace {

bool is_outside(char c, const CsvGrammar& grammar) {
  return (c == ' ' || c == '\t' || (c == grammar.quote && c != 0)) && c != grammar.delimiter;
}

/// Takes the first cell off a line, without blanks and quotes around it, and the delimiter behind it.
std::string_view take_cell(std::string_view& line, const CsvGrammar& grammar) {
  std::size_t begin = 0;
  while (begin < line.size() && (is_outside(line[begin], grammar) || (grammar.has_runs() && line[begin] == ' '))) {
    ++begin;
  }
  const bool quoted = begin > 0 && grammar.quote != 0 && line[begin - 1] == grammar.quote;
  std::size_t end = quoted ? std::min(line.find(grammar.quote, begin), line.size()) : begin;
  while (end < line.size() && !grammar.is_delimiter(line[end])) ++end;
  std::string_view cell = line.substr(begin, end - begin);
  while (!cell.empty() && is_outside(cell.back(), grammar)) cell.remove_suffix(1);
  line.remove_prefix(std::min(end + 1, line.size()));
  return cell;
}

}  // namespace

bool repeats_header(std::string_view record, std::string_view header, const CsvGrammar& grammar) {
  if (header.empty() || record.empty()) return false;
  if (record.front() == header.front() && record == header) return true;
  // Most records are rows, and begin otherwise.
  const auto may_be_skipped = [&](char c) {
    return is_outside(c, grammar) || c == ' ' || c == byte_order_mark.front();
  };
  if (record.front() != header.front() && !may_be_skipped(record.front()) && !may_be_skipped(header.front())) {
    return false;
  }
  if (record.starts_with(byte_order_mark)) record.remove_prefix(byte_order_mark.size());
  while (!record.empty() && !header.empty()) {
    if (take_cell(record, grammar) != take_cell(header, grammar)) return false;
  }
  return record.empty() && header.empty();
}

bool is_below_table(std::string_view record, const CsvGrammar& grammar) {
  if (grammar.has_runs()) return record.starts_with('(') && is_row_count(record);
  constexpr std::size_t least_empty = 2;
  const std::size_t end = record.find_last_not_of(grammar.delimiter) + 1;
  if (record.size() < end + least_empty) return false;
  std::string_view cell = record.substr(0, end);
  if (grammar.quote != '\0' && cell.starts_with(grammar.quote)) {
    cell = cell.substr(1, std::max<std::size_t>(cell.find(grammar.quote, 1), 1) - 1);
    if (cell.size() + 2 != end) return false;
  } else if (cell.find(grammar.delimiter) != std::string_view::npos) {
    return false;
  }
  return is_source(cell);
}

std::size_t count_line_ends(std::string_view text) {
  std::size_t count = 0;
  bool after_return = false;
  for (const char c : text) {
    if (c == '\r' || (c == '\n' && !after_return)) ++count;
    after_return = c == '\r';
  }
  return count;
}

/// Where the scan stands: in a record, in a cell.
struct CsvScan::Walk {
  CsvScan& found;
  const char* text;
  std::size_t last;
  const CsvGrammar& grammar;
  std::string_view header;

  std::uint32_t* end;           // behind the last cell found
  std::uint32_t* record_cells;  // the first one of the record
  std::size_t record;           // where it begins
  std::size_t cell;             // where the cell begins
  bool quoted = false;          // inside quotes
  std::size_t resume = 0;       // bits before it are done with
  bool failed = false;          // text follows a closing quote

  void end_cell(std::size_t at) {
    *end++ = static_cast<std::uint32_t>(at);
    cell = at + 1;
  }

  void end_record(std::size_t at) {
    const std::string_view bytes(text + record, at - record);
    if (repeats_header(bytes, header, grammar)) {
      ++found.repeated_headers_;
      end = record_cells;
    } else if (is_below_table(bytes, grammar)) {
      end = record_cells;
    } else if (end != record_cells) {
      found.records_.push_back({bytes.data(), record_cells, static_cast<std::uint32_t>(end - record_cells),
                                static_cast<std::uint32_t>(bytes.size())});
      record_cells = end;
    }
    record = cell = found.complete_ = at + 1;
  }

  /// A delimiter or a line end outside of quotes.
  void pass(std::size_t at, bool runs) {
    const char c = text[at];
    if (is_line_end(c)) {
      const bool no_cell = at == cell && (runs || end == record_cells);
      if (!no_cell) end_cell(at);
      end_record(at);
    } else if (runs && at == cell) {
      ++cell;
    } else {
      end_cell(at);
    }
  }

  void plain_block(std::size_t base, const CsvMasks& masks, bool runs) {
    const std::uint64_t line_ends = masks.line_feeds | masks.returns;
    std::uint64_t bits = masks.delimiters | line_ends;
    if (line_ends == 0 && !runs) {
      // Eight at a time: how many there are is hard to predict. Those that are none are overwritten by the next.
      std::uint32_t* to = end;
      while (bits != 0) {
        for (int k = 0; k < 8; ++k, bits &= bits - 1) {
          *to = static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(std::countr_zero(bits));
          to += bits != 0 ? 1 : 0;
        }
      }
      if (to != end) cell = std::size_t{to[-1]} + 1;
      end = to;
      return;
    }
    for (; bits != 0; bits &= bits - 1) pass(base + static_cast<std::size_t>(std::countr_zero(bits)), runs);
  }

  /// A quote begins a quoted cell where the cell begins, is text in any other plain cell, and in a quoted one is
  /// doubled or the last.
  void quoted_block(std::size_t base, const CsvMasks& masks, bool runs) {
    const std::uint64_t all = masks.delimiters | masks.line_feeds | masks.returns | masks.quotes;
    while (resume < base + csv_mask_bytes && !failed) {
      const std::uint64_t bits = (quoted ? masks.quotes : all) & (~std::uint64_t{0} << (std::max(resume, base) - base));
      if (bits == 0) return;
      const std::size_t at = base + static_cast<std::size_t>(std::countr_zero(bits));
      resume = at + 1;
      if (!quoted && text[at] != grammar.quote) {
        pass(at, runs);
      } else if (!quoted) {
        quoted = at == cell;
      } else if (at + 1 == last) {
        return;  // what the quote is, the bytes to come tell
      } else if (text[at + 1] == grammar.quote) {
        resume = at + 2;
      } else {
        quoted = false;
        failed = !grammar.is_delimiter(text[at + 1]) && !is_line_end(text[at + 1]);
      }
    }
  }
};

bool CsvScan::scan(std::string_view text, std::size_t first, std::size_t last, const CsvGrammar& grammar,
                   std::string_view header, bool stop_at_quotes) {
  constexpr std::size_t together = 64;
  records_.clear();
  complete_ = first;
  lines_ = repeated_headers_ = 0;
  const std::size_t most_cells = last - first + 2;  // and one more is written
  if (capacity_ < most_cells) {
    capacity_ = most_cells + most_cells / 4;
    ends_ = std::make_unique_for_overwrite<std::uint32_t[]>(capacity_);
  }
  const bool runs = grammar.has_runs();
  const CsvMarks marks = {grammar.delimiter, runs ? '\t' : grammar.delimiter,
                          grammar.quote == 0 ? '\n' : grammar.quote};
  Walk walk{*this, text.begin(), last, grammar, header, ends_.get(), ends_.get(), first, first};
  std::array<CsvMasks, together> masks;
  std::size_t counted = first;                                            // the line ends before it are in lines_
  std::uint64_t returned = first > 0 && text[first - 1] == '\r' ? 1 : 0;  // the byte before the mask is a CR
  for (std::size_t base = first; base < last && !walk.failed; base += together * csv_mask_bytes) {
    const std::size_t count = std::min(together, (last - base + csv_mask_bytes - 1) / csv_mask_bytes);
    csv_masks(text.data() + base, count, marks, masks.data());
    for (std::size_t k = 0; k < count; ++k) {
      CsvMasks mask = masks[k];
      const std::size_t start = base + k * csv_mask_bytes;
      if (last - start < csv_mask_bytes) {
        const std::uint64_t inside = (std::uint64_t{1} << (last - start)) - 1;
        mask = {mask.delimiters & inside, mask.quotes & inside, mask.line_feeds & inside, mask.returns & inside};
      }
      if ((mask.returns | mask.line_feeds) != 0) {
        const std::uint64_t line_ends = mask.returns | (mask.line_feeds & ~(mask.returns << 1U | returned));
        lines_ += static_cast<std::uint64_t>(std::popcount(line_ends));
      }
      returned = mask.returns >> 63U;
      if (grammar.quote == 0 || (stop_at_quotes && mask.quotes == 0)) {
        walk.plain_block(start, mask, runs);
      } else if (stop_at_quotes) {
        return false;
      } else {
        walk.quoted_block(start, mask, runs);
      }
    }
    counted = std::min(last, base + count * csv_mask_bytes);
  }
  lines_ -= count_line_ends(text.substr(complete_, counted - complete_));
  return true;
}

}  // namespace suffice
