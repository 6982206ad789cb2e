// Vocabulary: the terms that a file names, as a model would read them in a document.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"
#include "suffice/text.hpp"
#include "text/mail/mail.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

namespace {

// A term of a mail as plain text, without its mark.
TextOptions plain_options(TextOptions options) {
  options.form = DocumentForm::plain;
  return options;
}

// Reads lines as documents that hold one term each, by one tokeniser.
class TermLines {
 public:
  explicit TermLines(const TextOptions& options)
      : is_mail_(options.form == DocumentForm::mail), tokeniser_(plain_options(options)) {}

  std::string term_of(std::string_view line, const std::string& where) {
    if (!is_mail_) {
      return plain_term_of(line, where);
    }
    const std::string_view mark = mark_of(line);
    const std::string_view rest = line.substr(mark.size());
    const bool whole = marks_wholes(mark) || (!mark.empty() && rest.find('@') != std::string_view::npos);
    return std::string(mark) + (whole ? std::string(rest) : plain_term_of(rest, where));
  }

 private:
  // Of the n-grams of a line the longest is meant, which has all others in it.
  std::string plain_term_of(std::string_view line, const std::string& where) {
    const std::vector<std::string> terms = terms_of(line, tokeniser_, buffer_);
    const auto longest = std::ranges::max_element(terms, {}, &std::string::size);
    if (terms.size() != 1 && (terms.empty() || terms_of(*longest, tokeniser_, buffer_) != terms)) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("{} is {} for this model, not one; give one term a line", quoted(line),
                              terms.empty() ? "no term" : fmt::format("{} terms", terms.size())),
                  where);
    }
    return *longest;
  }

  bool is_mail_;
  Tokeniser tokeniser_;
  Tokeniser::Buffer buffer_ = {};
};

}  // namespace

std::vector<std::string> parse_vocabulary(std::string_view text, const Block& block, const std::string& name) {
  if (block.kind == Kind::text && block.text.hash_buckets > 0) {
    throw Error(ErrorCode::usage, "a vocabulary names words, and hash buckets do not keep them: choose one of both");
  }
  std::optional<TermLines> lines;
  if (block.kind == Kind::text) {
    lines.emplace(block.text);
  }
  std::vector<std::string> terms;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_suffix(line.ends_with('\r') ? 1 : 0);
    if (!line.empty()) {
      const std::string where = fmt::format("{}:{}", name, number);
      terms.push_back(lines ? lines->term_of(line, where) : std::string(line));
    }
  }
  std::ranges::sort(terms);
  const auto repeated = std::ranges::unique(terms);
  terms.erase(repeated.begin(), repeated.end());
  return terms;
}

}  // namespace suffice
