#include <cmath>

#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(QualityPictures, show_calibration_before_and_after) {
  const PictureModel fitted = picture_model("lda", 2, 2);
  EXPECT_FALSE(uncalibrated_metrics(fitted.model, fitted.rows()));
  const Model tempered = fitted.model.tempered({0.3});
  const std::optional<Metrics> before = uncalibrated_metrics(tempered, fitted.rows());
  ASSERT_TRUE(before);
  EXPECT_EQ(before->log_loss, metrics_of(fitted.model, fitted.rows()).log_loss);
  const Metrics after = metrics_of(tempered, fitted.rows());
  EXPECT_EQ(calibration_picture(after, before).legend.size(), 3U);
  EXPECT_EQ(calibration_picture(after).legend.size(), 2U);
}

TEST(QualityPictures, write_each_count_of_the_confusion) {
  Metrics metrics;
  metrics.rows = 7;
  metrics.weight = 7;
  metrics.labels = {"a", "b"};
  metrics.confusion = {3, 1, 0, 3};
  const draw::Picture picture = confusion_picture(metrics);
  EXPECT_EQ(marks_of<draw::Words>(picture), 3U);
  EXPECT_EQ(picture.panels[0].y.names, metrics.labels);
  EXPECT_TRUE(picture.caption.starts_with("7 rows; 0 % are right"));
  metrics.weight = 3.5;
  EXPECT_TRUE(confusion_picture(metrics).caption.starts_with("7 rows of the weight 3.5, of which 0 % is right"));
  metrics.labels.assign(100, "label");
  metrics.confusion.assign(100 * 100, 1);
  EXPECT_EQ(confusion_picture(metrics).panels[0].x.names.size(), 20U);
}

TEST(QualityPictures, rank_rows_as_the_evaluator_does) {
  const PictureModel fitted = picture_model("diagonal-lda", 3, 2);
  TestTable noisy = fitted.table;
  for (std::size_t i = 0; i < noisy.rows(); i += 5) {
    noisy.codes[i] = (noisy.codes[i] + 1) % 3;
  }
  const PictureRows rows = {noisy.table(), noisy.labels(), 0};
  const Metrics metrics = metrics_of(fitted.model, rows);
  const draw::Picture picture = roc_picture(fitted.model, rows);
  ASSERT_EQ(picture.legend.size(), 3U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_NE(picture.legend[c].name.find(
                  fmt::format("{:.3f}, {:.3f}", metrics.classes[c].roc_auc, metrics.classes[c].average_precision)),
              std::string::npos)
        << picture.legend[c].name;
  }
}

TEST(QualityPictures, have_one_curve_of_two_classes_and_none_of_one) {
  const PictureModel fitted = picture_model("lda", 2, 2);
  EXPECT_EQ(roc_picture(fitted.model, fitted.rows()).legend.size(), 1U);
  TestTable same = fitted.table;
  std::ranges::fill(same.codes, 1);
  EXPECT_TRUE(error_of([&] { (void)roc_picture(fitted.model, {same.table(), same.labels(), 0}); }));
}

TEST(QualityPictures, have_a_panel_for_each_of_many_classes) {
  const PictureModel fitted = picture_model("diagonal-lda", 20, 2);
  const draw::Picture picture = roc_picture(fitted.model, fitted.rows());
  EXPECT_EQ(picture.panels.size(), 20U);
  EXPECT_EQ(picture.legend.size(), 2U);
  EXPECT_EQ(picture.caption.find("with most rows"), std::string::npos);
}

}  // namespace
}  // namespace suffice
