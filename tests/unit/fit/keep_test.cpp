#include "fit/keep.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

TEST(Keep, what_a_summary_holds_is_kept_of_more_rows) {
  const TestTable table{2, {1, 2, 3, 5, 8, 1}, {0, 1, 0}, {"a", "b"}};
  const Keep full{.moments = MomentKind::full, .fourth = true};
  EXPECT_EQ(kept_by(table.summary(1, full)), std::vector<Keep>{full});
  EXPECT_EQ(kept_by(table.summary(1, {.moments = MomentKind::diagonal})).front().moments, MomentKind::diagonal);
  const Summary counts = summarise(table.table(), table.labels(), table.schema(Kind::counts));
  EXPECT_EQ(kept_by(counts), std::vector<Keep>{Keep{}});
}

TEST(Keep, pairs_of_values_are_kept_where_there_are_some) {
  const PairedRows rows(30, 3, 1);
  EXPECT_EQ(kept_by(rows.summary()), std::vector<Keep>{{.pairs = true}});
  EXPECT_EQ(kept_by(rows.summary(false)), std::vector<Keep>{Keep{}});
}

TEST(Keep, full_sums_are_those_of_measurements_alone) {
  const Schema schema{
      .blocks = {{.kind = Kind::categories, .features = {"c"}}, {.kind = Kind::measurements, .features = {"x"}}},
      .target = "y"};
  const std::vector<Keep> keep = full_sums(schema);
  EXPECT_EQ(keep[0], Keep{});
  EXPECT_EQ(keep[1], (Keep{.moments = MomentKind::full, .fourth = true}));
}

TEST(Keep, only_sums_without_products_take_sparse_rows) {
  EXPECT_TRUE(kind_takes_sparse(Kind::counts, {}));
  EXPECT_TRUE(kind_takes_sparse(Kind::amounts, {}));
  EXPECT_FALSE(kind_takes_sparse(Kind::categories, {}));
  EXPECT_TRUE(kind_takes_sparse(Kind::measurements, {.moments = MomentKind::diagonal}));
  EXPECT_FALSE(kind_takes_sparse(Kind::measurements, {.moments = MomentKind::pooled}));
}

}  // namespace
}  // namespace suffice
