#include "store/pattern_tensors.hpp"

#include <memory>
#include <span>

#include "store/json.hpp"

namespace suffice {
namespace {

// P × sets: C × d × d numbers of a pattern, or d × d.
TensorShape stacked_shape(MomentKind kind, std::uint64_t patterns, std::uint64_t classes, std::uint64_t features) {
  if (kind == MomentKind::pooled) return {patterns, features, features};
  return {patterns, classes, features, features};
}

TensorShape completed_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features) {
  if (kind == MomentKind::pooled) return {features, features};
  return {classes, features, features};
}

template <typename Number>
void extend(std::vector<Number>& to, const std::vector<Number>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Part p of numbers that are `parts` parts of one size.
template <typename Number>
std::vector<Number> part_of(const std::vector<Number>& numbers, std::size_t p, std::size_t parts) {
  const std::size_t size = numbers.size() / parts;
  const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(p * size);
  return {first, first + static_cast<std::ptrdiff_t>(size)};
}

// Full patterns may have been completed for a covariance that the classes share.
std::shared_ptr<const Moments> read_completed(const TensorMap& tensors, std::uint64_t classes, std::uint64_t features) {
  const auto scatter = tensors.find("completed_scatter");
  if ((scatter != tensors.end()) != tensors.contains("completed_mean")) {
    fail("one of the tensors \"completed_mean\" and \"completed_scatter\" is missing");
  }
  if (scatter == tensors.end()) return nullptr;
  const MomentKind kind = scatter->second.shape.size() == 2 ? MomentKind::pooled : MomentKind::full;
  return std::make_shared<const Moments>(
      Moments{kind,
              numbers_at<double>(tensors, "completed_mean", {classes, features}),
              numbers_at<double>(tensors, "completed_scatter", completed_shape(kind, classes, features)),
              {},
              {}});
}

}  // namespace

void add_patterns(const Summary& summary, TensorList& list) {
  const PatternMoments& moments = summary.patterns();
  const std::uint64_t patterns = moments.patterns.size();
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  std::string present;
  std::vector<std::uint64_t> rows;
  std::vector<double> weight;
  std::vector<double> mean;
  std::vector<double> scatter;
  for (const Pattern& pattern : moments.patterns) {
    present.append(pattern.present.begin(), pattern.present.end());
    extend(rows, pattern.rows);
    extend(weight, pattern.weight);
    extend(mean, pattern.moments.mean);
    extend(scatter, pattern.moments.scatter);
  }
  list.keep("pattern_rows", rows, {patterns, classes});
  list.keep("pattern_weight", weight, {patterns, classes});
  list.keep("mean", mean, {patterns, classes, features});
  list.keep("scatter", scatter, stacked_shape(moments.kind, patterns, classes, features));
  list.keep_bytes("pattern_columns", std::move(present), {patterns, features});
}

void add_completed(const Moments& completed, const ClassCounts& classes, TensorList& list) {
  const std::uint64_t features = completed.mean.size() / classes.size();
  list.keep("completed_mean", completed.mean, {classes.size(), features});
  list.keep("completed_scatter", completed.scatter, completed_shape(completed.kind, classes.size(), features));
}

PatternMoments read_patterns(const TensorMap& tensors, const Summary& summary) {
  PatternMoments result{summary.patterns().kind, {}};
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  const Tensor& present = tensor_at(tensors, "pattern_columns", "U8", {any_extent, features});
  const std::uint64_t patterns = present.shape[0];
  if (patterns == 0) fail("there are no patterns");
  const auto rows = numbers_at<std::uint64_t>(tensors, "pattern_rows", {patterns, classes});
  const auto weight = numbers_at<double>(tensors, "pattern_weight", {patterns, classes});
  const auto mean = numbers_at<double>(tensors, "mean", {patterns, classes, features});
  const auto scatter = numbers_at<double>(tensors, "scatter", stacked_shape(result.kind, patterns, classes, features));
  for (std::size_t p = 0; p < patterns; ++p) {
    const std::string_view columns = present.bytes.substr(p * features, features);
    result.patterns.push_back({{columns.begin(), columns.end()},
                               part_of(rows, p, patterns),
                               part_of(weight, p, patterns),
                               {result.kind, part_of(mean, p, patterns), part_of(scatter, p, patterns), {}, {}}});
  }
  result.completed = read_completed(tensors, classes, features);
  return result;
}

}  // namespace suffice
