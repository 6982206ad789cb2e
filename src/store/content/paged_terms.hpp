// Paged terms: words and their counts looked up in a model file, without reading the others.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "estimate/terms/events.hpp"
#include "model/terms/in_memory_terms.hpp"
#include "store/container/paged_file.hpp"
#include "store/container/tensors.hpp"

namespace suffice {

/// Every 256th word has an entry in the index of words: its first 16 bytes, filled up with zeros. These are in order,
/// though not each once.
constexpr std::size_t index_step = 256;
constexpr std::size_t index_bytes = 16;

/// The index of words in byte order: ⌈words / 256⌉ × 16 bytes.
std::string index_of(const Words& words);

/// The places of the tensors of words and counts in the pages of a file.
struct TermPlaces {
  TensorEntry ends;
  TensorEntry words;
  TensorEntry offsets;
  TensorEntry classes;
  TensorEntry tokens;
  TensorEntry documents;

  /// Of the tensors whose names begin with `prefix`. Error (bad_model) when one is missing or their types and shapes do
  /// not fit each other.
  static TermPlaces find(const TensorPlaces& places, const std::string& prefix);
};

/// O(log words) reads for each word; the pages that were read last are held. Whoever asks for thousands of words has
/// all of them read into memory.
class PagedTerms final : public TermLookup {
 public:
  /// `index` as index_of made it. Error (bad_model) when it does not fit.
  PagedTerms(std::shared_ptr<const PagedFile> file, TermPlaces places, std::size_t classes, std::string index);

  [[nodiscard]] std::uint64_t size() const override { return words_; }
  bool find(std::string_view word, TermRecord& out) const override;
  void expect(std::uint64_t words) const override { asked_.fetch_add(words, std::memory_order_relaxed); }
  void visit(const std::function<void(std::string_view, const TermRecord&)>& see) const override;

 private:
  /// All words, once so many were asked for; before, null.
  [[nodiscard]] const InMemoryTerms* in_memory() const;
  [[nodiscard]] TermCounts read_all() const;
  [[nodiscard]] bool find_in_pages(std::string_view word, TermRecord& out) const;
  [[noreturn]] void refuse_counts() const;
  [[noreturn]] void refuse_words() const;
  /// Where the k-th word begins and ends.
  [[nodiscard]] std::array<std::uint64_t, 2> ends(std::uint64_t k) const;
  /// The order of `word` and the k-th word of the file: negative, 0 or positive.
  [[nodiscard]] int compare(std::string_view word, std::uint64_t k) const;
  void read_record(std::uint64_t k, TermRecord& out) const;
  template <typename Number>
  void read(const TensorEntry& tensor, std::uint64_t first, std::span<Number> out) const;

  std::shared_ptr<const PagedFile> file_;
  TermPlaces places_;
  std::size_t classes_;
  std::uint64_t words_;
  std::string index_;
  mutable std::atomic<std::uint64_t> asked_ = 0;  // and expected
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const InMemoryTerms> all_;
  mutable std::atomic<const InMemoryTerms*> ready_ = nullptr;  // all_, once it is there
};

}  // namespace suffice
