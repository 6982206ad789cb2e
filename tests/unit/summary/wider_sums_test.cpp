// Wider sums: those of the same rows with columns of zeros, for every kind of sums.
#include "summary/wider_sums.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "data/schema/binding.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

// What is kept of which kind of columns.
struct Kept {
  Kind kind = Kind::measurements;
  Keep keep = {};
};

Schema open_schema(std::size_t columns, Kind kind) {
  return {.blocks = {{.kind = kind, .features = numbered_columns(columns), .open_columns = true}}, .target = "y"};
}

// Three rows of two columns, or of four whose last two are 0.
Summary sums_of(const Kept& kept, std::size_t columns, double first = 1) {
  std::vector<double> values(3 * columns);
  const std::vector<double> narrow = {first, 4, 2, 0, 0.5, 8};
  for (std::size_t i = 0; i < 3; ++i) {
    values[i * columns] = narrow[i * 2];
    values[i * columns + 1] = narrow[i * 2 + 1];
  }
  return summarise(Table::row_major(values.data(), 3, columns), RowLabels({"a", "b", "a"}).view(),
                   open_schema(columns, kept.kind), {.threads = 1, .keep = {kept.keep}});
}

Summary moments_kept(MomentKind kind, std::size_t columns, double first = 1) {
  return sums_of({Kind::measurements, {.moments = kind}}, columns, first);
}

Summary wider(const Summary& sums, std::size_t columns) {
  Summary wide = sums;
  wide.schema.blocks[0] = widened(sums.schema.blocks[0], columns);
  wide.sums[0] = widen(sums.schema.blocks[0], sums.classes, sums.sums[0], columns);
  return wide;
}

Summary narrower(Summary sums) {
  narrow(sums.schema.blocks[0], sums.classes, sums.sums[0]);
  return sums;
}

// Sums that columns of zeros can be added to.
const std::vector<Kept> every_kept{{.kind = Kind::counts},
                                   {.kind = Kind::amounts},
                                   {.keep = {.moments = MomentKind::pooled_diagonal}},
                                   {.keep = {.moments = MomentKind::diagonal}},
                                   {.keep = {.moments = MomentKind::pooled}},
                                   {.keep = {.moments = MomentKind::full}},
                                   {.keep = {.moments = MomentKind::full, .fourth = true}}};

TEST(WiderSums, AreThoseOfRowsWithZeros) {
  for (const Kept& kept : every_kept) {
    const Summary wide = wider(sums_of(kept, 2), 4);
    EXPECT_EQ(wide, sums_of(kept, 4));
    check_summary(wide);
    EXPECT_EQ(wider(wide, 3), wide);
  }
}

TEST(WiderSums, ZerosAreNotMissing) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  for (const Kind kind : {Kind::counts, Kind::amounts}) {
    EXPECT_EQ(wider(sums_of({kind}, 2, missing), 4), sums_of({kind}, 4, missing));
  }
  using enum MomentKind;
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    const Summary wide = wider(moments_kept(kind, 2, missing), 4);
    EXPECT_EQ(wide, moments_kept(kind, 4, missing));
    EXPECT_EQ(merge(moments_kept(kind, 2), wide), merge(moments_kept(kind, 4), wide));
  }
}

TEST(WiderSums, RefuseMoreThanTheyCanHold) {
  EXPECT_NE(message_of([] { wider(moments_kept(MomentKind::full, 2), 20'000); }).find("too many"), std::string::npos);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message_of([&] { wider(moments_kept(MomentKind::full, 2, missing), 9'000); }).find("patterns"),
            std::string::npos);
}

TEST(WiderSums, NarrowIsTheWayBack) {
  for (const Kept& kept : every_kept) {
    const Summary sums = sums_of(kept, 2);
    EXPECT_EQ(narrower(wider(sums, 4)), sums);
    EXPECT_EQ(narrower(sums), sums);
    Summary closed = wider(sums, 4);
    closed.schema.blocks[0].open_columns = false;
    EXPECT_EQ(narrower(closed), closed);
  }
}

TEST(WiderSums, TheFirstColumnStays) {
  const std::vector<double> zeros(2);
  const Summary sums = summarise(Table::row_major(zeros.data(), 1, 2), RowLabels({"a"}).view(),
                                 open_schema(2, Kind::counts), {.threads = 1});
  EXPECT_EQ(narrower(sums).schema.blocks[0].features, (std::vector<std::string>{"1"}));
}

}  // namespace
}  // namespace suffice
