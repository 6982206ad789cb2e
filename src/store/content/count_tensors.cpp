#include "store/content/count_tensors.hpp"

#include <numeric>

#include <fmt/format.h>

#include "store/container/json.hpp"
#include "store/content/paged_terms.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {
namespace {

Words read_words(const TensorMap& tensors, const std::string& prefix, std::uint64_t terms) {
  Words words{std::string(tensor_at(tensors, prefix + "words", "U8", {any_extent}).bytes),
              numbers_at<std::uint64_t>(tensors, prefix + "word_ends", {terms})};
  std::uint64_t start = 0;
  for (const std::uint64_t end : words.ends) {
    if (end < start || end > words.bytes.size())
      fail(fmt::format("the tensor \"{}word_ends\" does not ascend", prefix));
    start = end;
  }
  const std::uint64_t entries = (terms + index_step - 1) / index_step;
  if (tensor_at(tensors, prefix + "word_index", "U8", {entries, index_bytes}).bytes != index_of(words)) {
    fail("the index of words is not that of its words");
  }
  return words;
}

/// `values` cut into columns of these sizes.
std::vector<std::vector<std::string>> by_column(std::vector<std::string> values,
                                                const std::vector<std::uint64_t>& sizes) {
  std::vector<std::vector<std::string>> columns;
  std::size_t next = 0;
  for (const std::uint64_t size : sizes) {
    if (size > values.size() - next) fail("the columns have more values than there are");
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(next);
    columns.emplace_back(std::make_move_iterator(first),
                         std::make_move_iterator(first + static_cast<std::ptrdiff_t>(size)));
    next += size;
  }
  if (next != values.size()) fail("there are values of no column");
  return columns;
}

}  // namespace

void add_terms(const TermBlock& block, const std::string& prefix, TensorList& list) {
  const TermCounts& counts = block.sums;
  const std::uint64_t terms = counts.terms();
  list.add(prefix + "offsets", counts.offsets);
  if (has_words(block.block)) list.add(prefix + "word_ends", counts.words.ends);
  list.add(prefix + "tokens", counts.tokens);
  list.add(prefix + "documents", counts.documents);
  if (!counts.missing.empty()) list.add(prefix + "missing", counts.missing, {block.classes.size(), terms});
  list.add(prefix + "classes", counts.classes);
  if (!has_words(block.block)) return;
  list.add_bytes(prefix + "words", counts.words.bytes);
  list.keep_bytes(prefix + "word_index", index_of(counts.words), {(terms + index_step - 1) / index_step, index_bytes});
}

TermCounts read_terms(const TensorMap& tensors, const std::string& prefix, const Block& block, std::uint64_t classes) {
  TermCounts counts;
  counts.offsets = numbers_at<std::uint64_t>(tensors, prefix + "offsets");
  counts.classes = numbers_at<std::uint32_t>(tensors, prefix + "classes");
  const std::uint64_t entries = counts.classes.size();
  counts.tokens = numbers_at<double>(tensors, prefix + "tokens", {entries});
  counts.documents = numbers_at<double>(tensors, prefix + "documents", {entries});
  if (tensors.contains(prefix + "missing")) {
    counts.missing = numbers_at<double>(tensors, prefix + "missing", {classes, counts.terms()});
  }
  const bool words = has_words(block);
  for (const char* name : {"words", "word_ends", "word_index"}) {
    if (tensors.contains(prefix + name) != words) {
      fail(fmt::format("the tensor \"{}{}\" does not go with the schema", prefix, name));
    }
  }
  if (words) counts.words = read_words(tensors, prefix, counts.terms());
  return counts;
}

void add_values(const ValueBlock& block, const std::string& prefix, TensorList& list) {
  std::vector<std::string> values;
  std::vector<std::uint64_t> sizes;
  for (const std::vector<std::string>& column : block.sums.values) {
    values.insert(values.end(), column.begin(), column.end());
    sizes.push_back(column.size());
  }
  list.keep(prefix + "column_values", sizes);
  list.add(prefix + "counts", block.sums.counts, {values.size(), block.classes.size()});
  add_texts(list, prefix + "values", prefix + "value_ends", values);
}

ValueCounts read_values(const TensorMap& tensors, const std::string& prefix, const Block& block,
                        std::uint64_t classes) {
  ValueCounts sums;
  std::vector<std::string> values = texts_at(tensors, prefix + "values", prefix + "value_ends");
  sums.counts = numbers_at<double>(tensors, prefix + "counts", {values.size(), classes});
  sums.values = by_column(std::move(values),
                          numbers_at<std::uint64_t>(tensors, prefix + "column_values", {block.features.size()}));
  return sums;
}

void add_amounts(const AmountBlock& block, const std::string& prefix, TensorList& list) {
  const TensorShape shape = {block.classes.size(), block.features()};
  list.add(prefix + "column_weight", block.sums.weight, shape);
  list.add(prefix + "sum", block.sums.sum, shape);
  list.add(prefix + "log_sum", block.sums.log_sum, shape);
  list.add(prefix + "zeros", block.sums.zeros, shape);
  list.add(prefix + "fractional", block.sums.fractional, shape);
}

AmountSums read_amounts(const TensorMap& tensors, const std::string& prefix, const Block& block,
                        std::uint64_t classes) {
  const auto at = [&](const char* name) {
    return numbers_at<double>(tensors, prefix + name, {classes, block.features.size()});
  };
  return {at("column_weight"), at("sum"), at("log_sum"), at("zeros"), at("fractional")};
}

}  // namespace suffice
