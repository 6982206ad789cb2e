#include "data/binding.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/error.hpp"

namespace suffice {

Binding bind_columns(const Schema& schema, bool labels, std::span<const std::string> columns, const FindColumn& find,
                     const std::string& file) {
  std::vector<std::string> missing;
  const auto look_up = [&](const std::string& name) {
    const std::optional<std::size_t> found = find(name);
    if (!found) missing.push_back(name);
    return found;
  };
  Binding binding;
  binding.features.reserve(schema.features.size());
  for (const std::string& name : schema.features) binding.features.push_back(look_up(name).value_or(0));
  if (labels && !schema.target.empty()) binding.target = look_up(schema.target);
  if (labels && !schema.weight.empty()) binding.weight = look_up(schema.weight);
  if (!missing.empty()) throw Error(ErrorCode::bad_data, no_such_columns(missing, columns), file);
  return binding;
}

void check_encoding(const Schema& schema, Encoding holds, const std::string& file) {
  if (schema.encoding == holds) return;
  const auto name = [](Encoding encoding) {
    constexpr std::array<std::string_view, 3> names = {"numbers", "categories", "text"};
    return names[static_cast<std::size_t>(encoding)];
  };
  throw Error(ErrorCode::bad_data,
              fmt::format("holds {}, and the model reads {}: give a CSV table, or fit a model of {}", name(holds),
                          name(schema.encoding), name(holds)),
              file);
}

Binding bind_text(const Schema& schema, bool labels, bool has_labels, const std::string& file) {
  check_encoding(schema, Encoding::text, file);
  std::vector<std::string> columns = {std::string(text_column)};
  if (has_labels) columns.emplace(columns.begin(), label_column);
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    if (schema.features.size() == 1 && name == schema.features.front()) return 1;
    return has_labels && name == schema.target ? std::optional<std::size_t>(0) : std::nullopt;
  };
  return bind_columns(schema, labels, columns, find, file);
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
  const auto& features = binding.features;
  if (binding.weight != position && std::find(features.begin(), features.end(), position) == features.end()) return;
  throw Error(ErrorCode::bad_data,
              fmt::format("the column '{0}' holds labels, not numbers: choose it as the target, or leave it out "
                          "(--drop {0})",
                          label_column),
              file);
}

}  // namespace suffice
