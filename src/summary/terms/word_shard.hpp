// Word shard: how often terms occur in the documents that one thread has read, and shards put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suffice/summary.hpp"
#include "text/count_table.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

struct WordShard {
  /// Room to work in.
  struct alignas(64) Workspace {
    Tokeniser::Buffer buffer;
    std::vector<std::uint64_t> buckets;
    std::vector<std::string_view> bucket_words;
  };

  WordHash hash;
  std::vector<CountTable> words = {};  ///< of each class; a bucket is the 8 bytes of its number, the highest first
  std::uint64_t documents = 0;
  std::uint64_t invalid_bytes = 0;

  /// Terms of all classes.
  [[nodiscard]] std::size_t size() const;
  /// Whole weights may be added in any order; sums of others are those in the order of the calls.
  void add(const Tokeniser& tokeniser, std::string_view document, std::uint32_t class_index, double weight,
           Workspace& workspace);
};

/// The counts of all shards, class order[c] being class c; those of the last are added to the sum of all others. Error
/// (bad_data) where a sum overflows.
TermCounts put_together(std::span<const WordShard> shards, std::span<const std::size_t> order,
                        std::uint64_t hash_buckets);

}  // namespace suffice
