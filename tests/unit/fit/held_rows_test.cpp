#include "fit/held_rows.hpp"

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

std::string refusal(const Summary& all, const Summary& rows) {
  return failure_with_remedies([&] { check_holds(all, rows); }, ErrorCode::bad_data);
}

TEST(HeldRows, all_or_some_of_those_that_were_summed) {
  const TestTable table = random_table(3, 60, 4, 2);
  EXPECT_NO_THROW(check_holds(table.summary(), table.summary()));
  EXPECT_NO_THROW(check_holds(table.summary(), table.part(10, 20).summary()));
}

TEST(HeldRows, are_no_more_than_the_class_has_and_of_no_other_label) {
  TestTable table = random_table(3, 60, 4, 2);
  const Summary sums = table.part(0, 59).summary();
  EXPECT_NE(refusal(sums, table.summary()).find("the model was not fitted on these rows"), std::string::npos);
  table.names[1] = "other";
  EXPECT_NE(refusal(sums, table.part(0, 9).summary()).find("class other"), std::string::npos);
}

TEST(HeldRows, have_the_means_of_a_class_that_they_are_all_of) {
  const TestTable table = random_table(3, 60, 4, 2);
  TestTable other = table;
  for (std::size_t i = 0; i < other.rows(); ++i) other.values[4 * i + 2] += 0.5;
  EXPECT_NE(refusal(table.summary(), other.summary()).find("column 'x2'"), std::string::npos);
}

TEST(HeldRows, vary_as_those_of_a_class_do_that_they_are_all_of) {
  const TestTable table = random_table(3, 60, 4, 2);
  TestTable narrow = table;
  TestTable shuffled = table;
  for (std::uint32_t c = 0; c < 2; ++c) {
    std::vector<std::size_t> own;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (table.codes[i] == c) own.push_back(4 * i + 1);
    }
    double mean = 0;
    for (const std::size_t place : own) mean += table.values[place] / static_cast<double>(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      narrow.values[own[k]] = mean + (table.values[own[k]] - mean) / 4;
      shuffled.values[own[k]] = table.values[own[own.size() - 1 - k]];
    }
  }
  for (const MomentKind kind : {MomentKind::full, MomentKind::pooled, MomentKind::diagonal}) {
    const auto sums = [&](const TestTable& rows) { return rows.summary(1, {.moments = kind}); };
    EXPECT_NO_THROW(check_holds(sums(table), sums(table)));
    EXPECT_NE(refusal(sums(table), sums(narrow)).find("column 'x1'"), std::string::npos);
    if (kind != MomentKind::diagonal) EXPECT_NE(refusal(sums(table), sums(shuffled)), "no error");
  }
}

TEST(HeldRows, have_no_words_that_were_not_summed) {
  const Summary all = text_sums({"a rose", "a thorn", "a rose"}, {"x", "y", "y"});
  EXPECT_NO_THROW(check_holds(all, text_sums({"a thorn"}, {"y"})));
  EXPECT_NE(refusal(all, text_sums({"a lily"}, {"y"})), "no error");
  const std::vector<std::size_t> kept = {0};
  EXPECT_NO_THROW(check_holds(compact(all, 0, kept), text_sums({"a thorn"}, {"y"})));
  EXPECT_NE(refusal(compact(all, 0, kept), text_sums({"a thorn"}, {"z"})), "no error");
}

}  // namespace
}  // namespace suffice
