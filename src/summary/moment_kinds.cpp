// Kinds of moments: what each contains, and reading one as another.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "math/huge_pages.hpp"
#include "suffice/error.hpp"
#include "summary/column_moments.hpp"
#include "summary/moments.hpp"
#include "summary/pattern_moments.hpp"

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

std::vector<double> scatter_as(const Summary& summary, MomentKind kind) {
  switch (kind) {
    case MomentKind::pooled_diagonal:
      return pooled_variation(summary);
    case MomentKind::pooled:
      return pooled_scatter(summary);
    case MomentKind::full:
      return summary.moments().scatter;
    case MomentKind::diagonal:
      break;
  }
  std::vector<double> scatter;
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    const std::vector<double> variation = class_variation(summary, c);
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

std::optional<MomentKind> moment_kind(const Summary& summary) {
  if (const auto* moments = std::get_if<Moments>(&summary.sums)) {
    return moments->kind;
  }
  const auto* patterns = std::get_if<PatternMoments>(&summary.sums);
  return patterns != nullptr ? std::optional(patterns->kind) : std::nullopt;
}

Summary read_as(const Summary& summary, MomentKind kind) {
  const std::optional<MomentKind> held = moment_kind(summary);
  if (!held) {
    throw Error(ErrorCode::usage,
                fmt::format("these sums hold counts, and {} cannot be read off them. Fit again with a "
                            "Gaussian model",
                            name_of(kind)));
  }
  if (!contains(*held, kind)) {
    throw Error(ErrorCode::usage,
                fmt::format("these sums hold {}, and {} cannot be read off them. Fit again, keeping more (--keep full)",
                            name_of(*held), name_of(kind)));
  }
  if (std::holds_alternative<PatternMoments>(summary.sums)) {
    return read_patterns_as(summary, kind);
  }
  const Moments& moments = summary.moments();
  return {summary.schema, summary.classes,
          Moments{kind, moments.mean, scatter_as(summary, kind), {}, {}, moments.column_weight}};
}

std::vector<double> pooled_scatter(const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  return summary.moments().kind == MomentKind::full
             ? sum_of_sets(summary.moments().scatter, summary.classes.size(), d * d)
             : copy_in_huge_pages(summary.moments().scatter);
}

std::vector<double> pooled_variation(const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  switch (summary.moments().kind) {
    case MomentKind::pooled_diagonal:
      return summary.moments().scatter;
    case MomentKind::diagonal:
      return sum_of_sets(summary.moments().scatter, summary.classes.size(), d);
    case MomentKind::pooled:
      return diagonal_of(summary.moments().scatter, d);
    case MomentKind::full:
      break;
  }
  std::vector<double> sum(d);
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    std::ranges::transform(sum, class_variation(summary, c), sum.begin(), std::plus<>());
  }
  return sum;
}

std::span<const double> class_scatter(const Summary& summary, std::size_t c) {
  const std::size_t d = summary.schema.features.size();
  return std::span(summary.moments().scatter).subspan(c * d * d, d * d);
}

std::vector<double> class_variation(const Summary& summary, std::size_t c) {
  const std::size_t d = summary.schema.features.size();
  if (summary.moments().kind == MomentKind::full) {
    return diagonal_of(class_scatter(summary, c), d);
  }
  const auto variation = std::span(summary.moments().scatter).subspan(c * d, d);
  return {variation.begin(), variation.end()};
}

std::vector<double> grand_mean(const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  std::vector<double> total(d);
  std::vector<double> mean(d);
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      total[j] += column_weight(summary, c, j);
    }
  }
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      const double share = total[j] > 0 ? column_weight(summary, c, j) / total[j] : 0;
      mean[j] += share * summary.moments().mean[c * d + j];
    }
  }
  return mean;
}

}  // namespace suffice
