#include "model/shown_columns.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"

namespace suffice {

namespace {

// For each feature, the number of its column among columns_of(block).
std::vector<std::size_t> columns_of_features(const Block& block, const std::vector<std::string>& columns) {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j + indicator_count(block) < block.features.size(); ++j) {
    places.push_back(j);
  }
  std::map<std::string_view, std::size_t> place_of;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    place_of.emplace(columns[k], k);
  }
  for (const Indicators& own : block.indicators) {
    places.insert(places.end(), own.values.size(), place_of.at(own.column));
  }
  return places;
}

std::map<std::string_view, std::size_t> places_of(const std::vector<std::string>& features) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t j = 0; j < features.size(); ++j) {
    places.emplace(features[j], j);
  }
  return places;
}

// The number of a column of bins before its bin: "25 (22.5 to 26.5)".
void show_numbers(const ModelParts& model, const Table& rows, std::size_t reading, std::size_t i, Explanation& part) {
  const Block& block = model.schema->blocks[reading];
  if (block.edges.empty()) {
    return;
  }
  const std::vector<std::string> cells = model.encoder.cell_texts(rows, reading, i);
  const std::map<std::string_view, std::size_t> places = places_of(block.features);
  for (Contribution& contribution : part.contributions) {
    const auto found = places.find(contribution.feature);
    const bool binned = found != places.end() && has_bins(block, found->second);
    const std::string cell = binned ? cells.at(found->second) : "";
    if (!cell.empty() && cell != contribution.value) {
      contribution.value = fmt::format("{} ({})", cell, contribution.value);
    }
  }
}

}  // namespace

void show_columns(const ModelParts& model, const Table& rows, std::size_t reading, std::size_t i, Explanation& part) {
  const Block& block = model.schema->blocks[reading];
  if (block.kind == Kind::categories) {
    show_numbers(model, rows, reading, i, part);
  }
  if (block.kind != Kind::measurements) {
    return;
  }
  const std::vector<std::string> columns = columns_of(block);
  const std::vector<std::size_t> column_of = columns_of_features(block, columns);
  const std::size_t own = block.features.size() - indicator_count(block);
  const std::map<std::string_view, std::size_t> places = places_of(block.features);
  const std::vector<std::string> cells = model.encoder.cell_texts(rows, reading, i);
  std::vector<Contribution> shown;
  std::map<std::size_t, std::size_t> of_indicators;  // by column, its place in `shown`
  for (Contribution& contribution : part.contributions) {
    const auto place = places.find(contribution.feature);
    if (place == places.end()) {  // columns together
      shown.push_back(std::move(contribution));
      continue;
    }
    const std::size_t j = place->second;
    const std::size_t column = column_of[j];
    if (j < own) {
      const std::string& cell = cells.at(column);
      contribution.value = cell.empty() && !block.fills.empty() ? fmt::format("missing ({})", block.fills[j]) : cell;
      shown.push_back(std::move(contribution));
      continue;
    }
    const auto [found, is_new] = of_indicators.emplace(column, shown.size());
    if (is_new) {
      shown.push_back({columns[column], cells.at(column), std::move(contribution.scores)});
    } else {
      std::vector<double>& sum = shown[found->second].scores;
      std::ranges::transform(sum, contribution.scores, sum.begin(), std::plus<>());
    }
  }
  part.contributions = std::move(shown);
}

}  // namespace suffice
