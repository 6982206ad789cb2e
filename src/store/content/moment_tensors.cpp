#include "store/content/moment_tensors.hpp"

#include <fmt/format.h>

#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {
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
  for (const Pattern& pattern : patterns) {
    present.append(pattern.present.begin(), pattern.present.end());
    extend(rows, pattern.rows);
    extend(weight, pattern.weight);
    extend(mean, pattern.mean);
    extend(scatter, pattern.scatter);
  }
  list.keep(prefix + "pattern_rows", rows, {count, classes});
  list.keep(prefix + "pattern_weight", weight, {count, classes});
  list.keep(prefix + "mean", mean, {count, classes, features});
  list.keep(prefix + "scatter", scatter, stacked(count, scatter_shape(block.sums.kind, classes, features)));
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
  std::vector<Pattern> patterns;
  patterns.reserve(count);
  for (std::size_t p = 0; p < count; ++p) {
    const std::string_view columns = present.bytes.substr(p * features, features);
    patterns.push_back({{columns.begin(), columns.end()},
                        part_of(rows, p, count),
                        part_of(weight, p, count),
                        part_of(mean, p, count),
                        part_of(scatter, p, count)});
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
  if (has("fourth")) {
    if (kind != MomentKind::full) fail("there are fourth moments, yet no full ones");
    moments.third = numbers_at<double>(tensors, prefix + "third", {classes, features});
    moments.fourth = numbers_at<double>(tensors, prefix + "fourth", {classes});
  }
  return moments;
}

}  // namespace suffice
