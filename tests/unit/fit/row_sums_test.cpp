#include "fit/row_sums.hpp"

#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

const Schema schema{.blocks = {{.kind = Kind::measurements, .features = {"x"}}}, .target = "y"};

std::string many_rows(std::size_t rows) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(i % 97) + (i % 2 == 0 ? ",a\n" : ",b\n");
  }
  return text;
}

Source bound(const std::string& path) {
  Source source(path, learning_options({}, FitOptions{}));
  source.bind(schema);
  return source;
}

TEST(RowSums, any_number_of_threads_gives_the_same_sums_and_progress_is_told) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), many_rows(30'000));
  std::vector<Summary> summaries;
  for (const unsigned threads : {1U, 2U, 0U}) {
    Source source = bound(folder.file("t.csv"));
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
    const WorkOptions work = {.threads = threads, .progress = [&](std::uint64_t r, std::uint64_t b) {
                                EXPECT_GT(r, rows);
                                rows = r;
                                bytes = b;
                              }};
    summaries.push_back(sum_rows(source, schema, {}, work).summary);
    EXPECT_EQ(rows, 30'000U);
    EXPECT_GT(bytes, 60'000U);
  }
  EXPECT_EQ(summaries[0], summaries[1]);
  EXPECT_EQ(summaries[0], summaries[2]);
  EXPECT_EQ(summaries[0].classes.total_rows(), 30'000U);
}

TEST(RowSums, folds_hold_all_rows) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), many_rows(1'000));
  Source source = bound(folder.file("t.csv"));
  const FitPlan plan{.schema = schema, .options = {}, .keep = {Keep{}}, .validation = {Validation::Rows::all, 5}};
  const RowSums sums = sum_folds(source, plan, {}, nullptr);
  EXPECT_EQ(sums.folds.parts.size(), 5U);
  Source again = bound(folder.file("t.csv"));
  EXPECT_EQ(sums.summary.classes, sum_rows(again, schema, {}, {}).summary.classes);
}

TEST(RowSums, one_thread_means_this_thread) {
  const TemporaryFolder folder;
  const std::thread::id here = std::this_thread::get_id();
  write_text(folder.file("t.csv"), many_rows(10));
  for (const unsigned threads : {1U, 2U}) {
    Source source = bound(folder.file("t.csv"));
    std::vector<std::thread::id> ids;
    each_block_aside(
        source, {.threads = threads}, [&](const SourceRows&) { EXPECT_EQ(std::this_thread::get_id(), here); },
        [&](const SourceRows&) { ids.push_back(std::this_thread::get_id()); }, {});
    ASSERT_FALSE(ids.empty());
    EXPECT_EQ(ids.front() == here, threads == 1);
  }
}

TEST(RowSums, blocks_come_in_order_with_the_rows_before_them) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), many_rows(20'000));
  Source source = bound(folder.file("t.csv"));
  std::uint64_t before = 0;
  each_block(source, {}, [&](const SourceRows& read) {
    EXPECT_EQ(read.before, before);
    EXPECT_EQ(read.rows.rows, read.block.rows);
    EXPECT_EQ(read.labels.codes.size(), read.block.rows);
    before += read.block.rows;
  });
  EXPECT_EQ(before, 20'000U);
}

TEST(RowSums, labels_that_appear_while_rows_are_used_and_an_error_behind_them_change_nothing) {
  const TemporaryFolder folder;
  std::string text = "x,y\n";
  constexpr std::size_t rows = 40'000;  // several blocks
  for (std::size_t i = 0; i < rows; ++i) text += fmt::format("{},label number {}\n", i, i / 500);
  write_text(folder.file("t.csv"), text + "1,a,2\n");
  for (const unsigned threads : {1U, 2U, 4U}) {
    Source source = bound(folder.file("t.csv"));
    std::size_t seen = 0;
    const auto use = [&](const SourceRows& read) {
      for (std::size_t i = 0; i < read.block.rows; ++i, ++seen) {
        ASSERT_EQ(read.labels.names[read.labels.codes[i]], fmt::format("label number {}", seen / 500));
        ASSERT_EQ(read.block.values[i], static_cast<double>(seen));
      }
    };
    EXPECT_THROW(each_block(source, {.threads = threads}, use), Error);
    EXPECT_EQ(seen, rows);
  }
}

TEST(RowSums, what_progress_throws_ends_the_work) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), many_rows(10));
  for (const unsigned threads : {1U, 2U}) {
    Source source = bound(folder.file("t.csv"));
    const WorkOptions work = {.threads = threads,
                              .progress = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("stop"); }};
    EXPECT_THROW(sum_rows(source, schema, {}, work), std::runtime_error);
  }
}

TEST(RowSums, errors_of_either_thread_arrive) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), many_rows(10));
  for (const unsigned threads : {1U, 2U}) {
    Source first = bound(folder.file("t.csv"));
    const auto fail = [](const SourceRows&) { throw std::runtime_error("no"); };
    const auto nothing = [](const SourceRows&) {};
    EXPECT_THROW(each_block_aside(first, {.threads = threads}, fail, nothing, {}), std::runtime_error);
    Source second = bound(folder.file("t.csv"));
    EXPECT_THROW(each_block_aside(second, {.threads = threads}, nothing, fail, {}), std::runtime_error);
  }
}

TEST(RowSums, no_rows_and_bad_rows_are_errors_that_name_the_input) {
  const TemporaryFolder folder;
  write_text(folder.file("empty.csv"), "x,y\n");
  Source empty = bound(folder.file("empty.csv"));
  EXPECT_EQ(outcome_of([&] { sum_rows(empty, schema, {}, {.input = "empty.csv"}); }),
            "bad_data: empty.csv: there are no rows to learn from");
}

}  // namespace
}  // namespace suffice
