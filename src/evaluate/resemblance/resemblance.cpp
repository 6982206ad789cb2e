#include "evaluate/resemblance/resemblance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "evaluate/leave_one_out/removal_plan.hpp"
#include "evaluate/resemblance/distances.hpp"

namespace suffice {

namespace {

std::vector<double> sorted_numbers(const CheckedColumn& column, std::span<const std::size_t> rows) {
  std::vector<double> numbers;
  for (const std::size_t i : rows) {
    if (!std::isnan(column.numbers[i])) numbers.push_back(column.numbers[i]);
  }
  std::ranges::sort(numbers);
  return numbers;
}

// The places of the values of b among those of a, and of new ones after them.
std::vector<std::size_t> places_among(const CheckedColumn& a, const CheckedColumn& b, std::size_t& count) {
  std::map<std::string_view, std::size_t> place_of;
  for (const std::string& value : a.values) place_of.emplace(value, place_of.size());
  std::vector<std::size_t> places;
  for (const std::string& value : b.values) places.push_back(place_of.emplace(value, place_of.size()).first->second);
  count = place_of.size();
  return places;
}

std::vector<double> value_counts(const CheckedColumn& column, std::span<const std::size_t> rows,
                                 std::span<const std::size_t> places, std::size_t count) {
  std::vector<double> counts(count);
  for (const std::size_t i : rows) {
    const std::uint32_t code = column.codes[i];
    if (code < column.values.size()) counts[places.empty() ? code : places[code]] += 1;
  }
  return counts;
}

double group_distance(const CheckedRows& rows, const CheckedRows& draws, std::size_t j, std::size_t g,
                      std::span<const std::size_t> places, std::size_t values) {
  const CheckedColumn& a = rows.columns[j];
  const CheckedColumn& b = draws.columns[j];
  switch (a.kind) {
    case Kind::counts:
    case Kind::text: {
      const SharedTerms terms = shared_terms(a, b, g);
      return total_variation(terms.first, terms.second);
    }
    case Kind::categories:
      return total_variation(value_counts(a, rows.groups[g], {}, values),
                             value_counts(b, draws.groups[g], places, values));
    case Kind::measurements:
    case Kind::amounts:
      break;
  }
  return kolmogorov_smirnov(sorted_numbers(a, rows.groups[g]), sorted_numbers(b, draws.groups[g]));
}

}  // namespace

std::vector<ColumnDistance> column_distances(const CheckedRows& rows, const CheckedRows& draws) {
  const auto all = static_cast<double>(rows.rows());
  std::vector<ColumnDistance> distances;
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    std::size_t values = 0;
    const std::vector<std::size_t> places = places_among(rows.columns[j], draws.columns[j], values);
    ColumnDistance found;
    double largest = -1;
    for (std::size_t g = 0; g < rows.groups.size(); ++g) {
      const auto count = static_cast<double>(rows.groups[g].size());
      if (count == 0) continue;
      const double distance = group_distance(rows, draws, j, g, places, values);
      found.mean += count / all * distance;
      if (std::sqrt(count) * distance > largest) {
        largest = std::sqrt(count) * distance;
        found.worst = distance;
        found.worst_group = g;
      }
    }
    distances.push_back(found);
  }
  return distances;
}

std::vector<CorrelationScore> correlation_scores(const CheckedRows& rows, std::size_t most) {
  std::vector<CorrelationScore> scores;
  for (std::size_t j = 0; j < rows.columns.size(); ++j) {
    const CheckedColumn& column = rows.columns[j];
    if (!column.numbers.empty()) scores.push_back({j});
    if (column.codes.empty() || column.values.empty()) continue;
    std::vector<std::size_t> counts(column.values.size());
    for (const std::uint32_t code : column.codes) {
      if (code < counts.size()) ++counts[code];
    }
    // The first of the most common, whatever the order of the dictionary.
    std::size_t common = 0;
    for (std::size_t k = 1; k < counts.size(); ++k) {
      if (counts[k] > counts[common] || (counts[k] == counts[common] && column.values[k] < column.values[common])) {
        common = k;
      }
    }
    scores.push_back({j, column.values[common]});
  }
  if (scores.size() <= most) return scores;
  std::vector<CorrelationScore> some;
  for (const std::size_t k : spread_out(most, scores.size())) some.push_back(scores[k]);
  return some;
}

std::vector<double> correlations_within(const CheckedRows& rows, std::span<const CorrelationScore> scores) {
  const std::size_t p = scores.size();
  const std::size_t n = rows.rows();
  // Deviations from the means of the groups, column by column; 0 where a value is missing.
  std::vector<std::vector<double>> deviations(p, std::vector<double>(n));
  std::vector<std::vector<double>> there(p);  // 1 where a value is, of columns that have missing ones
  for (std::size_t s = 0; s < p; ++s) {
    const CheckedColumn& column = rows.columns[scores[s].column];
    std::vector<double> values = column.numbers;
    if (values.empty()) {
      const auto found = std::ranges::find(column.values, scores[s].value);
      const auto code = static_cast<std::uint32_t>(found - column.values.begin());
      for (const std::uint32_t own : column.codes) {
        values.push_back(own >= column.values.size() ? std::numeric_limits<double>::quiet_NaN() : own == code ? 1 : 0);
      }
    }
    for (const auto& group : rows.groups) {
      double sum = 0;
      double count = 0;
      for (const std::size_t i : group) {
        if (!std::isnan(values[i])) {
          sum += values[i];
          count += 1;
        }
      }
      const double mean = count > 0 ? sum / count : 0;
      for (const std::size_t i : group) deviations[s][i] = std::isnan(values[i]) ? 0 : values[i] - mean;
    }
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) {
      for (const double value : values) there[s].push_back(std::isnan(value) ? 0 : 1);
    }
  }
  const auto squares = [&](std::size_t s, std::size_t of) {  // over the rows that have both
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += deviations[s][i] * deviations[s][i] * (there[of].empty() ? 1 : there[of][i]);
    }
    return sum;
  };
  std::vector<double> own(p);
  for (std::size_t s = 0; s < p; ++s) own[s] = squares(s, s);
  std::vector<double> result(p * p, 1.0);
  for (std::size_t s = 0; s < p; ++s) {
    for (std::size_t t = 0; t < s; ++t) {
      double product = 0;
      for (std::size_t i = 0; i < n; ++i) product += deviations[s][i] * deviations[t][i];
      const double of_s = there[t].empty() ? own[s] : squares(s, t);
      const double of_t = there[s].empty() ? own[t] : squares(t, s);
      const double r = of_s > 0 && of_t > 0 ? product / (std::sqrt(of_s) * std::sqrt(of_t))
                                            : std::numeric_limits<double>::quiet_NaN();
      result[s * p + t] = result[t * p + s] = r;
    }
  }
  return result;
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double difference = std::abs(a[k] - b[k]);
    if (difference > largest) largest = difference;  // false for NaN
  }
  return largest;
}

}  // namespace suffice
