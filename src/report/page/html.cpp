#include "report/page/html.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "data/bytes/utf8.hpp"
#include "report/picture/labels.hpp"

namespace suffice::page {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// U+2400 + code: the picture of a control character.
std::string control_picture(unsigned char code) {
  std::string picture = "\xE2\x90\x80";
  picture.back() = static_cast<char>(static_cast<unsigned char>(picture.back()) + (code == 0x7F ? 0x21U : code));
  return picture;
}

// Whether a character of two bytes is one of the control characters U+0080 to U+009F.
bool is_second_control(std::string_view character) {
  return character.size() == 2 && character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
}

// "-12,345" of a number that is rounded to a whole one.
std::string whole_digits(double number) {
  return (number < 0 ? "-" : "") + draw::grouped(static_cast<std::uint64_t>(std::llround(std::abs(number))));
}

// With the sign of mathematics.
std::string with_minus(const std::string& digits) {
  return digits.starts_with('-') ? "\xE2\x88\x92" + digits.substr(1) : digits;
}

// The class of a text in which a word needs much room.
const char* long_class(std::string_view shown) {
  constexpr std::size_t long_word = 16;  // bytes
  for (std::size_t begin = 0; begin < shown.size();) {
    const std::size_t end = std::min(shown.find(' ', begin), shown.size());
    if (end - begin > long_word) {
      return "long";
    }
    begin = end + 1;
  }
  return "";
}

double bounded(double share) { return std::isfinite(share) ? std::clamp(share, -1.0, 1.0) : (share > 0 ? 1 : 0); }

}  // namespace

std::string shown_text(std::string_view bytes) {
  std::string result;
  while (!bytes.empty()) {
    const std::size_t length = utf8_length(bytes);
    const std::string_view character = bytes.substr(0, std::max<std::size_t>(length, 1));
    const auto code = static_cast<unsigned char>(character.front());
    if (length == 0 || is_second_control(character)) {
      result += replacement;
    } else if (character == "\n" || character == "\t" || character == "\r") {
      result += ' ';
    } else if (code < 0x20 || code == 0x7F) {
      result += control_picture(code);
    } else {
      result += character;
    }
    bytes.remove_prefix(character.size());
  }
  return result;
}

std::string escaped(std::string_view bytes) { return draw::escaped(shown_text(bytes)); }

Html text(std::string_view bytes) { return Html::trusted(escaped(bytes)); }

Html name(std::string_view bytes, std::size_t most) {
  std::string shown = shown_text(bytes);
  std::vector<std::size_t> begins;  // of the characters
  for (std::size_t place = 0; place < shown.size(); ++place) {
    if ((static_cast<unsigned char>(shown[place]) & 0xC0U) != 0x80) {
      begins.push_back(place);
    }
  }
  if (begins.size() > most) {  // names often differ at their end
    const std::string cut =
        shown.substr(0, begins[most * 3 / 4]) + "\xE2\x80\xA6" + shown.substr(begins[begins.size() - most / 4]);
    return element("bdi", {{"class", long_class(cut)}, {"title", shown}}, text(cut));
  }
  return element("bdi", {{"class", long_class(shown)}}, shown.empty() ? Html::trusted("<i>empty</i>") : text(shown));
}

Html element(const char* tag, std::initializer_list<Attribute> attributes, const Html& content) {
  std::string start = fmt::format("<{}", tag);
  for (const Attribute& attribute : attributes) {
    if (!attribute.value.empty()) {
      start += fmt::format(" {}=\"{}\"", attribute.key, escaped(attribute.value));
    }
  }
  return Html::trusted(start + ">") + content + Html::trusted(fmt::format("</{}>", tag));
}

Html element(const char* tag, const Html& content) { return element(tag, {}, content); }

std::string number_for_people(double number) {
  if (std::isnan(number)) {
    return "\xE2\x80\x93";
  }
  if (std::isinf(number)) {
    return number > 0 ? "\xE2\x88\x9E" : "\xE2\x88\x92\xE2\x88\x9E";
  }
  constexpr double long_number = 999.95;  // "1,000" from here on
  constexpr double longest_number = 1e9;
  if (std::abs(number) >= long_number && std::abs(number) < longest_number) {
    return with_minus(whole_digits(number));
  }
  return with_minus(fmt::format("{:.4g}", number == 0 ? 0.0 : number));
}

std::string probability_for_people(double probability) {
  constexpr double least = 1e-4;
  if (probability > 0 && probability < least) {
    return "<\xC2\xA0"
           "0.0001";
  }
  return probability < 1 && probability > 1 - least ? ">\xC2\xA0"
                                                      "0.9999"
                                                    : number_for_people(probability);
}

std::string score_for_people(double score) {
  return score > 0.9999 && score < 1 ? probability_for_people(score) : number_for_people(score);
}

std::string count_for_people(double count) {
  constexpr double most_exact = 9007199254740992;  // 2⁵³
  if (count == std::floor(count) && std::abs(count) <= most_exact) {
    return with_minus(whole_digits(count));
  }
  return number_for_people(count);
}

std::string p_value_for_people(double p) {
  return p < 1e-9 ? "<\xC2\xA0"
                    "1e-9"
                  : number_for_people(p);
}

std::string percent(double share) {
  if (std::isnan(share)) {
    return "\xE2\x80\x93";
  }
  int decimals = 1;
  const auto hides = [&](double whole) {  // that the share is not quite 0, or 1
    return share != whole && std::abs(share - whole) < 0.5 * std::pow(10.0, -2 - decimals);
  };
  while (decimals < 4 && (hides(0) || hides(1))) {
    ++decimals;
  }
  return fmt::format("{:.{}f}\xC2\xA0%", 100 * share, decimals);
}

HtmlTable& HtmlTable::column(Html title, bool numeric) {
  columns_.push_back({std::move(title), numeric});
  return *this;
}

HtmlTable& HtmlTable::row(const Html& title, const char* type) {
  body_ += Html::trusted(open_ ? "</tr>\n" : "") +
           Html::trusted(*type != '\0' ? fmt::format("<tr class=\"{}\">", type) : "<tr>") +
           element("th", {{"scope", "row"}}, title);
  open_ = true;
  cells_ = 1;
  return *this;
}

HtmlTable& HtmlTable::cell(const Html& content, const char* type) {
  const bool numeric = cells_ < columns_.size() && columns_[cells_].numeric;
  body_ += element("td", {{"class", *type != '\0' ? type : numeric ? "n" : ""}}, content);
  ++cells_;
  return *this;
}

HtmlTable& HtmlTable::bar(double share, std::string_view label) {
  body_ += element("td", {{"class", "bar"}, {"style", fmt::format("--w:{:.1f}%", 100 * std::max(bounded(share), 0.0))}},
                   text(label));
  ++cells_;
  return *this;
}

HtmlTable& HtmlTable::signed_bar(double share) {
  const double size = 50 * std::abs(bounded(share));
  const Html fill = element("span",
                            {{"class", share < 0 ? "against" : "for"},
                             {"style", share < 0 ? fmt::format("left:{:.1f}%;width:{:.1f}%", 50 - size, size)
                                                 : fmt::format("left:50%;width:{:.1f}%", size)}},
                            {});
  body_ += element("td", {{"class", "odds"}, {"aria-hidden", "true"}}, fill);
  ++cells_;
  return *this;
}

HtmlTable& HtmlTable::heat(double share, std::string_view label, bool is_diagonal) {
  body_ += element("td",
                   {{"class", is_diagonal ? "heat right" : "heat wrong"},
                    {"style", fmt::format("--a:{:.2f}", 0.5 * std::max(bounded(share), 0.0))}},
                   text(label));
  ++cells_;
  return *this;
}

Html HtmlTable::html() const {
  Html header;
  for (const Column& column : columns_) {
    const bool upright = is_upright_ && column.numeric;
    header += element("th",
                      {{"scope", "col"},
                       {"class", upright          ? "upright"
                                 : column.numeric ? "n"
                                                  : ""}},
                      upright ? element("span", column.title) : column.title);
  }
  const Html table = element("table",
                             {{"class", is_upright_ ? "matrix"
                                        : is_dense_ ? "dense"
                                                    : ""}},
                             element("caption", caption_) + element("thead", element("tr", header)) +
                                 element("tbody", body_ + Html::trusted(open_ ? "</tr>" : "")));
  // What scrolls must be reachable by keys.
  return element("div", {{"class", "wide"}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", "table"}}, table);
}

}  // namespace suffice::page
