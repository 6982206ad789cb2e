// with_plain_quotes(): the quotes of a table as RFC 4180 has them, whatever its program writes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/bytes/input.hpp"
#include "data/formats/csv/csv_scan.hpp"
#include "suffice/dialect.hpp"

namespace suffice {

/// Inside quoted cells, \" becomes "" where `quotes.escaped`; outside of them, blanks before the quote that begins a
/// cell and behind the one that ends it are dropped where `quotes.after_blanks`. Line ends stay where they are. Any cut
/// of the bytes gives the same text.
class PlainQuotes {
 public:
  /// The first lines are passed as they are.
  PlainQuotes(const CsvGrammar& grammar, const QuoteStyle& quotes, std::size_t skipped_lines)
      : grammar_(grammar), quotes_(quotes), lines_to_skip_(skipped_lines) {}

  void add(std::string_view bytes, std::string& to);
  void finish(std::string& to);

 private:
  enum class Place { cell_start, plain, quoted, after_escape, after_quote };

  void add_byte(char c, std::string& to);
  [[nodiscard]] bool is_blank(char c) const { return (c == ' ' || c == '\t') && !grammar_.is_delimiter(c); }

  CsvGrammar grammar_;
  QuoteStyle quotes_;
  std::size_t lines_to_skip_;
  Place place_ = Place::cell_start;
  std::string blanks_;  // at the start of a cell or behind its closing quote
  bool after_return_ = false;
};

Input with_plain_quotes(Input input, const CsvGrammar& grammar, const QuoteStyle& quotes, std::size_t skipped_lines,
                        std::size_t chunk_bytes = std::size_t{1} << 18);

}  // namespace suffice
