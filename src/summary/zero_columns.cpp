#include "summary/zero_columns.hpp"

#include <cmath>

#include "summary/class_counts.hpp"
#include "summary/column_moments.hpp"
#include "summary/moments.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

std::size_t place_of_variation(const Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  const std::size_t set = is_pooled(moments.kind) ? 0 : c;
  return set * set_size(moments.kind, d) + (has_matrices(moments.kind) ? j * d + j : j);
}

double variation(const Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  return moments.scatter[place_of_variation(moments, c, d, j)];
}

// n μ².
double square_of_mean(const Summary& summary, std::size_t c, std::size_t j) {
  const double mean = summary.moments().mean[c * summary.schema.features.size() + j];
  return column_weight(summary, c, j) * mean * mean;
}

// Whether the mean of class c, of `weight` before, is nothing but rounding; squares that overflowed do not tell.
bool is_zero_mean(const Summary& rest, std::size_t c, std::size_t j, double weight, double squares) {
  const double sum = column_weight(rest, c, j) * rest.moments().mean[c * rest.schema.features.size() + j];
  return std::isfinite(weight * squares) && std::abs(sum) <= rounding_share * std::sqrt(weight * squares);
}

bool is_zero_variation(const Summary& rest, std::size_t c, std::size_t j, double squares) {
  return std::abs(variation(rest.moments(), c, rest.schema.features.size(), j)) <= rounding_share * squares;
}

void clear_variation(Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  const std::size_t middle = place_of_variation(moments, c, d, j);
  moments.scatter[middle] = 0;
  for (std::size_t i = 0; has_matrices(moments.kind) && i < d; ++i) {
    moments.scatter[middle - j + i] = 0;
    moments.scatter[middle - j * d + i * d] = 0;
  }
}

void clear_mean(Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  moments.mean[c * d + j] = 0;
  if (moments.has_fourth()) {
    moments.third[c * d + j] = 0;
  }
}

// Column j of class c, whose number is `before` in all.
void clear_in_class(const Summary& all, std::size_t before, Summary& rest, std::size_t c, std::size_t j) {
  const std::size_t d = all.schema.features.size();
  const double squares = variation(all.moments(), before, d, j) + square_of_mean(all, before, j);
  if (is_zero_mean(rest, c, j, column_weight(all, before, j), squares) && is_zero_variation(rest, c, j, squares)) {
    clear_mean(rest.moments(), c, d, j);
    clear_variation(rest.moments(), c, d, j);
  }
}

// Column j of all classes together; those that have lost no rows have a mean without rounding.
void clear_in_all(const Summary& all, Summary& rest, std::span<const std::size_t> in_all,
                  std::span<const std::size_t> in_part, std::size_t j) {
  const std::size_t d = all.schema.features.size();
  double squares = variation(all.moments(), 0, d, j);
  for (std::size_t c = 0; c < all.classes.size(); ++c) {
    squares += square_of_mean(all, c, j);
  }
  bool is_zero = is_zero_variation(rest, 0, j, squares);
  for (std::size_t c = 0; c < rest.classes.size(); ++c) {
    const double weight = in_part[c] == no_place ? 0 : column_weight(all, in_all[c], j);
    is_zero = is_zero && is_zero_mean(rest, c, j, weight, squares);
  }
  if (is_zero) {
    clear_variation(rest.moments(), 0, d, j);
    for (std::size_t c = 0; c < rest.classes.size(); ++c) {
      clear_mean(rest.moments(), c, d, j);
    }
  }
}

}  // namespace

bool is_zero_column(const Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  return moments.mean[c * d + j] == 0 && variation(moments, c, d, j) == 0;
}

void clear_rounding(const Summary& all, const Summary& part, Summary& rest) {
  if (!rest.schema.open_columns) {
    return;
  }
  const auto in_all = places_in(rest.classes.labels, all.classes.labels);
  const auto in_part = places_in(rest.classes.labels, part.classes.labels);
  for (std::size_t j = 0; j < all.schema.features.size(); ++j) {
    if (is_pooled(rest.moments().kind)) {
      clear_in_all(all, rest, in_all, in_part, j);
      continue;
    }
    for (std::size_t c = 0; c < rest.classes.size(); ++c) {
      if (in_part[c] != no_place) {
        clear_in_class(all, in_all[c], rest, c, j);
      }
    }
  }
}

}  // namespace suffice
