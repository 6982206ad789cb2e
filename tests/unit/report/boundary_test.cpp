#include <cmath>

#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

// The longest line in ink.
std::vector<draw::Point> boundary_of(const draw::Picture& picture) {
  std::vector<draw::Point> longest;
  for (const draw::Mark& mark : picture.panels.front().marks) {
    const auto* const lines = std::get_if<draw::Lines>(&mark);
    if (lines != nullptr && lines->look == draw::ink) {
      for (const std::vector<draw::Point>& path : lines->paths) {
        longest = path.size() > longest.size() ? path : longest;
      }
    }
  }
  return longest;
}

TEST(BoundaryPicture, lies_where_two_classes_are_equally_probable) {
  for (const char* const name : {"lda", "qda"}) {
    const PictureModel fitted = picture_model(name, 2, 2);
    const std::vector<draw::Point> line = boundary_of(boundary_picture(fitted.model, fitted.rows()));
    ASSERT_GT(line.size(), 20U);
    for (const draw::Point& point : line) {
      const std::vector<double> row = {point.x, point.y};
      std::vector<double> log_posterior(2);
      fitted.model.log_posterior(Table::row_major(row.data(), 1, 2), log_posterior);
      EXPECT_NEAR(log_posterior[0], log_posterior[1], 0.05);
    }
  }
}

TEST(BoundaryPicture, has_points_regions_and_contours) {
  const PictureModel fitted = picture_model("lda", 3, 2);
  const draw::Picture picture = boundary_picture(fitted.model, fitted.rows());
  EXPECT_EQ(marks_of<draw::Areas>(picture), 3U);
  EXPECT_EQ(marks_of<draw::Lines>(picture), 4U);   // contours of each class, and the boundary
  EXPECT_EQ(marks_of<draw::Points>(picture), 4U);  // and labels that the model does not know
  EXPECT_EQ(picture.legend.size(), 4U);
  EXPECT_EQ(marks_of<draw::Lines>(boundary_picture(picture_model("qda", 3, 5).model)), 4U);
}

TEST(BoundaryPicture, of_a_rival_has_no_contours) {
  const PictureModel fitted = picture_model("least-squares", 2, 2);
  EXPECT_EQ(marks_of<draw::Lines>(boundary_picture(fitted.model, fitted.rows())), 1U);
  EXPECT_TRUE(error_of([&] { (void)boundary_picture(fitted.model); }));
}

TEST(BoundaryPicture, stays_small_with_many_classes) {
  const PictureModel fitted = picture_model("lda", 300, 3, 1200);
  const draw::Picture picture = boundary_picture(fitted.model, fitted.rows());
  EXPECT_EQ(marks_of<draw::Areas>(picture), draw::most_series);
  EXPECT_EQ(marks_of<draw::Lines>(picture), draw::most_series);  // the boundary, and contours of those with a colour
  EXPECT_LT(draw::svg(picture).size(), 200000U);
}

// Two columns in 40 intervals each, whose counts are of no pattern: every cell has a class of its own.
TEST(BoundaryPicture, stays_small_where_regions_are_torn) {
  std::vector<double> edges;
  for (int k = 1; k < 40; ++k) {
    edges.push_back(k);
  }
  constexpr std::size_t classes = 12;
  Stored stored;
  stored.options.readings = {reading_of(0, ValueOptions{})};
  stored.summary.schema = {.blocks = {{.kind = Kind::categories, .features = {"x", "y"}, .edges = {edges, edges}}},
                           .target = "t"};
  ValueCounts counts = {.values = {bin_names(edges), bin_names(edges)}, .counts = {}};
  for (std::size_t k = 0; k < 2 * 40 * classes; ++k) {
    counts.counts.push_back(static_cast<double>(1 + k * k * 7919 % 13));
  }
  for (std::size_t c = 0; c < classes; ++c) {
    stored.summary.classes.labels.push_back("class " + std::to_string(100 + c));
    stored.summary.classes.rows.push_back(500);
    stored.summary.classes.weight.push_back(500);
  }
  stored.summary.sums = {counts};
  EXPECT_LT(draw::svg(boundary_picture(model_of(stored))).size(), 200000U);
}

TEST(BoundaryPicture, needs_two_columns_of_numbers_and_two_classes) {
  const Model one_column = picture_model("lda", 2, 1).model;
  EXPECT_EQ(outcome_of([&] { (void)boundary_picture(one_column); }),
            "usage: a boundary is drawn over two columns of numbers or more: the model has one");
  const Model one_class = picture_model("lda", 1, 2).model;
  EXPECT_EQ(outcome_of([&] { (void)boundary_picture(one_class); }),
            "usage: the model knows one class only: there is no boundary to draw");
}

TEST(BoundaryPicture, has_units_of_one_length_where_ranges_are_alike) {
  const PictureModel fitted = picture_model("lda", 3, 2);
  const draw::Panel panel = boundary_picture(fitted.model, fitted.rows()).panels.front();
  EXPECT_NEAR((panel.x.high - panel.x.low) / (panel.y.high - panel.y.low), 4.0 / 3, 1e-9);
}

}  // namespace
}  // namespace suffice
