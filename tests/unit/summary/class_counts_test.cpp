#include "summary/class_counts.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using Order = std::vector<std::size_t>;
using Names = std::vector<std::string>;

TEST(LabelOrder, numeric_when_all_are_numbers_else_bytewise) {
  EXPECT_EQ(label_order(Names{"10", "9", "-1.5"}), (Order{2, 1, 0}));
  EXPECT_EQ(label_order(Names{"+1", "-1", "0"}), (Order{1, 2, 0}));
  EXPECT_EQ(label_order(Names{"10", "9", "b"}), (Order{0, 1, 2}));
  EXPECT_EQ(label_order(Names{"b", "B", "ä"}), (Order{1, 0, 2}));
  EXPECT_EQ(label_order(Names{"1.0", "1"}), (Order{1, 0}));  // equal numbers: bytewise
  EXPECT_EQ(label_order(Names{"inf", "2"}), (Order{1, 0}));  // infinity is a word
  EXPECT_EQ(label_order(Names{"2x", "10x"}), (Order{1, 0}));
  EXPECT_TRUE(label_order(Names{}).empty());
}

TEST(ClassCounts, totals) {
  const ClassCounts counts{{"a", "b"}, {2, 3}, {2.5, 3}};
  EXPECT_EQ(counts.total_rows(), 5U);
  EXPECT_EQ(counts.total_weight(), 5.5);
}

TEST(MergeCounts, unites_labels_and_adds) {
  const ClassCounts merged = merge_counts({{"10", "9x"}, {1, 2}, {1, 2}}, {{"9", "10"}, {4, 8}, {4, 8.5}});
  EXPECT_EQ(merged.labels, (Names{"10", "9", "9x"}));
  EXPECT_EQ(merged.rows, (std::vector<std::uint64_t>{9, 4, 2}));
  EXPECT_EQ(merged.weight, (std::vector<double>{9.5, 4, 2}));
}

TEST(MergeCounts, refuses_more_rows_than_can_be_counted) {
  const ClassCounts many{{"a", "b"}, {UINT64_MAX - 5, 2}, {1, 1}};
  EXPECT_EQ(merge_counts(many, {{"a"}, {3}, {1}}).total_rows(), UINT64_MAX);
  for (const ClassCounts& more : {ClassCounts{{"a"}, {4}, {1}}, ClassCounts{{"c"}, {4}, {1}}, many}) {
    try {
      merge_counts(many, more);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_data);
    }
  }
}

TEST(RemoveCounts, a_label_without_rows_is_gone_and_the_order_follows) {
  const ClassCounts all{{"10", "9", "x"}, {1, 2, 3}, {1, 2, 3}};
  const ClassCounts rest = remove_counts(all, {{"x", "9"}, {3, 1}, {3, 1}});
  EXPECT_EQ(rest.labels, (Names{"9", "10"}));
  EXPECT_EQ(rest.rows, (std::vector<std::uint64_t>{1, 1}));
  EXPECT_EQ(remove_counts(all, all).size(), 0U);
}

TEST(RemoveCounts, rows_take_their_weight_with_them) {
  const ClassCounts all{{"a"}, {2}, {0.1 + 0.2}};
  EXPECT_EQ(remove_counts(all, {{"a"}, {2}, {0.3}}).size(), 0U);
  EXPECT_THROW(remove_counts(all, {{"a"}, {2}, {0.2}}), Error);
  EXPECT_THROW(remove_counts(all, {{"a"}, {2}, {0.4}}), Error);
  EXPECT_THROW(remove_counts({{"a"}, {1}, {1e13}}, {{"a"}, {1}, {1e13 - 1}}), Error);  // whole numbers: exactly
}

TEST(RemoveCounts, refuses_what_was_not_there) {
  const ClassCounts all{{"a"}, {2}, {2}};
  try {
    remove_counts(all, {{"b"}, {1}, {1}});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.where(), "class b");
  }
  EXPECT_THROW(remove_counts(all, {{"a"}, {3}, {3}}), Error);
  EXPECT_THROW(remove_counts(all, {{"a"}, {1}, {2}}), Error);  // a row would be left without weight
  EXPECT_THROW(remove_counts(all, {{"a"}, {1}, {5}}), Error);
}

}  // namespace
}  // namespace suffice
