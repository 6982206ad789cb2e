// The roles of columns: chosen once from a table's header, checked when they come from a file, matched by name.
#include "suffice/schema.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr std::array<std::string_view, 4> usual_targets = {"label", "target", "class", "y"};

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_usual_target(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::find(usual_targets.begin(), usual_targets.end(), lower) != usual_targets.end();
}

void check_named_columns(std::span<const std::string> columns, const ColumnChoice& choice) {
  std::vector<std::string> missing;
  const auto look_up = [&](const std::string& name) {
    if (!name.empty() && !contains(columns, name) && !contains(missing, name)) missing.push_back(name);
  };
  look_up(choice.target);
  look_up(choice.weight);
  for (const std::string& name : choice.drop) look_up(name);
  if (!missing.empty()) throw Error(ErrorCode::bad_data, no_such_columns(missing, columns));
}

void check_roles(const ColumnChoice& choice) {
  if (!choice.target.empty() && choice.target == choice.weight) {
    throw Error(ErrorCode::usage,
                quoted(choice.target) + " cannot be both the target and the weight: choose another column for one");
  }
  for (const std::string& name : choice.drop) {
    if (name.empty() || (name != choice.target && name != choice.weight)) continue;
    throw Error(ErrorCode::usage, fmt::format("{} is the {} and cannot be dropped: leave out one of the two options",
                                              quoted(name), name == choice.target ? "target" : "weight"));
  }
}

std::string find_target(std::span<const std::string> columns, const ColumnChoice& choice) {
  std::vector<std::string> found;
  for (const std::string& name : columns) {
    if (is_usual_target(name) && name != choice.weight && !contains(choice.drop, name)) found.push_back(name);
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("no column is called label, target, class or y: say which one holds the label with "
                            "--target COL; the columns are {}{}",
                            list_names(columns), delimiter_hint(columns)));
  }
  throw Error(ErrorCode::bad_data, fmt::format("{} could each hold the label: say which one does with --target COL; "
                                               "the columns are {}",
                                               list_names(found), list_names(columns)));
}

std::vector<std::string> all_names(const Schema& schema) {
  std::vector<std::string> names = schema.features;
  for (const std::string& name : {schema.target, schema.weight}) {
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

}  // namespace

Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& choice) {
  check_named_columns(columns, choice);
  check_roles(choice);
  Schema schema;
  schema.target = choice.target.empty() ? find_target(columns, choice) : choice.target;
  schema.weight = choice.weight;
  const std::set<std::string_view> dropped(choice.drop.begin(), choice.drop.end());
  for (const std::string& name : columns) {
    if (name != schema.target && name != schema.weight && !dropped.contains(name)) schema.features.push_back(name);
  }
  if (schema.features.empty()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("no feature is left besides the target {}: drop fewer columns, or give a table with a "
                            "numeric column; the columns are {}{}",
                            quoted(schema.target), list_names(columns), delimiter_hint(columns)));
  }
  return schema;
}

void check_schema(const Schema& schema) {
  if (schema.features.empty()) throw Error(ErrorCode::bad_model, "the schema has no feature: fit the model again");
  std::vector<std::string> names = all_names(schema);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (!is_utf8(name)) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the schema's column {} is not UTF-8: fit the model again", quoted(name)));
    }
  }
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    throw Error(ErrorCode::bad_model,
                fmt::format("the schema names the column {} twice: fit the model again", quoted(*twice)));
  }
}

std::vector<std::size_t> match_features(const Schema& first, const Schema& second) {
  std::map<std::string_view, std::size_t> position;
  for (std::size_t i = 0; i < second.features.size(); ++i) position.emplace(second.features[i], i);
  std::vector<std::size_t> matched;
  std::vector<std::string> only_first;
  for (const std::string& name : first.features) {
    const auto found = position.find(name);
    if (found == position.end()) {
      only_first.push_back(name);
    } else {
      matched.push_back(found->second);
      position.erase(found);
    }
  }
  if (only_first.empty() && position.empty()) return matched;
  std::vector<std::string> only_second;
  for (const std::string& name : second.features) {
    if (position.contains(name)) only_second.push_back(name);
  }
  std::string sides;
  if (!only_first.empty()) sides = "only the first has " + list_names(only_first);
  if (!only_second.empty()) {
    sides += (sides.empty() ? "only the second has " : ", only the second ") + list_names(only_second);
  }
  throw Error(ErrorCode::bad_data,
              "the features differ: " + sides + "; fit both with the same columns: fit --schema MODEL");
}

void check_label_count(std::size_t labels, std::uint64_t rows, const std::string& target) {
  constexpr std::size_t most_labels = 10'000;
  constexpr std::uint64_t rows_to_judge = 100;
  const bool too_many = labels > most_labels;
  if (!too_many && (rows < rows_to_judge || labels <= rows / 2)) return;
  const std::string count =
      too_many ? "more than 10,000 different labels" : fmt::format("{} different labels in {} rows", labels, rows);
  throw Error(ErrorCode::bad_data,
              fmt::format("the target {} has {}: is it a number to be predicted (regression)? Labels name classes; "
                          "choose another column with --target COL",
                          quoted(target), count));
}

}  // namespace suffice
