// Spool: what comes once can be read twice.
#include "data/bytes/spool.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

TEST(Spool, GivesTheSameBytesAgain) {
  std::string text(100'000, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i % 251);
  Spool spool(text_input(text, "name"));
  Input first = spool.first();
  EXPECT_EQ(first.name(), "name");
  EXPECT_EQ(read_all(first, 777), text);
  Input again = spool.again();
  EXPECT_EQ(again.name(), "name");
  EXPECT_EQ(read_all(again, 4096), text);
}

TEST(Spool, OutlivesItself) {
  const auto reread = [] {
    Spool spool(text_input("abc"));
    Input first = spool.first();
    EXPECT_EQ(read_all(first), "abc");
    return spool.again();
  };
  Input again = reread();
  EXPECT_EQ(read_all(again), "abc");
}

}  // namespace
}  // namespace suffice
