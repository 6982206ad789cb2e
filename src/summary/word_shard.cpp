#include "summary/word_shard.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "suffice/error.hpp"
#include "text/word_order.hpp"
#include "text/word_table.hpp"

namespace suffice {

namespace {

// Its own inverse.
std::uint64_t highest_byte_first(std::uint64_t number) {
  if constexpr (std::endian::native == std::endian::little) {
    number = __builtin_bswap64(number);
  }
  return number;
}

std::span<const std::string_view> buckets_of(std::span<const std::string_view> terms, const TextOptions& options,
                                             WordShard::Workspace& workspace) {
  workspace.buckets.resize(terms.size() + term_padding / sizeof(std::uint64_t));
  workspace.bucket_words.resize(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::uint64_t& bucket = workspace.buckets[i];
    bucket = highest_byte_first(term_bucket(terms[i], options.hash_key, options.hash_buckets));
    workspace.bucket_words[i] = {reinterpret_cast<const char*>(&bucket), sizeof bucket};
  }
  return workspace.bucket_words;
}

}  // namespace

void WordShard::add(const Tokeniser& tokeniser, std::string_view document, std::uint32_t class_index, double weight,
                    Workspace& workspace) {
  const TextOptions& options = tokeniser.options();
  ++documents;
  tokeniser.split(document, workspace.buffer, [&](std::span<const std::string_view> terms) {
    words.add_padded(options.hash_buckets > 0 ? buckets_of(terms, options, workspace) : terms, class_index, documents,
                     weight);
  });
  invalid_bytes += workspace.buffer.invalid_bytes;
  workspace.buffer.invalid_bytes = 0;
}

namespace {

// A count of a shard, and the place of its term among all terms.
struct Placed {
  std::uint32_t place;
  std::uint32_t class_index;
  const CountTable::Count* count;
};

// Shard by shard.
std::vector<Placed> all_counts(std::span<const WordShard> shards, std::span<const std::size_t> order) {
  std::vector<std::uint32_t> class_of(order.size());
  for (std::uint32_t c = 0; c < order.size(); ++c) {
    class_of[order[c]] = c;
  }
  std::vector<Placed> placed;
  for (const WordShard& shard : shards) {
    shard.words.for_each([&](std::string_view, const CountTable::Count& count) {
      placed.push_back({0, class_of[count.key.tag], &count});
    });
  }
  return placed;
}

void place_buckets(std::span<Placed> placed) {
  for (Placed& one : placed) {
    one.place = static_cast<std::uint32_t>(highest_byte_first(one.count->key.word[0]));
  }
}

// The words in byte order.
Words place_words(std::span<const WordShard> shards, std::span<Placed> placed) {
  constexpr std::size_t block = 1024;
  WordTable table;
  std::vector<std::string_view> some;
  std::vector<std::uint32_t> numbers(block);
  std::size_t next = 0;
  const auto add_some = [&] {
    table.add_padded(some, 0, numbers);
    for (std::size_t i = 0; i < some.size(); ++i) {
      placed[next++].place = numbers[i];
    }
    some.clear();
  };
  for (const WordShard& shard : shards) {
    shard.words.for_each([&](std::string_view word, const CountTable::Count&) {
      some.push_back(word);
      if (some.size() == block) {
        add_some();
      }
    });
  }
  add_some();
  const std::vector<std::uint32_t> order = byte_order(table);
  std::vector<std::uint32_t> place_of(order.size());
  Words words;
  words.ends.reserve(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    place_of[order[place]] = place;
    words.push_back(table.word(order[place]));
  }
  for (Placed& one : placed) {
    one.place = place_of[one.place];
  }
  return words;
}

// By term, then by class, then by shard.
std::vector<Placed> sorted(std::span<const Placed> placed, std::size_t terms) {
  std::vector<std::size_t> next(terms + 1);
  for (const Placed& one : placed) {
    ++next[one.place + std::size_t{1}];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Placed> result(placed.size());
  for (const Placed& one : placed) {
    result[next[one.place]++] = one;
  }
  for (auto first = result.begin(); first != result.end();) {
    const auto last = std::find_if(first, result.end(), [&](const Placed& one) { return one.place != first->place; });
    std::stable_sort(first, last, [](const Placed& a, const Placed& b) { return a.class_index < b.class_index; });
    first = last;
  }
  return result;
}

}  // namespace

TermCounts put_together(std::span<const WordShard> shards, std::span<const std::size_t> order,
                        std::uint64_t hash_buckets) {
  TermCounts result;
  std::vector<Placed> placed = all_counts(shards, order);
  if (hash_buckets > 0) {
    place_buckets(placed);
  } else {
    result.words = place_words(shards, placed);
  }
  const std::size_t terms = hash_buckets > 0 ? hash_buckets : result.words.size();
  result.offsets.assign(terms + 1, 0);
  const Placed* before = nullptr;
  placed = sorted(placed, terms);
  for (const Placed& one : placed) {
    if (before == nullptr || before->place != one.place || before->class_index != one.class_index) {
      ++result.offsets[one.place + std::size_t{1}];
      result.classes.push_back(one.class_index);
      result.tokens.push_back(0);
      result.documents.push_back(0);
    }
    result.tokens.back() += one.count->tokens;
    result.documents.back() += one.count->documents;
    before = &one;
  }
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  if (!std::all_of(result.tokens.begin(), result.tokens.end(), [](double sum) { return std::isfinite(sum); })) {
    throw Error(ErrorCode::bad_data,
                "the weights of the documents are too large: their sums overflow. Give smaller weights");
  }
  return result;
}

}  // namespace suffice
