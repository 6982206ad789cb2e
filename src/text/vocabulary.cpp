// Vocabulary: the terms that a file names, as a model would read them in a document.
#include <algorithm>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"
#include "suffice/text.hpp"
#include "text/mail/mail.hpp"

namespace suffice {

namespace {

// A term of a mail as plain text, without its mark.
TextOptions plain_options(TextOptions options) {
  options.form = DocumentForm::plain;
  return options;
}

// Of the n-grams of a line the longest is meant, which has all others in it.
std::string term_of(std::string_view line, const TextOptions& options, const std::string& where) {
  if (options.form == DocumentForm::mail) {
    const std::string_view mark = mark_of(line);
    const std::string_view rest = line.substr(mark.size());
    const bool whole = marks_wholes(mark) || (!mark.empty() && rest.find('@') != std::string_view::npos);
    return std::string(mark) + (whole ? std::string(rest) : term_of(rest, plain_options(options), where));
  }
  const std::vector<std::string> terms = terms_of(line, options);
  const auto longest = std::ranges::max_element(terms, {}, &std::string::size);
  if (terms.size() != 1 && (terms.empty() || terms_of(*longest, options) != terms)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} is {} for this model, not one; give one term a line", quoted(line),
                            terms.empty() ? "no term" : fmt::format("{} terms", terms.size())),
                where);
  }
  return *longest;
}

}  // namespace

std::vector<std::string> parse_vocabulary(std::string_view text, const Block& block, const std::string& name) {
  if (block.kind == Kind::text && block.text.hash_buckets > 0) {
    throw Error(ErrorCode::usage, "a vocabulary names words, and hash buckets do not keep them: choose one of both");
  }
  std::vector<std::string> terms;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_suffix(line.ends_with('\r') ? 1 : 0);
    if (!line.empty()) {
      const std::string where = fmt::format("{}:{}", name, number);
      terms.push_back(block.kind == Kind::text ? term_of(line, block.text, where) : std::string(line));
    }
  }
  std::ranges::sort(terms);
  const auto repeated = std::ranges::unique(terms);
  terms.erase(repeated.begin(), repeated.end());
  return terms;
}

}  // namespace suffice
