// Model: everything that follows from the log joint, derived once for every family.
#include "suffice/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "math/softmax.hpp"
#include "model/decide.hpp"
#include "model/density.hpp"
#include "model/forms.hpp"
#include "model/outlier_bounds.hpp"
#include "model/scoring.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Writes the scores as they are.
void write(std::span<const PanelColumn> scores, std::size_t rows, double* out) { unpack_panel(scores, rows, out); }

void write(std::span<const PanelColumn> scores, std::size_t rows, float* out) {
  std::vector<double> wide(rows * scores.size());
  unpack_panel(scores, rows, wide.data());
  std::ranges::transform(wide, out, [](double value) { return static_cast<float>(value); });
}

// The posterior, normalised by `normalise` from the relative log joint.
template <typename Result>
Scoring<Result> posterior_scoring(std::span<const double> log_prior, void (*normalise)(std::span<PanelColumn>)) {
  return {.scores = log_prior.size(),
          .results = log_prior.size(),
          .score = [log_prior](const Density& density, Panel& rows,
                               std::span<PanelColumn> scores) { density.relative_log_joint(rows, log_prior, scores); },
          .finish =
              [normalise](std::span<PanelColumn> scores, std::size_t rows, Result* out) {
                normalise(scores);
                write(scores, rows, out);
              }};
}

ScorePanel log_joint_scores(std::span<const double> log_prior) {
  return [log_prior](const Density& density, Panel& rows, std::span<PanelColumn> scores) {
    density.log_joint(rows, log_prior, scores);
  };
}

}  // namespace

Model::Model(Schema schema, std::vector<std::string> labels, std::vector<double> class_prior,
             std::shared_ptr<const Density> density, std::vector<double> shrinkage, std::vector<std::string> notes)
    : schema_(std::move(schema)),
      labels_(std::move(labels)),
      class_prior_(std::move(class_prior)),
      density_(std::move(density)),
      shrinkage_(std::move(shrinkage)),
      notes_(std::move(notes)) {
  std::ranges::transform(class_prior_, std::back_inserter(log_prior_), [](double p) { return std::log(p); });
}

void Model::log_joint(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const std::size_t size = labels_.size();
  const Scoring<double> scoring{size, size, log_joint_scores(log_prior_), unpack_panel};
  score_rows(*density_, schema_, rows, scoring, out, options.threads);
}

void Model::log_evidence(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const auto finish = [](std::span<PanelColumn> scores, std::size_t count, double* result) {
    PanelColumn sums;
    log_sum_exp(scores, sums);
    std::copy_n(sums.values.begin(), count, result);
  };
  const Scoring<double> scoring{labels_.size(), 1, log_joint_scores(log_prior_), finish};
  score_rows(*density_, schema_, rows, scoring, out, options.threads);
}

void Model::log_posterior(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  score_rows(*density_, schema_, rows, posterior_scoring<double>(log_prior_, log_normalise), out, options.threads);
}

void Model::log_posterior(const Batch& rows, std::span<float> out, ScoreOptions options) const {
  score_rows(*density_, schema_, rows, posterior_scoring<float>(log_prior_, log_normalise), out, options.threads);
}

void Model::posterior(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  score_rows(*density_, schema_, rows, posterior_scoring<double>(log_prior_, softmax), out, options.threads);
}

void Model::posterior(const Batch& rows, std::span<float> out, ScoreOptions options) const {
  score_rows(*density_, schema_, rows, posterior_scoring<float>(log_prior_, softmax), out, options.threads);
}

void Model::predict(const Batch& rows, std::span<std::uint32_t> out, ScoreOptions options) const {
  const Scoring<std::uint32_t> scoring{labels_.size(), 1,
                                       [this](const Density& density, Panel& panel, std::span<PanelColumn> scores) {
                                         density.relative_log_joint(panel, log_prior_, scores);
                                       },
                                       [](std::span<PanelColumn> scores, std::size_t count, std::uint32_t* result) {
                                         std::array<std::uint32_t, panel_rows> largest{};
                                         largest_columns(scores, largest);
                                         std::copy_n(largest.begin(), count, result);
                                       }};
  score_rows(*density_, schema_, rows, scoring, out, options.threads);
}

void Model::decide(const Batch& rows, const Decision& decision, std::span<std::uint32_t> out,
                   ScoreOptions options) const {
  const std::size_t size = labels_.size();
  check_decision(decision, size);
  const OutlierBounds* bounds = decision.outliers.get();
  if (bounds != nullptr && !bounds->is_of(*density_)) {
    throw Error(ErrorCode::usage, "the outlier bounds are those of another model; make them with this one");
  }
  // For outliers more is needed than the relative log joint: the log joint itself, and what its sum must reach.
  const Scoring<std::uint32_t> scoring{bounds != nullptr ? 2 * size + 1 : size, 1,
                                       [&](const Density& density, Panel& panel, std::span<PanelColumn> scores) {
                                         density.relative_log_joint(panel, log_prior_, scores.first(size));
                                         if (bounds != nullptr) {
                                           density.log_joint(panel, log_prior_, scores.subspan(size, size));
                                           scores.back().values.fill(bounds->least(density));
                                         }
                                       },
                                       [&](std::span<PanelColumn> scores, std::size_t count, std::uint32_t* result) {
                                         decide_panel(decision, scores.first(size), count, result);
                                         if (bounds != nullptr) {
                                           pass_over_outliers(scores.subspan(size, size), scores.back(), count, result);
                                         }
                                       }};
  score_rows(*density_, schema_, rows, scoring, out, options.threads);
}

void Model::squared_distances(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const Scoring<double> scoring{labels_.size(), labels_.size(),
                                [](const Density& density, Panel& panel, std::span<PanelColumn> scores) {
                                  density.squared_distances(panel, scores);
                                },
                                unpack_panel};
  score_rows(*density_, schema_, rows, scoring, out, options.threads);
}

bool Model::is_linear() const { return suffice::is_linear(density_->gaussians()); }

bool Model::is_quadratic() const { return suffice::is_quadratic(density_->gaussians()); }

LinearForm Model::linear_form() const {
  if (!is_linear()) {
    throw Error(ErrorCode::usage,
                "this model has no linear form: that needs one covariance for all classes and an estimate other than "
                "predictive");
  }
  LinearForm form = suffice::linear_form(density_->gaussians(), schema_.features.size());
  std::ranges::transform(form.intercepts, log_prior_, form.intercepts.begin(), std::plus<>());
  return form;
}

QuadraticForm Model::quadratic_form() const {
  if (!is_quadratic()) {
    throw Error(ErrorCode::usage,
                "this model has no quadratic form: the predictive estimate makes densities of Student's t; estimate "
                "with another");
  }
  QuadraticForm form = suffice::quadratic_form(density_->gaussians(), schema_.features.size());
  std::ranges::transform(form.intercepts, log_prior_, form.intercepts.begin(), std::plus<>());
  return form;
}

// The sequence is cut into blocks with generators of their own, so that any part of it can be drawn alone.
Sample Model::sample(std::size_t n, std::uint64_t seed, std::uint64_t first) const {
  if (density_->gaussians().reduced) {
    throw Error(ErrorCode::usage,
                "Fisher's discriminant on some of its axes says nothing about the others, so there is nothing to "
                "sample from; use all axes, or lda");
  }
  constexpr std::uint64_t block_rows = 1024;
  const std::size_t d = schema_.features.size();
  Sample sample{std::vector<double>(n * d), std::vector<std::uint32_t>(n)};
  std::vector<double> passed_over(d);
  for (std::uint64_t start = first / block_rows * block_rows; start < first + n; start += block_rows) {
    Random random(mix_seed(seed, start / block_rows));
    for (std::uint64_t row = start; row < std::min(start + block_rows, first + n); ++row) {
      const std::size_t c = random.index(class_prior_);
      if (row < first) {
        density_->sample(c, random, passed_over);
      } else {
        sample.labels[row - first] = static_cast<std::uint32_t>(c);
        density_->sample(c, random, std::span(sample.values).subspan((row - first) * d, d));
      }
    }
  }
  return sample;
}

double Model::evidence_quantile(double q, std::uint64_t seed, ScoreOptions options) const {
  if (std::isnan(q) || q < 0 || q > 1) {
    throw Error(ErrorCode::usage, fmt::format("the quantile {} is not between 0 and 1", q));
  }
  constexpr std::size_t n = 10'000;
  const Sample drawn = sample(n, seed);
  std::vector<double> evidence(n);
  log_evidence(Batch::row_major(drawn.values.data(), n, schema_.features.size()), evidence, options);
  return quantile(std::move(evidence), q);
}

std::shared_ptr<const OutlierBounds> Model::outlier_bounds(double q, std::uint64_t seed, ScoreOptions options) const {
  if (q == 0) {
    return nullptr;
  }
  constexpr std::size_t n = 1'000;
  const double complete = evidence_quantile(q, seed, options);
  return std::make_shared<const OutlierBounds>(density_, log_prior_, q, complete, sample(n, seed).values);
}

}  // namespace suffice
