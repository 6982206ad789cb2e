// The schema as JSON text and back.
#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/file.hpp"
#include "store/json.hpp"
#include "store/model_file.hpp"
#include "store/safetensors.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

using nlohmann::json;

const std::string the_schema = "the schema";
constexpr std::uint64_t max_document_bytes = max_header_bytes;

const std::string a_column = "a column of the schema";

std::string role_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::numbers:
      return "number";
    case Encoding::categories:
      return "category";
    case Encoding::text:
      return "text";
  }
  throw Error(ErrorCode::internal, "there is no such encoding");
}

Encoding read_role(const std::string& role, const std::string& name) {
  if (role == "gaussian") return Encoding::numbers;  // formats 1 and 2
  for (const Encoding encoding : {Encoding::numbers, Encoding::categories, Encoding::text}) {
    if (role == role_of(encoding)) return encoding;
  }
  throw Error(ErrorCode::bad_model,
              fmt::format("{}: column {} has the role {}; this version of Suffice knows \"number\", \"category\" and "
                          "\"text\"",
                          the_schema, json_text(name), json_text(role)));
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  items.reserve(texts.size());
  for (const std::string& text : texts) items.push_back(json_text(text));
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::vector<std::string> read_texts(const json& object, const char* key, const std::string& what) {
  const json& value = object.at(key);
  std::vector<std::string> texts;
  for (const json& text : value) {
    if (!value.is_array() || !text.is_string()) fail(fmt::format("{}: \"{}\" is not a list of strings", what, key));
    texts.push_back(text.get<std::string>());
  }
  if (texts.empty()) fail(fmt::format("{}: \"{}\" is not a list, or empty; leave it out", what, key));
  return texts;
}

std::uint64_t whole_number_at(const json& object, const char* key) {
  const json& value = object.at(key);
  if (!value.is_number_unsigned()) fail(fmt::format("{}: \"{}\" is not a whole number", a_column, key));
  return value.get<std::uint64_t>();
}

/// What is left at its default is not written.
std::string text_options_json(const TextOptions& text) {
  const TextOptions defaults;
  std::string items;
  const auto add = [&](std::string_view key, const std::string& value) {
    items += fmt::format(",\"{}\":{}", key, value);
  };
  if (text.min_length != defaults.min_length) add("min_length", std::to_string(text.min_length));
  if (ngrams_to_text(text) != ngrams_to_text(defaults)) add("ngrams", json_text(ngrams_to_text(text)));
  if (!text.stop_words.empty()) add("stop_words", texts_json(text.stop_words));
  if (!text.stemmer.empty()) add("stemmer", json_text(text.stemmer));
  if (text.hash_buckets != 0) add("hash_buckets", std::to_string(text.hash_buckets));
  if (text.hash_key != 0) add("hash_key", std::to_string(text.hash_key));
  return items;
}

TextOptions read_text_options(const json& column) {
  TextOptions text;
  try {
    if (column.contains("min_length")) text.min_length = whole_number_at(column, "min_length");
    if (column.contains("ngrams")) parse_ngrams(string_at(column, "ngrams", a_column), text);
    if (column.contains("stop_words")) text.stop_words = read_texts(column, "stop_words", a_column);
    if (column.contains("stemmer")) text.stemmer = string_at(column, "stemmer", a_column);
    if (column.contains("hash_buckets")) text.hash_buckets = whole_number_at(column, "hash_buckets");
    if (column.contains("hash_key")) text.hash_key = whole_number_at(column, "hash_key");
    check_text_options(text);
  } catch (const Error& error) {
    throw Error(ErrorCode::bad_model, fmt::format("{}: {}", the_schema, error.message()));
  }
  return text;
}

/// Appends the column; `schema` has its encoding from the first on.
void read_column(const json& column, Schema& schema) {
  check_keys(column, {"name", "role"},
             {"values", "min_length", "ngrams", "stop_words", "stemmer", "hash_buckets", "hash_key"}, a_column);
  const std::string& name = string_at(column, "name", a_column);
  const Encoding encoding = read_role(string_at(column, "role", a_column), name);
  if (!schema.features.empty() && encoding != schema.encoding) {
    fail(fmt::format("{}: column {} has another role than those before it", the_schema, json_text(name)));
  }
  schema.encoding = encoding;
  schema.features.push_back(name);
  if (encoding == Encoding::text) {
    check_keys(column, {"name", "role"}, {"min_length", "ngrams", "stop_words", "stemmer", "hash_buckets", "hash_key"},
               a_column);
    schema.text = read_text_options(column);
  } else if (encoding == Encoding::categories) {
    check_keys(column, {"name", "role"}, {"values"}, a_column);
    schema.declared_values.emplace_back();
    if (column.contains("values")) schema.declared_values.back() = read_texts(column, "values", a_column);
  } else {
    check_keys(column, {"name", "role"}, {}, a_column);
  }
}

std::string column_json(const Schema& schema, std::size_t j) {
  std::string more;
  if (schema.encoding == Encoding::text) more = text_options_json(schema.text);
  if (!schema.declared_values.empty() && !schema.declared_values[j].empty()) {
    more = R"(,"values":)" + texts_json(schema.declared_values[j]);
  }
  return fmt::format(R"({{"name":{},"role":"{}"{}}})", json_text(schema.features[j]), role_of(schema.encoding), more);
}

}  // namespace

std::string schema_to_json(const Schema& schema) {
  std::vector<std::string> columns;
  columns.reserve(schema.features.size());
  for (std::size_t j = 0; j < schema.features.size(); ++j) columns.push_back(column_json(schema, j));
  const std::string weight = schema.weight.empty() ? "" : R"(,"weight":)" + json_text(schema.weight);
  const std::string labels = schema.declared_labels.empty() ? "" : R"(,"labels":)" + texts_json(schema.declared_labels);
  const std::string open = schema.open_columns ? R"(,"open":true)" : "";
  return fmt::format(R"({{"columns":[{}],"target":{}{}{}{}}})", fmt::join(columns, ","), json_text(schema.target),
                     weight, labels, open);
}

Schema schema_from_json(std::string_view text) {
  const json document = parse_json(text, the_schema);
  check_keys(document, {"columns", "target"}, {"weight", "labels", "open"}, the_schema);
  if (!document.at("columns").is_array()) throw Error(ErrorCode::bad_model, the_schema + ": \"columns\" is not a list");
  Schema schema;
  for (const json& column : document.at("columns")) read_column(column, schema);
  if (std::ranges::all_of(schema.declared_values, &std::vector<std::string>::empty)) schema.declared_values.clear();
  schema.target = string_at(document, "target", the_schema);
  if (document.contains("labels")) schema.declared_labels = read_texts(document, "labels", the_schema);
  if (document.contains("weight")) {
    schema.weight = string_at(document, "weight", the_schema);
    if (schema.weight.empty()) throw Error(ErrorCode::bad_model, the_schema + ": \"weight\" is empty; leave it out");
  }
  if (document.contains("open")) {
    if (document.at("open") != true) fail(the_schema + ": \"open\" is not true; leave it out");
    schema.open_columns = true;
  }
  check_schema(schema);
  return schema;
}

Schema load_schema(const std::string& path) {
  const FileDescriptor file = open_to_read(path);
  const std::string bytes = read_all(file, path, [](std::string_view start) {
    return starts_like_safetensors(start) ? max_model_bytes : max_document_bytes;
  });
  try {
    return starts_like_safetensors(bytes) ? decode(bytes).summary.schema : schema_from_json(bytes);
  } catch (const Error& error) {
    throw at_path(error, path);
  }
}

}  // namespace suffice
