// JSON for the model file: strict when read, the same text for the same content when written.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/json_value.hpp"

namespace suffice {

/// Error (bad_model). A message that names something long is cut in its middle.
[[noreturn]] void fail(const std::string& message);

/// Error (bad_model) unless `value` is an object that has every key of `required` and no key outside of both lists.
void check_keys(const JsonValue& value, std::initializer_list<std::string_view> required,
                std::initializer_list<std::string_view> optional, std::string_view what);
/// The error of check_keys() for a key that is in neither list.
[[noreturn]] void fail_unknown(const std::string& key, std::string_view what);

/// The text of a name or a word: a string of at most 1 MiB. Error (bad_model) when it is not one; `what` names it.
const std::string& name_in(const JsonValue& value, std::string_view what);
/// That at `key` of an object that has it.
const std::string& string_at(const JsonValue& object, const char* key, std::string_view what);

/// The number at `key` of an object that has it. Error (bad_model) when it is not a number.
double number_at(const JsonValue& object, const char* key, std::string_view what);

/// The whole number at `key` of an object that has it. Error (bad_model) when it is not one, or negative.
std::uint64_t whole_number_at(const JsonValue& object, const char* key, std::string_view what);
/// The strings of a list. Error (bad_model) when `value` is not one; `what` names it.
std::vector<std::string> read_texts(const JsonValue& value, std::string_view what);
/// The same, of a list that is left without them: many names do not stand there twice.
std::vector<std::string> take_texts(JsonValue& value, std::string_view what);
/// The numbers of a list. Error (bad_model) when `value` is not one; `what` names it.
std::vector<double> read_numbers(const JsonValue& value, std::string_view what);

/// JSON text of a string. Error (internal) when it is not UTF-8.
std::string json_text(const std::string& value);
/// json_text() for a message: of a long text its start and its end, so that the message takes no memory.
std::string brief_text(std::string_view value);
/// JSON text of a finite number, the shortest that reads back to the same double; −0 is written as 0.
std::string json_text(double value);
/// JSON text of a list.
std::string json_text(const std::vector<std::string>& values);
std::string json_text(const std::vector<double>& values);

}  // namespace suffice
