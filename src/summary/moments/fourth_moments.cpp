#include "summary/moments/fourth_moments.hpp"

#include <array>
#include <numeric>

namespace suffice {

namespace {

double dot(std::span<const double> a, const double* b) { return std::inner_product(a.begin(), a.end(), b, 0.0); }

// What third moments change by.
void add_step(const MeanStep& step, double factor, double* third) {
  const double square = dot(step.delta, step.delta.data());
  for (std::size_t j = 0; j < step.delta.size(); ++j) {
    third[j] += factor * (2 * step.scatter_delta[j] + (step.trace + step.weight * square) * step.delta[j]);
  }
}

// What fourth moments change by, `third` being those about the mean.
double fourth_step(const MeanStep& step, const double* third) {
  const double square = dot(step.delta, step.delta.data());
  return 4 * dot(step.delta, step.scatter_delta.data()) + 4 * dot(step.delta, third) +
         (2 * step.trace + step.weight * square) * square;
}

}  // namespace

void add_fourth(const Batch& batch, std::size_t row, const double* shift, double* third, double& fourth) {
  batch.visit_row(row, [&](const auto* values) {
    const auto u = [&](std::size_t j) {
      return static_cast<double>(values[static_cast<std::ptrdiff_t>(j) * batch.column_stride]) - shift[j];
    };
    std::array<double, 8> squares{};
    for (std::size_t j = 0; j < batch.columns; ++j) {
      squares[j % squares.size()] += u(j) * u(j);
    }
    const double square = std::accumulate(squares.begin(), squares.end(), 0.0);
    const double weighted = batch.weight(row) * square;
    for (std::size_t j = 0; j < batch.columns; ++j) {
      third[j] += weighted * u(j);
    }
    fourth += weighted * square;
  });
}

void move_from_mean(const MeanStep& step, double* third, double& fourth) {
  fourth += fourth_step(step, third);
  add_step(step, 1, third);
}

void move_to_mean(const MeanStep& step, double* third, double& fourth) {
  add_step(step, -1, third);
  fourth -= fourth_step(step, third);
}

}  // namespace suffice
