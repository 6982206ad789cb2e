#include "summary/terms/term_counts.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_missing_sums = std::size_t{1} << 27U;

std::vector<double> merge_missing(const TermBlock& a, const TermBlock& b, const ClassCounts& sum,
                                  std::span<const std::size_t> places) {
  if (a.sums.missing.empty() && b.sums.missing.empty()) {
    return {};
  }
  const std::size_t terms = places.size();
  check_missing_limit(terms, sum.size());
  std::vector<double> missing(sum.size() * terms);
  const auto in_a = places_in(sum.labels, a.classes.labels);
  const auto in_b = places_in(sum.labels, b.classes.labels);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    for (std::size_t k = 0; k < terms; ++k) {
      if (in_a[c] != no_place && !a.sums.missing.empty()) {
        missing[c * terms + k] += a.sums.missing[in_a[c] * terms + k];
      }
      if (in_b[c] != no_place && !b.sums.missing.empty()) {
        missing[c * terms + k] += b.sums.missing[in_b[c] * terms + places[k]];
      }
    }
  }
  return missing;
}

}  // namespace

void check_missing_limit(std::size_t terms, std::size_t classes) {
  if (classes > most_missing_sums / std::max<std::size_t>(terms, 1)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("missing values of {} features in {} classes are too many: {} sums are the most. Join "
                            "classes, or use fewer columns",
                            terms, classes, most_missing_sums),
                {}, {Remedy{"drop", {"COL"}}});
  }
}

std::optional<std::size_t> Words::find(std::string_view word) const {
  std::size_t first = 0;
  for (std::size_t count = size(); count > 0;) {
    const std::size_t half = count / 2;
    if ((*this)[first + half] < word) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first < size() && (*this)[first] == word ? std::optional(first) : std::nullopt;
}

TermCounts merge_terms(const TermBlock& a, const TermBlock& b, const ClassCounts& sum,
                       std::span<const std::size_t> columns) {
  const auto classes_a = places_in(a.classes.labels, sum.labels);
  const auto classes_b = places_in(b.classes.labels, sum.labels);
  TermCounts merged;
  merged.offsets.push_back(0);
  TermEntries entries;
  const auto append = [&](std::size_t in_a, std::size_t in_b) {
    entries.clear();
    add_entries(entries, a.sums, in_a, classes_a);
    add_entries(entries, b.sums, in_b, classes_b);
    join_entries(entries);
    append_term(merged, entries);
  };
  if (has_words(a.block)) {
    visit_words(a.sums.words, b.sums.words, [&](std::string_view word, std::size_t in_a, std::size_t in_b) {
      merged.words.push_back(word);
      append(in_a, in_b);
    });
    return merged;
  }
  const std::vector<std::size_t> places = number_places(a, columns);
  for (std::size_t k = 0; k < places.size(); ++k) {
    append(k, places[k]);
  }
  merged.missing = merge_missing(a, b, sum, places);
  return merged;
}

Summary compact(const Summary& summary, std::size_t block, const std::vector<std::size_t>& kept) {
  if (block >= summary.sums.size() || !std::holds_alternative<Shared<TermCounts>>(summary.sums[block])) {
    throw Error(ErrorCode::usage, "these sums have no terms that could be dropped", {},
                {Remedy{"compact", {}, Remedy::Act::leave_out}});
  }
  const TermBlock terms = term_block(summary, block);
  const TermCounts& before = terms.sums;
  const bool words = has_words(terms.block);
  const bool ascend = std::ranges::adjacent_find(kept, std::greater_equal<>()) == kept.end();
  if (!ascend || (!kept.empty() && kept.back() >= before.terms())) {
    throw Error(ErrorCode::usage, "the places of the terms to keep must ascend and be those of terms");
  }
  std::vector<std::size_t> same(summary.classes.size());
  std::iota(same.begin(), same.end(), std::size_t{0});
  TermEntries entries;
  TermCounts after;
  after.offsets.push_back(0);
  after.missing = before.missing;
  after.compacted = true;
  std::size_t next = 0;
  for (std::size_t term = 0; term < before.terms(); ++term) {
    const bool keep = next < kept.size() && kept[next] == term;
    next += keep ? 1 : 0;
    if (keep && words) {
      after.words.push_back(before.words[term]);
    }
    if (keep || !words) {
      entries.clear();
      add_entries(entries, before, keep ? term : no_place, same);
      append_term(after, entries);
    }
  }
  Summary result = summary;
  result.sums[block] = std::move(after);
  return result;
}

}  // namespace suffice
