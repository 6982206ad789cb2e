#include <algorithm>

#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
#include "unit/paired_rows.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(DensitiesPicture, has_a_panel_for_each_column) {
  const PictureModel fitted = picture_model("gaussian-nb", 2, 3);
  const draw::Picture picture = densities_picture(fitted.model, fitted.rows());
  ASSERT_EQ(picture.panels.size(), 3U);
  EXPECT_EQ(picture.panels[1].title, "x1");
  EXPECT_EQ(marks_of<draw::Lines>(picture), 6U);
  EXPECT_EQ(marks_of<draw::Bars>(picture), 6U);  // histograms of the rows
  EXPECT_EQ(marks_of<draw::Bars>(densities_picture(fitted.model)), 0U);
}

TEST(DensitiesPicture, has_no_more_points_than_its_curves_need) {
  const draw::Panel panel = densities_picture(picture_model("gaussian-nb", 2, 1).model).panels.front();
  const auto& path = std::get<draw::Lines>(panel.marks[0]).paths.front();
  EXPECT_LT(path.size(), 70U);
  EXPECT_GT(path.size(), 10U);
  EXPECT_EQ(path.front().x, panel.x.low);
  EXPECT_EQ(path.back().x, panel.x.high);
}

TEST(DensitiesPicture, shows_categories_as_bars) {
  const draw::Picture picture = densities_picture(model_of(value_model()));
  ASSERT_EQ(picture.panels.size(), 2U);
  EXPECT_EQ(marks_of<draw::Bars>(picture), 4U);
  EXPECT_EQ(picture.panels[0].x.names.size(), 2U);
}

TEST(DensitiesPicture, shows_the_most_telling_of_many_columns) {
  const draw::Picture picture = densities_picture(picture_model("gaussian-nb", 20, 30).model);
  EXPECT_EQ(picture.panels.size(), 12U);
  EXPECT_EQ(picture.panels[0].title, "x0");
  EXPECT_EQ(marks_of<draw::Lines>(picture), 12 * draw::most_series);
}

TEST(DensitiesPicture, draws_whole_numbers_as_steps) {
  const draw::Picture picture = densities_picture(model_of(amount_model()));
  const auto& line = std::get<draw::Lines>(picture.panels[0].marks[0]).paths[0];
  EXPECT_EQ(line[0].y, line[1].y);
  EXPECT_EQ(line[1].x, line[2].x);
}

// What a model of dependent columns says of one value alone is no probability of it.
TEST(DensitiesPicture, bars_of_one_colour_have_the_sum_one) {
  const Summary summary = PairedRows(400, 3, 5).summary();
  for (const Dependence dependence : {Dependence::none, Dependence::one, Dependence::tree}) {
    const Model model = estimate(summary, {.readings = {reading_of(0, ValueOptions{.dependence = dependence})}}, 1);
    for (const draw::Panel& panel : densities_picture(model).panels) {
      for (const draw::Mark& mark : panel.marks) {
        double sum = 0;
        for (const draw::Bars::Bar& bar : std::get<draw::Bars>(mark).bars) {
          sum += bar.to.y;
        }
        EXPECT_NEAR(sum, 1, 1e-9) << panel.title;
      }
    }
  }
}

TEST(DensitiesPicture, shows_numbers_in_intervals_as_bars_in_their_order) {
  Stored stored = value_model();
  stored.summary.schema.blocks[0] = {.kind = Kind::categories, .features = {"x"}, .edges = {{2.5, 10}}};
  stored.summary.sums = {ValueCounts{{bin_names(std::vector<double>{2.5, 10})}, {1, 1, 2, 0, 0.5, 1}}};
  const draw::Picture picture = densities_picture(model_of(stored));
  EXPECT_EQ(picture.panels[0].x.names, (std::vector<std::string>{"< 2.5", "2.5 to 10", ">= 10"}));
}

TEST(DensitiesPicture, shows_large_whole_numbers_too) {
  Stored stored = amount_model();
  stored.summary.sums = {AmountSums{.weight = {3, 3, 2, 2},
                                    .sum = {300000, 3, 400000, 4},
                                    .log_sum = {34, 0, 24, 1},
                                    .zeros = {0, 0, 0, 0},
                                    .fractional = {0, 0, 0, 0}}};
  const draw::Picture picture = densities_picture(model_of(stored));
  const auto panel = std::ranges::find(picture.panels, "x", &draw::Panel::title);
  ASSERT_NE(panel, picture.panels.end());
  EXPECT_GT(panel->x.high - panel->x.low, 50000);  // both classes are within
}

TEST(DensitiesPicture, needs_densities_of_columns) {
  const Model rival = picture_model("least-squares", 2, 2).model;
  EXPECT_TRUE(error_of([&] { (void)densities_picture(rival); }));
  const Model words = model_of(word_model());
  EXPECT_TRUE(error_of([&] { (void)densities_picture(words); }));
}

}  // namespace
}  // namespace suffice
