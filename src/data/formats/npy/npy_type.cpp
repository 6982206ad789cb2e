#include "data/formats/npy/npy_type.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "data/bytes/utf8.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr bool machine_is_big_endian = std::endian::native == std::endian::big;

/// The element at `bytes`, whatever its alignment.
template <typename Stored>
Stored load(const char* bytes, bool swapped) {
  char copy[sizeof(Stored)];
  std::memcpy(copy, bytes, sizeof copy);
  if (swapped) std::reverse(copy, copy + sizeof copy);
  Stored value{};
  std::memcpy(&value, copy, sizeof copy);
  return value;
}

/// visit(a value of the C++ type that the element type stands for); bool is a byte that is 0 or not.
template <typename Visitor>
auto visit_type(const NpyType& type, Visitor visit) {
  using TypeKind = NpyType::Kind;
  const bool is_signed = type.kind == TypeKind::integer;
  if (type.kind == TypeKind::real) return type.size == 4 ? visit(float{}) : visit(double{});
  switch (type.size) {
    case 8:
      return is_signed ? visit(std::int64_t{}) : visit(std::uint64_t{});
    case 4:
      return is_signed ? visit(std::int32_t{}) : visit(std::uint32_t{});
    case 2:
      return is_signed ? visit(std::int16_t{}) : visit(std::uint16_t{});
    default:
      return is_signed ? visit(std::int8_t{}) : visit(std::uint8_t{});
  }
}

bool is_swapped(const NpyType& type) { return type.size > 1 && type.big_endian != machine_is_big_endian; }

std::optional<std::string> unicode_text(const NpyType& type, const char* element) {
  const auto point = [&](std::size_t k) { return load<std::uint32_t>(element + 4 * k, is_swapped(type)); };
  std::size_t length = type.size / 4;
  while (length > 0 && point(length - 1) == 0) --length;
  std::string text;
  for (std::size_t k = 0; k < length; ++k) {
    if (!append_utf8(text, point(k))) return std::nullopt;
  }
  return text;
}

std::optional<std::string> bytes_text(const NpyType& type, const char* element) {
  std::string_view text(element, type.size);
  while (text.ends_with('\0')) text.remove_suffix(1);
  if (!is_utf8(text)) return std::nullopt;
  return std::string(text);
}

std::optional<std::string> integer_text(double value) {
  constexpr double exact = 9007199254740992;  // 2⁵³
  if (!(std::abs(value) <= exact) || value != std::trunc(value)) return std::nullopt;
  return std::to_string(static_cast<std::int64_t>(value));
}

}  // namespace

std::optional<NpyType> npy_type(std::string_view description) {
  using TypeKind = NpyType::Kind;
  constexpr std::size_t most_text_bytes = std::size_t{1} << 20;
  if (description.size() < 3) return std::nullopt;
  const char order = description[0];
  if (order != '<' && order != '>' && order != '|' && order != '=') return std::nullopt;
  std::size_t size = 0;
  const char* const end = description.data() + description.size();
  const auto [stop, problem] = std::from_chars(description.data() + 2, end, size);
  if (problem != std::errc() || stop != end || size == 0) return std::nullopt;
  const bool big_endian = order == '>' || (order == '=' && machine_is_big_endian);
  const bool is_power = size <= 8 && std::has_single_bit(size);
  switch (description[1]) {
    case 'b':
      return size == 1 ? std::optional<NpyType>({TypeKind::boolean, 1, false}) : std::nullopt;
    case 'i':
      return is_power ? std::optional<NpyType>({TypeKind::integer, size, big_endian}) : std::nullopt;
    case 'u':
      return is_power ? std::optional<NpyType>({TypeKind::natural, size, big_endian}) : std::nullopt;
    case 'f':
      return size == 4 || size == 8 ? std::optional<NpyType>({TypeKind::real, size, big_endian}) : std::nullopt;
    case 'U':
      return size <= most_text_bytes / 4 ? std::optional<NpyType>({TypeKind::unicode, 4 * size, big_endian})
                                         : std::nullopt;
    case 'S':
      return size <= most_text_bytes ? std::optional<NpyType>({TypeKind::bytes, size, false}) : std::nullopt;
    default:
      return std::nullopt;
  }
}

bool is_number(const NpyType& type) { return type.kind != NpyType::Kind::unicode && type.kind != NpyType::Kind::bytes; }

void convert(const NpyType& type, const char* elements, std::size_t count, double* out) {
  const bool swapped = is_swapped(type);
  if (type.kind == NpyType::Kind::boolean) {
    for (std::size_t k = 0; k < count; ++k) out[k] = elements[k] != 0 ? 1 : 0;
    return;
  }
  visit_type(type, [&](auto stored) {
    using Stored = decltype(stored);
    for (std::size_t k = 0; k < count; ++k) {
      out[k] = static_cast<double>(load<Stored>(elements + k * sizeof(Stored), swapped));
    }
  });
}

void convert(const NpyType& type, const char* elements, std::size_t count, float* out) {
  const bool swapped = is_swapped(type);
  for (std::size_t k = 0; k < count; ++k) out[k] = load<float>(elements + k * sizeof(float), swapped);
}

std::optional<std::string> label_text(const NpyType& type, const char* element) {
  switch (type.kind) {
    case NpyType::Kind::boolean:
      return *element != 0 ? "True" : "False";
    case NpyType::Kind::unicode:
      return unicode_text(type, element);
    case NpyType::Kind::bytes:
      return bytes_text(type, element);
    case NpyType::Kind::real: {
      double value = 0;
      convert(type, element, 1, &value);
      return integer_text(value);
    }
    default:
      return visit_type(type,
                        [&](auto stored) { return std::to_string(load<decltype(stored)>(element, is_swapped(type))); });
  }
}

}  // namespace suffice
