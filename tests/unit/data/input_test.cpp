// Input: files, pipes, stdin and functions give their bytes; what cannot be read is named.
#include "data/bytes/input.hpp"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "data_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

TEST(Input, GivesTheBytesOfAFileAndCountsThem) {
  const TemporaryFolder folder;
  const std::string text("one\0two\nthree", 13);
  write_text(folder.file("a.bin"), text);
  Input input(folder.file("a.bin"));
  EXPECT_EQ(input.name(), folder.file("a.bin"));
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(read_all(input), text);
  EXPECT_EQ(input.bytes_read(), 13U);
  EXPECT_FALSE(input.would_wait());
}

TEST(Input, TakesBytesFromAFunction) {
  Input input = text_input("some text");
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(read_all(input, 2), "some text");
  EXPECT_EQ(input.bytes_read(), 9U);
}

TEST(Input, LooksAheadNoFurtherThanNeeded) {
  Pipe pipe;
  pipe.write("ab");
  Input input(pipe.path());
  EXPECT_FALSE(input.starts_with("b")) << "would wait for ever if it read on";
  EXPECT_FALSE(input.starts_with("axyz"));
  EXPECT_TRUE(input.starts_with("ab"));
  EXPECT_FALSE(input.would_wait()) << "what was looked at is still to be read";
  EXPECT_EQ(input.bytes_read(), 0U);
  std::array<char, 8> buffer{};
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 2U);
  EXPECT_EQ(input.bytes_read(), 2U);
  pipe.write("c");
  pipe.close();
  EXPECT_FALSE(input.starts_with("cd"));
  EXPECT_TRUE(input.starts_with("c"));
  EXPECT_EQ(read_all(input), "c");
}

TEST(Input, ShowsItsFirstBytesAndKeepsThem) {
  Input input = text_input("0123456789");
  EXPECT_EQ(input.peek(0), "");
  EXPECT_EQ(input.peek(3), "012");
  EXPECT_TRUE(input.starts_with("01234"));
  EXPECT_EQ(input.peek(2), "01");
  std::array<char, 4> buffer{};
  EXPECT_EQ(input.read(buffer.data(), 2), 2U);
  EXPECT_EQ(input.peek(4), "2345") << "from what was read on";
  EXPECT_TRUE(input.starts_with("23"));
  EXPECT_EQ(input.bytes_read(), 2U);
  EXPECT_FALSE(input.would_wait());
  Input moved(std::move(input));
  EXPECT_EQ(moved.peek(3), "234");
  EXPECT_EQ(moved.peek(100), "23456789");
  EXPECT_EQ(read_all(moved), "23456789");
  EXPECT_EQ(moved.peek(5), "");
}

TEST(Input, WaitsForTheBytesItShows) {
  Pipe pipe;
  pipe.write("ab");
  Input input(pipe.path());
  std::jthread writer([&] {
    pipe.write("cd");
    pipe.close();
  });
  EXPECT_EQ(input.peek(4), "abcd");
  writer.join();
  EXPECT_EQ(input.peek(9), "abcd") << "the end came first";
  EXPECT_EQ(read_all(input), "abcd");
}

TEST(Input, AsksForTheEndOnce) {
  int ends = 0;
  Input input("f", [&](char*, std::size_t) {
    ++ends;
    return std::size_t{0};
  });
  EXPECT_FALSE(input.starts_with("a"));
  EXPECT_EQ(read_all(input), "");
  EXPECT_EQ(read_all(input), "");
  EXPECT_EQ(ends, 1);
  EXPECT_FALSE(input.would_wait());
}

TEST(Input, AsksTheFunctionWhetherItWouldWait) {
  bool silent = true;
  Input input("f", [](char* to, std::size_t) { return *to = 'a', std::size_t{1}; }, [&] { return silent; });
  EXPECT_TRUE(input.would_wait());
  silent = false;
  EXPECT_FALSE(input.would_wait());
}

TEST(Input, ReadsARegularFileAnywhere) {
  const TemporaryFolder folder;
  write_text(folder.file("a"), "0123456789");
  Input input(folder.file("a"));
  std::string part(3, ' ');
  EXPECT_EQ(input.size(), 10U);
  EXPECT_EQ(read_all(input), "0123456789");
  input.read_at(4, part.data(), 3);
  EXPECT_EQ(part, "456");
  EXPECT_EQ(failure([&] { input.read_at(8, part.data(), 3); }),
            "5 " + folder.file("a") + ": became shorter while it was read; start again");
  EXPECT_EQ(text_input("abc").size(), std::nullopt);
  Pipe pipe;
  EXPECT_EQ(Input(pipe.path()).size(), std::nullopt);
}

TEST(Input, SaysWhenAPipeWouldWait) {
  Pipe pipe;
  Input input(pipe.path());
  EXPECT_TRUE(input.would_wait());
  pipe.write("ab");
  EXPECT_FALSE(input.would_wait());
  std::array<char, 8> buffer{};
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 2U);
  EXPECT_TRUE(input.would_wait());
  pipe.close();
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 0U);
}

TEST(Input, ReadsStdinAndWaitsEvenWhenItDoesNotBlock) {
  Pipe pipe;
  ASSERT_EQ(::fcntl(pipe.read_end(), F_SETFL, O_NONBLOCK), 0);
  const int saved = ::dup(STDIN_FILENO);
  ASSERT_EQ(::dup2(pipe.read_end(), STDIN_FILENO), STDIN_FILENO);
  std::string text;
  {
    Input input("-");
    EXPECT_EQ(input.name(), "<stdin>");
    std::jthread writer([&] {
      pipe.write("late");
      pipe.close();
    });
    text = read_all(input);
  }
  EXPECT_GE(::fcntl(STDIN_FILENO, F_GETFD), 0) << "stdin stays open";
  if (saved >= 0) {
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
  }
  EXPECT_EQ(text, "late");
}

TEST(Input, NamesWhatCannotBeOpened) {
  const TemporaryFolder folder;
  const std::string path = folder.file("none.csv");
  EXPECT_EQ(failure([&] { Input input(path); }),
            "5 " + path + ": cannot be opened: No such file or directory; check the path and the permissions");
  EXPECT_EQ(failure([&] { Input input(folder.path()); }),
            "5 " + folder.path() + ": is a folder; give a file, or - for stdin");
  EXPECT_EQ(failure([&] { Input input(std::string("a\0b", 3)); }),
            "5 a\\x00b: a path cannot hold a zero byte; check the path");
}

TEST(Input, ClosesItsFileOnceWhenMoved) {
  const TemporaryFolder folder;
  write_text(folder.file("a"), "abc");
  Input first(folder.file("a"));
  Input second(std::move(first));
  EXPECT_EQ(read_all(second), "abc");
}

}  // namespace
}  // namespace suffice
