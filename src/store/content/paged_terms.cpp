#include "store/content/paged_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "math/kernels/row_checks.hpp"
#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

// So many words are looked up in pages, and one more for so many of the file: reading all of them costs about as much.
constexpr std::uint64_t patience = 50;
constexpr std::uint64_t words_for_one_more = 256;

std::array<char, index_bytes> index_entry(std::string_view word) {
  std::array<char, index_bytes> entry{};
  word.copy(entry.data(), index_bytes);
  return entry;
}

// Whether a word may have the entries first, …, last − 1.
bool is_range(std::uint64_t first, std::uint64_t last, std::uint64_t entries, std::size_t classes) {
  return first <= last && last <= entries && last - first <= classes;
}

bool are_counts(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number) && number > 0; });
}

}  // namespace

std::string index_of(const Words& words) {
  std::string index;
  for (std::size_t k = 0; k < words.size(); k += index_step) {
    const auto entry = index_entry(words[k]);
    index.append(entry.data(), entry.size());
  }
  return index;
}

TermPlaces TermPlaces::find(const TensorPlaces& places, const std::string& prefix) {
  const TensorEntry& ends = place_at(places, prefix + "word_ends", "U64", {any_extent});
  const TensorEntry& classes = place_at(places, prefix + "classes", "U32", {any_extent});
  return {ends,
          place_at(places, prefix + "words", "U8", {any_extent}),
          place_at(places, prefix + "offsets", "U64", {ends.shape[0] + 1}),
          classes,
          place_at(places, prefix + "tokens", "F64", classes.shape),
          place_at(places, prefix + "documents", "F64", classes.shape)};
}

PagedTerms::PagedTerms(std::shared_ptr<const PagedFile> file, TermPlaces places, std::size_t classes, std::string index)
    : file_(std::move(file)),
      places_(std::move(places)),
      classes_(classes),
      words_(places_.ends.shape[0]),
      index_(std::move(index)) {
  if (index_.size() != (words_ + index_step - 1) / index_step * index_bytes) {
    fail("the index of words does not have an entry for every 256 words");
  }
}

template <typename Number>
void PagedTerms::read(const TensorEntry& tensor, std::uint64_t first, std::span<Number> out) const {
  file_->read(tensor.begin + first * sizeof(Number), {reinterpret_cast<char*>(out.data()), out.size_bytes()});
}

void PagedTerms::refuse_words() const {
  throw Error(ErrorCode::bad_model, "the words of the model file do not follow each other", file_->path());
}

std::array<std::uint64_t, 2> PagedTerms::ends(std::uint64_t k) const {
  std::array<std::uint64_t, 2> ends{};
  read(places_.ends, k == 0 ? 0 : k - 1, std::span<std::uint64_t>(ends).last(k == 0 ? 1 : 2));
  if (ends[0] > ends[1] || ends[1] > places_.words.end - places_.words.begin) {
    refuse_words();
  }
  return ends;
}

int PagedTerms::compare(std::string_view word, std::uint64_t k) const {
  const auto [begin, end] = ends(k);
  // One byte more than `word` has decides, however long the other is.
  std::string other(std::min<std::uint64_t>(end - begin, word.size() + 1), '\0');
  read(places_.words, begin, std::span(other));
  return word.compare(other);
}

void PagedTerms::refuse_counts() const {
  throw Error(ErrorCode::bad_model, "the counts of a word in the model file are not sound", file_->path());
}

void PagedTerms::read_record(std::uint64_t k, TermRecord& out) const {
  std::array<std::uint64_t, 2> range{};
  read(places_.offsets, k, std::span<std::uint64_t>(range));
  if (!is_range(range[0], range[1], places_.classes.shape[0], classes_)) refuse_counts();
  const std::size_t count = range[1] - range[0];
  std::vector<std::uint32_t> classes(count);
  std::vector<double> tokens(count);
  std::vector<double> documents(count);
  read(places_.classes, range[0], std::span(classes));
  read(places_.tokens, range[0], std::span(tokens));
  read(places_.documents, range[0], std::span(documents));
  if (!ascend_below(classes, classes_) || !are_counts(tokens) || !are_counts(documents)) refuse_counts();
  out.tokens.assign(classes_, 0.0);
  out.documents.assign(classes_, 0.0);
  out.missing.clear();
  for (std::size_t i = 0; i < count; ++i) {
    out.tokens[classes[i]] = tokens[i];
    out.documents[classes[i]] = documents[i];
  }
}

TermCounts PagedTerms::read_all() const {
  TermCounts counts;
  const auto fill = [this](const TensorEntry& tensor, auto& numbers) {
    numbers.resize((tensor.end - tensor.begin) / sizeof(numbers[0]));
    read(tensor, 0, std::span(numbers));
  };
  fill(places_.ends, counts.words.ends);
  fill(places_.words, counts.words.bytes);
  fill(places_.offsets, counts.offsets);
  fill(places_.classes, counts.classes);
  fill(places_.tokens, counts.tokens);
  fill(places_.documents, counts.documents);
  const std::vector<std::uint64_t>& ends = counts.words.ends;
  if (!std::ranges::is_sorted(ends) || (!ends.empty() && ends.back() > counts.words.bytes.size())) refuse_words();
  if (!are_counts(counts.tokens) || !are_counts(counts.documents)) refuse_counts();
  for (std::uint64_t k = 0; k < words_; ++k) {
    const std::uint64_t first = counts.offsets[k];
    const std::uint64_t last = counts.offsets[k + 1];
    if (!is_range(first, last, counts.classes.size(), classes_) ||
        !ascend_below(std::span(counts.classes).subspan(first, last - first), classes_)) {
      refuse_counts();
    }
  }
  return counts;
}

const InMemoryTerms* PagedTerms::in_memory() const {
  if (const InMemoryTerms* all = ready_.load(std::memory_order_acquire)) return all;
  if (asked_.fetch_add(1, std::memory_order_relaxed) < patience + words_ / words_for_one_more) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (all_ == nullptr) {
    all_ = std::make_unique<const InMemoryTerms>(std::make_shared<const TermCounts>(read_all()), classes_);
    ready_.store(all_.get(), std::memory_order_release);
  }
  return all_.get();
}

bool PagedTerms::find(std::string_view word, TermRecord& out) const {
  const InMemoryTerms* all = in_memory();
  return all != nullptr ? all->find(word, out) : find_in_pages(word, out);
}

/// The entries of the index that begin like the word leave at most one block of 256 words before them, and those.
bool PagedTerms::find_in_pages(std::string_view word, TermRecord& out) const {
  const auto wanted = index_entry(word);
  const std::string_view key(wanted.data(), wanted.size());
  const auto entry = [&](std::uint64_t i) { return std::string_view(index_).substr(i * index_bytes, index_bytes); };
  const auto first_entry = [&](const auto& is_after) {
    std::uint64_t low = 0;
    std::uint64_t high = index_.size() / index_bytes;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      is_after(entry(middle)) ? high = middle : low = middle + 1;
    }
    return low;
  };
  const std::uint64_t first_like = first_entry([&](std::string_view other) { return other >= key; });
  const std::uint64_t first_after = first_entry([&](std::string_view other) { return other > key; });
  std::uint64_t low = first_like == 0 ? 0 : (first_like - 1) * index_step;
  std::uint64_t high = std::min<std::uint64_t>(first_after * index_step, words_);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const int order = compare(word, middle);
    if (order == 0) {
      read_record(middle, out);
      return true;
    }
    order < 0 ? high = middle : low = middle + 1;
  }
  return false;
}

void PagedTerms::visit(const std::function<void(std::string_view, const TermRecord&)>& see) const {
  if (const InMemoryTerms* all = ready_.load(std::memory_order_acquire)) {
    all->visit(see);
    return;
  }
  std::string word;
  TermRecord record;
  for (std::uint64_t k = 0; k < words_; ++k) {
    const auto [begin, end] = ends(k);
    word.resize(end - begin);
    read(places_.words, begin, std::span(word));
    read_record(k, record);
    see(word, record);
  }
}

}  // namespace suffice
