#include "report/picture/plane.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += a[j] * b[j];
  }
  return sum;
}

TEST(Plane, of_two_columns_is_theirs) {
  const PictureModel fitted = picture_model("lda", 3, 2);
  const Probes probes(fitted.model, 1);
  const Scene scene = scene_of(fitted.model, probes, probes.numbers(), fitted.rows(), 0);
  const Plane plane = plane_of(scene.shown, fitted.model.schema(), 3);
  EXPECT_TRUE(plane.columns);
  EXPECT_EQ(plane.names[1], "x1");
  EXPECT_EQ(plane.project(scene.shown, 5).y, fitted.table.values[11]);
}

TEST(Plane, of_more_columns_inverts_its_projection) {
  for (const std::size_t classes : {2U, 3U}) {
    const PictureModel fitted = picture_model("lda", classes, 5, 300);
    const Probes probes(fitted.model, 1);
    const Scene scene = scene_of(fitted.model, probes, probes.numbers(), fitted.rows(), 0);
    const Plane plane = plane_of(scene.shown, fitted.model.schema(), classes);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t l = 0; l < 2; ++l) {
        EXPECT_NEAR(product(plane.axes[k], plane.embedded[l]), k == l ? 1 : 0, 1e-9);
      }
    }
    const NumberProbes probe = plane.probes({{2, -1}});
    const ShownRows row = {.places = probe.places, .values = probe.values, .labels = {0}};
    EXPECT_NEAR(plane.project(row, 0).x, 2, 1e-9);
    EXPECT_NEAR(plane.project(row, 0).y, -1, 1e-9);
  }
}

// w ∝ S_W⁻¹ (μ₁ − μ₀): of columns that are independent and of spreads 1 and 10 the first counts a hundredfold.
TEST(Plane, first_axis_is_fishers) {
  ShownRows rows = {.places = {0, 1}, .values = {}, .labels = {}};
  for (std::size_t i = 0; i < 4000; ++i) {
    const double a = i % 4 < 2 ? 1 : -1;
    const double b = i % 8 < 4 ? 10 : -10;
    const auto c = static_cast<std::uint32_t>(i % 2);
    rows.values.insert(rows.values.end(), {a + c, b + c});
    rows.labels.push_back(c);
  }
  const Schema schema = {.blocks = {{.features = {"x", "y"}}}, .target = "z"};
  const Plane plane = plane_of(rows, schema, 2, false);
  EXPECT_NEAR(plane.axes[0][1] / plane.axes[0][0], 0.01, 1e-9);
  EXPECT_GT(plane.axes[0][0], 0);  // the second class lies to the right
  const Plane means = mean_difference(rows, schema);
  EXPECT_NEAR(means.axes[0][0], std::sqrt(0.5), 1e-9);
}

TEST(Plane, probes_of_amounts_are_whole_numbers_of_at_least_0) {
  const Model model = model_of(amount_model());
  const Probes probes(model, 1);
  const Plane plane = plane_of(scene_of(model, probes, probes.numbers(), {}, 0).basis(), model.schema(), 2);
  EXPECT_EQ(plane.probes({{1.4, -3}}).values, (std::vector<double>{1, 0}));
}

TEST(Plane, of_constant_columns_is_finite) {
  ShownRows rows = {
      .places = {0, 1, 2}, .values = std::vector<double>(30, 1), .labels = std::vector<std::uint32_t>(10)};
  rows.labels[3] = 1;
  const Plane plane = plane_of(rows, {.blocks = {{.features = {"x", "y", "z"}}}, .target = "t"}, 2);
  EXPECT_TRUE(std::isfinite(plane.project(rows, 0).x));
}

}  // namespace
}  // namespace suffice
