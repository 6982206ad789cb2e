// Model files on disk: round trip, and errors that name the file.
#include "store/content/saved_model.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "sample_model.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

TEST(SavedModel, LoadsWhatWasSaved) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  EXPECT_EQ(load(folder.file("m")), sample_model());
  EXPECT_EQ(read_text(folder.file("m")), encode(sample_model()));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(SavedModel, LoadsFromAnOpenFile) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  EXPECT_EQ(load_model(open_to_read(folder.file("m")), "m"), sample_model());
}

TEST(SavedModel, NamesTheFileThatIsAtFault) {
  const TemporaryFolder folder;
  const auto outcome = [&](const std::string& name) { return outcome_of([&] { load(folder.file(name)); }); };
  EXPECT_EQ(outcome("missing"),
            "file_system: " + folder.file("missing") + ": there is no such file; check the spelling and the folder");
  write_text(folder.file("iris.csv"), "x,y\n1,a\n");
  EXPECT_EQ(outcome("iris.csv"),
            "bad_model: " + folder.file("iris.csv") +
                ": not a Suffice model file: it looks like text; the model comes first and the data "
                "second, as in `suffice predict MODEL INPUT`");
  write_text(folder.file("short"), encode(sample_model()).substr(0, 500));
  EXPECT_TRUE(outcome("short").starts_with("bad_model: " + folder.file("short") + ": the model file is damaged: "));
}

TEST(SavedModel, LooksAtTheStartBeforeItReadsTheRest) {
  const TemporaryFolder folder;
  write_text(folder.file("big.csv"), "x,y\n1,a\n" + std::string(5000, '1'));
  ASSERT_EQ(::truncate(folder.file("big.csv").c_str(), off_t{1} << 33U), 0);  // sparse: 8 GiB that must not be read
  EXPECT_EQ(error_of([&] { load(folder.file("big.csv")); })->code(), ErrorCode::bad_model);
}

TEST(SavedModel, AModelThatCannotBeSavedLeavesTheFileAlone) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  Stored broken = sample_model();
  moments_in(broken).scatter.clear();
  EXPECT_EQ(error_of([&] { save(broken, folder.file("m")); })->code(), ErrorCode::internal);
  EXPECT_EQ(load(folder.file("m")), sample_model());
  EXPECT_EQ(
      outcome_of([&] { save(sample_model(), folder.file("none/m")); }),
      "file_system: " + folder.file("none") + ": there is no such folder; make it first, or write somewhere else");
}

}  // namespace
}  // namespace suffice
