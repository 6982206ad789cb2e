// Term counts without those of a part.
#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"
#include "summary/terms/term_counts.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

// What is left of one term after the other.
class TermRemoval {
 public:
  TermRemoval(const TermBlock& all, const TermBlock& part, const ClassCounts& rest, CountRemoval& removal)
      : all_(all),
        part_(part),
        rest_(rest),
        removal_(removal),
        in_rest_(places_in(all.classes.labels, rest.labels)),
        in_all_(places_in(part.classes.labels, all.classes.labels)),
        same_(all.classes.size()) {
    std::iota(same_.begin(), same_.end(), std::size_t{0});
  }

  // The entries that are left; `in_part` is where the part has the term, or no_place.
  const TermEntries& operator()(std::size_t term, std::size_t in_part) {
    left_.clear();
    add_entries(left_, all_.sums, term, same_);
    removed_.clear();
    add_entries(removed_, part_.sums, in_part, in_all_);
    for (const TermEntry& entry : removed_) {
      take_off(entry, term);
    }
    std::erase_if(left_, [](const TermEntry& entry) { return entry.documents == 0; });
    for (TermEntry& entry : left_) {
      if (!(rows_left_of(entry.c).left > 0)) {
        refuse_what_is_left(entry.documents, 0, place_of(term, entry.c));
      }
      entry.c = in_rest_[entry.c];
    }
    join_entries(left_);
    return left_;
  }

  // A document has a term once: what no row was removed of is no more than the rows that are left either.
  void fit_to_rows(TermCounts& left) {
    const std::vector<std::size_t> in_all = places_in(rest_.labels, all_.classes.labels);
    for (std::size_t term = 0; term < left.terms(); ++term) {
      for (std::uint64_t k = left.offsets[term]; k < left.offsets[term + 1]; ++k) {
        const std::uint32_t c = left.classes[k];
        if (left.documents[k] > rest_.weight[c]) {
          left.documents[k] = removal_.count(left.documents[k], 0, rows_left_of(in_all[c]), [&] {
            return place_of(has_words(all_.block) ? *all_.sums.words.find(left.words[term]) : term, in_all[c]);
          });
        }
      }
    }
  }

  [[nodiscard]] std::vector<double> missing(std::span<const std::size_t> places) {
    const std::size_t terms = places.size();
    const std::vector<double>& before = all_.sums.missing;
    const std::vector<double>& removed = part_.sums.missing;
    std::vector<double> left(before.empty() ? 0 : rest_.size() * terms);
    const auto in_part = places_in(all_.classes.labels, part_.classes.labels);
    for (std::size_t c = 0; c < all_.classes.size() && !(before.empty() && removed.empty()); ++c) {
      for (std::size_t k = 0; k < terms; ++k) {
        const double had = before.empty() ? 0 : before[c * terms + k];
        const double less = removed.empty() || in_part[c] == no_place ? 0 : removed[in_part[c] * terms + places[k]];
        const double is = removal_.count(had, less, rows_left_of(c), [&] { return place_of(k, c); });
        if (is > 0) {
          left[in_rest_[c] * terms + k] = is;
        }
      }
    }
    const bool none = std::ranges::all_of(left, [](double is) { return is == 0; });
    return none ? std::vector<double>() : left;
  }

 private:
  void take_off(const TermEntry& entry, std::size_t term) {
    const auto found = std::ranges::lower_bound(left_, entry.c, {}, &TermEntry::c);
    const auto where = [&] { return place_of(term, entry.c); };
    if (found == left_.end() || found->c != entry.c) {
      refuse_to_forget(entry.documents, 0, where());
    }
    found->documents = removal_.count(found->documents, entry.documents, rows_left_of(entry.c), where);
    found->tokens = removal_.sum(found->tokens, entry.tokens, found->documents > 0, where);
    if (found->tokens == 0) {
      found->tokens = found->documents;  // where rounding lost them, one for each row
    }
  }
  [[nodiscard]] RowsLeft rows_left_of(std::size_t c) const { return rows_left(all_.classes, c, rest_, in_rest_[c]); }
  [[nodiscard]] std::string place_of(std::size_t term, std::size_t c) const {
    const std::string name = has_words(all_.block)             ? "word " + quoted(all_.sums.words[term])
                             : all_.block.kind == Kind::counts ? "column " + quoted(all_.block.features[term])
                                                               : fmt::format("bucket {}", term);
    return fmt::format("class {}, {}", all_.classes.labels[c], name);
  }

  const TermBlock& all_;
  const TermBlock& part_;
  const ClassCounts& rest_;
  CountRemoval& removal_;
  std::vector<std::size_t> in_rest_;  // of each class of all
  std::vector<std::size_t> in_all_;   // of each class of the part
  std::vector<std::size_t> same_;
  TermEntries left_, removed_;
};

}  // namespace

TermCounts remove_terms(const TermBlock& all, const TermBlock& part, const ClassCounts& rest,
                        std::span<const std::size_t> columns, CountRemoval& removal) {
  TermRemoval remove_term(all, part, rest, removal);
  TermCounts left;
  left.offsets.push_back(0);
  if (has_words(all.block)) {
    visit_words(all.sums.words, part.sums.words, [&](std::string_view word, std::size_t in_all, std::size_t in_part) {
      if (in_all == no_place) {
        throw Error(ErrorCode::bad_data,
                    "the model does not have this word, so it cannot forget rows with it. Forget "
                    "only rows that were fitted, each once. Nothing was changed",
                    "word " + quoted(word));
      }
      if (const TermEntries& entries = remove_term(in_all, in_part); !entries.empty()) {
        left.words.push_back(word);
        append_term(left, entries);
      }
    });
    remove_term.fit_to_rows(left);
    return left;
  }
  const std::vector<std::size_t> places = number_places(all, columns);
  for (std::size_t k = 0; k < places.size(); ++k) {
    append_term(left, remove_term(k, places[k]));
  }
  remove_term.fit_to_rows(left);
  left.missing = remove_term.missing(places);
  return left;
}

}  // namespace suffice
