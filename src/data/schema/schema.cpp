// The roles of columns, chosen once from a table's header.
#include "suffice/schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/utf8.hpp"
#include "data/schema/binding.hpp"
#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr std::array<std::string_view, 4> usual_targets = {"label", "target", "class", "y"};

struct NamedRole {
  std::string_view name;
  Role role;
};

/// The first name of a role is the one it is written with.
constexpr std::array<NamedRole, 16> named_roles = {{{"number", Role::number},
                                                    {"gaussian", Role::gaussian},
                                                    {"poisson", Role::poisson},
                                                    {"count", Role::poisson},
                                                    {"exponential", Role::exponential},
                                                    {"geometric", Role::geometric},
                                                    {"gamma", Role::gamma},
                                                    {"categorical", Role::categorical},
                                                    {"flag", Role::categorical},
                                                    {"bernoulli", Role::bernoulli},
                                                    {"text", Role::text},
                                                    {"normal-score", Role::normal_score},
                                                    {"mdl", Role::mdl},
                                                    {"equal-width", Role::equal_width},
                                                    {"equal-frequency", Role::equal_frequency},
                                                    {"indicators", Role::indicators}}};

bool is_among(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const ColumnRole* named_role(const ColumnChoice& choice, std::string_view column) {
  const auto found = std::ranges::find(choice.roles, column, &ColumnRole::column);
  return found == choice.roles.end() ? nullptr : &*found;
}

bool is_usual_target(std::string_view name) {
  return std::find(usual_targets.begin(), usual_targets.end(), ascii_lower(name)) != usual_targets.end();
}

void check_named_columns(std::span<const std::string> columns, const ColumnChoice& choice) {
  std::vector<std::string> missing;
  std::unordered_set<std::string> seen;
  const std::unordered_set<std::string_view> known(columns.begin(), columns.end());
  const auto look_up = [&](const std::string& name) {
    if (!name.empty() && !known.contains(name) && seen.insert(name).second) missing.push_back(name);
  };
  look_up(choice.target);
  look_up(choice.weight);
  look_up(choice.text);
  for (const std::string& name : choice.drop) look_up(name);
  for (const ColumnRole& role : choice.roles) look_up(role.column);
  for (const std::string& date : choice.dates) look_up(said_date(date, known).column);
  if (!missing.empty()) throw no_such_columns(missing, columns);
}

void check_text_role(const ColumnChoice& choice) {
  if (choice.text.empty()) return;
  if (choice.text == choice.target || choice.text == choice.weight || is_among(choice.drop, choice.text) ||
      named_role(choice, choice.text) != nullptr) {
    throw Error(ErrorCode::usage,
                quoted(choice.text) + " holds the documents and can be nothing else: choose another column for one");
  }
}

/// "the role poisson", or nothing for a column that has none.
std::string role_text(const ColumnChoice& choice, std::string_view column) {
  const ColumnRole* const given = named_role(choice, column);
  return given == nullptr ? std::string() : "the role " + to_text(given->role);
}

[[noreturn]] void refuse_target_role(const std::string& target, const std::string& role) {
  throw Error(ErrorCode::usage,
              fmt::format("{} is the target, which is no feature and has no role: do not give it {}, or choose another "
                          "column as the target",
                          quoted(target), role),
              "", {{"target", {"COL"}}});
}

bool is_said_to_be_labels(const ColumnChoice& choice, std::string_view column) {
  const ColumnRole* const given = named_role(choice, column);
  return given != nullptr && given->role == Role::categorical && given->values.empty();
}

/// That the target is categorical says that its values are labels, however many.
void take_labels_role(ColumnChoice& choice) {
  if (choice.target.empty() || !is_said_to_be_labels(choice, choice.target)) return;
  std::erase_if(choice.roles, [&](const ColumnRole& role) { return role.column == choice.target; });
  choice.many_labels = true;
}

/// A column that is given a role is given one, and is nothing else.
void check_given_roles(const ColumnChoice& choice) {
  std::map<std::string_view, Role> seen;
  const std::unordered_set<std::string_view> dropped(choice.drop.begin(), choice.drop.end());
  for (const ColumnRole& role : choice.roles) {
    if (role.column == choice.target) refuse_target_role(role.column, role_text(choice, role.column));
    const char* const other = role.column == choice.weight    ? "the weight"
                              : dropped.contains(role.column) ? "dropped"
                                                              : nullptr;
    if (other != nullptr) {
      throw Error(ErrorCode::usage, fmt::format("{} has the role {} and is {}: choose one of the two",
                                                quoted(role.column), to_text(role.role), other));
    }
    if (const auto [before, is_new] = seen.emplace(role.column, role.role); !is_new) {
      throw Error(
          ErrorCode::usage,
          before->second == role.role
              ? fmt::format("{} is given the role {} twice: give it once", quoted(role.column), to_text(role.role))
              : fmt::format("{} is given two roles, {} and {}: choose one of the two", quoted(role.column),
                            to_text(before->second), to_text(role.role)));
    }
    if (!role.values.empty() && (kind_of(role.role) != Kind::categories || needs_sample(role.role))) {
      throw Error(ErrorCode::usage, fmt::format("values are declared for {}, which is {}, not categorical",
                                                quoted(role.column), to_text(role.role)));
    }
    if (role.role == Role::bernoulli && role.values.size() > 2) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} values are declared for {}, which is bernoulli and has two: make it categorical",
                              role.values.size(), quoted(role.column)));
    }
  }
}

void check_choice(const ColumnChoice& choice) {
  check_text_role(choice);
  if (!choice.target.empty() && choice.target == choice.weight) {
    throw Error(ErrorCode::usage,
                quoted(choice.target) + " cannot be both the target and the weight: choose another column for one");
  }
  for (const std::string& name : choice.drop) {
    if (name.empty() || (name != choice.target && name != choice.weight)) continue;
    throw Error(ErrorCode::usage, fmt::format("{} is the {} and cannot be dropped: choose one of the two", quoted(name),
                                              name == choice.target ? "target" : "weight"));
  }
  check_given_roles(choice);
}

/// Error where a column that is called as targets are is given something else to be.
void check_claimed_target(std::span<const std::string> columns, const ColumnChoice& choice) {
  const auto found = std::ranges::find_if(columns, [](const std::string& name) { return is_usual_target(name); });
  if (found == columns.end()) return;
  const std::string& name = *found;
  if (named_role(choice, name) != nullptr) refuse_target_role(name, role_text(choice, name));
  const char* const other = name == choice.weight ? "the weight" : name == choice.text ? "the text" : "dropped";
  throw Error(ErrorCode::usage,
              fmt::format("{} would be the target, by its name, but is {}: choose another column as the target",
                          quoted(name), other),
              "", {{"target", {"COL"}}});
}

std::string find_target(std::span<const std::string> columns, const ColumnChoice& choice) {
  std::vector<std::string> found;
  for (const std::string& name : columns) {
    if (is_usual_target(name) && name != choice.weight && name != choice.text && !is_among(choice.drop, name) &&
        named_role(choice, name) == nullptr) {
      found.push_back(name);
    }
  }
  if (found.empty()) {
    std::ranges::copy_if(columns, std::back_inserter(found), [&](const std::string& name) {
      return is_usual_target(name) && is_said_to_be_labels(choice, name);
    });
  }
  if (found.size() == 1) return found.front();
  std::vector<Remedy> remedies = {{"target", {"COL"}}};
  if (found.empty()) {
    check_claimed_target(columns, choice);
    Advice advice = delimiter_advice(columns);
    advice.remedies.insert(advice.remedies.end(), remedies.begin(), remedies.end());
    if (columns.size() > 1 && std::ranges::equal(columns, numbered_columns(columns.size()))) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the columns have no names, so that the one that holds the label must be given by its "
                              "number, from 1 to {}{}",
                              columns.size(), advice.words),
                  "", std::move(advice.remedies));
    }
    throw Error(ErrorCode::bad_data,
                fmt::format("no column is called label, target, class or y, so that the one that holds the label must "
                            "be named; the columns are {}{}",
                            list_names(columns), advice.words),
                "", std::move(advice.remedies));
  }
  throw Error(ErrorCode::bad_data,
              fmt::format("{} could each hold the label; the columns are {}", list_names(found), list_names(columns)),
              "", std::move(remedies));
}

struct Feature {
  std::string column;
  Role role = Role::number;
  const std::vector<std::string>* values = nullptr;  // declared, if any
};

[[noreturn]] void fail_without_features(std::span<const std::string> columns, const std::string& target) {
  Advice advice = delimiter_advice(columns);
  throw Error(
      ErrorCode::bad_data,
      fmt::format("no feature is left besides the target {}; {} {}{}", quoted(target),
                  columns.size() == 1 ? "the only column is" : "the columns are", list_names(columns), advice.words),
      "", std::move(advice.remedies));
}

// The columns that are neither target nor weight nor dropped; where documents are wanted, of those without a role
// only the one that holds them.
std::vector<Feature> find_features(std::span<const std::string> columns, const ColumnChoice& choice,
                                   const std::string& target) {
  const std::set<std::string_view> dropped(choice.drop.begin(), choice.drop.end());
  std::map<std::string_view, const ColumnRole*> roles;
  for (const ColumnRole& role : choice.roles) roles.emplace(role.column, &role);
  std::vector<Feature> features;
  std::vector<std::string> documents;  // those without a role, where the role is text
  for (const std::string& name : columns) {
    if (name == target || name == choice.weight || dropped.contains(name)) continue;
    if (const auto found = roles.find(name); found != roles.end()) {
      features.push_back({name, found->second->role, &found->second->values});
    } else if (!choice.text.empty()) {
      if (name == choice.text) features.push_back({name, Role::text});
    } else {
      features.push_back({name, choice.role});
      if (choice.role == Role::text) documents.push_back(name);
    }
  }
  if (features.empty()) fail_without_features(columns, target);
  if (documents.size() > 1) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{} could each hold the documents; the columns are {}", list_names(documents), list_names(columns)),
        "", {{"text", {"COL"}}});
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

// Columns of which groups share a block, in the order of the blocks.
constexpr std::size_t group_of(Role role) {
  switch (role) {
    case Role::number:
    case Role::normal_score:
    case Role::indicators:
      return 0;
    case Role::gaussian:
      return 1;
    case Role::poisson:
    case Role::exponential:
    case Role::geometric:
    case Role::gamma:
      return 2;
    case Role::term:
      return 3;
    case Role::categorical:
    case Role::bernoulli:
    case Role::mdl:
    case Role::equal_width:
    case Role::equal_frequency:
      return 4;
    case Role::text:
      return 5;
  }
  return 0;
}
constexpr std::size_t groups = 6;

std::vector<Block> blocks_of(const std::vector<Feature>& features) {
  std::vector<Block> blocks;
  for (std::size_t group = 0; group < groups; ++group) {
    Block block;
    std::vector<std::vector<std::string>> values;
    std::vector<std::vector<double>> edges;
    bool any_declared = false;
    bool any_bins = false;
    for (const Feature& feature : features) {
      if (group_of(feature.role) != group) continue;
      block.kind = kind_of(feature.role);
      if (feature.role == Role::indicators) {
        block.indicators.push_back({feature.column, {std::string(missing_value_name)}});
        continue;
      }
      block.features.push_back(feature.column);
      if (block.kind == Kind::text) {
        blocks.push_back(std::exchange(block, {}));
      } else if (block.kind == Kind::categories) {
        values.push_back(feature.values == nullptr ? std::vector<std::string>()
                                                   : declared(*feature.values, "a value of " + quoted(feature.column)));
        any_declared = any_declared || !values.back().empty();
        edges.emplace_back(needs_sample(feature.role) ? 1 : 0);
        any_bins = any_bins || needs_sample(feature.role);
      }
    }
    if (any_declared) block.declared_values = std::move(values);
    if (any_bins) block.edges = std::move(edges);
    for (const Indicators& own : block.indicators) {
      block.features.push_back(indicator_name(own.column, own.values.front()));
    }
    if (!block.features.empty()) blocks.push_back(std::move(block));
  }
  return blocks;
}

// Whether the table's columns are numbered, and all of them are in one block.
bool has_all_columns(const Schema& schema) {
  return schema.blocks.size() == 1 && is_numeric(schema.blocks.front().kind) && schema.weight.empty() &&
         is_numbered(schema.blocks.front().features);
}

}  // namespace

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::measurements:
      return "measurements";
    case Kind::amounts:
      return "amounts";
    case Kind::counts:
      return "counts";
    case Kind::text:
      return "text";
    case Kind::categories:
      return "categories";
  }
  return "unknown";
}

bool is_numeric(Kind kind) {
  switch (kind) {
    case Kind::measurements:
    case Kind::amounts:
    case Kind::counts:
      return true;
    case Kind::text:
    case Kind::categories:
      break;
  }
  return false;
}

bool has_terms(Kind kind) {
  switch (kind) {
    case Kind::counts:
    case Kind::text:
      return true;
    case Kind::measurements:
    case Kind::amounts:
    case Kind::categories:
      break;
  }
  return false;
}

Kind kind_of(Role role) {
  constexpr std::array<Kind, groups> kinds = {Kind::measurements, Kind::measurements, Kind::amounts,
                                              Kind::counts,       Kind::categories,   Kind::text};
  return kinds[group_of(role)];
}

bool needs_sample(Role role) {
  return role == Role::normal_score || role == Role::mdl || role == Role::equal_width ||
         role == Role::equal_frequency || role == Role::indicators;
}

std::vector<std::string> role_names() {
  std::vector<std::string> names;
  for (const NamedRole& named : named_roles) names.emplace_back(named.name);
  return names;
}

Role parse_role(const std::string& text) {
  for (const NamedRole& named : named_roles) {
    if (named.name == text) return named.role;
  }
  const std::vector<std::string> names = role_names();
  throw Error(ErrorCode::usage, fmt::format("{} is no role of a column{}: the roles are {}", quoted(text),
                                            did_you_mean(text, names), fmt::join(names, ", ")));
}

ColumnRole parse_column_role(std::string column, const std::string& text) {
  const std::size_t colon = text.find(':');
  ColumnRole result{.column = std::move(column), .role = parse_role(text.substr(0, colon))};
  const bool is_counted = result.role == Role::equal_width || result.role == Role::equal_frequency;
  const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
  const char* const end = number.data() + number.size();
  const bool is_number = !number.empty() && std::from_chars(number.data(), end, result.bins).ptr == end;
  const bool is_legal = is_number && result.bins >= 2 && result.bins <= most_edges;
  if (is_counted && !is_legal) {
    throw Error(ErrorCode::usage, fmt::format("{0} needs the number of bins, 2 to {1}, as in {0}:10; {2} is none",
                                              to_text(result.role), most_edges, quoted(text)));
  }
  if (!is_counted && colon != std::string::npos) {
    throw Error(ErrorCode::usage, fmt::format("the role {} has no number of bins, which {} gives it",
                                              to_text(result.role), quoted(text)));
  }
  return result;
}

std::string to_text(Role role) {
  const auto found = std::ranges::find(named_roles, role, &NamedRole::role);
  return found == named_roles.end() ? "term" : std::string(found->name);
}

std::vector<std::string> columns_of(const Schema& schema) {
  if (schema.blocks.size() == 1) return columns_of(schema.blocks.front());
  std::vector<std::string> columns;
  std::unordered_set<std::string> seen;
  for (const Block& block : schema.blocks) {
    for (std::string& name : columns_of(block)) {
      if (seen.insert(name).second) columns.push_back(std::move(name));
    }
  }
  return columns;
}

ColumnChoice resolved(std::span<const std::string> columns, ColumnChoice choice) {
  const std::unordered_set<std::string_view> known(columns.begin(), columns.end());
  const auto resolve = [&](std::string& name) {
    if (known.contains(name)) return;
    const std::optional<std::size_t> number = column_number(name);
    if (number && *number <= columns.size()) name = columns[*number - 1];
    const auto same = std::ranges::find(columns, composed(name), composed);
    if (same != columns.end()) name = *same;
  };
  resolve(choice.target);
  resolve(choice.weight);
  resolve(choice.text);
  for (std::string& name : choice.drop) resolve(name);
  for (ColumnRole& role : choice.roles) resolve(role.column);
  for (std::string& date : choice.dates) {
    DateColumn said = said_date(date, known);
    resolve(said.column);
    date = said.column + (said.format.empty() ? "" : "=" + said.format);
  }
  check_named_columns(columns, choice);
  take_labels_role(choice);
  check_choice(choice);
  if (choice.target.empty()) choice.target = find_target(columns, choice);
  take_labels_role(choice);
  return choice;
}

Schema choose_schema(std::span<const std::string> columns, const ColumnChoice& said) {
  const ColumnChoice choice = resolved(columns, said);
  Schema schema;
  schema.target = choice.target;
  schema.weight = choice.weight;
  schema.blocks = blocks_of(find_features(columns, choice, schema.target));
  schema.declared_labels = declared(choice.declared_labels, "a label");
  const auto is_sampled = [](const ColumnRole& role) { return needs_sample(role.role); };
  if (choice.open_columns && has_all_columns(schema) && std::ranges::none_of(choice.roles, is_sampled))
    schema.blocks.front().open_columns = true;
  return schema;
}

Block restricted(const Block& block, std::span<const std::string> features) {
  const std::unordered_set<std::string_view> known(block.features.begin(), block.features.end());
  const std::unordered_set<std::string_view> wanted(features.begin(), features.end());
  std::vector<std::string> unknown;
  for (const std::string& name : features) {
    if (!known.contains(name)) unknown.push_back(name);
  }
  if (!unknown.empty() || features.empty()) {
    throw Error(ErrorCode::usage,
                features.empty()
                    ? fmt::format("no feature is left of {}", list_names(block.features))
                    : fmt::format("{} {} no feature{}: the features are {}", list_names(unknown),
                                  unknown.size() == 1 ? "is" : "are", did_you_mean(unknown.front(), block.features),
                                  list_names(block.features)));
  }
  Block fewer{.kind = block.kind, .features = {}, .text = block.text};
  std::vector<std::uint8_t> kept(block.features.size(), 0);
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    if (!wanted.contains(block.features[j])) continue;
    kept[j] = 1;
    fewer.features.push_back(block.features[j]);
    if (!block.declared_values.empty()) fewer.declared_values.push_back(block.declared_values[j]);
  }
  restrict_encodings(block, kept, fewer);
  fewer.open_columns = block.open_columns && fewer.features.size() == block.features.size();
  const auto is_empty = [](const std::vector<std::string>& values) { return values.empty(); };
  if (std::ranges::all_of(fewer.declared_values, is_empty)) fewer.declared_values.clear();
  return fewer;
}

void check_label_count(std::size_t labels, std::uint64_t rows, const std::string& target) {
  constexpr std::size_t most_labels = 10'000;
  constexpr std::uint64_t rows_to_judge = 100;
  const bool too_many = labels > most_labels;
  if (!too_many && (rows < rows_to_judge || labels <= rows / 2)) return;
  const std::string count =
      too_many ? "more than 10,000 different labels" : fmt::format("{} different labels in {} rows", labels, rows);
  const bool may_be_labels = !too_many && labels < rows;  // those that no two rows share say nothing
  std::vector<Remedy> remedies = {{"target", {"COL"}}};
  if (may_be_labels) remedies.push_back({"column", {target + "=categorical"}});
  throw Error(
      ErrorCode::bad_data,
      fmt::format("the target {} has {}; is it a number or a text to be predicted? Labels name classes that rows "
                  "share: choose another column{}",
                  quoted(target), count, may_be_labels ? ", or say that each is a label" : ""),
      "", std::move(remedies));
}

}  // namespace suffice
