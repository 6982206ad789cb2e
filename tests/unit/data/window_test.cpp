// Window: bytes held from the first wanted one, for every size of chunks.
#include "data/bytes/window.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

TEST(Window, HoldsWhatIsWantedAndLetsGoOfTheRest) {
  const std::string text = "0123456789abcdefghij";
  for (std::size_t chunk = 1; chunk <= 24; ++chunk) {
    Window window(text_input(text), chunk);
    EXPECT_EQ(window.bytes(), "");
    ASSERT_TRUE(window.hold(3));
    EXPECT_EQ(window.bytes().substr(0, 3), "012");
    window.drop(2);
    ASSERT_TRUE(window.hold(10));
    EXPECT_EQ(window.bytes().substr(0, 10), "23456789ab");
    window.drop(10);
    EXPECT_FALSE(window.hold(9));
    EXPECT_EQ(window.bytes(), "cdefghij") << "what there is stays";
    EXPECT_FALSE(window.grow());
  }
}

TEST(Window, RenewedLeavesWhatWasDroppedInPlace) {
  const std::string text = "0123456789abcdefghij";
  for (std::size_t chunk = 1; chunk <= 24; ++chunk) {
    Window window(text_input(text), chunk);
    ASSERT_TRUE(window.hold(6));
    const std::string_view first = window.bytes().substr(0, 4);
    window.drop(4);
    window.renew();
    EXPECT_EQ(window.bytes().substr(0, 2), "45");
    ASSERT_TRUE(window.hold(12));
    EXPECT_EQ(first, "0123");
    const std::string_view second = window.bytes().substr(0, 10);
    window.drop(10);
    window.renew();
    EXPECT_FALSE(window.hold(7));
    EXPECT_EQ(window.bytes(), "efghij");
    EXPECT_EQ(second, "456789abcd");
  }
}

TEST(Window, KnowsTheInput) {
  Window window(text_input("abc"));
  EXPECT_TRUE(window.grow());
  EXPECT_EQ(window.input().name(), "t.csv");
  EXPECT_EQ(window.input().bytes_read(), 3U);
  EXPECT_TRUE(window.hold(0));
}

}  // namespace
}  // namespace suffice
