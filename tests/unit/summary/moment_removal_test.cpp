#include "summary/moments/moment_removal.hpp"

#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;

// Rows of two features and two classes in turn: 400 at 1e8 and 1 with a spread of some 1e-3, then 4 that lie 100 away.
// All values are whole multiples of 2⁻²⁰.
Summary sums_of_large_values(std::size_t first, std::size_t count, MomentKind kind) {
  const std::vector<std::string> names{"a", "b"};
  std::mt19937 bits(5);
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 404; ++i) {
    for (const double offset : {1e8, 1.0}) {
      values.push_back(offset + (i < 400 ? 0 : 100) + std::ldexp(static_cast<double>(bits() % 2048), -20));
    }
    codes.push_back(static_cast<std::uint32_t>(i % 2));
  }
  return summarise(Table::row_major(&values[2 * first], count, 2), {std::span(codes).subspan(first, count), names},
                   schema_of(Kind::measurements, {"p", "q"}), {.threads = 1, .keep = {Keep{.moments = kind}}});
}

TEST(Remove, the_error_covers_the_rounding_of_large_means) {
  const std::map<MomentKind, std::vector<std::size_t>> variances{
      {pooled_diagonal, {0, 1}}, {diagonal, {0, 1, 2, 3}}, {pooled, {0, 3}}, {full, {0, 3, 4, 7}}};
  for (const auto& [kind, places] : variances) {
    const Summary fresh = sums_of_large_values(0, 400, kind);
    const Removal removal = remove(sums_of_large_values(0, 404, kind), sums_of_large_values(400, 4, kind));
    double error = 0;
    for (const std::size_t i : places) {
      error = std::max(error, std::abs(moments_of(removal.rest).scatter[i] / moments_of(fresh).scatter[i] - 1));
    }
    EXPECT_GT(error, 1e-4);
    EXPECT_GT(removal.relative_error, error);
    EXPECT_LT(removal.relative_error, 1);
  }
}

TEST(Remove, the_error_is_that_of_columns_of_the_same_name) {
  const Summary all = sums_of_large_values(0, 404, pooled);
  const Summary part = sums_of_large_values(400, 4, pooled);
  Summary swapped = part;
  swapped.schema.blocks[0].features = {"q", "p"};
  std::swap(moments_of(swapped).mean[0], moments_of(swapped).mean[1]);
  std::swap(moments_of(swapped).mean[2], moments_of(swapped).mean[3]);
  std::swap(moments_of(swapped).scatter[0], moments_of(swapped).scatter[3]);
  EXPECT_EQ(remove(all, swapped).relative_error, remove(all, part).relative_error);
}

TEST(Remove, refuses_rows_that_cannot_have_been_there) {
  const std::string text =
      "without these rows a variance would be negative, so they cannot all have been fitted. Forget only rows that "
      "were fitted, each once. Nothing was changed";
  const auto message = [&](MomentKind kind, double p, double q) {
    Summary wrong = read_as(full_row(), kind);
    moments_of(wrong).mean = {p, q};
    return message_of([&] { remove(read_as(full_classes(), kind), wrong); });
  };
  EXPECT_EQ(message(pooled, 1000, 2), "column 'p': " + text);
  EXPECT_EQ(message(pooled_diagonal, 2, 1000), "column 'q': " + text);
  EXPECT_EQ(message(diagonal, 1000, 2), "class a, column 'p': " + text);
  EXPECT_EQ(message(full, 1000, 2), "class a, column 'p': " + text);
  // Each column alone would allow it: the columns vary together, this row against them.
  EXPECT_EQ(message(pooled, 0, 4), text);
  EXPECT_EQ(message(full, 0, 4), "class a: " + text);
  EXPECT_EQ(message(diagonal, 0, 4), "no error");
}

}  // namespace
}  // namespace suffice
