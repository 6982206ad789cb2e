// Strict reading and deterministic writing of JSON, on top of nlohmann::json.
#include "store/container/json.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

constexpr int max_depth = 8;

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Sees that no object has a key twice, and how deep they lie, in near linear time: the library's own callbacks look at
// all siblings again whenever an object ends.
class StrictEvents : public nlohmann::json_sax<json> {
 public:
  explicit StrictEvents(std::string_view what) : what_(what) {}

  bool start_object(std::size_t /*elements*/) override {
    keys_.emplace_back();
    return start();
  }
  bool start_array(std::size_t /*elements*/) override { return start(); }
  bool end_object() override {
    keys_.pop_back();
    --depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second) {
      throw Error(ErrorCode::bad_model, fmt::format("{} has the key {} twice", what_, json(name).dump()));
    }
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool parse_error(std::size_t /*byte*/, const std::string& /*token*/, const json::exception& /*error*/) override {
    return false;
  }

 private:
  bool start() {
    if (depth_++ >= max_depth) {
      throw Error(ErrorCode::bad_model, fmt::format("{} is nested too deeply", what_));
    }
    return true;
  }

  std::string_view what_;
  int depth_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects that are open
};

template <typename Value>
std::string list_text(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const Value& value : values) texts.push_back(json_text(value));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

}  // namespace

void fail(const std::string& message) { throw Error(ErrorCode::bad_model, message); }

json parse_json(std::string_view text, std::string_view what) {
  StrictEvents events(what);
  json::sax_parse(text, &events);  // what is not JSON is told below
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    throw Error(ErrorCode::bad_model, fmt::format("{} is not valid JSON (at byte {})", what, error.byte));
  } catch (const json::exception&) {
    throw Error(ErrorCode::bad_model, fmt::format("{} has a number that is out of range", what));
  }
}

void check_keys(const json& value, std::initializer_list<std::string_view> required,
                std::initializer_list<std::string_view> optional, std::string_view what) {
  if (!value.is_object()) throw Error(ErrorCode::bad_model, fmt::format("{} is not a JSON object", what));
  for (const std::string_view key : required) {
    if (!value.contains(key)) throw Error(ErrorCode::bad_model, fmt::format("{} lacks \"{}\"", what, key));
  }
  for (const auto& item : value.items()) {
    if (contains(required, item.key()) || contains(optional, item.key())) continue;
    fail_unknown(item.key(), what);
  }
}

void fail_unknown(const std::string& key, std::string_view what) {
  fail(
      fmt::format("{} has the key {}, which this version of Suffice does not know; it may come from a newer one: "
                  "upgrade to read it",
                  what, json_text(key)));
}

const std::string& string_at(const json& object, const char* key, std::string_view what) {
  const json& value = object.at(key);
  if (!value.is_string()) throw Error(ErrorCode::bad_model, fmt::format("{}: \"{}\" is not a string", what, key));
  return value.get_ref<const std::string&>();
}

double number_at(const json& object, const char* key, std::string_view what) {
  const json& value = object.at(key);
  if (!value.is_number()) throw Error(ErrorCode::bad_model, fmt::format("{}: \"{}\" is not a number", what, key));
  return value.get<double>();
}

std::uint64_t whole_number_at(const json& object, const char* key, std::string_view what) {
  const json& value = object.at(key);
  if (!value.is_number_unsigned()) fail(fmt::format("{}: \"{}\" is not a whole number", what, key));
  return value.get<std::uint64_t>();
}

std::vector<std::string> read_texts(const json& value, std::string_view what) {
  if (!value.is_array()) fail(fmt::format("{} is not a list", what));
  std::vector<std::string> texts;
  texts.reserve(value.size());
  for (const json& text : value) {
    if (!text.is_string()) fail(fmt::format("{} holds something other than a string", what));
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::vector<double> read_numbers(const json& value, std::string_view what) {
  if (!value.is_array()) fail(fmt::format("{} is not a list", what));
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const json& number : value) {
    if (!number.is_number()) fail(fmt::format("{} holds something other than a number", what));
    numbers.push_back(number.get<double>());
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

std::string json_text(double value) { return value == 0 ? "0" : fmt::format("{}", value); }

std::string json_text(const std::vector<std::string>& values) { return list_text(values); }

std::string json_text(const std::vector<double>& values) { return list_text(values); }

}  // namespace suffice
