// Checksums: the table of pages, and the place of damage.
#include "store/container/checksums.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "store/container/paged_file.hpp"

namespace suffice {
namespace {

TEST(Checksums, AreSpelledInHexadecimal) {
  EXPECT_EQ(checksum_text(""), "00000000");
  EXPECT_EQ(checksum_text("123456789"), "cbf43926");
  EXPECT_EQ(seal_of("123456789"), "\x26\x39\xf4\xcb");
}

TEST(Checksums, OfPagesNameTheTensorAtFault) {
  std::string data(3 * page_bytes + 1, 'x');
  PageChecksums pages;
  pages.add(data);
  ASSERT_EQ(pages.table().size(), 4U);
  SafetensorsHeader header;
  header.entries = {{"first", "U8", {page_bytes + 1}, 0, page_bytes + 1},
                    {"second", "U8", {2 * page_bytes}, page_bytes + 1, data.size()}};
  EXPECT_EQ(outcome_of([&] { check_pages(data, pages.table(), header); }), "no error");
  data[page_bytes] = 'y';
  EXPECT_NE(outcome_of([&] { check_pages(data, pages.table(), header); }).find("\"first\""), std::string::npos);
  data[page_bytes] = 'x';
  data.back() = 'y';
  EXPECT_NE(outcome_of([&] { check_pages(data, pages.table(), header); }).find("\"second\""), std::string::npos);
}

TEST(Checksums, TheTableOfPagesHasOneForEachPage) {
  const std::string bytes(8, 'a');
  const std::string checksum = checksum_text(bytes);
  EXPECT_EQ(read_page_table(bytes, checksum, 2 * page_bytes), (std::vector<std::uint32_t>{0x61616161, 0x61616161}));
  EXPECT_EQ(read_page_table(bytes, checksum, page_bytes + 1).size(), 2U);
  EXPECT_EQ(outcome_of([&] { read_page_table(bytes, checksum, page_bytes); }),
            "bad_model: the table of pages does not have one for each");
  EXPECT_NE(outcome_of([&] { read_page_table(bytes, "00000000", 2 * page_bytes); }).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace suffice
