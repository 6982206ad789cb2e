// Strict reading and deterministic writing of JSON, on top of nlohmann::json.
#include "store/json.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using nlohmann::json;

constexpr int max_depth = 8;

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void fail(const std::string& message) { throw Error(ErrorCode::bad_model, message); }

json parse_json(std::string_view text, std::string_view what) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start) {
      if (depth >= max_depth) throw Error(ErrorCode::bad_model, fmt::format("{} is nested too deeply", what));
    }
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw Error(ErrorCode::bad_model, fmt::format("{} has the key {} twice", what, parsed.dump()));
    }
    return true;
  };
  try {
    return json::parse(text, check);
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
    throw Error(ErrorCode::bad_model,
                fmt::format("{} has the key {}, which this version of Suffice does not know; it may come from a newer "
                            "one: upgrade to read it",
                            what, json_text(item.key())));
  }
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

std::string json_text(const std::string& value) {
  try {
    return json(value).dump();
  } catch (const json::exception&) {
    throw Error(ErrorCode::internal, "a name or label is not valid UTF-8 and cannot be saved");
  }
}

std::string json_text(double value) { return value == 0 ? "0" : fmt::format("{}", value); }

}  // namespace suffice
