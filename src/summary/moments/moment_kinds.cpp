// Kinds of moments: what each contains, and reading one as another.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "math/special/two_sum.hpp"
#include "math/system/huge_pages.hpp"
#include "suffice/error.hpp"
#include "summary/moments/column_moments.hpp"
#include "summary/moments/moments.hpp"
#include "summary/moments/pattern_moments.hpp"

namespace suffice {

namespace {

const char* name_of(MomentKind kind) {
  switch (kind) {
    case MomentKind::pooled_diagonal:
      return "the variances that all classes share";
    case MomentKind::diagonal:
      return "the variances of each class";
    case MomentKind::pooled:
      return "the covariance that all classes share";
    case MomentKind::full:
      return "the covariance of each class";
  }
  return "nothing";
}

std::vector<double> diagonal_of(std::span<const double> matrix, std::size_t d) {
  std::vector<double> diagonal(d);
  for (std::size_t j = 0; j < d; ++j) {
    diagonal[j] = matrix[j * d + j];
  }
  return diagonal;
}

// The sum of the C sets of second moments that `scatter` holds.
std::vector<double> sum_of_sets(const std::vector<double>& scatter, std::size_t classes, std::size_t size) {
  std::vector<double> sum(size);
  for (std::size_t c = 0; c < classes; ++c) {
    std::ranges::transform(sum, std::span(scatter).subspan(c * size, size), sum.begin(), std::plus<>());
  }
  return sum;
}

std::vector<double> scatter_as(const MomentBlock& moments, MomentKind kind) {
  switch (kind) {
    case MomentKind::pooled_diagonal:
      return pooled_variation(moments);
    case MomentKind::pooled:
      return pooled_scatter(moments);
    case MomentKind::full:
      return moments.sums.scatter;
    case MomentKind::diagonal:
      break;
  }
  std::vector<double> scatter;
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    const std::vector<double> variation = class_variation(moments, c);
    scatter.insert(scatter.end(), variation.begin(), variation.end());
  }
  return scatter;
}

}  // namespace

std::string to_text(MomentKind kind) {
  switch (kind) {
    case MomentKind::full:
      return "full";
    case MomentKind::pooled:
      return "pooled";
    case MomentKind::diagonal:
      return "diagonal";
    case MomentKind::pooled_diagonal:
      break;
  }
  return "pooled_diagonal";
}

bool contains(MomentKind held, MomentKind wanted) {
  return held == wanted || held == MomentKind::full || wanted == MomentKind::pooled_diagonal;
}

MomentKind common_kind(MomentKind a, MomentKind b) {
  return contains(a, b) ? b : contains(b, a) ? a : MomentKind::pooled_diagonal;
}

Moments read_as(const MomentBlock& moments, MomentKind kind) {
  const Moments& held = moments.sums;
  if (!contains(held.kind, kind)) {
    throw Error(ErrorCode::usage,
                fmt::format("these sums hold {}, and {} cannot be read off them", name_of(held.kind), name_of(kind)),
                {}, {Remedy{"keep", {"full"}, Remedy::Act::refit}});
  }
  if (held.has_patterns()) {
    return read_patterns_as(moments, kind);
  }
  return {kind, held.mean, scatter_as(moments, kind), {}, {}, held.column_weight, {}, held.remainder};
}

Summary read_as(const Summary& summary, std::size_t block, MomentKind kind) {
  if (block >= summary.sums.size() || !std::holds_alternative<Moments>(summary.sums[block])) {
    throw Error(ErrorCode::usage, fmt::format("{} cannot be read off sums that are no moments", name_of(kind)), {},
                {Remedy{"model", {"gaussian-nb"}, Remedy::Act::refit}});
  }
  Summary result = summary;
  result.sums[block] = read_as(moment_block(summary, block), kind);
  return result;
}

std::vector<double> pooled_scatter(const MomentBlock& moments) {
  const std::size_t d = moments.features();
  return moments.sums.kind == MomentKind::full ? sum_of_sets(moments.sums.scatter, moments.classes.size(), d * d)
                                               : copy_in_huge_pages(moments.sums.scatter);
}

std::vector<double> pooled_variation(const MomentBlock& moments) {
  const std::size_t d = moments.features();
  switch (moments.sums.kind) {
    case MomentKind::pooled_diagonal:
      return moments.sums.scatter;
    case MomentKind::diagonal:
      return sum_of_sets(moments.sums.scatter, moments.classes.size(), d);
    case MomentKind::pooled:
      return diagonal_of(moments.sums.scatter, d);
    case MomentKind::full:
      break;
  }
  std::vector<double> sum(d);
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    std::ranges::transform(sum, class_variation(moments, c), sum.begin(), std::plus<>());
  }
  return sum;
}

std::span<const double> class_scatter(const MomentBlock& moments, std::size_t c) {
  const std::size_t d = moments.features();
  return std::span(moments.sums.scatter).subspan(c * d * d, d * d);
}

std::vector<double> class_variation(const MomentBlock& moments, std::size_t c) {
  const std::size_t d = moments.features();
  if (moments.sums.kind == MomentKind::full) {
    return diagonal_of(class_scatter(moments, c), d);
  }
  const auto variation = std::span(moments.sums.scatter).subspan(c * d, d);
  return {variation.begin(), variation.end()};
}

std::vector<double> grand_mean(const MomentBlock& moments) {
  return grand_mean_from(moments, std::vector<double>(moments.features()));
}

std::vector<double> grand_mean_from(const MomentBlock& moments, std::span<const double> origin) {
  const std::size_t d = moments.features();
  const std::vector<double>& remainder = moments.sums.remainder;
  std::vector<double> total(d);
  std::vector<double> mean(d);
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      total[j] += column_weight(moments, c, j);
    }
  }
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      const double share = total[j] > 0 ? column_weight(moments, c, j) / total[j] : 0;
      const TwoSum own{moments.sums.mean[c * d + j], remainder.empty() ? 0 : remainder[c * d + j]};
      mean[j] += share > 0 ? share * own.minus({origin[j]}) : 0;
    }
  }
  return mean;
}

}  // namespace suffice
