#include "options/column_options.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "input.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

[[noreturn]] void complain_of_column(const std::string& text) {
  throw Error(ErrorCode::usage,
              fmt::format("--column takes COL=ROLE, or COL={{a,b,c}} for the values of a category, not '{}'", text));
}

[[noreturn]] void complain_of_role(const std::string& role) {
  std::vector<std::string> names = role_names();
  names.emplace_back("date");
  names.emplace_back("drop");
  const std::string nearest = nearest_name(role, names);
  for (std::string& name : names) {
    name += name == "equal-width" || name == "equal-frequency" ? ":BINS" : name == "date" ? ", date:dmy" : "";
  }
  throw Error(
      ErrorCode::usage,
      fmt::format("'{}' is no role of a column{}: the roles are {} and {{A,B}}, a category with the values A, B", role,
                  nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(names, ", ")));
}

// The words of the table of columns are roles too.
std::string role_of_word(const std::string& word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> words = {{{"category", "categorical"},
                                                                                   {"identifier", "drop"},
                                                                                   {"constant", "drop"},
                                                                                   {"dropped", "drop"},
                                                                                   {"time", "date"}}};
  const auto* const found = std::ranges::find(words, word, &std::pair<std::string_view, std::string_view>::first);
  return found == words.end() ? word : std::string(found->second);
}

// COL=ROLE, COL={a,b,c} or COL=drop; COL may be a list, which is split when the columns are known
void apply_column(const std::string& text, ColumnChoice& columns) {
  const std::size_t brace = text.ends_with('}') ? text.rfind("={") : std::string::npos;
  const std::size_t sign = brace == std::string::npos ? text.rfind('=') : brace;
  if (sign == std::string::npos || sign == 0 || sign + 1 == text.size()) {
    complain_of_column(text);
  }
  const std::string column = text.substr(0, sign);
  const std::string role = role_of_word(text.substr(sign + 1));
  if (role.starts_with('{') != role.ends_with('}')) {
    complain_of_column(text);
  }
  const std::vector<std::string> names = role_names();
  if (role == "drop") {
    columns.drop.push_back(column);
  } else if (role == "date" || role.starts_with("date:")) {
    columns.dates.push_back(role == "date" ? column : fmt::format("{}={}", column, role.substr(5)));
  } else if (role.starts_with('{')) {
    columns.roles.push_back({column, Role::categorical, split_list(role.substr(1, role.size() - 2))});
  } else if (std::ranges::find(names, role.substr(0, role.find(':'))) != names.end()) {
    columns.roles.push_back(parse_column_role(column, role));
  } else {
    complain_of_role(role);
  }
}

/// The names of the columns that there are, to be looked up many times.
struct KnownColumns {
  explicit KnownColumns(std::span<const std::string> known) : names(known.begin(), known.end()) {
    for (const std::string& name : known) most_commas = std::max(most_commas, std::ranges::count(name, ','));
  }
  [[nodiscard]] bool contains(std::string_view name) const { return names.contains(name); }

  std::unordered_set<std::string_view> names;
  std::ptrdiff_t most_commas = 0;  // in a name
};

std::vector<std::string> split_by(const KnownColumns& known, const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const std::string& word : words) {
    for (std::size_t begin = 0; begin < word.size();) {
      std::size_t end = word.find(',', begin);
      for (std::ptrdiff_t commas = 0; end != std::string::npos && commas < known.most_commas; ++commas) {
        end = word.find(',', end + 1);
      }
      end = std::min(end, word.size());
      while (end != std::string::npos && end > begin && !known.contains(word.substr(begin, end - begin))) {
        end = word.rfind(',', end - 1);
      }
      if (end == std::string::npos || end <= begin) {
        end = std::min(word.find(',', begin), word.size());
      }
      if (end > begin) {
        names.push_back(word.substr(begin, end - begin));
      }
      begin = end + 1;
    }
  }
  return names;
}

// Error for a list such as COL=ROLE,COL=ROLE, in which a part names a column that there is, and a role.
void check_list(const std::string& list, const KnownColumns& known) {
  const auto is_known = [&](const std::string& name) { return known.contains(name); };
  for (const std::string& name : split_by(known, {list})) {
    if (!is_known(name) && is_known(name.substr(0, name.rfind('=')))) {
      throw Error(ErrorCode::usage, fmt::format("'{}' needs a --column of its own; columns of one role can be given "
                                                "together, as --column a,b=ROLE",
                                                name));
    }
  }
}

struct Given {
  const char* name;
  bool given;
};

// The first option of a group that was given, or nothing.
const char* first_given(std::initializer_list<Given> options) {
  const auto* const found = std::ranges::find(options, true, &Given::given);
  return found == options.end() ? nullptr : found->name;
}

const char* text_option(const Arguments& arguments) {
  return first_given({{"--min-length", arguments.min_length.has_value()},
                      {"--ngrams", !arguments.ngrams.empty()},
                      {"--stop-words", !arguments.stop_words.empty()},
                      {"--stem", !arguments.stemmer.empty()},
                      {"--hash-buckets", arguments.hash_buckets.has_value()},
                      {"--hash-key", arguments.hash_key.has_value()}});
}

const char* column_option(const Arguments& arguments) {
  return first_given({{"--target", !arguments.target.empty()},
                      {"--weight", !arguments.weight.empty()},
                      {"--drop", !arguments.drop.empty()},
                      {"--text", !arguments.text_column.empty()},
                      {"--column", !arguments.columns.empty()},
                      {"--labels", !arguments.labels.empty() && !has_npy(arguments)}});
}

TextOptions chosen_text(const Arguments& arguments) {
  TextOptions options;
  options.min_length = arguments.min_length.value_or(options.min_length);
  if (!arguments.ngrams.empty()) {
    parse_ngrams(arguments.ngrams, options);
  }
  if (arguments.stop_words == "english") {
    options.stop_words = english_stop_words();
  } else if (!arguments.stop_words.empty()) {
    options.stop_words = parse_word_list(read_text(arguments.stop_words));
  }
  options.stemmer = arguments.stemmer;
  if (arguments.hash_key && !arguments.hash_buckets) {
    throw Error(ErrorCode::usage, "--hash-key goes with --hash-buckets N");
  }
  if (arguments.hash_buckets == 0U) {
    throw Error(ErrorCode::usage, "--hash-buckets takes a number of at least 1");
  }
  options.hash_buckets = arguments.hash_buckets.value_or(0);
  options.hash_key = arguments.hash_key.value_or(0);
  check_text_options(options);
  return options;
}

void apply_schema(const Arguments& arguments, FitOptions& options) {
  const char* column = column_option(arguments);
  if (const char* option = column != nullptr ? column : text_option(arguments)) {
    throw Error(ErrorCode::usage, fmt::format("--schema says which columns to read, and how; leave out {}", option));
  }
  options.like = load_if_model(arguments.schema_file);
  options.schema = options.like ? options.like->summary.schema : load_schema(arguments.schema_file);
}

}  // namespace

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) {
      parts.push_back(text.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return parts;
}

void apply_column_options(const Arguments& arguments, FitOptions& options) {
  if (!arguments.schema_file.empty()) {
    apply_schema(arguments, options);
    return;
  }
  ColumnChoice& columns = options.columns;
  columns.target = arguments.target;
  columns.weight = arguments.weight;
  columns.drop = arguments.drop;
  columns.text = arguments.text_column;
  if (has_documents(arguments)) {
    columns.role = Role::text;
  }
  for (const std::string& column : arguments.columns) {
    apply_column(column, columns);
  }
  if (!has_npy(arguments)) {
    columns.declared_labels = split_list(arguments.labels);
  }
  if (has_text(options)) {
    options.text = chosen_text(arguments);
  } else if (const char* option = text_option(arguments)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{} goes with text: name its column by --text COL, or give a folder or LABEL=PATH", option));
  }
}

bool has_text(const FitOptions& options) {
  if (options.schema) {
    return std::ranges::find(options.schema->blocks, Kind::text, &Block::kind) != options.schema->blocks.end();
  }
  const ColumnChoice& columns = options.columns;
  return columns.role == Role::text || !columns.text.empty() ||
         std::ranges::find(columns.roles, Role::text, &ColumnRole::role) != columns.roles.end();
}

std::vector<std::string> split_names(const std::vector<std::string>& words, std::span<const std::string> known) {
  return split_by(KnownColumns(known), words);
}

void split_lists(ColumnChoice& columns, std::span<const std::string> known) {
  const KnownColumns there(known);
  for (const std::string& list : columns.drop) {
    check_list(list, there);
  }
  for (const ColumnRole& role : columns.roles) {
    check_list(role.column, there);
  }
  columns.drop = split_by(there, columns.drop);
  std::vector<std::string> dates;
  for (const std::string& date : columns.dates) {
    const std::size_t sign = date.rfind('=');
    const bool has_format = sign != std::string::npos && !there.contains(date);
    for (const std::string& column : split_by(there, {has_format ? date.substr(0, sign) : date})) {
      dates.push_back(column + (has_format ? date.substr(sign) : ""));
    }
  }
  columns.dates = std::move(dates);
  std::vector<ColumnRole> roles;
  for (const ColumnRole& role : columns.roles) {
    for (std::string& column : split_by(there, {role.column})) {
      roles.push_back({std::move(column), role.role, role.values, role.bins});
    }
  }
  columns.roles = std::move(roles);
}

}  // namespace suffice::cli
