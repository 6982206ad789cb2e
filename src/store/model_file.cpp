// The model file in memory: schema, options and sums to bytes and back.
#include "store/model_file.hpp"

#include <bit>
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
#include "suffice/store.hpp"

namespace suffice {
namespace {

using nlohmann::json;
using Metadata = std::map<std::string, std::string>;
using Tensors = std::map<std::string, Tensor>;

static_assert(std::endian::native == std::endian::little, "tensors are copied as they stand in memory");

const std::string format_name = "suffice ";
const std::string format_version = "1";
const std::string seal = "header_checksum";  // the last tensor: CRC-32 of all that stands before the first one

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorCode::bad_model, message); }

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

template <typename Number>
std::string_view bytes_of(std::span<const Number> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

template <typename Number>
std::vector<Number> numbers_of(const Tensor& tensor) {
  std::vector<Number> numbers(tensor.bytes.size() / sizeof(Number));
  tensor.bytes.copy(reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(Number));
  return numbers;
}

std::string checksum_text(std::string_view bytes) { return fmt::format("{:08x}", crc32(bytes)); }

std::string seal_of(std::string_view header) {
  const std::uint32_t checksum = crc32(header);
  return std::string(bytes_of(std::span(&checksum, 1)));
}

/// The tensors in the order of the file, without the seal.
std::vector<NamedTensor> tensors_of(const Summary& summary) {
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  return {{"class_rows", {"U64", {classes}, bytes_of(std::span(summary.classes.rows))}},
          {"class_weight", {"F64", {classes}, bytes_of(std::span(summary.classes.weight))}},
          {"mean", {"F64", {classes, features}, bytes_of(std::span(summary.moments.mean))}},
          {"scatter", {"F64", {features, features}, bytes_of(std::span(summary.moments.scatter))}}};
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
  check_options(stored.options, stored.summary.classes.labels);
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
  if (format->second != format_name + format_version) {
    fail(
        fmt::format("the model file has format {}, and this version of Suffice reads format {}{} only; upgrade Suffice "
                    "to read it",
                    json_text(format->second), format_name, format_version));
  }
}

void check_names(const SafetensorsHeader& header) {
  check_keys(json(header.metadata), {"format", "schema", "options", "labels", "checksums"}, {}, "the metadata");
  json names = json::object();
  for (const TensorEntry& entry : header.entries) names[entry.name] = nullptr;
  check_keys(names, {"class_rows", "class_weight", "mean", "scatter", seal}, {}, "the list of tensors");
  if (header.entries.back().name != seal) fail("the header checksum is not the last tensor");
}

void check_checksums(const std::string& text, const Tensors& tensors) {
  const std::string what = "the table of checksums";
  const json table = parse_json(text, what);
  check_keys(table, {"class_rows", "class_weight", "mean", "scatter"}, {}, what);
  for (const auto& [name, tensor] : tensors) {
    if (name == seal) continue;
    if (string_at(table, name.c_str(), what) != checksum_text(tensor.bytes)) {
      fail_damaged(fmt::format("its tensor \"{}\" does not match its checksum", name));
    }
  }
}

/// Types and shapes as the labels and features ask for; the sizes follow from them.
void check_shapes(const Tensors& tensors, const Summary& shape) {
  for (const auto& [name, expected] : tensors_of(shape)) {
    const Tensor& found = tensors.at(name);
    if (found.type != expected.type || found.shape != expected.shape) {
      fail(fmt::format("the tensor \"{}\" is {} [{}] where the labels and columns ask for {} [{}]", name, found.type,
                       fmt::join(found.shape, ", "), expected.type, fmt::join(expected.shape, ", ")));
    }
  }
  const Tensor& last = tensors.at(seal);
  if (last.type != "U32" || last.shape != std::vector<std::uint64_t>{1}) fail("the header checksum is not U32 [1]");
}

/// What is left when the bytes are known to be whole.
Stored read_content(const Metadata& metadata, const Tensors& tensors) {
  Stored stored;
  stored.summary.schema = schema_from_json(metadata.at("schema"));
  stored.options = options_from_json(metadata.at("options"));
  stored.summary.classes.labels = read_labels(metadata.at("labels"));
  check_shapes(tensors, stored.summary);
  stored.summary.classes.rows = numbers_of<std::uint64_t>(tensors.at("class_rows"));
  stored.summary.classes.weight = numbers_of<double>(tensors.at("class_weight"));
  stored.summary.moments.mean = numbers_of<double>(tensors.at("mean"));
  stored.summary.moments.scatter = numbers_of<double>(tensors.at("scatter"));
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
  std::vector<NamedTensor> tensors = tensors_of(stored.summary);
  const NamedText metadata[] = {{"format", format_name + format_version},
                                {"schema", schema_to_json(stored.summary.schema)},
                                {"options", options_to_json(stored.options)},
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
