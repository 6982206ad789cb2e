#include "summary/zero_columns.hpp"

#include <cmath>

#include "summary/class_counts.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moments.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

std::size_t place_of_variation(MomentKind kind, std::size_t c, std::size_t d, std::size_t j) {
  const std::size_t set = is_pooled(kind) ? 0 : c;
  return set * set_size(kind, d) + (has_matrices(kind) ? j * d + j : j);
}

double variation(const Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  return moments.scatter[place_of_variation(moments.kind, c, d, j)];
}

// n μ².
double square_of_mean(const MomentBlock& moments, std::size_t c, std::size_t j) {
  const double mean = moments.sums.mean[c * moments.features() + j];
  return column_weight(moments, c, j) * mean * mean;
}

// Whether the mean of class c, of `weight` before, is nothing but rounding; squares that overflowed do not tell.
bool is_zero_mean(const MomentBlock& rest, std::size_t c, std::size_t j, double weight, double squares) {
  const double sum = column_weight(rest, c, j) * rest.sums.mean[c * rest.features() + j];
  return std::isfinite(weight * squares) && std::abs(sum) <= rounding_share * std::sqrt(weight * squares);
}

bool is_zero_variation(const MomentBlock& rest, std::size_t c, std::size_t j, double squares) {
  return std::abs(variation(rest.sums, c, rest.features(), j)) <= rounding_share * squares;
}

void clear_variation(Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  const std::size_t middle = place_of_variation(moments.kind, c, d, j);
  moments.scatter[middle] = 0;
  for (std::size_t i = 0; has_matrices(moments.kind) && i < d; ++i) {
    moments.scatter[middle - j + i] = 0;
    moments.scatter[middle - j * d + i * d] = 0;
  }
}

void clear_mean(Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  moments.mean[c * d + j] = 0;
  if (!moments.remainder.empty()) {
    moments.remainder[c * d + j] = 0;
  }
  if (moments.has_fourth()) {
    moments.third[c * d + j] = 0;
  }
}

// Column j of class c, whose number is `before` in all.
void clear_in_class(const MomentBlock& all, std::size_t before, const MomentBlock& rest, std::size_t c, std::size_t j,
                    Moments& moments) {
  const std::size_t d = all.features();
  const double squares = variation(all.sums, before, d, j) + square_of_mean(all, before, j);
  if (is_zero_mean(rest, c, j, column_weight(all, before, j), squares) && is_zero_variation(rest, c, j, squares)) {
    clear_mean(moments, c, d, j);
    clear_variation(moments, c, d, j);
  }
}

// Column j of all classes together; those that have lost no rows have a mean without rounding.
void clear_in_all(const MomentBlock& all, const MomentBlock& rest, std::span<const std::size_t> in_all,
                  std::span<const std::size_t> in_part, std::size_t j, Moments& moments) {
  const std::size_t d = all.features();
  double squares = variation(all.sums, 0, d, j);
  for (std::size_t c = 0; c < all.classes.size(); ++c) {
    squares += square_of_mean(all, c, j);
  }
  bool is_zero = is_zero_variation(rest, 0, j, squares);
  for (std::size_t c = 0; c < rest.classes.size(); ++c) {
    const double weight = in_part[c] == no_place ? 0 : column_weight(all, in_all[c], j);
    is_zero = is_zero && is_zero_mean(rest, c, j, weight, squares);
  }
  if (is_zero) {
    clear_variation(moments, 0, d, j);
    for (std::size_t c = 0; c < rest.classes.size(); ++c) {
      clear_mean(moments, c, d, j);
    }
  }
}

}  // namespace

bool is_zero_column(const Moments& moments, std::size_t c, std::size_t d, std::size_t j) {
  return moments.mean[c * d + j] == 0 && variation(moments, c, d, j) == 0;
}

bool is_zero_column(const Pattern& pattern, MomentKind kind, std::size_t c, std::size_t d, std::size_t j) {
  return pattern.mean[c * d + j] == 0 && pattern.scatter[place_of_variation(kind, c, d, j)] == 0;
}

bool may_become_zero(const Block& block, std::size_t j) {
  return block.open_columns || j + indicator_count(block) >= block.features.size();
}

void clear_rounding(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest_classes, Moments& rest) {
  const MomentBlock left{all.block, rest_classes, rest};
  const auto in_all = places_in(rest_classes.labels, all.classes.labels);
  const auto in_part = places_in(rest_classes.labels, part.classes.labels);
  for (std::size_t j = 0; j < all.features(); ++j) {
    if (!may_become_zero(all.block, j)) {
      continue;
    }
    if (is_pooled(rest.kind)) {
      clear_in_all(all, left, in_all, in_part, j, rest);
      continue;
    }
    for (std::size_t c = 0; c < rest_classes.size(); ++c) {
      if (in_part[c] != no_place) {
        clear_in_class(all, in_all[c], left, c, j, rest);
      }
    }
  }
}

namespace {

bool is_zero_in_all(const MomentBlock& moments, std::size_t j) {
  const std::size_t d = moments.features();
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    if (!moments.sums.has_patterns() && !is_zero_column(moments.sums, c, d, j)) return false;
    for (const Pattern& pattern : moments.sums.patterns) {
      if (pattern.present[j] != 0 && !is_zero_column(pattern, moments.sums.kind, c, d, j)) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Block> without_zero_indicators(const MomentBlock& moments) {
  const Block& block = moments.block;
  if (block.indicators.empty() || moments.sums.has_fourth()) return std::nullopt;
  std::size_t j = block.features.size() - indicator_count(block);
  std::vector<std::string> kept(block.features.begin(), block.features.begin() + static_cast<std::ptrdiff_t>(j));
  std::vector<Indicators> met;
  for (const Indicators& own : block.indicators) {
    met.push_back({own.column, {}, own.without});
    const std::size_t first = j;
    for (const std::string& value : own.values) {
      if (!is_zero_in_all(moments, j)) {
        met.back().values.push_back(value);
        kept.push_back(block.features[j]);
      }
      ++j;
    }
    if (met.back().values.empty()) {
      met.back().values.push_back(own.values.front());
      kept.push_back(block.features[first]);
    }
  }
  if (kept.size() == block.features.size()) return std::nullopt;
  Block fewer = restricted(block, kept);
  fewer.indicators = std::move(met);
  return fewer;
}

}  // namespace suffice
