// Names of the values of an enumeration in JSON texts.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "store/container/json.hpp"

namespace suffice {

template <typename Value, std::size_t count>
using NamedValues = std::array<std::pair<Value, std::string_view>, count>;

template <typename Value, std::size_t count>
std::string_view name_of(Value value, const NamedValues<Value, count>& names) {
  return std::ranges::find(names, value, &std::pair<Value, std::string_view>::first)->second;
}

template <typename Value, std::size_t count>
Value read_name(const std::string& name, const NamedValues<Value, count>& names, const std::string& what) {
  const auto found = std::ranges::find(names, name, &std::pair<Value, std::string_view>::second);
  if (found == names.end())
    fail(fmt::format("{} is {}, which this version of Suffice does not know", what, brief_text(name)));
  return found->first;
}

}  // namespace suffice
