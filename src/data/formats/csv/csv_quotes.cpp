#include "data/formats/csv/csv_quotes.hpp"

#include <utility>

#include "data/bytes/converted.hpp"

namespace suffice {

void PlainQuotes::add(std::string_view bytes, std::string& to) {
  for (const char c : bytes) {
    if (lines_to_skip_ > 0) {
      // The line feed of the last CRLF begins no record either.
      if (c == '\r' || (c == '\n' && !after_return_)) --lines_to_skip_;
      after_return_ = c == '\r';
      to += c;
    } else {
      add_byte(c, to);
    }
  }
}

void PlainQuotes::add_byte(char c, std::string& to) {
  const bool ends_cell = is_line_end(c) || grammar_.is_delimiter(c);
  switch (place_) {
    case Place::cell_start:
      if (quotes_.after_blanks && is_blank(c)) {
        blanks_ += c;
        return;
      }
      if (c == grammar_.quote) {
        blanks_.clear();
        place_ = Place::quoted;
      } else {
        to += std::exchange(blanks_, {});
        place_ = ends_cell ? Place::cell_start : Place::plain;
      }
      break;
    case Place::plain:
      if (ends_cell) place_ = Place::cell_start;
      break;
    case Place::quoted:
      if (quotes_.escaped && c == '\\') {
        place_ = Place::after_escape;
        return;
      }
      if (c == grammar_.quote) place_ = Place::after_quote;
      break;
    case Place::after_escape:
      to += c == grammar_.quote ? grammar_.quote : '\\';
      place_ = Place::quoted;
      break;
    case Place::after_quote:
      if (quotes_.after_blanks && is_blank(c)) {
        blanks_ += c;
        return;
      }
      if (ends_cell) {
        blanks_.clear();
        place_ = Place::cell_start;
      } else {  // a doubled quote, or text that the reader refuses
        to += std::exchange(blanks_, {});
        place_ = Place::quoted;
      }
      break;
  }
  to += c;
}

void PlainQuotes::finish(std::string& to) {
  if (place_ == Place::after_escape) to += '\\';
  if (place_ == Place::cell_start) to += std::exchange(blanks_, {});
}

Input with_plain_quotes(Input input, const CsvGrammar& grammar, const QuoteStyle& quotes, std::size_t skipped_lines,
                        std::size_t chunk_bytes) {
  return converted(std::move(input), PlainQuotes(grammar, quotes, skipped_lines), chunk_bytes);
}

}  // namespace suffice
