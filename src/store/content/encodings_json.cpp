#include "store/content/encodings_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/content/named_values.hpp"

namespace suffice {
namespace {

/// ,"key":{"feature":text,…} of the features that have a text.
template <typename Text>
std::string by_feature(const char* key, const Block& block, std::size_t count, const Text& text_of) {
  std::vector<std::string> items;
  for (std::size_t j = 0; j < count; ++j) {
    const std::string text = text_of(j);
    if (!text.empty()) items.push_back(json_text(block.features[j]) + ':' + text);
  }
  return items.empty() ? "" : fmt::format(R"(,"{}":{{{}}})", key, fmt::join(items, ","));
}

std::string indicators_json(const Block& block) {
  std::vector<std::string> items;
  for (const Indicators& own : block.indicators) {
    items.push_back(fmt::format(R"({{"column":{},"values":{}{}}})", json_text(own.column), json_text(own.values),
                                own.without.empty() ? "" : R"(,"without":)" + json_text(own.without)));
  }
  return items.empty() ? "" : fmt::format(R"(,"indicators":[{}])", fmt::join(items, ","));
}

std::string missing_values_json(const Block& block) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < block.missing_values.size(); ++j) {
    if (block.missing_values[j] != 0) names.push_back(block.features[j]);
  }
  return names.empty() ? "" : R"(,"missing_values":)" + json_text(names);
}

/// read(item, what) for each feature that the member has an item of.
template <typename Item, typename Read>
std::vector<Item> read_by_feature(const JsonValue& block_value, const char* key, const std::string& of,
                                  const Block& block, const Item& none, const Read& read) {
  std::vector<Item> items;
  if (!block_value.contains(key)) return items;
  const JsonValue& member = block_value.at(key);
  const std::string what = fmt::format("\"{}\" of {}", key, of);
  if (!member.is_object() || member.empty()) fail(what + " is not an object, or empty; leave it out");
  std::size_t found = 0;
  for (const std::string& feature : block.features) {
    const JsonValue* const item = member.find(feature);
    items.push_back(item == nullptr ? none : read(*item, fmt::format("{} in {}", brief_text(feature), what)));
    found += item == nullptr ? 0U : 1U;
  }
  if (found != member.size()) fail(what + " names a column twice or one that the block does not have");
  return items;
}

NormalScore read_score(const JsonValue& value, const std::string& what) {
  if (!value.is_array() || value.size() != 2) fail(what + " is not a list of the knots' x and z");
  NormalScore score{read_numbers(value.elements()[0], what), read_numbers(value.elements()[1], what)};
  if (score.empty()) fail(what + " is empty; leave it out");
  return score;
}

std::vector<double> read_edges(const JsonValue& value, const std::string& what) {
  std::vector<double> edges = read_numbers(value, what);
  if (edges.empty()) fail(what + " is empty; leave it out");
  return edges;
}

std::optional<Extremes> read_extremes(const JsonValue& value, const std::string& what) {
  const std::vector<double> numbers = read_numbers(value, what);
  if (numbers.size() != 2) fail(what + " is not a list of the lowest and the highest number");
  return Extremes{numbers[0], numbers[1]};
}

double read_fill(const JsonValue& value, const std::string& what) {
  if (!value.is_number()) fail(what + " is not a number");
  return value.number();
}

std::vector<Indicators> read_indicators(const JsonValue& block_value, const std::string& of) {
  std::vector<Indicators> indicators;
  if (!block_value.contains("indicators")) return indicators;
  const std::string what = "\"indicators\" of " + of;
  const JsonValue& list = block_value.at("indicators");
  if (!list.is_array() || list.empty()) fail(what + " is not a list, or empty; leave it out");
  for (const JsonValue& item : list.elements()) {
    check_keys(item, {"column", "values"}, {"without"}, what);
    Indicators own{string_at(item, "column", what), read_texts(item.at("values"), what)};
    if (item.contains("without")) {
      own.without = read_texts(item.at("without"), what);
      if (own.without.empty()) fail(what + ": \"without\" is empty; leave it out");
    }
    indicators.push_back(std::move(own));
  }
  return indicators;
}

std::vector<std::uint8_t> read_missing_values(const JsonValue& block_value, const std::string& of, const Block& block) {
  if (!block_value.contains("missing_values")) return {};
  const std::string what = "\"missing_values\" of " + of;
  const std::vector<std::string> names = read_texts(block_value.at("missing_values"), what);
  const std::set<std::string_view> different(names.begin(), names.end());
  std::vector<std::uint8_t> is_value;
  std::size_t found = 0;
  for (const std::string& feature : block.features) {
    const bool named = different.contains(feature);
    is_value.push_back(named ? 1 : 0);
    found += named ? 1 : 0;
  }
  if (names.empty() || found != names.size()) {
    fail(what + " is empty, or names a column twice or one that the block does not have");
  }
  return is_value;
}

}  // namespace

std::string encodings_json(const Block& block) {
  return by_feature("normal_scores", block, block.normal_scores.size(),
                    [&](std::size_t j) {
                      const NormalScore& score = block.normal_scores[j];
                      return score.empty() ? "" : fmt::format("[{},{}]", json_text(score.x), json_text(score.z));
                    }) +
         by_feature("fills", block, block.fills.size(),
                    [&](std::size_t j) { return std::isnan(block.fills[j]) ? "" : json_text(block.fills[j]); }) +
         indicators_json(block) +
         by_feature("edges", block, block.edges.size(),
                    [&](std::size_t j) { return block.edges[j].empty() ? "" : json_text(block.edges[j]); }) +
         by_feature("extremes", block, block.extremes.size(),
                    [&](std::size_t j) {
                      const std::optional<Extremes>& extremes = block.extremes[j];
                      return extremes ? json_text(std::vector{extremes->lowest, extremes->highest}) : "";
                    }) +
         missing_values_json(block);
}

void read_encodings(const JsonValue& value, const std::string& what, Block& block) {
  block.normal_scores = read_by_feature(value, "normal_scores", what, block, NormalScore{}, read_score);
  block.fills = read_by_feature(value, "fills", what, block, std::numeric_limits<double>::quiet_NaN(), read_fill);
  block.indicators = read_indicators(value, what);
  block.edges = read_by_feature(value, "edges", what, block, std::vector<double>(), read_edges);
  block.extremes = read_by_feature(value, "extremes", what, block, std::optional<Extremes>(), read_extremes);
  block.missing_values = read_missing_values(value, what, block);
}

}  // namespace suffice
