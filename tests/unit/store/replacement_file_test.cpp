// Atomic replacement: all of the new content or all of the old, and nothing left behind.
#include "store/container/replacement_file.hpp"

#include <csignal>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "math/system/parallel.hpp"
#include "sample_model.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

namespace fs = std::filesystem;

void replace_content(const std::string& path, const std::string& content) {
  ReplacementFile file(path);
  file.write(content);
  file.commit();
}

unsigned permissions_of(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 0777U;
}

/// While it lives, no file can grow beyond a few bytes, root's neither: writing fails with EFBIG.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

TEST(ReplacementFile, WritesANewFileWithThePermissionsOfTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  replace_content(folder.file("new"), "content");
  ::umask(before);
  EXPECT_EQ(read_text(folder.file("new")), "content");
  EXPECT_EQ(permissions_of(folder.file("new")), 0640U);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReplacementFile, KeepsThePermissionsOfTheFileItReplaces) {
  const TemporaryFolder folder;
  write_text(folder.file("old"), "old");
  for (const unsigned permissions : {0600U, 0664U, 0444U, 0777U}) {
    fs::permissions(folder.file("old"), static_cast<fs::perms>(permissions));
    replace_content(folder.file("old"), "new");
    EXPECT_EQ(permissions_of(folder.file("old")), permissions);
  }
  EXPECT_EQ(read_text(folder.file("old")), "new");
}

TEST(ReplacementFile, ChangesNothingUntilItIsCommitted) {
  const TemporaryFolder folder;
  write_text(folder.file("f"), "old");
  {
    ReplacementFile file(folder.file("f"));
    file.write("new");
    EXPECT_EQ(read_text(folder.file("f")), "old");
    EXPECT_EQ(folder.entries(), 2U);
  }
  EXPECT_EQ(read_text(folder.file("f")), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReplacementFile, AFailedWriteLeavesTheOldFileAndNoOther) {
  const TemporaryFolder folder;
  write_text(folder.file("f"), "old");
  std::string outcome;
  {
    const FullDisk disk(10);
    outcome = outcome_of([&] { replace_content(folder.file("f"), std::string(1000, 'x')); });
  }
  EXPECT_EQ(outcome, "file_system: " + folder.file("f") + ": cannot write: File too large");
  EXPECT_EQ(read_text(folder.file("f")), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReplacementFile, SeveralAtOnceDoNotMeet) {
  const TemporaryFolder folder;
  ReplacementFile a(folder.file("f"));
  ReplacementFile b(folder.file("f"));
  a.write("a");
  b.write("b");
  b.commit();
  EXPECT_EQ(read_text(folder.file("f")), "b");
  a.commit();
  EXPECT_EQ(read_text(folder.file("f")), "a");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(ReplacementFile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("inner"));
  write_text(folder.file("inner/real"), "old");
  fs::create_symlink("inner/second", folder.file("first"));
  fs::create_symlink("real", folder.file("inner/second"));
  fs::create_symlink(folder.file("inner/fresh"), folder.file("dangling"));
  replace_content(folder.file("first"), "new");
  EXPECT_TRUE(fs::is_symlink(folder.file("first")));
  EXPECT_TRUE(fs::is_symlink(folder.file("inner/second")));
  EXPECT_EQ(read_text(folder.file("inner/real")), "new");
  replace_content(folder.file("dangling"), "fresh");
  EXPECT_EQ(read_text(folder.file("inner/fresh")), "fresh");
  fs::create_symlink("loop", folder.file("loop"));
  EXPECT_EQ(outcome_of([&] { replace_content(folder.file("loop"), "x"); }),
            "file_system: " + folder.file("loop") + ": too many symbolic links, one after the other");
}

TEST(ReplacementFile, NeverReplacesWhatIsNotAPlainFile) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("inner"));
  ASSERT_EQ(::mkfifo(folder.file("fifo").c_str(), 0600), 0);
  fs::create_symlink("/dev/null", folder.file("null"));
  EXPECT_EQ(outcome_of([&] { replace_content(folder.file("inner"), "x"); }),
            "file_system: " + folder.file("inner") + ": cannot be written: it is a folder; give the name of a file");
  EXPECT_EQ(
      outcome_of([&] { replace_content(folder.file("fifo"), "x"); }),
      "file_system: " + folder.file("fifo") + ": cannot be written: it is not a plain file; give the name of a file");
  EXPECT_EQ(error_of([&] { replace_content(folder.file("null"), "x"); })->code(), ErrorCode::file_system);
  EXPECT_TRUE(fs::is_fifo(folder.file("fifo")));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(folder.entries(), 3U);
}

TEST(ReplacementFile, NamesTheFolderThatCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      outcome_of([&] { replace_content(folder.file("missing/f"), "x"); }),
      "file_system: " + folder.file("missing") + ": there is no such folder; make it first, or write somewhere else");
  write_text(folder.file("plain"), "");
  EXPECT_EQ(outcome_of([&] { replace_content(folder.file("plain/f"), "x"); }),
            "file_system: " + folder.file("plain") + ": cannot write in this folder: Not a directory");
  EXPECT_EQ(error_of([&] { replace_content("", "x"); })->code(), ErrorCode::file_system);
}

TEST(ReplacementFile, GivesBackTheOpenFile) {
  const TemporaryFolder folder;
  ReplacementFile file(folder.file("f"));
  file.write("x");
  const int number = file.file().number();
  const FileDescriptor open = file.commit().file;
  EXPECT_EQ(open.number(), number);
  struct stat there{};
  ASSERT_EQ(::stat(folder.file("f").c_str(), &there), 0);
  EXPECT_EQ(status_of(open, "f").st_ino, there.st_ino);
}

/// How a child process ends that calls `act`.
template <typename Act>
int end_of_child(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    act();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(ReplacementFile, LeavesNothingWhenTheProcessIsToEnd) {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU,
                           SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGRTMIN, SIGRTMAX}) {
    const TemporaryFolder folder;
    const int end = end_of_child([&] {
      const rlimit no_core{0, 0};
      ::setrlimit(RLIMIT_CORE, &no_core);
      std::signal(signal, SIG_DFL);
      ReplacementFile file(folder.file("f"));
      file.write("new");
      ::raise(signal);
    });
    EXPECT_EQ(end, signal);
    EXPECT_EQ(folder.entries(), 0U) << signal;
  }
}

TEST(ReplacementFile, KeepsTheOldFileWhenASignalThatEndsTheProcessCameBeforeTheRename) {
  const TemporaryFolder folder;
  const auto replace_after = [&](int signal, void (*action)(int), const std::string& content) {
    return end_of_child([&] {
      std::signal(signal, action);
      try {
        ReplacementFile file(folder.file("f"));
        file.write(content);
        ::raise(signal);
        file.commit();
      } catch (const Error&) {
        ::_exit(1);  // too late: the signal has ended the process
      }
    });
  };
  replace_content(folder.file("f"), "old");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGRTMAX}) {
    EXPECT_EQ(replace_after(signal, SIG_DFL, "new"), signal);
    EXPECT_EQ(read_text(folder.file("f")), "old");
    EXPECT_EQ(folder.entries(), 1U);
  }
  EXPECT_EQ(replace_after(SIGINT, SIG_IGN, "ignored"), 0);
  EXPECT_EQ(read_text(folder.file("f")), "ignored");
  EXPECT_EQ(replace_after(SIGINT, [](int /*signal*/) {}, "handled"), 0);
  EXPECT_EQ(read_text(folder.file("f")), "handled");
}

TEST(ReplacementFile, SaysThatTheFileIsInPlaceBeforeASignalCanEndTheProcess) {
  const TemporaryFolder folder;
  replace_content(folder.file("f"), "old");
  const int end = end_of_child([&] {
    std::signal(SIGTERM, SIG_DFL);
    ReplacementFile file(folder.file("f"));
    file.write("new");
    file.commit([&] {
      ::raise(SIGTERM);
      replace_content(folder.file("told"), read_text(folder.file("f")));
    });
  });
  EXPECT_EQ(end, SIGTERM);
  EXPECT_EQ(read_text(folder.file("told")), "new");
}

TEST(ReplacementFile, NoOtherThreadTakesASignalThatIsHeld) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1}) {
    const int end = end_of_child([&] {
      std::signal(signal, SIG_DFL);
      const HelperThread asleep;  // as the reader of a table has one
      ReplacementFile file(folder.file("f"));
      file.write("new");
      ::kill(::getpid(), signal);
      ::usleep(20'000);  // time enough for a thread that would take it
    });
    EXPECT_EQ(end, signal);
    EXPECT_EQ(folder.entries(), 0U) << signal;
  }
}

TEST(ReplacementFile, SweepsWhatKilledProcessesLeft) {
  const TemporaryFolder folder;
  const int end = end_of_child([&] {
    ReplacementFile file(folder.file("f"));
    file.write("new");
    ::raise(SIGKILL);
  });
  EXPECT_EQ(end, SIGKILL);
  EXPECT_EQ(folder.entries(), 1U);
  ReplacementFile other(folder.file("g"));  // is being written, and stays
  replace_content(folder.file("f"), "newer");
  EXPECT_EQ(folder.entries(), 2U);
  other.write("g");
  other.commit();
  EXPECT_EQ(read_text(folder.file("g")), "g");
  EXPECT_EQ(read_text(folder.file("f")), "newer");
}

TEST(ReplacementFile, KeepsOwnerGroupAndExtendedAttributes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("f");
  write_text(path, "old");
  const bool is_root = ::chown(path.c_str(), 12345, 23456) == 0;
  const bool has_attributes = ::setxattr(path.c_str(), "user.origin", "here", 4, 0) == 0;
  fs::permissions(path, static_cast<fs::perms>(0640));
  replace_content(path, "new");
  EXPECT_EQ(permissions_of(path), 0640U);
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, is_root ? 12345U : ::getuid());
  EXPECT_EQ(status.st_gid, is_root ? 23456U : status.st_gid);
  std::string value(4, ' ');
  EXPECT_EQ(::getxattr(path.c_str(), "user.origin", value.data(), value.size()), has_attributes ? 4 : -1);
  EXPECT_EQ(value, has_attributes ? "here" : "    ");
}

}  // namespace
}  // namespace suffice
