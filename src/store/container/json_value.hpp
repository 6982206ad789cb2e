// A JSON document that was read: values in bounded memory, which are let go without taking any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace suffice {

struct JsonMember;

/// One value. Members of an object stand in the order of their keys.
class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Texts = std::vector<std::string>;  ///< an array of strings alone, so that names can be taken as they are
  using Object = std::vector<JsonMember>;
  using Content = std::variant<std::monostate, bool, double, std::uint64_t, std::string, Array, Texts, Object>;

  JsonValue();
  explicit JsonValue(Content content);
  JsonValue(const JsonValue&) = delete;
  JsonValue(JsonValue&& other) noexcept;
  JsonValue& operator=(const JsonValue&) = delete;
  JsonValue& operator=(JsonValue&& other) noexcept;
  ~JsonValue();

  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(content_); }
  /// One that is empty, or has elements other than strings.
  [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(content_); }
  [[nodiscard]] bool is_texts() const { return std::holds_alternative<Texts>(content_); }
  [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(content_); }
  [[nodiscard]] bool is_whole_number() const { return std::holds_alternative<std::uint64_t>(content_); }
  [[nodiscard]] bool is_number() const { return is_whole_number() || std::holds_alternative<double>(content_); }
  /// Whether it is this boolean, this text.
  [[nodiscard]] bool is(bool value) const;
  [[nodiscard]] bool is(const char* text) const;

  /// The content of a value of that type; std::bad_variant_access for another.
  [[nodiscard]] const std::string& text() const { return std::get<std::string>(content_); }
  [[nodiscard]] double number() const;
  [[nodiscard]] std::uint64_t whole_number() const { return std::get<std::uint64_t>(content_); }
  [[nodiscard]] const Array& elements() const { return std::get<Array>(content_); }
  [[nodiscard]] const Texts& texts() const { return std::get<Texts>(content_); }
  [[nodiscard]] const Object& members() const { return std::get<Object>(content_); }
  [[nodiscard]] Content& content() { return content_; }

  /// How many elements or members there are; 0 of other values.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The value at a key of an object; null of other values, and where there is no such key.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] bool contains(std::string_view key) const { return find(key) != nullptr; }
  /// The value at a key of an object that has it; std::out_of_range otherwise.
  [[nodiscard]] const JsonValue& at(std::string_view key) const;
  [[nodiscard]] JsonValue& at(std::string_view key) { return const_cast<JsonValue&>(std::as_const(*this).at(key)); }

 private:
  Content content_;
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

/// How many bytes the values of a file of a model may take beside the file: each column and label has tensors too.
constexpr std::uint64_t json_memory(std::uint64_t file_bytes) { return 2 * file_bytes + (std::uint64_t{12} << 20U); }

/// Reads one JSON document: UTF-8, no key twice in an object, nested at most 8 deep, in linear time. Error (bad_model)
/// otherwise, and where its values would take more than `most_bytes`, which is found out before they are made; `what`
/// names the document in the message.
JsonValue parse_json(std::string_view text, std::string_view what, std::uint64_t most_bytes);
/// With at most 16 times the bytes of the text, beside 12 MiB.
JsonValue parse_json(std::string_view text, std::string_view what);

/// Whether the values of a document, which is sound, take at most so many bytes.
bool fits_memory(std::string_view text, std::uint64_t most_bytes);

}  // namespace suffice
