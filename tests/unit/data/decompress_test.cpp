// decompressed(): by content, against the name, streaming, cut and damaged.
#include "data/bytes/decompress.hpp"

#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

std::string plain(const std::string& bytes, Compression named = Compression::none, std::size_t chunk = 1000) {
  Input input = decompressed(text_input(bytes), named, 1000, chunk);
  return read_all(input, 300);
}

TEST(Decompressed, TellsByContent) {
  for (const std::size_t chunk : {1U, 2U, 5U, 1000U}) {
    EXPECT_EQ(plain(gzip_rows, Compression::none, chunk), plain_rows);
    EXPECT_EQ(plain(zstd_rows, Compression::none, chunk), plain_rows);
    EXPECT_EQ(plain(gzip_rows + gzip_rows, Compression::gzip, chunk), plain_rows + plain_rows);
    EXPECT_EQ(plain(gzip_rows + std::string(1'000, '\0'), Compression::gzip, chunk), plain_rows);
    EXPECT_EQ(plain(zstd_rows + zstd_rows, Compression::zstd, chunk), plain_rows + plain_rows);
  }
  for (const std::string text : {"", "x,y\n", "\x1F", "\x28\xB5\x2F"}) EXPECT_EQ(plain(text), text);
}

TEST(Decompressed, SkipsWhatZstdHasForOtherPrograms) {
  const std::string skipped("\x5F\x2A\x4D\x18\x04\0\0\0abcd", 12);
  const std::string nothing("\x50\x2A\x4D\x18\0\0\0\0", 8);
  for (const std::size_t chunk : {1U, 5U, 1000U}) {
    for (const Compression named : {Compression::none, Compression::zstd}) {
      EXPECT_EQ(plain(skipped + zstd_rows + nothing + zstd_rows, named, chunk), plain_rows + plain_rows);
      EXPECT_EQ(plain(nothing + skipped, named, chunk), "");
    }
  }
}

TEST(Decompressed, GivesMoreThanItsBufferHolds) {
  for (const std::size_t chunk : {7U, 1000U, 100'000U}) {
    EXPECT_EQ(plain(gzip_zeros, Compression::none, chunk), std::string(20'000, '\0'));
    EXPECT_EQ(plain(zstd_zeros, Compression::none, chunk), std::string(1'000'000, '\0'));
  }
}

TEST(Decompressed, RefusesContentThatTheNameDenies) {
  EXPECT_EQ(failure([] { plain("x,y\n", Compression::gzip); }),
            "3 t.csv: is not compressed with gzip, as its name says: rename the file, or compress it");
  EXPECT_EQ(failure([] { plain("", Compression::zstd); }),
            "3 t.csv: is not compressed with zstd, as its name says: rename the file, or compress it");
  EXPECT_EQ(failure([] { plain(gzip_rows, Compression::zstd); }).substr(0, 2), "3 ");
}

TEST(Decompressed, GivesWhatIsSoundBeforeAnError) {
  for (const std::string& bytes : {gzip_rows, zstd_rows}) {
    for (std::size_t length = 5; length < bytes.size(); ++length) {
      Input input = decompressed(text_input(bytes.substr(0, length)));
      std::string text;
      const std::string error = failure([&] {
        std::array<char, 4> buffer{};
        while (const std::size_t count = input.read(buffer.data(), buffer.size())) text.append(buffer.data(), count);
      });
      EXPECT_TRUE(plain_rows.starts_with(text));
      EXPECT_EQ(error.substr(17), " data is cut short; copy or compress the file again") << length;
      EXPECT_FALSE(input.would_wait());
      EXPECT_EQ(failure([&] { read_all(input); }), error) << "given again";
    }
  }
  EXPECT_EQ(failure([] { plain(gzip_rows + "tail"); }),
            "3 t.csv: the gzip data is damaged (incorrect header check); copy or compress the file again");
  EXPECT_EQ(failure([] { plain(zstd_rows + "tail"); }),
            "3 t.csv: the zstd data is damaged (Unknown frame descriptor); copy or compress the file again");
}

TEST(Decompressed, ComesAsItIsFlushed) {
  Pipe pipe;
  pipe.write(gzip_first_part);
  Input input = decompressed(Input(pipe.path()));
  std::array<char, 64> buffer{};
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 8U);
  EXPECT_TRUE(input.would_wait());
  pipe.write(gzip_second_part);
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 4U);
  pipe.write(gzip_last_part);
  EXPECT_TRUE(input.would_wait()) << "another member may follow";
  pipe.close();
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 0U);
}

// Fifty kilobytes that become more than a gigabyte.
TEST(Decompressed, RefusesWhatBecomesMuchLarger) {
  std::string bytes;
  for (int i = 0; i < 1100; ++i) bytes += zstd_zeros;
  const auto read_to_end = [&](std::uint64_t most_expansion) {
    Input input = decompressed(text_input(bytes), Compression::none, most_expansion);
    std::vector<char> piece(std::size_t{1} << 20U);
    std::uint64_t size = 0;
    while (const std::size_t count = input.read(piece.data(), piece.size())) size += count;
    return size;
  };
  EXPECT_EQ(read_to_end(1'000'000), 1'100'000'000U);
  EXPECT_EQ(failure([&] { read_to_end(1000); }),
            "3 t.csv: the zstd data becomes more than 1000 times as large, as no table does");
}

}  // namespace
}  // namespace suffice
