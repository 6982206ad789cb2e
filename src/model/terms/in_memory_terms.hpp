// In-memory terms: the look-up of words in counts that are loaded whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "estimate/terms/events.hpp"
#include "suffice/summary.hpp"

namespace suffice {

class InMemoryTerms final : public TermLookup {
 public:
  /// Counts of words of so many classes.
  InMemoryTerms(std::shared_ptr<const TermCounts> counts, std::size_t classes);

  [[nodiscard]] std::uint64_t size() const override { return counts_->words.size(); }
  bool find(std::string_view word, TermRecord& out) const override;
  void visit(const std::function<void(std::string_view word, const TermRecord& record)>& see) const override;

 private:
  std::shared_ptr<const TermCounts> counts_;
  std::size_t classes_;
  std::vector<std::uint64_t> starts_;  // of the words that begin with each two bytes, 0 standing for what is not there
};

}  // namespace suffice
