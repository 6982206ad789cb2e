#include "role_table.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "describe.hpp"
#include "output.hpp"
#include "text_table.hpp"

namespace suffice::cli {

namespace {

struct ReadRole {
  std::string role = {};
  std::optional<std::size_t> values = {};
  std::string entering = {};

  void add(const std::string& name, const std::string& how) {
    if (role.empty()) {
      role = name;
    }
    if (!how.empty() && entering.find(how) == std::string::npos) {
      entering += (entering.empty() ? "" : ", and ") + how;
    }
  }
};

// Feature j of a block that is no indicator.
void add_feature(const Summary& summary, std::size_t b, std::size_t j, ReadRole& role) {
  const Block& block = summary.schema.blocks[b];
  switch (block.kind) {
    case Kind::measurements: {
      const bool has_score = j < block.normal_scores.size() && !block.normal_scores[j].empty();
      role.add("number", has_score ? "by its normal score" : "as it is");
      return;
    }
    case Kind::amounts:
      role.add("amount", "as it is");
      return;
    case Kind::counts:
      role.add("count", "as it is");
      return;
    case Kind::text:
      role.add("text", "by its words");
      return;
    case Kind::categories:
      break;
  }
  if (j < block.edges.size() && !block.edges[j].empty()) {
    role.add("number", fmt::format("in {} bins", block.edges[j].size() + 1));
    return;
  }
  const auto& counts = std::get<ValueCounts>(summary.sums[b]);
  role.add("category", "by value");
  role.values = counts.values[j].size();
}

ReadRole role_of(const Summary& summary, const std::string& column) {
  ReadRole role;
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    const std::size_t plain = block.features.size() - indicator_count(block);
    const auto found =
        std::find(block.features.begin(), block.features.begin() + static_cast<std::ptrdiff_t>(plain), column);
    const auto j = static_cast<std::size_t>(found - block.features.begin());
    if (j < plain) {
      add_feature(summary, b, j, role);
    }
    for (const Indicators& own : block.indicators) {
      if (own.column == column) {
        role.add("category", "by indicators of its values");
        role.values = own.values.size() + own.without.size();
      }
    }
  }
  for (const DateColumn& date : summary.schema.dates) {
    if (date.column == column) {
      role.role = "date";
      role.entering = fmt::format("{}, {}", date.format, role.entering.empty() ? "its parts" : role.entering);
    }
  }
  return role;
}

}  // namespace

std::string describe_roles(const Summary& summary) {
  constexpr std::size_t most_lines = 40;
  const Schema& schema = summary.schema;
  const std::vector<std::string> columns = file_columns(schema);
  std::vector<ReadRole> roles;
  for (const std::string& column : columns) {
    roles.push_back(role_of(summary, column));
  }
  const auto is_plain = [](const ReadRole& role) {
    return role.role == "text" || (role.role != "date" && role.role != "category" && role.entering == "as it is");
  };
  const bool is_text = columns.size() == 1 && roles.front().role == "text";
  if (is_text || (std::ranges::all_of(roles, is_plain) && schema.dropped.empty())) {
    return "";
  }
  TextTable table({"column", "role", "values", "enters"}, 2, 1);
  table.add({schema.target, "target", fmt::format("{}", summary.classes.size()), "holds the labels"});
  if (!schema.weight.empty()) {
    table.add({schema.weight, "weight", "", "weighs the row"});
  }
  for (std::size_t j = 0; j < std::min(columns.size(), most_lines); ++j) {
    table.add(
        {columns[j], roles[j].role, roles[j].values ? fmt::format("{}", *roles[j].values) : "", roles[j].entering});
  }
  for (std::size_t j = 0; j < std::min(schema.dropped.size(), most_lines); ++j) {
    table.add({schema.dropped[j].column, "dropped", "", schema.dropped[j].reason});
  }
  std::string text = table.text();
  if (columns.size() > most_lines) {
    text += fmt::format("and {}; --schema has all\n", counted(columns.size() - most_lines, "more column"));
  }
  return text;
}

}  // namespace suffice::cli
