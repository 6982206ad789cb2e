// Read-change-write under a lock: no update is lost, and foreign changes are seen.
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sample_model.hpp"
#include "store/container/file.hpp"
#include "suffice/store.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

constexpr int writers = 4;
constexpr int updates = 10;

Stored counting_model() {
  Stored stored = sample_model();
  stored.summary.classes.rows = {1, 1};
  return stored;
}

void count_up(const std::string& path) {
  LockedModel model(path);
  Stored stored = model.stored();
  ++stored.summary.classes.rows[0];
  model.replace(stored);
}

bool is_locked(const std::string& path) {
  const FileDescriptor file = open_to_read(path);
  return ::flock(file.number(), LOCK_EX | LOCK_NB) != 0;
}

TEST(LockedModel, ReplacesWhatItHolds) {
  const TemporaryFolder folder;
  save(counting_model(), folder.file("m"));
  count_up(folder.file("m"));
  EXPECT_EQ(load(folder.file("m")).summary.classes.rows[0], 2U);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(LockedModel, HoldsTheLockAcrossReplacementsAndMoves) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m");
  save(counting_model(), path);
  {
    LockedModel first(path);
    EXPECT_TRUE(is_locked(path));
    Stored stored = first.stored();
    stored.summary.classes.rows[0] = 7;
    first.replace(stored);
    EXPECT_TRUE(is_locked(path));
    EXPECT_EQ(first.stored(), stored);
    LockedModel second = std::move(first);
    stored.summary.classes.rows[0] = 8;
    second.replace(stored);
    EXPECT_TRUE(is_locked(path));
  }
  EXPECT_FALSE(is_locked(path));
  EXPECT_EQ(load(path).summary.classes.rows[0], 8U);
}

TEST(LockedModel, TakesOptionsInAnyForm) {
  const TemporaryFolder folder;
  save(counting_model(), folder.file("m"));
  LockedModel model(folder.file("m"));
  Stored spelt_out = counting_model();
  spelt_out.options = checked(spelt_out.options, spelt_out.summary.schema);
  model.replace(spelt_out);
  EXPECT_EQ(model.stored(), counting_model());
  model.replace(spelt_out);
  EXPECT_EQ(load(folder.file("m")), counting_model());
}

TEST(LockedModel, ThreadsLoseNoUpdate) {
  const TemporaryFolder folder;
  save(counting_model(), folder.file("m"));
  std::vector<std::thread> threads;
  for (int i = 0; i < writers; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < updates; ++k) count_up(folder.file("m"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(load(folder.file("m")).summary.classes.rows[0], 1U + writers * updates);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(LockedModel, ProcessesLoseNoUpdate) {
  const TemporaryFolder folder;
  save(counting_model(), folder.file("m"));
  std::vector<pid_t> children;
  for (int i = 0; i < writers; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      const bool failed = error_of([&] {
                            for (int k = 0; k < updates; ++k) count_up(folder.file("m"));
                          }).has_value();
      ::_exit(failed ? 1 : 0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(load(folder.file("m")).summary.classes.rows[0], 1U + writers * updates);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(LockedModel, SeesThatTheFileWasReplaced) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m");
  save(counting_model(), path);
  LockedModel model(path);
  Stored other = counting_model();
  other.summary.classes.rows[0] = 99;
  save(other, path);
  EXPECT_EQ(outcome_of([&] { model.replace(counting_model()); }),
            "file_system: " + path +
                ": the file was changed by another program meanwhile, so nothing was written; run the command again");
  EXPECT_EQ(load(path), other);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(LockedModel, SeesThatTheFileWasWrittenInto) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m");
  save(counting_model(), path);
  LockedModel model(path);
  Stored other = counting_model();
  other.summary.classes.rows[0] = 99;
  write_text(path, encode(other));  // the same inode, the same size
  EXPECT_EQ(error_of([&] { model.replace(counting_model()); })->code(), ErrorCode::file_system);
  EXPECT_EQ(load(path), other);
  std::filesystem::remove(path);
  EXPECT_EQ(error_of([&] { model.replace(counting_model()); })->code(), ErrorCode::file_system);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(LockedModel, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  save(counting_model(), folder.file("m"));
  std::filesystem::create_symlink("m", folder.file("link"));
  count_up(folder.file("link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(load(folder.file("m")).summary.classes.rows[0], 2U);
}

TEST(LockedModel, RefusesWhatIsNotAModelFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of([&] { LockedModel model(folder.file("missing")); })->code(), ErrorCode::file_system);
  EXPECT_EQ(error_of([&] { LockedModel model("/dev/null"); })->what(),
            std::string("/dev/null: cannot be changed in place: it is not a plain file"));
  write_text(folder.file("iris.csv"), "x,y\n1,a\n");
  EXPECT_EQ(error_of([&] { LockedModel model(folder.file("iris.csv")); })->code(), ErrorCode::bad_model);
}

TEST(LockedModel, SaysThatItWaitsAndWaitsNoLongerThanItMay) {
  const TemporaryFolder folder;
  const std::string path = folder.file("m");
  save(counting_model(), path);
  const LockedModel held(path);
  int said = 0;
  const auto say = [&] { ++said; };
  EXPECT_EQ(outcome_of([&] { LockedModel(path, {.seconds = 0, .waiting = say}); }),
            "file_system: " + path + ": another process is changing this file; try again when it is done");
  EXPECT_EQ(said, 0);
  EXPECT_TRUE(error_of([&] { LockedModel(path, {.seconds = 1.3, .waiting = say}); }));
  EXPECT_EQ(said, 1);
}

}  // namespace
}  // namespace suffice
