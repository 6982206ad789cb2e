// Restricted sums: those of some of a block's features, without the data.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/moments.hpp"
#include "summary/moments/pattern_moments.hpp"
#include "summary/terms/term_entries.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

// The features that stay, by their places in the block they are of.
struct Kept {
  const Block& fewer;
  std::vector<std::size_t> places;
  std::size_t d;  // of the block they are of

  [[nodiscard]] std::size_t size() const { return places.size(); }
  // The numbers that stay of rows of d numbers.
  [[nodiscard]] std::vector<double> rows(const std::vector<double>& all) const {
    std::vector<double> some;
    some.reserve(all.size() / d * size());
    for (std::size_t start = 0; start < all.size(); start += d) {
      for (const std::size_t j : places) {
        some.push_back(all[start + j]);
      }
    }
    return some;
  }
  // The sub-matrices of sets of second moments, or what stays of their diagonals.
  [[nodiscard]] std::vector<double> scatter(const std::vector<double>& all, MomentKind kind) const {
    if (!has_matrices(kind)) {
      return rows(all);
    }
    std::vector<double> some;
    some.reserve(all.size() / (d * d) * size() * size());
    for (std::size_t start = 0; start < all.size(); start += d * d) {
      for (const std::size_t i : places) {
        for (const std::size_t j : places) {
          some.push_back(all[start + i * d + j]);
        }
      }
    }
    return some;
  }
};

// Patterns that are the same in the columns that stay are one, with the moments of all their rows.
Moments restricted_patterns(const MomentBlock& block, const Kept& kept) {
  std::map<Presence, std::vector<Pattern>, PatternOrder> groups;
  for (const Pattern& pattern : block.sums.patterns) {
    Presence present;
    for (const std::size_t j : kept.places) {
      present.push_back(pattern.present[j]);
    }
    const MomentKind kind = block.sums.kind;
    Moments fewer{kind, kept.rows(pattern.mean),     kept.scatter(pattern.scatter, kind), {}, {}, {},
                  {},   kept.rows(pattern.remainder)};
    drop_slight_remainder(fewer, pattern.weight, kept.size());
    groups[present].push_back(pattern_of(present, {{}, pattern.rows, pattern.weight}, std::move(fewer)));
  }
  std::vector<std::size_t> columns(kept.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  const Moments shape{block.sums.kind, {}, {}, {}, {}};
  const MomentBlock fewer{kept.fewer, block.classes, shape};
  std::vector<Pattern> patterns;
  for (auto& [present, alike] : groups) {
    Pattern sum = std::move(alike.front());
    for (std::size_t k = 1; k < alike.size(); ++k) {
      const PatternRows a(fewer, sum);
      const PatternRows b(fewer, alike[k]);
      ClassCounts both = merge_counts(a.block().classes, b.block().classes);
      Moments moments = merge_moments(a.block(), b.block(), both, columns);
      sum = pattern_of(present, std::move(both), std::move(moments));
    }
    patterns.push_back(std::move(sum));
  }
  return moments_from(block.sums.kind, std::move(patterns), block.classes.size(), kept.size());
}

Sums restricted_sums(const MomentBlock& block, const Kept& kept) {
  const Moments& moments = block.sums;
  if (moments.has_patterns()) {
    return restricted_patterns(block, kept);
  }
  Moments fewer{moments.kind, kept.rows(moments.mean),         kept.scatter(moments.scatter, moments.kind), {},
                {},           kept.rows(moments.column_weight)};
  clear_complete_columns(fewer, block.classes);
  fewer.remainder = kept.rows(moments.remainder);
  drop_slight_remainder(fewer, block.classes.weight, kept.size());
  return fewer;
}

// Text is one column, which stays.
Sums restricted_sums(const TermBlock& block, const Kept& kept) {
  const TermCounts& counts = block.sums;
  std::vector<std::size_t> same(block.classes.size());
  std::iota(same.begin(), same.end(), std::size_t{0});
  TermCounts fewer;
  fewer.offsets.push_back(0);
  fewer.compacted = counts.compacted;
  TermEntries entries;
  for (const std::size_t term : kept.places) {
    entries.clear();
    add_entries(entries, counts, term, same);
    append_term(fewer, entries);
  }
  fewer.missing = kept.rows(counts.missing);
  if (std::ranges::all_of(fewer.missing, [](double weight) { return weight == 0; })) {
    fewer.missing.clear();
  }
  return fewer;
}

// The tables of the pairs of features that stay.
std::vector<double> restricted_pairs(const ValueBlock& block, const Kept& kept) {
  std::vector<double> fewer;
  const std::size_t classes = block.classes.size();
  const PairLayout layout(block.sums.values, classes);
  if (block.sums.pairs.size() != layout.total()) {
    return fewer;
  }
  for (std::size_t a = 0; a < kept.size(); ++a) {
    for (std::size_t b = a + 1; b < kept.size(); ++b) {
      const std::size_t j = kept.places[a];
      const std::size_t k = kept.places[b];
      const auto first = block.sums.pairs.begin() + static_cast<std::ptrdiff_t>(layout.place(j, 0, k, 0));
      fewer.insert(fewer.end(), first, first + static_cast<std::ptrdiff_t>(layout.size(j) * layout.size(k) * classes));
    }
  }
  return fewer;
}

Sums restricted_sums(const ValueBlock& block, const Kept& kept) {
  std::vector<std::size_t> starts{0};
  for (const std::vector<std::string>& values : block.sums.values) {
    starts.push_back(starts.back() + values.size() * block.classes.size());
  }
  ValueCounts fewer;
  for (const std::size_t j : kept.places) {
    fewer.values.push_back(block.sums.values[j]);
    const auto first = block.sums.counts.begin();
    fewer.counts.insert(fewer.counts.end(), first + static_cast<std::ptrdiff_t>(starts[j]),
                        first + static_cast<std::ptrdiff_t>(starts[j + 1]));
  }
  fewer.pairs = restricted_pairs(block, kept);
  return fewer;
}

Sums restricted_sums(const AmountBlock& block, const Kept& kept) {
  const AmountSums& sums = block.sums;
  return AmountSums{kept.rows(sums.weight), kept.rows(sums.sum), kept.rows(sums.log_sum), kept.rows(sums.zeros),
                    kept.rows(sums.fractional)};
}

}  // namespace

Sums restricted(const Block& block, const ClassCounts& classes, const Sums& sums, const Block& fewer) {
  if (fewer.features == block.features) {
    return sums;
  }
  const Kept kept{fewer, places_in(fewer.features, block.features), block.features.size()};
  if (fewer.kind != block.kind || block.kind == Kind::text || fewer.features.empty() ||
      std::ranges::find(kept.places, no_place) != kept.places.end()) {
    throw Error(ErrorCode::internal, "sums are restricted to features that they do not have");
  }
  return visit_block(block, classes, sums, [&](const auto& held) { return restricted_sums(held, kept); });
}

}  // namespace suffice
