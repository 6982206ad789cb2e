// Model: everything that follows from the log joint, derived once for every family.
#include "suffice/model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "math/softmax.hpp"
#include "model/conditional.hpp"
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

void write_evidence(std::span<const PanelColumn> scores, std::size_t rows, double* out) {
  PanelColumn sums;
  log_sum_exp(scores, sums);
  std::copy_n(sums.values.begin(), rows, out);
}

// The posterior, normalised by `normalise`.
template <typename Result>
FinishPanel<Result> write_posterior(void (*normalise)(std::span<PanelColumn>)) {
  return [normalise](std::span<PanelColumn> scores, std::size_t rows, Result* out) {
    normalise(scores);
    write(scores, rows, out);
  };
}

// What scoring needs to know of a model.
struct Scored {
  const Conditional& conditional;
  const Schema& schema;
  std::span<const double> log_prior;

  [[nodiscard]] const GaussianConditional* gaussian() const {
    return std::get_if<GaussianConditional>(&conditional.variant());
  }

  // Writes what `finish` makes of the log joints; where `relative`, a term that is equal for all classes may be left
  // out.
  template <typename Result>
  void score(const Rows& rows, bool relative, std::size_t results, const FinishPanel<Result>& finish,
             std::span<Result> out, ScoreOptions options, Wanted wanted = Wanted::scores) const {
    if (const GaussianConditional* density = gaussian()) {
      const auto score_panel = [&](const Density& part, Panel& panel, std::span<PanelColumn> scores) {
        relative ? part.relative_log_joint(panel, log_prior, scores) : part.log_joint(panel, log_prior, scores);
      };
      const Scoring<Result> scoring{log_prior.size(), results, score_panel, finish};
      score_rows(density->density(), schema, rows, scoring, out, options.threads);
      return;
    }
    const FinishRows<Result> finish_rows = [&](std::span<PanelColumn> scores, const ScoredPanel& panel, Result* to) {
      finish(scores, panel.rows, to);
    };
    score_rows(conditional, rows, log_prior, results, finish_rows, out, options, wanted);
  }
};

// Gaussians: for outliers more is needed than the relative log joint: the log joint itself, and what its sum must
// reach.
void decide_inliers(const Scored& scored, const Density& density, const Rows& rows, const Decision& decision,
                    std::span<std::uint32_t> out, ScoreOptions options) {
  const std::size_t size = scored.log_prior.size();
  const auto score = [&](const Density& part, Panel& panel, std::span<PanelColumn> scores) {
    part.relative_log_joint(panel, scored.log_prior, scores.first(size));
    part.log_joint(panel, scored.log_prior, scores.subspan(size, size));
    scores.back().values.fill(decision.outliers->least(part));
  };
  const auto finish = [&](std::span<PanelColumn> scores, std::size_t count, std::uint32_t* result) {
    decide_panel(decision, scores.first(size), count, result);
    pass_over_outliers(scores.subspan(size, size), scores.back(), count, result);
  };
  const Scoring<std::uint32_t> scoring{2 * size + 1, 1, score, finish};
  score_rows(density, scored.schema, rows, scoring, out, options.threads);
}

// Other families: the same of the log joint, by what a row of that length must reach.
void decide_inliers(const Scored& scored, const Rows& rows, const Decision& decision, std::span<std::uint32_t> out,
                    ScoreOptions options) {
  const FinishRows<std::uint32_t> finish = [&](std::span<PanelColumn> scores, const ScoredPanel& panel,
                                               std::uint32_t* result) {
    PanelColumn least;
    for (std::size_t r = 0; r < panel.rows; ++r) {
      least[r] = decision.outliers->least(missing_columns(rows, panel.first + r)) * std::max(1.0, panel.lengths[r]);
    }
    const std::vector<PanelColumn> log_joint(scores.begin(), scores.end());
    decide_panel(decision, scores, panel.rows, result);
    pass_over_outliers(log_joint, least, panel.rows, result);
  };
  score_rows(scored.conditional, rows, scored.log_prior, 1, finish, out, options);
}

void check_row(const Rows& rows, std::size_t i) {
  if (i >= row_count(rows)) {
    throw Error(ErrorCode::usage, fmt::format("there is no row {} among {}", i, row_count(rows)));
  }
}

const GaussianConditional& gaussian_only(const Conditional& conditional, const char* what) {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional.variant());
  if (gaussian == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("only Gaussian models have {}", what));
  }
  return *gaussian;
}

}  // namespace

Model::Model(const Shared<Schema>& schema, std::vector<std::string> labels, std::vector<double> class_prior,
             std::shared_ptr<const Conditional> conditional, std::vector<double> shrinkage,
             std::vector<std::string> notes)
    : schema_(schema),
      labels_(std::move(labels)),
      class_prior_(std::move(class_prior)),
      conditional_(std::move(conditional)),
      shrinkage_(std::move(shrinkage)),
      notes_(std::move(notes)) {
  std::ranges::transform(class_prior_, std::back_inserter(log_prior_), [](double p) { return std::log(p); });
}

Family Model::family() const {
  return std::visit([](const auto& conditional) { return conditional.family(); }, conditional_->variant());
}

void Model::log_joint(const Rows& rows, std::span<double> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score<double>(rows, false, labels_.size(), unpack_panel, out, options);
}

void Model::log_evidence(const Rows& rows, std::span<double> out, ScoreOptions options) const {
  if (family() == Family::complement) {
    throw Error(ErrorCode::usage,
                "complement-nb gives scores, not densities, so rows have no evidence; read the sums as multinomial-nb "
                "(suffice estimate --model multinomial-nb)");
  }
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score<double>(rows, false, 1, write_evidence, out, options);
}

void Model::log_posterior(const Rows& rows, std::span<double> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score(rows, true, labels_.size(), write_posterior<double>(log_normalise), out, options);
}

void Model::log_posterior(const Rows& rows, std::span<float> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score(rows, true, labels_.size(), write_posterior<float>(log_normalise), out, options);
}

void Model::posterior(const Rows& rows, std::span<double> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score(rows, true, labels_.size(), write_posterior<double>(softmax), out, options);
}

void Model::posterior(const Rows& rows, std::span<float> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score(rows, true, labels_.size(), write_posterior<float>(softmax), out, options);
}

void Model::predict(const Rows& rows, std::span<std::uint32_t> out, ScoreOptions options) const {
  const Scored scored{*conditional_, schema_, log_prior_};
  scored.score<std::uint32_t>(rows, true, 1, predict_panel, out, options, Wanted::largest);
}

void Model::decide(const Rows& rows, const Decision& decision, std::span<std::uint32_t> out,
                   ScoreOptions options) const {
  check_decision(decision, labels_.size());
  if (decision.outliers == nullptr && decision.cost.empty() && !(decision.reject_below > 0)) {
    predict(rows, out, options);
    return;
  }
  const Scored scored{*conditional_, schema_, log_prior_};
  if (decision.outliers == nullptr) {
    const FinishPanel<std::uint32_t> finish = [&](std::span<PanelColumn> scores, std::size_t count,
                                                  std::uint32_t* result) {
      decide_panel(decision, scores, count, result);
    };
    scored.score(rows, true, 1, finish, out, options);
    return;
  }
  if (!decision.outliers->is_of(*conditional_)) {
    throw Error(ErrorCode::usage, "the outlier bounds are those of another model; make them with this one");
  }
  if (const GaussianConditional* gaussian = scored.gaussian()) {
    decide_inliers(scored, gaussian->density(), rows, decision, out, options);
  } else {
    decide_inliers(scored, rows, decision, out, options);
  }
}

std::optional<std::string> Model::impossible(const Rows& rows, std::size_t i) const {
  check_row(rows, i);
  const Rows row = slice_rows(without_weights(rows), i, 1);
  std::uint32_t predicted = no_decision;
  predict(row, {&predicted, 1}, {.threads = 1});
  if (predicted != no_decision) {
    return std::nullopt;
  }
  const auto reason =
      std::visit([&](const auto& family) { return family.impossible(row, 0, log_prior_); }, conditional_->variant());
  return reason.value_or("no class can have the row");
}

Explanation Model::explain(const Rows& rows, std::size_t i) const {
  check_row(rows, i);
  const Rows unweighted = without_weights(rows);
  return std::visit(
      [&](const auto& family) {
        family.check(unweighted);
        return family.explain(unweighted, i, log_prior_);
      },
      conditional_->variant());
}

std::vector<FeatureOdds> Model::strongest(std::size_t c, std::size_t count) const {
  if (c >= labels_.size()) {
    throw Error(ErrorCode::usage, fmt::format("there is no class number {} among {}", c, labels_.size()));
  }
  return std::visit([&](const auto& family) { return family.strongest(c, count, class_prior_); },
                    conditional_->variant());
}

void Model::squared_distances(const Rows& rows, std::span<double> out, ScoreOptions options) const {
  const Density& whole = gaussian_only(*conditional_, "squared distances").density();
  const auto score = [](const Density& density, Panel& panel, std::span<PanelColumn> scores) {
    density.squared_distances(panel, scores);
  };
  const Scoring<double> scoring{labels_.size(), labels_.size(), score, unpack_panel};
  score_rows(whole, schema_, rows, scoring, out, options.threads);
}

bool Model::is_linear() const {
  return std::visit([](const auto& family) { return family.is_linear(); }, conditional_->variant());
}

bool Model::is_quadratic() const {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_->variant());
  return gaussian != nullptr && suffice::is_quadratic(gaussian->density().gaussians());
}

LinearForm Model::linear_form() const {
  LinearForm form = std::visit([](const auto& family) { return family.linear_form(); }, conditional_->variant());
  if (family() != Family::complement) {
    std::ranges::transform(form.intercepts, log_prior_, form.intercepts.begin(), std::plus<>());
  }
  return form;
}

QuadraticForm Model::quadratic_form() const {
  const Gaussians& gaussians = gaussian_only(*conditional_, "a quadratic form").density().gaussians();
  if (!is_quadratic()) {
    throw Error(ErrorCode::usage,
                "this model has no quadratic form: the predictive estimate makes densities of Student's t; estimate "
                "with another");
  }
  QuadraticForm form = suffice::quadratic_form(gaussians, schema_->features.size());
  std::ranges::transform(form.intercepts, log_prior_, form.intercepts.begin(), std::plus<>());
  return form;
}

}  // namespace suffice
