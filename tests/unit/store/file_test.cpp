// Reading files: content, limits, and errors that name the file.
#include "store/container/file.hpp"

#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "sample_model.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

SizeLimit at_most(std::uint64_t bytes) {
  return [bytes](std::string_view) { return bytes; };
}

std::string content_of(const std::string& path, const SizeLimit& limit) {
  return read_all(open_to_read(path), path, limit);
}

TEST(File, ReadsAllOfAFile) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 65536U, 200000U}) {
    std::string content(size, 'a');
    if (size > 0) content.back() = '\0';
    write_text(folder.file("f"), content);
    EXPECT_EQ(content_of(folder.file("f"), at_most(size)), content) << size;
  }
}

TEST(File, ReadsAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const FileDescriptor reading(ends[0]);
  {
    const FileDescriptor writing(ends[1]);
    ASSERT_EQ(::write(writing.number(), "some text", 9), 9);
  }
  EXPECT_EQ(read_all(reading, "pipe", at_most(9)), "some text");
}

TEST(File, RefusesMoreThanTheLimit) {
  const TemporaryFolder folder;
  write_text(folder.file("f"), std::string(100, 'a'));
  EXPECT_EQ(outcome_of([&] { content_of(folder.file("f"), at_most(99)); }),
            "file_system: " + folder.file("f") + ": the file has more than 99 bytes, too many for what it should be");
  // Nothing of this size can be allocated or read: the limit comes first.
  ASSERT_EQ(::truncate(folder.file("f").c_str(), off_t{1} << 42U), 0);
  EXPECT_EQ(error_of([&] { content_of(folder.file("f"), at_most(1000)); })->code(), ErrorCode::file_system);
  EXPECT_EQ(error_of([&] { content_of("/dev/zero", at_most(100'000)); })->code(), ErrorCode::file_system);
}

TEST(File, ShowsTheStartToTheLimit) {
  const TemporaryFolder folder;
  write_text(folder.file("f"), "begin" + std::string(10'000, 'x'));
  std::string seen;
  content_of(folder.file("f"), [&](std::string_view start) {
    seen = start;
    return std::uint64_t{1'000'000};
  });
  EXPECT_EQ(seen.size(), 4096U);
  EXPECT_TRUE(seen.starts_with("begin"));
}

TEST(File, NamesWhatCannotBeOpenedOrRead) {
  const TemporaryFolder folder;
  EXPECT_EQ(outcome_of([&] { open_to_read(folder.file("missing")); }),
            "file_system: " + folder.file("missing") + ": there is no such file; check the spelling and the folder");
  EXPECT_EQ(outcome_of([&] { open_to_change(folder.path()); }),
            "file_system: " + folder.path() + ": cannot open: Is a directory");
  EXPECT_EQ(outcome_of([&] { content_of(folder.path(), at_most(1)); }),
            "file_system: " + folder.path() + ": cannot read: Is a directory");
  write_text(folder.file("f"), "");
  EXPECT_EQ(outcome_of([&] { open_to_read(folder.file("f/below")); }),
            "file_system: " + folder.file("f/below") + ": cannot open: Not a directory");
}

TEST(File, ClosesADescriptorOnce) {
  const TemporaryFolder folder;
  write_text(folder.file("f"), "");
  int number = -1;
  {
    FileDescriptor first = open_to_read(folder.file("f"));
    number = first.number();
    FileDescriptor second = std::move(first);
    EXPECT_EQ(second.number(), number);
    EXPECT_FALSE(first.is_open());  // NOLINT(bugprone-use-after-move)
    first = std::move(second);
    EXPECT_EQ(first.number(), number);
    EXPECT_TRUE(S_ISREG(status_of(first, "f").st_mode));
    EXPECT_NE(::fcntl(number, F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_EQ(::fcntl(number, F_GETFD), -1);
}

}  // namespace
}  // namespace suffice
