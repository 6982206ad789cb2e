// What reports show beside the model: spreads within classes, Fisher's axes, logistic regression's θ, what speaks for a
// class.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/roles/dates.hpp"
#include "encode/normal_score.hpp"
#include "estimate/read_block.hpp"
#include "estimate/readings.hpp"
#include "estimate/values/categories.hpp"
#include "estimate/values/dependences.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// Σ w over the rows of class c that have a value in column j of d.
double values_in(const Moments& moments, const ClassCounts& classes, std::size_t c, std::size_t j, std::size_t d) {
  return moments.column_weight.empty() ? classes.weight[c] : moments.column_weight[c * d + j];
}

double values_in_all(const Moments& moments, const ClassCounts& classes, std::size_t j, std::size_t d) {
  double sum = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    sum += values_in(moments, classes, c, j, d);
  }
  return sum;
}

}  // namespace

std::optional<Discriminants> discriminants_of(const Stored& stored, std::size_t reading) {
  const Reading read = checked_reading(stored.options, stored.summary.schema, reading);
  if (!has_axes(read.options) || stored.summary.classes.size() < 2) {
    return std::nullopt;
  }
  try {
    const CompletedMoments& completed = stored.caches.completed;
    return discriminants(stored.summary, stored.options, reading, 1,
                         reading < completed.size() ? completed[reading].get() : nullptr);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) {
      throw;
    }
    return std::nullopt;
  }
}

std::vector<double> standard_deviations(const Moments& moments, const ClassCounts& classes) {
  const std::size_t d = moments.mean.size() / classes.size();
  const std::size_t step = contains(moments.kind, MomentKind::pooled) ? d : 1;
  const std::vector<double> variances = covariances(moments, classes);
  std::vector<double> deviations;
  for (std::size_t first = 0; first < variances.size(); first += d * step) {
    for (std::size_t j = 0; j < d; ++j) {
      const double variance = variances[first + j * step + (step == d ? j : 0)];
      deviations.push_back(std::sqrt(std::max(variance, 0.0)));  // rounding may leave −0 or less
    }
  }
  return deviations;
}

std::vector<double> covariances(const Moments& moments, const ClassCounts& classes) {
  const std::size_t d = moments.mean.size() / classes.size();
  const bool matrices = contains(moments.kind, MomentKind::pooled);
  const bool apart = contains(moments.kind, MomentKind::diagonal);
  const std::size_t size = matrices ? d * d : d;
  std::vector<double> result = moments.scatter;
  for (std::size_t k = 0; k < result.size(); ++k) {
    const std::size_t j = matrices ? k % size / d : k % size;
    result[k] /= apart ? values_in(moments, classes, k / size, j, d) : values_in_all(moments, classes, j, d);
  }
  return result;
}

double largest_variance(const Moments& moments, const ClassCounts& classes) {
  if (classes.size() == 0) {
    return 0;
  }
  const std::size_t d = moments.mean.size() / classes.size();
  const bool matrices = contains(moments.kind, MomentKind::pooled);
  const std::size_t size = matrices ? d * d : d;
  double largest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    double scatter = 0;
    for (std::size_t first = 0; first < moments.scatter.size(); first += size) {
      scatter += moments.scatter[first + (matrices ? j * d + j : j)];
    }
    double n = 0;
    double mean = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      n += values_in(moments, classes, c, j, d);
      mean += n > 0 ? (moments.mean[c * d + j] - mean) * values_in(moments, classes, c, j, d) / n : 0;
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const double away = moments.mean[c * d + j] - mean;
      scatter += values_in(moments, classes, c, j, d) * away * away;
    }
    largest = std::max(largest, n > 0 ? scatter / n : 0);
  }
  return largest;
}

double number_at(const NormalScore& score, double z) { return ScoreTable(score).inverse(z); }

std::vector<double> numbers_at(const Block& block, std::span<const double> means) {
  std::vector<double> numbers(means.begin(), means.end());
  const std::size_t d = block.features.size();
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    if (block.normal_scores[j].empty()) {
      continue;
    }
    const ScoreTable table(block.normal_scores[j]);
    for (std::size_t k = j; k < numbers.size(); k += d) {
      numbers[k] = table.inverse(numbers[k]);
    }
  }
  return numbers;
}

namespace {

// The readings in groups of which no column is read twice: explain() adds up what readings say of one column.
std::vector<std::vector<std::size_t>> readings_apart(const Model& model) {
  std::vector<std::vector<std::size_t>> groups;
  std::unordered_map<std::string, std::size_t> next;  // the first group for another reading of a column
  for (std::size_t r = 0; r < model.readings(); ++r) {
    if (model.temperatures()[r] == 0) {
      continue;
    }
    const std::vector<std::string> columns = columns_of(model.schema().blocks[r]);
    std::size_t group = 0;
    for (const std::string& column : columns) group = std::max(group, next[column]);
    for (const std::string& column : columns) next[column] = group + 1;
    groups.resize(std::max(groups.size(), group + 1));
    groups[group].push_back(r);
  }
  return groups;
}

}  // namespace

std::vector<std::vector<double>> said_by_reading(const Model& model, const Table& rows, std::size_t i,
                                                 std::optional<ClassPair> between) {
  std::vector<std::vector<double>> said(model.readings(), std::vector<double>(model.labels().size()));
  for (const std::vector<std::size_t>& group : readings_apart(model)) {
    std::vector<double> temperatures(model.readings());
    for (const std::size_t r : group) temperatures[r] = model.temperatures()[r];
    for (const Contribution& contribution :
         model.tempered(std::move(temperatures)).explain(rows, i, between).contributions) {
      std::vector<double>& own = said[contribution.reading];
      std::ranges::transform(own, contribution.scores, own.begin(), std::plus<>());
    }
  }
  return said;
}

std::string parts_note(const Options& options) {
  for (const Reading& reading : options.readings) {
    const auto* const values = std::get_if<ValueOptions>(&reading.options);
    if (options.rival || values == nullptr || values->dependence == Dependence::none) {
      continue;
    }
    return values->dependence == Dependence::tree
               ? "A column's part is log p(its value | the value of its parent, class): what it adds to its parent."
               : "aode averages models in which all columns depend on one of them, their parent. A column's part is "
                 "its "
                 "log probability given each parent, averaged as the row weighs the parents; the parts sum to the "
                 "score.";
  }
  return "";
}

namespace {

// Whether the log determinants of covariances are part of the log odds and of no column.
bool has_constants(const Reading& reading) {
  const auto* const gaussian = std::get_if<GaussianOptions>(&reading.options);
  return gaussian != nullptr && gaussian->estimator != Estimator::predictive &&
         (gaussian->structure == Structure::full || std::holds_alternative<RdaShrinkage>(gaussian->shrinkage));
}

bool has_absent_terms(const Reading& reading) {
  const auto* const terms = std::get_if<TermOptions>(&reading.options);
  return terms != nullptr && terms->family == TermFamily::bernoulli;
}

}  // namespace

std::vector<std::string> base_parts(const Options& options, const Model& model) {
  if (options.rival) {
    return {"intercept, numbers midway between the classes"};
  }
  std::vector<std::string> parts;
  const auto add = [&](bool is_there, const char* what) {
    if (is_there) {
      parts.emplace_back(what);
    }
  };
  add(model.is_density(), "class prior");
  add(!model.offsets().empty(), "class offsets");
  add(model.contamination() > 0, "contamination");
  add(std::ranges::any_of(options.readings, has_constants), "constants");
  add(std::ranges::any_of(options.readings, has_absent_terms), "absent terms");
  return parts;
}

std::vector<std::string> dropped_features(const Schema& schema, const Options& options) {
  const Options spelt = checked(options, schema);
  std::unordered_set<std::string> read;
  for (const Reading& reading : spelt.readings) {
    const Block& block = schema.blocks[reading.block];
    const std::vector<std::string> columns =
        block.indicators.empty() ? reading.features : columns_of(restricted(block, reading.features));
    read.insert(columns.begin(), columns.end());
  }
  std::vector<std::string> dropped = columns_of(schema);
  std::erase_if(dropped, [&](const std::string& column) { return read.contains(column); });
  return dropped;
}

std::vector<Intervals> intervals_of(const Summary& summary, const Options& options, std::size_t reading) {
  const Reading own = checked_reading(options, summary.schema, reading);
  const auto* const chosen = std::get_if<ValueOptions>(&own.options);
  std::vector<Intervals> result;
  if (chosen == nullptr) {
    return result;
  }
  const ReadBlock read(summary, own);
  const Categories found = categories(read.of<ValueCounts>(), *chosen);
  std::size_t first = 0;
  for (std::size_t j = 0; j < found.values.size(); ++j) {
    if (has_bins(read.block(), j)) {
      const auto cuts = chosen->cuts.find(read.block().features[j]);
      Intervals& intervals = result.emplace_back();
      intervals.feature = read.block().features[j];
      intervals.cut_by = cuts == chosen->cuts.end() ? "" : to_text(cuts->second);
      for (const std::string& name : found.values[j]) {
        intervals.names.push_back(with_dates(summary.schema, intervals.feature, name));
      }
      for (std::size_t k = first; k < first + found.values[j].size() * found.classes; ++k) {
        intervals.counts.push_back(found.counts[k]);
        intervals.probabilities.push_back(std::exp(found.log_probability[k]));
      }
    }
    first += found.size(j) * found.classes;
  }
  return result;
}

std::vector<ColumnPair> column_pairs(const Summary& summary, const Reading& reading) {
  const auto* options = std::get_if<ValueOptions>(&reading.options);
  if (options == nullptr || options->dependence == Dependence::none) {
    return {};
  }
  const ReadBlock read(summary, reading);
  const std::vector<std::string>& features = read.block().features;
  const std::size_t d = features.size();
  const std::vector<double> information = conditional_information(read.of<ValueCounts>());
  std::vector<ColumnPair> pairs;
  if (options->dependence == Dependence::tree) {
    const std::vector<std::size_t> parents = spanning_tree(information, d);
    for (std::size_t k = 1; k < d; ++k) {
      pairs.push_back({features[k], features[parents[k]], information[parents[k] * d + k]});
    }
    return pairs;
  }
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = j + 1; k < d; ++k) {
      pairs.push_back({features[j], features[k], information[j * d + k]});
    }
  }
  std::ranges::stable_sort(pairs, std::ranges::greater(), &ColumnPair::information);
  return pairs;
}

std::vector<double> logistic_form(const Model& model) {
  if (model.labels().size() != 2 || !model.is_linear()) {
    return {};
  }
  const LinearForm form = model.linear_form();
  const std::size_t statistics = form.coefficients.size() / 2;
  std::vector<double> theta = {form.intercepts[1] - form.intercepts[0]};
  for (std::size_t j = 0; j < statistics; ++j) {
    theta.push_back(form.coefficients[statistics + j] - form.coefficients[j]);
  }
  const bool finite = std::ranges::all_of(theta, [](double number) { return std::isfinite(number); });
  return finite ? theta : std::vector<double>();
}

std::vector<std::vector<FeatureOdds>> speaking_for(const Model& model, std::span<const std::size_t> classes,
                                                   std::size_t most, std::size_t reading) {
  constexpr double rounding = 1e-12;
  std::vector<std::vector<FeatureOdds>> by_class = model.strongest_of(classes, most, reading);
  const double temperature = model.temperatures()[reading];
  for (std::vector<FeatureOdds>& found : by_class) {
    for (FeatureOdds& odds : found) {
      odds.log_odds = temperature == 0 ? 0 : temperature * odds.log_odds;
      odds.value = with_dates(model.schema(), odds.feature, std::move(odds.value));
    }
    std::erase_if(found, [](const FeatureOdds& odds) { return !(odds.log_odds > rounding); });
  }
  return by_class;
}

std::vector<FeatureOdds> speaking_for(const Model& model, std::size_t c, std::size_t most, std::size_t reading) {
  return std::move(speaking_for(model, std::span(&c, 1), most, reading).front());
}

std::optional<std::string> shown_date(const Schema& schema, std::string_view column, double seconds) {
  const std::string format = date_format(schema, column);
  return format.empty() || std::isnan(seconds) ? std::nullopt : std::optional(date_text(format, seconds));
}

bool is_interval(const Schema& schema, const std::string& feature, const std::string& value) {
  return value != missing_value_name && std::ranges::any_of(schema.blocks, [&](const Block& block) {
           const auto found = std::ranges::find(block.features, feature);
           return found != block.features.end() &&
                  has_bins(block, static_cast<std::size_t>(found - block.features.begin()));
         });
}

std::string named_value(const Schema& schema, const std::string& feature, const std::string& value) {
  return value.empty() ? feature
                       : fmt::format("{} {}{}", feature, is_interval(schema, feature, value) ? "" : "= ", value);
}

}  // namespace suffice
