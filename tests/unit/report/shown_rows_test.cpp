#include "report/picture/shown_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(ShownRows, are_those_given_or_drawn) {
  const PictureModel fitted = picture_model("lda", 2, 3);
  const Probes probes(fitted.model, 1);
  const Scene given = scene_of(fitted.model, probes, probes.numbers(), fitted.rows(), 0);
  EXPECT_EQ(given.shown.values, fitted.table.values);
  EXPECT_EQ(rows_text(given.shown, fitted.rows()), "120 rows");
  PictureRows sampled = fitted.rows();
  sampled.seen = 1000;
  EXPECT_EQ(rows_text(given.shown, sampled), "a sample of 120 of 1,000 rows");
  const Scene drawn = scene_of(fitted.model, probes, probes.numbers(), {}, 0);
  EXPECT_EQ(rows_text(drawn.shown, {}), "500 rows drawn from the model");
  EXPECT_EQ(drawn.basis().rows(), 10000U);
}

TEST(ShownRows, of_many_columns_are_those_that_differ_most) {
  const PictureModel fitted = picture_model("gaussian-nb", 2, 200);
  const Probes probes(fitted.model, 1);
  const ShownRows shown = numbers_of(fitted.model, probes, fitted.rows(), probes.numbers());
  EXPECT_EQ(shown.places.size(), most_shown_columns);
  EXPECT_EQ(shown.left_out, 200 - most_shown_columns);
  EXPECT_EQ(shown.places[0], 0U);
  EXPECT_EQ(shown.places[1], 1U);
}

TEST(ShownRows, read_columns_of_every_shape) {
  const PictureModel fitted = picture_model("gaussian-nb", 2, 3, 4);
  const Probes probes(fitted.model, 1);
  const std::vector<float> numbers = {1, 2, 3, 4};
  const std::uint8_t valid = 0b1101;
  const std::vector<double> values = {5, 6};
  const std::vector<std::uint64_t> offsets = {0, 1, 1, 2, 2};
  const std::vector<std::uint32_t> indices = {0, 1};
  const Table table = {
      4, {NumberColumn{numbers.data(), 1, {&valid, 0}}, SparseMatrix{values.data(), std::span(offsets), indices, 2}}};
  const std::vector<std::uint32_t> codes = {0, 1, 2, 0};
  const std::vector<std::string> names = {"class 101", "unknown", "class 100"};
  const ShownRows shown = numbers_of(fitted.model, probes, {table, {codes, names}, 0}, {0, 1, 2});
  EXPECT_EQ(shown.labels, (std::vector<std::uint32_t>{1, 2, 0, 1}));
  EXPECT_EQ(shown.at(0, 1), 5);
  EXPECT_EQ(shown.at(2, 2), 6);
  EXPECT_EQ(shown.at(1, 1), 0);
  EXPECT_TRUE(std::isnan(shown.at(1, 0)));
}

TEST(ShownRows, of_a_rival_must_be_given) {
  const PictureModel fitted = picture_model("least-squares", 2, 2);
  const Probes probes(fitted.model, 1);
  EXPECT_FALSE(drawn_rows(fitted.model, probes, probes.numbers(), 0));
  EXPECT_TRUE(error_of([&] { (void)scene_of(fitted.model, probes, probes.numbers(), {}, 0); }));
}

TEST(ShownRows, planes_are_laid_through_measurements) {
  const Model amounts = model_of(amount_model());
  EXPECT_EQ(plane_columns(amounts, Probes(amounts, 1)).size(), 2U);
  const PictureModel fitted = picture_model("lda", 2, 3);
  EXPECT_EQ(plane_columns(fitted.model, Probes(fitted.model, 1)).size(), 3U);
}

TEST(ShownRows, have_a_legend_that_folds_many_classes) {
  const std::vector<std::string> labels(1000, "label");
  const std::vector<draw::LegendEntry> legend = class_legend(labels, draw::LegendEntry::Sign::area);
  ASSERT_EQ(legend.size(), draw::most_series);
  EXPECT_EQ(legend.back().name, "989 others");
}

}  // namespace
}  // namespace suffice
