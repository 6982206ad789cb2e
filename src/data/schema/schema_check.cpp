// Schemas that come from elsewhere: checked when they are read from a file, matched by name with others.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/dropped_columns.hpp"
#include "data/schema/encodings.hpp"
#include "data/schema/name_table.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/dates.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

template <typename Before>
bool ascend(const std::vector<std::string>& names, Before before) {
  const auto is_wrong = [before](const std::string& a, const std::string& b) { return !before(a, b); };
  return std::ranges::adjacent_find(names, is_wrong) == names.end();
}

// Names in order, as the words of a vocabulary are, or as numbers are, are seen to differ without a table.
bool are_in_order(const std::vector<std::string>& names) {
  const auto as_numbers = [](const std::string& a, const std::string& b) {
    return a.size() == b.size() ? a < b : a.size() < b.size();
  };
  return ascend(names, as_numbers) || ascend(names, std::less<>());
}

void check_name(const std::string& name) {
  if (!is_utf8(name)) {
    throw Error(ErrorCode::bad_model,
                fmt::format("the schema's column {} is not UTF-8: fit the model again", quoted(name)));
  }
}

void check_once(const std::string& name, bool is_new) {
  if (!is_new) {
    throw Error(ErrorCode::bad_model,
                fmt::format("the schema names the column {} twice: fit the model again", quoted(name)));
  }
}

// All names are UTF-8, and no two of the block are the same.
void check_features(const std::vector<std::string>& features) {
  std::ranges::for_each(features, check_name);
  if (are_in_order(features)) return;
  NameTable places;
  places.reserve(features.size());
  for (std::size_t j = 0; j < features.size(); ++j) {
    check_once(features[j], places.take(features, static_cast<std::uint32_t>(j)));
  }
}

// Target and weight are columns of their own.
void check_other_columns(const Schema& schema) {
  check_name(schema.target);
  check_name(schema.weight);
  for (const Block& block : schema.blocks) {
    for (const std::string& name : {schema.target, schema.weight}) {
      check_once(name, name.empty() || std::ranges::find(block.features, name) == block.features.end());
      check_once(name, std::ranges::find(block.indicators, name, &Indicators::column) == block.indicators.end());
    }
  }
  check_once(schema.weight, schema.weight.empty() || schema.weight != schema.target);
}

void check_declared(const std::vector<std::string>& names, const std::string& what) {
  for (const std::string& name : names) {
    if (name.empty() || !is_utf8(name)) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the {} {} that the schema declares is empty or not UTF-8: fit the model again", what,
                              quoted(name)));
    }
  }
  if (std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) != names.end()) {
    throw Error(ErrorCode::bad_model,
                fmt::format("the {}s that the schema declares are not in order: fit the model again", what));
  }
}

// What differs in how documents become terms; empty: nothing.
std::string text_difference(const TextOptions& a, const TextOptions& b) {
  std::vector<std::string_view> parts;
  if (a.form != b.form) parts.emplace_back("what a document is, text or mail");
  if (a.min_length != b.min_length) parts.emplace_back("the shortest word");
  if (a.unit != b.unit || a.shortest != b.shortest || a.longest != b.longest) parts.emplace_back("the n-grams");
  if (a.stop_words != b.stop_words) parts.emplace_back("the stop words");
  if (a.stemmer != b.stemmer) parts.emplace_back("the stemmer");
  if (a.hash_buckets != b.hash_buckets) parts.emplace_back("the number of hash buckets");
  if (a.hash_key != b.hash_key) parts.emplace_back("the hash key");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Remedy> fit_alike() { return {{"schema", {"MODEL"}, Remedy::Act::refit}}; }

void check_same_kind(const Block& first, const Block& second) {
  if (first.kind != second.kind) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the features differ (the first has {}, the second {})", kind_name(first.kind),
                            kind_name(second.kind)),
                "", fit_alike());
  }
  if (first.kind == Kind::text && first.text != second.text) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("documents become terms in different ways, by {}", text_difference(first.text, second.text)), "",
        fit_alike());
  }
}

void check_block(const Block& block) {
  if (block.features.empty()) {
    throw Error(ErrorCode::bad_model, "a block of the schema has no feature: fit the model again");
  }
  check_features(block.features);
  if (block.kind == Kind::text && block.features.size() != 1) {
    throw Error(ErrorCode::bad_model,
                "a block of the schema has more than one column of documents: fit the model again");
  }
  if (!block.declared_values.empty() &&
      (block.kind != Kind::categories || block.declared_values.size() != block.features.size())) {
    throw Error(ErrorCode::bad_model,
                "the values that the schema declares do not fit its columns: fit the model again");
  }
  for (const std::vector<std::string>& values : block.declared_values) check_declared(values, "value");
  check_encodings(block);
}

void check_dates(const Schema& schema) {
  const auto is_before = [](const DateColumn& a, const DateColumn& b) { return a.column < b.column; };
  for (const DateColumn& date : schema.dates) {
    if (!is_utf8(date.column)) throw Error(ErrorCode::bad_model, "the name of a column of dates is not UTF-8");
    check_date_format(date.format);
  }
  const auto disorder = std::ranges::adjacent_find(
      schema.dates, [&](const DateColumn& a, const DateColumn& b) { return !is_before(a, b); });
  if (disorder != schema.dates.end()) {
    throw Error(ErrorCode::bad_model, "the columns of dates are not in byte order, each once: fit the model again");
  }
  for (const Block& block : schema.blocks) {
    if (schema.dates.empty()) break;
    const std::vector<std::string> columns = columns_of(block);
    const std::vector<CellForm> forms = forms_of(block);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::string& feature = columns[j];
      const DatePart part = date_feature(schema, feature).cell.part;
      const bool is_number =
          forms[j] == CellForm::number && (block.kind == Kind::measurements || block.kind == Kind::categories);
      const bool fits =
          part == DatePart::none || (part == DatePart::seconds ? is_number : forms[j] == CellForm::category);
      if (!fits) {
        throw Error(ErrorCode::bad_model,
                    fmt::format("the column {} of dates is of the wrong kind: fit the model again", quoted(feature)));
      }
    }
  }
}

void check_written_numbers(const Schema& schema) {
  const std::vector<WrittenNumbers>& columns = schema.written_numbers;
  for (const WrittenNumbers& written : columns) {
    if (!is_utf8(written.column)) throw Error(ErrorCode::bad_model, "the name of a column of numbers is not UTF-8");
    check_unit(written.unit);
  }
  const auto disorder = std::ranges::adjacent_find(
      columns, [](const WrittenNumbers& a, const WrittenNumbers& b) { return a.column >= b.column; });
  if (disorder != columns.end()) {
    throw Error(ErrorCode::bad_model,
                "the columns of written numbers are not in byte order, each once: fit the model again");
  }
}

void check_dropped(const Schema& schema) {
  const std::vector<DroppedColumn>& columns = schema.dropped;
  if (columns.size() > most_dropped_columns) {
    throw Error(ErrorCode::bad_model, fmt::format("{} columns are dropped: no model names so many", columns.size()));
  }
  for (const DroppedColumn& dropped : columns) {
    if (!is_utf8(dropped.column) || !is_utf8(dropped.reason)) {
      throw Error(ErrorCode::bad_model, "the name of a column that is dropped is not UTF-8");
    }
  }
  const auto disorder = std::ranges::adjacent_find(
      columns, [](const DroppedColumn& a, const DroppedColumn& b) { return a.column >= b.column; });
  if (disorder != columns.end()) {
    throw Error(ErrorCode::bad_model,
                "the columns that are dropped are not in byte order, each once: fit the model again");
  }
}

}  // namespace

void check_schema(const Schema& schema) {
  if (schema.blocks.empty()) throw Error(ErrorCode::bad_model, "the schema has no feature: fit the model again");
  for (const Block& block : schema.blocks) {
    check_block(block);
    const bool may_be_open = schema.blocks.size() == 1 && is_numeric(block.kind) && schema.weight.empty();
    if (block.open_columns && !(may_be_open && is_numbered(block.features))) {
      throw Error(ErrorCode::bad_model,
                  "the schema's columns are open, but not called 1, 2, 3, … in a single block without weights: fit the "
                  "model again");
    }
  }
  check_other_columns(schema);
  check_declared(schema.declared_labels, "label");
  check_dates(schema);
  check_written_numbers(schema);
  check_dropped(schema);
}

std::vector<std::size_t> match_features(const Block& first, const Block& second) {
  check_same_kind(first, second);
  if (first.features == second.features) {
    std::vector<std::size_t> in_order(first.features.size());
    std::iota(in_order.begin(), in_order.end(), std::size_t{0});
    check_same_encodings(first, second, in_order, fit_alike());
    return in_order;
  }
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
  if (only_first.empty() && position.empty()) {
    check_same_encodings(first, second, matched, fit_alike());
    return matched;
  }
  std::vector<std::string> only_second;
  for (const std::string& name : second.features) {
    if (position.contains(name)) only_second.push_back(name);
  }
  std::string sides;
  if (!only_first.empty()) sides = "only the first has " + list_names(only_first);
  if (!only_second.empty()) {
    sides += (sides.empty() ? "only the second has " : ", only the second ") + list_names(only_second);
  }
  throw Error(ErrorCode::bad_data, fmt::format("the features differ ({})", sides), "", fit_alike());
}

}  // namespace suffice
