#include "model/decide.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

// Rows with posteriors (0.6, 0.3, 0.1), (0.2, 0.2, 0.6) and a tie of the last two.
std::vector<PanelColumn> three_rows() {
  std::vector<PanelColumn> scores(3);
  const std::vector<std::vector<double>> posterior{{0.6, 0.3, 0.1}, {0.2, 0.2, 0.6}, {0.2, 0.4, 0.4}};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      scores[c][r] = std::log(posterior[r][c]) - 5;
    }
  }
  return scores;
}

std::vector<std::uint32_t> decided(const Decision& decision) {
  std::vector<std::uint32_t> out(3, 99);
  std::vector<PanelColumn> scores = three_rows();
  decide_panel(decision, {0, {}}, scores, 3, out.data());
  return out;
}

TEST(Decide, without_costs_the_largest_posterior_and_ties_to_the_lowest_index) {
  EXPECT_EQ(decided({}), (std::vector<std::uint32_t>{0, 2, 1}));
}

TEST(Decide, with_costs_the_least_expected_cost) {
  // Deciding 0 where 2 is true costs 10. First row: 0.3 + 10·0.1, 0.6 + 0.1, 0.6 + 0.3; second row: 0.2 + 10·0.6,
  // 0.2 + 0.6, 0.2 + 0.2; third: 0.4 + 4, 0.2 + 0.4, the same.
  EXPECT_EQ(decided({.cost = {0, 1, 10, 1, 0, 1, 1, 1, 0}}), (std::vector<std::uint32_t>{1, 2, 1}));
  // Deciding 0 is free whatever is true.
  EXPECT_EQ(decided({.cost = {0, 0, 0, 1, 0, 1, 1, 1, 0}}), (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(Decide, rejects_where_the_largest_posterior_is_too_small) {
  EXPECT_EQ(decided({.reject_below = 0.5}), (std::vector<std::uint32_t>{0, 2, no_decision}));
  EXPECT_EQ(decided({.reject_below = 0.61}), std::vector<std::uint32_t>(3, no_decision));
  EXPECT_EQ(decided({.cost = {0, 1, 10, 1, 0, 1, 1, 1, 0}, .reject_below = 0.5}),
            (std::vector<std::uint32_t>{1, 2, no_decision}));
}

TEST(Decide, no_class_is_decided_for_a_row_that_none_can_have) {
  for (const Decision& decision :
       {Decision{}, Decision{.cost = {0, 1, 1, 1, 0, 1, 1, 1, 0}}, Decision{.reject_below = 0.1}}) {
    std::vector<std::uint32_t> out(3, 99);
    std::vector<PanelColumn> scores = three_rows();
    scores[0][1] = scores[1][1] = scores[2][1] = -INFINITY;
    decide_panel(decision, {0, {}}, scores, 3, out.data());
    EXPECT_EQ(out, (std::vector<std::uint32_t>{0, no_decision, 1}));
  }
  std::vector<std::uint32_t> out(3, 99);
  std::vector<PanelColumn> scores = three_rows();
  scores[0][1] = scores[1][1] = scores[2][1] = -INFINITY;
  predict_panel(scores, 3, out.data());
  EXPECT_EQ(out, (std::vector<std::uint32_t>{0, no_decision, 1}));
}

TEST(Decide, passes_over_rows_of_little_evidence) {
  std::vector<std::uint32_t> out{0, 1, 2};
  std::vector<PanelColumn> scores = three_rows();  // each row sums to exp(−5)
  scores[0][1] = scores[1][1] = scores[2][1] = -INFINITY;
  reject_outliers(scores, {{-5.1, -5.1, -5.1}}, 3, out.data());
  EXPECT_EQ(out, (std::vector<std::uint32_t>{0, no_decision, 2}));
  reject_outliers(scores, {{-4.9, -4.9, -5.1}}, 3, out.data());
  EXPECT_EQ(out, (std::vector<std::uint32_t>{no_decision, no_decision, 2}));
}

TEST(Decide, refuses_costs_that_do_not_fit) {
  const auto message = [](const Decision& decision) -> std::string {
    try {
      check_decision(decision, 2);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message({}), "no error");
  EXPECT_EQ(message({.cost = {0, 1, -2, 0}}), "no error");
  EXPECT_EQ(message({.cost = {0, 1, 2}}), "the cost matrix has 3 numbers where 2 classes need 4");
  EXPECT_EQ(message({.cost = {0, 1, INFINITY, 0}}), "a cost is not finite; use a large number to rule a decision out");
  EXPECT_EQ(message({.reject_below = std::nan("")}), "the threshold for rejecting rows is not a number");
}

}  // namespace
}  // namespace suffice
