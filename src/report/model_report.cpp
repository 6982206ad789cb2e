// make_report(): what the sums and the model say of each class, reading by reading.
#include "suffice/model_report.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/schema/roles/dates.hpp"
#include "estimate/read_block.hpp"
#include "estimate/values/categories.hpp"
#include "math/special/not_a_number.hpp"
#include "report/picture/labels.hpp"
#include "report/reading_options.hpp"
#include "store/container/checksums.hpp"
#include "store/container/file.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_values = 1000;  // of a column; those after them are counted

double prior_of(const Model& model, std::size_t c) { return model.class_prior()[c]; }

// Σ_{k ≠ c} π_k m_k / Σ_{k ≠ c} π_k over the classes that have a mean.
double mean_of_others(const Model& model, const std::vector<double>& means, std::size_t d, std::size_t c,
                      std::size_t j) {
  double sum = 0;
  double weight = 0;
  for (std::size_t k = 0; k < model.labels().size(); ++k) {
    if (k != c && std::isfinite(means[k * d + j])) {
      sum += prior_of(model, k) * means[k * d + j];
      weight += prior_of(model, k);
    }
  }
  return weight > 0 ? sum / weight : not_a_number;
}

// Σ_c π_c (m_cj − m_j)², m_j = Σ_c π_c m_cj: how far the means of the classes are apart.
double variance_of_means(const Model& model, const std::vector<double>& means, std::size_t d, std::size_t j) {
  double weight = 0;
  double mean = 0;
  double variance = 0;
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    const double value = means[c * d + j];
    if (std::isfinite(value) && prior_of(model, c) > 0) {
      const double before = mean;
      weight += prior_of(model, c);
      mean += (value - mean) * prior_of(model, c) / weight;
      variance += prior_of(model, c) * (value - before) * (value - mean);
    }
  }
  return weight > 0 ? variance / weight : 0;
}

// The standard deviation of a feature within classes: √Σ_c π_c σ_cj².
double deviation_within(const Model& model, const ReportReading& reading, std::size_t j) {
  const std::size_t d = reading.features.size();
  if (reading.deviations.size() == d) {
    return reading.deviations[j];
  }
  double variance = 0;
  double weight = 0;
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    const double deviation = reading.deviations[c * d + j];
    if (std::isfinite(deviation)) {
      variance += prior_of(model, c) * deviation * deviation;
      weight += prior_of(model, c);
    }
  }
  return weight > 0 ? std::sqrt(variance / weight) : not_a_number;
}

void keep_strongest(std::vector<ReportReason>& reasons, std::size_t top) {
  std::erase_if(reasons, [](const ReportReason& reason) { return !(std::abs(reason.strength) > 0); });
  std::ranges::stable_sort(reasons, std::ranges::greater{},
                           [](const ReportReason& reason) { return std::abs(reason.strength); });
  reasons.resize(std::min(reasons.size(), top));
}

// Of very many classes, the most probable ones have their reasons told: finding those of a class looks at all others.
std::vector<bool> told_classes(const Model& model) {
  constexpr std::size_t most = 40;
  std::vector<std::size_t> order(model.labels().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return model.class_prior()[c]; });
  std::vector<bool> told(order.size());
  for (std::size_t k = 0; k < std::min(order.size(), most); ++k) told[order[k]] = true;
  return told;
}

// strength(c, j, own mean, mean of the others) for each class and feature.
template <typename Strength>
void add_reasons(ReportReading& reading, const Model& model, std::size_t top, const Strength& strength) {
  const std::size_t d = reading.features.size();
  const std::vector<bool> told = told_classes(model);
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    std::vector<ReportReason>& reasons = reading.reasons.emplace_back();
    for (std::size_t j = 0; told[c] && j < d; ++j) {
      const double own = reading.means[c * d + j];
      const double others = mean_of_others(model, reading.means, d, c, j);
      const double strong = strength(j, own, others);
      if (!std::isnan(strong)) {
        reasons.push_back({.feature = reading.features[j],
                           .value = strong > 0 ? "high" : "low",
                           .strength = strong,
                           .mean = own,
                           .others = others});
      }
    }
    keep_strongest(reasons, top);
  }
}

// Means of normal scores as numbers of the columns.
void add_numbers_at_scores(ReportReading& reading, const Block& block, const Model& model) {
  const std::size_t d = block.features.size();
  reading.by_score.resize(d);
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    reading.by_score[j] = block.normal_scores[j].empty() ? 0 : 1;
  }
  if (std::ranges::count(reading.by_score, 1) == 0) {
    reading.by_score.clear();
    return;
  }
  const auto at = [&](double deviations) {
    std::vector<double> scores = reading.means;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      scores[k] += deviations * reading.deviations[k % reading.deviations.size()];
    }
    return numbers_at(block, scores);
  };
  reading.at_means = at(0);
  reading.below_means = at(-1);
  reading.above_means = at(1);
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    for (ReportReason& reason : reading.reasons[c]) {
      const auto j =
          static_cast<std::size_t>(std::ranges::find(block.features, reason.feature) - block.features.begin());
      if (reading.by_score[j] != 0) {
        reason.mean = number_at(block.normal_scores[j], reason.mean);
        reason.others = number_at(block.normal_scores[j], reason.others);
      }
    }
  }
}

void order_by_separation(ReportReading& reading) {
  reading.order.resize(reading.features.size());
  std::iota(reading.order.begin(), reading.order.end(), std::size_t{0});
  std::ranges::stable_sort(reading.order, std::ranges::greater{}, [&](std::size_t j) {
    return std::isnan(reading.separation[j]) ? -1.0 : reading.separation[j];
  });
}

void add_moments(ReportReading& reading, const Stored& stored, const Model& model, std::size_t r, std::size_t top,
                 unsigned threads) {
  const Moments moments = moments_read(stored.summary, stored.options, r, threads, stored.caches.completed);
  const std::size_t d = reading.features.size();
  reading.means = moments.mean;
  reading.deviations = standard_deviations(moments, stored.summary.classes);
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    if (!(stored.summary.classes.weight[c] > 0)) {
      std::fill_n(reading.means.begin() + static_cast<std::ptrdiff_t>(c * d), d, not_a_number);
    }
  }
  std::vector<double> within(d);
  for (std::size_t j = 0; j < d; ++j) {
    within[j] = deviation_within(model, reading, j);
    const double between = variance_of_means(model, reading.means, d, j);
    reading.separation.push_back(within[j] > 0 ? between / (within[j] * within[j]) : not_a_number);
  }
  add_reasons(reading, model, top, [&](std::size_t j, double own, double others) {
    return within[j] > 0 ? (own - others) / within[j] : not_a_number;
  });
  reading.axes = discriminants_of(stored, r);
}

void add_amounts(ReportReading& reading, const AmountBlock& block, const Model& model, std::size_t top) {
  const std::size_t d = reading.features.size();
  std::vector<double> logs;
  for (std::size_t k = 0; k < block.sums.sum.size(); ++k) {
    reading.means.push_back(block.sums.weight[k] > 0 ? block.sums.sum[k] / block.sums.weight[k] : not_a_number);
    logs.push_back(std::log(reading.means.back()));
  }
  for (std::size_t j = 0; j < d; ++j) {
    reading.separation.push_back(variance_of_means(model, logs, d, j));
  }
  add_reasons(reading, model, top, [&](std::size_t, double own, double others) { return std::log(own / others); });
}

// Where columns depend on each other, a value has no probability of its own: shares of the counts stand in its place.
void take_shares(Categories& found) {
  std::size_t first = 0;
  for (std::size_t j = 0; j < found.values.size(); ++j) {
    for (std::size_t c = 0; c < found.classes; ++c) {
      double all = 0;
      for (std::size_t v = 0; v < found.size(j); ++v) {
        all += found.counts[first + v * found.classes + c];
      }
      for (std::size_t v = 0; v < found.size(j); ++v) {
        const std::size_t place = first + v * found.classes + c;
        found.log_probability[place] = std::log(all > 0 ? found.counts[place] / all : 0);
      }
    }
    first += found.size(j) * found.classes;
  }
}

// I(value; class) = Σ_c π_c Σ_v p(v|c) log(p(v|c) / p(v)).
double information_of(const Model& model, std::span<const double> probabilities) {
  const std::size_t classes = model.labels().size();
  double information = 0;
  for (std::size_t first = 0; first < probabilities.size(); first += classes) {
    double all = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      all += prior_of(model, c) * probabilities[first + c];
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const double p = probabilities[first + c];
      information += p > 0 && prior_of(model, c) > 0 ? prior_of(model, c) * p * std::log(p / all) : 0;
    }
  }
  return std::max(information, 0.0);
}

ReportValues values_of(const Categories& found, std::size_t j, std::size_t first, const Block& block,
                       const Model& model) {
  const std::size_t classes = found.classes;
  ReportValues result{.feature = block.features[j]};
  std::vector<double> probabilities;
  for (std::size_t k = first; k < first + found.size(j) * classes; ++k) {
    probabilities.push_back(std::exp(found.log_probability[k]));
  }
  result.information = information_of(model, probabilities);
  const auto total = [&](std::size_t v) {
    const auto begin = found.counts.begin() + static_cast<std::ptrdiff_t>(first + v * classes);
    return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(classes), 0.0);
  };
  std::vector<std::size_t> order(found.values[j].size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> totals;
  std::ranges::transform(order, std::back_inserter(totals), total);
  if (block.edges.empty() || block.edges[j].empty()) {  // bins have an order of their own
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t v) { return totals[v]; });
  }
  result.more = order.size() - std::min(order.size(), most_values);
  order.resize(order.size() - result.more);
  for (const std::size_t v : order) {
    result.names.push_back(with_dates(model.schema(), result.feature, found.values[j][v]));
    for (std::size_t c = 0; c < classes; ++c) {
      result.counts.push_back(found.counts[first + v * classes + c]);
      result.probabilities.push_back(probabilities[v * classes + c]);
    }
  }
  return result;
}

void add_values(ReportReading& reading, const ReadBlock& read, const ValueOptions& options, const Model& model) {
  Categories found = categories(read.of<ValueCounts>(), options);
  if (options.dependence != Dependence::none) {
    take_shares(found);
  }
  std::size_t first = 0;
  for (std::size_t j = 0; j < found.values.size(); ++j) {
    reading.values.push_back(values_of(found, j, first, read.block(), model));
    first += found.size(j) * found.classes;
  }
  std::ranges::stable_sort(reading.values, std::ranges::greater{}, &ReportValues::information);
}

void add_odds(ReportReading& reading, const Model& model, std::size_t r, std::size_t top) {
  const std::vector<bool> told = told_classes(model);
  std::vector<std::size_t> classes(told.size());
  std::iota(classes.begin(), classes.end(), std::size_t{0});
  std::erase_if(classes, [&](std::size_t c) { return !told[c]; });
  const std::vector<std::vector<FeatureOdds>> found = speaking_for(model, classes, top, r);
  reading.reasons.resize(told.size());
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (const FeatureOdds& odds : found[k]) {
      reading.reasons[classes[k]].push_back(
          {.feature = odds.feature, .value = odds.value, .strength = odds.log_odds, .count = odds.count});
    }
  }
}

void add_text_options(ReportReading& reading) {
  const TextOptions& text = reading.text;
  reading.options.emplace_back("terms", terms_name(text));
  if (text.hash_buckets > 0) {
    reading.options.emplace_back("hashed into", fmt::format("{} buckets", draw::grouped(text.hash_buckets)));
  }
  if (!text.stop_words.empty()) {
    reading.options.emplace_back("stop words", fmt::format("{}", text.stop_words.size()));
  }
  if (!text.stemmer.empty()) {
    reading.options.emplace_back("stemmer", text.stemmer);
  }
  if (text.min_length > 1) {
    reading.options.emplace_back("shortest word", fmt::format("{} characters", text.min_length));
  }
}

// Adds what a reading by each family has.
struct AddFamily {
  const Stored& stored;
  const ReadBlock& read;
  const Model& model;
  std::size_t number;
  std::size_t top;
  unsigned threads;
  ReportReading& reading;

  void operator()(const GaussianOptions& /*family*/) const {
    add_moments(reading, stored, model, number, top, threads);
    add_numbers_at_scores(reading, read.block(), model);
    order_by_separation(reading);
  }
  void operator()(const AmountOptions& /*family*/) const {
    add_amounts(reading, read.of<AmountSums>(), model, top);
    order_by_separation(reading);
  }
  void operator()(const ValueOptions& family) const {
    add_odds(reading, model, number, top);
    add_values(reading, read, family, model);
    reading.has_shares = family.dependence != Dependence::none;
  }
  void operator()(const TermOptions& /*family*/) const {
    const TermCounts& terms = read.of<TermCounts>().sums;
    add_odds(reading, model, number, top);
    reading.text = read.block().text;
    add_text_options(reading);
    reading.terms = terms.terms();
    reading.tokens = std::accumulate(terms.tokens.begin(), terms.tokens.end(), 0.0);
  }
};

ReportReading reading_of(const Stored& stored, const Options& options, const Model& model, std::size_t r,
                         std::size_t top, unsigned threads) {
  const Reading& reading = options.readings[r];
  const ReadBlock read(stored.summary, reading);
  ReportReading result{.kind = kind_name(read.block().kind),
                       .family = model_name(reading.options),
                       .name = reading_name(read.block(), reading.options),
                       .temperature = model.temperatures()[r],
                       .opinion = reading.opinion,
                       .share_missing = share_missing(stored.summary, reading),
                       .options = reading_options(reading.options, model.shrinkage(r)),
                       .features = read.block().features,
                       .indicators = indicator_count(read.block())};
  std::visit(AddFamily{stored, read, model, r, top, threads, result}, reading.options);
  return result;
}

// A rival has no densities: its coefficients say what speaks for a class.
ReportReading rival_reading(const Stored& stored, const Model& model, std::size_t top) {
  const LinearForm form = model.linear_form();
  const std::size_t classes = model.labels().size();
  const std::size_t d = form.names.size();
  ReportReading result{.kind = "linear",
                       .family = model_name(stored.options),
                       .name = model_name(stored.options),
                       .features = columns_of(model.schema())};
  if (stored.options.rival->loss != RivalLoss::perceptron) {
    result.options.emplace_back("ridge", fmt::format("{:.4g}", stored.options.rival->ridge));
  }
  const std::vector<bool> told = told_classes(model);
  for (std::size_t c = 0; c < classes; ++c) {
    std::vector<ReportReason>& reasons = result.reasons.emplace_back();
    for (std::size_t j = 0; told[c] && j < d; ++j) {
      double others = 0;
      for (std::size_t k = 0; k < classes; ++k) {
        others += k == c ? 0 : form.coefficients[k * d + j] / static_cast<double>(classes - 1);
      }
      reasons.push_back({.feature = form.names[j], .strength = form.coefficients[c * d + j] - others});
    }
    keep_strongest(reasons, top);
  }
  return result;
}

}  // namespace

ReportFile report_file(const std::string& path) {
  const std::string bytes =
      read_all(open_to_read(path), path, [](std::string_view) { return std::numeric_limits<std::uint64_t>::max(); });
  const std::size_t slash = path.find_last_of('/');
  return {slash == std::string::npos ? path : path.substr(slash + 1), bytes.size(), checksum_text(bytes)};
}

Report make_report(ReportFile file, Stored stored, Model model, std::size_t top, unsigned threads) {
  Report report{.file = std::move(file), .stored = std::move(stored), .model = std::move(model)};
  const Options options = checked(report.stored.options, report.stored.summary.schema);
  if (options.rival) {
    report.readings.push_back(rival_reading(report.stored, report.model, top));
    return report;
  }
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    report.readings.push_back(reading_of(report.stored, options, report.model, r, top, threads));
  }
  return report;
}

}  // namespace suffice
