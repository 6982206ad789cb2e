// CsvChunk: the same records for every number of threads, and the lines they stand in.
#include "data/formats/csv/csv_chunk.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

std::vector<std::string> all_records(const std::string& text, unsigned threads) {
  CsvReader reader(text_input(text), {});
  CsvChunk chunk;
  ThreadTeam team;
  std::vector<std::string> found;
  while (true) {
    chunk.fill(reader, {}, "x,y", {.bytes = 64, .fewest_bytes = 0, .threads = threads}, team);
    if (chunk.records().empty()) break;
    for (const CsvScan::Record& record : chunk.records()) {
      found.push_back(std::to_string(chunk.line_of(record)) + ":" + std::string(record.begin, record.bytes));
    }
    chunk.take(chunk.records().size(), reader);
  }
  found.push_back(std::to_string(chunk.repeated_headers()));
  return found;
}

TEST(CsvChunk, FindsTheSameForEveryNumberOfThreads) {
  for (const bool quoted : {false, true}) {
    std::string text;
    for (int i = 0; i < 100; ++i) {
      text += i == 40 ? "x,y\n" : quoted && i % 9 == 0 ? "\"a,\n\",2\r\n" : std::to_string(i) + ",b\n";
      if (i % 13 == 0) text += "\n";
    }
    const std::vector<std::string> expected = all_records(text, 1);
    EXPECT_EQ(expected.size(), 100U);
    EXPECT_EQ(expected.back(), "1");
    for (const unsigned threads : {2U, 3U, 7U}) EXPECT_EQ(all_records(text, threads), expected) << threads;
  }
}

}  // namespace
}  // namespace suffice
