#include "model/draws.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/encodings.hpp"
#include "estimate/values/cut_points.hpp"
#include "math/special/log_zero.hpp"
#include "model/outlier_bounds.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Columns of a block, n values each, where its draws are written to.
void add_columns(const Block& block, std::size_t n, Sample& sample) {
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    if (is_numeric(block.kind) || has_bins(block, j)) {
      sample.columns.emplace_back(std::vector<double>(n));
    } else {
      sample.columns.emplace_back(std::vector<std::string>(n));
    }
  }
}

// Each number from low to high alike.
double draw_between(double low, double high, Random& random) {
  const double share = random.uniform();
  return std::clamp(low * (1 - share) + high * share, low, high);
}

// A number within a bin, each alike. The first bin begins at the lowest number of the sample, the last ends with the
// highest; where these are unknown, or the sample has no number in such a bin, it is as wide as its neighbour, or with
// a single edge as its distance from 0, or 1. Of a single bin that holds all numbers nothing is drawn then, NaN.
double draw_in_bin(std::span<const double> edges, const Extremes* extremes, std::size_t bin, Random& random) {
  if (edges.front() == edge_below_all) {
    return extremes == nullptr ? std::numeric_limits<double>::quiet_NaN()
                               : draw_between(extremes->lowest, extremes->highest, random);
  }
  const std::size_t last = edges.size();
  const double single = std::max(1.0, std::abs(edges.front()));
  constexpr double most = std::numeric_limits<double>::max();
  double low = 0;
  if (bin > 0) {
    low = edges[bin - 1];
  } else if (extremes != nullptr && extremes->lowest < edges.front()) {
    low = extremes->lowest;
  } else {
    low = std::max(edges.front() - (last > 1 ? edges[1] - edges[0] : single), -most);
  }
  if (bin == last && extremes != nullptr) return draw_between(low, extremes->highest, random);
  const double high =
      bin < last ? edges[bin] : std::min(edges.back() + (last > 1 ? edges[last - 1] - edges[last - 2] : single), most);
  return std::min(draw_between(low, high, random), std::nextafter(high, low));
}

// The number that is drawn where a value is a bin; NaN where it is that of missing ones.
double number_of(const Block& block, std::size_t j, std::span<const std::string> bins, const std::string& value,
                 Random& random) {
  const Extremes* const extremes = block.extremes.empty() || !block.extremes[j] ? nullptr : &*block.extremes[j];
  const auto bin = static_cast<std::size_t>(std::find(bins.begin(), bins.end(), value) - bins.begin());
  return bin < bins.size() ? draw_in_bin(block.edges[j], extremes, bin, random)
                           : std::numeric_limits<double>::quiet_NaN();
}

// For each feature the names of its bins.
std::vector<std::vector<std::string>> bins_of(const Block& block) {
  std::vector<std::vector<std::string>> bins;
  for (const std::vector<double>& edges : block.edges) {
    bins.push_back(bin_names(edges));
  }
  return bins;
}

// Writes row i of a block whose columns begin at `offset`; bins in `numbers`, one for each feature.
void write_row(const Block& block, DrawnRow& row, std::span<const double> numbers, std::size_t i, std::size_t offset,
               Sample& sample) {
  const CellForm form = form_for(block.kind);
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    auto& column = sample.columns[offset + j];
    if (has_bins(block, j)) {
      std::get<std::vector<double>>(column)[i] = numbers[j];
    } else if (has_missing_value(block, j) && row.categories[j] == missing_value_name) {
      std::get<std::vector<std::string>>(column)[i].clear();
    } else if (form == CellForm::number) {
      std::get<std::vector<double>>(column)[i] = row.values[j];
    } else {
      std::get<std::vector<std::string>>(column)[i] =
          std::move(form == CellForm::text ? row.document : row.categories[j]);
    }
  }
}

std::optional<double> draw_length(const std::optional<LengthRange>& range, Random& random) {
  if (!range) {
    return std::nullopt;
  }
  return range->least + static_cast<double>(random.below(static_cast<std::uint64_t>(range->most - range->least) + 1));
}

// Error (usage) where there is nothing to draw from.
void check_draws(const ModelParts& model) {
  if (std::holds_alternative<LinearConditional>(model.conditionals.front()->variant())) {
    throw Error(
        ErrorCode::usage,
        "logistic, perceptron and least-squares say nothing about p(x | class), so there is nothing to draw from", "",
        {{"model", {"auto"}, Remedy::Act::refit}});
  }
  if (!model.is_density()) {
    throw Error(ErrorCode::usage, "complement-nb gives scores, not densities, so there is nothing to draw from", {},
                {{"model", {"multinomial-nb"}, Remedy::Act::refit}});
  }
  if (!model.has_evidence()) {
    throw Error(ErrorCode::usage,
                "indicators of values have posteriors, not densities, so there is nothing to draw from", {},
                {Remedy{"without", {"indicators"}, Remedy::Act::refit}});
  }
}

// Draws the readings of a model, row by row, into a sample of so many.
class RowDrawer {
 public:
  RowDrawer(const ModelParts& model, std::size_t n) : model_(model) {
    check_draws(model);
    sample_.labels.reserve(n);
    for (std::size_t r = 0; r < model.conditionals.size(); ++r) {
      const Block& block = model.conditionals[r]->block();
      offsets_.push_back(sample_.columns.size());
      bins_.push_back(bins_of(block));
      if (model.pooled[r] == 0) {
        add_columns(block, n, sample_);
      }
    }
  }

  // `length(r)`: of a reading; `kept` false: what is drawn is thrown away, and the generator goes on all the same.
  template <typename Length>
  void draw(std::size_t c, Random& random, const Length& length, bool kept = true) {
    for (std::size_t r = 0; r < model_.conditionals.size(); ++r) {
      if (model_.pooled[r] != 0) {
        continue;
      }
      const Conditional& reading = *model_.conditionals[r];
      reading.sample(c, random, drawn_, length(r));
      const Block& block = reading.block();
      numbers_.assign(block.edges.size(), 0.0);
      for (std::size_t j = 0; j < numbers_.size(); ++j) {
        numbers_[j] = has_bins(block, j) ? number_of(block, j, bins_[r][j], drawn_.categories[j], random) : 0.0;
      }
      if (kept) {
        write_row(block, drawn_, numbers_, sample_.labels.size(), offsets_[r], sample_);
      }
    }
    if (kept) {
      sample_.labels.push_back(static_cast<std::uint32_t>(c));
    }
  }

  Sample take() { return std::move(sample_); }

 private:
  const ModelParts& model_;
  Sample sample_;
  std::vector<std::size_t> offsets_;                         // of the columns of each reading
  std::vector<std::vector<std::vector<std::string>>> bins_;  // for each reading
  DrawnRow drawn_;
  std::vector<double> numbers_;
};

constexpr std::uint64_t block_rows = 1024;  // of the sequence, with a generator of their own

}  // namespace

// The sequence is cut into blocks with generators of their own, so that any part of it can be drawn alone.
Sample draw_rows(const ModelParts& model, std::size_t n, std::uint64_t seed, std::uint64_t first,
                 std::span<const std::optional<LengthRange>> lengths) {
  RowDrawer drawer(model, n);
  for (std::uint64_t start = first / block_rows * block_rows; start < first + n; start += block_rows) {
    Random random(mix_seed(seed, start / block_rows));
    const auto length = [&](std::size_t r) { return lengths.empty() ? std::nullopt : draw_length(lengths[r], random); };
    for (std::uint64_t row = start; row < std::min(start + block_rows, first + n); ++row) {
      drawer.draw(random.index(model.class_prior), random, length, row >= first);
    }
  }
  return drawer.take();
}

Sample draw_rows_like(const ModelParts& model, std::span<const RowForm* const> forms, std::uint64_t seed) {
  RowDrawer drawer(model, forms.size());
  Random random(seed);
  for (const RowForm* const form : forms) {
    drawer.draw(form->label, random,
                [&](std::size_t r) { return form->terms.empty() ? std::nullopt : form->terms[r]; });
  }
  return drawer.take();
}

Sample Model::sample(std::size_t n, std::uint64_t seed, std::uint64_t first) const {
  return draw_rows(*parts_, n, seed, first);
}

namespace {

constexpr std::size_t rows_of_pattern = 1'000;

// So many rows, or fewer where they have very many columns.
std::size_t rows_held(const ModelParts& model, std::size_t wanted) {
  constexpr std::size_t most_cells = std::size_t{1} << 21U;
  constexpr std::size_t fewest = 32;
  const std::size_t columns = std::max<std::size_t>(columns_of(model.density_schema()).size(), 1);
  return std::clamp(most_cells / columns, fewest, wanted);
}

// use(rows) for the first n rows of the sequence that the seed stands for, in order, `held` of them at most at a time.
void draw_in_parts(const ModelParts& model, std::size_t n, std::uint64_t seed, std::size_t held,
                   const std::function<void(const Sample&)>& use) {
  std::optional<RowDrawer> drawer;
  Random random(0);
  std::size_t drawn = 0;  // by the drawer
  for (std::size_t row = 0; row < n; ++row) {
    if (row % block_rows == 0) random = Random(mix_seed(seed, row / block_rows));
    if (!drawer) drawer.emplace(model, std::min(held, n - row));
    drawer->draw(random.index(model.class_prior), random, [](std::size_t) { return std::nullopt; }, true);
    if (++drawn < held && row + 1 < n) continue;
    use(drawer->take());
    drawer.reset();
    drawn = 0;
  }
}

}  // namespace

double Model::evidence_quantile(double q, std::uint64_t seed, ScoreOptions options) const {
  if (std::isnan(q) || q < 0 || q > 1) {
    throw Error(ErrorCode::usage, fmt::format("the quantile {} is not between 0 and 1", q));
  }
  constexpr std::size_t n = 10'000;
  options.counts = nullptr;
  std::vector<double> scores;
  draw_in_parts(*parts_, n, seed, rows_held(*parts_, n), [&](const Sample& sample) {
    const SampledRows drawn(sample, parts_->density_schema());
    const std::vector<double> some = outlier_scores(*parts_, drawn.table(), options);
    scores.insert(scores.end(), some.begin(), some.end());
  });
  return quantile(std::move(scores), q);
}

std::shared_ptr<const OutlierBounds> Model::outlier_bounds(double q, std::uint64_t seed, ScoreOptions options) const {
  if (q == 0) {
    return nullptr;
  }
  const double complete = evidence_quantile(q, seed, options);
  return std::make_shared<const OutlierBounds>(
      parts_, q, seed, complete,
      SampledRows(sample(rows_held(*parts_, rows_of_pattern), seed), parts_->density_schema()));
}

std::shared_ptr<const OutlierBounds> Model::typical_rows(std::uint64_t seed) const {
  return std::make_shared<const OutlierBounds>(
      parts_, 0, seed, log_zero,
      SampledRows(sample(rows_held(*parts_, rows_of_pattern), seed), parts_->density_schema()));
}

}  // namespace suffice
