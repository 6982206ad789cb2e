#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> labels{"a", "b"};

std::vector<std::uint32_t> codes_of(std::size_t count) {
  std::vector<std::uint32_t> codes(count);
  for (std::size_t i = 0; i < count; ++i) codes[i] = i % 3 == 0 ? 1 : 0;
  return codes;
}

TEST(FoldOrder, spreads_each_class_evenly) {
  const std::vector<std::uint32_t> codes = codes_of(91);
  const std::vector<std::uint32_t> fold = FoldOrder(5, 1).next({.rows = 91, .columns = {}}, {codes, labels});
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> counts;
  for (std::size_t i = 0; i < 91; ++i) ++counts[{codes[i], fold[i]}];
  for (std::uint32_t f = 0; f < 5; ++f) {
    EXPECT_NEAR((counts[{0, f}]), 12, 0);
    EXPECT_NEAR((counts[{1, f}]), 6.5, 0.5);
  }
}

TEST(FoldOrder, follows_from_seed_and_label_and_not_from_batches) {
  const std::vector<std::uint32_t> codes = codes_of(60);
  const Table table{.rows = 60, .columns = {}};
  const auto whole = FoldOrder(4, 1).next(table, {codes, labels});
  FoldOrder order(4, 1);
  std::vector<std::uint32_t> pieces;
  const std::vector<std::string> other_order{"b", "a"};
  for (std::size_t first = 0; first < 60; first += 20) {
    std::vector<std::uint32_t> part(codes.begin() + static_cast<std::ptrdiff_t>(first),
                                    codes.begin() + static_cast<std::ptrdiff_t>(first + 20));
    for (std::uint32_t& code : part) code = 1 - code;
    const auto next = order.next(table.slice(first, 20), {part, other_order});
    pieces.insert(pieces.end(), next.begin(), next.end());
  }
  EXPECT_EQ(whole, pieces);
  EXPECT_NE(whole, FoldOrder(4, 2).next(table, {codes, labels}));
}

TEST(FoldOrder, gives_rows_of_no_weight_no_fold) {
  const std::vector<std::uint32_t> codes{0, 0, 1};
  const std::vector<double> weights{1, 0, 2};
  const auto fold = FoldOrder(2, 0).next({.rows = 3, .columns = {}, .weights = weights}, {codes, labels});
  EXPECT_EQ(fold[1], no_fold);
  EXPECT_LT(fold[2], 2U);
}

TEST(FoldOrder, refuses_numbers_of_folds_that_make_no_sense) {
  EXPECT_THROW(FoldOrder(1, 0), Error);
  EXPECT_THROW(FoldOrder(10'001, 0), Error);
}

std::string error_of(const ClassCounts& classes, std::size_t folds) {
  return failure_with_remedies([&] { check_folds(classes, folds); }, ErrorCode::bad_data);
}

TEST(CheckFolds, names_what_is_wrong) {
  EXPECT_EQ(error_of({{"a", "b", "declared"}, {5, 9, 0}, {5, 9, 0}}, 5), "no error");
  EXPECT_EQ(error_of({{"a", "b"}, {9, 0}, {9, 0}}, 5),
            "all rows have one label: there is nothing to validate | give cv none");
  EXPECT_EQ(error_of({{"a", "b"}, {3, 4}, {3, 4}}, 8),
            "8 folds of 7 rows: some would be empty | give cv 3 | give cv loo");
  EXPECT_EQ(error_of({{"declared", "a", "b"}, {0, 40, 4}, {0, 40, 4}}, 5),
            "class 'b' has 4 rows, so that some of the 5 folds have none of it | give cv 4 | give cv loo");
}

TEST(CheckFolds, offer_folds_of_the_smallest_class) {
  EXPECT_EQ(error_of({{"a", "b"}, {3, 2}, {3, 2}}, 5),
            "class 'b' has 2 rows, so that some of the 5 folds have none of it | give cv 2 | give cv loo");
  EXPECT_EQ(error_of({{"a", "b"}, {3, 1}, {3, 1}}, 2),
            "class 'b' has 1 row, so that some of the 2 folds have none of it | give cv loo");
}

}  // namespace
}  // namespace suffice
