// Folders: files in byte order at any depth, dots left out, links followed, loops not.
#include "data/bytes/folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "data_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(Folder, ListsFilesInByteOrderOfTheirPaths) {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("b/c"));
  fs::create_directories(folder.file("b-a"));
  fs::create_directories(folder.file(".hidden"));
  fs::create_directories(folder.file("empty"));
  for (const char* name : {"b/2", "b/10", "b/c/x", "b-a/y", "a", "Z", ".git", ".hidden/z", "b/.DS_Store"}) {
    write_text(folder.file(name), "");
  }
  EXPECT_EQ(files_under(folder.path()).files, (Names{"Z", "a", "b-a/y", "b/10", "b/2", "b/c/x"}));
  EXPECT_EQ(contents_of(folder.path()).folders, (Names{"b", "b-a", "empty"}));
  EXPECT_EQ(contents_of(folder.path()).files, (Names{"Z", "a"}));
  EXPECT_TRUE(is_folder(folder.path()));
  EXPECT_FALSE(is_folder(folder.file("a")));
  EXPECT_FALSE(is_folder(folder.file("none")));
  EXPECT_FALSE(is_folder(folder.path() + std::string(1, '\0')));
}

TEST(Folder, FollowsLinksOnce) {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("a/b"));
  write_text(folder.file("a/b/x"), "");
  fs::create_directory_symlink(folder.path(), folder.file("a/b/up"));
  fs::create_directory_symlink(folder.file("a"), folder.file("again"));
  fs::create_symlink(folder.file("a/b/x"), folder.file("x"));
  fs::create_symlink(folder.file("loop"), folder.file("loop"));
  fs::create_symlink(folder.file("nowhere"), folder.file("lost"));
  EXPECT_EQ(files_under(folder.path()).files, (Names{"a/b/x", "loop", "lost", "x"}));
  EXPECT_EQ(contents_of(folder.path()).folders, (Names{"a", "again"}));
}

TEST(Folder, ManyLoopsTakeLittleTime) {
  const TemporaryFolder folder;
  for (int i = 0; i < 12; ++i) fs::create_directory(folder.file(std::to_string(i)));
  for (int i = 0; i < 12; ++i) {
    write_text(folder.file(std::to_string(i) + "/x"), "");
    for (int j = 0; j < 12; ++j) {
      fs::create_directory_symlink(folder.file(std::to_string(j)),
                                   folder.file(std::to_string(i) + "/to" + std::to_string(j)));
    }
  }
  EXPECT_EQ(files_under(folder.path()).files.size(), 12U);
}

TEST(Folder, PassesOverWhatIsNoFile) {
  const TemporaryFolder folder;
  fs::create_symlink("/dev/null", folder.file("device"));
  EXPECT_TRUE(files_under(folder.path()).files.empty());
}

TEST(Folder, NamesWhatCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      failure([&] { files_under(folder.file("none")); }),
      "5 " + folder.file("none") + ": cannot be read: No such file or directory; check the path and the permissions");
  EXPECT_EQ(failure([&] { contents_of(folder.file("none")); }).substr(0, 2), "5 ");
}

// Documents of another label must not be taken for those of this one.
TEST(Folder, FollowsNoLinkToAFolderThatHoldsIt) {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("a"));
  fs::create_directories(folder.file("b"));
  write_text(folder.file("a/one"), "");
  write_text(folder.file("b/two"), "");
  fs::create_symlink("..", folder.file("a/loop"));
  fs::create_symlink("/", folder.file("a/root"));
  fs::create_symlink(".", folder.file("a/self"));
  ASSERT_EQ(::mkfifo(folder.file("a/pipe").c_str(), 0600), 0);
  const FilesUnder found = files_under(folder.file("a"));
  EXPECT_EQ(found.files, std::vector<std::string>{"one"});
  EXPECT_EQ(found.skipped, (std::vector<std::string>{"loop", "pipe", "root", "self"}));
  fs::create_symlink("../b", folder.file("a/sibling"));
  EXPECT_EQ(files_under(folder.file("a")).files, (std::vector<std::string>{"one", "sibling/two"}));
  const FolderIdentities both = identities_of({folder.file("a"), folder.file("b")});
  EXPECT_EQ(files_under(folder.file("a"), both).files, std::vector<std::string>{"one"}) << "of another label";
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(contents_of(folder.path()).skipped, std::vector<std::string>{"pipe"});
}

}  // namespace
}  // namespace suffice
