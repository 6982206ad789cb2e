// Reading and writing the safetensors container.
#include "store/container/safetensors.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const std::string metadata_key = "__metadata__";

std::uint64_t read_length(std::string_view file) {
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8U | static_cast<unsigned char>(file[i]);
  return length;
}

std::string length_text(std::uint64_t length) {
  std::string bytes;
  for (std::size_t i = 0; i < length_bytes; ++i) bytes.push_back(static_cast<char>(length >> (8 * i) & 0xFFU));
  return bytes;
}

std::optional<std::uint64_t> type_bytes(std::string_view type) {
  static constexpr std::pair<std::string_view, std::uint64_t> sizes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
      {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};
  for (const auto& [name, size] : sizes) {
    if (name == type) return size;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> unsigned_list(const JsonValue& value, const std::string& what) {
  if (!value.is_array()) fail(what + " is not a list");
  std::vector<std::uint64_t> numbers;
  numbers.reserve(value.size());
  for (const JsonValue& number : value.elements()) {
    if (!number.is_whole_number()) fail(what + " holds something other than a natural number");
    numbers.push_back(number.whole_number());
  }
  return numbers;
}

TensorEntry read_entry(std::string name, const JsonValue& value) {
  const std::string what = "tensor " + brief_text(name);
  check_keys(value, {"dtype", "shape", "data_offsets"}, {}, what);
  const auto places = unsigned_list(value.at("data_offsets"), what + ": \"data_offsets\"");
  if (places.size() != 2 || places[0] > places[1]) fail(what + ": \"data_offsets\" is not a begin and an end");
  return {std::move(name), string_at(value, "dtype", what), unsigned_list(value.at("shape"), what + ": \"shape\""),
          places[0], places[1]};
}

/// Takes the texts out of the value.
std::map<std::string, std::string> take_metadata(JsonValue& value) {
  if (!value.is_object()) fail("the metadata is not a JSON object");
  std::map<std::string, std::string> metadata;
  for (JsonMember& member : std::get<JsonValue::Object>(value.content())) {
    if (!member.value.is_string()) fail(fmt::format("metadata {} is not a string", brief_text(member.key)));
    auto& text = std::get<std::string>(member.value.content());
    text.shrink_to_fit();
    metadata.emplace(std::move(member.key), std::move(text));
  }
  return metadata;
}

/// The number of bytes of a tensor, or nothing when it does not fit 64 bits.
std::optional<std::uint64_t> byte_count(std::uint64_t element_bytes, std::span<const std::uint64_t> shape) {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
  std::uint64_t count = element_bytes;
  for (const std::uint64_t extent : shape) {
    if (count > UINT64_MAX / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

void check_size(const TensorEntry& entry) {
  const std::string what = "tensor " + brief_text(entry.name);
  const auto element_bytes = type_bytes(entry.type);
  if (!element_bytes) fail(fmt::format("{} has the unknown type {}", what, brief_text(entry.type)));
  if (byte_count(*element_bytes, entry.shape) != entry.end - entry.begin) fail(what + " has a shape that does not fit");
}

std::string entry_json(const std::string& name, const Tensor& tensor, std::uint64_t begin) {
  return fmt::format(R"({}:{{"dtype":{},"shape":[{}],"data_offsets":[{},{}]}})", json_text(name),
                     json_text(tensor.type), fmt::join(tensor.shape, ","), begin, begin + tensor.bytes.size());
}

void check_header_size(std::uint64_t size) {
  if (size <= max_header_bytes) return;
  throw Error(ErrorCode::usage, fmt::format("the names of columns and labels take {} bytes, more than a model file "
                                            "can hold ({}): drop columns, or check that the target is not a number",
                                            size, max_header_bytes));
}

}  // namespace

bool starts_like_safetensors(std::string_view start) {
  return start.size() > length_bytes && read_length(start) <= max_header_bytes && start[length_bytes] == '{';
}

std::uint64_t header_bytes(std::string_view start) {
  if (!starts_like_safetensors(start)) fail("not a safetensors file");
  return length_bytes + read_length(start);
}

SafetensorsHeader read_header(std::string_view file) {
  const std::uint64_t size = header_bytes(file);
  if (size > file.size()) fail("cut short: the header is not complete");
  SafetensorsHeader header;
  header.bytes = file.substr(0, size);
  JsonValue document = parse_json(header.bytes.substr(length_bytes), "the header", json_memory(file.size()));
  if (!document.is_object()) fail("the header is not a JSON object");
  auto& members = std::get<JsonValue::Object>(document.content());
  header.entries.reserve(members.size());
  for (JsonMember& member : members) {
    if (member.key == metadata_key) {
      header.metadata = take_metadata(member.value);
    } else {
      header.entries.push_back(read_entry(std::move(member.key), member.value));
    }
    member.value = JsonValue();  // what was read need not stand there twice
  }
  std::sort(header.entries.begin(), header.entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  return header;
}

void check_layout(const SafetensorsHeader& header, std::uint64_t data_bytes) {
  std::uint64_t place = 0;
  for (const TensorEntry& entry : header.entries) {
    if (entry.begin != place) fail(fmt::format("a hole or an overlap before tensor {}", brief_text(entry.name)));
    if (entry.end > data_bytes) fail(fmt::format("cut short: tensor {} is not complete", brief_text(entry.name)));
    check_size(entry);
    place = entry.end;
  }
  if (place != data_bytes) fail(fmt::format("{} bytes after the last tensor", data_bytes - place));
}

std::map<std::string, Tensor> read_tensors(const SafetensorsHeader& header, std::string_view file) {
  const std::string_view data = file.substr(header.bytes.size());
  check_layout(header, data.size());
  std::map<std::string, Tensor> tensors;
  for (const TensorEntry& entry : header.entries) {
    tensors.emplace(entry.name, Tensor{entry.type, entry.shape, data.substr(entry.begin, entry.end - entry.begin)});
  }
  return tensors;
}

std::string write_safetensors(std::span<const NamedText> metadata, std::span<const NamedTensor> tensors) {
  std::uint64_t text_bytes = 0;
  for (const auto& [key, text] : metadata) text_bytes += key.size() + text.size();
  check_header_size(text_bytes);
  std::vector<std::string> texts;
  for (const auto& [key, text] : metadata) texts.push_back(json_text(key) + ":" + json_text(text));
  std::vector<std::string> parts = {fmt::format("{}:{{{}}}", json_text(metadata_key), fmt::join(texts, ","))};
  std::uint64_t place = 0;
  for (const auto& [name, tensor] : tensors) {
    parts.push_back(entry_json(name, tensor, place));
    place += tensor.bytes.size();
  }
  std::string header = fmt::format("{{{}}}", fmt::join(parts, ","));
  while (header.size() % 8 != 0) header.push_back(' ');
  check_header_size(header.size());
  std::string file;
  file.reserve(length_bytes + header.size() + place);
  file += length_text(header.size());
  file += header;
  for (const auto& [name, tensor] : tensors) file += tensor.bytes;
  return file;
}

}  // namespace suffice
