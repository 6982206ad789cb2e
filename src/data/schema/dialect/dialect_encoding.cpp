#include "data/schema/dialect/dialect_encoding.hpp"

#include <algorithm>
#include <array>

#include "data/bytes/utf8.hpp"

namespace suffice {
namespace {

/// Well-formed characters of several bytes, and bytes that belong to no character.
struct Utf8Counts {
  std::size_t well_formed = 0;
  std::size_t malformed = 0;
  std::optional<std::size_t> first_malformed = {};
};

Utf8Counts count_utf8(std::string_view sample, bool complete) {
  constexpr std::size_t longest_character = 4;
  Utf8Counts counts;
  for (std::size_t i = 0; i < sample.size();) {
    if (static_cast<unsigned char>(sample[i]) < 0x80) {
      ++i;
      continue;
    }
    const std::string_view rest = sample.substr(i, longest_character);
    const std::size_t length = utf8_length(rest);
    // A lead byte with too few bytes behind it: cut by the end of the sample, not of the text.
    const bool cut = length == 0 && !complete && i + longest_character > sample.size() &&
                     std::all_of(rest.begin() + 1, rest.end(), [](char c) { return (c & '\xC0') == '\x80'; }) &&
                     static_cast<unsigned char>(rest[0]) >= 0xC2;
    if (cut) break;
    if (length == 0 && !counts.first_malformed) counts.first_malformed = i;
    (length == 0 ? counts.malformed : counts.well_formed) += 1;
    i += std::max<std::size_t>(length, 1);
  }
  return counts;
}

/// UTF-16 without a mark: one byte of most pairs is zero, the first one (big-endian) or the second one.
std::optional<Encoding> utf16_by_zeros(std::string_view sample, bool is_utf8) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < sample.size(); ++i) zeros[i % 2] += sample[i] == '\0' ? 1U : 0U;
  const std::size_t pairs = sample.size() / 2;
  const std::size_t most = std::max(zeros[0], zeros[1]);
  const std::size_t fewest = std::min(zeros[0], zeros[1]);
  // Scripts other than Latin have zeros in delimiters, digits and line ends alone, and are then no UTF-8 either.
  const std::size_t enough = is_utf8 ? pairs / 3 : pairs / 20;
  if (most < 2 || most <= enough || fewest * 8 > most) return std::nullopt;
  return zeros[0] > zeros[1] ? Encoding::utf16_be : Encoding::utf16_le;
}

/// Letters with accents stand alone in most words, and two together in a few. More than two stand together in other
/// alphabets, and pairs of bytes where each is a character.
bool stand_together(std::string_view sample) {
  std::size_t alone = 0;  // bytes, of runs of one or two
  std::size_t together = 0;
  std::size_t runs = 0;
  std::size_t pairs = 0;  // runs
  for (std::size_t i = 0; i < sample.size();) {
    const std::size_t begin = i;
    while (i < sample.size() && static_cast<unsigned char>(sample[i]) >= 0x80) ++i;
    const std::size_t run = i - begin;
    (run > 2 ? together : alone) += run;
    runs += run > 0 ? 1U : 0U;
    pairs += run > 0 && run % 2 == 0 ? 1U : 0U;
    i += run == 0 ? 1U : 0U;
  }
  return together > alone || (together > 0 && 10 * pairs >= 9 * runs);
}

}  // namespace

FoundEncoding find_encoding(std::string_view sample, bool complete) {
  if (sample.starts_with(byte_order_mark)) {
    return {Encoding::utf8, count_utf8(sample, complete).first_malformed};
  }
  if (sample.starts_with("\xFF\xFE")) return {Encoding::utf16_le};
  if (sample.starts_with("\xFE\xFF")) return {Encoding::utf16_be};
  const Utf8Counts counts = count_utf8(sample, complete);
  if (const auto utf16 = utf16_by_zeros(sample, counts.malformed == 0)) return {*utf16};
  const bool damaged_utf8 = counts.well_formed >= 4 * counts.malformed;
  if (damaged_utf8) return {Encoding::utf8, counts.first_malformed};
  return {Encoding::windows_1252, counts.first_malformed, stand_together(sample)};
}

}  // namespace suffice
