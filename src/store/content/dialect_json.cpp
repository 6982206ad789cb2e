#include "store/content/dialect_json.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/bytes/missing_markers.hpp"
#include "store/container/json.hpp"
#include "store/content/named_values.hpp"

namespace suffice {
namespace {

constexpr NamedValues<Encoding, 4> encodings = {{{Encoding::utf8, "utf-8"},
                                                 {Encoding::utf16_le, "utf-16le"},
                                                 {Encoding::utf16_be, "utf-16be"},
                                                 {Encoding::windows_1252, "windows-1252"}}};

const std::string the_dialect = "\"dialect\" of the schema";

/// One ASCII character that can stand between or around cells, or none where that is allowed.
char read_character(const JsonValue& dialect, const char* key, bool or_none) {
  const std::string text = string_at(dialect, key, the_dialect);
  if (text.empty() && or_none) return 0;
  const auto byte = text.size() == 1 ? static_cast<unsigned char>(text.front()) : 0U;
  if (byte == 0 || byte > 126 || (byte < 32 && byte != '\t')) {
    fail(fmt::format("\"{}\" in {} is not one printable ASCII character", key, the_dialect));
  }
  return text.front();
}

void check_switch(const JsonValue& dialect, const char* key, bool value) {
  if (!dialect.at(key).is(value)) fail(fmt::format("\"{}\" in {} is not {}; leave it out", key, the_dialect, value));
}

}  // namespace

std::string dialect_to_json(const Dialect& dialect) {
  const Dialect defaults;
  std::vector<std::string> items;
  const auto add = [&](std::string_view key, const std::string& value) {
    items.push_back(fmt::format("\"{}\":{}", key, value));
  };
  const auto character = [](char c) { return json_text(c == 0 ? std::string() : std::string(1, c)); };
  if (dialect.delimiter != defaults.delimiter) add("delimiter", character(dialect.delimiter));
  if (dialect.quote != defaults.quote) add("quote", character(dialect.quote));
  if (dialect.header != defaults.header) add("header", "false");
  if (dialect.decimal != defaults.decimal) add("decimal", character(dialect.decimal));
  if (dialect.encoding != defaults.encoding)
    add("encoding", json_text(std::string(name_of(dialect.encoding, encodings))));
  if (dialect.missing != defaults.missing) add("missing", json_text(dialect.missing));
  if (dialect.missing_as_value) add("missing_as_value", "true");
  return items.empty() ? "" : fmt::format("{{{}}}", fmt::join(items, ","));
}

Dialect read_dialect(const JsonValue& value) {
  check_keys(value, {}, {"delimiter", "quote", "header", "decimal", "encoding", "missing", "missing_as_value"},
             the_dialect);
  Dialect dialect;
  if (value.contains("delimiter")) dialect.delimiter = read_character(value, "delimiter", false);
  if (value.contains("quote")) dialect.quote = read_character(value, "quote", true);
  if (value.contains("header")) {
    check_switch(value, "header", false);
    dialect.header = false;
  }
  if (value.contains("decimal")) {
    dialect.decimal = read_character(value, "decimal", false);
    if (dialect.decimal != '.' && dialect.decimal != ',') fail("\"decimal\" in " + the_dialect + " is not . or ,");
  }
  if (value.contains("encoding")) {
    dialect.encoding =
        read_name(string_at(value, "encoding", the_dialect), encodings, "\"encoding\" in " + the_dialect);
  }
  if (value.contains("missing")) dialect.missing = read_texts(value.at("missing"), "\"missing\" in " + the_dialect);
  if (dialect.missing.size() > MissingMarkers::most) fail(the_dialect + " has too many markers of missing values");
  if (value.contains("missing_as_value")) {
    check_switch(value, "missing_as_value", true);
    dialect.missing_as_value = true;
  }
  if (dialect.quote != 0 && dialect.quote == dialect.delimiter)
    fail(the_dialect + ": cells are quoted and delimited by one character");
  return dialect;
}

}  // namespace suffice
