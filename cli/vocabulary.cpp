#include "vocabulary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

// Of the n-grams of a line, the line itself is meant.
std::string term_of(const std::string& line, const TextOptions& options, const std::string& path) {
  std::vector<std::string> terms = terms_of(line, options);
  if (std::ranges::find(terms, line) != terms.end()) {
    return line;
  }
  if (terms.size() != 1) {
    throw Error(ErrorCode::bad_data,
                fmt::format("'{}' is {} for this model, not one; give one term a line", line,
                            terms.empty() ? "no term" : fmt::format("{} terms", terms.size())),
                path);
  }
  return std::move(terms.front());
}

}  // namespace

std::vector<std::string> read_vocabulary(const std::string& path, const RowKind& rows) {
  if (rows.text.hash_buckets > 0) {
    throw Error(ErrorCode::usage,
                "--vocabulary names words, and --hash-buckets does not keep them: choose one of both");
  }
  std::vector<std::string> words = read_lines(path);
  if (rows.encoding == Encoding::text) {
    std::ranges::transform(words, words.begin(),
                           [&](const std::string& line) { return term_of(line, rows.text, path); });
  }
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
  return words;
}

}  // namespace suffice::cli
