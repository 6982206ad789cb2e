// A made-up table of numbers and a category for tests of the choice of a model, owned, in any order of rows.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Two numbers, a category with three values and the labels a and b, in this order.
struct MixedSample {
  std::vector<double> numbers = {};  // row-major
  std::vector<std::uint32_t> colours = {};
  std::vector<std::uint32_t> classes = {};
  std::vector<std::string> colour_names = {"blue", "green", "red"};
  std::vector<std::string> class_names = {"a", "b"};

  [[nodiscard]] std::size_t rows() const { return classes.size(); }
  [[nodiscard]] Table table() const {
    return {rows(), {NumberMatrix{numbers.data(), 2, 2}, CategoryColumn{colours.data(), colour_names}}};
  }
  [[nodiscard]] Labels labels() const { return {classes, class_names}; }

  void add(double size, double weight, std::uint32_t colour, std::uint32_t label) {
    numbers.insert(numbers.end(), {size, weight});
    colours.push_back(colour);
    classes.push_back(label);
  }

  [[nodiscard]] MixedSample reversed() const {
    MixedSample other;
    for (std::size_t i = rows(); i-- > 0;) {
      other.add(numbers[2 * i], numbers[2 * i + 1], colours[i], classes[i]);
    }
    return other;
  }
};

/// Classes of equal covariances, whose means are two standard deviations apart, and whose colours differ a little.
inline MixedSample mixed_sample(std::size_t rows) {
  MixedSample sample;
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto label = static_cast<std::uint32_t>(i % 2);
    const double common = normal(random);
    const double size = common + 2 * static_cast<double>(label);
    sample.add(size, common + normal(random), static_cast<std::uint32_t>((random() % 3 + label) / 2), label);
  }
  return sample;
}

inline FitPlan mixed_plan(const FitOptions& more = {}) {
  FitOptions options = more;
  options.columns.roles = {{"colour", Role::categorical}};
  return plan_fit(std::vector<std::string>{"size", "weight", "colour", "label"}, options);
}

}  // namespace suffice
