#include "report/json_writer.hpp"

#include <cmath>

#include <fmt/format.h>

#include "data/bytes/utf8.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// Names may hold any bytes: what is not well-formed UTF-8 is written as U+FFFD.
std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (std::size_t place = 0; place < text.size(); ++place) {
    const char letter = text[place];
    switch (letter) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(letter) < 0x20) {
          result += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
        } else if (static_cast<unsigned char>(letter) < 0x80) {
          result += letter;
        } else if (const std::size_t length = utf8_length(text.substr(place)); length > 0) {
          result += text.substr(place, length);
          place += length - 1;
        } else {
          result += "\xEF\xBF\xBD";
        }
    }
  }
  return result + '"';
}

std::string json_number(double number) {
  if (std::isnan(number)) {
    return "null";
  }
  return std::isinf(number) ? json_string(number_text(number)) : number_text(number);
}

}  // namespace

std::string number_text(double value) { return fmt::format("{}", value); }

void JsonWriter::new_line() {
  if (one_line_) {
    return;
  }
  text_ += '\n';
  text_.append(2 * depth_, ' ');
}

void JsonWriter::start_item() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!first_) {
    text_ += one_line_ ? ", " : ",";
  }
  if (depth_ > 0) {
    new_line();
  }
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  start_item();
  text_ += bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  --depth_;
  if (!first_) {
    new_line();
  }
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  start_item();
  text_ += json_string(name) + ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  start_item();
  text_ += json_string(text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  start_item();
  text_ += json_number(number);
  return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
  start_item();
  text_ += fmt::format("{}", number);
  return *this;
}

JsonWriter& JsonWriter::value(bool yes) {
  start_item();
  text_ += yes ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::null() {
  start_item();
  text_ += "null";
  return *this;
}

JsonWriter& JsonWriter::value(std::span<const double> numbers) {
  start_item();
  text_ += '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text_ += (i == 0 ? "" : ", ") + json_number(numbers[i]);
  }
  text_ += ']';
  return *this;
}

JsonWriter& JsonWriter::value(std::span<const std::string> texts) {
  start_item();
  text_ += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    text_ += (i == 0 ? "" : ", ") + json_string(texts[i]);
  }
  text_ += ']';
  return *this;
}

void write_matrix(JsonWriter& json, std::span<const double> values, std::size_t columns) {
  json.begin_array();
  for (std::size_t first = 0; first + columns <= values.size() && columns > 0; first += columns) {
    json.value(values.subspan(first, columns));
  }
  json.end_array();
}

void write_matrices(JsonWriter& json, std::span<const double> values, std::size_t size) {
  json.begin_array();
  for (std::size_t first = 0; first + size * size <= values.size() && size > 0; first += size * size) {
    write_matrix(json, values.subspan(first, size * size), size);
  }
  json.end_array();
}

}  // namespace suffice
