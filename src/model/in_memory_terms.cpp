#include "model/in_memory_terms.hpp"

#include <optional>
#include <utility>

namespace suffice {

InMemoryTerms::InMemoryTerms(std::shared_ptr<const TermCounts> counts, std::size_t classes)
    : counts_(std::move(counts)), classes_(classes) {}

bool InMemoryTerms::find(std::string_view word, TermRecord& out) const {
  const std::optional<std::size_t> k = counts_->words.find(word);
  if (k) {
    read_record(*counts_, *k, classes_, out);
  }
  return k.has_value();
}

void InMemoryTerms::visit(const std::function<void(std::string_view word, const TermRecord& record)>& see) const {
  TermRecord record;
  for (std::size_t k = 0; k < counts_->words.size(); ++k) {
    read_record(*counts_, k, classes_, record);
    see(counts_->words[k], record);
  }
}

}  // namespace suffice
