#include "evaluate/leave_one_out/counted_row.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "encode/each_number.hpp"
#include "summary/terms/term_entries.hpp"
#include "text/term_bucket.hpp"

namespace suffice {

bool is_open(const Block& block, const TermOptions& options) { return has_words(block) && !options.vocabulary; }

TermIndex::TermIndex(const TermBlock& block) {
  if (block.block.kind == Kind::text) {
    tokeniser.emplace(block.block.text);
  }
  if (has_words(block.block)) {
    const Words& all = block.sums.words;
    for (std::size_t place = 0; place < all.size(); ++place) {
      words.add(all[place]);
    }
  }
}

// Places are counted by sorting them: a word of the sums is never copied, as row_terms() copies those it names.
void CountedRow::read_document(std::string_view document) {
  const TextOptions& options = index_.tokeniser->options();
  places_.clear();
  index_.tokeniser->split(document, buffer_, [&](std::span<const std::string_view> terms) {
    if (options.hash_buckets > 0) {
      for (const std::string_view term : terms) {
        places_.push_back(static_cast<std::uint32_t>(term_bucket(term, options)));
      }
      return;
    }
    numbers_.resize(terms.size());
    index_.words.find_padded(terms, 0, numbers_);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (numbers_[i] != WordTable::no_number) {
        places_.push_back(numbers_[i]);
      } else {
        ++unknown_[std::string(terms[i])];
      }
    }
  });
  std::ranges::sort(places_);
  for (const std::uint32_t place : places_) {
    if (terms_.empty() || terms_.back().place != place) {
      add(place, 0);
    }
    terms_.back().count += 1;
  }
}

const std::vector<CountedTerm>& CountedRow::read(const BlockRows& rows, std::size_t i) {
  terms_.clear();
  unknown_.clear();
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    read_document(text->documents[i]);
  } else {
    each_number(rows, i, [&](std::size_t j, double x) {
      if (x != 0) {
        add(j, x);
      }
    });
  }
  return terms_;
}

}  // namespace suffice
