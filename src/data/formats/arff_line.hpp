// One line of an ARFF file, token by token.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace suffice {

struct ArffToken {
  enum class Kind { end, value, comma, open, close, problem };

  Kind kind = Kind::end;
  std::string text = {};  ///< of a value, without its quotes; of a problem, what is wrong
  bool quoted = false;
  std::size_t column = 0;  ///< where it begins, in bytes from 0
};

/// A comment ends the line; `{` and `}` are tokens of their own. A value without quotes ends before a blank, a comma or
/// a brace; behind hold_blanks(), where commas delimit values, blanks between its words are part of it.
class ArffLine {
 public:
  explicit ArffLine(std::string_view line) : line_(line) {}

  ArffToken next();
  void hold_blanks();
  /// The token that next() will give.
  ArffToken peek() const { return ArffLine(*this).next(); }

 private:
  ArffToken quoted_value(char quote);

  std::string_view line_;
  std::size_t at_ = 0;
  bool holds_blanks_ = false;
};

}  // namespace suffice
