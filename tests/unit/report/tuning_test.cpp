#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"

namespace suffice {
namespace {

Tuning tuning(std::vector<Trial> trials) {
  return {.rows = 50, .before = 1, .after = 0.25, .trials = std::move(trials)};
}

TEST(TuningPicture, has_a_panel_for_each_option_of_each_reading) {
  const draw::Picture picture =
      tuning_picture(tuning({{.option = "shrinkage", .value = "none", .criterion = NAN, .problem = "singular"},
                             {.option = "shrinkage", .value = "0.1", .criterion = 0.25, .chosen = true},
                             {.option = "pseudocount", .value = "1", .criterion = 0.5},
                             {.option = "pseudocount", .value = "1", .reading = 1, .criterion = 0.5},
                             {.option = "tf-idf", .value = "yes", .criterion = NAN, .problem = "none"}}));
  ASSERT_EQ(picture.panels.size(), 3U) << "what has no criterion at all is not shown";
  EXPECT_EQ(picture.panels[0].x.names, (std::vector<std::string>{"none", "0.1"}));
  EXPECT_EQ(picture.panels[2].title, "pseudocount, reading 2");
  EXPECT_EQ(std::get<draw::Points>(picture.panels[0].marks[2]).at.front().x, 1) << "the one that was taken";
  EXPECT_EQ(draw::svg(picture).find("nan"), std::string::npos);
}

TEST(TuningPicture, shows_the_grid_of_rda_and_frames_the_pair_that_was_taken) {
  const draw::Picture picture =
      tuning_picture(tuning({{.option = "rda", .value = "0,0,variances", .criterion = 0.5},
                             {.option = "rda", .value = "0,1,variances", .criterion = 0.3},
                             {.option = "rda", .value = "1,0,variances", .criterion = 0.2},
                             {.option = "rda", .value = "1,1,variances", .criterion = 0.25, .chosen = true}}));
  ASSERT_EQ(picture.panels.size(), 1U);
  EXPECT_EQ(picture.panels[0].x.names, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(picture.panels[0].y.names, (std::vector<std::string>{"0", "1"}));
  const auto& frame = std::get<draw::Lines>(picture.panels[0].marks[1]);
  ASSERT_EQ(frame.paths.size(), 1U);
  EXPECT_GT(frame.paths[0].front().y, 0.5);
  EXPECT_TRUE(picture.legend.empty());
}

TEST(TuningPicture, shows_columns_step_by_step) {
  const draw::Picture picture =
      tuning_picture(tuning({{.option = "add", .value = "x", .criterion = 0.9},
                             {.option = "add", .value = "y", .criterion = 0.8, .chosen = true},
                             {.option = "add", .value = "x", .criterion = 0.7, .chosen = true}}));
  ASSERT_EQ(picture.panels.size(), 1U);
  EXPECT_EQ(picture.panels[0].x.names, (std::vector<std::string>{"y", "x"}));
}

TEST(TuningPicture, values_that_are_far_worse_do_not_flatten_the_rest) {
  std::vector<Trial> trials;
  for (const double loss : {0.25, 0.26, 0.27, 40.0}) {
    trials.push_back({.option = "shrinkage", .value = std::to_string(loss), .criterion = loss});
  }
  EXPECT_LT(tuning_picture(tuning(trials)).panels[0].y.high, 1);
}

TEST(TuningPicture, without_a_search_there_is_none) { EXPECT_THROW((void)tuning_picture({}), Error); }

}  // namespace
}  // namespace suffice
