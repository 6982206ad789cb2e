#include "print/weighted_document.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/text_table.hpp"

namespace suffice::cli {

namespace {

constexpr std::size_t document_width = 98;
constexpr std::size_t most_document_lines = 20;
constexpr double least_share = 0.05;  // of the strongest word, from which on a word is marked

constexpr std::string_view no_paint = "\x1b[0m";
// From weak to strong; blue and orange are told apart by everyone.
constexpr std::string_view paints_for[] = {"\x1b[38;5;153m", "\x1b[38;5;75m", "\x1b[1;38;5;33m"};
constexpr std::string_view paints_against[] = {"\x1b[38;5;223m", "\x1b[38;5;215m", "\x1b[1;38;5;208m"};

bool overlap(std::span<const WeightedToken> tokens) {
  return std::ranges::adjacent_find(
             tokens, [](const WeightedToken& a, const WeightedToken& b) { return b.begin < a.end; }) != tokens.end();
}

// Σ of what the terms that cover a byte say.
std::vector<double> byte_weights(std::string_view document, std::span<const WeightedToken> tokens) {
  std::vector<double> weights(document.size());
  for (const WeightedToken& token : tokens) {
    for (std::size_t k = token.begin; k < token.end; ++k) {
      weights[k] += token.log_odds;
    }
  }
  return weights;
}

std::string_view paint_of(double weight, double strongest) {
  const double share = strongest > 0 ? std::abs(weight) / strongest : 0;
  if (std::isnan(share) || (share < least_share && !std::isinf(weight))) {
    return "";
  }
  const std::size_t level = std::isinf(weight) || share >= 0.6 ? 2 : share >= 0.25 ? 1 : 0;
  return weight > 0 ? paints_for[level] : paints_against[level];
}

double strongest_of(std::span<const double> weights) {
  double strongest = 0;
  for (const double weight : weights) {
    strongest = std::isfinite(weight) ? std::max(strongest, std::abs(weight)) : strongest;
  }
  return strongest;
}

// A run of characters without a blank, as it is written and as it looks.
struct Word {
  std::string written;
  std::size_t width = 0;
};

class Lines {
 public:
  void add(std::string_view written, std::size_t width) {
    word_.written += written;
    word_.width += width;
  }
  void end_word() {
    if (word_.width == 0) {
      return;
    }
    if (width_ > 0 && width_ + 1 + word_.width > document_width) {
      text_ += '\n';
      width_ = 0;
      ++lines_;
    }
    if (lines_ < most_document_lines) {
      text_ += width_ == 0 ? "  " : " ";
      text_ += word_.written;
    } else {
      ++left_;
    }
    width_ += (width_ == 0 ? 2 : 1) + word_.width;
    word_ = {};
  }
  [[nodiscard]] std::string text() const {
    if (left_ == 0) {
      return text_.empty() ? "" : text_ + '\n';
    }
    const std::size_t end = text_.find_last_not_of('\n') + 1;
    return text_.substr(0, end) + fmt::format("\n  ... ({} more)\n", counted(left_, "word"));
  }

 private:
  Word word_;
  std::string text_;
  std::size_t width_ = 0;
  std::size_t lines_ = 0;
  std::size_t left_ = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// Adds a part of the document, each of its words between `before` and `after`, which take no room.
void add_text(std::string_view part, std::string_view before, std::string_view after, Lines& lines) {
  for (std::size_t begin = 0; begin < part.size();) {
    if (is_blank(part[begin])) {
      lines.end_word();
      ++begin;
      continue;
    }
    const auto end = static_cast<std::size_t>(
        std::find_if(part.begin() + static_cast<std::ptrdiff_t>(begin), part.end(), is_blank) - part.begin());
    const std::string text = shown(part.substr(begin, end - begin));
    lines.add(fmt::format("{}{}{}", before, text, before.empty() ? "" : after), display_width(text));
    begin = end;
  }
}

std::string painted_document(std::string_view document, std::span<const WeightedToken> tokens) {
  const std::vector<double> weights = byte_weights(document, tokens);
  const double strongest = strongest_of(weights);
  Lines lines;
  for (std::size_t begin = 0; begin < document.size();) {
    std::size_t end = begin + 1;
    while (end < document.size() && weights[end] == weights[begin]) {
      ++end;
    }
    add_text(document.substr(begin, end - begin), paint_of(weights[begin], strongest), no_paint, lines);
    begin = end;
  }
  lines.end_word();
  return lines.text();
}

std::string marked_document(std::string_view document, std::span<const WeightedToken> tokens) {
  std::vector<double> weights;
  std::ranges::transform(tokens, std::back_inserter(weights), &WeightedToken::log_odds);
  const double strongest = strongest_of(weights);
  Lines lines;
  std::size_t done = 0;
  for (const WeightedToken& token : tokens) {
    if (paint_of(token.log_odds, strongest).empty()) {
      continue;
    }
    add_text(document.substr(done, token.begin - done), "", "", lines);
    const std::string text =
        fmt::format("[{} {:+.2f}]", shown(document.substr(token.begin, token.end - token.begin)), token.log_odds);
    lines.add(text, display_width(text));
    done = token.end;
  }
  add_text(document.substr(done), "", "", lines);
  lines.end_word();
  return lines.text();
}

}  // namespace

std::string weighted_document(std::string_view document, std::span<const WeightedToken> tokens, bool color) {
  if (tokens.empty() || (!color && overlap(tokens))) {
    return "";
  }
  return color ? painted_document(document, tokens) : marked_document(document, tokens);
}

}  // namespace suffice::cli
