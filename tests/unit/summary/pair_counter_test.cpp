// Pair counter: against rows counted one by one, in any batches, on any threads.
#include "summary/values/pair_counter.hpp"

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "summary/values/pair_layout.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

void expect_plain(const Summary& summary, const PairedRows& rows) {
  const auto& counts = std::get<ValueCounts>(summary.sums[0]);
  const PairLayout layout(counts.values, 3);
  ASSERT_EQ(counts.pairs.size(), layout.total());
  for (std::size_t j = 0; j < rows.columns; ++j) {
    ASSERT_EQ(counts.values[j], rows.values[j]);
    for (std::size_t k = j + 1; k < rows.columns; ++k) {
      for (std::size_t u = 0; u < layout.size(j); ++u) {
        for (std::size_t v = 0; v < layout.size(k); ++v) {
          for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_EQ(counts.pairs[layout.place(j, u, k, v) + c], rows.count(c, j, u, k, v));
            ASSERT_EQ(layout.place(k, v, j, u), layout.place(j, u, k, v));
          }
        }
      }
    }
  }
}

TEST(PairCounter, counts_every_pair_of_values) {
  for (const bool weighted : {false, true}) {
    expect_plain(PairedRows(300, 4, 1, weighted).summary(), PairedRows(300, 4, 1, weighted));
    expect_plain(PairedRows(20000, 3, 2, weighted).summary(true, 3), PairedRows(20000, 3, 2, weighted));
  }
}

TEST(PairCounter, values_and_classes_may_come_late) {
  const PairedRows rows(70000, 5, 3, false, true);
  Accumulator pieces(rows.schema(), {.threads = 2, .keep = {{.pairs = true}}});
  std::size_t first = 0;
  for (const std::size_t end : {1U, 2U, 50U, 5000U, 70000U}) {
    pieces.add(rows.table().slice(first, end - first), {std::span(rows.codes).subspan(first, end - first), rows.names});
    first = end;
  }
  EXPECT_EQ(pieces.summary(), rows.summary());
}

TEST(PairCounter, declared_values_have_their_place) {
  const PairedRows rows(200, 2, 4);
  Schema schema = rows.schema();
  schema.blocks[0].declared_values = {{"a", "v1"}, {}};
  const Summary summary = summarise(rows.table(), rows.labels(), schema, {.threads = 1, .keep = {{.pairs = true}}});
  check_summary(summary);
  const auto& counts = std::get<ValueCounts>(summary.sums[0]);
  EXPECT_EQ(counts.values[0], (std::vector<std::string>{"a", "v0", "v1"}));
  const PairLayout layout(counts.values, 3);
  EXPECT_EQ(counts.pairs[layout.place(0, 0, 1, 1) + 1], 0);
  EXPECT_EQ(counts.pairs[layout.place(0, 2, 1, 1) + 1], rows.count(1, 0, 1, 1, 1));
}

TEST(PairCounter, refuses_more_than_there_may_be_and_adds_nothing) {
  std::vector<std::uint32_t> cells(710);
  std::vector<std::vector<std::string>> values(1);
  std::vector<std::uint32_t> codes(710);
  for (std::size_t i = 0; i < 710; ++i) {
    cells[i] = static_cast<std::uint32_t>(i);
    values[0].push_back(std::to_string(i));
  }
  const std::vector<std::string> names{"a"};
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x"}}}, .target = "t"};
  Accumulator open(schema, {.threads = 1, .keep = {{.pairs = true}}});
  const Table table = Table::categories(cells.data(), 710, values);
  open.add(table.slice(0, 600), {std::span(codes).first(600), names});
  const Summary before = open.summary();
  EXPECT_THROW(open.add(table.slice(600, 110), {std::span(codes).subspan(600), names}), Error);
  EXPECT_EQ(open.summary(), before);
  Schema wide{.blocks = {{.kind = Kind::categories, .features = {}}}, .target = "t"};
  for (std::size_t j = 0; j < 76; ++j) wide.blocks[0].features.push_back(std::to_string(j));
  EXPECT_THROW(Accumulator(wide, {.threads = 1, .keep = {{.pairs = true}}}), Error);
}

}  // namespace
}  // namespace suffice
