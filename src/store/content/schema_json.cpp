// The schema as JSON text and back.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/schema/roles/dates.hpp"
#include "store/container/file.hpp"
#include "store/container/json.hpp"
#include "store/container/safetensors.hpp"
#include "store/content/dialect_json.hpp"
#include "store/content/encodings_json.hpp"
#include "store/content/model_file.hpp"
#include "store/content/named_values.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

const std::string the_schema = "the schema";
const std::string a_block = "a block of the schema";
constexpr std::uint64_t max_document_bytes = max_header_bytes;
constexpr NamedValues<DocumentUnit, 3> document_units = {
    {{DocumentUnit::cell, "cell"}, {DocumentUnit::line, "line"}, {DocumentUnit::file, "file"}}};

constexpr std::array kinds = {Kind::measurements, Kind::amounts, Kind::counts, Kind::text, Kind::categories};

Kind read_kind(const std::string& name) {
  for (const Kind kind : kinds) {
    if (name == kind_name(kind)) return kind;
  }
  fail(
      fmt::format("{} is of the kind {}, which this version of Suffice does not know; it may come from a newer one: "
                  "upgrade to read it",
                  a_block, brief_text(name)));
}

/// A list of strings that is there only where it is not empty.
std::vector<std::string> nonempty_texts(JsonValue& value, const std::string& what) {
  std::vector<std::string> texts = take_texts(value, what);
  if (texts.empty()) fail(what + " is empty; leave it out");
  return texts;
}

/// What is at its default is not written.
std::string text_options_json(const TextOptions& text) {
  const TextOptions defaults;
  std::string items;
  const auto add = [&](std::string_view key, const std::string& value) {
    items += fmt::format(",\"{}\":{}", key, value);
  };
  if (text.form == DocumentForm::mail) add("form", json_text("mail"));
  if (text.min_length != defaults.min_length) add("min_length", std::to_string(text.min_length));
  if (ngrams_to_text(text) != ngrams_to_text(defaults)) add("ngrams", json_text(ngrams_to_text(text)));
  if (!text.stop_words.empty()) add("stop_words", json_text(text.stop_words));
  if (!text.stemmer.empty()) add("stemmer", json_text(text.stemmer));
  if (text.hash_buckets != 0) add("hash_buckets", std::to_string(text.hash_buckets));
  if (text.hash_key != 0) add("hash_key", std::to_string(text.hash_key));
  return items;
}

DocumentForm read_form(const std::string& name) {
  if (name == "mail") return DocumentForm::mail;
  fail(
      fmt::format("{} holds documents of the form {}, which this version of Suffice does not know; it may come from a "
                  "newer one: upgrade to read it",
                  a_block, brief_text(name)));
}

TextOptions read_text_options(JsonValue& block) {
  TextOptions text;
  try {
    if (block.contains("form")) text.form = read_form(string_at(block, "form", a_block));
    if (block.contains("min_length")) text.min_length = whole_number_at(block, "min_length", a_block);
    if (block.contains("ngrams")) parse_ngrams(string_at(block, "ngrams", a_block), text);
    if (block.contains("stop_words"))
      text.stop_words = nonempty_texts(block.at("stop_words"), "\"stop_words\" of " + a_block);
    if (block.contains("stemmer")) text.stemmer = string_at(block, "stemmer", a_block);
    if (block.contains("hash_buckets")) text.hash_buckets = whole_number_at(block, "hash_buckets", a_block);
    if (block.contains("hash_key")) text.hash_key = whole_number_at(block, "hash_key", a_block);
    check_text_options(text);
  } catch (const Error& error) {
    fail(fmt::format("{}: {}", the_schema, error.message()));
  }
  return text;
}

/// {"colour":["blue","red"],…} of the features that have declared values.
std::string declared_values_json(const Block& block) {
  std::vector<std::string> items;
  for (std::size_t j = 0; j < block.declared_values.size(); ++j) {
    if (block.declared_values[j].empty()) continue;
    items.push_back(fmt::format("{}:{}", json_text(block.features[j]), json_text(block.declared_values[j])));
  }
  return items.empty() ? "" : fmt::format(R"(,"values":{{{}}})", fmt::join(items, ","));
}

std::vector<std::vector<std::string>> read_declared_values(JsonValue& values, const Block& block) {
  const std::string what = "\"values\" of " + a_block;
  if (!values.is_object() || values.empty()) fail(what + " is not an object, or empty; leave it out");
  std::vector<std::vector<std::string>> declared;
  std::size_t found = 0;
  for (const std::string& feature : block.features) {
    declared.emplace_back();
    if (!values.contains(feature)) continue;
    declared.back() = nonempty_texts(values.at(feature), fmt::format("{} in {}", brief_text(feature), what));
    ++found;
  }
  if (found != values.size()) fail(what + " names a column twice or one that the block does not have");
  return declared;
}

std::string block_json(const Block& block) {
  std::string more;
  if (block.kind == Kind::text) more += text_options_json(block.text);
  if (block.kind == Kind::categories) more += declared_values_json(block);
  if (block.open_columns) more += R"(,"open":true)";
  more += encodings_json(block);
  return fmt::format(R"({{"kind":"{}","features":{}{}}})", kind_name(block.kind), json_text(block.features), more);
}

void check_block_keys(const JsonValue& block, std::initializer_list<std::string_view> optional) {
  check_keys(block, {"kind", "features"}, optional, a_block);
}

/// Takes the names out of the value.
Block read_block(JsonValue& value) {
  check_block_keys(value, {"open", "values", "form", "min_length", "ngrams", "stop_words", "stemmer", "hash_buckets",
                           "hash_key", "normal_scores", "fills", "indicators", "edges", "extremes", "missing_values"});
  Block block;
  block.kind = read_kind(string_at(value, "kind", a_block));
  block.features = take_texts(value.at("features"), "\"features\" of " + a_block);
  switch (block.kind) {
    case Kind::text:
      check_block_keys(value, {"form", "min_length", "ngrams", "stop_words", "stemmer", "hash_buckets", "hash_key"});
      block.text = read_text_options(value);
      break;
    case Kind::categories:
      check_block_keys(value, {"values", "edges", "extremes", "missing_values"});
      if (value.contains("values")) block.declared_values = read_declared_values(value.at("values"), block);
      break;
    case Kind::measurements:
      check_block_keys(value, {"open", "normal_scores", "fills", "indicators"});
      [[fallthrough]];
    case Kind::amounts:
    case Kind::counts:
      if (block.kind != Kind::measurements) check_block_keys(value, {"open"});
      if (value.contains("open") && !value.at("open").is(true))
        fail("\"open\" of " + a_block + " is not true; leave it out");
      block.open_columns = value.contains("open");
      break;
  }
  read_encodings(value, a_block, block);
  return block;
}

/// ,"dates":{"when":"%Y-%m-%d",…}
std::string dates_json(const std::vector<DateColumn>& dates) {
  std::vector<std::string> items;
  for (const DateColumn& date : dates) {
    items.push_back(fmt::format("{}:{}", json_text(date.column), json_text(date.format)));
  }
  return items.empty() ? "" : fmt::format(R"(,"dates":{{{}}})", fmt::join(items, ","));
}

/// ,"written_numbers":{"price":"$",…}
std::string written_numbers_json(const std::vector<WrittenNumbers>& columns) {
  std::vector<std::string> items;
  for (const WrittenNumbers& written : columns) {
    items.push_back(fmt::format("{}:{}", json_text(written.column), json_text(written.unit)));
  }
  return items.empty() ? "" : fmt::format(R"(,"written_numbers":{{{}}})", fmt::join(items, ","));
}

/// ,"dropped":{"id":"identifies rows: counts the rows",…}
std::string dropped_json(const std::vector<DroppedColumn>& columns) {
  std::vector<std::string> items;
  for (const DroppedColumn& dropped : columns) {
    items.push_back(fmt::format("{}:{}", json_text(dropped.column), json_text(dropped.reason)));
  }
  return items.empty() ? "" : fmt::format(R"(,"dropped":{{{}}})", fmt::join(items, ","));
}

/// What the schema says of columns, each a text at the column's name. Takes names and texts out of the document.
template <typename Said>
std::vector<Said> take_columns(JsonValue& document, const std::string& key) {
  if (!document.contains(key)) return {};
  JsonValue& value = document.at(key);
  const std::string what = fmt::format("\"{}\" of {}", key, the_schema);
  if (!value.is_object() || value.empty()) fail(what + " is not an object, or empty; leave it out");
  auto& members = std::get<JsonValue::Object>(value.content());
  std::vector<Said> columns;
  columns.reserve(members.size());
  for (JsonMember& member : members) {
    static_cast<void>(name_in(member.value, what));
    columns.push_back({std::move(member.key), std::move(std::get<std::string>(member.value.content()))});
  }
  return columns;
}

}  // namespace

std::string schema_to_json(const Schema& schema) {
  std::vector<std::string> blocks;
  blocks.reserve(schema.blocks.size());
  for (const Block& block : schema.blocks) blocks.push_back(block_json(block));
  const std::string weight = schema.weight.empty() ? "" : R"(,"weight":)" + json_text(schema.weight);
  const std::string labels = schema.declared_labels.empty() ? "" : R"(,"labels":)" + json_text(schema.declared_labels);
  const std::string dialect = dialect_to_json(schema.dialect);
  const std::string documents = schema.documents == DocumentUnit::cell
                                    ? ""
                                    : fmt::format(R"(,"documents":"{}")", name_of(schema.documents, document_units));
  return fmt::format(R"({{"target":{}{},"blocks":[{}]{}{}{}{}{}{}}})", json_text(schema.target), weight,
                     fmt::join(blocks, ","), labels, documents, dates_json(schema.dates),
                     written_numbers_json(schema.written_numbers), dropped_json(schema.dropped),
                     dialect.empty() ? "" : R"(,"dialect":)" + dialect);
}

Schema schema_from_json(std::string_view text) {
  JsonValue document = parse_json(text, the_schema);
  check_keys(document, {"target", "blocks"},
             {"weight", "labels", "documents", "dates", "written_numbers", "dropped", "dialect"}, the_schema);
  if (document.at("blocks").is_texts()) fail(a_block + " is not a JSON object");
  if (!document.at("blocks").is_array()) fail(the_schema + ": \"blocks\" is not a list");
  Schema schema;
  for (JsonValue& block : std::get<JsonValue::Array>(document.at("blocks").content())) {
    schema.blocks.push_back(read_block(block));
  }
  schema.target = string_at(document, "target", the_schema);
  if (document.contains("labels")) {
    schema.declared_labels = nonempty_texts(document.at("labels"), "\"labels\" of " + the_schema);
  }
  if (document.contains("weight")) {
    schema.weight = string_at(document, "weight", the_schema);
    if (schema.weight.empty()) fail(the_schema + ": \"weight\" is empty; leave it out");
  }
  if (document.contains("documents")) {
    schema.documents =
        read_name(string_at(document, "documents", the_schema), document_units, "\"documents\" of " + the_schema);
  }
  schema.dates = take_columns<DateColumn>(document, "dates");
  for (const DateColumn& date : schema.dates) check_date_format(date.format);
  schema.written_numbers = take_columns<WrittenNumbers>(document, "written_numbers");
  schema.dropped = take_columns<DroppedColumn>(document, "dropped");
  if (document.contains("dialect")) schema.dialect = read_dialect(document.at("dialect"));
  check_schema(schema);
  return schema;
}

namespace {

/// What the content of a model file or of a JSON document is made into, by whether it is a model.
template <typename Make>
auto made_of_file(const std::string& path, const Make& make) {
  const FileDescriptor file = open_to_read(path);
  const std::string bytes = read_all(file, path, [](std::string_view start) {
    return starts_like_safetensors(start) ? max_model_bytes : max_document_bytes;
  });
  try {
    return make(bytes, starts_like_safetensors(bytes));
  } catch (const Error& error) {
    throw at_path(error, path);
  }
}

}  // namespace

std::optional<Stored> load_if_model(const std::string& path) {
  return made_of_file(path, [](const std::string& bytes, bool is_model) {
    return is_model ? std::optional(decode(bytes)) : std::nullopt;
  });
}

Schema load_schema(const std::string& path) {
  return made_of_file(path, [](const std::string& bytes, bool is_model) {
    return is_model ? decode(bytes).summary.schema : schema_from_json(bytes);
  });
}

}  // namespace suffice
