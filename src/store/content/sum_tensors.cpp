#include "store/content/sum_tensors.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "store/container/json.hpp"
#include "store/content/paged_terms.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
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
  if (!block.sums.pairs.empty()) {
    list.add(prefix + "pairs", block.sums.pairs,
             {block.sums.pairs.size() / block.classes.size(), block.classes.size()});
  }
  add_texts(list, prefix + "values", prefix + "value_ends", values);
}

ValueCounts read_values(const TensorMap& tensors, const std::string& prefix, const Block& block,
                        std::uint64_t classes) {
  ValueCounts sums;
  std::vector<std::string> values = texts_at(tensors, prefix + "values", prefix + "value_ends");
  sums.counts = numbers_at<double>(tensors, prefix + "counts", {values.size(), classes});
  sums.values = by_column(std::move(values),
                          numbers_at<std::uint64_t>(tensors, prefix + "column_values", {block.features.size()}));
  if (tensors.contains(prefix + "pairs")) {
    sums.pairs = numbers_at<double>(tensors, prefix + "pairs", {any_extent, classes});
    if (sums.pairs.empty()) fail("there are no pairs of values where there should be");
  }
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

namespace {

const std::string compacted_terms = "compacted_terms";

void add_block(const MomentBlock& block, const std::string& prefix, TensorList& list) {
  add_moments(block, prefix, list);
}
void add_block(const TermBlock& block, const std::string& prefix, TensorList& list) { add_terms(block, prefix, list); }
void add_block(const ValueBlock& block, const std::string& prefix, TensorList& list) {
  add_values(block, prefix, list);
}
void add_block(const AmountBlock& block, const std::string& prefix, TensorList& list) {
  add_amounts(block, prefix, list);
}

std::string name_of(const Moments& moments) { return to_text(moments.kind); }
std::string name_of(const TermCounts& counts) { return counts.compacted ? compacted_terms : "terms"; }
std::string name_of(const ValueCounts& /*counts*/) { return "values"; }
std::string name_of(const AmountSums& /*sums*/) { return "amounts"; }

[[noreturn]] void fail_name(const std::string& name, Kind kind) {
  fail(
      fmt::format("the sums of a block of {} are {}, which this version of Suffice does not know; the file may come "
                  "from a newer one: upgrade to read it",
                  kind_name(kind), brief_text(name)));
}

MomentKind read_moment_kind(const std::string& name) {
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    if (name == to_text(kind)) return kind;
  }
  fail_name(name, Kind::measurements);
}

}  // namespace

std::string tensor_prefix(std::size_t number) { return std::to_string(number) + "."; }

void add_sums(const Summary& summary, TensorList& list) {
  list.add("class_rows", summary.classes.rows);
  list.add("class_weight", summary.classes.weight);
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    visit_block(summary, b, [&](const auto& block) { add_block(block, tensor_prefix(b), list); });
  }
}

void read_classes(const TensorMap& tensors, ClassCounts& classes) {
  classes.rows = numbers_at<std::uint64_t>(tensors, "class_rows", {classes.size()});
  classes.weight = numbers_at<double>(tensors, "class_weight", {classes.size()});
}

Sums read_sums(const TensorMap& tensors, std::size_t b, const Block& block, std::uint64_t classes,
               const std::string& name) {
  const std::string prefix = tensor_prefix(b);
  switch (block.kind) {
    case Kind::measurements:
      return read_moments(tensors, prefix, read_moment_kind(name), classes, block.features.size());
    case Kind::counts:
    case Kind::text: {
      if (name != "terms" && name != compacted_terms) fail_name(name, block.kind);
      TermCounts counts = read_terms(tensors, prefix, block, classes);
      counts.compacted = name == compacted_terms;
      return Shared<TermCounts>(std::move(counts));
    }
    case Kind::categories:
      if (name != "values") fail_name(name, block.kind);
      return read_values(tensors, prefix, block, classes);
    case Kind::amounts:
      if (name != "amounts") fail_name(name, block.kind);
      return read_amounts(tensors, prefix, block, classes);
  }
  throw Error(ErrorCode::internal, "there is no such kind of block");
}

std::string sums_name(const Sums& sums) {
  return std::visit([](const auto& held) { return name_of(sums_in(held)); }, sums);
}

TensorNames tensor_names(Kind kind) {
  switch (kind) {
    case Kind::measurements:
      return {
          {"mean", "scatter"},
          {"mean_remainder", "third", "fourth", "column_weight", "pattern_columns", "pattern_rows", "pattern_weight"}};
    case Kind::counts:
    case Kind::text:
      return {{"offsets", "tokens", "documents", "classes"}, {"word_ends", "missing", "words", "word_index"}};
    case Kind::categories:
      return {{"column_values", "counts", "value_ends", "values"}, {"pairs"}};
    case Kind::amounts:
      return {{"column_weight", "sum", "log_sum", "zeros", "fractional"}, {}};
  }
  throw Error(ErrorCode::internal, "there is no such kind of block");
}

namespace {

/// The shape of `count` tensors of the same shape, one after the other.
TensorShape stacked(std::uint64_t count, TensorShape shape) {
  shape.insert(shape.begin(), count);
  return shape;
}

template <typename Number>
void extend(std::vector<Number>& to, const std::vector<Number>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Part p of numbers that are `parts` parts of one size.
template <typename Number>
std::vector<Number> part_of(const std::vector<Number>& numbers, std::size_t p, std::size_t parts) {
  const std::size_t size = numbers.size() / parts;
  const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(p * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

void add_patterns(const MomentBlock& block, const std::string& prefix, TensorList& list) {
  const std::vector<Pattern>& patterns = block.sums.patterns;
  const std::uint64_t count = patterns.size();
  const std::uint64_t classes = block.classes.size();
  const std::uint64_t features = block.features();
  std::string present;
  std::vector<std::uint64_t> rows;
  std::vector<double> weight;
  std::vector<double> mean;
  std::vector<double> scatter;
  std::vector<double> remainder;
  for (const Pattern& pattern : patterns) {
    present.append(pattern.present.begin(), pattern.present.end());
    extend(rows, pattern.rows);
    extend(weight, pattern.weight);
    extend(mean, pattern.mean);
    extend(scatter, pattern.scatter);
    extend(remainder, pattern.remainder);
    remainder.resize(mean.size());
  }
  list.keep(prefix + "pattern_rows", rows, {count, classes});
  list.keep(prefix + "pattern_weight", weight, {count, classes});
  list.keep(prefix + "mean", mean, {count, classes, features});
  list.keep(prefix + "scatter", scatter, stacked(count, scatter_shape(block.sums.kind, classes, features)));
  if (std::ranges::any_of(patterns, [](const Pattern& pattern) { return !pattern.remainder.empty(); })) {
    list.keep(prefix + "mean_remainder", remainder, {count, classes, features});
  }
  list.keep_bytes(prefix + "pattern_columns", std::move(present), {count, features});
}

std::vector<Pattern> read_patterns(const TensorMap& tensors, const std::string& prefix, MomentKind kind,
                                   std::uint64_t classes, std::uint64_t features) {
  const Tensor& present = tensor_at(tensors, prefix + "pattern_columns", "U8", {any_extent, features});
  const std::uint64_t count = present.shape[0];
  if (count == 0) fail("there are no patterns of missing values");
  const auto rows = numbers_at<std::uint64_t>(tensors, prefix + "pattern_rows", {count, classes});
  const auto weight = numbers_at<double>(tensors, prefix + "pattern_weight", {count, classes});
  const auto mean = numbers_at<double>(tensors, prefix + "mean", {count, classes, features});
  const auto scatter =
      numbers_at<double>(tensors, prefix + "scatter", stacked(count, scatter_shape(kind, classes, features)));
  const auto remainder = tensors.contains(prefix + "mean_remainder")
                             ? numbers_at<double>(tensors, prefix + "mean_remainder", {count, classes, features})
                             : std::vector<double>();
  std::vector<Pattern> patterns;
  patterns.reserve(count);
  for (std::size_t p = 0; p < count; ++p) {
    const std::string_view columns = present.bytes.substr(p * features, features);
    patterns.push_back({{columns.begin(), columns.end()},
                        part_of(rows, p, count),
                        part_of(weight, p, count),
                        part_of(mean, p, count),
                        part_of(scatter, p, count),
                        part_of(remainder, p, count)});
    std::vector<double>& own = patterns.back().remainder;
    if (std::ranges::all_of(own, [](double number) { return number == 0; })) own.clear();
  }
  return patterns;
}

}  // namespace

TensorShape scatter_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features) {
  switch (kind) {
    case MomentKind::full:
      return {classes, features, features};
    case MomentKind::pooled:
      return {features, features};
    case MomentKind::diagonal:
      return {classes, features};
    case MomentKind::pooled_diagonal:
      return {features};
  }
  throw Error(ErrorCode::internal, "there is no such kind of sums");
}

void add_moments(const MomentBlock& block, const std::string& prefix, TensorList& list) {
  const Moments& moments = block.sums;
  if (moments.has_patterns()) return add_patterns(block, prefix, list);
  const std::uint64_t classes = block.classes.size();
  const std::uint64_t features = block.features();
  list.add(prefix + "mean", moments.mean, {classes, features});
  list.add(prefix + "scatter", moments.scatter, scatter_shape(moments.kind, classes, features));
  if (!moments.remainder.empty()) list.add(prefix + "mean_remainder", moments.remainder, {classes, features});
  if (!moments.column_weight.empty()) list.add(prefix + "column_weight", moments.column_weight, {classes, features});
  if (!moments.has_fourth()) return;
  list.add(prefix + "third", moments.third, {classes, features});
  list.add(prefix + "fourth", moments.fourth, {classes});
}

Moments read_moments(const TensorMap& tensors, const std::string& prefix, MomentKind kind, std::uint64_t classes,
                     std::uint64_t features) {
  Moments moments;
  moments.kind = kind;
  const auto has = [&](const char* name) { return tensors.contains(prefix + name); };
  const bool patterns = has("pattern_columns");
  if (patterns != has("pattern_rows") || patterns != has("pattern_weight")) {
    fail(fmt::format(
        "one of the tensors \"{0}pattern_columns\", \"{0}pattern_rows\" and \"{0}pattern_weight\" is missing", prefix));
  }
  if (patterns && (has("third") || has("fourth") || has("column_weight"))) {
    fail("there are patterns of missing values beside moments that have none");
  }
  if (has("third") != has("fourth")) {
    fail(fmt::format("one of the tensors \"{0}third\" and \"{0}fourth\" is missing", prefix));
  }
  if (patterns) {
    moments.patterns = read_patterns(tensors, prefix, kind, classes, features);
    return moments;
  }
  if (has("column_weight")) {
    moments.column_weight = numbers_at<double>(tensors, prefix + "column_weight", {classes, features});
  }
  moments.mean = numbers_at<double>(tensors, prefix + "mean", {classes, features});
  moments.scatter = numbers_at<double>(tensors, prefix + "scatter", scatter_shape(kind, classes, features));
  if (has("mean_remainder")) {
    moments.remainder = numbers_at<double>(tensors, prefix + "mean_remainder", {classes, features});
  }
  if (has("fourth")) {
    if (kind != MomentKind::full) fail("there are fourth moments, yet no full ones");
    moments.third = numbers_at<double>(tensors, prefix + "third", {classes, features});
    moments.fourth = numbers_at<double>(tensors, prefix + "fourth", {classes});
  }
  return moments;
}

}  // namespace suffice
