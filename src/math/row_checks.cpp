#include "math/row_checks.hpp"

#include <cmath>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/row_checks.cpp"
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

template <typename Number>
HWY_INLINE bool are_counts(const Number* numbers, std::size_t count, std::uint32_t most) {
  const hn::ScalableTag<Number> tag;
  if (count < hn::Lanes(tag)) {
    bool counts = true;
    for (std::size_t k = 0; k < count; ++k) {
      counts =
          counts && numbers[k] > 0 && numbers[k] <= static_cast<Number>(most) && numbers[k] == std::trunc(numbers[k]);
    }
    return counts;
  }
  const auto zero = hn::Zero(tag);
  const auto largest = hn::Set(tag, static_cast<Number>(most));
  return none_found(tag, 0, count, [&](std::size_t k) HWY_ATTR {
    const auto some = hn::LoadU(tag, numbers + k);
    return hn::Not(hn::And(hn::Gt(some, zero), hn::And(hn::Le(some, largest), hn::Eq(some, hn::Trunc(some)))));
  });
}

bool counts_in_doubles(const double* numbers, std::size_t count, std::uint32_t most) {
  return are_counts(numbers, count, most);
}
bool counts_in_floats(const float* numbers, std::size_t count, std::uint32_t most) {
  return are_counts(numbers, count, most);
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

HWY_EXPORT(counts_in_doubles);
HWY_EXPORT(counts_in_floats);
HWY_EXPORT(ascending);

bool all_counts(std::span<const double> numbers, std::uint32_t most) {
  return HWY_DYNAMIC_DISPATCH(counts_in_doubles)(numbers.data(), numbers.size(), most);
}

bool all_counts(std::span<const float> numbers, std::uint32_t most) {
  return HWY_DYNAMIC_DISPATCH(counts_in_floats)(numbers.data(), numbers.size(), most);
}

bool ascend_below(std::span<const std::uint32_t> numbers, std::size_t bound) {
  return numbers.empty() || (numbers.back() < bound && HWY_DYNAMIC_DISPATCH(ascending)(numbers.data(), numbers.size()));
}

}  // namespace suffice
#endif
