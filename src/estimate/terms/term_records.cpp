// Records of terms: the counts of one term, taken from those of all.
#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "estimate/terms/events.hpp"

namespace suffice {

void read_record(const TermCounts& counts, std::size_t k, std::size_t classes, TermRecord& out) {
  out.tokens.assign(classes, 0.0);
  out.documents.assign(classes, 0.0);
  out.missing.clear();
  for (std::uint64_t entry = counts.offsets[k]; entry < counts.offsets[k + 1]; ++entry) {
    out.tokens[counts.classes[entry]] = counts.tokens[entry];
    out.documents[counts.classes[entry]] = counts.documents[entry];
  }
  if (!counts.missing.empty()) {
    for (std::size_t c = 0; c < classes; ++c) {
      out.missing.push_back(counts.missing[c * counts.terms() + k]);
    }
  }
}

TermRecord record_of(const TermCounts& counts, std::size_t k, std::size_t classes) {
  TermRecord record;
  read_record(counts, k, classes, record);
  return record;
}

std::string term_name(const Block& block, const TermCounts& counts, std::size_t k) {
  if (block.kind != Kind::text) {
    return block.features[k];
  }
  return block.text.hash_buckets > 0 ? fmt::format("{}", k) : std::string(counts.words[k]);
}

std::string term_name(const TermBlock& terms, std::size_t k) { return term_name(terms.block, terms.sums, k); }

}  // namespace suffice
