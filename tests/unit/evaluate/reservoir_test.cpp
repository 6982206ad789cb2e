#include <cmath>

#include <gtest/gtest.h>

#include "math/kernels/batch.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names{"a", "b"};

Schema schema_of(std::size_t columns, Kind kind = Kind::measurements) {
  Block block{.kind = kind, .features = {}};
  for (std::size_t j = 0; j < columns; ++j) {
    block.features.push_back("x" + std::to_string(j));
  }
  return {.blocks = {block}, .target = "y"};
}

/// The numbers of a reservoir of one block of dense ones.
Batch batch_of(const Reservoir& reservoir) {
  const Table table = reservoir.rows();
  const auto& matrix = std::get<NumberMatrix>(table.columns.at(0));
  return Batch::row_major(std::get<const double*>(matrix.values), table.rows, matrix.columns, table.weights);
}

Texts documents_of(const Reservoir& reservoir) {
  return std::get<TextColumn>(reservoir.rows().columns.at(0)).documents;
}

TEST(Reservoir, keeps_everything_while_there_is_room_except_weight_zero) {
  Reservoir reservoir(schema_of(1), 0);
  const std::vector<double> values{1, 2, 3};
  const std::vector<double> weights{1, 0, 2};
  const std::vector<std::uint32_t> codes{1, 0, 1};
  reservoir.add(Table::row_major(values.data(), 3, 1, weights), {codes, names});
  ASSERT_EQ(reservoir.size(), 2U);
  EXPECT_EQ(batch_of(reservoir).value(1, 0), 3);
  EXPECT_EQ(batch_of(reservoir).weight(1), 2);
  EXPECT_EQ(reservoir.labels().names[reservoir.labels().codes[1]], "b");
}

TEST(Reservoir, is_uniform_bounded_and_does_not_depend_on_batches) {
  const std::size_t n = 40'000;
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<double>(i);
  }
  const std::vector<std::uint32_t> codes(n, 0);
  Reservoir whole(schema_of(1), 5);
  whole.add(Table::row_major(values.data(), n, 1), {codes, names});
  Reservoir pieces(schema_of(1), 5);
  for (std::size_t first = 0; first < n; first += 777) {
    const std::size_t count = std::min<std::size_t>(777, n - first);
    pieces.add(Table::row_major(&values[first], count, 1), {std::span(codes).subspan(first, count), names});
  }
  ASSERT_EQ(whole.size(), 10'000U);
  double sum = 0;
  const Batch rows = batch_of(whole);
  const Batch same_rows = batch_of(pieces);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    ASSERT_EQ(rows.value(i, 0), same_rows.value(i, 0));
    sum += rows.value(i, 0);
  }
  // The mean of 10,000 draws without replacement from 0 … n−1.
  EXPECT_NEAR(sum / 1e4, static_cast<double>(n) / 2, 5 * static_cast<double>(n) / std::sqrt(12 * 1e4));
}

TEST(Reservoir, takes_floats_and_any_strides) {
  const std::vector<float> columns{1, 2, 3, 4, 5, 6};  // two columns of three rows
  const std::vector<std::uint32_t> codes{0, 1, 0};
  Reservoir reservoir(schema_of(2), 0);
  reservoir.add({3, {NumberMatrix{columns.data(), 2, 1, 3}}, {}}, {codes, names});
  EXPECT_EQ(batch_of(reservoir).value(2, 0), 3);
  EXPECT_EQ(batch_of(reservoir).value(1, 1), 5);
}

TEST(Reservoir, wide_rows_are_bounded_by_memory) {
  const std::size_t columns = std::size_t{1} << 18U;  // 2 MiB a row
  const std::vector<double> row(columns, 1.0);
  const std::vector<std::uint32_t> code{0};
  Reservoir reservoir(schema_of(columns), 0);
  for (int i = 0; i < 40; ++i) {
    reservoir.add(Table::row_major(row.data(), 1, columns), {code, names});
  }
  EXPECT_EQ(reservoir.size(), 31U);
}

TEST(Reservoir, long_documents_leave_room_for_fewer_and_all_kinds_stay_in_proportion) {
  Reservoir reservoir(schema_of(1, Kind::text), 3);
  const std::string longer(100'000, 'x');
  const std::string shorter(50'000, 'y');
  const std::vector<std::string_view> documents{longer, shorter};
  const std::vector<std::uint32_t> codes{0, 1};
  for (int i = 0; i < 3000; ++i) {
    reservoir.add(Table::documents(documents), {codes, names});
  }
  const Texts kept = documents_of(reservoir);
  std::size_t bytes = 0;
  double long_ones = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    bytes += kept[i].size();
    long_ones += kept[i].size() == longer.size() ? 1 : 0;
  }
  EXPECT_LE(bytes, std::size_t{64} << 20U);
  EXPECT_GT(bytes, std::size_t{56} << 20U);
  EXPECT_NEAR(long_ones / static_cast<double>(kept.size()), 0.5, 0.09);
  EXPECT_EQ(reservoir.labels().codes.size(), reservoir.size());
  for (std::size_t i = 0; i < reservoir.size(); ++i) {
    const std::string& label = reservoir.labels().names[reservoir.labels().codes[i]];
    ASSERT_EQ(label, kept[i].size() == longer.size() ? "a" : "b");
  }
}

TEST(Reservoir, a_document_that_would_leave_no_room_is_skipped) {
  Reservoir reservoir(schema_of(1, Kind::text), 0);
  const std::string huge(std::size_t{33} << 20U, 'x');
  const std::vector<std::string_view> documents{huge, "small"};
  const std::vector<std::uint32_t> codes{0, 1};
  reservoir.add(Table::documents(documents), {codes, names});
  ASSERT_EQ(reservoir.size(), 1U);
  EXPECT_EQ(documents_of(reservoir)[0], "small");
}

TEST(Reservoir, keeps_sparse_rows_sparse_and_categories_by_name) {
  Reservoir sparse(schema_of(100'000, Kind::counts), 0);
  const std::vector<double> values{1, 2};
  const std::vector<std::uint64_t> offsets{0, 2};
  const std::vector<std::uint32_t> indices{5, 99'999};
  const std::vector<std::uint32_t> code{1};
  sparse.add(Table::sparse({values.data(), std::span(offsets), indices, 100'000}), {code, names});
  EXPECT_EQ(std::get<SparseMatrix>(sparse.rows().columns.at(0)).indices[1], 99'999U);
  Reservoir categories(schema_of(1, Kind::categories), 0);
  const std::vector<std::vector<std::string>> values_of_column{{"red"}};
  const std::vector<std::uint32_t> cell{0};
  categories.add(Table::categories(cell.data(), 1, values_of_column), {code, names});
  EXPECT_EQ(std::get<CategoryColumn>(categories.rows().columns.at(0)).dictionary[0], "red");
  EXPECT_THROW(categories.add({0, {}, {}}, {{}, names}), Error);
}

TEST(Reservoir, chooses_the_same_rows_whatever_else_stands_beside_them) {
  const std::size_t n = 25'000;
  std::vector<double> values(n);
  std::vector<std::string> notes(n);
  std::vector<std::uint32_t> colours(n);
  const std::vector<std::string> palette{"red", "blue"};
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<double>(i);
    notes[i] = "note " + std::to_string(i);
    colours[i] = static_cast<std::uint32_t>(i % 2);
  }
  const std::vector<std::uint32_t> codes(n, 1);
  Reservoir alone(schema_of(1), 8);
  alone.add(Table::row_major(values.data(), n, 1), {codes, names});
  Schema schema = schema_of(1);
  schema.blocks.push_back({.kind = Kind::categories, .features = {"colour"}});
  schema.blocks.push_back({.kind = Kind::text, .features = {"note"}});
  const Table table{
      n, {NumberColumn{values.data()}, CategoryColumn{colours.data(), Texts(palette)}, TextColumn{Texts(notes)}}, {}};
  Reservoir mixed(schema, 8);
  for (std::size_t first = 0; first < n; first += 999) {
    const std::size_t count = std::min<std::size_t>(999, n - first);
    mixed.add(table.slice(first, count), {std::span(codes).subspan(first, count), names});
  }
  ASSERT_EQ(mixed.size(), 10'000U);
  const Table view = mixed.rows();
  const auto& colour = std::get<CategoryColumn>(view.columns.at(1));
  const Batch rows = batch_of(alone);
  for (std::size_t i = 0; i < 10'000; ++i) {
    const double x = rows.value(i, 0);
    ASSERT_EQ(std::get<const double*>(std::get<NumberMatrix>(view.columns.at(0)).values)[i], x);
    ASSERT_EQ(std::get<TextColumn>(view.columns.at(2)).documents[i], notes[static_cast<std::size_t>(x)]);
    const std::uint32_t code = std::get<const std::uint32_t*>(colour.codes)[i];
    ASSERT_EQ(colour.dictionary[code], palette[static_cast<std::size_t>(x) % 2]);
  }
}

TEST(Reservoir, a_table_that_is_refused_leaves_it_as_it_was) {
  Reservoir reservoir(schema_of(1, Kind::categories), 0);
  const std::vector<std::string> values{"red"};
  const std::vector<std::uint32_t> cells{0, 7};
  const std::vector<std::uint32_t> codes{0, 1};
  const Table table{2, {CategoryColumn{cells.data(), Texts(values)}}, {}};
  EXPECT_THROW(reservoir.add(table, {codes, names}), Error);
  EXPECT_THROW(reservoir.add(table.slice(0, 1), {codes, names}), Error) << "two labels for one row";
  EXPECT_EQ(reservoir.size(), 0U);
  reservoir.add(table.slice(0, 1), {std::span(codes).first(1), names});
  EXPECT_EQ(reservoir.size(), 1U);
}

}  // namespace
}  // namespace suffice
