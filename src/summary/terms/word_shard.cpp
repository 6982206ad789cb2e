#include "summary/terms/word_shard.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "suffice/error.hpp"
#include "text/word_table.hpp"

namespace suffice {

namespace {

// The number with its bytes in big-endian order; applied twice it gives the number back.
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
    bucket = highest_byte_first(term_bucket(terms[i], options));
    workspace.bucket_words[i] = {reinterpret_cast<const char*>(&bucket), sizeof bucket};
  }
  return workspace.bucket_words;
}

}  // namespace

std::size_t WordShard::size() const {
  return std::accumulate(words.begin(), words.end(), std::size_t{0},
                         [](std::size_t sum, const CountTable& table) { return sum + table.size(); });
}

// Tokens go straight to the sums of their class: counting a document by itself first would hash each word twice.
void WordShard::add(const Tokeniser& tokeniser, std::string_view document, std::uint32_t class_index, double weight,
                    Workspace& workspace) {
  const TextOptions& options = tokeniser.options();
  const bool is_small = weight <= UINT32_MAX && std::trunc(weight) == weight;
  ++documents;
  while (words.size() <= class_index) {
    words.emplace_back(hash);
  }
  CountTable& table = words[class_index];
  table.start_document();
  const auto count = [&](std::span<const std::string_view> terms) {
    const auto counted = options.hash_buckets > 0 ? buckets_of(terms, options, workspace) : terms;
    if (is_small) {
      table.count_padded(counted, static_cast<std::uint32_t>(weight));
    } else {
      table.sum_padded(counted, weight);
    }
  };
  tokeniser.split(document, workspace.buffer, std::ref(count));  // by reference: nothing is allocated
  invalid_bytes += workspace.buffer.invalid_bytes;
  workspace.buffer.invalid_bytes = 0;
}

namespace {

// Counts of a shard, and the place of their term among all terms.
struct Placed {
  std::uint32_t place = 0;
  std::uint32_t class_index = 0;
  CountTable::Sums sums = {};
};

std::size_t size_of(std::span<const WordShard> shards) {
  return std::accumulate(shards.begin(), shards.end(), std::size_t{0},
                         [](std::size_t sum, const WordShard& shard) { return sum + shard.size(); });
}

// visit(word, c, sums) by class, class order[c] being class c, and shard by shard.
template <typename Visit>
void visit_all(std::span<const WordShard> shards, std::span<const std::size_t> order, const Visit& visit) {
  for (std::uint32_t c = 0; c < order.size(); ++c) {
    for (const WordShard& shard : shards) {
      if (order[c] < shard.words.size()) {
        shard.words[order[c]].for_each(
            [&](std::string_view word, const CountTable::Sums& sums) { visit(word, c, sums); });
      }
    }
  }
}

std::vector<Placed> place_buckets(std::span<const WordShard> shards, std::span<const std::size_t> order) {
  std::vector<Placed> placed;
  placed.reserve(size_of(shards));
  visit_all(shards, order, [&](std::string_view word, std::uint32_t c, const CountTable::Sums& sums) {
    std::uint64_t bucket = 0;
    std::memcpy(&bucket, word.data(), sizeof bucket);
    placed.push_back({static_cast<std::uint32_t>(highest_byte_first(bucket)), c, sums});
  });
  return placed;
}

// Words are put in byte order.
std::vector<Placed> place_words(std::span<const WordShard> shards, std::span<const std::size_t> order, Words& words) {
  constexpr std::size_t block = 1024;
  WordTable table;
  std::vector<Placed> placed;
  placed.reserve(size_of(shards));
  std::vector<std::string_view> some;
  std::vector<std::uint32_t> numbers(block);
  const auto number_some = [&] {
    table.add_padded(some, 0, numbers);
    for (std::size_t i = 0; i < some.size(); ++i) {
      placed[placed.size() - some.size() + i].place = numbers[i];
    }
    some.clear();
  };
  visit_all(shards, order, [&](std::string_view word, std::uint32_t c, const CountTable::Sums& sums) {
    placed.push_back({0, c, sums});
    some.push_back(word);
    if (some.size() == block) {
      number_some();
    }
  });
  number_some();
  const std::vector<std::uint32_t> sorted = byte_order(table);
  std::vector<std::uint32_t> place_of(sorted.size());
  words.ends.reserve(sorted.size());
  for (std::uint32_t place = 0; place < sorted.size(); ++place) {
    place_of[sorted[place]] = place;
    words.push_back(table.word(sorted[place]));
  }
  for (Placed& one : placed) {
    one.place = place_of[one.place];
  }
  return placed;
}

// By term, then as they were.
std::vector<Placed> by_term(std::span<const Placed> placed, std::size_t terms) {
  std::vector<std::size_t> next(terms + 1);
  for (const Placed& one : placed) {
    ++next[one.place + std::size_t{1}];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Placed> result(placed.size());
  for (const Placed& one : placed) {
    result[next[one.place]++] = one;
  }
  return result;
}

}  // namespace

TermCounts put_together(std::span<const WordShard> shards, std::span<const std::size_t> order,
                        std::uint64_t hash_buckets) {
  TermCounts result;
  std::vector<Placed> placed =
      hash_buckets > 0 ? place_buckets(shards, order) : place_words(shards, order, result.words);
  const std::size_t terms = hash_buckets > 0 ? hash_buckets : result.words.size();
  result.offsets.assign(terms + 1, 0);
  const Placed* before = nullptr;
  placed = by_term(placed, terms);
  for (const Placed& one : placed) {
    if (before == nullptr || before->place != one.place || before->class_index != one.class_index) {
      ++result.offsets[one.place + std::size_t{1}];
      result.classes.push_back(one.class_index);
      result.tokens.push_back(0);
      result.documents.push_back(0);
    }
    result.tokens.back() += one.sums.tokens;
    result.documents.back() += one.sums.documents;
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
