#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
#include "suffice/model_pictures.hpp"
#include "support/table.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(ProjectionPicture, of_two_classes_ends_with_a_sigmoid) {
  const PictureModel fitted = picture_model("lda", 2, 3);
  const draw::Picture picture = projection_picture(fitted.model, fitted.rows());
  ASSERT_EQ(picture.panels.size(), 3U);
  const draw::Panel& posterior = picture.panels.back();
  const auto& sigmoid = std::get<draw::Lines>(posterior.marks.back()).paths.front();
  EXPECT_LT(sigmoid.front().y, 0.01);
  EXPECT_GT(sigmoid.back().y, 0.99);
  for (std::size_t k = 1; k < sigmoid.size(); ++k) {
    EXPECT_GE(sigmoid[k].y, sigmoid[k - 1].y);
  }
}

TEST(ProjectionPicture, of_more_classes_has_two_axes_and_a_curve_for_each_class) {
  const draw::Picture picture = projection_picture(picture_model("qda", 3, 4).model);
  ASSERT_EQ(picture.panels.size(), 3U);
  EXPECT_EQ(picture.panels[1].title, "Second discriminant axis");
  EXPECT_EQ(picture.panels[2].marks.size(), 3U);
}

TEST(ProjectionPicture, has_no_posterior_where_no_class_is_probable) {
  TestTable table = random_table(9, 600, 2, 30);
  table.codes.assign(table.codes.size(), 0);
  for (std::size_t i = 0; i < table.codes.size(); ++i) {
    table.codes[i] = static_cast<std::uint32_t>(i % 30);
  }
  const Model model = estimate(table.summary(), {.readings = {{.options = GaussianOptions{}}}});
  const draw::Picture picture = projection_picture(model);
  EXPECT_NE(picture.panels.back().title, "Posterior");
  EXPECT_EQ(picture.caption.find("posterior"), std::string::npos);
}

TEST(ProjectionPicture, of_one_column_is_that_column) {
  const draw::Picture picture = projection_picture(picture_model("lda", 2, 1).model);
  ASSERT_EQ(picture.panels.size(), 2U);
  EXPECT_EQ(picture.panels[0].x.label, "x0");
}

TEST(ProjectionPicture, needs_numbers_and_two_classes) {
  const Model words = model_of(word_model());
  EXPECT_TRUE(error_of([&] { (void)projection_picture(words); }));
  const Model one_class = picture_model("lda", 1, 2).model;
  EXPECT_TRUE(error_of([&] { (void)projection_picture(one_class); }));
}

}  // namespace
}  // namespace suffice
