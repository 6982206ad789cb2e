#include "rival/linear_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "math/kernels/panel.hpp"
#include "suffice/error.hpp"

namespace suffice {

HeldRows spread_rows(const LinearProblem& problem, std::size_t wanted) {
  const std::size_t stretches = (problem.rows + panel_rows - 1) / panel_rows;
  const std::size_t step = std::max<std::size_t>(1, stretches * panel_rows / std::max<std::size_t>(wanted, 1));
  HeldRows held;
  std::size_t before = 0;
  problem.each([&](const LinearRows& rows) {
    const auto& batch = std::get<Batch>(rows.features);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if ((before + i) / panel_rows % step != 0) {
        continue;
      }
      held.values.resize(held.values.size() + problem.features);
      batch.copy_row(i, held.values.data() + held.values.size() - problem.features);
      held.classes.push_back(rows.classes[i]);
      held.weights.push_back(batch.weight(i));
    }
    before += rows.size();
  });
  return held;
}

LinearProblem problem_of(const HeldRows& rows, const LinearProblem& whole) {
  LinearProblem problem = whole;
  problem.rows = rows.classes.size();
  problem.weight = 0;
  for (const double weight : rows.weights) {
    problem.weight += weight;
  }
  const Batch batch = Batch::row_major(rows.values.data(), problem.rows, whole.features, rows.weights);
  problem.each = [batch, classes = std::span(rows.classes)](const auto& use) { use(LinearRows{batch, classes}); };
  return problem;
}

LinearProblem with_classes(const LinearProblem& problem, std::vector<std::uint32_t> kept) {
  LinearProblem fewer = problem;
  fewer.classes = kept.size();
  fewer.class_weight.clear();
  fewer.each = [&problem, kept = std::move(kept)](const auto& use) {
    std::vector<std::uint32_t> places(problem.classes);
    for (std::size_t place = 0; place < kept.size(); ++place) places[kept[place]] = static_cast<std::uint32_t>(place);
    problem.each([&](const LinearRows& rows) {
      std::vector<std::uint32_t> classes;
      classes.reserve(rows.size());
      for (const std::uint32_t c : rows.classes) classes.push_back(places[c]);
      use(LinearRows{rows.features, classes});
    });
  };
  return fewer;
}

std::vector<double> feature_scales(const LinearProblem& problem) {
  std::vector<double> squares(problem.features);
  const auto add = [&](std::size_t j, double weight, double value) {
    const double u = problem.known(j, value) - problem.centre[j];
    squares[j] += weight * u * u;
  };
  problem.each([&](const LinearRows& rows) {
    if (const auto* sparse = std::get_if<SparseBatch>(&rows.features)) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::uint64_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
          add(sparse->indices[k], sparse->weight(i), sparse->value(k));
        }
      }
      return;
    }
    const auto& batch = std::get<Batch>(rows.features);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double weight = batch.weight(i);
      batch.visit_row(i, [&](const auto* row) {
        for (std::size_t j = 0; j < problem.features; ++j) {
          add(j, weight, static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * batch.column_stride]));
        }
      });
    }
  });
  for (std::size_t j = 0; j < squares.size(); ++j) {
    if (!std::isfinite(squares[j])) {
      throw Error(ErrorCode::bad_data, "the values are too large to square; use another unit for this column",
                  fmt::format("feature {}", problem.name_of(j)));
    }
    squares[j] = squares[j] > 0 ? std::sqrt(squares[j] / problem.weight) : 1;
  }
  return squares;
}

}  // namespace suffice
