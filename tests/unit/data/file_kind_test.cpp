// FileKind: what names say.
#include "data/bytes/file_kind.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(FileKind, IsToldByTheEnding) {
  const auto kind = [](InputFormat format, Compression compression = Compression::none, char delimiter = ',') {
    return FileKind{format, compression, delimiter};
  };
  EXPECT_EQ(file_kind("a.csv"), kind(InputFormat::csv));
  EXPECT_EQ(file_kind("a.tsv"), kind(InputFormat::csv, Compression::none, '\t'));
  EXPECT_EQ(file_kind("a.svm"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.svmlight"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.libsvm"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.npy"), kind(InputFormat::npy));
  EXPECT_EQ(file_kind("a.b.NPY.Gz"), kind(InputFormat::npy, Compression::gzip));
  EXPECT_EQ(file_kind("a.TSV.zst"), kind(InputFormat::csv, Compression::zstd, '\t'));
  EXPECT_EQ(file_kind("a.gz"), kind(InputFormat::by_name, Compression::gzip));
}

TEST(FileKind, IsNotToldByOtherNames) {
  for (const char* name : {"", "a", "a.txt", "csv", ".csv", ".gz", "a.npyx", "a.csv/b"}) {
    EXPECT_EQ(file_kind(name), FileKind{}) << name;
  }
}

}  // namespace
}  // namespace suffice
