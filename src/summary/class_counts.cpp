#include "summary/class_counts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/count_removal.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

std::optional<double> label_number(const std::string& label) {
  double value = 0;
  const bool plus = label.size() > 1 && label[0] == '+' && label[1] != '-';  // which from_chars does not take
  const auto [end, error] = std::from_chars(label.data() + (plus ? 1 : 0), label.data() + label.size(), value);
  const bool whole = error == std::errc() && end == label.data() + label.size() && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

ClassCounts in_order(const ClassCounts& counts) {
  ClassCounts ordered;
  for (const std::size_t c : label_order(counts.labels)) {
    ordered.labels.push_back(counts.labels[c]);
    ordered.rows.push_back(counts.rows[c]);
    ordered.weight.push_back(counts.weight[c]);
  }
  return ordered;
}

}  // namespace

std::uint64_t ClassCounts::total_rows() const { return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}); }

double ClassCounts::total_weight() const { return std::accumulate(weight.begin(), weight.end(), 0.0); }

std::vector<std::size_t> label_order(std::span<const std::string> labels) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> numbers;
  for (const std::string& label : labels) {
    if (const auto number = label_number(label)) {
      numbers.push_back(*number);
    }
  }
  const bool numeric = numbers.size() == labels.size();
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    return numeric && numbers[i] != numbers[j] ? numbers[i] < numbers[j] : labels[i] < labels[j];
  });
  return order;
}

ClassCounts merge_counts(const ClassCounts& a, const ClassCounts& b) {
  if (b.total_rows() > std::numeric_limits<std::uint64_t>::max() - a.total_rows()) {
    throw Error(ErrorCode::bad_data, "together these are more rows than can be counted, 2^64 or more");
  }
  const LabelDictionary index(a.labels);
  ClassCounts sum = a;
  for (std::size_t c = 0; c < b.size(); ++c) {
    if (const auto place = index.find(b.labels[c])) {
      sum.rows[*place] += b.rows[c];
      sum.weight[*place] += b.weight[c];
    } else {
      sum.labels.push_back(b.labels[c]);
      sum.rows.push_back(b.rows[c]);
      sum.weight.push_back(b.weight[c]);
    }
  }
  return in_order(sum);
}

ClassCounts remove_counts(const ClassCounts& all, const ClassCounts& part, std::span<const std::string> declared) {
  const LabelDictionary index(all.labels);
  ClassCounts rest = all;
  for (std::size_t c = 0; c < part.size(); ++c) {
    if (part.rows[c] == 0) {
      continue;
    }
    const auto place = index.find(part.labels[c]);
    if (!place) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the model has no label '{}', so it cannot forget rows of it. Nothing was changed",
                              part.labels[c]),
                  fmt::format("class {}", part.labels[c]));
    }
    const std::size_t k = *place;
    const RowsLeft rows = rows_left(all, k, {}, no_place);
    const bool fits = part.rows[c] == all.rows[k]
                          ? std::abs(all.weight[k] - part.weight[c]) <= rows.slack(part.weight[c])
                          : part.rows[c] < all.rows[k] && part.weight[c] < all.weight[k];
    if (!fits) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("{} rows of weight {} cannot be forgotten: the model holds {} rows of weight {}. Forget "
                              "only rows that were fitted, each once. Nothing was changed",
                              part.rows[c], part.weight[c], all.rows[k], all.weight[k]),
                  fmt::format("class {}", part.labels[c]));
    }
    rest.rows[k] -= part.rows[c];
    rest.weight[k] -= part.weight[c];
  }
  ClassCounts kept;
  for (std::size_t c = 0; c < rest.size(); ++c) {
    if (rest.rows[c] > 0 || std::ranges::binary_search(declared, rest.labels[c])) {
      kept.labels.push_back(rest.labels[c]);
      kept.rows.push_back(rest.rows[c]);
      kept.weight.push_back(rest.rows[c] > 0 ? rest.weight[c] : 0);
    }
  }
  return in_order(kept);  // where a label that was not a number has gone, the others may be in numeric order now
}

std::vector<std::size_t> places_in(std::span<const std::string> names, std::span<const std::string> others) {
  std::vector<std::size_t> places(names.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (std::ranges::equal(names, others)) return places;
  const LabelDictionary index(others);
  std::ranges::transform(names, places.begin(),
                         [&](const std::string& name) { return index.find(name).value_or(no_place); });
  return places;
}

}  // namespace suffice
