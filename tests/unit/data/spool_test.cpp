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
  Input first = spool.from_start();
  EXPECT_EQ(first.name(), "name");
  EXPECT_EQ(read_all(first, 777), text);
  Input again = spool.from_start();
  EXPECT_EQ(again.name(), "name");
  EXPECT_EQ(read_all(again, 4096), text);
}

TEST(Spool, GoesOnWhereReadingEndedBefore) {
  std::string text(100'000, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i % 251);
  Spool spool(text_input(text));
  for (const std::size_t part : {std::size_t{0}, std::size_t{10}, std::size_t{50'000}, std::size_t{7}}) {
    Input some = spool.from_start();
    std::string read(part, '\0');
    std::size_t count = 0;
    while (count < part) count += some.read(read.data() + count, part - count);
    EXPECT_EQ(read, text.substr(0, part));
  }
  Input all = spool.from_start();
  EXPECT_EQ(read_all(all, 4096), text);
  Input again = spool.from_start();
  EXPECT_EQ(read_all(again, 777), text);
}

TEST(Spool, OutlivesItself) {
  const auto reread = [] {
    Spool spool(text_input("abc"));
    Input first = spool.from_start();
    EXPECT_EQ(read_all(first), "abc");
    return spool.from_start();
  };
  Input again = reread();
  EXPECT_EQ(read_all(again), "abc");
}

}  // namespace
}  // namespace suffice
