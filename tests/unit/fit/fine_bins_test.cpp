#include "fit/choice/fine_bins.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Shares = std::vector<std::size_t>;

TEST(SharedOut, nobody_has_more_than_it_wants_and_others_have_alike) {
  EXPECT_EQ(shared_out(100, Shares{10, 20, 30}), (Shares{10, 20, 30}));
  EXPECT_EQ(shared_out(30, Shares{100, 4, 100}), (Shares{13, 4, 13}));
  EXPECT_EQ(shared_out(2, Shares{5, 5, 5}), (Shares{0, 1, 1}));
  EXPECT_TRUE(shared_out(7, Shares{}).empty());
}

}  // namespace
}  // namespace suffice
