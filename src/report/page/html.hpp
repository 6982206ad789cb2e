// Html: markup that was written here, and text of the data as text. What comes from the data can only become Html by
// text() and its like, which escape it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace suffice::page {

class Html {
 public:
  Html() = default;

  Html& operator+=(const Html& other) {
    markup_ += other.markup_;
    return *this;
  }
  friend Html operator+(Html first, const Html& second) { return first += second; }
  [[nodiscard]] const std::string& str() const { return markup_; }
  [[nodiscard]] bool empty() const { return markup_.empty(); }

  /// Markup of this program itself, never of the data: literals, style sheets, pictures that are escaped already.
  static Html trusted(std::string_view markup) {
    Html html;
    html.markup_ = markup;
    return html;
  }

 private:
  std::string markup_;
};

/// Well-formed UTF-8 without control characters: what is not well-formed becomes U+FFFD, a control character other than
/// a blank its picture (U+2400 …).
std::string shown_text(std::string_view bytes);

/// shown_text() with & < > " ' as character references.
std::string escaped(std::string_view bytes);

/// Text of any bytes.
Html text(std::string_view bytes);
/// A name of the data in a sentence: isolated, so that its direction of writing does not change that of the sentence;
/// of more characters than `most` the middle is left out, and its title has all; a word that needs much room may be
/// broken anywhere.
Html name(std::string_view bytes, std::size_t most = 80);

struct Attribute {
  const char* key;
  std::string value;  ///< of any bytes
};

/// <tag key="value">content</tag>
Html element(const char* tag, std::initializer_list<Attribute> attributes, const Html& content);
Html element(const char* tag, const Html& content);

/// Four significant digits, from 10,000 on whole numbers; an en dash where it is undefined.
std::string number_for_people(double number);
/// A count: all digits of whole numbers, in groups of three.
std::string count_for_people(double count);
/// The same; "> 0.9999" and "< 0.0001" near 1 and 0, but not there.
std::string probability_for_people(double probability);
/// Four digits; "> 0.9999" where 1 would be shown, and it is not.
std::string score_for_people(double score);
/// Four digits; "< 1e-9" for what is below it.
std::string p_value_for_people(double p);
/// 0.9812 as "98.1 %"; with up to four decimals where it would seem to be 0 or 1, and is not: "99.97 %".
std::string percent(double share);

/// A table: a caption, a header, and rows whose first cell names them.
class HtmlTable {
 public:
  explicit HtmlTable(Html caption) : caption_(std::move(caption)) {}

  /// The cells of the header; `numeric` ones are aligned to the right.
  HtmlTable& column(Html title, bool numeric = false);
  /// Titles of numeric columns stand upright: there are many.
  HtmlTable& upright() {
    is_upright_ = true;
    return *this;
  }
  /// In small print: there are many columns.
  HtmlTable& dense() {
    is_dense_ = true;
    return *this;
  }
  HtmlTable& number_column(Html title) { return column(std::move(title), true); }

  /// Starts a row with its name, or with any other content.
  HtmlTable& row(const Html& title, const char* type = "");
  HtmlTable& cell(const Html& content, const char* type = "");
  HtmlTable& cell(std::string_view content) { return cell(text(content)); }
  HtmlTable& number(double value) { return cell(text(number_for_people(value))); }
  HtmlTable& count(double value) { return cell(text(count_for_people(value))); }
  /// A number on a bar of `share` (0 to 1) of the cell's width.
  HtmlTable& bar(double share, std::string_view label);
  /// A bar to the left (−1) or to the right (+1) of the middle.
  HtmlTable& signed_bar(double share);
  /// A cell as dark as `share` says.
  HtmlTable& heat(double share, std::string_view label, bool is_diagonal);

  /// In a frame that scrolls sideways where the table is too wide.
  [[nodiscard]] Html html() const;

 private:
  struct Column {
    Html title;
    bool numeric;
  };
  Html caption_;
  std::vector<Column> columns_;
  Html body_;
  std::size_t cells_ = 0;  // of the row that is open
  bool open_ = false;
  bool is_upright_ = false;
  bool is_dense_ = false;
};

}  // namespace suffice::page
