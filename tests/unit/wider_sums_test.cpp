// Wider sums: those of the same rows with columns of zeros, for every kind of sums.
#include "summary/wider_sums.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "data/binding.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

Schema open_schema(std::size_t columns) {
  return {.features = numbered_columns(columns), .target = "y", .open_columns = true};
}

// Three rows of two columns, or of four whose last two are 0.
Summary sums_of(const Keep& keep, std::size_t columns, double first = 1) {
  std::vector<double> values(3 * columns);
  const std::vector<double> narrow = {first, 4, 2, 0, 0.5, 8};
  for (std::size_t i = 0; i < 3; ++i) {
    values[i * columns] = narrow[i * 2];
    values[i * columns + 1] = narrow[i * 2 + 1];
  }
  return summarise(Batch::row_major(values.data(), 3, columns, {}), RowLabels({"a", "b", "a"}).view(),
                   open_schema(columns), {.threads = 1, .keep = keep});
}

// Sums that columns of zeros can be added to.
const std::vector<Keep> kept{{.sums = SumKind::terms},
                             {.sums = SumKind::amounts},
                             {.moments = MomentKind::pooled_diagonal},
                             {.moments = MomentKind::diagonal},
                             {.moments = MomentKind::pooled},
                             {.moments = MomentKind::full},
                             {.moments = MomentKind::full, .fourth = true}};

TEST(WiderSums, AreThoseOfRowsWithZeros) {
  for (const Keep& keep : kept) {
    const Summary wide = widen(sums_of(keep, 2), 4);
    EXPECT_EQ(wide, sums_of(keep, 4));
    check_summary(wide);
    EXPECT_EQ(widen(wide, 3), wide);
  }
}

TEST(WiderSums, ZerosAreNotMissing) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  for (const SumKind kind : {SumKind::terms, SumKind::amounts}) {
    EXPECT_EQ(widen(sums_of({.sums = kind}, 2, missing), 4), sums_of({.sums = kind}, 4, missing));
  }
  using enum MomentKind;
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    const Summary wide = widen(sums_of({.moments = kind}, 2, missing), 4);
    EXPECT_EQ(wide, sums_of({.moments = kind}, 4, missing));
    EXPECT_EQ(merge(sums_of({.moments = kind}, 2), wide), merge(sums_of({.moments = kind}, 4), wide));
  }
}

TEST(WiderSums, RefuseMoreThanTheyCanHold) {
  EXPECT_NE(message_of([] { widen(sums_of({.moments = MomentKind::full}, 2), 20'000); }).find("too many"),
            std::string::npos);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message_of([&] { widen(sums_of({.moments = MomentKind::full}, 2, missing), 9'000); }).find("patterns"),
            std::string::npos);
}

TEST(WiderSums, NarrowIsTheWayBack) {
  for (const Keep& keep : kept) {
    const Summary sums = sums_of(keep, 2);
    EXPECT_EQ(narrow(widen(sums, 4)), sums);
    EXPECT_EQ(narrow(sums), sums);
    Summary closed = widen(sums, 4);
    closed.schema.open_columns = false;
    EXPECT_EQ(narrow(closed), closed);
  }
}

TEST(WiderSums, TheFirstColumnStays) {
  const std::vector<double> zeros(2);
  const Summary sums = summarise(Batch::row_major(zeros.data(), 1, 2, {}), RowLabels({"a"}).view(), open_schema(2),
                                 {.threads = 1, .keep = {.sums = SumKind::terms}});
  EXPECT_EQ(narrow(sums).schema.features, (std::vector<std::string>{"1"}));
}

}  // namespace
}  // namespace suffice
