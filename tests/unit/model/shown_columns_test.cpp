// Explanations of encoded blocks, told of their columns.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "suffice/model.hpp"

namespace suffice {
namespace {

TEST(ShownColumns, indicators_are_one_contribution_and_scores_show_the_number) {
  Block block{.features = {"x", "c=p", "c=q"}};
  block.normal_scores = {{{0, 10}, {-1, 1}}, {}, {}};
  block.fills = {5, NAN, NAN};
  block.indicators = {{"c", {"p", "q"}, {"r"}}};
  const Schema schema{.blocks = {block}, .target = "y"};
  const std::vector<double> x = {1, 2.5, 3, 7, 9, NAN, 4, 6};
  const std::vector<std::uint32_t> codes = {0, 1, 2, 0, 1, 2, 1, 0};
  const std::vector<std::string> values = {"p", "q", "r"};
  const std::vector<std::uint32_t> labels = {0, 0, 0, 1, 1, 1, 0, 1};
  const std::vector<std::string> names = {"a", "b"};
  const Table table{.rows = 8, .columns = {NumberColumn{x.data()}, CategoryColumn{codes.data(), Texts(values)}}};
  const Model model = estimate(summarise(table, {labels, names}, schema));
  const Explanation why = model.explain(table, 1);
  ASSERT_EQ(why.contributions.size(), 2U);
  EXPECT_EQ(why.contributions[0].feature + " " + why.contributions[0].value, "x 2.5");
  EXPECT_EQ(why.contributions[1].feature + " " + why.contributions[1].value, "c q");
  EXPECT_EQ(model.explain(table, 5).contributions[0].value, "missing (5)");
  std::vector<double> joint(16);
  model.log_joint(table, joint);
  EXPECT_NEAR(why.log_joint[0], joint[2], 1e-12);
  EXPECT_EQ(model.linear_form().names, (std::vector<std::string>{"normal score of x", "c=p", "c=q"}));
}

TEST(ShownColumns, bins_show_the_number_too) {
  Block block{.kind = Kind::categories, .features = {"x"}};
  block.edges = {{22.5, 26.5}};
  const std::vector<double> x = {20, 25, 30, 23, 27, NAN};
  const std::vector<std::uint32_t> labels = {0, 0, 1, 1, 0, 1};
  const std::vector<std::string> names = {"a", "b"};
  const Table table{.rows = 6, .columns = {NumberColumn{x.data()}}};
  const Model model = estimate(summarise(table, {labels, names}, {.blocks = {block}, .target = "y"}));
  EXPECT_EQ(model.explain(table, 1).contributions.at(0).value, "25 (22.5 to 26.5)");
  EXPECT_EQ(model.explain(table, 0).contributions.at(0).value, "20 (< 22.5)");
  EXPECT_TRUE(model.explain(table, 5).contributions.empty());
}

}  // namespace
}  // namespace suffice
