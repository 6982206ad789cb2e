// NpyArray: rows in either order, cut short, too long, waiting.
#include "data/formats/npy/npy_array.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "npy_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

std::string all_rows(NpyArray& array) {
  std::string bytes;
  while (array.find_rows(true) == NpyArray::Step::rows) {
    const std::size_t count = array.found_rows();
    EXPECT_GT(count, 0U);
    bytes.append(array.row_bytes(0), count * array.header().row_bytes());
    array.drop_rows(count);
  }
  return bytes;
}

TEST(NpyArray, GivesRowsForEveryChunkSize) {
  const std::string file = npy_file("|S1", "(3, 2)", "abcdef");
  for (std::size_t chunk = 1; chunk <= file.size(); ++chunk) {
    NpyArray array(text_input(file, "f"), chunk);
    EXPECT_EQ(all_rows(array), "abcdef");
    EXPECT_EQ(array.find_rows(true), NpyArray::Step::end);
    EXPECT_EQ(array.bytes_read(), file.size());
  }
}

TEST(NpyArray, LaysColumnsOutByRows) {
  const TemporaryFolder folder;
  write_text(folder.file("a"), npy_file("|S1", "(3, 2)", "acebdf", "True"));
  NpyArray array{Input(folder.file("a"))};
  EXPECT_EQ(all_rows(array), "abcdef");
  std::string columns;
  std::string rows;
  for (std::uint16_t i = 0; i < 10'000; ++i) columns += elements<std::uint16_t>({i});
  for (std::uint16_t i = 0; i < 5'000; ++i) rows += elements<std::uint16_t>({i, static_cast<std::uint16_t>(i + 5'000)});
  write_text(folder.file("b"), npy_file("<u2", "(5000, 2)", columns, "True"));
  NpyArray blocks{Input(folder.file("b"))};
  EXPECT_EQ(all_rows(blocks), rows);
  EXPECT_EQ(blocks.bytes_read(), read_text(folder.file("b")).size());
}

TEST(NpyArray, NeedsAPlainFileForColumns) {
  EXPECT_EQ(failure([] { NpyArray array(text_input(npy_file("|S1", "(3, 2)", "acebdf", "True"), "f")); }).substr(0, 48),
            "3 f: has its columns together (Fortran order), w");
  const TemporaryFolder folder;
  const std::string path = folder.file("a");
  write_text(path, npy_file("|S1", "(3, 2)", "acebd", "True"));
  EXPECT_EQ(failure([&] { NpyArray array{Input(path)}; }),
            "3 " + path + ": is cut short: its header names 3 rows; copy the file or save the array again");
  write_text(path, npy_file("|S1", "(3, 2)", "acebdfg", "True"));
  EXPECT_EQ(failure([&] { NpyArray array{Input(path)}; }),
            "3 " + path + ": goes on after the last row that its header names: save the array again");
}

TEST(NpyArray, NamesTheRowWhereTheFileEnds) {
  NpyArray array(text_input(npy_file("|S1", "(3, 2)", "abcde"), "f"), 200);
  ASSERT_EQ(array.find_rows(true), NpyArray::Step::rows);
  EXPECT_EQ(array.found_rows(), 2U);
  array.drop_rows(2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(failure([&] { array.find_rows(true); }),
              "3 f, row 3: is cut short: its header names 3 rows; copy the file or save the array again");
  }
  EXPECT_EQ(failure([] { NpyArray none(text_input(npy_file("<f8", "(1000000, 1000000)", "abc"), "f")); }).substr(0, 24),
            "3 f, row 1: is cut short");
}

TEST(NpyArray, RefusesBytesAfterTheLastRow) {
  NpyArray array(text_input(npy_file("|S1", "(1, 2)", "abX"), "f"), 200);
  ASSERT_EQ(array.find_rows(true), NpyArray::Step::rows);
  EXPECT_EQ(array.found_rows(), 1U);
  EXPECT_EQ(array.where(0), "f, row 1");
  array.drop_rows(1);
  EXPECT_EQ(failure([&] { array.find_rows(true); }),
            "3 f: goes on after the last row that its header names: save the array again");
  NpyArray empty(text_input(npy_file("|S1", "(0, 2)", ""), "f"));
  EXPECT_EQ(empty.find_rows(true), NpyArray::Step::end);
}

TEST(NpyArray, WaitsOnlyWhenItMay) {
  Pipe pipe;
  pipe.write(npy_file("|S1", "(3, 2)", "abc"));
  NpyArray array{Input(pipe.path())};
  ASSERT_EQ(array.find_rows(false), NpyArray::Step::rows);
  array.drop_rows(1);
  EXPECT_EQ(array.find_rows(false), NpyArray::Step::waiting);
  pipe.write("def");
  ASSERT_EQ(array.find_rows(false), NpyArray::Step::rows);
  EXPECT_EQ(std::string(array.row_bytes(1), 2), "ef");
  array.drop_rows(2);
  EXPECT_EQ(array.find_rows(false), NpyArray::Step::waiting) << "there might be more";
  pipe.close();
  EXPECT_EQ(array.find_rows(false), NpyArray::Step::end);
}

}  // namespace
}  // namespace suffice
