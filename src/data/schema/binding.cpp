#include "data/schema/binding.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

bool wants_amounts(Kind kind) { return kind == Kind::amounts || kind == Kind::counts; }

/// What the blocks together want of each column of columns_of(schema).
struct ColumnWants {
  std::vector<CellForm> forms;
  std::vector<std::uint8_t> amounts;
};

ColumnWants wants_of(const Schema& schema, std::span<const std::string> names) {
  ColumnWants wants{std::vector<CellForm>(names.size(), CellForm::text), std::vector<std::uint8_t>(names.size(), 0)};
  std::unordered_map<std::string_view, std::size_t> places;
  if (schema.blocks.size() > 1) {
    places.reserve(names.size());
    for (std::size_t j = 0; j < names.size(); ++j) places.emplace(names[j], j);
  }
  for (const Block& block : schema.blocks) {
    const std::vector<CellForm> forms = forms_of(block);
    const std::vector<std::string> columns = schema.blocks.size() > 1 ? columns_of(block) : std::vector<std::string>();
    for (std::size_t k = 0; k < forms.size(); ++k) {
      const std::size_t j = schema.blocks.size() > 1 ? places.at(columns[k]) : k;
      wants.forms[j] = std::min(wants.forms[j], forms[k]);
      if (wants_amounts(block.kind)) wants.amounts[j] = 1;
    }
  }
  return wants;
}

const char* form_name(CellForm form) {
  constexpr std::array<const char*, 3> names = {"numbers", "categories", "text"};
  return names[static_cast<std::size_t>(form)];
}

[[noreturn]] void refuse_form(CellForm holds, CellForm wanted, const std::string& file) {
  throw Error(ErrorCode::bad_data,
              fmt::format("holds {}, and the model reads {}: give a CSV table, or fit a model of {}", form_name(holds),
                          form_name(wanted), form_name(holds)),
              file);
}

std::optional<std::string> unit_of(const Schema& schema, const std::string& column) {
  const auto found = std::ranges::lower_bound(schema.written_numbers, column, {}, &WrittenNumbers::column);
  return found == schema.written_numbers.end() || found->column != column ? std::nullopt : std::optional(found->unit);
}

Binding bind_all(const Schema& schema, bool as_numbers, bool labels, std::span<const std::string> columns,
                 const FindColumn& find, const std::string& file) {
  std::vector<std::string> missing;
  std::unordered_set<std::string> met;  // those that are missing
  const auto look_up = [&](const std::string& name) {
    const std::optional<std::size_t> found = find(name);
    if (!found && met.insert(name).second) missing.push_back(name);
    return found;
  };
  const std::vector<std::string> names = columns_of(schema);
  const ColumnWants wants = wants_of(schema, names);
  Binding binding;
  binding.forms = as_numbers ? std::vector<CellForm>(names.size(), CellForm::number) : wants.forms;
  const bool has_dates = !schema.dates.empty() && !as_numbers;
  const bool has_units = !schema.written_numbers.empty() && !as_numbers;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const DateFeature feature = has_dates ? date_feature(schema, names[j]) : DateFeature{names[j]};
    const std::size_t position = look_up(feature.column).value_or(0);
    switch (binding.forms[j]) {
      case CellForm::number:
        binding.numbers.push_back(position);
        binding.is_amount.push_back(wants.amounts[j]);
        if (has_dates) binding.number_dates.push_back(feature.cell);
        if (has_units) binding.number_units.push_back(unit_of(schema, names[j]));
        break;
      case CellForm::category:
        binding.categories.push_back(position);
        if (has_dates) binding.category_dates.push_back(feature.cell);
        break;
      case CellForm::text:
        binding.documents.push_back(position);
        break;
    }
  }
  if (labels && !schema.target.empty()) binding.target = look_up(schema.target);
  if (labels && !schema.weight.empty()) binding.weight = look_up(schema.weight);
  if (!missing.empty()) {
    const Error error = no_such_columns(missing, columns, file, {names.begin(), names.end()});
    std::vector<Remedy> remedies = error.remedies();
    const bool are_features = std::ranges::none_of(
        missing, [&](const std::string& name) { return name == schema.target || name == schema.weight; });
    if (are_features && 2 * missing.size() < binding.forms.size())
      remedies.push_back({"drop", missing, Remedy::Act::refit});
    throw Error(error.code(), error.message(), error.where(), std::move(remedies));
  }
  return binding;
}

}  // namespace

CellForm form_for(Kind kind) {
  switch (kind) {
    case Kind::measurements:
    case Kind::amounts:
    case Kind::counts:
      return CellForm::number;
    case Kind::categories:
      return CellForm::category;
    case Kind::text:
      break;
  }
  return CellForm::text;
}

bool Binding::has_amounts() const { return std::ranges::find(is_amount, 1) != is_amount.end(); }

Binding bind_columns(const Schema& schema, bool labels, std::span<const std::string> columns, const FindColumn& find,
                     const std::string& file) {
  return bind_all(schema, false, labels, columns, find, file);
}

Binding bind_numbers(const Schema& schema, bool labels, bool categories, std::span<const std::string> columns,
                     const FindColumn& find, const std::string& file) {
  for (const Block& block : schema.blocks) {
    for (const CellForm wanted : forms_of(block)) {
      if (wanted == CellForm::text || (wanted == CellForm::category && !categories)) {
        refuse_form(CellForm::number, wanted, file);
      }
    }
  }
  return bind_all(schema, true, labels, columns, find, file);
}

Binding bind_text(const Schema& schema, bool labels, bool has_labels, const std::string& file) {
  for (const Block& block : schema.blocks) {
    if (block.kind != Kind::text) refuse_form(CellForm::text, form_for(block.kind), file);
  }
  const std::vector<std::string> features = columns_of(schema);
  std::vector<std::string> columns = {std::string(text_column)};
  if (has_labels) columns.emplace(columns.begin(), label_column);
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    if (features.size() == 1 && name == features.front()) return 1;
    return has_labels && name == schema.target ? std::optional<std::size_t>(0) : std::nullopt;
  };
  Schema unweighted = schema;
  unweighted.weight.clear();
  return bind_columns(unweighted, labels, columns, find, file);
}

std::vector<std::string> numbered_columns(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t k = 1; k <= count; ++k) names.push_back(std::to_string(k));
  return names;
}

bool is_numbered(std::span<const std::string> names) {
  std::size_t k = 0;
  return std::all_of(names.begin(), names.end(), [&k](const std::string& name) { return column_number(name) == ++k; });
}

std::optional<std::size_t> column_number(std::string_view name) {
  std::size_t number = 0;
  const char* const begin = name.data();
  const char* const end = begin + name.size();
  const auto [stop, problem] = std::from_chars(begin, end, number);
  if (problem != std::errc() || stop != end || name.starts_with('0')) return std::nullopt;
  return number;
}

void check_label_column(const Binding& binding, std::size_t position, const std::string& file) {
  if (binding.weight != position && std::ranges::find(binding.numbers, position) == binding.numbers.end()) return;
  throw Error(
      ErrorCode::bad_data,
      fmt::format("the column '{}' holds labels, not numbers; choose it as the target, or drop it", label_column), file,
      {{"drop", {std::string(label_column)}}});
}

std::vector<std::string> file_columns(const Schema& schema) {
  std::vector<std::string> names = columns_of(schema);
  if (schema.dates.empty()) return names;
  std::vector<std::string> columns;
  std::unordered_set<std::string> seen;
  for (const std::string& name : names) {
    std::string column = date_feature(schema, name).column;
    if (seen.insert(column).second) columns.push_back(std::move(column));
  }
  return columns;
}

Schema as_read(const Schema& schema) {
  const std::vector<std::string> names = columns_of(schema);
  const ColumnWants wants = wants_of(schema, names);
  Schema plain = without_blocks(schema);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const CellForm form = wants.forms[j];
    if (j == 0 || form == CellForm::text || form != wants.forms[j - 1]) {
      plain.blocks.push_back({.kind = form == CellForm::number     ? Kind::measurements
                                      : form == CellForm::category ? Kind::categories
                                                                   : Kind::text,
                              .features = {}});
    }
    plain.blocks.back().features.push_back(names[j]);
  }
  return plain;
}

Schema without_blocks(const Schema& schema) {
  return {.blocks = {},
          .target = schema.target,
          .weight = schema.weight,
          .declared_labels = schema.declared_labels,
          .dialect = schema.dialect,
          .documents = schema.documents,
          .dates = schema.dates,
          .written_numbers = schema.written_numbers,
          .dropped = schema.dropped};
}

const Block* open_block(const Schema& schema) {
  return schema.blocks.size() == 1 && schema.blocks.front().open_columns ? &schema.blocks.front() : nullptr;
}

Block widened(Block block, std::size_t count) {
  while (block.open_columns && block.features.size() < count) {
    block.features.push_back(std::to_string(block.features.size() + 1));
  }
  return block;
}

}  // namespace suffice
