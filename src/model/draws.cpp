#include "model/draws.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/outlier_bounds.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Columns of a block, n values each, where its draws are written to.
void add_columns(const Block& block, std::size_t n, Sample& sample) {
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    if (is_numeric(block.kind)) {
      sample.columns.emplace_back(std::vector<double>(n));
    } else {
      sample.columns.emplace_back(std::vector<std::string>(n));
    }
  }
}

// Writes row i of a block whose columns begin at `offset`.
void write_row(const Block& block, DrawnRow& row, std::size_t i, std::size_t offset, Sample& sample) {
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    auto& column = sample.columns[offset + j];
    if (block.kind == Kind::text) {
      std::get<std::vector<std::string>>(column)[i] = std::move(row.document);
    } else if (block.kind == Kind::categories) {
      std::get<std::vector<std::string>>(column)[i] = std::move(row.categories[j]);
    } else {
      std::get<std::vector<double>>(column)[i] = row.values[j];
    }
  }
}

std::optional<double> draw_length(const std::optional<LengthRange>& range, Random& random) {
  if (!range) {
    return std::nullopt;
  }
  return range->least + static_cast<double>(random.below(static_cast<std::uint64_t>(range->most - range->least) + 1));
}

}  // namespace

// The sequence is cut into blocks with generators of their own, so that any part of it can be drawn alone.
Sample draw_rows(const ModelParts& model, std::size_t n, std::uint64_t seed, std::uint64_t first,
                 std::span<const std::optional<LengthRange>> lengths) {
  if (!model.is_density()) {
    throw Error(ErrorCode::usage, "complement-nb gives scores, not densities, so there is nothing to draw from", {},
                {{"model", {"multinomial-nb"}, Remedy::Act::refit}});
  }
  constexpr std::uint64_t block_rows = 1024;
  Sample sample;
  sample.labels.reserve(n);
  std::vector<std::size_t> offsets;
  for (const auto& reading : model.conditionals) {
    offsets.push_back(sample.columns.size());
    add_columns(reading->block(), n, sample);
  }
  DrawnRow drawn;
  for (std::uint64_t start = first / block_rows * block_rows; start < first + n; start += block_rows) {
    Random random(mix_seed(seed, start / block_rows));
    for (std::uint64_t row = start; row < std::min(start + block_rows, first + n); ++row) {
      const std::size_t c = random.index(model.class_prior);
      for (std::size_t r = 0; r < model.conditionals.size(); ++r) {
        const Conditional& reading = *model.conditionals[r];
        reading.sample(c, random, drawn, lengths.empty() ? std::nullopt : draw_length(lengths[r], random));
        if (row >= first) {
          write_row(reading.block(), drawn, row - first, offsets[r], sample);
        }
      }
      if (row >= first) {
        sample.labels.push_back(static_cast<std::uint32_t>(c));
      }
    }
  }
  return sample;
}

Sample Model::sample(std::size_t n, std::uint64_t seed, std::uint64_t first) const {
  return draw_rows(*parts_, n, seed, first);
}

double Model::evidence_quantile(double q, std::uint64_t seed, ScoreOptions options) const {
  if (std::isnan(q) || q < 0 || q > 1) {
    throw Error(ErrorCode::usage, fmt::format("the quantile {} is not between 0 and 1", q));
  }
  constexpr std::size_t n = 10'000;
  const SampledRows drawn(sample(n, seed), schema());
  options.counts = nullptr;
  return quantile(outlier_scores(*parts_, drawn.table(), options), q);
}

std::shared_ptr<const OutlierBounds> Model::outlier_bounds(double q, std::uint64_t seed, ScoreOptions options) const {
  if (q == 0) {
    return nullptr;
  }
  constexpr std::size_t n = 1'000;
  const double complete = evidence_quantile(q, seed, options);
  return std::make_shared<const OutlierBounds>(parts_, q, seed, complete, SampledRows(sample(n, seed), schema()));
}

}  // namespace suffice
