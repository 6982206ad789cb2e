// check(): distances of rows from draws, and what they are for rows of the model itself, by simulation.
#include "suffice/check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/resemblance/distances.hpp"
#include "evaluate/resemblance/joint_p_values.hpp"
#include "evaluate/weighed_rows.hpp"
#include "fit/comparison/check_verdict.hpp"
#include "fit/comparison/checked_model.hpp"
#include "fit/comparison/two_sample.hpp"
#include "fit/steps.hpp"
#include "math/special/random.hpp"
#include "math/system/parallel.hpp"
#include "model/outlier_bounds.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_scores = 60;  // columns that are correlated
constexpr std::size_t most_listed = 20;  // pairs and terms
constexpr std::size_t usual_simulations = 199;
constexpr std::size_t fewest_simulations = 39;
constexpr double row_budget = 7e5;         // of rows that are checked, in units of row_cost()
constexpr double simulation_budget = 2e8;  // of all simulations
// Beyond so many times the checked rows, those that the model was fitted on need no repeating: it counts as known.
constexpr std::size_t most_times = 8;

// Generators of their own.
enum class Stream : std::uint64_t { rows, draws, classifier, simulations };
std::uint64_t seed_of(std::uint64_t seed, Stream stream, std::uint64_t number = 0) {
  return mix_seed(mix_seed(seed, static_cast<std::uint64_t>(stream)), number);
}

// The forms of rows as often as there are draws, one after the other; labels are drawn where rows have none.
class Forms {
 public:
  Forms(std::vector<RowForm> forms, std::span<const double> class_prior, bool has_labels)
      : forms_(std::move(forms)), prior_(class_prior), has_labels_(has_labels) {}

  [[nodiscard]] std::size_t size() const { return forms_.size(); }
  [[nodiscard]] const std::vector<RowForm>& all() const { return forms_; }

  [[nodiscard]] std::vector<RowForm> drawn(Random& random) const {
    std::vector<RowForm> result = forms_;
    for (RowForm& form : result) {
      if (!has_labels_) form.label = static_cast<std::uint32_t>(random.index(prior_));
    }
    return result;
  }

 private:
  std::vector<RowForm> forms_;
  std::span<const double> prior_;
  bool has_labels_;
};

std::vector<const RowForm*> repeated(std::span<const RowForm> forms, std::size_t count) {
  std::vector<const RowForm*> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(&forms[i % forms.size()]);
  return result;
}

class Checker {
 public:
  Checker(const Stored& stored, const Table& rows, const Labels& labels, bool fitted_on, const CheckOptions& options)
      : options_(options), threads_(thread_count(options.threads)), model_(stored, threads_) {
    result_.has_labels = !labels.codes.empty() || rows.rows == 0;
    result_.fitted_on = fitted_on;
    choose(rows, labels);
    forms_.emplace(model_.forms_of(rows_), model_.parts().class_prior, result_.has_labels);
    if (std::ranges::all_of(forms_->all(), [&](const RowForm& form) { return model_.is_empty(form); })) {
      throw Error(ErrorCode::bad_data,
                  "no row has a value in a column that the model reads: draws like such rows are empty too, so that "
                  "nothing can be compared");
    }
    limit_rows();
    plan();
  }

  ModelCheck run() {
    Random random(seed_of(options_.seed, Stream::draws, 1));
    const std::vector<RowForm> forms = forms_->drawn(random);
    const DrawnTable draws =
        CheckedModel::draw(model_.parts(), repeated(forms, result_.draws), seed_of(options_.seed, Stream::draws));
    const CheckedRows of_rows = model_.checked(rows_.table, rows_.classes, result_.has_labels);
    const CheckedRows of_draws = model_.checked(draws.rows.table(), draws.classes, result_.has_labels);
    scores_ = correlation_scores(of_rows, most_scores);
    const std::vector<double> in_rows = correlations_within(of_rows, scores_);
    const std::vector<double> in_draws = correlations_within(of_draws, scores_);
    const std::vector<double> row_evidence = CheckedModel::evidence(model_.parts(), rows_.table, threads_);
    const std::vector<double> draw_evidence = CheckedModel::evidence(model_.parts(), draws.rows.table(), threads_);
    observed_ = {column_distances(of_rows, of_draws), largest_difference(in_rows, in_draws),
                 distance(row_evidence, draw_evidence)};
    simulate();
    add_columns(of_rows);
    add_terms(of_rows, of_draws);
    add_correlations(of_rows, in_rows, in_draws);
    add_evidence(row_evidence, draw_evidence);
    add_classifier(draws);
    result_.verdict = verdict_on(result_);
    return std::move(result_);
  }

 private:
  static double distance(std::vector<double> a, std::vector<double> b) {
    std::ranges::sort(a);
    std::ranges::sort(b);
    return kolmogorov_smirnov(a, b);
  }

  void choose(const Table& rows, const Labels& labels) {
    std::vector<std::size_t> classes;
    if (result_.has_labels) {
      const std::vector<std::size_t> places = places_in(labels.names, model_.labels());
      for (const std::uint32_t code : labels.codes) classes.push_back(places[code]);
    }
    for (std::size_t i = 0; i < rows.rows; ++i) {
      if (!(rows.weight(i) > 0)) continue;
      ++result_.seen;
      result_.unknown += !classes.empty() && classes[i] == no_place ? 1U : 0U;
    }
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < rows.rows; ++i) {
      if (classes.empty() || classes[i] != no_place) known.push_back(i);
    }
    if (std::string note = light_weights_note(rows, known); !note.empty()) result_.notes.push_back(std::move(note));
    const std::vector<std::size_t> chosen =
        weighed_rows(rows, std::move(known), options_.most_rows, seed_of(options_.seed, Stream::rows));
    if (chosen.empty()) {
      throw Error(ErrorCode::bad_data, result_.seen == 0 ? "there are no rows to check the model by"
                                                         : "no row has a label that the model knows");
    }
    reordered_.assign(rows, chosen);
    rows_.table = reordered_.table();
    rows_.table.weights = {};
    sources_ = chosen;
    for (const std::size_t i : chosen) {
      rows_.classes.push_back(classes.empty() ? 0 : static_cast<std::uint32_t>(classes[i]));
    }
    // A class that the model gives no rows cannot be drawn.
    for (const std::uint32_t c : rows_.classes) {
      if (result_.has_labels && model_.fitted_rows()[c] == 0) {
        throw Error(
            ErrorCode::bad_data,
            fmt::format("the model has the label '{}' without a row: it has nothing to draw from", model_.labels()[c]));
      }
    }
  }

  // Fewer rows where they are wide, or documents long.
  void limit_rows() {
    constexpr double fewest_rows = 500;
    const double cost = model_.row_cost(forms_->all());
    const auto most = static_cast<std::size_t>(std::max(row_budget / cost, fewest_rows));
    if (forms_->size() <= most) return;
    std::vector<std::size_t> kept(forms_->size());
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    Random random(seed_of(options_.seed, Stream::rows, 1));
    for (std::size_t i = kept.size(); i > 1; --i) std::swap(kept[i - 1], kept[random.below(i)]);
    kept.resize(most);
    std::vector<RowForm> forms;
    std::vector<std::uint32_t> classes;
    std::vector<std::size_t> sources;
    for (const std::size_t i : kept) {
      forms.push_back(forms_->all()[i]);
      classes.push_back(rows_.classes[i]);
      sources.push_back(sources_[i]);
    }
    sources_ = std::move(sources);
    fewer_.assign(rows_.table, kept);
    rows_ = {fewer_.table(), std::move(classes)};
    forms_.emplace(std::move(forms), model_.parts().class_prior, result_.has_labels);
  }

  // How many draws and simulations, and whether these refit the model.
  void plan() {
    const std::size_t n = forms_->size();
    result_.rows = n;
    result_.draws = n * std::clamp<std::size_t>(1000 / n, 1, 10);
    const std::size_t all = std::accumulate(model_.fitted_rows().begin(), model_.fitted_rows().end(), std::size_t{0});
    result_.refitted = all <= most_times * n;
    const double rows = static_cast<double>(n + result_.draws + (result_.refitted ? all : 0));
    double cost = rows * model_.row_cost(forms_->all());
    for (const Block& block : model_.schema().blocks) {  // a factor of each covariance
      const auto d = static_cast<double>(block.kind == Kind::measurements ? block.features.size() : 0);
      cost += d * d * d / 50;
    }
    result_.simulations = options_.simulations.value_or(static_cast<std::size_t>(
        std::clamp(simulation_budget / cost, double{fewest_simulations}, double{usual_simulations})));
  }

  // The forms of rows that a simulated model is fitted on beside, or instead of, those that are checked: as many of
  // each class as the model had, with values missing and documents as long as those of checked rows.
  std::vector<RowForm> other_forms(std::span<const RowForm> forms, Random& random) const {
    std::vector<std::size_t> wanted = model_.fitted_rows();
    if (result_.fitted_on) {
      for (const RowForm& form : forms) {
        if (wanted[form.label] > 0) --wanted[form.label];
      }
    }
    std::vector<RowForm> others;
    for (std::size_t c = 0; c < wanted.size(); ++c) {
      for (std::size_t k = 0; k < wanted[c]; ++k) {
        others.push_back(forms[random.below(forms.size())]);
        others.back().label = static_cast<std::uint32_t>(c);
      }
    }
    return others;
  }

  // Rows of the model itself, the fit of them and of as many as the model had, and how far draws of that are.
  [[nodiscard]] Resemblance simulated(std::size_t number) const {
    Random random(seed_of(options_.seed, Stream::simulations, 3 * number));
    const std::vector<RowForm> forms = forms_->drawn(random);
    const DrawnTable rows = CheckedModel::draw(model_.parts(), repeated(forms, forms.size()),
                                               seed_of(options_.seed, Stream::simulations, 3 * number + 1));
    std::shared_ptr<const ModelParts> fitted;
    if (result_.refitted) {
      const std::vector<RowForm> others = other_forms(forms, random);
      const DrawnTable training =
          CheckedModel::draw(model_.parts(), repeated(others, others.size()), random.below(~0ULL));
      std::vector<const DrawnTable*> tables;
      if (result_.fitted_on) tables.push_back(&rows);
      if (!others.empty()) tables.push_back(&training);
      fitted = model_.refitted(tables);
    }
    const ModelParts& parts = fitted ? *fitted : model_.parts();
    const DrawnTable draws = CheckedModel::draw(parts, repeated(forms, result_.draws),
                                                seed_of(options_.seed, Stream::simulations, 3 * number + 2));
    const CheckedRows of_rows = model_.checked(rows.rows.table(), rows.classes, result_.has_labels);
    const CheckedRows of_draws = model_.checked(draws.rows.table(), draws.classes, result_.has_labels);
    return {column_distances(of_rows, of_draws),
            largest_difference(correlations_within(of_rows, scores_), correlations_within(of_draws, scores_)),
            distance(CheckedModel::evidence(parts, rows.rows.table(), 1),
                     CheckedModel::evidence(parts, draws.rows.table(), 1))};
  }

  void simulate() {
    const std::size_t count = result_.simulations;
    std::vector<std::optional<Resemblance>> found(count);
    Steps steps(options_.steps, "simulations", count);
    parallel_for(threads_, count, [&](std::size_t k, unsigned /*worker*/) {
      try {
        found[k] = simulated(k);
      } catch (const Error&) {
        found[k].reset();  // these rows have no model
      }
      steps.add();
    });
    for (std::optional<Resemblance>& one : found) {
      if (one) simulated_.push_back(std::move(*one));
    }
    result_.simulations = simulated_.size();
    result_.failed = count - simulated_.size();
  }

  // The p-value of a number and the mean of the same over simulations.
  template <typename Get>
  std::pair<double, double> judged(const Get& get) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (simulated_.empty()) return {none, none};
    double sum = 0;
    double as_far = 1;
    for (const Resemblance& one : simulated_) {
      sum += get(one);
      as_far += get(one) >= get(observed_) ? 1 : 0;
    }
    const auto count = static_cast<double>(simulated_.size());
    return {as_far / (count + 1), sum / count};
  }

  void add_columns(const CheckedRows& of_rows) {
    std::vector<double> own;
    std::vector<std::vector<double>> others(simulated_.size());
    for (const ColumnDistance& column : observed_.columns) own.push_back(column.mean);
    for (std::size_t b = 0; b < simulated_.size(); ++b) {
      for (const ColumnDistance& column : simulated_[b].columns) others[b].push_back(column.mean);
    }
    const JointPValues joint = joint_p_values(own, others);
    for (const std::size_t j : joint.order) {
      const auto [p_value, expected] = judged([j](const Resemblance& one) { return one.columns[j].mean; });
      const ColumnDistance& found = observed_.columns[j];
      result_.columns.push_back({.column = of_rows.columns[j].name,
                                 .kind = of_rows.columns[j].kind,
                                 .distance = found.mean,
                                 .expected = expected,
                                 .p_value = p_value,
                                 .adjusted = joint.adjusted[j],
                                 .worst_label = result_.has_labels ? model_.labels()[found.worst_group] : "",
                                 .worst_distance = found.worst});
    }
  }

  // Those whose counts differ most for what two samples of their sizes differ by.
  void add_terms(const CheckedRows& of_rows, const CheckedRows& of_draws) {
    std::vector<std::pair<double, TermCheck>> terms;
    for (std::size_t j = 0; j < of_rows.columns.size(); ++j) {
      const CheckedColumn& column = of_rows.columns[j];
      if (!has_terms(column.kind)) continue;
      const SharedTerms shared = shared_terms(column, of_draws.columns[j], every_group, true);
      const double all = std::accumulate(shared.first.begin(), shared.first.end(), 0.0);
      const double drawn = std::accumulate(shared.second.begin(), shared.second.end(), 0.0);
      for (std::size_t k = 0; k < shared.names.size() && all > 0 && drawn > 0; ++k) {
        const double p = shared.first[k] / all;
        const double q = shared.second[k] / drawn;
        const double both = (shared.first[k] + shared.second[k]) / (all + drawn);
        terms.emplace_back(std::abs(p - q) / std::sqrt(both * (1 / all + 1 / drawn)),
                           TermCheck{column.name, shared.names[k], p, q});
      }
    }
    std::ranges::stable_sort(terms, std::ranges::greater(), &std::pair<double, TermCheck>::first);
    for (std::size_t k = 0; k < std::min(terms.size(), most_listed); ++k) {
      result_.terms.push_back(std::move(terms[k].second));
    }
  }

  void add_correlations(const CheckedRows& of_rows, std::span<const double> in_rows, std::span<const double> in_draws) {
    CorrelationCheck& check = result_.correlations;
    const std::size_t p = scores_.size();
    check.columns = p;
    std::tie(check.p_value, check.expected) = judged([](const Resemblance& one) { return one.correlation; });
    const auto name = [&](const CorrelationScore& score) {
      const std::string& column = of_rows.columns[score.column].name;
      return score.value.empty() ? column : column + "=" + score.value;
    };
    for (std::size_t s = 0; s < p; ++s) {
      for (std::size_t t = 0; t < s; ++t) {
        const double r = in_rows[s * p + t];
        const double drawn = in_draws[s * p + t];
        if (!std::isnan(r - drawn)) check.pairs.push_back({name(scores_[t]), name(scores_[s]), r, drawn});
      }
    }
    std::ranges::stable_sort(check.pairs, std::ranges::greater(),
                             [](const CorrelationPair& pair) { return std::abs(pair.in_rows - pair.in_draws); });
    check.pairs.resize(std::min(check.pairs.size(), most_listed));
  }

  void add_evidence(const std::vector<double>& in_rows, const std::vector<double>& in_draws) {
    EvidenceCheck& check = result_.evidence;
    check.levels = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    for (const double level : check.levels) {
      check.in_rows.push_back(quantile(in_rows, level));
      check.in_draws.push_back(quantile(in_draws, level));
    }
    const auto below = std::ranges::count_if(in_rows, [&](double value) { return value < check.in_draws.front(); });
    check.below = static_cast<double>(below) / static_cast<double>(in_rows.size());
    check.distance = observed_.evidence;
    std::tie(check.p_value, check.expected) = judged([](const Resemblance& one) { return one.evidence; });
  }

  void add_classifier(const DrawnTable& draws) {
    const std::size_t n = result_.rows;
    tell(options_.steps, "rows told from draws");
    result_.classifier = tell_apart(
        model_.schema(), rows_.table, draws.rows.table().slice(0, n),
        result_.has_labels ? std::span<const std::uint32_t>(rows_.classes) : std::span<const std::uint32_t>(),
        model_.labels(), sources_, seed_of(options_.seed, Stream::classifier), threads_);
  }

  const CheckOptions& options_;
  unsigned threads_;
  CheckedModel model_;
  ReorderedRows reordered_;
  ReorderedRows fewer_;
  LabelledTable rows_;
  std::vector<std::size_t> sources_;  // of each row among those given: a weight copies rows
  std::optional<Forms> forms_;
  std::vector<CorrelationScore> scores_;
  Resemblance observed_;
  std::vector<Resemblance> simulated_;
  ModelCheck result_;
};

}  // namespace

Schema checked_schema(const Stored& stored) { return CheckedModel(stored, 1).schema(); }

ModelCheck check(const Stored& stored, const Table& rows, const Labels& labels, bool fitted_on,
                 const CheckOptions& options) {
  return Checker(stored, rows, labels, fitted_on, options).run();
}

}  // namespace suffice
