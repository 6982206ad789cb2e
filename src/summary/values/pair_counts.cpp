#include "summary/values/pair_counts.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

// For each feature of `in`, which `from` has at columns[j]: where the values of `from` stand in it.
using ValuePlaces = std::vector<std::vector<std::size_t>>;
ValuePlaces value_places(const ValueCounts& from, const ValueCounts& in, std::span<const std::size_t> columns) {
  ValuePlaces places;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    places.push_back(places_in(from.values[columns[j]], in.values[j]));
  }
  return places;
}

std::vector<std::size_t> own_columns(std::size_t count) {
  std::vector<std::size_t> columns(count);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

// visit(j, u, k, v) for every pair of values of two features.
template <typename Visitor>
void visit_pairs(const ValuePlaces& values, const Visitor& visit) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    for (std::size_t k = j + 1; k < values.size(); ++k) {
      for (std::size_t u = 0; u < values[j].size(); ++u) {
        for (std::size_t v = 0; v < values[k].size(); ++v) {
          visit(j, u, k, v);
        }
      }
    }
  }
}

void add_pairs(std::vector<double>& to, const ValueBlock& from, const ValueCounts& merged, const ClassCounts& sum,
               std::span<const std::size_t> columns) {
  const PairLayout layout(merged.values, sum.size());
  const PairLayout own(from.sums.values, from.classes.size());
  const auto classes = places_in(from.classes.labels, sum.labels);
  const ValuePlaces places = value_places(from.sums, merged, columns);
  visit_pairs(places, [&](std::size_t j, std::size_t u, std::size_t k, std::size_t v) {
    const std::size_t first = own.place(columns[j], u, columns[k], v);
    const std::size_t place = layout.place(j, places[j][u], k, places[k][v]);
    for (std::size_t c = 0; c < classes.size(); ++c) {
      to[place + classes[c]] += from.sums.pairs[first + c];
    }
  });
}

// The rows of a value that have one of another feature are no more than all its rows: what each value of class c has in
// pairs is made to fit what is left of it.
void fit_pairs(std::vector<double>& pairs, const ValueBlock& left, std::size_t c, const RowsLeft& rows) {
  const std::size_t classes = left.classes.size();
  const PairLayout layout(left.sums.values, classes);
  const auto fit = [&](std::size_t j, std::size_t u, std::size_t k) {
    double sum = 0;
    for (std::size_t v = 0; v < layout.size(k); ++v) {
      sum += pairs[layout.place(j, u, k, v) + c];
    }
    const double most = left.sums.counts[(layout.first(j) + u) * classes + c];
    if (!(sum > most)) {
      return;
    }
    const double factor = factor_to(most, sum, rows, [&] {
      return fmt::format("class {}, column {}, value {}", left.classes.labels[c], quoted(left.block.features[j]),
                         quoted(left.sums.values[j][u]));
    });
    for (std::size_t v = 0; factor != 1 && v < layout.size(k); ++v) {
      pairs[layout.place(j, u, k, v) + c] *= factor;
    }
  };
  for (std::size_t j = 0; j < layout.features(); ++j) {
    for (std::size_t u = 0; u < layout.size(j); ++u) {
      for (std::size_t k = 0; k < layout.features(); ++k) {
        if (k != j) {
          fit(j, u, k);
        }
      }
    }
  }
}

}  // namespace

void check_pair_limit(std::size_t features, std::size_t values, std::size_t classes) {
  if (fits_pairs(features, values, classes)) {
    return;
  }
  std::string problem = fmt::format(
      "{} values in {} classes make too many pairs of values: classes times values "
      "squared may be {}",
      values, classes, most_pair_numbers);
  if (features > most_pair_features) {
    problem = fmt::format("{} columns are too many for counts of pairs of values: {} are the most", features,
                          most_pair_features);
  } else if (values > most_pair_values) {
    problem = fmt::format("{} values in {} columns are too many for counts of their pairs: {} are the most", values,
                          features, most_pair_values);
  }
  std::vector<Remedy> remedies{{"model", {"categorical-nb"}}, {"drop", {"COL"}}};
  if (features <= most_pair_features) {
    remedies.insert(remedies.begin(), {"column", {"COL=equal-frequency:10"}});
  }
  throw Error(ErrorCode::bad_data, problem, {}, std::move(remedies));
}

std::vector<double> merge_pairs(const ValueBlock& a, const ValueBlock& b, const ValueCounts& merged,
                                const ClassCounts& sum, std::span<const std::size_t> columns) {
  const bool some = !a.sums.pairs.empty() || !b.sums.pairs.empty();
  if (!some || !has_pairs(a.sums, a.classes.size()) || !has_pairs(b.sums, b.classes.size())) {
    return {};
  }
  const PairLayout layout(merged.values, sum.size());
  check_pair_limit(columns.size(), layout.first(columns.size()), sum.size());
  std::vector<double> pairs(layout.total());
  add_pairs(pairs, a, merged, sum, own_columns(columns.size()));
  add_pairs(pairs, b, merged, sum, columns);
  return pairs;
}

std::vector<double> remove_pairs(const ValueBlock& all, const ValueBlock& part, const ValueCounts& left,
                                 const ClassCounts& rest, std::span<const std::size_t> columns, CountRemoval& removal) {
  if (all.sums.pairs.empty()) {
    return {};
  }
  if (!has_pairs(part.sums, part.classes.size())) {
    throw Error(ErrorCode::usage,
                "these sums hold pairs of values, and those that are to be removed from them do not: summarise the "
                "rows with pairs");
  }
  const std::size_t classes = all.classes.size();
  const auto in_part = places_in(all.classes.labels, part.classes.labels);
  const auto in_rest = places_in(all.classes.labels, rest.labels);
  const PairLayout before(all.sums.values, classes);
  const PairLayout taken(part.sums.values, part.classes.size());
  const PairLayout after(left.values, rest.size());
  const ValuePlaces to_left = value_places(all.sums, left, own_columns(columns.size()));
  ValuePlaces to_part;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    to_part.push_back(places_in(all.sums.values[j], part.sums.values[columns[j]]));
  }
  std::vector<double> pairs(after.total());
  visit_pairs(to_left, [&](std::size_t j, std::size_t u, std::size_t k, std::size_t v) {
    const auto where = [&](std::size_t c) {
      return fmt::format("class {}, columns {} and {}, values {} and {}", all.classes.labels[c],
                         quoted(all.block.features[j]), quoted(all.block.features[k]), quoted(all.sums.values[j][u]),
                         quoted(all.sums.values[k][v]));
    };
    const std::size_t place = before.place(j, u, k, v);
    const bool removed = to_part[j][u] != no_place && to_part[k][v] != no_place;
    const bool stays = to_left[j][u] != no_place && to_left[k][v] != no_place;
    const std::size_t part_place = removed ? taken.place(columns[j], to_part[j][u], columns[k], to_part[k][v]) : 0;
    for (std::size_t c = 0; c < classes; ++c) {
      const RowsLeft rows = rows_left(all.classes, c, rest, in_rest[c]);
      const bool touched = removed && in_part[c] != no_place;
      const double is = removal.count(all.sums.pairs[place + c], touched ? part.sums.pairs[part_place + in_part[c]] : 0,
                                      rows, [&] { return where(c); });
      if (is > 0 && stays) {
        // Rounding must not leave more of a pair than of its values.
        const auto single = [&](std::size_t feature, std::size_t value) {
          return left.counts[(after.first(feature) + to_left[feature][value]) * rest.size() + in_rest[c]];
        };
        pairs[after.place(j, to_left[j][u], k, to_left[k][v]) + in_rest[c]] =
            std::min({is, single(j, u), single(k, v)});
      }
    }
  });
  for (std::size_t c = 0; c < classes; ++c) {
    if (in_rest[c] != no_place) {
      fit_pairs(pairs, {all.block, rest, left}, in_rest[c], rows_left(all.classes, c, rest, in_rest[c]));
    }
  }
  return pairs;
}

}  // namespace suffice
