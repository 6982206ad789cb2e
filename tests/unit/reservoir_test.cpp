#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names{"a", "b"};

Schema schema_of(std::size_t columns, Encoding encoding = Encoding::numbers) {
  Schema schema{{}, "y", ""};
  for (std::size_t j = 0; j < columns; ++j) {
    schema.features.push_back("x" + std::to_string(j));
  }
  schema.encoding = encoding;
  return schema;
}

Batch batch_of(const Reservoir& reservoir) { return std::get<Batch>(reservoir.rows()); }

TEST(Reservoir, keeps_everything_while_there_is_room_except_weight_zero) {
  Reservoir reservoir(schema_of(1), 0);
  const std::vector<double> values{1, 2, 3};
  const std::vector<double> weights{1, 0, 2};
  const std::vector<std::uint32_t> codes{1, 0, 1};
  reservoir.add(Batch::row_major(values.data(), 3, 1, weights), {codes, names});
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
  whole.add(Batch::row_major(values.data(), n, 1), {codes, names});
  Reservoir pieces(schema_of(1), 5);
  for (std::size_t first = 0; first < n; first += 777) {
    const std::size_t count = std::min<std::size_t>(777, n - first);
    pieces.add(Batch::row_major(&values[first], count, 1), {std::span(codes).subspan(first, count), names});
  }
  ASSERT_EQ(whole.size(), 10'000U);
  double sum = 0;
  const Batch rows = batch_of(whole);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    ASSERT_EQ(rows.value(i, 0), batch_of(pieces).value(i, 0));
    sum += rows.value(i, 0);
  }
  // The mean of 10,000 draws without replacement from 0 … n−1.
  EXPECT_NEAR(sum / 1e4, static_cast<double>(n) / 2, 5 * static_cast<double>(n) / std::sqrt(12 * 1e4));
}

TEST(Reservoir, takes_floats_and_any_strides) {
  const std::vector<float> columns{1, 2, 3, 4, 5, 6};  // two columns of three rows
  const std::vector<std::uint32_t> codes{0, 1, 0};
  Reservoir reservoir(schema_of(2), 0);
  reservoir.add(Batch{columns.data(), 3, 2, 1, 3, {}}, {codes, names});
  EXPECT_EQ(batch_of(reservoir).value(2, 0), 3);
  EXPECT_EQ(batch_of(reservoir).value(1, 1), 5);
}

TEST(Reservoir, wide_rows_are_bounded_by_memory) {
  const std::size_t columns = std::size_t{1} << 20U;  // 8 MiB a row
  const std::vector<double> row(columns, 1.0);
  const std::vector<std::uint32_t> code{0};
  Reservoir reservoir(schema_of(columns), 0);
  for (int i = 0; i < 10; ++i) {
    reservoir.add(Batch::row_major(row.data(), 1, columns), {code, names});
  }
  EXPECT_EQ(reservoir.size(), 7U);
}

TEST(Reservoir, long_documents_leave_room_for_fewer_and_all_kinds_stay_in_proportion) {
  Reservoir reservoir(schema_of(1, Encoding::text), 3);
  const std::string longer(100'000, 'x');
  const std::string shorter(50'000, 'y');
  const std::vector<std::string_view> documents{longer, shorter};
  const std::vector<std::uint32_t> codes{0, 1};
  for (int i = 0; i < 3000; ++i) {
    reservoir.add(TextBatch{documents}, {codes, names});
  }
  const auto kept = std::get<TextBatch>(reservoir.rows());
  std::size_t bytes = 0;
  double long_ones = 0;
  for (const std::string_view document : kept.documents) {
    bytes += document.size();
    long_ones += document.size() == longer.size() ? 1 : 0;
  }
  EXPECT_LE(bytes, std::size_t{64} << 20U);
  EXPECT_GT(bytes, std::size_t{56} << 20U);
  EXPECT_NEAR(long_ones / static_cast<double>(kept.documents.size()), 0.5, 0.09);
  EXPECT_EQ(reservoir.labels().codes.size(), reservoir.size());
  for (std::size_t i = 0; i < reservoir.size(); ++i) {
    const std::string& label = reservoir.labels().names[reservoir.labels().codes[i]];
    ASSERT_EQ(label, kept.documents[i].size() == longer.size() ? "a" : "b");
  }
}

TEST(Reservoir, a_document_that_would_leave_no_room_is_passed_over) {
  Reservoir reservoir(schema_of(1, Encoding::text), 0);
  const std::string huge(std::size_t{33} << 20U, 'x');
  const std::vector<std::string_view> documents{huge, "small"};
  const std::vector<std::uint32_t> codes{0, 1};
  reservoir.add(TextBatch{documents}, {codes, names});
  ASSERT_EQ(reservoir.size(), 1U);
  EXPECT_EQ(std::get<TextBatch>(reservoir.rows()).documents[0], "small");
}

TEST(Reservoir, keeps_sparse_rows_sparse_and_categories_by_name) {
  Reservoir sparse(schema_of(1'000'000), 0);
  const std::vector<double> values{1, 2};
  const std::vector<std::uint64_t> offsets{0, 2};
  const std::vector<std::uint32_t> indices{5, 999'999};
  const std::vector<std::uint32_t> code{1};
  sparse.add(SparseBatch{values.data(), offsets, indices, 1'000'000}, {code, names});
  EXPECT_EQ(std::get<SparseBatch>(sparse.rows()).indices[1], 999'999U);
  Reservoir categories(schema_of(1, Encoding::categories), 0);
  const std::vector<std::vector<std::string>> values_of_column{{"red"}};
  const std::vector<std::uint32_t> cell{0};
  categories.add(CategoryBatch{cell.data(), 1, 1, values_of_column}, {code, names});
  EXPECT_EQ(std::get<CategoryBatch>(categories.rows()).values[0][0], "red");
  EXPECT_THROW(categories.add(TextBatch{}, {{}, names}), Error);
}

}  // namespace
}  // namespace suffice
