#include "summary/cell_store.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CellStore, arrays_keep_their_cells_when_classes_are_added) {
  CellStore store(100, 5'000);
  store.reserve(1);
  ASSERT_NE(store.array(0), nullptr);
  EXPECT_EQ(store.array(1), nullptr);
  store.array(0)[99].tokens = 5;
  store.reserve(50);
  EXPECT_EQ(store.array(0)[99].tokens, 5);
  EXPECT_EQ(store.array(49)[0].documents, 0);
  EXPECT_FALSE(store.has_tables());
  EXPECT_EQ(store.first_column(0), 0U);
  EXPECT_EQ(store.first_column(store.parts()), 100U);
}

TEST(CellStore, classes_beyond_the_arrays_have_tables) {
  constexpr std::size_t columns = 1'000'000;
  CellStore store(columns, columns - 1);
  store.reserve(3);
  EXPECT_EQ(store.array(0), nullptr);
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

TEST(CellStore, all_cells_of_arrays_are_visited) {
  CellStore store(3, 6);
  EXPECT_TRUE(store.empty());
  store.reserve(2);
  store.array(1)[2].documents = 1;
  std::vector<double> documents;
  for (std::size_t part = 0; part < store.parts(); ++part) {
    store.visit_part(part, std::vector<std::size_t>{1, 0},
                     [&](std::size_t column, std::size_t k, const CountCell& cell) {
                       EXPECT_EQ(column, part);
                       EXPECT_EQ(k, documents.size() % 2);
                       documents.push_back(cell.documents);
                     });
  }
  EXPECT_EQ(documents, (std::vector<double>{0, 0, 0, 0, 1, 0}));
}

TEST(CellStore, clear_lets_go_of_all_cells) {
  CellStore store(3, 6);
  store.reserve(3);
  EXPECT_FALSE(store.empty());
  store.array(0)[1].tokens = 1;
  store.clear();
  EXPECT_TRUE(store.empty());
  EXPECT_EQ(store.array(0), nullptr);
  store.reserve(1);
  EXPECT_EQ(store.array(0)[1].tokens, 0);
}

}  // namespace
}  // namespace suffice
