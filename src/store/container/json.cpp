// What is asked of JSON values that were read, and the writing of JSON.
#include "store/container/json.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What is longer is cut in its middle.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 1000;
  if (text.size() <= longest) return std::string(text);
  // Between characters: a byte 10xxxxxx goes on with one.
  const auto goes_on = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; };
  std::size_t begin = longest / 2;
  std::size_t end = text.size() - longest / 2;
  while (goes_on(begin)) --begin;
  while (end < text.size() && goes_on(end)) ++end;
  return fmt::format("{} … {}", text.substr(0, begin), text.substr(end));
}

template <typename Value>
std::string list_text(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const Value& value : values) texts.push_back(json_text(value));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

}  // namespace

void fail(const std::string& message) { throw Error(ErrorCode::bad_model, shortened(message)); }

void check_keys(const JsonValue& value, std::initializer_list<std::string_view> required,
                std::initializer_list<std::string_view> optional, std::string_view what) {
  if (!value.is_object()) fail(fmt::format("{} is not a JSON object", what));
  for (const std::string_view key : required) {
    if (!value.contains(key)) fail(fmt::format("{} lacks \"{}\"", what, key));
  }
  for (const JsonMember& item : value.members()) {
    if (contains(required, item.key) || contains(optional, item.key)) continue;
    fail_unknown(item.key, what);
  }
}

void fail_unknown(const std::string& key, std::string_view what) {
  fail(
      fmt::format("{} has the key {}, which this version of Suffice does not know; it may come from a newer one: "
                  "upgrade to read it",
                  what, brief_text(key)));
}

const std::string& name_in(const JsonValue& value, std::string_view what) {
  constexpr std::size_t longest = std::size_t{1} << 20U;
  if (!value.is_string()) fail(fmt::format("{} is not a string", what));
  if (value.text().size() > longest) fail(fmt::format("{} is longer than any name", what));
  return value.text();
}

const std::string& string_at(const JsonValue& object, const char* key, std::string_view what) {
  return name_in(object.at(key), fmt::format("{}: \"{}\"", what, key));
}

double number_at(const JsonValue& object, const char* key, std::string_view what) {
  const JsonValue& value = object.at(key);
  if (!value.is_number()) throw Error(ErrorCode::bad_model, fmt::format("{}: \"{}\" is not a number", what, key));
  return value.number();
}

std::uint64_t whole_number_at(const JsonValue& object, const char* key, std::string_view what) {
  const JsonValue& value = object.at(key);
  if (!value.is_whole_number()) fail(fmt::format("{}: \"{}\" is not a whole number", what, key));
  return value.whole_number();
}

std::vector<std::string> read_texts(const JsonValue& value, std::string_view what) {
  if (value.is_texts()) return value.texts();
  if (!value.is_array()) fail(fmt::format("{} is not a list", what));
  if (!value.empty()) fail(fmt::format("{} holds something other than a string", what));
  return {};
}

std::vector<std::string> take_texts(JsonValue& value, std::string_view what) {
  return value.is_texts() ? std::exchange(std::get<JsonValue::Texts>(value.content()), {}) : read_texts(value, what);
}

std::vector<double> read_numbers(const JsonValue& value, std::string_view what) {
  if (value.is_texts()) fail(fmt::format("{} holds something other than a number", what));
  if (!value.is_array()) fail(fmt::format("{} is not a list", what));
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const JsonValue& number : value.elements()) {
    if (!number.is_number()) fail(fmt::format("{} holds something other than a number", what));
    numbers.push_back(number.number());
  }
  return numbers;
}

std::string json_text(const std::string& value) {
  try {
    return json(value).dump();
  } catch (const json::exception&) {
    throw Error(ErrorCode::internal, "a name or label is not valid UTF-8 and cannot be saved");
  }
}

std::string brief_text(std::string_view value) { return json_text(shortened(value)); }

std::string json_text(double value) { return value == 0 ? "0" : fmt::format("{}", value); }

std::string json_text(const std::vector<std::string>& values) { return list_text(values); }

std::string json_text(const std::vector<double>& values) { return list_text(values); }

}  // namespace suffice
