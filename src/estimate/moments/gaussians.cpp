#include "estimate/moments/gaussians.hpp"

#include <algorithm>
#include <cmath>

#include "estimate/model_table.hpp"
#include "estimate/moments/check_sums.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/fisher.hpp"
#include "estimate/moments/normal_inverse_wishart.hpp"
#include "estimate/moments/plug_in.hpp"
#include "estimate/moments/shrinkage.hpp"
#include "estimate/moments/singular.hpp"
#include "math/system/huge_pages.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

namespace {

// Everything but Σ_k.
Gaussians unfactored(const MomentBlock& moments, const GaussianOptions& options) {
  std::vector<std::size_t> columns = informative_columns(moments, options);
  Gaussians result = has_prior(options.estimator) ? normal_inverse_wishart(moments, options, std::move(columns))
                                                  : plug_in(moments, options, std::move(columns));
  result.ridge = options.ridge;
  return result;
}

// N_k; the only one is handed over where numerators are dropped.
std::vector<double> take_numerator(Gaussians& gaussians, std::size_t k, Numerators numerators) {
  if (gaussians.count() == 1 && numerators == Numerators::dropped) {
    return std::move(gaussians.numerator);
  }
  const std::size_t size = gaussians.numerator.size() / gaussians.count();
  return copy_in_huge_pages(std::span(gaussians.numerator).subspan(k * size, size));
}

// Σ_k, d × d or d numbers, in the memory of N_k.
std::vector<double> covariance(const Gaussians& gaussians, std::size_t k, std::vector<double> numerator) {
  const std::size_t d = gaussians.columns.size();
  std::vector<double> result = gaussians.diagonal
                                   ? shrunk_diagonal(numerator, gaussians.lambda[k], gaussians.target)
                                   : shrunk(std::move(numerator), d, gaussians.lambda[k], gaussians.target);
  for (double& entry : result) {
    entry /= gaussians.divisor[k];
  }
  for (std::size_t j = 0; j < d; ++j) {
    result[gaussians.diagonal ? j : j * d + j] += gaussians.ridge;
  }
  return result;
}

[[noreturn]] void throw_singular(const MomentBlock& moments, const GaussianOptions& options, std::size_t k) {
  Gaussians again = unfactored(moments, options);
  throw_singular(moments, options, again, k, covariance(again, k, take_numerator(again, k, Numerators::kept)));
}

// Threads that K factors of d × d numbers are worth: starting one takes as long as some 2²¹ multiplications.
unsigned worthwhile_threads(const Gaussians& gaussians, unsigned threads) {
  const auto d = static_cast<double>(gaussians.columns.size());
  const double multiplications = gaussians.diagonal ? 0 : static_cast<double>(gaussians.count()) * d * d * d;
  return static_cast<unsigned>(std::min<double>(std::max(threads, 1U), 1 + multiplications / 0x1p21));
}

void factor(const MomentBlock& moments, const GaussianOptions& options, Numerators numerators, unsigned threads,
            Gaussians& gaussians) {
  const std::size_t d = gaussians.columns.size();
  const std::size_t count = gaussians.count();
  threads = worthwhile_threads(gaussians, threads);
  const auto at_once = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  gaussians.factors.resize(gaussians.diagonal ? 0 : count);
  gaussians.variances.resize(gaussians.diagonal ? count * d : 0);
  parallel_for(at_once, count, [&](std::size_t k, unsigned /*thread*/) {
    std::vector<double> sigma = covariance(gaussians, k, take_numerator(gaussians, k, numerators));
    bool regular = true;
    for (std::size_t j = 0; j < d; ++j) {
      const double variance = sigma[gaussians.diagonal ? j : j * d + j];
      if (!std::isfinite(variance)) {
        throw_too_large(moments.block, gaussians.columns[j]);
      }
      regular = regular && variance > 0;
    }
    if (gaussians.diagonal) {
      std::ranges::copy(sigma, gaussians.variances.begin() + static_cast<std::ptrdiff_t>(k * d));
    } else if (auto found = cholesky(std::move(sigma), d, threads / at_once)) {
      gaussians.factors[k] = std::move(*found);
    } else {
      regular = false;
    }
    if (!regular) {
      throw_singular(moments, options, k);
    }
  });
  if (numerators == Numerators::dropped) {
    gaussians.numerator = std::vector<double>();
  }
}

}  // namespace

Gaussians gaussians(const MomentBlock& moments, const GaussianOptions& options, Numerators numerators,
                    unsigned threads) {
  check_options(options);
  check_sums(moments, options);
  if (moments.sums.has_patterns()) {
    const Moments complete = without_patterns(moments, options, threads);
    return gaussians({moments.block, moments.classes, complete}, options, numerators, threads);
  }
  Gaussians result = unfactored(moments, options);
  factor(moments, options, numerators, threads, result);
  if (options.fisher) {
    project_means(moments.classes, *options.fisher, result);
  }
  return result;
}

}  // namespace suffice
