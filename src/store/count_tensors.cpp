#include "store/count_tensors.hpp"

#include <numeric>

#include <fmt/format.h>

#include "store/json.hpp"
#include "store/paged_terms.hpp"
#include "summary/term_entries.hpp"

namespace suffice {
namespace {

Words read_words(const TensorMap& tensors, std::uint64_t terms) {
  Words words{std::string(tensor_at(tensors, "words", "U8", {any_extent}).bytes),
              numbers_at<std::uint64_t>(tensors, "word_ends", {terms})};
  std::uint64_t start = 0;
  for (const std::uint64_t end : words.ends) {
    if (end < start || end > words.bytes.size()) fail("the tensor \"word_ends\" does not ascend");
    start = end;
  }
  const std::uint64_t entries = (terms + index_step - 1) / index_step;
  if (tensor_at(tensors, "word_index", "U8", {entries, index_bytes}).bytes != index_of(words)) {
    fail("the index of words is not that of its words");
  }
  return words;
}

/// `counts` as far as it is known that the sizes fit; the pieces of `values` in turn.
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

void add_terms(const Summary& summary, TensorList& list) {
  const TermCounts& counts = summary.terms();
  const std::uint64_t terms = counts.terms();
  list.add("offsets", counts.offsets);
  if (has_words(summary.schema)) list.add("word_ends", counts.words.ends);
  list.add("tokens", counts.tokens);
  list.add("documents", counts.documents);
  if (!counts.missing.empty()) list.add("missing", counts.missing, {summary.classes.size(), terms});
  list.add("classes", counts.classes);
  if (!has_words(summary.schema)) return;
  list.add_bytes("words", counts.words.bytes);
  list.keep_bytes("word_index", index_of(counts.words), {(terms + index_step - 1) / index_step, index_bytes});
}

TermCounts read_terms(const TensorMap& tensors, const Summary& summary) {
  TermCounts counts;
  counts.offsets = numbers_at<std::uint64_t>(tensors, "offsets");
  counts.classes = numbers_at<std::uint32_t>(tensors, "classes");
  const std::uint64_t entries = counts.classes.size();
  counts.tokens = numbers_at<double>(tensors, "tokens", {entries});
  counts.documents = numbers_at<double>(tensors, "documents", {entries});
  if (tensors.contains("missing")) {
    counts.missing = numbers_at<double>(tensors, "missing", {summary.classes.size(), counts.terms()});
  }
  const bool words = has_words(summary.schema);
  for (const char* name : {"words", "word_ends", "word_index"}) {
    if (tensors.contains(name) != words) fail(fmt::format("the tensor \"{}\" does not go with the schema", name));
  }
  if (words) counts.words = read_words(tensors, counts.terms());
  return counts;
}

void add_values(const Summary& summary, TensorList& list) {
  const ValueCounts& sums = summary.values();
  std::vector<std::string> values;
  std::vector<std::uint64_t> sizes;
  for (const std::vector<std::string>& column : sums.values) {
    values.insert(values.end(), column.begin(), column.end());
    sizes.push_back(column.size());
  }
  list.keep("column_values", sizes);
  list.add("counts", sums.counts, {values.size(), summary.classes.size()});
  add_texts(list, "values", "value_ends", values);
}

ValueCounts read_values(const TensorMap& tensors, const Summary& summary) {
  ValueCounts sums;
  std::vector<std::string> values = texts_at(tensors, "values", "value_ends");
  sums.counts = numbers_at<double>(tensors, "counts", {values.size(), summary.classes.size()});
  sums.values = by_column(std::move(values),
                          numbers_at<std::uint64_t>(tensors, "column_values", {summary.schema.features.size()}));
  return sums;
}

void add_amounts(const Summary& summary, TensorList& list) {
  const AmountSums& sums = summary.amounts();
  const TensorShape shape = {summary.classes.size(), summary.schema.features.size()};
  list.add("column_weight", sums.weight, shape);
  list.add("sum", sums.sum, shape);
  list.add("log_sum", sums.log_sum, shape);
  list.add("zeros", sums.zeros, shape);
  list.add("fractional", sums.fractional, shape);
}

AmountSums read_amounts(const TensorMap& tensors, const Summary& summary) {
  const TensorShape shape = {summary.classes.size(), summary.schema.features.size()};
  return {numbers_at<double>(tensors, "column_weight", shape), numbers_at<double>(tensors, "sum", shape),
          numbers_at<double>(tensors, "log_sum", shape), numbers_at<double>(tensors, "zeros", shape),
          numbers_at<double>(tensors, "fractional", shape)};
}

}  // namespace suffice
