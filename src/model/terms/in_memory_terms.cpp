#include "model/terms/in_memory_terms.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

namespace suffice {

namespace {

std::size_t first_two_bytes(std::string_view word) {
  const auto byte = [&](std::size_t i) -> std::size_t {
    return i < word.size() ? static_cast<unsigned char>(word[i]) : 0;
  };
  return byte(0) << 8U | byte(1);
}

}  // namespace

InMemoryTerms::InMemoryTerms(std::shared_ptr<const TermCounts> counts, std::size_t classes)
    : counts_(std::move(counts)), classes_(classes), starts_((std::size_t{1} << 16U) + 1) {
  for (std::size_t k = 0; k < counts_->words.size(); ++k) {
    ++starts_[first_two_bytes(counts_->words[k]) + 1];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
}

bool InMemoryTerms::find(std::string_view word, TermRecord& out) const {
  const std::size_t start = first_two_bytes(word);
  const auto places = std::views::iota(starts_[start], starts_[start + 1]);
  const auto found = std::ranges::lower_bound(places, word, {}, [this](std::uint64_t k) { return counts_->words[k]; });
  if (found == places.end() || counts_->words[*found] != word) {
    return false;
  }
  read_record(*counts_, *found, classes_, out);
  return true;
}

void InMemoryTerms::visit(const std::function<void(std::string_view word, const TermRecord& record)>& see) const {
  TermRecord record;
  for (std::size_t k = 0; k < counts_->words.size(); ++k) {
    read_record(*counts_, k, classes_, record);
    see(counts_->words[k], record);
  }
}

}  // namespace suffice
