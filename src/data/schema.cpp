// The roles of columns, chosen once from a table's header.
#include "suffice/schema.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "data/binding.hpp"
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
  look_up(choice.text);
  for (const std::string& name : choice.drop) look_up(name);
  for (const auto& [name, values] : choice.declared_values) look_up(name);
  if (!missing.empty()) throw Error(ErrorCode::bad_data, no_such_columns(missing, columns));
}

void check_text_role(const ColumnChoice& choice) {
  if (choice.text.empty()) return;
  if (choice.encoding != Encoding::text) {
    throw Error(ErrorCode::usage, quoted(choice.text) +
                                      " is named as the column of documents, but the features are not text: choose a "
                                      "model of text, or leave out the option");
  }
  if (choice.text == choice.target || choice.text == choice.weight || contains(choice.drop, choice.text)) {
    throw Error(ErrorCode::usage,
                quoted(choice.text) + " holds the documents and can be nothing else: choose another column for one");
  }
}

void check_roles(const ColumnChoice& choice) {
  check_text_role(choice);
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
    if (is_usual_target(name) && name != choice.weight && name != choice.text && !contains(choice.drop, name))
      found.push_back(name);
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

// The columns that are neither target nor weight nor dropped; of text the one that holds the documents.
std::vector<std::string> find_features(std::span<const std::string> columns, const ColumnChoice& choice,
                                       const std::string& target) {
  if (!choice.text.empty()) return {choice.text};
  const std::set<std::string_view> dropped(choice.drop.begin(), choice.drop.end());
  std::vector<std::string> features;
  for (const std::string& name : columns) {
    if (name != target && name != choice.weight && !dropped.contains(name)) features.push_back(name);
  }
  if (features.empty()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("no feature is left besides the target {}: drop fewer columns, or give a table with a "
                            "{} column; the columns are {}{}",
                            quoted(target), choice.encoding == Encoding::numbers ? "numeric" : "second",
                            list_names(columns), delimiter_hint(columns)));
  }
  if (choice.encoding == Encoding::text && features.size() > 1) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} could each hold the documents: say which one does with --text COL; the columns are {}",
                            list_names(features), list_names(columns)));
  }
  return features;
}

// Names in byte order, each once.
std::vector<std::string> declared(std::vector<std::string> names, const std::string& what) {
  for (const std::string& name : names) {
    if (name.empty()) throw Error(ErrorCode::usage, what + " that is declared needs a name: leave out the empty one");
    if (!is_utf8(name)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} that is declared, {}, is not UTF-8: convert it", what, quoted(name)));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::vector<std::string>> find_declared_values(const ColumnChoice& choice, const Schema& schema) {
  if (choice.declared_values.empty()) return {};
  if (choice.encoding != Encoding::categories) {
    throw Error(ErrorCode::usage,
                fmt::format("values are declared for {}, but the features are not categories: choose a model of "
                            "categories (--model categorical-nb), or leave out the option",
                            quoted(choice.declared_values.front().first)));
  }
  std::vector<std::vector<std::string>> values(schema.features.size());
  for (const auto& [column, names] : choice.declared_values) {
    const auto found = std::find(schema.features.begin(), schema.features.end(), column);
    if (found == schema.features.end()) {
      throw Error(ErrorCode::usage, fmt::format("values are declared for {}, which is no feature: the features are {}",
                                                quoted(column), list_names(schema.features)));
    }
    std::vector<std::string>& all = values[static_cast<std::size_t>(found - schema.features.begin())];
    all.insert(all.end(), names.begin(), names.end());
    all = declared(std::move(all), "a value of " + quoted(column));
  }
  return values;
}

// Whether nothing is left out of columns that are numbered.
bool has_all_columns(const Schema& schema) {
  return schema.encoding == Encoding::numbers && schema.weight.empty() && is_numbered(schema.features);
}

}  // namespace

Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& choice) {
  check_named_columns(columns, choice);
  check_roles(choice);
  Schema schema;
  schema.target = choice.target.empty() ? find_target(columns, choice) : choice.target;
  schema.weight = choice.weight;
  schema.encoding = choice.encoding;
  schema.features = find_features(columns, choice, schema.target);
  schema.declared_labels = declared(choice.declared_labels, "a label");
  schema.declared_values = find_declared_values(choice, schema);
  schema.open_columns = choice.open_columns && has_all_columns(schema);
  return schema;
}

Schema widened(Schema schema, std::size_t count) {
  while (schema.open_columns && schema.features.size() < count) {
    schema.features.push_back(std::to_string(schema.features.size() + 1));
  }
  return schema;
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
