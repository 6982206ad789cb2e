// The schema as JSON text and back.
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

std::string read_feature(const json& column) {
  check_keys(column, {"name", "role"}, {}, "a column of " + the_schema);
  const std::string& name = string_at(column, "name", "a column of " + the_schema);
  const std::string& role = string_at(column, "role", "a column of " + the_schema);
  if (role != "gaussian") {
    throw Error(ErrorCode::bad_model,
                fmt::format("{}: column {} has the role {}; this version of Suffice knows \"gaussian\" only",
                            the_schema, json_text(name), json_text(role)));
  }
  return name;
}

}  // namespace

std::string schema_to_json(const Schema& schema) {
  std::vector<std::string> columns;
  columns.reserve(schema.features.size());
  for (const std::string& name : schema.features) {
    columns.push_back(fmt::format(R"({{"name":{},"role":"gaussian"}})", json_text(name)));
  }
  const std::string weight = schema.weight.empty() ? "" : R"(,"weight":)" + json_text(schema.weight);
  return fmt::format(R"({{"columns":[{}],"target":{}{}}})", fmt::join(columns, ","), json_text(schema.target), weight);
}

Schema schema_from_json(std::string_view text) {
  const json document = parse_json(text, the_schema);
  check_keys(document, {"columns", "target"}, {"weight"}, the_schema);
  if (!document.at("columns").is_array()) throw Error(ErrorCode::bad_model, the_schema + ": \"columns\" is not a list");
  Schema schema;
  for (const json& column : document.at("columns")) schema.features.push_back(read_feature(column));
  schema.target = string_at(document, "target", the_schema);
  if (document.contains("weight")) {
    schema.weight = string_at(document, "weight", the_schema);
    if (schema.weight.empty()) throw Error(ErrorCode::bad_model, the_schema + ": \"weight\" is empty; leave it out");
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
