// Tags are read as the HTML Living Standard's tokeniser reads them (§13.2.5), in one pass forward; of its tree there is
// only the stack of open elements, for the styles that they pass on.
#include "text/mail/html_text.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "data/bytes/ascii.hpp"
#include "text/mail/html_entities.hpp"
#include "text/mail/html_style.hpp"
#include "text/mail/web_host.hpp"

namespace suffice {

namespace {

constexpr std::size_t deepest_element = 128;
constexpr std::size_t longest_tag_name = 16;
constexpr std::size_t longest_attribute = 4096;

// Whether a name is one of a list in byte order.
bool is_one_of(std::string_view name, std::span<const std::string_view> sorted) {
  return std::ranges::binary_search(sorted, name);
}

// Elements that begin a line, a cell or a field.
constexpr auto block_elements = std::to_array<std::string_view>(
    {"address", "article", "aside",    "blockquote", "body",  "br",     "button",   "caption",    "center",  "dd",
     "details", "dialog",  "dir",      "div",        "dl",    "dt",     "fieldset", "figcaption", "figure",  "footer",
     "form",    "frame",   "frameset", "h1",         "h2",    "h3",     "h4",       "h5",         "h6",      "head",
     "header",  "hr",      "html",     "iframe",     "input", "legend", "li",       "main",       "menu",    "nav",
     "object",  "ol",      "optgroup", "option",     "p",     "pre",    "section",  "select",     "summary", "table",
     "tbody",   "td",      "textarea", "tfoot",      "th",    "thead",  "title",    "tr",         "ul"});
static_assert(std::ranges::is_sorted(block_elements));

constexpr auto void_elements =
    std::to_array<std::string_view>({"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img",
                                     "input", "link", "meta", "param", "source", "track", "wbr"});
static_assert(std::ranges::is_sorted(void_elements));

// Elements whose content is no text and has no tags.
constexpr auto raw_elements =
    std::to_array<std::string_view>({"iframe", "noembed", "noframes", "script", "style", "xmp"});
static_assert(std::ranges::is_sorted(raw_elements));

// What an element ends when it begins: one of its group that is open within the nearest container.
struct ImpliedEnd {
  std::array<std::string_view, 2> group;
  std::array<std::string_view, 6> containers;
};
ImpliedEnd implied_end(std::string_view name) {
  if (name == "p") return {{"p"}, {"div", "table", "td", "th", "li", "blockquote"}};
  if (name == "li") return {{"li"}, {"ul", "ol", "dir", "menu"}};
  if (name == "td" || name == "th") return {{"td", "th"}, {"tr", "table"}};
  if (name == "tr") return {{"tr"}, {"table", "tbody", "thead", "tfoot"}};
  if (name == "dt" || name == "dd") return {{"dt", "dd"}, {"dl"}};
  if (name == "option") return {{"option"}, {"select"}};
  return {};
}

class HtmlReader {
 public:
  HtmlReader(std::string_view html, std::string& text, std::vector<std::string>& hosts)
      : rest_(html), text_(&text), hosts_(&hosts) {}

  void read() {
    while (!rest_.empty()) {
      if (rest_.front() != '<') {
        read_text();
      } else if (rest_.size() > 1 && is_ascii_letter(rest_[1])) {
        read_start_tag();
      } else if (rest_.size() > 2 && rest_[1] == '/' && is_ascii_letter(rest_[2])) {
        read_end_tag();
      } else if (rest_.starts_with("<!--")) {
        skip_comment();
      } else if (rest_.size() > 1 && (rest_[1] == '!' || rest_[1] == '?' || rest_[1] == '/')) {
        skip_to('>');
      } else {
        add_byte();
      }
    }
  }

 private:
  struct Element {
    std::string name;
    bool block = false;
    HtmlStyle style;
  };

  [[nodiscard]] const HtmlStyle& style() const {
    static const HtmlStyle page;
    return open_.empty() ? page : open_.back().style;
  }

  void add_byte() {
    if (visible_) *text_ += rest_.front();
    rest_.remove_prefix(1);
  }

  // Up to the next tag. Bytes 0xC2, 0xE2 and 0xEF begin characters that have no width.
  void read_text() {
    while (!rest_.empty() && rest_.front() != '<') {
      const std::size_t plain = std::min(rest_.find_first_of("<&\xC2\xE2\xEF"), rest_.size());
      if (visible_) text_->append(rest_.substr(0, plain));
      rest_.remove_prefix(plain);
      if (rest_.empty() || rest_.front() == '<') return;
      const std::size_t before = text_->size();
      const std::size_t length = rest_.front() == '&' ? append_entity(rest_, *text_) : zero_width_length(rest_);
      if (!visible_) text_->resize(before);
      if (length == 0) add_byte();
      rest_.remove_prefix(length);
    }
  }

  void skip_to(char end) {
    const std::size_t at = rest_.find(end);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + 1);
  }

  // "<!-->" is a whole comment.
  void skip_comment() {
    rest_.remove_prefix(2);
    const std::size_t end = rest_.find("-->");
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 3);
  }

  // The name at the start of what is left, in lower case.
  std::string take_name(std::size_t longest) {
    std::size_t end = 0;
    while (end < rest_.size() && !is_ascii_space(rest_[end]) && rest_[end] != '/' && rest_[end] != '>' &&
           rest_[end] != '=') {
      ++end;
    }
    std::string name = ascii_lower(rest_.substr(0, std::min(end, longest)));
    rest_.remove_prefix(end);
    return name;
  }

  void skip_space() {
    while (!rest_.empty() && is_ascii_space(rest_.front())) rest_.remove_prefix(1);
  }

  std::string_view take_value() {
    skip_space();
    if (rest_.empty() || rest_.front() != '=') return {};
    rest_.remove_prefix(1);
    skip_space();
    if (rest_.empty()) return {};
    std::size_t end = 0;
    if (const char quote = rest_.front(); quote == '"' || quote == '\'') {
      rest_.remove_prefix(1);
      end = std::min(rest_.find(quote), rest_.size());
      const std::string_view value = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      return value.substr(0, longest_attribute);
    }
    while (end < rest_.size() && !is_ascii_space(rest_[end]) && rest_[end] != '>') ++end;
    const std::string_view value = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return value.substr(0, longest_attribute);
  }

  void apply_attribute(const std::string& name, std::string_view value, HtmlStyle& style) {
    if (name == "style") {
      apply_style(with_entities_decoded(value), style);
    } else if (name == "hidden") {
      style.hidden = true;
    } else if (name == "color" || name == "text") {
      style.colour = parse_colour(value);
    } else if (name == "bgcolor") {
      style.background = parse_colour(value);
    } else if (name == "href" || name == "src" || name == "background" || name == "action") {
      if (std::string host = host_of(with_entities_decoded(value)); !host.empty()) hosts_->push_back(std::move(host));
      if (name == "background") style.background.reset();
    }
  }

  // Attributes up to the end of the tag; true where it closes itself.
  bool read_attributes(HtmlStyle& style) {
    bool closed = false;
    while (true) {
      skip_space();
      if (rest_.empty()) return closed;
      if (rest_.front() == '>') {
        rest_.remove_prefix(1);
        return closed;
      }
      closed = rest_.front() == '/';
      if (closed || rest_.front() == '=') {
        rest_.remove_prefix(1);
        continue;
      }
      const std::string name = take_name(longest_tag_name);
      apply_attribute(name, take_value(), style);
    }
  }

  void separate() {
    if (!text_->empty() && text_->back() != '\n') *text_ += '\n';
  }

  void close_from(std::size_t depth) {
    open_.resize(depth);
    visible_ = !style().hides_text();
  }

  void end_implied(const std::string& name) {
    const ImpliedEnd implied = implied_end(name);
    for (std::size_t k = implied.group.front().empty() ? 0 : open_.size(); k > 0; --k) {
      const std::string_view open = open_[k - 1].name;
      if (std::ranges::find(implied.group, open) != implied.group.end()) return close_from(k - 1);
      if (std::ranges::find(implied.containers, open) != implied.containers.end()) return;
    }
  }

  void read_start_tag() {
    rest_.remove_prefix(1);
    const std::string name = take_name(longest_tag_name);
    end_implied(name);
    Element element{name, is_one_of(name, block_elements), style()};
    if (name == "a") element.style.colour.reset();  // that of links
    const bool closed = read_attributes(element.style);
    if (element.block) separate();
    if (is_one_of(name, raw_elements)) return skip_raw(name);
    if (is_one_of(name, void_elements) || (closed && !element.block)) return;
    if (open_.size() == deepest_element) return;
    open_.push_back(std::move(element));
    visible_ = !style().hides_text();
  }

  // An inline element does not end beyond the block that is open.
  void read_end_tag() {
    rest_.remove_prefix(2);
    const std::string name = take_name(longest_tag_name);
    HtmlStyle ignored;
    const std::size_t links = hosts_->size();
    read_attributes(ignored);
    hosts_->resize(links);
    const bool block = is_one_of(name, block_elements);
    if (block) separate();
    for (std::size_t k = open_.size(); k > 0; --k) {
      if (open_[k - 1].name == name) return close_from(k - 1);
      if (!block && open_[k - 1].block) return;
    }
  }

  // To the end tag of the name, which is left to be read.
  void skip_raw(const std::string& name) {
    while (!rest_.empty()) {
      const std::size_t at = rest_.find("</");
      rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
      if (ascii_lower(rest_.substr(0, name.size() + 2)).ends_with(name)) return;
      rest_.remove_prefix(std::min<std::size_t>(2, rest_.size()));
    }
  }

  std::string_view rest_;
  std::string* text_;
  std::vector<std::string>* hosts_;
  std::vector<Element> open_;
  bool visible_ = true;
};

}  // namespace

void append_html_text(std::string_view html, std::string& text, std::vector<std::string>& hosts) {
  HtmlReader(html, text, hosts).read();
}

}  // namespace suffice
