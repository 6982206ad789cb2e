#include "estimate/moments/scatters.hpp"

#include <numeric>
#include <utility>

#include "math/system/huge_pages.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

// Appends the chosen rows and columns of a matrix.
void append_part(std::vector<double>& values, std::span<const double> matrix, std::size_t width,
                 std::span<const std::size_t> columns) {
  if (columns.size() == width) {
    values.insert(values.end(), matrix.begin(), matrix.end());
    return;
  }
  for (const std::size_t i : columns) {
    for (const std::size_t j : columns) {
      values.push_back(matrix[i * width + j]);
    }
  }
}

void append(std::vector<double>& values, Shape shape, const std::vector<double>& variation) {
  if (shape == Shape::trace) {
    values.push_back(std::accumulate(variation.begin(), variation.end(), 0.0));
  } else {
    values.insert(values.end(), variation.begin(), variation.end());
  }
}

// Σ w of the rows of a class, or of all, less those with a value in each of the columns.
void append_missing(const MomentBlock& moments, std::span<const std::size_t> columns, std::size_t first,
                    std::size_t last, Scatters& result) {
  const std::vector<double>& known = moments.sums.column_weight;
  for (std::size_t i = 0; i < columns.size() && !known.empty(); ++i) {
    double missing = 0;
    for (std::size_t c = first; c < last; ++c) {
      missing += moments.classes.weight[c] - known[c * moments.features() + columns[i]];
    }
    result.missing.push_back(missing);
  }
}

}  // namespace

double Scatters::lacking(std::size_t k, std::size_t j) const {
  if (missing.empty()) {
    return 0;
  }
  const auto own = std::span(missing).subspan(k * d, d);
  return shape == Shape::trace ? std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(d) : own[j];
}

void adjust_for_missing(Scatters& scatters, std::span<double> divisor) {
  for (std::size_t k = 0; k < scatters.count() && !scatters.missing.empty() && scatters.d > 0; ++k) {
    if (scatters.shape == Shape::trace) {
      divisor[k] -= scatters.lacking(k, 0);
      continue;
    }
    for (std::size_t j = 0; j < scatters.d; ++j) {
      scatters.one(k)[j] *= divisor[k] / (divisor[k] - scatters.lacking(k, j));
    }
  }
}

Shape shape_of(Structure structure) {
  switch (structure) {
    case Structure::full:
    case Structure::shared:
      return Shape::matrix;
    case Structure::diagonal:
    case Structure::shared_diagonal:
      return Shape::diagonal;
    case Structure::spherical:
    case Structure::shared_spherical:
    case Structure::identity:
      break;
  }
  return Shape::trace;
}

bool is_shared(Structure structure) {
  return structure != Structure::full && structure != Structure::diagonal && structure != Structure::spherical;
}

std::vector<double> select(std::span<const double> table, std::size_t width, std::span<const std::size_t> columns) {
  std::vector<double> result;
  result.reserve(width == 0 ? 0 : table.size() / width * columns.size());
  for (std::size_t start = 0; start < table.size(); start += width) {
    for (const std::size_t j : columns) {
      result.push_back(table[start + j]);
    }
  }
  return result;
}

Scatters pooled_scatters(const MomentBlock& moments, Shape shape, std::span<const std::size_t> columns) {
  const std::size_t width = moments.features();
  Scatters result{shape, columns.size(), {}, {moments.classes.total_weight()}};
  if (shape == Shape::matrix) {
    std::vector<double> all = pooled_scatter(moments);
    if (columns.size() == width) {
      result.values = std::move(all);
    } else {
      append_part(result.values, all, width, columns);
    }
  } else {
    append(result.values, shape, select(pooled_variation(moments), width, columns));
    append_missing(moments, columns, 0, moments.classes.size(), result);
  }
  return result;
}

Scatters scatters(const MomentBlock& moments, Structure structure, std::span<const std::size_t> columns) {
  const Shape shape = shape_of(structure);
  if (is_shared(structure)) {
    return pooled_scatters(moments, shape, columns);
  }
  const std::size_t width = moments.features();
  Scatters result{shape, columns.size(), {}, moments.classes.weight};
  result.values.reserve(result.count() * result.size_of_one());
  advise_huge_pages(result.values.data(), result.values.capacity() * sizeof(double));
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    if (shape == Shape::matrix) {
      append_part(result.values, class_scatter(moments, c), width, columns);
    } else {
      append(result.values, shape, select(class_variation(moments, c), width, columns));
      append_missing(moments, columns, c, c + 1, result);
    }
  }
  return result;
}

std::vector<double> as_numerators(Scatters scatters) {
  if (scatters.shape != Shape::trace) {
    return std::move(scatters.values);
  }
  std::vector<double> result;
  result.reserve(scatters.count() * scatters.d);
  for (const double trace : scatters.values) {
    result.insert(result.end(), scatters.d, trace / static_cast<double>(scatters.d));
  }
  return result;
}

void add_deviation(Shape shape, std::span<double> scatter, std::span<const double> v, double factor) {
  if (shape == Shape::matrix) {
    add_outer_product(scatter, v, factor);
    return;
  }
  for (std::size_t j = 0; j < v.size(); ++j) {
    scatter[shape == Shape::diagonal ? j : 0] += factor * v[j] * v[j];
  }
}

}  // namespace suffice
