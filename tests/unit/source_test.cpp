// Source: a path in, blocks of rows out; early from a pipe that falls silent.
#include "suffice/source.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

TEST(Source, ReadsAFile) {
  const TemporaryFolder folder;
  const std::string text = "x,label,w\n1.5,a,1\n2.5,b,2\n";
  write_text(folder.file("t.csv"), text);
  Source source(folder.file("t.csv"));
  EXPECT_EQ(source.columns(), (std::vector<std::string>{"x", "label", "w"}));
  source.bind(choose_schema(source.columns(), {.weight = "w"}));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const Batch batch = block.batch();
  EXPECT_EQ(batch.rows, 2U);
  EXPECT_EQ(batch.columns, 1U);
  EXPECT_EQ(*batch.row(1), 2.5);
  EXPECT_EQ(batch.weight(1), 2.0);
  const Labels labels = source.labels(block);
  EXPECT_EQ(labels.names[labels.codes[1]], "b");
  EXPECT_FALSE(source.next(block));
  EXPECT_FALSE(source.would_wait());
  EXPECT_EQ(source.bytes_read(), text.size());
}

TEST(Source, NamesTheFileInItsErrors) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv");
  write_text(path, "x,y\n1\n");
  Source source(path);
  source.bind({{"x"}, "y", ""});
  RowBlock block;
  EXPECT_EQ(failure([&] { source.next(block); }),
            "3 " + path + ":2: has 1 cell, the header has 2: correct the row, or check its quotes and delimiters");
  EXPECT_EQ(failure([&] { Source missing(folder.file("none")); }).substr(0, 2), "5 ");
  EXPECT_EQ(failure([&] { Source bad(path, {.delimiter = '"'}); }).substr(0, 2), "2 ");
}

TEST(Source, ReturnsEarlyWhenInputFallsSilent) {
  Pipe pipe;
  pipe.write("x,y\n1,a\n2,b\n3,");
  Source source(pipe.path());
  source.bind({{"x"}, "y", ""});
  RowBlock block;
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.rows, 2U);
  EXPECT_TRUE(source.would_wait());
  pipe.write("c\n");
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, std::vector<double>{3});
  EXPECT_TRUE(source.would_wait());
  pipe.write("4,d");
  EXPECT_TRUE(source.would_wait());
  pipe.close();
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, std::vector<double>{4});
  EXPECT_FALSE(source.next(block));
}

TEST(Source, SaysThatItWouldWaitAfterAFullBlockAndHalfARow) {
  Pipe pipe;
  std::string text = "x,y\n";
  for (int i = 0; i < 4096; ++i) text += "1,a\n";
  pipe.write(text + "2,");
  Source source(pipe.path());
  source.bind({{"x"}, "y", ""});
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.rows, 4096U);
  EXPECT_TRUE(source.would_wait());
}

TEST(Source, AnErrorAheadIsNoReasonToWait) {
  Pipe pipe;
  pipe.write("x,y\n1,a\n");
  Source source(pipe.path());
  source.bind({{"x"}, "y", ""});
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  pipe.write("\"b\"c");
  EXPECT_FALSE(source.would_wait());
  EXPECT_NE(failure([&] { source.next(block); }), "");
}

TEST(Source, CanBeMoved) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), "x,y\n1,a\n");
  Source first(folder.file("t.csv"));
  Source second(std::move(first));
  second.bind({{"x"}, "y", ""});
  RowBlock block;
  EXPECT_TRUE(second.next(block));
}

}  // namespace
}  // namespace suffice
