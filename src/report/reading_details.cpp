// reading_details(): what the sums and the estimate of one reading say, found once for JSON and for tables.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "estimate/readings.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

Model score_alone(const Model& model, std::size_t reading) {
  if (model.readings() == 1) {
    return model;
  }
  std::vector<double> temperatures(model.readings());
  temperatures[reading] = model.temperatures()[reading] == 0 ? 1 : model.temperatures()[reading];
  return model.calibrated({.temperatures = std::move(temperatures)});
}

std::vector<ScoreQuantiles> score_quantiles(const Block& block) {
  std::vector<ScoreQuantiles> found;
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    const NormalScore& score = block.normal_scores[j];
    if (!score.empty()) {
      found.push_back(
          {block.features[j],
           score.x.size(),
           {score.x.front(), number_at(score, -1), number_at(score, 0), number_at(score, 1), score.x.back()}});
    }
  }
  return found;
}

// Adds what a reading by each family has.
struct AddDetails {
  const Stored& stored;
  const Reading& read;  // checked
  const Model& model;
  std::size_t reading;
  const DetailOptions& wanted;
  ReadingDetails& details;

  void operator()(const GaussianOptions& /*family*/) const {
    const Block& block = model.schema().blocks[reading];
    details.moments = moments_read(stored.summary, stored.options, reading, wanted.threads, stored.caches.completed);
    details.deviations = standard_deviations(*details.moments, stored.summary.classes);
    if (has_normal_scores(block)) {
      details.normal_scores = score_quantiles(block);
      details.numbers_at_means = numbers_at(block, details.moments->mean);
    }
    if (!stored.options.rival) {
      details.axes = discriminants_of(stored, reading);
    }
  }

  void operator()(const TermOptions& /*family*/) const { add_strongest(); }

  void operator()(const ValueOptions& family) const {
    details.intervals = intervals_of(stored.summary, stored.options, reading);
    details.dependence = family.dependence;
    details.pairs = column_pairs(stored.summary, read);
    if (family.dependence != Dependence::tree) {
      details.pairs.resize(std::min(details.pairs.size(), wanted.top));
    }
    add_strongest();
  }

  void operator()(const AmountOptions& /*family*/) const {
    details.parameters = class_parameters(stored, model, reading);
  }

  void add_strongest() const {
    std::vector<std::size_t> classes(std::min(model.labels().size(), wanted.classes));
    std::iota(classes.begin(), classes.end(), std::size_t{0});
    details.strongest = speaking_for(model, classes, wanted.top, reading);
  }
};

}  // namespace

ReadingDetails reading_details(const Stored& stored, const Model& model, std::size_t reading,
                               const DetailOptions& wanted) {
  const Reading read = checked_reading(stored.options, stored.summary.schema, reading);
  ReadingDetails details{.alone = score_alone(model, reading)};
  std::visit(AddDetails{stored, read, model, reading, wanted, details}, read.options);
  return details;
}

}  // namespace suffice
