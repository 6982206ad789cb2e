#include "summary/terms/cell_store.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CellStore, arrays_keep_their_cells_when_classes_are_added) {
  CellStore store(100, 5'000);
  EXPECT_TRUE(store.empty());
  store.reserve(1);
  EXPECT_FALSE(store.empty());
  EXPECT_TRUE(store.has_arrays(0));
  EXPECT_FALSE(store.has_arrays(1));
  store.packed(0)[99].add(5);
  store.cells(0)[99].tokens = 0.5;
  store.reserve(50);
  EXPECT_EQ(store.packed(0)[99].unpacked().tokens, 5);
  EXPECT_EQ(store.cells(0)[99].tokens, 0.5);
  EXPECT_EQ(store.packed(49)[0].unpacked().documents, 0);
  EXPECT_EQ(store.cells(49)[0].documents, 0);
  EXPECT_FALSE(store.has_tables());
  EXPECT_EQ(store.first_column(0), 0U);
  EXPECT_EQ(store.first_column(store.parts()), 100U);
}

TEST(CellStore, packed_cells_hold_what_they_say_and_can_be_unpacked) {
  CellStore store(3, 3);
  store.reserve(1);
  double rows = 0;
  for (PackedLoad load; load.has_room(7); load.add(7)) {
    store.packed(0)[1].add(7);
    ++rows;
  }
  EXPECT_EQ(rows, PackedCell::most_documents);
  store.packed(0)[2].add(1);
  store.cells(0)[1].tokens = 0.5;
  store.unpack(0, 0, 2);
  EXPECT_EQ(store.cells(0)[1].tokens, 7 * rows + 0.5);
  EXPECT_EQ(store.cells(0)[1].documents, rows);
  EXPECT_EQ(store.packed(0)[1].unpacked().documents, 0);
  EXPECT_EQ(store.cells(0)[2].documents, 0);
  EXPECT_EQ(store.packed(0)[2].unpacked().documents, 1);
}

TEST(CellStore, packed_cells_have_room_for_as_many_tokens_as_they_hold) {
  PackedCell cell{};
  double tokens = 0;
  for (PackedLoad load; load.has_room(1023); load.add(1023)) {
    cell.add(1023);
    tokens += 1023;
  }
  EXPECT_EQ(cell.unpacked().tokens, tokens);
  EXPECT_EQ(cell.unpacked().documents, tokens / 1023);
  EXPECT_GT(tokens + 1023, PackedCell::most_tokens);
}

TEST(CellStore, classes_beyond_the_arrays_have_tables) {
  constexpr std::size_t columns = 1'000'000;
  CellStore store(columns, columns - 1);
  store.reserve(3);
  EXPECT_FALSE(store.has_arrays(0));
  ASSERT_TRUE(store.has_tables());
  const auto last = static_cast<std::uint32_t>(columns - 1);
  const std::size_t part = store.parts() - 1;
  store.table_cell(2, last, part).documents += 1;
  store.table_cell(0, last, part).documents += 2;
  store.table_cell(2, last, part).documents += 3;
  store.table_cell(2, last - 1, part).documents += 4;
  struct Visit {
    std::size_t column, k;
    double documents;
    bool operator==(const Visit&) const = default;
  };
  std::vector<Visit> visits;
  store.visit_part(
      part, std::vector<std::size_t>{2, 1, 0},
      [&](std::size_t column, std::size_t k, const CountCell& cell) { visits.push_back({column, k, cell.documents}); });
  EXPECT_EQ(visits, (std::vector<Visit>{{last, 0, 4}, {last - 1, 0, 4}, {last, 2, 2}}));
}

TEST(CellStore, visits_add_up_both_arrays) {
  CellStore store(3, 6);
  store.reserve(2);
  store.packed(1)[2].add(4);
  store.cells(1)[2] = {0.5, 2};
  store.cells(0)[0].documents = 7;
  std::vector<double> documents;
  for (std::size_t part = 0; part < store.parts(); ++part) {
    store.visit_part(part, std::vector<std::size_t>{1, 0},
                     [&](std::size_t column, std::size_t k, const CountCell& cell) {
                       EXPECT_EQ(column, part);
                       EXPECT_EQ(k, documents.size() % 2);
                       EXPECT_EQ(cell.tokens, column == 2 && k == 0 ? 4.5 : 0);
                       documents.push_back(cell.documents);
                     });
  }
  EXPECT_EQ(documents, (std::vector<double>{0, 7, 0, 0, 3, 0}));
}

TEST(CellStore, counts_the_cells_that_are_not_empty) {
  const std::vector<std::size_t> order = {2, 0, 1};
  const auto entries_of = [&](const CellStore& store) {
    std::vector<std::uint64_t> entries(2);
    for (std::size_t part = 0; part < store.parts(); ++part) {
      store.count_entries(part, order, entries.data());
    }
    return entries;
  };
  CellStore store(2, 6);
  store.reserve(2);  // class 2 has none
  store.packed(0)[0].add(3);
  store.packed(1)[0].add(1);
  EXPECT_EQ(entries_of(store), (std::vector<std::uint64_t>{2, 0}));
  store.cells(1)[0] = {0.5, 1};
  store.cells(1)[1] = {0.5, 1};
  EXPECT_EQ(entries_of(store), (std::vector<std::uint64_t>{2, 1}));
  CellStore tables(2, 2);
  tables.reserve(3);
  tables.packed(0)[0].add(3);
  tables.table_cell(2, 0, 0) = {1, 1};
  tables.table_cell(1, 1, 1) = {1, 1};
  EXPECT_EQ(entries_of(tables), (std::vector<std::uint64_t>{2, 1}));
}

TEST(CellStore, clear_lets_go_of_all_cells) {
  CellStore store(3, 6);
  store.reserve(3);
  store.packed(0)[1].add(1);
  store.clear();
  EXPECT_TRUE(store.empty());
  EXPECT_FALSE(store.has_tables());
  store.reserve(1);
  EXPECT_EQ(store.packed(0)[1].unpacked().tokens, 0);
}

}  // namespace
}  // namespace suffice
