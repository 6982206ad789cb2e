#include "print/role_table.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"

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

using RolesByColumn = std::unordered_map<std::string, ReadRole>;

RolesByColumn roles_of(const Summary& summary) {
  RolesByColumn roles;
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    for (std::size_t j = 0; j < block.features.size() - indicator_count(block); ++j) {
      add_feature(summary, b, j, roles[block.features[j]]);
    }
    for (const Indicators& own : block.indicators) {
      ReadRole& role = roles[own.column];
      role.add("category", "by indicators of its values");
      role.values = own.values.size() + own.without.size();
    }
  }
  for (const DateColumn& date : summary.schema.dates) {
    ReadRole& role = roles[date.column];
    role.role = "date";
    role.entering = fmt::format("{}, {}", date.format, role.entering.empty() ? "its parts" : role.entering);
  }
  return roles;
}

// Columns that are shown in one line, as they have one role and enter alike.
struct FoldedRoles {
  ReadRole role;
  std::vector<std::string> columns;
};

std::vector<FoldedRoles> folded_roles(const std::vector<std::string>& columns, RolesByColumn& roles, bool folds) {
  std::vector<FoldedRoles> lines;
  for (const std::string& column : columns) {
    const ReadRole& role = roles[column];
    const auto line = std::ranges::find_if(lines, [&](const FoldedRoles& known) {
      return known.role.role == role.role && known.role.entering == role.entering && known.role.values == role.values;
    });
    if (folds && line != lines.end()) {
      line->columns.push_back(column);
    } else {
      lines.push_back({role, {column}});
    }
  }
  return lines;
}

}  // namespace

std::string describe_roles(const Summary& summary) {
  constexpr std::size_t most_lines = 40;
  const Schema& schema = summary.schema;
  const std::vector<std::string> columns = file_columns(schema);
  RolesByColumn roles = roles_of(summary);
  const auto is_plain = [&](const std::string& column) {
    const ReadRole& role = roles[column];
    return role.role == "text" || (role.role != "date" && role.role != "category" && role.entering == "as it is");
  };
  if (columns.size() == 1 && roles[columns.front()].role == "text") {
    return "";
  }
  const bool folds = columns.size() > most_lines || std::ranges::all_of(columns, is_plain);
  const std::vector<FoldedRoles> lines = folded_roles(columns, roles, folds);
  TextTable table({"column", "role", "values", "enters"}, 2, 1);
  table.add({schema.target, "target", fmt::format("{}", summary.classes.size()), "holds the labels"});
  if (!schema.weight.empty()) {
    table.add({schema.weight, "weight", "", "weighs the row"});
  }
  std::size_t shown_columns = 0;
  for (std::size_t k = 0; k < std::min(lines.size(), most_lines); ++k) {
    const ReadRole& role = lines[k].role;
    table.add(
        {folded_names(lines[k].columns), role.role, role.values ? fmt::format("{}", *role.values) : "", role.entering});
    shown_columns += lines[k].columns.size();
  }
  for (std::size_t j = 0; j < std::min(schema.dropped.size(), most_lines); ++j) {
    table.add({schema.dropped[j].column, "dropped", "", schema.dropped[j].reason});
  }
  std::string text = table.text();
  if (shown_columns < columns.size()) {
    text += fmt::format("and {}; --schema has all\n", counted(columns.size() - shown_columns, "more column"));
  }
  return text;
}

}  // namespace suffice::cli
