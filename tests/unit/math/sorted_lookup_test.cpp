#include "math/kernels/sorted_lookup.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"

namespace suffice {
namespace {

TEST(SortedLookup, counts_what_is_at_most_a_number) {
  Random random(3);
  for (const std::size_t count : {1U, 2U, 3U, 17U, 200U, 1024U}) {
    for (const double power : {1.0, 9.0, 0.1}) {  // evenly spread, and crowded at an end
      std::vector<double> numbers;
      for (std::size_t k = 0; k < count; ++k) numbers.push_back(std::pow(random.uniform() * 4, power) - 2);
      std::ranges::sort(numbers);
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
      const SortedLookup lookup(numbers);
      std::vector<double> asked = numbers;
      for (const double number : numbers) asked.push_back(std::nextafter(number, -HUGE_VAL));
      for (std::size_t k = 0; k < 500; ++k) asked.push_back(std::pow(random.uniform() * 5, power) - 3);
      asked.insert(asked.end(), {-HUGE_VAL, HUGE_VAL, -1e308, 1e308, 0.0});
      for (const double x : asked) {
        const auto expected = std::ranges::upper_bound(numbers, x) - numbers.begin();
        ASSERT_EQ(lookup.count_at_most(x), static_cast<std::uint32_t>(expected)) << x;
      }
    }
  }
  const SortedLookup wide(std::vector<double>{-1e308, 0, 1e308});
  EXPECT_EQ(wide.count_at_most(-1), 1U);
  EXPECT_EQ(wide.count_at_most(1e308), 3U);
}

}  // namespace
}  // namespace suffice
