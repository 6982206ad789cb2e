// The model file in memory: schema, options and sums to bytes and back.
#include "store/model_file.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/crc32.hpp"
#include "store/json.hpp"
#include "store/options_json.hpp"
#include "store/safetensors.hpp"
#include "store/sum_tensors.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

using nlohmann::json;
using Metadata = std::map<std::string, std::string>;
using Tensors = std::map<std::string, Tensor>;

const std::string format_name = "suffice ";
const std::string first_format = "suffice 1";   // pooled moments and lda only
const std::string newest_format = "suffice 2";  // the one that is written
const std::string seal = "header_checksum";     // the last tensor: CRC-32 of all that stands before the first one

[[noreturn]] void fail_damaged(const std::string& message) {
  fail(fmt::format("the model file is damaged: {}; restore it from a copy, or fit the model again", message));
}

/// read(), whose errors mean damage.
template <typename Read>
auto undamaged(Read read) {
  try {
    return read();
  } catch (const Error& error) {
    fail_damaged(error.message());
  }
}

std::string checksum_text(std::string_view bytes) { return fmt::format("{:08x}", crc32(bytes)); }

std::string seal_of(std::string_view header) {
  const std::uint32_t checksum = crc32(header);
  return {reinterpret_cast<const char*>(&checksum), sizeof checksum};
}

std::string labels_json(std::span<const std::string> labels) {
  std::vector<std::string> texts;
  for (const std::string& label : labels) texts.push_back(json_text(label));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string checksums_json(std::span<const NamedTensor> tensors) {
  std::vector<std::string> texts;
  for (const auto& [name, tensor] : tensors)
    texts.push_back(fmt::format(R"("{}":"{}")", name, checksum_text(tensor.bytes)));
  return fmt::format("{{{}}}", fmt::join(texts, ","));
}

void check_meaning(const Stored& stored) {
  check_schema(stored.summary.schema);
  check_summary(stored.summary);
  check_options(stored.options, stored.summary.classes.labels, stored.summary.schema.features.size());
  const Keep needed = sums_needed(stored.options);
  if (!contains(stored.summary.moments.kind, needed.moments) ||
      (needed.fourth && !stored.summary.moments.has_fourth())) {
    fail(fmt::format("the sums are {} and cannot be read as {} with these options",
                     to_text(stored.summary.moments.kind), model_name(stored.options)));
  }
}

std::vector<std::string> read_labels(const std::string& text) {
  const json document = parse_json(text, "the list of labels");
  if (!document.is_array()) fail("the list of labels is not a JSON array");
  std::vector<std::string> labels;
  for (const json& label : document) {
    if (!label.is_string()) fail("the list of labels holds something other than a string");
    labels.push_back(label.get<std::string>());
  }
  return labels;
}

/// Ours, undamaged, and of a version this code knows. The order makes each message true: a file of another program is
/// not "damaged", and a damaged version number is not "newer".
void check_format(const SafetensorsHeader& header, std::string_view file) {
  const auto format = header.metadata.find("format");
  if (format == header.metadata.end() || !format->second.starts_with(format_name)) {
    fail("a safetensors file, but not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
  }
  const std::uint64_t size = file.size() - header.bytes.size();
  const std::uint64_t expected = header.entries.empty() ? 0 : header.entries.back().end;
  if (size < expected || size < 4) fail_damaged("it is cut short");
  if (size > expected) fail_damaged("it goes on after its end");
  if (file.substr(file.size() - 4) != seal_of(header.bytes)) fail_damaged("its header does not match its checksum");
  if (format->second != first_format && format->second != newest_format) {
    fail(
        fmt::format("the model file has format {}, and this version of Suffice reads {} and {}; upgrade Suffice to "
                    "read it",
                    json_text(format->second), first_format, newest_format));
  }
}

bool is_first_format(const Metadata& metadata) { return metadata.at("format") == first_format; }

void check_names(const SafetensorsHeader& header) {
  json names = json::object();
  for (const TensorEntry& entry : header.entries) names[entry.name] = nullptr;
  if (is_first_format(header.metadata)) {
    check_keys(json(header.metadata), {"format", "schema", "options", "labels", "checksums"}, {}, "the metadata");
    check_keys(names, {"class_rows", "class_weight", "mean", "scatter", seal}, {}, "the list of tensors");
  } else {
    check_keys(json(header.metadata), {"format", "schema", "options", "moments", "labels", "checksums"}, {},
               "the metadata");
    check_keys(names, {"class_rows", "class_weight", "mean", "scatter", seal}, {"third", "fourth"},
               "the list of tensors");
  }
  if (header.entries.back().name != seal) fail("the header checksum is not the last tensor");
}

void check_checksums(const std::string& text, const Tensors& tensors) {
  const std::string what = "the table of checksums";
  const json table = parse_json(text, what);
  if (!table.is_object() || table.size() + 1 != tensors.size()) fail(what + " does not have one for each tensor");
  for (const auto& [name, tensor] : tensors) {
    if (name == seal) continue;
    if (!table.contains(name)) fail(fmt::format("{} lacks \"{}\"", what, name));
    if (string_at(table, name.c_str(), what) != checksum_text(tensor.bytes)) {
      fail_damaged(fmt::format("its tensor \"{}\" does not match its checksum", name));
    }
  }
}

/// What is left when the bytes are known to be whole.
Stored read_content(const Metadata& metadata, const Tensors& tensors) {
  const Tensor& last = tensors.at(seal);
  if (last.type != "U32" || last.shape != std::vector<std::uint64_t>{1}) fail("the header checksum is not U32 [1]");
  Stored stored;
  stored.summary.schema = schema_from_json(metadata.at("schema"));
  stored.options = options_from_json(metadata.at("options"), is_first_format(metadata));
  stored.summary.classes.labels = read_labels(metadata.at("labels"));
  stored.summary.moments.kind =
      is_first_format(metadata) ? MomentKind::pooled : read_moment_kind(metadata.at("moments"));
  read_sums(tensors, stored.summary);
  check_meaning(stored);
  return stored;
}

bool looks_like_text(std::string_view start) {
  for (const char c : start) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  }
  return true;
}

}  // namespace

void check_model_start(std::string_view start) {
  if (starts_like_safetensors(start)) return;
  if (start.empty()) fail("not a Suffice model file: it is empty");
  if (looks_like_text(start)) {
    fail(
        "not a Suffice model file: it looks like text; the model comes first and the data second, as in "
        "`suffice predict MODEL INPUT`");
  }
  fail("not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
}

Error at_path(const Error& error, const std::string& path) {
  return {error.code(), error.where().empty() ? error.message() : error.where() + ": " + error.message(), path};
}

std::string encode(const Stored& stored) {
  try {
    check_meaning(stored);
  } catch (const Error& error) {
    throw Error(ErrorCode::internal, fmt::format("this model cannot be saved: {}", error.message()), error.where());
  }
  std::vector<NamedTensor> tensors = sum_tensors(stored.summary);
  const NamedText metadata[] = {{"format", newest_format},
                                {"schema", schema_to_json(stored.summary.schema)},
                                {"options", options_to_json(stored.options)},
                                {"moments", to_text(stored.summary.moments.kind)},
                                {"labels", labels_json(stored.summary.classes.labels)},
                                {"checksums", checksums_json(tensors)}};
  const std::string open_seal(4, '\0');
  tensors.push_back({seal, {"U32", {1}, open_seal}});
  std::uint64_t data_bytes = 0;
  for (const auto& [name, tensor] : tensors) data_bytes += tensor.bytes.size();
  if (data_bytes > max_model_bytes - max_header_bytes - length_bytes) {
    throw Error(ErrorCode::usage,
                fmt::format("the sums take {} bytes, more than a model file can hold; drop columns", data_bytes));
  }
  std::string file = write_safetensors(metadata, tensors);
  file.replace(file.size() - 4, 4, seal_of(std::string_view(file).substr(0, file.size() - data_bytes)));
  return file;
}

Stored decode(std::string_view bytes) {
  check_model_start(bytes.substr(0, 512));
  try {
    const SafetensorsHeader header = undamaged([&] { return read_header(bytes); });
    check_format(header, bytes);
    check_names(header);
    const Tensors tensors = undamaged([&] { return read_tensors(header, bytes); });
    check_checksums(header.metadata.at("checksums"), tensors);
    return read_content(header.metadata, tensors);
  } catch (const Error& error) {
    throw Error(ErrorCode::bad_model, error.message(), error.where());
  }
}

}  // namespace suffice
