#include "fit/choice/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/schema/dropped_columns.hpp"
#include "data/schema/encodings.hpp"
#include "encode/sampled_knots.hpp"
#include "estimate/model_table.hpp"
#include "fit/choice/column_sample.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_full_columns = 100;    // whose covariances are kept for each class
constexpr std::size_t most_shared_columns = 500;  // whose shared covariance is kept
constexpr std::size_t most_full_numbers = 1U << 24U;
constexpr std::size_t most_indicators = 400;
constexpr std::size_t rows_of_indicator = 10;       // that have the value: without few it would be constant
constexpr std::size_t most_patterns_completed = 4;  // beyond these, missing numbers enter at their mean
constexpr std::size_t most_columns_completed = 32;
constexpr std::size_t most_knots_in_all = 1U << 17U;  // of normal scores: they are written into the model file
constexpr std::size_t fewest_knots = 10;              // of a column
constexpr std::size_t fewest_bins = 5;
constexpr std::size_t most_bins = 10;

GaussianOptions gaussian(Structure structure) { return {.structure = structure, .shrinkage = AutoShrinkage{}}; }

GaussianOptions rda(double alpha, double gamma) {
  return {.structure = Structure::full, .shrinkage = RdaShrinkage{alpha, gamma, RdaTarget::variances}};
}

/// Builds the schema and the candidates block by block.
class Builder {
 public:
  Builder(const FitPlan& plan, const AutoParts& parts, ColumnSample sample, std::size_t classes)
      : parts_(parts), classes_(classes), sample_(std::move(sample)) {
    set_.schema = plan.schema;
    set_.schema.blocks.clear();
    for (const Reading& reading : checked(plan.options, plan.schema).readings) sort_out(plan.schema, reading);
    move_separating_columns();
  }

  CandidateSet make() {
    add_numbers();
    if (numbers_.features.empty()) add_indicators({}, std::nullopt);
    add_whole_readings();
    if (set_.schema.blocks.empty()) {
      throw Error(ErrorCode::bad_data, "every value of every column is missing: there is nothing to learn from");
    }
    if (set_.candidates.empty()) add("naive-bayes", {});
    for (Candidate& candidate : set_.candidates) {
      if (candidate.name.empty()) candidate.name = fixed_name();
      candidate.readings.insert(candidate.readings.end(), fixed_.begin(), fixed_.end());
    }
    return std::move(set_);
  }

  /// Naive Bayes over categories and bins alone, which has an estimate where every row is of another class.
  CandidateSet make_binned() {
    Block block = categories_block(most_bins);
    for (const std::string& name : numbers_.features) add_bins(name, most_bins, block);
    tidy(block);
    if (block.features.empty()) return make();  // constants, which are ignored
    std::vector<Reading> readings{{.block = add_block(std::move(block), {}), .options = ValueOptions{}}};
    readings.insert(readings.end(), fixed_.begin(), fixed_.end());
    add("categorical-nb", std::move(readings));
    return std::move(set_);
  }

 private:
  /// Numbers and categories that nothing was said of are free; other readings are fixed.
  void sort_out(const Schema& schema, const Reading& reading) {
    const Block& block = schema.blocks[reading.block];
    if (is_free(block, reading) && block.kind == Kind::measurements) {
      numbers_.features.insert(numbers_.features.end(), block.features.begin(), block.features.end());
    } else if (is_free(block, reading)) {
      categories_ = block;
    } else {
      Reading own = reading;
      own.block = add_block(block, sums_needed({.readings = {reading}}, schema)[reading.block]);
      fixed_.push_back(std::move(own));
    }
  }

  std::size_t add_block(Block block, Keep keep) {
    set_.schema.blocks.push_back(std::move(block));
    set_.keep.push_back(keep);
    return set_.schema.blocks.size() - 1;
  }

  void add(std::string name, std::vector<Reading> readings) {
    set_.candidates.push_back({std::move(name), std::move(readings)});
  }

  /// A column that is constant within each class but not between them has no variance, one that is all but constant has
  /// the variance of a few rows, and one that classes of many rows have no value in tells these apart: all go to the
  /// categories, in bins.
  void move_separating_columns() {
    constexpr std::size_t fewest_rows = 5;
    constexpr std::size_t rows_for_one = 20;
    std::vector<std::string> kept;
    for (const std::string& name : numbers_.features) {
      const std::size_t without = sample_.rows_without_mean(name);
      if (sample_.separates(name) || sample_.is_nearly_constant(name) ||
          without >= std::max(fewest_rows, sample_.rows() / rows_for_one)) {
        separating_.push_back(name);
      } else {
        kept.push_back(name);
      }
    }
    numbers_.features = std::move(kept);
  }

  /// All categories, and columns that separate the classes, in bins; a missing value is a value where the sample has
  /// one.
  Block categories_block(std::size_t bins) const {
    Block block = categories_;
    block.kind = Kind::categories;
    for (const std::string& name : categories_.features) {
      block.missing_values.push_back(sample_.has_missing(name) ? 1 : 0);
      block.edges.emplace_back();
      block.extremes.emplace_back();
    }
    for (const std::string& name : separating_) add_bins(name, bins, block);
    return block;
  }

  /// What repeats the label is counted as it is: the evidence of its counts is the larger the smaller their
  /// pseudocount.
  [[nodiscard]] ValueOptions value_options() const {
    constexpr double next_to_nothing = 1e-20;  // beside it a share of all rows is 1
    ValueOptions options;
    for (const std::vector<std::string>& names : {categories_.features, separating_}) {
      for (const std::string& name : names) {
        if (sample_.repeats_label(name)) {
          options.pseudocount.rules.push_back({.feature = name, .count = next_to_nothing});
        }
      }
    }
    if (!options.pseudocount.rules.empty()) options.pseudocount.all = 1;
    return options;
  }

  void add_bins(const std::string& name, std::size_t bins, Block& block) const {
    if (sample_.repeats_label(name)) bins = std::min(std::max(bins, classes_), most_edges);
    const RankedNumbers numbers = sample_.ranked(name);
    std::vector<double> edges = balanced_edges(numbers, bins);
    if (edges.empty()) return;  // a constant says nothing
    block.features.push_back(name);
    block.edges.push_back(std::move(edges));
    block.extremes.push_back(numbers.extremes());
    block.missing_values.push_back(sample_.has_missing(name) ? 1 : 0);
    if (!block.declared_values.empty()) block.declared_values.emplace_back();
  }

  /// Lists that say nothing are empty.
  static void tidy(Block& block) {
    if (std::ranges::all_of(block.missing_values, [](std::uint8_t flag) { return flag == 0; })) {
      block.missing_values.clear();
    }
    if (std::ranges::all_of(block.edges, [](const auto& edges) { return edges.empty(); })) {
      block.edges.clear();
      block.extremes.clear();
    }
  }

  /// Numbers as they are; missing ones enter at their mean where their patterns are many, and in columns of which a
  /// class has no mean of its own.
  Block numbers_block() const {
    Block block;
    block.features = numbers_.features;
    const std::size_t patterns = sample_.patterns(block.features);
    const bool fills_all =
        patterns > most_patterns_completed || (patterns > 1 && block.features.size() > most_columns_completed);
    for (const std::string& name : block.features) {
      const bool fills = fills_all || sample_.rows_without_mean(name) > 0;
      block.fills.push_back(fills ? sample_.mean(name) : std::numeric_limits<double>::quiet_NaN());
    }
    if (std::ranges::all_of(block.fills, [](double fill) { return std::isnan(fill); })) block.fills.clear();
    return block;
  }

  /// By normal scores; nothing where no column has one, columns are too many, or they are left out.
  std::optional<Block> scores_block(Block block) const {
    const std::size_t knots = std::min(most_knots, most_knots_in_all / block.features.size());
    if (!parts_.normal_scores || knots < fewest_knots) return std::nullopt;
    for (const std::string& name : block.features) {
      block.normal_scores.push_back(normal_score_knots(sample_.ranked(name), knots));
    }
    const auto has_none = [](const NormalScore& score) { return score.empty(); };
    if (std::ranges::all_of(block.normal_scores, has_none)) return std::nullopt;
    return block;
  }

  /// With the indicators of the values of the categories.
  Block with_indicators(Block block) const {
    for (const std::string& name : categories_.features) {
      Indicators column = indicators_of(sample_, name, rows_of_indicator);
      if (column.values.empty() || column.values.size() + column.without.size() < 2) continue;
      for (const std::string& value : column.values) {
        block.features.push_back(indicator_name(name, value));
        if (!block.normal_scores.empty()) block.normal_scores.emplace_back();
        if (!block.fills.empty()) block.fills.push_back(std::numeric_limits<double>::quiet_NaN());
      }
      block.indicators.push_back(std::move(column));
    }
    return block;
  }

  [[nodiscard]] bool can_be_full(std::size_t columns) const {
    return columns <= most_full_columns && classes_ * columns * columns <= most_full_numbers;
  }

  [[nodiscard]] Keep moments_kept(std::size_t columns) const {
    return {.moments = can_be_full(columns)             ? MomentKind::full
                       : columns <= most_shared_columns ? MomentKind::pooled
                                                        : MomentKind::diagonal};
  }

  /// A reading of numbers, beside naive Bayes on the categories.
  void add_beside(std::string name, std::size_t block, GaussianOptions options) {
    std::vector<Reading> readings{{.block = block, .options = std::move(options)}};
    if (values_) {
      name += " + categorical-nb";
      readings.push_back(*values_);
    }
    add(std::move(name), std::move(readings));
  }

  /// A reading of numbers, alone where there are categories, and beside naive Bayes on these: one kind may be noise.
  void add_alone_and_beside(const std::string& name, std::size_t block, const GaussianOptions& options) {
    if (values_) add(name, {{.block = block, .options = options}});
    add_beside(name, block, options);
  }

  void add_gaussians(const std::string& on, std::size_t block, std::size_t columns) {
    add_alone_and_beside("gaussian-nb" + on, block, gaussian(Structure::diagonal));
    if (columns > most_shared_columns) return;
    add_alone_and_beside("lda" + on, block, gaussian(Structure::shared));
    if (columns > 1) {
      add_beside("lda without shrinkage" + on, block,
                 {.structure = Structure::shared, .estimator = Estimator::unbiased});
    }
  }

  void add_numbers() {
    if (!categories_.features.empty() || !separating_.empty()) {
      Block block = categories_block(most_bins);
      tidy(block);
      if (!block.features.empty())
        values_ = Reading{.block = add_block(std::move(block), {}), .options = value_options()};
    }
    if (values_) add("categorical-nb", {*values_});
    if (numbers_.features.empty()) return;
    const std::size_t columns = numbers_.features.size();
    const Block numbers = numbers_block();
    const std::optional<Block> scored = scores_block(numbers);
    const std::size_t plain = add_block(numbers, moments_kept(columns));
    add_gaussians("", plain, columns);
    std::optional<std::size_t> scores;
    if (scored) {
      scores = add_block(*scored, moments_kept(columns));
      add_gaussians(" on normal scores", *scores, columns);
    }
    add_indicators(numbers, scored);
    if (columns < 2 || !can_be_full(columns)) return;
    add_alone_and_beside("qda", plain, gaussian(Structure::full));
    if (scores) add_alone_and_beside("qda on normal scores", *scores, gaussian(Structure::full));
    add_alone_and_beside("qda without shrinkage", plain,
                         {.structure = Structure::full, .estimator = Estimator::unbiased});
    for (const double alpha : {0.02, 0.2, 0.6}) {
      for (const double gamma : {0.0, 0.3}) {
        add_beside(fmt::format("rda {},{}", alpha, gamma), plain, rda(alpha, gamma));
      }
    }
    if (scores) add_beside("rda 0.2,0 on normal scores", *scores, rda(0.2, 0));
  }

  void add_indicators(const Block& numbers, const std::optional<Block>& scored) {
    if (!parts_.indicators || categories_.features.empty()) return;
    const auto offer = [&](const std::string& name, Block block) {
      if (block.indicators.empty() || block.features.size() > std::min(most_indicators, sample_.rows() / 2)) return;
      const std::size_t place = add_block(std::move(block), {.moments = MomentKind::pooled});
      std::vector<Reading> readings{{.block = place, .options = gaussian(Structure::shared)}};
      add(name, std::move(readings));
    };
    offer("lda with indicators", with_indicators(numbers));
    if (scored) offer("lda with indicators on normal scores", with_indicators(*scored));
  }

  /// One dependence over categories and bins.
  void add_whole_readings() {
    if (!parts_.pairs) return;
    for (const std::size_t bins : {fewest_bins, most_bins}) {
      Block block = categories_block(bins);
      for (const std::string& name : numbers_.features) add_bins(name, bins, block);
      tidy(block);
      if (block.features.size() < 2 || !pairs_fit(block)) continue;
      const std::size_t place = add_block(std::move(block), {.pairs = true});
      add(numbers_.features.empty() ? "aode" : fmt::format("aode, {} bins", bins),
          {{.block = place, .options = ValueOptions{.dependence = Dependence::one}}});
      if (numbers_.features.empty()) break;
    }
  }

  [[nodiscard]] bool pairs_fit(const Block& block) const {
    std::size_t values = 0;
    for (std::size_t j = 0; j < block.features.size(); ++j) {
      const bool is_cut = !block.edges.empty() && !block.edges[j].empty();
      values += is_cut ? block.edges[j].size() + 1 : sample_.values(block.features[j]).size();
      values += block.missing_values.empty() ? std::size_t{0} : block.missing_values[j];
    }
    return fits_pairs(block.features.size(), values, classes_);
  }

  [[nodiscard]] std::string fixed_name() const { return model_name(Options{.readings = fixed_}); }

  AutoParts parts_;
  std::size_t classes_;
  ColumnSample sample_;
  CandidateSet set_;
  Block numbers_;                        // those that are free
  Block categories_;                     // those that are free
  std::vector<std::string> separating_;  // numbers that are categories
  std::optional<Reading> values_;        // naive Bayes over the categories
  std::vector<Reading> fixed_;
};

}  // namespace

CandidateSet text_candidates(const FitPlan& plan) {
  struct Way {
    const char* name;
    TermFamily family = TermFamily::multinomial;
    bool boolean = false;
    bool tf_idf = false;
    std::optional<double> pseudocount = {};
  };
  using enum TermFamily;
  const std::vector<Way> ways = {{"multinomial-nb"},
                                 {"boolean-nb", multinomial, true},
                                 {"bernoulli-nb", bernoulli},
                                 {"multinomial-nb, pseudocount 0.1", multinomial, false, false, 0.1},
                                 {"boolean-nb, pseudocount 0.1", multinomial, true, false, 0.1},
                                 {"multinomial-nb, tf-idf", multinomial, false, true},
                                 {"boolean-nb, tf-idf", multinomial, true, true}};
  CandidateSet set{plan.schema, plan.keep, {}};
  for (const Way& way : ways) {
    Candidate candidate{way.name, checked(plan.options, plan.schema).readings};
    for (Reading& reading : candidate.readings) {
      auto* const terms = std::get_if<TermOptions>(&reading.options);
      if (terms == nullptr) continue;
      terms->family = way.family;
      terms->boolean = way.boolean;
      terms->tf_idf = way.tf_idf;
      if (way.pseudocount) terms->pseudocount = Pseudocount{way.pseudocount, {}};
    }
    set.candidates.push_back(std::move(candidate));
  }
  return set;
}

bool is_free(const Block& block, const Reading& reading) {
  if (has_encodings(block) || block.open_columns) return false;
  const auto* const numbers = std::get_if<GaussianOptions>(&reading.options);
  return block.kind == Kind::categories || (numbers != nullptr && numbers->structure == Structure::shared);
}

CandidateSet make_candidates(const FitPlan& plan, const AutoParts& parts, const Schema& sampled, const Table& rows,
                             const Labels& labels) {
  return Builder(plan, parts, ColumnSample(sampled, rows, labels), labels.names.size()).make();
}

CandidateSet make_binned_candidate(const FitPlan& plan, const AutoParts& parts, const Schema& sampled,
                                   const Table& rows, const Labels& labels) {
  return Builder(plan, parts, ColumnSample(sampled, rows, labels), labels.names.size()).make_binned();
}

FitPlan plan_of(const Candidate& candidate, const CandidateSet& set, const FitPlan& plan) {
  FitPlan chosen = plan;
  chosen.schema.blocks.clear();
  chosen.keep.clear();
  chosen.options.readings.clear();
  std::map<std::size_t, std::size_t> places;
  for (const Reading& reading : candidate.readings) {
    const auto [place, is_new] = places.emplace(reading.block, chosen.schema.blocks.size());
    if (is_new) chosen.schema.blocks.push_back(set.schema.blocks[reading.block]);
    chosen.options.readings.push_back(reading);
    chosen.options.readings.back().block = place->second;
  }
  chosen.keep = sums_needed(checked(chosen.options, chosen.schema), chosen.schema);
  const std::vector<std::string> columns = columns_of(chosen.schema);
  const std::set<std::string_view> read(columns.begin(), columns.end());
  for (const std::string& column : columns_of(set.schema)) {
    if (!read.contains(column)) chosen.schema.dropped.push_back({column, "the chosen model does without it"});
  }
  chosen.schema.dropped = listed_columns(std::move(chosen.schema.dropped));
  return chosen;
}

}  // namespace suffice
