#include "math/kernels/row_checks.hpp"

#include <algorithm>
#include <cmath>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/row_checks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Whether test(k), of the vector that begins at number k, finds nothing among the numbers from `first` on; at least one
// vector of them. The last two may overlap.
template <typename Tag, typename Test>
HWY_INLINE bool none_found(Tag tag, std::size_t first, std::size_t count, const Test& test) {
  const std::size_t lanes = hn::Lanes(tag);
  auto found = test(count - lanes);
  for (std::size_t k = first; k + lanes <= count; k += lanes) {
    found = hn::Or(found, test(k));
  }
  return hn::AllFalse(tag, found);
}

// −1 where some are not whole, positive and at most `most`.
template <typename Number>
HWY_INLINE Number largest(const Number* numbers, std::size_t count, std::uint32_t most) {
  const hn::ScalableTag<Number> tag;
  bool counts = true;
  Number result = 0;
  if (count < hn::Lanes(tag)) {
    for (std::size_t k = 0; k < count; ++k) {
      counts = counts && numbers[k] > 0 && numbers[k] == std::trunc(numbers[k]);
      result = std::max(result, numbers[k]);
    }
  } else {
    const auto zero = hn::Zero(tag);
    auto all = zero;
    counts = none_found(tag, 0, count, [&](std::size_t k) HWY_ATTR {
      const auto some = hn::LoadU(tag, numbers + k);
      all = hn::Max(all, some);
      return hn::Not(hn::And(hn::Gt(some, zero), hn::Eq(some, hn::Trunc(some))));
    });
    result = hn::GetLane(hn::MaxOfLanes(tag, all));
  }
  return counts && result <= static_cast<Number>(most) ? result : -1;
}

double largest_double(const double* numbers, std::size_t count, std::uint32_t most) {
  return largest(numbers, count, most);
}
float largest_float(const float* numbers, std::size_t count, std::uint32_t most) {
  return largest(numbers, count, most);
}

bool ascending(const std::uint32_t* numbers, std::size_t count) {
  const hn::ScalableTag<std::uint32_t> tag;
  if (count <= hn::Lanes(tag)) {
    bool ascends = true;
    for (std::size_t k = 1; k < count; ++k) {
      ascends = ascends && numbers[k - 1] < numbers[k];
    }
    return ascends;
  }
  return none_found(tag, 1, count, [&](std::size_t k) HWY_ATTR {
    return hn::Not(hn::Gt(hn::LoadU(tag, numbers + k), hn::LoadU(tag, numbers + k - 1)));
  });
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(largest_double);
HWY_EXPORT(largest_float);
HWY_EXPORT(ascending);

std::optional<std::uint32_t> largest_count(std::span<const double> numbers, std::uint32_t most) {
  const double largest = HWY_DYNAMIC_DISPATCH(largest_double)(numbers.data(), numbers.size(), most);
  return largest < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(largest));
}

std::optional<std::uint32_t> largest_count(std::span<const float> numbers, std::uint32_t most) {
  const float largest = HWY_DYNAMIC_DISPATCH(largest_float)(numbers.data(), numbers.size(), most);
  return largest < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(largest));
}

bool ascend_below(std::span<const std::uint32_t> numbers, std::size_t bound) {
  return numbers.empty() || (numbers.back() < bound && HWY_DYNAMIC_DISPATCH(ascending)(numbers.data(), numbers.size()));
}

}  // namespace suffice
#endif
