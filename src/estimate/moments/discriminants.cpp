#include "suffice/discriminants.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "encode/encoder.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/fisher.hpp"
#include "estimate/moments/gaussians.hpp"
#include "estimate/read_block.hpp"
#include "estimate/readings.hpp"
#include "math/linear/affine.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

constexpr std::size_t rows_at_once = 256;

// Numbers of a table of `columns` columns.
Schema numbers_of(std::size_t columns) {
  return {.blocks = {{.kind = Kind::measurements, .features = numbered_columns(columns)}}, .target = {}};
}

// The numbers stored of sparse rows, and zeros, row after row.
Batch as_dense(const SparseBatch& rows, std::vector<double>& values) {
  values.assign(rows.rows() * rows.columns, 0.0);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      values[i * rows.columns + rows.indices[k]] = rows.value(k);
    }
  }
  return Batch::row_major(values.data(), rows.rows(), rows.columns);
}

void check_values(const Batch& rows, std::size_t first) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      if (!std::isfinite(rows.value(i, j))) {
        throw Error(ErrorCode::bad_data,
                    fmt::format("the value of column {} is missing or not finite: a row needs every value to be placed "
                                "on the discriminant axes",
                                j),
                    fmt::format("row {}", first + i));
      }
    }
  }
}

// L⁻ᵀ u, scaled, its largest entry positive, into column k of the axes.
void put_axis(const Gaussians& gaussians, const WhitenedAxes& whitened, std::size_t k, double scale,
              Discriminants& result) {
  const std::size_t d = gaussians.columns.size();
  std::vector<double> direction(d);
  for (std::size_t i = 0; i < d; ++i) {
    direction[i] = scale * whitened.directions[i * whitened.count + k];
  }
  const std::vector<double> axis = gaussians.factors.front().upper_solve(direction);
  const double largest = *std::ranges::max_element(axis, {}, [](double entry) { return std::abs(entry); });
  for (std::size_t i = 0; i < d; ++i) {
    result.axes[gaussians.columns[i] * result.count() + k] = largest < 0 ? -axis[i] : axis[i];
  }
}

}  // namespace

void Discriminants::transform(const Table& rows, std::span<double> out, unsigned threads) const {
  if (out.size() != rows.rows * count()) {
    throw Error(ErrorCode::usage, fmt::format("{} numbers for {} rows on {} axes", out.size(), rows.rows, count()));
  }
  const Encoder encoder(numbers_of(centre.size()));
  encoder.check(rows);
  const AffineMap map(centre, axes, std::vector<double>(count(), 0.0));
  const std::size_t tasks = (rows.rows + rows_at_once - 1) / rows_at_once;
  const unsigned at_once = thread_count(threads);
  std::vector<EncodeBuffer> buffers(at_once);
  std::vector<std::vector<double>> dense(at_once);
  parallel_for(at_once, tasks, [&](std::size_t task, unsigned worker) {
    const std::size_t first = task * rows_at_once;
    const std::size_t size = std::min(rows_at_once, rows.rows - first);
    const BlockRows part = encoder.rows(rows, 0, first, size, buffers[worker]);
    const auto* sparse = std::get_if<SparseBatch>(&part);
    const Batch values = sparse != nullptr ? as_dense(*sparse, dense[worker]) : std::get<Batch>(part);
    check_values(values, first);
    map.apply(values, out.data() + first * count());
  });
}

Discriminants discriminants(const MomentBlock& moments, const GaussianOptions& options, unsigned threads) {
  if (options.structure != Structure::shared) {
    throw Error(
        ErrorCode::usage,
        fmt::format("discriminant axes come of one covariance that the classes share, not of {}", model_name(options)),
        {}, {{"model", {"lda"}}, {"model", {"fisher"}}});
  }
  if (options.estimator == Estimator::predictive) {
    throw Error(ErrorCode::usage, "discriminant axes have no predictive estimate", {},
                {{"estimate", {"mle"}}, {"estimate", {"mean"}}});
  }
  if (needs_completion(moments, options)) {
    const Moments complete = complete_sums(moments, options, threads);
    return discriminants({moments.block, moments.classes, complete}, options, threads);
  }
  GaussianOptions all_axes = options;
  all_axes.fisher.reset();
  const Gaussians shared = gaussians(moments, all_axes, Numerators::kept, threads);
  const WhitenedAxes whitened = whitened_axes(moments.classes, shared);
  const std::size_t count = axis_count(options.fisher.value_or(FisherAxes{}), whitened);
  const double degrees = moments.classes.total_weight() - static_cast<double>(moments.classes.size());
  if (!(degrees > 0)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("discriminant axes need more rows (weight {:.6g}) than classes ({}); fit more rows",
                            moments.classes.total_weight(), moments.classes.size()));
  }
  // The scatter is D Σ: its eigenvalues are those of Σ⁻¹ S_B divided by D, and Wᵀ (D Σ / (n−C)) W = I.
  const double divisor = shared.divisor.front();
  const double total = std::accumulate(whitened.squares.begin(), whitened.squares.end(), 0.0);
  Discriminants result;
  result.centre = grand_mean(moments);
  double log_wilks = 0;
  for (std::size_t k = 0; k < whitened.count; ++k) {
    const double eigenvalue = whitened.squares[k] / divisor;
    log_wilks -= std::log1p(eigenvalue);
    if (k < count) {
      result.eigenvalues.push_back(eigenvalue);
      result.explained.push_back(whitened.squares[k] / total);
      result.canonical_correlations.push_back(std::sqrt(eigenvalue / (1 + eigenvalue)));
    }
  }
  result.wilks_lambda = std::exp(log_wilks);
  result.axes.resize(moments.features() * count);
  for (std::size_t k = 0; k < count; ++k) {
    put_axis(shared, whitened, k, std::sqrt(degrees / divisor), result);
  }
  return result;
}

bool has_axes(const FamilyOptions& options) {
  const auto* gaussian = std::get_if<GaussianOptions>(&options);
  return gaussian != nullptr && gaussian->structure == Structure::shared;
}

Discriminants discriminants(const Summary& summary, const Options& options, std::size_t reading, unsigned threads,
                            const Moments* completed) {
  const Reading chosen = checked_reading(options, summary.schema, reading);
  const auto* gaussian = std::get_if<GaussianOptions>(&chosen.options);
  if (gaussian == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("discriminant axes are those of measurements, which {} does not read",
                                              model_name(chosen.options)));
  }
  const ReadBlock own(summary, chosen);
  const MomentBlock moments = own.of<Moments>();
  return discriminants({moments.block, moments.classes, completed != nullptr ? *completed : moments.sums}, *gaussian,
                       thread_count(threads));
}

}  // namespace suffice
