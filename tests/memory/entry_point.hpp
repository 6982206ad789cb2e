// Entry point: a call of the library that is made again and again, each time with another allocation that fails.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace suffice {

/// What a call leaves behind when memory is out.
enum class AfterFault {
  unchanged,  ///< the object is as it was
  voided,     ///< the object is only to be destroyed, as its header says
};

struct EntryPoint {
  std::string name;
  std::function<void()> prepare;      ///< makes the object of the call anew
  std::function<void()> call;         ///< the only part in which allocations fail
  std::function<std::string()> text;  ///< what the object is now: all that can be seen of it
  std::function<void()> clear;        ///< destroys it
  AfterFault after_fault = AfterFault::unchanged;
};

/// A function without effect: call() gives a value, and text(value) all that can be seen of it. That what it was given
/// has not changed shows when the next call gives the same.
template <typename Call, typename Text>
EntryPoint value_of(std::string name, Call call, Text text) {
  const auto value = std::make_shared<std::optional<decltype(call())>>();
  return {std::move(name), [] {}, [value, call] { value->emplace(call()); },
          [value, text] { return value->has_value() ? text(**value) : std::string(); }, [value] { value->reset(); }};
}

/// call(object) changes an object that make() gives; text(object) is all that can be seen of it.
template <typename Make, typename Call, typename Text>
EntryPoint change_of(std::string name, Make make, Call call, Text text, AfterFault after = AfterFault::unchanged) {
  const auto object = std::make_shared<std::optional<decltype(make())>>();
  return {std::move(name),
          [object, make] { object->emplace(make()); },
          [object, call] { call(**object); },
          [object, text] { return text(**object); },
          [object] { object->reset(); },
          after};
}

/// The bytes of numbers.
template <typename Number>
std::string bytes(const std::vector<Number>& numbers) {
  std::string text(numbers.size() * sizeof(Number), '\0');
  if (!text.empty()) std::memcpy(text.data(), numbers.data(), text.size());
  return text;
}

/// Rooms of entry points; files lie in a folder that lasts as long as they do.
std::vector<EntryPoint> sum_entries();
std::vector<EntryPoint> model_entries();
std::vector<EntryPoint> evaluation_entries();
std::vector<EntryPoint> store_entries(const std::string& folder);
std::vector<EntryPoint> source_entries(const std::string& folder);
std::vector<EntryPoint> workflow_entries(const std::string& folder);
std::vector<EntryPoint> report_entries();

}  // namespace suffice
