#include "model/terms/document_reader.hpp"

#include <algorithm>
#include <utility>

#include "text/term_bucket.hpp"

namespace suffice {

DocumentReader::DocumentReader(std::shared_ptr<const TermState> state)
    : state_(std::move(state)), rows_(state_->events) {}

void DocumentReader::forget_if_full() {
  if (state_->words == nullptr && !state_->may_hold(static_cast<double>(rows_.size()))) {
    row_of_bucket_.clear();
    rows_.clear();
  }
  if (!state_->may_hold(static_cast<double>(words_.size()))) {
    words_.clear();
    row_of_word_.clear();
    rows_.clear();
    seen_in_.clear();
  }
}

// All words do not tell apart those that are not known, which a reserved term for presence needs.
void DocumentReader::take_all_words() {
  if (all_words_ != nullptr || state_->words == nullptr || (state_->by_presence() && state_->knows_unseen())) {
    return;
  }
  all_words_ = state_->all_words(words_, row_of_word_);
  if (all_words_ != nullptr) {
    words_ = {};
    row_of_word_ = {};
    rows_.clear();
    seen_in_.clear();
  }
}

// A word that was numbered but not looked up, because of an Error, is looked up next time.
void DocumentReader::look_up_new_words() {
  while (row_of_word_.size() < words_.size()) {
    const std::string_view word = words_.word(static_cast<std::uint32_t>(row_of_word_.size()));
    row_of_word_.push_back(state_->find(word, record_) ? rows_.add(state_->events, word, record_) : 0);
  }
}

void DocumentReader::number(std::span<const std::string_view> terms) {
  numbers_.resize(terms.size());
  if (all_words_ != nullptr) {
    all_words_->words.find_padded(terms, 0, numbers_);
    std::ranges::transform(numbers_, numbers_.begin(), [](std::uint32_t k) { return k + 1; });  // no_number: 0
  } else if (state_->words != nullptr) {
    words_.add_padded(terms, 0, numbers_);
    look_up_new_words();
  } else {
    const TextOptions& options = state_->block->text;
    std::ranges::transform(terms, numbers_.begin(), [&options](std::string_view term) {
      return static_cast<std::uint32_t>(term_bucket(term, options));
    });
  }
}

// Of many classes, the row of a bucket is made when a document has it.
std::uint32_t DocumentReader::row_of_bucket(std::uint32_t bucket) {
  if (state_->is_left_out(bucket)) {
    return 0;
  }
  row_of_bucket_.resize(state_->counts->terms());
  std::uint32_t& row = row_of_bucket_[bucket];
  if (row == 0) {
    const std::size_t made = rows_.size();
    rows_.resize(made + 1);
    state_->make_row(bucket, rows_, made, record_);
    row = static_cast<std::uint32_t>(made);
  }
  return row;
}

// Rows of the portion's terms, whose parameters are sent for; returns how many of them are not known.
std::uint64_t DocumentReader::find_rows() {
  rows_of_terms_.resize(numbers_.size());
  std::uint64_t unknown = 0;
  if (state_->words == nullptr && !state_->holds_rows) {
    std::ranges::transform(numbers_, rows_of_terms_.begin(), [this](std::uint32_t k) { return row_of_bucket(k); });
    return static_cast<std::uint64_t>(std::ranges::count(rows_of_terms_, 0U));
  }
  const double* parameters = table().parameters();
  const std::size_t width = table().width();
  const auto find = [&](const auto& row_of) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const std::uint32_t row = row_of(numbers_[i]);
      __builtin_prefetch(parameters + row * width);
      rows_of_terms_[i] = row;
      unknown += static_cast<std::uint64_t>(row == 0);
    }
  };
  if (all_words_ != nullptr) {
    find([](std::uint32_t row) { return row; });
  } else if (state_->words != nullptr) {
    find([rows = row_of_word_.data()](std::uint32_t k) { return rows[k]; });
  } else {
    find([this](std::uint32_t k) { return state_->is_left_out(k) ? 0 : k + 1; });
  }
  return unknown;
}

// Leaves the rows of terms that the document did not have before.
void DocumentReader::leave_out_repeated() {
  seen_in_.resize(all_words_ != nullptr      ? table().size()
                  : state_->words != nullptr ? words_.size()
                                             : state_->counts->terms());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (std::exchange(seen_in_[numbers_[i]], document_) != document_) {
      rows_of_terms_[kept++] = rows_of_terms_[i];
    }
  }
  rows_of_terms_.resize(kept);
}

// Adds the portion's rows to those of the document, each once; without a row for terms that are not known.
void DocumentReader::gather() {
  place_of_row_.resize(table().size());
  for (const std::uint32_t row : rows_of_terms_) {
    if (row == 0 && !state_->knows_unseen()) {
      continue;
    }
    std::uint32_t& place = place_of_row_[row];
    if (place >= gathered_.size() || gathered_[place] != row) {
      place = static_cast<std::uint32_t>(gathered_.size());
      gathered_.push_back(row);
      weights_.push_back(0);
    }
    weights_[place] += 1;
  }
}

std::uint64_t DocumentReader::read(std::string_view document, ScoreCounts& counts, const See& see) {
  const bool by_presence = state_->by_presence();
  take_all_words();
  forget_if_full();
  gathered_.clear();
  weights_.clear();
  if (++document_ == 0) {
    seen_in_.clear();
    document_ = 1;
  }
  std::uint64_t terms = 0;
  const std::uint64_t invalid_before = buffer_.invalid_bytes;
  const auto look_up = [&](std::span<const std::string_view> portion) {
    if (!by_presence && !state_->by_urn()) {
      forget_if_full();
    }
    number(portion);
    counts.unseen += find_rows();
    if (by_presence) {
      leave_out_repeated();
    }
    const auto unknown = state_->knows_unseen() ? 0 : std::ranges::count(rows_of_terms_, 0U);
    terms += rows_of_terms_.size() - static_cast<std::uint64_t>(unknown);
    if (state_->by_urn()) {
      gather();
    } else {
      see(rows_of_terms_, nullptr);
    }
  };
  state_->tokeniser->split(document, buffer_, std::ref(look_up));  // by reference: nothing is allocated
  counts.invalid_bytes += buffer_.invalid_bytes - invalid_before;
  if (state_->by_urn()) {
    see(gathered_, weights_.data());
  }
  return terms;
}

void ReaderPool::Return::operator()(DocumentReader* reader) const {
  std::unique_ptr<DocumentReader> back(reader);
  if (pool != nullptr) {
    const std::scoped_lock lock(pool->mutex_);
    pool->waiting_.push_back(std::move(back));  // there is room for it
  }
}

ReaderPool::Lent ReaderPool::lend() {
  {
    const std::scoped_lock lock(mutex_);
    if (!waiting_.empty()) {
      Lent reader(waiting_.back().release(), {this});
      waiting_.pop_back();
      return reader;
    }
  }
  auto reader = std::make_unique<DocumentReader>(state_);
  const std::scoped_lock lock(mutex_);
  waiting_.reserve(made_ + 1);
  ++made_;
  return Lent(reader.release(), {this});
}

}  // namespace suffice
