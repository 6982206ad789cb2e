#include "model/terms/term_state.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "estimate/terms/term_parameters.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

namespace {

constexpr double most_words = 0x1p20;    // more are not held
constexpr double most_numbers = 0x1p24;  // in their rows
constexpr std::size_t few_classes = 64;  // the rows of columns and buckets are held however many there are
// So many words are searched for, and one more for so many that there are, before all of them are made ready.
constexpr std::uint64_t patience = 1000;
constexpr std::uint64_t words_for_one_more = 8;

// body(first, last) for all terms, on several threads.
template <typename Body>
void for_blocks(unsigned threads, std::size_t terms, const Body& body) {
  constexpr std::size_t block_terms = 4096;
  parallel_for(threads, (terms + block_terms - 1) / block_terms, [&](std::size_t block, unsigned /*worker*/) {
    body(block * block_terms, std::min(terms, (block + 1) * block_terms));
  });
}

TermRecord empty_record(std::size_t classes) {
  return {std::vector<double>(classes), std::vector<double>(classes), {}};
}

}  // namespace

TermState::TermState(const Shared<Block>& block_of_rows, Events all, std::shared_ptr<const TermCounts> counts_of_terms,
                     std::shared_ptr<const TermLookup> words_by_name, unsigned threads)
    : block(block_of_rows),
      events(std::move(all)),
      counts(std::move(counts_of_terms)),
      words(std::move(words_by_name)),
      rows(events) {
  if (block->kind == Kind::text) {
    tokeniser.emplace(block->text);
  }
  if (words != nullptr) {
    return;
  }
  holds_rows = rows.width() <= few_classes ||
               static_cast<double>(counts->terms() + 1) * static_cast<double>(rows.width()) <= most_numbers;
  if (keeps_all(events) && follow_from_counts(events) && counts->missing.empty()) {
    none_.emplace(events);
    none_->add(events, {}, empty_record(classes()));
  } else if (!keeps_all(events)) {
    set_left_out(threads);
  }
  leave_out_unseen();
  if (holds_rows) {
    set_rows(threads);
  }
}

void TermState::set_left_out(unsigned threads) {
  left_out.resize(counts->terms());
  visit_numbered(threads, [this](std::size_t k, const std::string& name, const TermRecord& record) {
    left_out[k] = is_kept(events, name, record) ? 0 : 1;
  });
  if (std::ranges::find(left_out, 1) == left_out.end()) {
    left_out.clear();
  }
}

void TermState::set_rows(unsigned threads) {
  rows.resize(counts->terms() + 1);
  for_blocks(threads, counts->terms(), [this](std::size_t start, std::size_t end) {
    TermRecord record;
    for (std::size_t k = start; k < end; ++k) {
      make_row(k, rows, k + 1, record);
    }
  });
}

void TermState::make_row(std::size_t k, TermRows& others, std::size_t row, TermRecord& record) const {
  if (is_left_out(k)) {
    others.set_unknown(row);
  } else if (none_) {
    set_counted_row(k, others, row);
  } else {
    read_record(*counts, k, classes(), record);
    others.set(row, events, term_name(block, *counts, k), record);
  }
}

void TermState::set_counted_row(std::size_t k, TermRows& others, std::size_t row) const {
  const std::vector<double>& numbers = by_presence() ? counts->documents : counts->tokens;
  const std::uint64_t first = counts->offsets[k];
  const std::uint64_t size = counts->offsets[k + 1] - first;
  others.set_counted(row, *none_, events, std::span(counts->classes).subspan(first, size),
                     std::span(numbers).subspan(first, size));
}

void TermState::leave_out_unseen() {
  std::vector<double> added(classes());
  for (std::size_t k = 0; block->open_columns && k < counts->terms(); ++k) {
    if (counts->offsets[k] < counts->offsets[k + 1]) {
      continue;
    }
    added_counts(events, block->features[k], added);
    if (std::ranges::all_of(added, [](double count) { return count == 0; })) {
      left_out.resize(counts->terms());
      left_out[k] = 1;
    }
  }
}

// see(k, name, record) for every term of the counts, on several threads.
template <typename See>
void TermState::visit_numbered(unsigned threads, const See& see) const {
  for_blocks(threads, counts->terms(), [&](std::size_t start, std::size_t end) {
    TermRecord record;
    for (std::size_t k = start; k < end; ++k) {
      read_record(*counts, k, classes(), record);
      see(k, term_name(block, *counts, k), record);
    }
  });
}

const std::vector<double>& TermState::absent(unsigned threads) const {
  absent_made_([this, threads] {
    std::vector<double> made(counts->terms() * classes());
    visit_numbered(threads, [&](std::size_t k, const std::string& name, const TermRecord& record) {
      if (!is_left_out(k)) {
        absent_parameters(events, name, record, std::span(made).subspan(k * classes(), classes()));
      }
    });
    absent_ = std::move(made);
  });
  return absent_;
}

void TermState::absent_of(std::size_t k, TermRecord& record, std::span<double> out) const {
  read_record(*counts, k, classes(), record);
  absent_parameters(events, term_name(block, *counts, k), record, out);
}

const QuantisedTable* TermState::quantised(unsigned threads) const {
  quantised_made_([this, threads] {
    constexpr std::size_t cache = std::size_t{1} << 20U;  // what fits is available as it is
    constexpr std::size_t line = 8;
    if (rows.width() > line && rows.certain() == nullptr && rows.size() * rows.width() * sizeof(double) > cache) {
      quantised_.emplace(std::span(rows.parameters(1), (rows.size() - 1) * rows.width()), rows.width(), classes(),
                         threads);
    }
  });
  return quantised_ && quantised_->exists() ? &*quantised_ : nullptr;
}

bool TermState::may_hold(double number_of_words) const {
  return number_of_words <= most_words && number_of_words * static_cast<double>(rows.width()) <= most_numbers;
}

const WordRows* TermState::all_words(const WordTable& met, std::span<const std::uint32_t> rows_of_met) const {
  if (const WordRows* ready = all_words_ready_.load(std::memory_order_acquire)) {
    return ready;
  }
  if (searched_words_.load(std::memory_order_relaxed) < patience + words->size() / words_for_one_more ||
      !may_hold(events.terms)) {
    return nullptr;
  }
  const std::unique_lock lock(making_all_words_, std::try_to_lock);
  if (!lock.owns_lock() || all_words_ != nullptr) {
    return all_words_ready_.load(std::memory_order_acquire);
  }
  auto made = std::make_unique<WordRows>(WordRows{{}, TermRows(events)});
  for (std::uint32_t k = 0; k < rows_of_met.size(); ++k) {
    if (rows_of_met[k] != 0) {
      made->words.add(met.word(k));
    }
  }
  made->rows.resize(made->words.size() + 1);
  visit([&](std::string_view word, const TermRecord& record) {
    const std::uint32_t k = made->words.add(word);
    made->rows.resize(made->words.size() + 1);
    made->rows.set(k + 1, events, word, record);
  });
  all_words_ = std::move(made);
  all_words_ready_.store(all_words_.get(), std::memory_order_release);
  return all_words_.get();
}

bool TermState::find(std::string_view word, TermRecord& record) const {
  searched_words_.fetch_add(1, std::memory_order_relaxed);
  if (!words->find(word, record)) {
    record = empty_record(classes());
    return events.options.vocabulary && is_kept(events, word, record);
  }
  return is_kept(events, word, record);
}

void TermState::visit(const std::function<void(std::string_view term, const TermRecord& record)>& see) const {
  TermRecord record;
  if (words == nullptr) {
    for (std::size_t k = 0; k < counts->terms(); ++k) {
      if (!is_left_out(k)) {
        read_record(*counts, k, classes(), record);
        see(term_name(block, *counts, k), record);
      }
    }
    return;
  }
  // Words of the vocabulary that do not occur come between those that do.
  const TermRecord none = empty_record(classes());
  const std::vector<std::string> no_vocabulary;
  const auto& vocabulary = events.options.vocabulary ? *events.options.vocabulary : no_vocabulary;
  auto next = vocabulary.begin();
  const auto see_kept = [&](std::string_view word, const TermRecord& found) {
    if (is_kept(events, word, found)) {
      see(word, found);
    }
  };
  words->visit([&](std::string_view word, const TermRecord& found) {
    for (; next != vocabulary.end() && *next < word; ++next) {
      see_kept(*next, none);
    }
    next += next != vocabulary.end() && *next == word ? 1 : 0;
    see_kept(word, found);
  });
  for (; next != vocabulary.end(); ++next) {
    see_kept(*next, none);
  }
}

}  // namespace suffice
