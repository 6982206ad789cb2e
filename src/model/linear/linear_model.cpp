#include "model/linear/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/linear_weights.hpp"
#include "estimate/model_table.hpp"
#include "estimate/read_block.hpp"
#include "math/special/log_zero.hpp"
#include "model/linear/feature_map.hpp"
#include "model/model_parts.hpp"
#include "model/notes.hpp"
#include "suffice/error.hpp"

namespace suffice {

std::vector<double> prior_shift(const ClassCounts& classes, const Options& options) {
  const bool is_empirical = std::holds_alternative<EmpiricalPrior>(options.class_prior);
  if (!is_empirical && !gives_probabilities(options.rival->loss)) {
    throw Error(ErrorCode::usage,
                fmt::format("the scores of {} are no probabilities, which a class prior could change",
                            to_text(options.rival->loss)),
                "", {{"class-prior", {}, Remedy::Act::leave_out}, {"model", {"logistic"}, Remedy::Act::refit}});
  }
  const std::vector<double> wanted = class_prior(classes, options.class_prior);
  const std::vector<double> held = class_prior(classes, EmpiricalPrior{});
  std::vector<double> shift(classes.size());
  for (std::size_t c = 0; c < shift.size(); ++c) {
    shift[c] = held[c] > 0 ? std::log(wanted[c] / held[c]) : log_zero;
  }
  return shift;
}

std::size_t feature_count(const Summary& summary, const Options& options) {
  std::size_t count = 0;
  for (const Reading& reading : options.readings) {
    count += FeatureMap::size_of(ReadBlock(summary, reading), reading.options);
  }
  return count;
}

Model linear_model(const Summary& summary, const Options& options, const LinearWeights& weights, unsigned threads) {
  const std::size_t classes = summary.classes.size();
  std::vector<FeatureMap> maps = feature_maps(summary, options, threads);
  std::size_t features = 0;
  for (const FeatureMap& map : maps) {
    features += map.size();
  }
  if (weights.intercepts.size() != classes || weights.coefficients.size() != classes * features) {
    throw Error(ErrorCode::usage, fmt::format("the weights of {} are not those of {} classes and {} features",
                                              model_name(options), classes, features));
  }
  const std::vector<double> shift = prior_shift(summary.classes, options);
  std::vector<TwoSum> intercepts;
  for (std::size_t c = 0; c < classes; ++c) {
    intercepts.push_back(intercept_of(weights, c).plus(shift[c]));
  }
  Schema read = without_blocks(summary.schema);
  std::vector<std::shared_ptr<const Conditional>> conditionals;
  std::size_t before = 0;
  for (FeatureMap& map : maps) {
    std::vector<double> coefficients;
    for (std::size_t c = 0; c < classes; ++c) {
      const auto part = std::span(weights.coefficients).subspan(c * features + before, map.size());
      coefficients.insert(coefficients.end(), part.begin(), part.end());
    }
    before += map.size();
    read.blocks.push_back(map.block());
    conditionals.push_back(std::make_shared<const Conditional>(
        LinearConditional(std::move(map), std::move(coefficients), std::exchange(intercepts, {}),
                          gives_probabilities(options.rival->loss))));
    intercepts.assign(classes, {});
  }
  return make_model(
      std::make_shared<const ModelParts>(Shared<Schema>(std::move(read)),
                                         class_prior(summary.classes, options.class_prior), std::move(conditionals)),
      summary.classes.labels, notes_on_classes(summary.classes));
}

}  // namespace suffice
