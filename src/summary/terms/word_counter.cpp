#include "summary/terms/word_counter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Brings the start of a document into the cache. Documents in the order of their classes are not neighbours in memory,
// where the processor would foresee the next one.
void prefetch(std::string_view document) {
  constexpr std::size_t line = 64;
  constexpr std::size_t most = std::size_t{1} << 11U;
  for (std::size_t at = 0; at < std::min(document.size(), most); at += line) {
    __builtin_prefetch(document.data() + at);
  }
}

}  // namespace

// The rows of a batch that weigh something.
struct WordCounter::Share {
  std::vector<std::size_t> any_order;
  std::vector<std::size_t> in_order;
};

WordCounter::WordCounter(const TextOptions& options, unsigned threads)
    : tokeniser_(options), shards_(threads + std::size_t{1}), workspaces_(threads) {}

// A term occurs at most once for each byte of a document. What may be in any order is put in that of the classes, so
// that few counts are at work at a time.
WordCounter::Share WordCounter::divide(const TextBatch& rows, const RowClasses& classes) {
  constexpr double exact = 9007199254740992;  // 2⁵³
  Share share;
  share.any_order.reserve(rows.documents.size());
  for (std::size_t i = 0; i < rows.documents.size(); ++i) {
    const double weight = rows.weight(i);
    if (weight == 0) {
      continue;
    }
    const double largest = largest_count_ + weight * (static_cast<double>(rows.documents[i].size()) + 1);
    if (std::trunc(weight) == weight && largest <= exact) {
      largest_count_ = largest;
      share.any_order.push_back(i);
    } else {
      share.in_order.push_back(i);
    }
  }
  const auto by_class = [&](std::size_t a, std::size_t b) { return classes[a] < classes[b]; };
  if (!std::is_sorted(share.any_order.begin(), share.any_order.end(), by_class)) {
    std::stable_sort(share.any_order.begin(), share.any_order.end(), by_class);
  }
  return share;
}

void WordCounter::add_share(const TextBatch& rows, const RowClasses& classes, const Share& share) {
  // Task 0 takes what must be in order; the others stretches of the rest, of about equal bytes.
  constexpr std::size_t stretch_bytes = std::size_t{1} << 16U;
  std::vector<std::size_t> cuts = {0};
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < share.any_order.size(); ++k) {
    bytes += rows.documents[share.any_order[k]].size() + 1;
    if (bytes >= stretch_bytes || k + 1 == share.any_order.size()) {
      cuts.push_back(k + 1);
      bytes = 0;
    }
  }
  const std::size_t chains = share.in_order.empty() ? 0 : 1;
  parallel_for(static_cast<unsigned>(workspaces_.size()), chains + cuts.size() - 1,
               [&](std::size_t task, unsigned worker) {
                 std::span<const std::size_t> some = share.in_order;
                 if (task >= chains) {
                   const std::size_t first = cuts[task - chains];
                   some = std::span(share.any_order).subspan(first, cuts[task - chains + 1] - first);
                 }
                 WordShard& shard = task < chains ? shards_.back() : shards_[worker];
                 for (std::size_t k = 0; k < some.size(); ++k) {
                   if (k + 1 < some.size() && some[k + 1] != some[k] + 1) {
                     prefetch(rows.documents[some[k + 1]]);
                   }
                   const std::size_t i = some[k];
                   shard.add(tokeniser_, rows.documents[i], classes[i], rows.weight(i), workspaces_[worker]);
                 }
               });
}

void WordCounter::check(const TextBatch& rows, std::size_t first) {
  constexpr std::size_t largest_document = std::size_t{1} << 31U;
  for (std::size_t i = 0; i < rows.documents.size(); ++i) {
    const std::size_t size = rows.documents[i].size();
    if (size >= largest_document) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("a document of {} bytes is too long, it must be less than 2 GiB: divide it", size),
                  fmt::format("row {}", first + i));
    }
  }
}

std::size_t WordCounter::most_terms(const TextBatch& rows) const {
  const TextOptions& options = tokeniser_.options();
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < rows.documents.size(); ++i) {
    bytes += rows.documents[i].size();
  }
  return bytes * (options.longest + 1 - options.shortest);
}

bool WordCounter::can_pass_limit(std::size_t added) const {
  return std::any_of(shards_.begin(), shards_.end(),
                     [&](const WordShard& shard) { return shard.size() + added > UINT32_MAX; });
}

void WordCounter::add(const TextBatch& rows, const RowClasses& classes) {
  check(rows, 0);
  const bool near = can_pass_limit(most_terms(rows));  // then there is a copy to go back to
  std::optional<std::vector<WordShard>> before;
  if (near) {
    before = shards_;
  }
  const double largest_before = largest_count_;
  try {
    add_share(rows, classes, divide(rows, classes));
    if (near && can_pass_limit(0)) {
      throw Error(ErrorCode::bad_data, "there are more than 4294967295 different terms and classes", {},
                  {Remedy{"hash-buckets", {"N"}}, Remedy{"ngrams", {"1"}}});
    }
  } catch (...) {
    if (before) {
      shards_ = std::move(*before);
      largest_count_ = largest_before;
    }
    throw;
  }
}

std::uint64_t WordCounter::invalid_bytes() const {
  std::uint64_t count = 0;
  for (const WordShard& shard : shards_) {
    count += shard.invalid_bytes;
  }
  return count;
}

TermCounts WordCounter::counts(std::span<const std::size_t> order) const {
  return put_together(shards_, order, tokeniser_.options().hash_buckets);
}

}  // namespace suffice
