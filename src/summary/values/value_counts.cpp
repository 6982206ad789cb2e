#include "summary/values/value_counts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"
#include "summary/values/pair_counts.hpp"
#include "summary/values/value_counter.hpp"

namespace suffice {

namespace {

// Where the counts of each feature start.
std::vector<std::size_t> starts_of(const ValueCounts& counts, std::size_t classes) {
  std::vector<std::size_t> starts{0};
  for (const std::vector<std::string>& values : counts.values) {
    starts.push_back(starts.back() + values.size() * classes);
  }
  return starts;
}

// The values of one feature with C counts each, in any order.
struct Feature {
  std::vector<std::string> values;
  std::vector<double> counts;
};

// Bins stay in their order.
void append_feature(ValueCounts& to, const Feature& feature, std::size_t classes, bool bins) {
  to.values.emplace_back();
  for (const std::size_t m : bins ? places_in(feature.values, feature.values) : label_order(feature.values)) {
    to.values.back().push_back(feature.values[m]);
    const auto first = feature.counts.begin() + static_cast<std::ptrdiff_t>(m * classes);
    to.counts.insert(to.counts.end(), first, first + static_cast<std::ptrdiff_t>(classes));
  }
}

// Adds counts to those of the feature, class c being classes[c] there.
void add_counts(Feature& feature, const std::vector<std::string>& values, std::span<const double> counts,
                std::span<const std::size_t> classes, std::size_t width) {
  const std::vector<std::size_t> places = places_in(values, feature.values);
  for (std::size_t m = 0; m < values.size(); ++m) {
    const std::size_t place = places[m] == no_place ? feature.values.size() : places[m];
    if (places[m] == no_place) {
      feature.values.push_back(values[m]);
      feature.counts.resize(feature.counts.size() + width);
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      feature.counts[place * width + classes[c]] += counts[m * classes.size() + c];
    }
  }
}

// A row has one value of a feature at most: the counts of class c come to no more than its rows.
template <typename Where>
void fit_to_rows(Feature& feature, std::size_t width, std::size_t c, const RowsLeft& rows, const Where& where) {
  double sum = 0;
  for (std::size_t k = c; k < feature.counts.size(); k += width) {
    sum += feature.counts[k];
  }
  const double factor = sum > rows.left ? factor_to(rows.left, sum, rows, where) : 1;
  for (std::size_t k = c; factor != 1 && k < feature.counts.size(); k += width) {
    feature.counts[k] = scaled(feature.counts[k], factor);
  }
}

std::size_t value_count(const ValueCounts& counts) {
  std::size_t values = 0;
  for (const std::vector<std::string>& names : counts.values) {
    values += names.size();
  }
  return values;
}

bool any_positive(std::span<const double> counts) {
  return std::ranges::any_of(counts, [](double count) { return count > 0; });
}

}  // namespace

ValueCounts merge_values(const ValueBlock& a, const ValueBlock& b, const ClassCounts& sum,
                         std::span<const std::size_t> columns) {
  check_value_limit(value_count(a.sums) + value_count(b.sums), sum.size());
  const auto classes_a = places_in(a.classes.labels, sum.labels);
  const auto classes_b = places_in(b.classes.labels, sum.labels);
  const auto starts_a = starts_of(a.sums, a.classes.size());
  const auto starts_b = starts_of(b.sums, b.classes.size());
  ValueCounts merged;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    Feature feature;
    add_counts(feature, a.sums.values[j], std::span(a.sums.counts).subspan(starts_a[j]), classes_a, sum.size());
    add_counts(feature, b.sums.values[columns[j]], std::span(b.sums.counts).subspan(starts_b[columns[j]]), classes_b,
               sum.size());
    append_feature(merged, feature, sum.size(), has_bins(a.block, j));
  }
  merged.pairs = merge_pairs(a, b, merged, sum, columns);
  return merged;
}

ValueCounts remove_values(const ValueBlock& all, const ValueBlock& part, const ClassCounts& rest,
                          std::span<const std::size_t> columns, CountRemoval& removal) {
  const auto in_part = places_in(all.classes.labels, part.classes.labels);
  const auto in_rest = places_in(all.classes.labels, rest.labels);
  const std::size_t classes = all.classes.size();
  const std::size_t part_classes = part.classes.size();
  const auto starts = starts_of(all.sums, classes);
  const auto part_starts = starts_of(part.sums, part_classes);
  ValueCounts left;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::vector<std::string>& values = all.sums.values[j];
    const std::vector<std::string>& removed_values = part.sums.values[columns[j]];
    const auto removed = std::span(part.sums.counts).subspan(part_starts[columns[j]]);
    const auto place_of = [&](std::size_t c, const std::string& value) {
      return fmt::format("class {}, column {}, value {}", all.classes.labels[c], quoted(all.block.features[j]),
                         quoted(value));
    };
    const auto known = places_in(removed_values, values);
    for (std::size_t m = 0; m < removed_values.size(); ++m) {
      if (known[m] == no_place && any_positive(removed.subspan(m * part_classes, part_classes))) {
        throw Error(ErrorCode::bad_data,
                    "the model does not have this value, so it cannot forget rows with it. Forget only rows that were "
                    "fitted, each once. Nothing was changed",
                    fmt::format("column {}, value {}", quoted(all.block.features[j]), quoted(removed_values[m])));
      }
    }
    const auto places = places_in(values, removed_values);
    const std::vector<std::size_t> declared = places_in(values, known_values(all.block, j));
    Feature feature;
    for (std::size_t m = 0; m < values.size(); ++m) {
      std::vector<double> counts(rest.size());
      for (std::size_t c = 0; c < classes; ++c) {
        const bool touched = places[m] != no_place && in_part[c] != no_place;
        const RowsLeft rows = rows_left(all.classes, c, rest, in_rest[c]);
        const double is = removal.count(all.sums.counts[starts[j] + m * classes + c],
                                        touched ? removed[places[m] * part_classes + in_part[c]] : 0, rows,
                                        [&] { return place_of(c, values[m]); });
        if (is > 0) {
          counts[in_rest[c]] = is;
        }
      }
      if (declared[m] != no_place || any_positive(counts)) {
        feature.values.push_back(values[m]);
        feature.counts.insert(feature.counts.end(), counts.begin(), counts.end());
      }
    }
    for (std::size_t c = 0; c < classes; ++c) {
      fit_to_rows(feature, rest.size(), in_rest[c], rows_left(all.classes, c, rest, in_rest[c]), [&] {
        return fmt::format("class {}, column {}", all.classes.labels[c], quoted(all.block.features[j]));
      });
    }
    append_feature(left, feature, rest.size(), has_bins(all.block, j));
  }
  left.pairs = remove_pairs(all, part, left, rest, columns, removal);
  return left;
}

}  // namespace suffice
