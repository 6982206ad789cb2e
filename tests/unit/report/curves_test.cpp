#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"

namespace suffice {
namespace {

TEST(CurvesPicture, has_a_curve_for_each_model) {
  Comparison found;
  found.models = {{.name = "lda", .curve = {{20, {0.5, 0.1}, {}}, {200, {0.3, NAN}, {}}}},
                  {.name = "logistic", .generative = false, .curve = {{20, {NAN, NAN}, {}}, {200, {0.2, 0.1}, {}}}}};
  const draw::Picture picture = curves_picture(found);
  EXPECT_EQ(picture.legend.size(), 2U);
  EXPECT_EQ(picture.legend[1].sign, draw::LegendEntry::Sign::dashed);
  EXPECT_EQ(picture.panels.front().marks.size(), 6U);  // intervals, a line and markers for each
  EXPECT_LT(picture.panels.front().x.low, 20);
  EXPECT_EQ(draw::svg(picture).find("nan"), std::string::npos);
}

TEST(CurvesPicture, without_curves_is_an_empty_picture) {
  EXPECT_TRUE(curves_picture({}).panels.front().marks.empty());
}

TEST(RankingPicture, shows_candidates_that_have_a_loss) {
  const Ranking ranking = {
      .models = {{"lda", 0.1, 0.01, ""}, {"qda", 0.2, NAN, ""}, {"tan", NAN, NAN, "no"}}, .rows = 150, .folds = 5};
  EXPECT_EQ(ranking_picture(ranking).panels.front().y.names, (std::vector<std::string>{"lda", "qda"}));
  EXPECT_THROW((void)ranking_picture({}), Error);
}

TEST(CurvesPicture, says_which_models_lie_beyond_the_frame) {
  Comparison found;
  found.models = {{.name = "lda", .curve = {{20, {0.2, 0.3}, {}}, {200, {0.2, 0.1}, {}}}},
                  {.name = "gaussian-nb", .curve = {{20, {4, 0.1}, {}}, {200, {0.2, 0.1}, {}}}}};
  const draw::Picture picture = curves_picture(found);
  EXPECT_TRUE(picture.caption.ends_with(": gaussian-nb.")) << picture.caption;
  const auto& intervals = std::get<draw::Lines>(picture.panels.front().marks.front());
  EXPECT_EQ(intervals.paths.front().front().y, 0) << "no log loss is below 0";
}

}  // namespace
}  // namespace suffice
