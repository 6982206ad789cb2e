// JSON writer: documents in the order they are written, indented, numbers as the shortest text that reads back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace suffice {

class JsonWriter {
 public:
  JsonWriter() = default;
  /// On one line, for JSON Lines.
  static JsonWriter on_one_line() {
    JsonWriter json;
    json.one_line_ = true;
    return json;
  }

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  /// Infinite numbers as "inf" and "-inf", NaN (undefined) as null.
  JsonWriter& value(double number);
  JsonWriter& value(std::uint64_t number);
  JsonWriter& value(bool yes);
  JsonWriter& null();
  /// Arrays of values, on one line.
  JsonWriter& value(std::span<const double> numbers);
  JsonWriter& value(std::span<const std::string> texts);

  template <typename T>
  JsonWriter& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  /// The document, ended by a line end.
  [[nodiscard]] std::string text() const { return text_ + "\n"; }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void start_item();
  void new_line();

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;  // nothing stands yet in the innermost object or array
  bool after_key_ = false;
  bool one_line_ = false;
};

/// An array of rows, each an array of `columns` numbers.
void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns);
/// An array of square matrices.
void write_matrices(JsonWriter& json, std::span<const double> values, std::size_t size);

}  // namespace suffice
