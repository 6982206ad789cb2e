#include "evaluate/weighed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "math/special/random.hpp"

namespace suffice {

std::vector<std::size_t> weighed_rows(const Table& table, std::vector<std::size_t> rows, std::size_t most,
                                      std::uint64_t seed) {
  std::erase_if(rows, [&](std::size_t i) { return !(table.weight(i) > 0); });
  if (rows.empty()) return rows;
  double weight = 0;
  for (const std::size_t i : rows) weight += table.weight(i);
  const auto count = static_cast<std::size_t>(
      std::clamp(std::round(weight), 1.0, static_cast<double>(std::max<std::size_t>(most, 1))));
  if (table.weights.empty() && count == rows.size()) return rows;
  if (static_cast<double>(count) < weight) {
    Random random(seed);
    for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
  }
  // One of each of `count` equal parts of the weight.
  std::vector<std::size_t> chosen;
  double passed = 0;
  std::size_t place = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double wanted = (static_cast<double>(k) + 0.5) * weight / static_cast<double>(count);
    while (place + 1 < rows.size() && passed + table.weight(rows[place]) <= wanted) {
      passed += table.weight(rows[place++]);
    }
    chosen.push_back(rows[place]);
  }
  return chosen;
}

std::string light_weights_note(const Table& table, std::span<const std::size_t> rows) {
  double weight = 0;
  std::size_t count = 0;
  for (const std::size_t i : rows) {
    weight += table.weight(i);
    count += table.weight(i) > 0 ? 1U : 0U;
  }
  if (std::round(weight) >= static_cast<double>(count)) return "";
  return fmt::format(
      "the weights of {} rows sum to {:.3g}, and a row that weighs 2 counts as two: the rows are tested as if they "
      "were {:.0f}; multiply the weights by {:.3g}, so that they sum to the number of rows",
      count, weight, std::max(std::round(weight), 1.0), static_cast<double>(count) / weight);
}

}  // namespace suffice
