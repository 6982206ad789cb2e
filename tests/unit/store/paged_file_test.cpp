// Paged file: any part of the data, damage seen when it is met, many threads.
#include "store/container/paged_file.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "store/container/crc32.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

std::string some_bytes(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(i * i / 7 + i));
  return bytes;
}

/// `data` behind a header of 5 bytes.
PagedFile open_pages(const std::string& path, const std::string& data) {
  PageChecksums pages;
  pages.add(data);
  return {open_to_read(path), path, 5, data.size(), pages.table()};
}

std::string read_part(const PagedFile& file, std::uint64_t place, std::size_t size) {
  std::string part(size, '\0');
  file.read(place, part);
  return part;
}

TEST(PagedFile, ChecksumsDoNotDependOnPieces) {
  const std::string data = some_bytes(3 * page_bytes + 17);
  PageChecksums whole;
  whole.add(data);
  ASSERT_EQ(whole.table().size(), 4U);
  EXPECT_EQ(whole.table()[3], crc32(data.substr(3 * page_bytes)));
  PageChecksums pieces;
  for (std::size_t i = 0; i < data.size(); i += 1000) pieces.add(std::string_view(data).substr(i, 1000));
  pieces.add("");
  EXPECT_EQ(pieces.table(), whole.table());
}

TEST(PagedFile, ReadsAnyPart) {
  const TemporaryFolder folder;
  const std::string data = some_bytes(5 * page_bytes + 100);
  write_text(folder.file("x"), "12345" + data);
  const PagedFile file = open_pages(folder.file("x"), data);
  EXPECT_EQ(read_part(file, 0, data.size()), data);
  for (std::size_t place = 0; place < data.size(); place += 777) {
    EXPECT_EQ(read_part(file, place, std::min<std::size_t>(5000, data.size() - place)), data.substr(place, 5000));
  }
  for (std::size_t place = 0; place < data.size(); place += page_bytes) {
    EXPECT_EQ(read_part(file, place, std::min(2 * page_bytes, data.size() - place)),
              data.substr(place, 2 * page_bytes));
  }
  EXPECT_EQ(read_part(file, data.size(), 0), "");
  EXPECT_EQ(outcome_of([&] { read_part(file, data.size(), 1); }),
            "bad_model: " + folder.file("x") + ": a part of the model file lies beyond its end");
  EXPECT_EQ(outcome_of([&] { read_part(file, UINT64_MAX, 2); }),
            "bad_model: " + folder.file("x") + ": a part of the model file lies beyond its end");
}

TEST(PagedFile, SeesDamageWhenItIsMet) {
  const TemporaryFolder folder;
  const std::string data = some_bytes(3 * page_bytes);
  std::string damaged = "12345" + data;
  damaged[5 + page_bytes] = static_cast<char>(damaged[5 + page_bytes] ^ 1);
  write_text(folder.file("x"), damaged);
  const PagedFile file = open_pages(folder.file("x"), data);
  EXPECT_EQ(read_part(file, 2 * page_bytes, 10), data.substr(2 * page_bytes, 10));
  for (int twice = 0; twice < 2; ++twice) {
    EXPECT_EQ(outcome_of([&] { read_part(file, page_bytes - 1, 2); }),
              "bad_model: " + folder.file("x") +
                  ": the model file is damaged: page 1 does not match its checksum; restore it from a copy, or fit the "
                  "model again");
  }
  EXPECT_EQ(outcome_of([&] { read_part(file, 0, 3 * page_bytes); }),
            outcome_of([&] { read_part(file, page_bytes - 1, 2); }));
}

TEST(PagedFile, SeesAFileCutShortMeanwhile) {
  const TemporaryFolder folder;
  const std::string data = some_bytes(2 * page_bytes);
  write_text(folder.file("x"), "12345" + data);
  const PagedFile file = open_pages(folder.file("x"), data);
  std::filesystem::resize_file(folder.file("x"), page_bytes);
  for (const std::size_t size : {std::size_t{1}, page_bytes}) {
    EXPECT_EQ(error_of([&] { read_part(file, page_bytes, size); })->code(), ErrorCode::bad_model);
  }
}

TEST(PagedFile, HoldsMorePagesThanItHasRoomForAndServesManyThreads) {
  const TemporaryFolder folder;
  const std::string data = some_bytes(1500 * page_bytes);
  write_text(folder.file("x"), "12345" + data);
  const PagedFile file = open_pages(folder.file("x"), data);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 3000; ++i) {
        const std::size_t place = (i * 104'729 + t * 1009) % (data.size() - 50);
        wrong[t] += read_part(file, place, 50) == data.substr(place, 50) ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace
}  // namespace suffice
