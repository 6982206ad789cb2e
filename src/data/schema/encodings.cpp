#include "data/schema/encodings.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The item of feature j where a list has one for each feature; else `none`.
template <typename Item>
const Item& item_at(const std::vector<Item>& items, std::size_t j, const Item& none) {
  return items.empty() ? none : items[j];
}

double fill_of(const Block& block, std::size_t j) { return item_at(block.fills, j, std::nan("")); }

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::bad_model, fmt::format("{}: fit the model again", what));
}

template <typename Item>
void check_parallel(const std::vector<Item>& items, const Block& block, Kind kind, const char* what) {
  if (items.empty() || (block.kind == kind && items.size() == block.features.size())) return;
  refuse(fmt::format("the {} of the schema do not fit the columns of a block", what));
}

std::optional<Extremes> extremes_of(const Block& block, std::size_t j) {
  return item_at<std::optional<Extremes>>(block.extremes, j, std::nullopt);
}

bool ascend(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }) &&
         std::ranges::adjacent_find(numbers, std::greater_equal<>()) == numbers.end();
}

void check_knots(const NormalScore& score, const std::string& feature) {
  const bool fits = score.x.size() == score.z.size() && score.x.size() != 1 && score.x.size() <= most_edges &&
                    ascend(score.x) && ascend(score.z) && has_slopes(score);
  if (!fits) {
    refuse(fmt::format("the normal score of column {} has knots that are not finite, fewer than 2, or do not ascend",
                       quoted(feature)));
  }
}

void check_extremes(const Block& block, std::size_t j) {
  const std::optional<Extremes> extremes = extremes_of(block, j);
  if (!extremes) return;
  const auto [lowest, highest] = *extremes;
  if (has_bins(block, j) && std::isfinite(lowest) && std::isfinite(highest) && lowest <= block.edges[j].front() &&
      highest >= block.edges[j].back()) {
    return;
  }
  refuse(fmt::format("the extremes of column {} are not finite, or not around its edges", quoted(block.features[j])));
}

void check_indicators(const Block& block) {
  const std::size_t count = indicator_count(block);
  if (block.indicators.empty()) return;
  if (block.kind != Kind::measurements || count > block.features.size()) {
    refuse("the indicators of the schema do not fit the columns of a block");
  }
  std::size_t j = block.features.size() - count;
  std::set<std::string_view> columns;
  for (const Indicators& own : block.indicators) {
    if (!is_utf8(own.column) || own.column.empty() || own.values.empty() || !columns.insert(own.column).second) {
      refuse(
          fmt::format("the indicators of column {} have no value, or stand twice in the schema", quoted(own.column)));
    }
    std::set<std::string_view> known;
    for (const std::vector<std::string>* const values : {&own.values, &own.without}) {
      for (const std::string& value : *values) {
        if (value.empty() || !is_utf8(value) || !known.insert(value).second) {
          refuse(fmt::format("the value {} of column {} is empty, twice in the schema, or not UTF-8", quoted(value),
                             quoted(own.column)));
        }
      }
    }
    for (const std::string& value : own.values) {
      if (block.features[j] != indicator_name(own.column, value)) {
        refuse(fmt::format("the schema's indicator {} is not called so", quoted(indicator_name(own.column, value))));
      }
      ++j;
    }
  }
}

/// With six digits where the shortest text that reads back to the number is long, unless neighbours were alike then.
std::vector<std::string> edge_texts(std::span<const double> edges) {
  constexpr std::size_t long_text = 8;
  std::vector<std::string> whole;
  std::vector<std::string> rounded;
  for (const double edge : edges) {
    whole.push_back(fmt::format("{}", edge + 0.0));  // −0 is 0
    const bool has_fraction = std::abs(edge) < 1e6 && whole.back().size() > long_text;
    rounded.push_back(has_fraction ? fmt::format("{:.6g}", edge) : whole.back());
  }
  return std::ranges::adjacent_find(rounded) == rounded.end() ? rounded : whole;
}

/// A column that enters two blocks in different ways, and the way.
struct Difference {
  std::string column;
  const char* what;
};

/// Feature j of the first is feature matched[j] of the second.
std::optional<Difference> difference(const Block& first, const Block& second, std::span<const std::size_t> matched) {
  if (!has_encodings(first) && !has_encodings(second)) return std::nullopt;
  for (std::size_t k = 0; k < std::max(first.indicators.size(), second.indicators.size()); ++k) {
    const bool in_both = k < first.indicators.size() && k < second.indicators.size();
    if (in_both && first.indicators[k] == second.indicators[k]) continue;
    return Difference{(k < first.indicators.size() ? first : second).indicators[k].column, "indicators"};
  }
  for (std::size_t j = 0; j < matched.size(); ++j) {
    const std::size_t l = matched[j];
    const std::string& column = first.features[j];
    if (item_at(first.normal_scores, j, {}) != item_at(second.normal_scores, l, {})) {
      return Difference{column, "normal score"};
    }
    if (!same_number(fill_of(first, j), fill_of(second, l))) return Difference{column, "fill"};
    if (item_at(first.edges, j, {}) != item_at(second.edges, l, {})) return Difference{column, "edges"};
    if (extremes_of(first, j) != extremes_of(second, l)) return Difference{column, "extremes"};
    if (has_missing_value(first, j) != has_missing_value(second, l)) {
      return Difference{column, "missing values, which are a value in one of them only"};
    }
  }
  return std::nullopt;
}

}  // namespace

void add_known_values(const Block& block, std::span<const std::vector<std::string>> values,
                      std::vector<ColumnValues>& to) {
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!has_bins(block, j)) to.push_back({block.features[j], values[j]});
  }
  for (const Indicators& indicators : block.indicators) {
    to.push_back({indicators.column, indicators.values});
    to.back().values.insert(to.back().values.end(), indicators.without.begin(), indicators.without.end());
  }
}

bool has_slopes(const NormalScore& score) {
  for (std::size_t k = 0; k + 1 < score.x.size(); ++k) {
    const double slope = (score.z[k + 1] - score.z[k]) / (score.x[k + 1] - score.x[k]);
    if (!(slope > 0) || !std::isfinite(slope)) return false;
  }
  return true;
}

bool Block::operator==(const Block& other) const {
  return kind == other.kind && features == other.features && text == other.text &&
         declared_values == other.declared_values && open_columns == other.open_columns &&
         normal_scores == other.normal_scores && std::ranges::equal(fills, other.fills, same_number) &&
         indicators == other.indicators && edges == other.edges && extremes == other.extremes &&
         missing_values == other.missing_values;
}

std::vector<std::string> bin_names(std::span<const double> edges) {
  std::vector<std::string> names;
  if (edges.empty()) return names;
  if (edges.size() == 1 && edges.front() == std::numeric_limits<double>::lowest()) return {"(none)", "any number"};
  const std::vector<std::string> texts = edge_texts(edges);
  names.push_back("< " + texts.front());
  for (std::size_t k = 0; k + 1 < texts.size(); ++k) names.push_back(fmt::format("{} to {}", texts[k], texts[k + 1]));
  names.push_back(">= " + texts.back());
  return names;
}

std::size_t indicator_count(const Block& block) {
  std::size_t count = 0;
  for (const Indicators& own : block.indicators) count += own.values.size();
  return count;
}

bool has_normal_scores(const Block& block) {
  return std::ranges::any_of(block.normal_scores, [](const NormalScore& score) { return !score.empty(); });
}

std::vector<std::string> columns_of(const Block& block) {
  if (block.indicators.empty()) return block.features;
  const auto own = static_cast<std::ptrdiff_t>(block.features.size() - indicator_count(block));
  std::vector<std::string> columns(block.features.begin(), block.features.begin() + own);
  std::set<std::string> seen(columns.begin(), columns.end());
  for (const Indicators& of_column : block.indicators) {
    if (seen.insert(of_column.column).second) columns.push_back(of_column.column);
  }
  return columns;
}

std::vector<CellForm> forms_of(const Block& block) {
  switch (block.kind) {
    case Kind::text:
      return std::vector<CellForm>(block.features.size(), CellForm::text);
    case Kind::categories: {
      std::vector<CellForm> forms(block.features.size(), CellForm::category);
      for (std::size_t j = 0; j < forms.size(); ++j) {
        if (has_bins(block, j)) forms[j] = CellForm::number;
      }
      return forms;
    }
    case Kind::measurements:
    case Kind::amounts:
    case Kind::counts:
      break;
  }
  std::vector<CellForm> forms(block.features.size() - indicator_count(block), CellForm::number);
  if (!block.indicators.empty()) forms.resize(columns_of(block).size(), CellForm::category);
  return forms;
}

std::string indicator_name(const std::string& column, const std::string& value) { return column + '=' + value; }

std::vector<std::string> feature_columns(const Block& block) {
  std::vector<std::string> columns(block.features);
  std::size_t j = columns.size() - indicator_count(block);
  for (const Indicators& own : block.indicators) {
    for (std::size_t k = 0; k < own.values.size(); ++k) columns[j++] = own.column;
  }
  return columns;
}

bool has_bins(const Block& block, std::size_t j) { return !block.edges.empty() && !block.edges[j].empty(); }

bool has_missing_value(const Block& block, std::size_t j) {
  return !block.missing_values.empty() && block.missing_values[j] != 0;
}

std::vector<std::string> known_values(const Block& block, std::size_t j) {
  const std::string missing(missing_value_name);
  if (has_bins(block, j)) {
    std::vector<std::string> bins = bin_names(block.edges[j]);
    if (has_missing_value(block, j)) bins.push_back(missing);
    return bins;
  }
  std::vector<std::string> values = item_at(block.declared_values, j, {});
  if (has_missing_value(block, j) && !std::ranges::binary_search(values, missing)) {
    values.insert(std::ranges::upper_bound(values, missing), missing);
  }
  return values;
}

bool has_encodings(const Block& block) {
  return !block.normal_scores.empty() || !block.fills.empty() || !block.indicators.empty() || !block.edges.empty() ||
         !block.extremes.empty() || !block.missing_values.empty();
}

void check_encodings(const Block& block) {
  if (!has_encodings(block)) return;
  check_parallel(block.normal_scores, block, Kind::measurements, "normal scores");
  check_parallel(block.fills, block, Kind::measurements, "fills");
  check_parallel(block.edges, block, Kind::categories, "edges");
  check_parallel(block.extremes, block, Kind::categories, "extremes");
  check_parallel(block.missing_values, block, Kind::categories, "missing values");
  check_indicators(block);
  if (block.open_columns && has_encodings(block)) {
    refuse("the schema's columns are open, and enter by scores, fills, indicators or bins");
  }
  const std::size_t own = block.features.size() - indicator_count(block);
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    const NormalScore score = block.normal_scores.empty() ? NormalScore{} : block.normal_scores[j];
    check_knots(score, block.features[j]);
    const double fill = fill_of(block, j);
    if (std::isinf(fill) || (j >= own && (!score.empty() || !std::isnan(fill)))) {
      refuse(fmt::format("the fill of column {} is not finite, or an indicator has a fill or a score",
                         quoted(block.features[j])));
    }
    if (has_bins(block, j)) {
      const std::vector<double>& edges = block.edges[j];
      if (edges.size() > most_edges || !ascend(edges)) {
        refuse(fmt::format("the edges of column {} do not ascend, or are more than {}", quoted(block.features[j]),
                           most_edges));
      }
      if (!item_at(block.declared_values, j, {}).empty()) {
        refuse(fmt::format("the schema declares values of column {}, which has bins", quoted(block.features[j])));
      }
    }
    check_extremes(block, j);
    if (item_at(block.missing_values, j, std::uint8_t{0}) > 1) {
      refuse(fmt::format("the missing values of column {} are neither 0 nor 1", quoted(block.features[j])));
    }
  }
}

void restrict_encodings(const Block& block, std::span<const std::uint8_t> kept, Block& fewer) {
  const auto keep = [&](const auto& from, auto& to, const auto& says_something) {
    bool any = false;
    for (std::size_t j = 0; j < from.size(); ++j) {
      if (kept[j] == 0) continue;
      to.push_back(from[j]);
      any = any || says_something(from[j]);
    }
    if (!any) to.clear();
  };
  keep(block.normal_scores, fewer.normal_scores, [](const NormalScore& score) { return !score.empty(); });
  keep(block.fills, fewer.fills, [](double fill) { return !std::isnan(fill); });
  keep(block.edges, fewer.edges, [](const std::vector<double>& edges) { return !edges.empty(); });
  keep(block.extremes, fewer.extremes, [](const std::optional<Extremes>& extremes) { return extremes.has_value(); });
  keep(block.missing_values, fewer.missing_values, [](std::uint8_t is_value) { return is_value != 0; });
  std::size_t j = block.features.size() - indicator_count(block);
  for (const Indicators& all : block.indicators) {
    Indicators some{all.column, {}, all.without};
    for (const std::string& value : all.values) (kept[j++] != 0 ? some.values : some.without).push_back(value);
    if (!some.values.empty()) fewer.indicators.push_back(std::move(some));
  }
}

void check_same_encodings(const Block& first, const Block& second, std::span<const std::size_t> matched,
                          const std::vector<Remedy>& remedies) {
  const std::optional<Difference> found = difference(first, second, matched);
  if (!found) return;
  throw Error(ErrorCode::bad_data, fmt::format("the column {} differs in its {}", quoted(found->column), found->what),
              "", remedies);
}

bool have_same_encodings(const Block& first, const Block& second) {
  if (!has_encodings(first) && !has_encodings(second)) return true;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t j = 0; j < second.features.size(); ++j) places.emplace(second.features[j], j);
  std::vector<std::size_t> matched;
  for (const std::string& feature : first.features) matched.push_back(places.at(feature));
  return !difference(first, second, matched);
}

}  // namespace suffice
