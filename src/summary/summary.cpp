// Summary as a value: merge and remove.
#include "suffice/summary.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/amounts/amount_sums.hpp"
#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"
#include "summary/finite_sums.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moments.hpp"
#include "summary/moments/pattern_moments.hpp"
#include "summary/terms/term_counts.hpp"
#include "summary/values/value_counts.hpp"
#include "summary/wider_sums.hpp"
#include "summary/zero_columns.hpp"

namespace suffice {

namespace {

const std::vector<Remedy> same_schema = {{"schema", {"MODEL"}, Remedy::Act::refit}};

void check_same_roles(const Schema& a, const Schema& b) {
  if (a.target != b.target) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the target columns differ: {} and {}", quoted(a.target), quoted(b.target)), {},
                same_schema);
  }
  if (a.weight != b.weight) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the weight columns differ: {} and {}", quoted(a.weight), quoted(b.weight)), {},
                same_schema);
  }
  if (!std::ranges::equal(a.dates, b.dates, {}, &DateColumn::column, &DateColumn::column)) {
    throw Error(ErrorCode::bad_data, "the columns that hold dates differ", {}, same_schema);
  }
  auto other = b.written_numbers.begin();
  for (const WrittenNumbers& written : a.written_numbers) {  // both in byte order
    while (other != b.written_numbers.end() && other->column < written.column) ++other;
    if (other != b.written_numbers.end() && other->column == written.column && other->unit != written.unit) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the numbers of column {} have other units: {} and {}", quoted(written.column),
                              quoted(written.unit), quoted(other->unit)),
                  {}, same_schema);
    }
  }
}

// No terms were dropped.
void check_all_terms(const Sums& sums) {
  if (const auto* terms = std::get_if<Shared<TermCounts>>(&sums); terms != nullptr && (*terms)->compacted) {
    throw Error(ErrorCode::usage,
                "terms were dropped from these sums for good, so that rows can be neither added nor forgotten. Use the "
                "model as it was before, or fit again",
                {}, {{"compact", {}, Remedy::Act::leave_out}});
  }
}

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::ranges::sort(names);
  return names;
}

// Whether two blocks have the same columns, summed alike.
bool are_alike(const Block& a, const Block& b) {
  return a.kind == b.kind && (a.kind != Kind::text || a.text == b.text) && a.features.size() == b.features.size() &&
         (a.features == b.features || sorted(a.features) == sorted(b.features));
}

std::string name_of(const Block& block) {
  return fmt::format("{} of {}", kind_name(block.kind), list_names(block.features));
}

[[noreturn]] void refuse_blocks(const std::vector<std::string>& only_a, const std::vector<std::string>& only_b) {
  std::string sides;
  if (!only_a.empty()) {
    sides = fmt::format("only the first has {}", fmt::join(only_a, " and "));
  }
  if (!only_b.empty()) {
    sides += fmt::format("{}only the second has {}", sides.empty() ? "" : ", ", fmt::join(only_b, " and "));
  }
  throw Error(ErrorCode::bad_data, "the blocks of columns differ: " + sides, {}, same_schema);
}

// For each block of a, which block of b it is merged with. One block alone is always merged with the other.
std::vector<std::size_t> match_blocks(const Schema& a, const Schema& b) {
  if (a.blocks.size() == 1 && b.blocks.size() == 1) {
    return {0};
  }
  std::vector<std::size_t> matched;
  std::vector<bool> is_taken(b.blocks.size());
  std::vector<std::string> only_a;
  std::vector<std::string> only_b;
  for (const Block& block : a.blocks) {
    // Columns that enter in different ways are matched only where no block has them alike; the Error names them then.
    std::size_t k = b.blocks.size();
    for (std::size_t l = b.blocks.size(); l-- > 0;) {
      if (is_taken[l] || !are_alike(block, b.blocks[l])) {
        continue;
      }
      const bool exact = have_same_encodings(block, b.blocks[l]);
      if (exact || k == b.blocks.size() || !have_same_encodings(block, b.blocks[k])) {
        k = l;
      }
    }
    matched.push_back(k);
    if (k == b.blocks.size()) {
      only_a.push_back(name_of(block));
    } else {
      is_taken[k] = true;
    }
  }
  for (std::size_t k = 0; k < b.blocks.size(); ++k) {
    if (!is_taken[k]) {
      only_b.push_back(name_of(b.blocks[k]));
    }
  }
  if (!only_a.empty() || !only_b.empty()) {
    refuse_blocks(only_a, only_b);
  }
  return matched;
}

std::vector<std::string> united(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

Block merge_blocks(const Block& a, const Block& b, std::span<const std::size_t> columns) {
  Block block = a;
  block.open_columns = a.open_columns && b.open_columns;
  if (!b.declared_values.empty()) {
    block.declared_values.resize(a.features.size());
    for (std::size_t j = 0; j < a.features.size(); ++j) {
      block.declared_values[j] = united(block.declared_values[j], b.declared_values[columns[j]]);
    }
  }
  return block;
}

// Two sums of one kind, the classes of both together, and where the second has each feature of the first.
template <typename SumsOfKind>
struct SumPair {
  BlockSums<SumsOfKind> a;
  BlockSums<SumsOfKind> b;
  const ClassCounts& classes;  // merged, or left
  std::span<const std::size_t> columns;
};

Sums merge_sums(const SumPair<Moments>& pair) {
  const auto& [a, b, classes, columns] = pair;
  if (a.sums.kind != b.sums.kind) {
    const MomentKind kind = common_kind(a.sums.kind, b.sums.kind);
    const Moments as_a = read_as(a, kind);
    const Moments as_b = read_as(b, kind);
    return merge_sums(SumPair<Moments>{{a.block, a.classes, as_a}, {b.block, b.classes, as_b}, classes, columns});
  }
  if (a.sums.has_patterns() || b.sums.has_patterns()) {
    return merge_patterns(a, b, classes, columns);
  }
  return !a.sums.column_weight.empty() || !b.sums.column_weight.empty() ? merge_columns(a, b, classes, columns)
                                                                        : merge_moments(a, b, classes, columns);
}
Sums merge_sums(const SumPair<TermCounts>& pair) { return merge_terms(pair.a, pair.b, pair.classes, pair.columns); }
Sums merge_sums(const SumPair<ValueCounts>& pair) { return merge_values(pair.a, pair.b, pair.classes, pair.columns); }
Sums merge_sums(const SumPair<AmountSums>& pair) { return merge_amounts(pair.a, pair.b, pair.classes, pair.columns); }

Sums remove_sums(const SumPair<Moments>& pair, CountRemoval& removal) {
  const auto& [all, part, rest, columns] = pair;
  if (all.sums.kind != part.sums.kind) {
    const Moments as_all = read_as(part, all.sums.kind);
    return remove_sums(SumPair<Moments>{all, {part.block, part.classes, as_all}, rest, columns}, removal);
  }
  if (all.sums.has_patterns() || part.sums.has_patterns()) {
    PatternRemoval patterns = remove_patterns(all, part, rest, columns);
    removal.keep_error(patterns.relative_error);
    return std::move(patterns.moments);
  }
  const bool by_column = !all.sums.column_weight.empty() || !part.sums.column_weight.empty();
  Moments left = by_column ? remove_columns(all, part, rest, columns) : remove_moments(all, part, rest, columns);
  clear_rounding(all, part, rest, left);
  const std::vector<double> rounding = removal_rounding(all, part, {all.block, rest, left}, columns);
  removal.keep_error(relative_rounding(rounding, left, columns.size()));
  bound_scatter(left, columns.size());
  return left;
}
Sums remove_sums(const SumPair<TermCounts>& pair, CountRemoval& removal) {
  return remove_terms(pair.a, pair.b, pair.classes, pair.columns, removal);
}
Sums remove_sums(const SumPair<ValueCounts>& pair, CountRemoval& removal) {
  return remove_values(pair.a, pair.b, pair.classes, pair.columns, removal);
}
Sums remove_sums(const SumPair<AmountSums>& pair, CountRemoval& removal) {
  return remove_amounts(pair.a, pair.b, pair.classes, pair.columns, removal);
}

// A block of a summary with its sums; with more columns where they are open and the other side has more.
class Side {
 public:
  Side(const Summary& summary, std::size_t k)
      : classes_(&summary.classes), block_(&summary.schema.blocks[k]), sums_(&summary.sums[k]) {}

  [[nodiscard]] const Block& block() const { return wide_ ? wide_->block : *block_; }
  [[nodiscard]] const Sums& sums() const { return wide_ ? wide_->sums : *sums_; }
  [[nodiscard]] const ClassCounts& classes() const { return *classes_; }

  void widen_to(const Side& other) {
    const std::size_t columns = other.block().features.size();
    const bool open = block_->open_columns && other.block().open_columns && block_->kind == other.block().kind;
    if (open && columns > block_->features.size()) {
      check_all_terms(*sums_);
      wide_ = Wide{widened(*block_, columns), widen(*block_, *classes_, *sums_, columns)};
    }
  }

 private:
  struct Wide {
    Block block;
    Sums sums;
  };
  const ClassCounts* classes_;
  const Block* block_;
  const Sums* sums_;
  std::optional<Wide> wide_;
};

// Two blocks that are merged, or of which one is removed from the other. Error (bad_data) where columns differ.
struct SidePair {
  Side a;
  Side b;
  std::vector<std::size_t> columns;  // where b has each feature of a

  void match() {
    columns = match_features(a.block(), b.block());
    check_all_terms(a.sums());
    check_all_terms(b.sums());
  }
};

// visit(SumPair) for the sums of two blocks of one kind.
template <typename Visitor>
Sums visit_pair(const SidePair& pair, const ClassCounts& classes, const Visitor& visit) {
  const auto visit_both = [&]<typename OfA>(const BlockSums<OfA>& a) {
    return visit_block(pair.b.block(), pair.b.classes(), pair.b.sums(),
                       [&]<typename OfB>(const BlockSums<OfB>& b) -> Sums {
                         if constexpr (std::is_same_v<OfA, OfB>) {
                           return visit(SumPair<OfA>{a, b, classes, pair.columns});
                         } else {
                           throw Error(ErrorCode::bad_model, "the sums are of another kind than their block");
                         }
                       });
  };
  return visit_block(pair.a.block(), pair.a.classes(), pair.a.sums(), visit_both);
}

}  // namespace

Summary merge(const Summary& a, const Summary& b) {
  check_same_roles(a.schema, b.schema);
  const std::vector<std::size_t> blocks = match_blocks(a.schema, b.schema);
  Summary sum{a.schema, {}, {}};
  sum.schema.declared_labels = united(a.schema.declared_labels, b.schema.declared_labels);
  std::vector<SidePair> pairs;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    SidePair& pair = pairs.emplace_back(SidePair{{a, k}, {b, blocks[k]}, {}});
    pair.a.widen_to(pair.b);
    pair.b.widen_to(pair.a);
    pair.match();
    sum.schema.blocks[k] = merge_blocks(pair.a.block(), pair.b.block(), pair.columns);
  }
  sum.classes = merge_counts(a.classes, b.classes);
  for (const SidePair& pair : pairs) {
    sum.sums.push_back(visit_pair(pair, sum.classes, [](const auto& sums) { return merge_sums(sums); }));
  }
  check_finite_sums(sum, 1);
  return sum;
}

Removal remove(const Summary& all, const Summary& part) {
  check_same_roles(all.schema, part.schema);
  const std::vector<std::size_t> blocks = match_blocks(all.schema, part.schema);
  std::vector<SidePair> pairs;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    SidePair& pair = pairs.emplace_back(SidePair{{all, k}, {part, blocks[k]}, {}});
    pair.b.widen_to(pair.a);
    pair.match();
  }
  Removal removal{{all.schema, remove_counts(all.classes, part.classes, all.schema.declared_labels), {}}, 0};
  Summary& rest = removal.rest;
  CountRemoval counts;
  const std::vector<std::size_t> in_all = places_in(rest.classes.labels, all.classes.labels);
  const std::vector<std::size_t> in_part = places_in(rest.classes.labels, part.classes.labels);
  for (std::size_t c = 0; c < rest.classes.size(); ++c) {
    if (in_part[c] != no_place && rest.classes.rows[c] > 0) {
      counts.weight(all.classes.weight[in_all[c]], part.classes.weight[in_part[c]], rest.classes.weight[c]);
    }
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    rest.sums.push_back(
        visit_pair(pairs[k], rest.classes, [&](const auto& sums) { return remove_sums(sums, counts); }));
    narrow(rest.schema.blocks[k], rest.classes, rest.sums[k]);
  }
  removal.relative_error = counts.relative_error();
  return removal;
}

std::vector<ColumnValues> known_values(const Summary& summary) {
  std::vector<ColumnValues> known;
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    const auto* const counts = std::get_if<ValueCounts>(&summary.sums[b]);
    const std::span<const std::vector<std::string>> none;
    add_known_values(summary.schema.blocks[b], counts == nullptr ? none : std::span(counts->values), known);
  }
  return known;
}

}  // namespace suffice
