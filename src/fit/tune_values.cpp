#include "fit/tune_values.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "suffice/estimate.hpp"

namespace suffice {

namespace {

/// Whether a reading has an option that can be searched, and by which criteria. Likelihoods at their maximum know no
/// smoothing, and those of fewer terms are of other data.
struct Searched {
  std::string_view option;
  bool by_likelihood;
  bool by_evidence;
  bool (*fits)(const FamilyOptions& options);
};

constexpr std::array<std::string_view, 7> structures{
    "lda", "qda", "gaussian-nb", "diagonal-lda", "spherical", "shared-spherical", "centroid"};

bool is_plain_gaussian(const FamilyOptions& options) {
  return std::ranges::find(structures, model_name(options)) != structures.end();
}

bool has_shrinkage(Structure structure) {
  return structure != Structure::spherical && structure != Structure::shared_spherical &&
         structure != Structure::identity;
}

bool is_shrunk(const FamilyOptions& options) {
  const auto* const gaussian = std::get_if<GaussianOptions>(&options);
  return gaussian != nullptr && takes(options, "shrinkage") && has_shrinkage(gaussian->structure) &&
         (gaussian->estimator == Estimator::mle || gaussian->estimator == Estimator::unbiased);
}

bool has_pseudocount(const FamilyOptions& options) {
  return std::visit(
      []<typename OfFamily>(const OfFamily& one) {
        if constexpr (std::is_same_v<OfFamily, GaussianOptions>) {
          return false;
        } else {
          return one.estimator != Estimator::mle && one.pseudocount.rules.empty();
        }
      },
      options);
}

constexpr std::array<Searched, 7> table{{
    {"model", true, true, is_plain_gaussian},
    {"shrinkage", false, false, is_shrunk},
    {"rda", false, false, [](const FamilyOptions& options) { return takes(options, "rda"); }},
    {"pseudocount", false, true, has_pseudocount},
    {"min-df", false, false, [](const FamilyOptions& options) { return takes(options, "min-df"); }},
    {"max-vocabulary", false, false, [](const FamilyOptions& options) { return takes(options, "max-vocabulary"); }},
    {"tf-idf", false, false, [](const FamilyOptions& options) { return takes(options, "tf-idf"); }},
}};

template <typename OfFamily>
const OfFamily& family(const Reading& reading) {
  return std::get<OfFamily>(reading.options);
}

std::vector<TuneValue> model_values(const Summary& summary, const Reading& reading) {
  const std::vector<std::string> readable = readable_models(summary, reading.block);
  std::vector<TuneValue> values;
  for (const std::string_view name : structures) {
    if (std::ranges::find(readable, name) == readable.end()) continue;
    FamilyOptions options = reading.options;
    set_model(options, std::string(name));
    values.push_back({std::string(name), std::move(options)});
  }
  return values;
}

std::vector<TuneValue> shrinkage_values(const Reading& reading) {
  std::vector<TuneValue> values;
  const auto add = [&](const std::string& text, const Shrinkage& shrinkage) {
    GaussianOptions options = family<GaussianOptions>(reading);
    options.shrinkage = shrinkage;
    values.push_back({text, options});
  };
  add("none", NoShrinkage{});
  add("auto", AutoShrinkage{});
  for (const double lambda : {0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0}) {
    add(fmt::format("{}", lambda), FixedShrinkage{lambda});
  }
  return values;
}

std::vector<TuneValue> rda_values(const Reading& reading) {
  const GaussianOptions& now = family<GaussianOptions>(reading);
  const RdaTarget target = std::get<RdaShrinkage>(now.shrinkage).target;
  std::vector<TuneValue> values;
  for (const double alpha : {0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.0}) {
    for (const double gamma : {0.0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0}) {
      GaussianOptions options = now;
      options.shrinkage = RdaShrinkage{alpha, gamma, target};
      values.push_back(
          {fmt::format("{},{}{}", alpha, gamma, target == RdaTarget::variances ? ",variances" : ""), options});
    }
  }
  return values;
}

std::vector<TuneValue> pseudocount_values(const Reading& reading) {
  std::vector<TuneValue> values;
  for (const double count : {0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0}) {
    FamilyOptions options = reading.options;
    const double value = std::visit(
        [&]<typename OfFamily>(OfFamily& one) {
          if constexpr (std::is_same_v<OfFamily, GaussianOptions>) {
            return 0.0;
          } else {
            const bool is_mode = one.estimator == Estimator::map;  // which adds β − 1
            const double all = is_mode ? 1 + count : count;
            if (one.pseudocount.usual(one.estimator) != all) one.pseudocount = Pseudocount{.all = all};
            return all;
          }
        },
        options);
    values.push_back({fmt::format("{}", value), std::move(options)});
  }
  return values;
}

std::vector<TuneValue> min_df_values(const Reading& reading) {
  std::vector<TuneValue> values;
  for (const int documents : {0, 2, 3, 5, 10, 20, 50}) {
    TermOptions options = family<TermOptions>(reading);
    options.min_documents = documents;
    values.push_back({fmt::format("{}", documents), options});
  }
  return values;
}

std::vector<TuneValue> vocabulary_values(const Summary& summary, const Reading& reading) {
  std::vector<TuneValue> values;
  const std::size_t terms = std::get<Shared<TermCounts>>(summary.sums[reading.block])->terms();
  for (const std::uint64_t most : std::array<std::uint64_t, 8>{0, 100, 300, 1'000, 3'000, 10'000, 30'000, 100'000}) {
    if (most >= terms) break;
    TermOptions options = family<TermOptions>(reading);
    options.max_terms = most;
    values.push_back({fmt::format("{}", most), options});
  }
  return values;
}

std::vector<TuneValue> tf_idf_values(const Reading& reading) {
  std::vector<TuneValue> values;
  for (const bool is_weighed : {false, true}) {
    TermOptions options = family<TermOptions>(reading);
    options.tf_idf = is_weighed;
    values.push_back({is_weighed ? "yes" : "no", options});
  }
  return values;
}

}  // namespace

std::vector<std::string> searched_options(const Summary& summary, const Reading& reading, const TuneOptions& how) {
  std::vector<std::string> names;
  if (reading.pooled() && !how.tempered) return names;  // it has no part in what is compared
  for (const Searched& row : table) {
    const bool by_sums = how.criterion == Criterion::evidence ? row.by_evidence : row.by_likelihood;
    const bool is_compared = is_loss(how.criterion) || by_sums;
    if (!is_compared || !row.fits(reading.options) || std::ranges::find(how.held, row.option) != how.held.end()) {
      continue;
    }
    if (tune_values(std::string(row.option), summary, reading).size() > 1) names.emplace_back(row.option);
  }
  return names;
}

std::vector<TuneValue> tune_values(const std::string& option, const Summary& summary, const Reading& reading) {
  if (option == "model") return model_values(summary, reading);
  if (option == "shrinkage") return shrinkage_values(reading);
  if (option == "rda") return rda_values(reading);
  if (option == "pseudocount") return pseudocount_values(reading);
  if (option == "min-df") return min_df_values(reading);
  if (option == "max-vocabulary") return vocabulary_values(summary, reading);
  if (option == "tf-idf") return tf_idf_values(reading);
  return {};
}

std::vector<PriorValue> prior_values(const TuneOptions& how) {
  if (std::ranges::find(how.held, "class-prior") != how.held.end() || how.tempered ||
      how.criterion == Criterion::evidence) {
    return {};
  }
  std::vector<PriorValue> values{{"empirical", EmpiricalPrior{}}};
  if (is_loss(how.criterion)) values.push_back({"smoothed", SmoothedPrior{}});
  values.push_back({"uniform", UniformPrior{}});
  return values;
}

}  // namespace suffice
