#include "math/system/huge_pages.hpp"

#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

#include "math/system/aligned.hpp"

namespace suffice {
namespace {

TEST(HugePages, keeps_what_was_there_and_doubles) {
  std::vector<int> numbers(3);
  std::iota(numbers.begin(), numbers.end(), 1);
  resize_in_huge_pages(numbers, 5);
  EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3, 0, 0}));
  EXPECT_GE(numbers.capacity(), 6U);
  resize_in_huge_pages(numbers, 3'000'000);
  EXPECT_EQ(numbers[2], 3);
  EXPECT_EQ(numbers.back(), 0);
  resize_in_huge_pages(numbers, 1);
  EXPECT_EQ(numbers, std::vector<int>{1});
}

TEST(HugePages, any_range_may_be_advised) {
  std::vector<char> bytes(8'000'000, 'x');
  advise_huge_pages(bytes.data() + 1, bytes.size() - 2);
  advise_huge_pages(bytes.data(), 0);
  advise_huge_pages(nullptr, 0);
  EXPECT_EQ(bytes.front(), 'x');
  EXPECT_EQ(bytes.back(), 'x');
}

TEST(HugePages, copies_are_the_same) {
  for (const std::size_t size : {0U, 3U, 1'000'000U}) {
    std::vector<double> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0.5);
    EXPECT_EQ(copy_in_huge_pages(numbers), numbers);
  }
}

TEST(HugePages, can_be_taken_as_zeros_and_given_back) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, std::size_t{1} << 21U, std::size_t{7'000'001}}) {
    auto* pages = static_cast<char*>(take_pages(bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages) % (bytes < HugePageAllocator<char>::page ? 4096 : 1U << 21U), 0U);
    EXPECT_EQ(pages[0], 0);
    EXPECT_EQ(pages[bytes - 1], 0);
    pages[0] = pages[bytes - 1] = 'x';
    give_back_pages(pages, bytes);
  }
  EXPECT_THROW(take_pages(std::size_t{1} << 60U), std::bad_alloc);
}

TEST(AlignedVector, starts_on_a_cache_line_and_keeps_its_numbers_where_it_grows) {
  AlignedVector numbers{1.5};
  for (const std::size_t size : {1000U, 40'000U, 1'000'000U, 10U}) {
    numbers.resize(size);
    numbers.shrink_to_fit();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 64, 0U);
    EXPECT_EQ(numbers.front(), 1.5);
    EXPECT_EQ(numbers.back(), 0);
  }
}

TEST(HugeVector, starts_on_a_cache_line_or_a_large_page) {
  for (const std::size_t size : {1U, 1000U, 300'000U}) {
    HugeVector numbers(size, 2.5);
    const auto address = reinterpret_cast<std::uintptr_t>(numbers.data());
    EXPECT_EQ(address % (size == 300'000 ? std::size_t{1} << 21U : 64U), 0U);
    numbers.resize(2 * size);
    EXPECT_EQ(numbers[size - 1], 2.5);
  }
}

}  // namespace
}  // namespace suffice
