#include "evaluate/counted_row.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "text/term_bucket.hpp"

namespace suffice {

namespace {

// Terms in order, each once.
void unite(std::vector<CountedTerm>& terms) {
  std::ranges::stable_sort(terms, {}, &CountedTerm::place);
  std::size_t size = 0;
  for (const CountedTerm& term : terms) {
    if (size > 0 && terms[size - 1].place == term.place) {
      terms[size - 1].count += term.count;
    } else {
      terms[size++] = term;
    }
  }
  terms.resize(size);
}

}  // namespace

WordTable word_index(const Summary& summary) {
  WordTable index;
  if (summary.schema.encoding == Encoding::text && summary.schema.text.hash_buckets == 0) {
    const Words& words = summary.terms().words;
    for (std::size_t place = 0; place < words.size(); ++place) {
      index.add(words[place]);
    }
  }
  return index;
}

CountedRow::CountedRow(const Schema& schema, const WordTable& words) : words_(words) {
  if (schema.encoding == Encoding::text) {
    tokeniser_.emplace(schema.text);
  }
}

void CountedRow::read_document(std::string_view document) {
  const TextOptions& options = tokeniser_->options();
  tokeniser_->split(document, buffer_, [&](std::span<const std::string_view> terms) {
    numbers_.resize(std::max(numbers_.size(), terms.size()));
    words_.find_padded(terms, 0, numbers_);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (options.hash_buckets > 0) {
        add(term_bucket(terms[i], options.hash_key, options.hash_buckets), 1);
      } else if (numbers_[i] != WordTable::no_number) {
        add(numbers_[i], 1);
      } else {
        ++unknown_[std::string(terms[i])];
      }
    }
  });
  unite(terms_);
}

const std::vector<CountedTerm>& CountedRow::read(const Rows& rows, std::size_t i) {
  terms_.clear();
  unknown_.clear();
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    read_document(text->documents[i]);
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    for (std::size_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
      if (sparse->value(k) != 0) {
        add(sparse->indices[k], sparse->value(k));
      }
    }
  } else {
    const auto& dense = std::get<Batch>(rows);
    for (std::size_t j = 0; j < dense.columns; ++j) {
      if (dense.value(i, j) != 0) {
        add(j, dense.value(i, j));
      }
    }
  }
  return terms_;
}

}  // namespace suffice
