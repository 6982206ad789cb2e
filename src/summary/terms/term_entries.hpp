// Term entries: the counts of one term, while term counts are made of others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

/// Whether terms are words; else they are numbers, of columns or of buckets.
inline bool has_words(const Block& block) { return block.kind == Kind::text && block.text.hash_buckets == 0; }

struct TermEntry {
  std::size_t c;
  double tokens;
  double documents;
};
using TermEntries = std::vector<TermEntry>;

/// Appends the entries of a term (no_place: none), class c being classes[c] from here on.
inline void add_entries(TermEntries& entries, const TermCounts& counts, std::size_t term,
                        std::span<const std::size_t> classes) {
  for (std::uint64_t k = term == no_place ? 0 : counts.offsets[term]; term != no_place && k < counts.offsets[term + 1];
       ++k) {
    entries.push_back({classes[counts.classes[k]], counts.tokens[k], counts.documents[k]});
  }
}

/// Sorts by class, and adds up what is of one class.
inline void join_entries(TermEntries& entries) {
  if (!std::ranges::is_sorted(entries, {}, &TermEntry::c)) {
    std::ranges::sort(entries, {}, &TermEntry::c);
  }
  std::size_t size = 0;
  for (const TermEntry& entry : entries) {
    if (size > 0 && entries[size - 1].c == entry.c) {
      entries[size - 1].tokens += entry.tokens;
      entries[size - 1].documents += entry.documents;
    } else {
      entries[size++] = entry;
    }
  }
  entries.resize(size);
}

/// The counts of one more term; entries ascend by class.
inline void append_term(TermCounts& counts, const TermEntries& entries) {
  for (const TermEntry& entry : entries) {
    counts.classes.push_back(static_cast<std::uint32_t>(entry.c));
    counts.tokens.push_back(entry.tokens);
    counts.documents.push_back(entry.documents);
  }
  counts.offsets.push_back(counts.classes.size());
}

/// visit(word, its place in a or no_place, its place in b or no_place), for the words of either in byte order.
template <typename Visitor>
void visit_words(const Words& a, const Words& b, const Visitor& visit) {
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const int order = i == a.size() ? 1 : j == b.size() ? -1 : a[i].compare(b[j]);
    visit(order <= 0 ? a[i] : b[j], order <= 0 ? i : no_place, order >= 0 ? j : no_place);
    i += order <= 0 ? 1 : 0;
    j += order >= 0 ? 1 : 0;
  }
}

/// Terms that are numbers: for each one of a, where b keeps it. `columns` says so for columns; buckets stay in place.
inline std::vector<std::size_t> number_places(const TermBlock& a, std::span<const std::size_t> columns) {
  if (a.block.kind == Kind::counts) {
    return {columns.begin(), columns.end()};
  }
  std::vector<std::size_t> places(a.sums.terms());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

}  // namespace suffice
