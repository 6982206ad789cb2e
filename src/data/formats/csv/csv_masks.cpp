#include "data/formats/csv/csv_masks.hpp"

#include <cstring>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/formats/csv/csv_masks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void find_csv_masks(const char* bytes, std::size_t count, const CsvMarks& marks, CsvMasks* masks) {
  const hn::CappedTag<std::uint8_t, csv_mask_bytes> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto all = [&](char byte) HWY_ATTR { return hn::Set(tag, static_cast<std::uint8_t>(byte)); };
  const auto delimiter = all(marks.delimiter);
  const auto other_delimiter = all(marks.other_delimiter);
  const auto quote = all(marks.quote);
  const auto line_feed = all('\n');
  const auto carriage_return = all('\r');
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes);
  // StoreMaskBits may write up to eight bytes; those behind a mask are overwritten by the next one.
  constexpr std::size_t room = csv_mask_bytes / 8 + 8;
  for (std::size_t block = 0; block < count; ++block) {
    std::uint8_t delimiters[room];
    std::uint8_t quotes[room];
    std::uint8_t line_feeds[room];
    std::uint8_t returns[room];
    for (std::size_t k = 0; k < csv_mask_bytes; k += lanes, at += lanes) {
      const auto some = hn::LoadU(tag, at);
      const auto is_delimiter = hn::Or(hn::Eq(some, delimiter), hn::Eq(some, other_delimiter));
      hn::StoreMaskBits(tag, is_delimiter, delimiters + k / 8);
      hn::StoreMaskBits(tag, hn::Eq(some, quote), quotes + k / 8);
      hn::StoreMaskBits(tag, hn::Eq(some, line_feed), line_feeds + k / 8);
      hn::StoreMaskBits(tag, hn::Eq(some, carriage_return), returns + k / 8);
    }
    std::memcpy(&masks[block].delimiters, delimiters, sizeof masks[block].delimiters);
    std::memcpy(&masks[block].quotes, quotes, sizeof masks[block].quotes);
    std::memcpy(&masks[block].line_feeds, line_feeds, sizeof masks[block].line_feeds);
    std::memcpy(&masks[block].returns, returns, sizeof masks[block].returns);
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(find_csv_masks);

void csv_masks(const char* bytes, std::size_t count, const CsvMarks& marks, CsvMasks* masks) {
  HWY_DYNAMIC_DISPATCH(find_csv_masks)(bytes, count, marks, masks);
}

}  // namespace suffice
#endif
