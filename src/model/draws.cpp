// Draws from a model, and how likely they are: sample(), and the bounds of outliers.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "model/conditional.hpp"
#include "model/outlier_bounds.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/model.hpp"

namespace suffice {

namespace {

void append(DrawnRow&& row, Encoding encoding, Sample& sample) {
  if (encoding == Encoding::text) {
    sample.documents.push_back(std::move(row.document));
  } else if (encoding == Encoding::categories) {
    std::ranges::copy(row.categories, std::back_inserter(sample.categories));
  } else {
    sample.values.insert(sample.values.end(), row.values.begin(), row.values.end());
  }
}

}  // namespace

// The sequence is cut into blocks with generators of their own, so that any part of it can be drawn alone.
Sample Model::sample(std::size_t n, std::uint64_t seed, std::uint64_t first) const {
  if (family() == Family::complement) {
    throw Error(ErrorCode::usage,
                "complement-nb gives scores, not densities, so there is nothing to draw from; read the sums as "
                "multinomial-nb (suffice estimate --model multinomial-nb)");
  }
  constexpr std::uint64_t block_rows = 1024;
  Sample sample;
  const auto draw = [&](const auto& conditional) {
    for (std::uint64_t start = first / block_rows * block_rows; start < first + n; start += block_rows) {
      Random random(mix_seed(seed, start / block_rows));
      for (std::uint64_t row = start; row < std::min(start + block_rows, first + n); ++row) {
        const std::size_t c = random.index(class_prior_);
        DrawnRow drawn;
        conditional.sample(c, random, drawn);
        if (row >= first) {
          sample.labels.push_back(static_cast<std::uint32_t>(c));
          append(std::move(drawn), schema_->encoding, sample);
        }
      }
    }
  };
  std::visit(draw, conditional_->variant());
  return sample;
}

double Model::evidence_quantile(double q, std::uint64_t seed, ScoreOptions options) const {
  if (std::isnan(q) || q < 0 || q > 1) {
    throw Error(ErrorCode::usage, fmt::format("the quantile {} is not between 0 and 1", q));
  }
  constexpr std::size_t n = 10'000;
  const SampledRows drawn(sample(n, seed), schema_->features.size());
  options.counts = nullptr;
  if (family() != Family::gaussian) {
    return quantile(outlier_scores(*conditional_, drawn.rows(), log_prior_, options), q);
  }
  std::vector<double> evidence(n);
  log_evidence(drawn.rows(), evidence, options);
  return quantile(std::move(evidence), q);
}

std::shared_ptr<const OutlierBounds> Model::outlier_bounds(double q, std::uint64_t seed, ScoreOptions options) const {
  if (q == 0) {
    return nullptr;
  }
  constexpr std::size_t n = 1'000;
  const double complete = evidence_quantile(q, seed, options);
  SampledRows draws(sample(n, seed), schema_->features.size());
  return std::make_shared<const OutlierBounds>(conditional_, log_prior_, q, complete, std::move(draws));
}

}  // namespace suffice
