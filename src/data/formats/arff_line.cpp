#include "data/formats/arff_line.hpp"

namespace suffice {
namespace {

bool is_arff_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }

bool ends_plain_value(char c) { return is_arff_blank(c) || c == ',' || c == '{' || c == '}'; }

/// What \c stands for; line ends are spaces, as no cell may move the lines behind it.
char escaped_character(char c) {
  if (c == 'n' || c == 'r' || c == 't') return ' ';
  return c;
}

}  // namespace

ArffToken ArffLine::next() {
  while (at_ < line_.size() && is_arff_blank(line_[at_])) ++at_;
  ArffToken token{.column = at_};
  if (at_ == line_.size() || line_[at_] == '%') {
    at_ = line_.size();
    return token;
  }
  const char c = line_[at_];
  if (c == '\'' || c == '"') return quoted_value(c);
  if (c == ',' || c == '{' || c == '}') {
    ++at_;
    token.kind = c == ',' ? ArffToken::Kind::comma : c == '{' ? ArffToken::Kind::open : ArffToken::Kind::close;
    return token;
  }
  token.kind = ArffToken::Kind::value;
  while (true) {
    while (at_ < line_.size() && !ends_plain_value(line_[at_])) token.text += line_[at_++];
    if (!holds_blanks_) return token;
    std::size_t behind = at_;
    while (behind < line_.size() && is_arff_blank(line_[behind])) ++behind;
    if (behind == at_ || behind == line_.size() || line_[behind] == '%' || ends_plain_value(line_[behind]))
      return token;
    token.text.append(line_, at_, behind - at_);
    at_ = behind;
  }
}

/// Blanks are held where a comma follows that is not quoted.
void ArffLine::hold_blanks() {
  ArffLine rest = *this;
  for (ArffToken token = rest.next(); token.kind != ArffToken::Kind::end; token = rest.next()) {
    if (token.kind == ArffToken::Kind::problem) return;
    if (token.kind == ArffToken::Kind::comma) {
      holds_blanks_ = true;
      return;
    }
  }
}

ArffToken ArffLine::quoted_value(char quote) {
  ArffToken token{.kind = ArffToken::Kind::value, .quoted = true, .column = at_};
  for (++at_; at_ < line_.size(); ++at_) {
    if (line_[at_] == quote) {
      ++at_;
      return token;
    }
    const bool escape = line_[at_] == '\\' && at_ + 1 < line_.size();
    if (escape) ++at_;
    token.text += escape ? escaped_character(line_[at_]) : line_[at_];
  }
  token.kind = ArffToken::Kind::problem;
  token.text = "the quote opened here is not closed in its line; close it, or put \\ before a quote that is text";
  return token;
}

}  // namespace suffice
