#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
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

TEST(DensitiesPicture, needs_densities_of_columns) {
  const Model rival = picture_model("least-squares", 2, 2).model;
  EXPECT_TRUE(error_of([&] { (void)densities_picture(rival); }));
  const Model words = model_of(word_model());
  EXPECT_TRUE(error_of([&] { (void)densities_picture(words); }));
}

}  // namespace
}  // namespace suffice
