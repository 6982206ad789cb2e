#include "summary/terms/column_counter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "summary/class_rows.hpp"

namespace suffice {
namespace {

struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> dense;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint32_t> class_of_code = {1, 0, 2};
  std::vector<std::size_t> order = {2, 0, 1};

  [[nodiscard]] Batch batch() const { return Batch::row_major(dense.data(), rows, columns, weights); }
  [[nodiscard]] SparseBatch sparse() const { return {values.data(), offsets, indices, columns, weights}; }
  [[nodiscard]] RowClasses classes() const { return {codes, class_of_code, 3}; }
};

Table table(std::size_t rows, std::size_t columns, bool fractional, bool missing) {
  std::mt19937 engine(9);
  const auto bits = [&] { return static_cast<std::uint32_t>(engine()); };
  Table result;
  result.rows = rows;
  result.columns = columns;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::uint32_t j = 0; j < columns; ++j) {
      double x = bits() % 3 == 0 ? bits() % 5 : 0;
      x += fractional && x > 0 ? 0.1 : 0;
      x = missing && bits() % 50 == 0 ? std::nan("") : x;
      result.dense.push_back(x);
      if (x != 0 || bits() % 10 == 0) {  // zeros may be stored
        result.indices.push_back(j);
        result.values.push_back(x);
      }
    }
    result.offsets.push_back(result.indices.size());
    result.weights.push_back(fractional ? 0.3 * (bits() % 4) : bits() % 3);
    result.codes.push_back(bits() % 3);
  }
  return result;
}

// Cell by cell.
TermCounts plain_count(const Table& data) {
  const std::size_t classes = data.order.size();
  TermCounts result;
  result.offsets = {0};
  std::vector<double> missing(classes * data.columns);
  bool any = false;
  for (std::size_t j = 0; j < data.columns; ++j) {
    for (std::uint32_t c = 0; c < classes; ++c) {
      double tokens = 0;
      double documents = 0;
      for (std::size_t i = 0; i < data.rows; ++i) {
        const double x = data.dense[i * data.columns + j];
        const double w = data.weights[i];
        if (data.class_of_code[data.codes[i]] != data.order[c] || w == 0) {
          continue;
        }
        if (std::isnan(x)) {
          missing[c * data.columns + j] += w;
          any = true;
        } else if (x > 0) {
          tokens += w * x;
          documents += w;
        }
      }
      if (documents > 0) {
        result.classes.push_back(c);
        result.tokens.push_back(tokens);
        result.documents.push_back(documents);
      }
    }
    result.offsets.push_back(result.classes.size());
  }
  if (any) {
    result.missing = missing;
  }
  return result;
}

TEST(ColumnCounter, every_sum_takes_its_rows_in_order) {
  for (const bool fractional : {false, true}) {
    for (const bool missing : {false, true}) {
      for (const std::size_t columns : {1U, 7U, 300U}) {
        const Table data = table(400, columns, fractional, missing);
        const TermCounts expected = plain_count(data);
        for (const unsigned threads : {1U, 2U, 7U}) {
          ColumnCounter dense(columns, threads);
          dense.add(data.batch(), data.classes());
          EXPECT_EQ(dense.counts(data.order), expected);
          ColumnCounter sparse(columns, threads);
          sparse.add(data.sparse(), data.classes());
          EXPECT_EQ(sparse.counts(data.order), expected);
        }
      }
    }
  }
}

TEST(ColumnCounter, arrays_and_tables_hold_the_same_sums) {
  const Table data = table(400, 130, true, false);
  const TermCounts expected = plain_count(data);
  for (const std::size_t most_cells : {0U, 130U, 260U, 390U}) {
    ColumnCounter dense(130, 2, most_cells);
    dense.add(data.batch(), data.classes());
    EXPECT_EQ(dense.counts(data.order), expected);
    ColumnCounter sparse(130, 2, most_cells);
    sparse.add(data.sparse(), data.classes());
    EXPECT_EQ(sparse.counts(data.order), expected);
  }
}

TEST(ColumnCounter, batches_may_be_of_any_kind) {
  const Table data = table(400, 20, true, true);
  const std::vector<float> floats(data.dense.begin(), data.dense.end());
  Table rounded = data;
  rounded.dense.assign(floats.begin(), floats.end());
  ColumnCounter counter(20, 2);
  const auto add = [&](std::size_t first, std::size_t rows) {
    Batch batch = Batch::row_major(floats.data(), 400, 20, data.weights).slice(first, rows);
    counter.add(batch, {std::span(data.codes).subspan(first, rows), data.class_of_code, 3});
  };
  add(0, 1);
  add(1, 300);
  add(301, 0);
  add(301, 99);
  EXPECT_EQ(counter.counts(data.order), plain_count(rounded));

  std::vector<double> transposed;
  for (std::size_t j = 0; j < 20; ++j) {
    for (std::size_t i = 0; i < 400; ++i) {
      transposed.push_back(data.dense[i * 20 + j]);
    }
  }
  ColumnCounter by_columns(20, 2);
  by_columns.add(Batch{transposed.data(), 400, 20, 1, 400, data.weights}, data.classes());
  EXPECT_EQ(by_columns.counts(data.order), plain_count(data));
}

// Some numbers are whole and small, others are not, and classes are of any size: one, and one that has most rows.
TEST(ColumnCounter, whole_numbers_and_others_in_any_batches) {
  for (const bool one_class : {false, true}) {
    Table data = table(900, 30, false, false);
    for (std::size_t i = 0; i < data.rows; ++i) {
      data.codes[i] = one_class || i % 9 != 0 ? 2 : data.codes[i];
      data.weights[i] = i < 300 || i % 2 == 0 ? 1 : 0.7;
      const double x = i < 500 ? 3 : i < 600 ? 70'000 : 0.1;
      data.dense[i * 30 + 4] = x;
      const auto at = std::find(data.indices.begin() + static_cast<std::ptrdiff_t>(data.offsets[i]),
                                data.indices.begin() + static_cast<std::ptrdiff_t>(data.offsets[i + 1]), 4U) -
                      data.indices.begin();
      if (at < static_cast<std::ptrdiff_t>(data.offsets[i + 1])) {
        data.values[static_cast<std::size_t>(at)] = x;
      } else {
        data.dense[i * 30 + 4] = 0;
      }
    }
    const TermCounts expected = plain_count(data);
    for (const std::size_t step : {1U, 250U, 333U, 900U}) {
      for (const unsigned threads : {1U, 2U, 5U}) {
        ColumnCounter counter(30, threads);
        for (std::size_t first = 0; first < data.rows; first += step) {
          const std::size_t count = std::min(step, data.rows - first);
          counter.add(SparseBatch{data.values.data(), std::span(data.offsets).subspan(first, count + 1), data.indices,
                                  30, std::span(data.weights).subspan(first, count)},
                      {std::span(data.codes).subspan(first, count), data.class_of_code, 3});
        }
        EXPECT_EQ(counter.counts(data.order), expected) << "batches of " << step << ", " << threads << " threads";
      }
    }
  }
}

// More than a packed cell holds, of rows, of tokens, and of both, before a number comes that is not whole.
TEST(ColumnCounter, whole_numbers_may_be_very_many) {
  constexpr std::size_t rows = 40'000;
  Table data;
  data.rows = rows;
  data.columns = 3;
  data.weights.assign(rows, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    const double largest = i < 30'000 ? 1 : i < 39'990 ? 900 : 1.5;
    data.dense.insert(data.dense.end(), {1, largest, 2});
    data.values.insert(data.values.end(), {1, largest, 2});
    data.indices.insert(data.indices.end(), {0, 1, 2});
    data.offsets.push_back(data.indices.size());
    data.codes.push_back(i % 5 == 0 ? 1 : 2);
  }
  const TermCounts expected = plain_count(data);
  for (const std::size_t step : {std::size_t{777}, std::size_t{17'000}, rows}) {
    for (const unsigned threads : {1U, 2U}) {
      ColumnCounter counter(3, threads);
      for (std::size_t first = 0; first < rows; first += step) {
        const std::size_t count = std::min(step, rows - first);
        counter.add(SparseBatch{data.values.data(), std::span(data.offsets).subspan(first, count + 1), data.indices, 3},
                    {std::span(data.codes).subspan(first, count), data.class_of_code, 3});
      }
      EXPECT_EQ(counter.counts(data.order), expected) << "batches of " << step << ", " << threads << " threads";
    }
  }
}

TEST(ColumnCounter, first_rows_may_come_unchecked) {
  const std::vector<std::uint32_t> class_of_code = {0, 1, 2, 3};
  std::vector<std::uint32_t> codes;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 400; ++i) {
    codes.push_back(i % 4);
    for (std::uint32_t j = i % 3; j < 50; j += 2) {
      indices.push_back(j);
    }
    offsets.push_back(indices.size());
  }
  std::vector<double> values(indices.size(), 2.0);
  const RowClasses classes{codes, class_of_code, 4};
  const std::vector<std::size_t> order = {0, 1, 2, 3};
  const auto rows = [&] { return SparseBatch{values.data(), offsets, indices, 50}; };
  for (const double odd : {2.0, 0.5, std::nan("")}) {
    values[700] = odd;
    ColumnCounter expected(50, 2);
    expected.add(rows(), classes);
    ColumnCounter counter(50, 2);
    EXPECT_TRUE(counter.add_first(rows(), classes));
    EXPECT_EQ(counter.counts(order), expected.counts(order));
    EXPECT_FALSE(counter.add_first(rows(), classes)) << "these are not the first";
    EXPECT_EQ(counter.counts(order), expected.counts(order));
  }
  const auto refused = [&] {
    ColumnCounter counter(50, 2);
    return !counter.add_first(rows(), classes) && counter.counts(order) == ColumnCounter(50, 2).counts(order);
  };
  for (const double wrong : {-1.0, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}) {
    values[700] = wrong;
    EXPECT_TRUE(refused()) << wrong;
  }
  values[700] = 1;
  EXPECT_FALSE(refused());
  for (const std::uint32_t wrong : {50U, UINT32_MAX, indices[699], 0U}) {
    const std::uint32_t right = std::exchange(indices[700], wrong);
    EXPECT_TRUE(refused()) << wrong;
    indices[700] = right;
  }
  EXPECT_FALSE(refused());
}

TEST(ColumnCounter, very_many_columns) {
  constexpr std::size_t columns = 1'000'000;
  const std::vector<double> values = {2, 3, 0, 5, 7};
  const std::vector<std::uint64_t> offsets = {0, 2, 4, 5};
  const auto last = static_cast<std::uint32_t>(columns - 1);
  const std::vector<std::uint32_t> indices = {0, last, 5, last, last};
  const std::vector<std::uint32_t> codes = {2, 2, 3};
  const std::vector<std::uint32_t> class_of_code = {0, 1, 2, 3};
  ColumnCounter counter(columns, 2, 2 * columns);
  counter.add(SparseBatch{values.data(), offsets, indices, columns}, {codes, class_of_code, 4});
  const TermCounts counts = counter.counts(std::vector<std::size_t>{0, 1, 3, 2});
  EXPECT_EQ(counts.terms(), columns);
  EXPECT_EQ(counts.offsets[1], 1U);
  EXPECT_EQ(counts.offsets[columns - 1], 1U);
  EXPECT_EQ(counts.classes, (std::vector<std::uint32_t>{3, 2, 3}));
  EXPECT_EQ(counts.tokens, (std::vector<double>{2, 7, 8}));
  EXPECT_EQ(counts.documents, (std::vector<double>{1, 1, 2}));

  const std::vector<double> gap = {std::nan("")};
  try {
    counter.add(SparseBatch{gap.data(), std::span(offsets).first(1), {}, columns}, {{}, class_of_code, 4});
    const std::vector<std::uint64_t> one = {0, 1};
    counter.add(SparseBatch{gap.data(), one, std::span(indices).first(1), columns},
                {std::span(codes).first(1), class_of_code, 4});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.where(), "row 0");
    EXPECT_EQ(error.message().rfind("the value of column 1 is missing", 0), 0U) << error.message();
  }
  EXPECT_EQ(counter.counts(std::vector<std::size_t>{0, 1, 3, 2}), counts);
}

TEST(ColumnCounter, sums_that_overflow_are_infinite) {
  const std::vector<double> values(2, std::numeric_limits<double>::max());
  const std::vector<std::uint32_t> codes = {0, 0};
  const std::vector<std::uint32_t> class_of_code = {0};
  ColumnCounter counter(1, 1);
  counter.add(Batch::row_major(values.data(), 2, 1), {codes, class_of_code, 1});
  EXPECT_EQ(counter.counts(std::vector<std::size_t>{0}).tokens,
            std::vector<double>{std::numeric_limits<double>::infinity()});
}

TEST(ColumnCounter, columns_without_numbers_have_no_entries) {
  const std::vector<double> values = {1, 2, 3};
  const std::vector<std::uint32_t> indices = {1, 1, 198};
  const std::vector<std::uint64_t> offsets = {0, 1, 3};
  const std::vector<std::uint32_t> codes = {0, 1};
  for (const double unit : {1.0, 0.5}) {  // packed, and not
    std::vector<double> numbers = values;
    for (double& number : numbers) {
      number *= unit;
    }
    ColumnCounter counter(200, 2);
    counter.add(SparseBatch{numbers.data(), offsets, indices, 200}, {codes, codes, 2});
    const TermCounts counts = counter.counts(std::vector<std::size_t>{1, 2, 0});  // class 2 was only declared
    std::vector<std::uint64_t> expected(201);
    std::fill(expected.begin() + 2, expected.end(), 2);
    std::fill(expected.begin() + 199, expected.end(), 3);
    EXPECT_EQ(counts.offsets, expected);
    EXPECT_EQ(counts.classes, (std::vector<std::uint32_t>{0, 2, 0}));
    EXPECT_EQ(counts.tokens, (std::vector<double>{2 * unit, unit, 3 * unit}));
    EXPECT_EQ(counts.documents, (std::vector<double>{1, 1, 1}));
  }
}

struct RowWeights {
  std::vector<double> numbers;
  [[nodiscard]] double weight(std::size_t i) const { return numbers[i]; }
};

TEST(ClassRows, are_the_rows_of_each_class_in_order_for_any_number_of_threads) {
  constexpr std::size_t count = 200'000;
  RowWeights weights;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < count; ++i) {
    weights.numbers.push_back(static_cast<double>(i % 7));
    codes.push_back(static_cast<std::uint32_t>(i * i % 11 % 5));
  }
  const std::vector<std::uint32_t> class_of_code{2, 0, 1, 3, 4};
  const RowClasses classes{codes, class_of_code, 5};
  std::vector<std::vector<std::size_t>> expected(5);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 7 != 0) {
      expected[classes[i]].push_back(i);
    }
  }
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const ClassRows found = rows_by_class(weights, count, classes, 1, threads);
    std::vector<std::vector<std::size_t>> rows(5);
    std::size_t last = 0;
    for (const ClassRow& row : found.rows) {
      EXPECT_GE(row.class_index, last);
      EXPECT_EQ(row.weight, weights.numbers[row.row]);
      last = row.class_index;
      rows[last].push_back(row.row);
    }
    EXPECT_EQ(rows, expected) << threads;
    EXPECT_EQ(found.ends.back(), found.rows.size());
    std::size_t largest = 0;
    for (const auto& some : expected) {
      largest = std::max(largest, some.size());
    }
    EXPECT_EQ(found.largest, largest);
  }
}

}  // namespace
}  // namespace suffice
