// The model of one reading alone, and the means and parameters of columns of amounts.
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "estimate/readings.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// A parameter of the columns' factors, as a function of the coefficients of the linear form (MODELS §7).
struct Parameter {
  const char* name;
  std::size_t statistic;  // x, or log x
  double (*of)(double coefficient);
};

std::vector<Parameter> parameters_of(AmountFamily family) {
  switch (family) {
    case AmountFamily::poisson:
      return {{"Rates", 0, [](double b) { return std::exp(b); }}};
    case AmountFamily::exponential:
      return {{"Rates", 0, [](double b) { return -b; }}};
    case AmountFamily::geometric:
      return {{"Probabilities of 0", 0, [](double b) { return -std::expm1(b); }}};
    case AmountFamily::gamma:
      return {{"Shapes", 1, [](double b) { return b + 1; }}, {"Rates", 0, [](double b) { return -b; }}};
  }
  return {};
}

// The places of features among those of a block, in whose order they are.
std::vector<std::size_t> places_of(const std::vector<std::string>& features, const Block& block) {
  std::vector<std::size_t> places;
  std::size_t place = 0;
  for (const std::string& feature : features) {
    while (block.features[place] != feature) {
      ++place;
    }
    places.push_back(place);
  }
  return places;
}

// Whether nothing is known of an open column, so that it has no parameters.
bool is_unseen(const Block& block, const AmountSums& sums, std::size_t place) {
  const std::size_t d = block.features.size();
  bool unseen = block.open_columns;
  for (std::size_t entry = place; entry < sums.sum.size(); entry += d) {
    unseen = unseen && sums.sum[entry] == 0;
  }
  return unseen;
}

}  // namespace

Model reading_alone(const Stored& stored, const Model& model, std::size_t reading, unsigned threads) {
  if (stored.options.readings.size() == 1) {
    return model.calibrated({});
  }
  CompletedMoments completed;
  if (!stored.caches.completed.empty()) {
    completed = {stored.caches.completed[reading]};
  }
  Reading alone = stored.options.readings[reading];
  alone.opinion = 0;  // there is no first opinion
  return estimate(stored.summary, {stored.options.class_prior, {std::move(alone)}}, threads, completed);
}

std::vector<ClassParameter> class_parameters(const Stored& stored, const Model& model, std::size_t reading) {
  const Reading chosen = checked_reading(stored.options, stored.summary.schema, reading);
  const Block& block = stored.summary.schema.blocks[chosen.block];
  const auto& sums = std::get<AmountSums>(stored.summary.sums[chosen.block]);
  const std::vector<std::string>& features = model.schema().blocks[reading].features;
  const std::vector<std::size_t> places = places_of(features, block);
  const std::size_t d = features.size();
  const std::size_t classes = model.labels().size();
  std::vector<ClassParameter> found = {{"Means", features, {}}};
  for (std::size_t c = 0; c < classes; ++c) {
    for (const std::size_t place : places) {
      const std::size_t entry = c * block.features.size() + place;
      found.front().numbers.push_back(sums.sum[entry] / sums.weight[entry]);
    }
  }
  std::vector<double> this_alone(model.readings());
  this_alone[reading] = 1;
  const Model alone = model.calibrated({.temperatures = std::move(this_alone)});
  if (!alone.is_density() || !alone.is_linear()) {
    return found;
  }
  std::vector<std::size_t> known;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < d; ++j) {
    if (!is_unseen(block, sums, places[j])) {
      known.push_back(j);
      names.push_back(features[j]);
    }
  }
  const LinearForm form = alone.linear_form();
  for (const Parameter& parameter : parameters_of(std::get<AmountOptions>(chosen.options).family)) {
    ClassParameter& own = found.emplace_back(ClassParameter{parameter.name, names, {}});
    for (std::size_t c = 0; c < classes; ++c) {
      for (const std::size_t j : known) {
        own.numbers.push_back(parameter.of(form.coefficients[c * form.names.size() + parameter.statistic * d + j]));
      }
    }
  }
  return found;
}

}  // namespace suffice
