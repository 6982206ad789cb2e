// Leave-one-out: each row scored with itself removed from the sums (MODELS §11).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "encode/encoder.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/read_block.hpp"
#include "evaluate/leave_one_out/amount_removal.hpp"
#include "evaluate/leave_one_out/dependence_removal.hpp"
#include "evaluate/leave_one_out/presence_removal.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "evaluate/leave_one_out/token_removal.hpp"
#include "evaluate/leave_one_out/value_removal.hpp"
#include "evaluate/metrics/proportion.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/system/parallel.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

struct RowScore {
  double log_posterior = std::numeric_limits<double>::quiet_NaN();  // NaN: the row cannot be removed
  bool right = false;
};

/// The class prior without a row. It is a parameter, estimated again, unless it was given.
class PriorWithoutRow {
 public:
  PriorWithoutRow(const ClassCounts& classes, const ClassPrior& prior)
      : weight_(classes.weight),
        held_(std::holds_alternative<UniformPrior>(prior) || std::holds_alternative<GivenPrior>(prior)),
        pseudocount_(std::holds_alternative<SmoothedPrior>(prior) ? 1 : 0),
        log_weight_(held_ ? class_prior(classes, prior) : classes.weight) {
    std::ranges::transform(log_weight_, log_weight_.begin(), [this](double w) { return std::log(w + pseudocount_); });
  }

  /// log π_j less a term that is the same for every class, without a row of class c.
  [[nodiscard]] double log(std::size_t j, std::size_t c, double row_weight) const {
    return j == c && !held_ ? std::log(weight_[c] - row_weight + pseudocount_) : log_weight_[j];
  }

 private:
  std::vector<double> weight_;
  bool held_;
  double pseudocount_;
  std::vector<double> log_weight_;
};

/// Whether a row can be removed in closed form from sums that are completed, or from a shared covariance that is shrunk
/// before it is mixed with that of the class: not so.
bool has_no_closed_form(const ReadBlock& read, const Reading& reading) {
  const auto* options = std::get_if<GaussianOptions>(&reading.options);
  if (options == nullptr) return false;
  const auto* rda = std::get_if<RdaShrinkage>(&options->shrinkage);
  return (rda != nullptr && rda->target == RdaTarget::variances) || needs_completion(read.of<Moments>(), *options);
}

/// One of the ways to remove rows from the sums of a reading, and for how many there is time.
struct Scorer {
  /// out: chosen × C, log densities; a NaN among them where the row cannot be removed.
  std::function<void(const LeftOut& left_out, std::span<double> out)> log_densities;
  std::size_t rows = 0;
  bool target_held = false;
};

// Gaussians: the informative columns, of sparse rows too, as the plan takes them.
void gaussian_densities(const RemovalPlan& plan, std::size_t features, const LeftOut& left_out, std::span<double> out) {
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::size_t> classes;
  std::vector<double> row(features);
  for (const std::size_t i : left_out.chosen) {
    copy_row(left_out.rows, i, row.data());
    for (const std::size_t j : plan.columns) {
      values.push_back(row[j]);
    }
    weights.push_back(row_weight(left_out.rows, i));
    classes.push_back(left_out.classes[i]);
  }
  const RowsToRemove removed{Batch::row_major(values.data(), classes.size(), plan.columns.size(), weights), classes};
  std::visit([&](const auto& removal) { removal.log_densities(removed, out); }, plan.removal);
}

// All rows, or as many as take about 10⁹ steps, 100 at least.
std::size_t affordable(std::size_t rows, double steps_a_row) {
  constexpr double most_steps = 1e9;
  constexpr double fewest_rows = 100;
  const double count = std::max(fewest_rows, std::floor(most_steps / steps_a_row));
  return std::min(rows, static_cast<std::size_t>(std::min(count, 1e9)));
}

template <typename Removal>
Scorer scorer_of(Removal removal, std::size_t rows) {
  const auto shared = std::make_shared<const Removal>(std::move(removal));
  return {[shared](const LeftOut& left_out, std::span<double> out) { shared->log_densities(left_out, out); }, rows};
}

bool are_equal(std::span<const double> weights) {
  return std::ranges::adjacent_find(weights, std::not_equal_to<>()) == weights.end();
}

/// Makes the scorer of a reading, by the alternative of its options. What `read` views outlives the scorer.
struct MakeScorer {
  const ReadBlock& read;
  const Table& rows;
  const ClassPrior& prior;
  unsigned threads;

  Scorer operator()(const GaussianOptions& options) const {
    const auto plan =
        std::make_shared<const RemovalPlan>(plan_removal(read.of<Moments>(), options, rows.rows, 1e10, threads));
    const std::size_t features = read.block().features.size();
    return {[plan, features](const LeftOut& left_out, std::span<double> out) {
              gaussian_densities(*plan, features, left_out, out);
            },
            plan->rows, plan->target_held};
  }
  Scorer operator()(const TermOptions& options) const {
    if (options.family == TermFamily::bernoulli) {
      PresenceRemoval removal(read.of<TermCounts>(), options, threads);
      const double steps = are_equal(rows.weights) ? 1 : static_cast<double>(removal.groups());
      return scorer_of(std::move(removal), affordable(rows.rows, steps));
    }
    return scorer_of(TokenRemoval(read.of<TermCounts>(), options, threads), affordable(rows.rows, 1));
  }
  Scorer operator()(const ValueOptions& options) const {
    const ValueBlock block = read.of<ValueCounts>();
    if (options.dependence == Dependence::none) {
      return scorer_of(ValueRemoval(block, options), affordable(rows.rows, 1));
    }
    const std::size_t pairs = block.features() * block.features();
    return scorer_of(DependenceRemoval(block, options, threads),
                     affordable(rows.rows, static_cast<double>(pairs * block.classes.size())));
  }
  Scorer operator()(const AmountOptions& options) const {
    const AmountBlock block = read.of<AmountSums>();
    if (std::ranges::count(block.classes.rows, std::uint64_t{0}) > 0) {
      check_borrowed(amounts(block, options), block.block, block.classes.labels, class_prior(block.classes, prior));
    }
    return scorer_of(AmountRemoval(block, options), affordable(rows.rows, static_cast<double>(block.sums.sum.size())));
  }
};

/// A reading: its rows, and how they are scored.
struct ScoredReading {
  BlockRows rows;
  Scorer scorer;
};

/// Scores rows each without itself.
struct RowScorer {
  std::vector<ScoredReading> readings;
  PriorWithoutRow prior;
  bool has_prior;  // not so the scores of complement models
  std::span<const double> weights;
  std::span<const std::size_t> truth;
  std::size_t classes;

  // Σ over the readings of their log densities, chosen × C. NaN, a row that some reading cannot remove, stays NaN.
  [[nodiscard]] std::vector<double> log_densities(std::span<const std::size_t> chosen) const {
    std::vector<double> sum(chosen.size() * classes);
    std::vector<double> addend(readings.size() > 1 ? sum.size() : 0);
    for (std::size_t r = 0; r < readings.size(); ++r) {
      std::vector<double>& out = r == 0 ? sum : addend;
      readings[r].scorer.log_densities({readings[r].rows, truth, chosen}, out);
      if (r > 0) {
        std::ranges::transform(sum, addend, sum.begin(), std::plus<>());
      }
    }
    return sum;
  }

  void score(std::span<const std::size_t> chosen, std::span<RowScore> out) const {
    std::vector<double> densities = log_densities(chosen);
    for (std::size_t place = 0; place < chosen.size(); ++place) {
      const std::size_t i = chosen[place];
      const std::size_t c = truth[i];
      const auto posterior = std::span(densities).subspan(place * classes, classes);
      if (std::ranges::any_of(posterior, [](double value) { return std::isnan(value); })) {
        continue;
      }
      for (std::size_t j = 0; has_prior && j < classes; ++j) {
        posterior[j] += prior.log(j, c, weights.empty() ? 1 : weights[i]);
      }
      normalise_logs(posterior);
      const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
      out[place] = {posterior[c], best == c && !std::isinf(posterior[c])};
    }
  }
};

// Numbers and codes that the sums could have taken.
void check_values(const BlockRows& rows, const ReadBlock& read, unsigned threads) {
  check_shape(rows, read.block(), threads);
  const auto* moments = std::get_if<Moments>(&read.sums());
  const bool finite = moments != nullptr && moments->column_weight.empty() && !moments->has_patterns();
  check_numbers(rows, read.block(),
                finite               ? NumberRule::finite
                : moments != nullptr ? NumberRule::known
                                     : NumberRule::amount,
                0, threads);
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    check_codes(*categories, read.block(), 0, threads);
  }
}

std::vector<std::size_t> class_indices(const Labels& labels, const ClassCounts& classes) {
  const LabelDictionary dictionary(classes.labels);
  std::vector<std::size_t> indices;
  for (const std::uint32_t code : labels.codes) {
    const auto found = dictionary.find(labels.names[code]);
    if (!found) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no row of class '{}' to remove", labels.names[code]));
    }
    indices.push_back(*found);
  }
  return indices;
}

LeaveOneOut sum_up(const Table& rows, std::span<const std::size_t> chosen, std::span<const RowScore> scores) {
  LeaveOneOut result;
  double total = 0;
  double right = 0;
  double scored = 0;
  double loss = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const double weight = rows.weight(chosen[i]);
    ++result.rows;
    total += weight;
    if (std::isnan(scores[i].log_posterior)) {
      ++result.unscored_rows;
      continue;
    }
    scored += weight;
    loss -= weight * scores[i].log_posterior;
    right += scores[i].right ? weight : 0;
  }
  if (!(total > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  }
  result.accuracy = wilson_interval(right, total);
  result.log_loss = scored > 0 ? loss / scored : std::nan("");
  return result;
}

std::vector<ReadBlock> read_blocks(const Summary& summary, const Options& options) {
  std::vector<ReadBlock> blocks;
  blocks.reserve(options.readings.size());
  for (const Reading& reading : options.readings) {
    blocks.emplace_back(summary, reading);
    if (has_no_closed_form(blocks.back(), reading)) {
      throw Error(ErrorCode::usage,
                  "where values are missing the covariances are estimated step by step, as where rda shrinks towards "
                  "variances, and no closed form removes a row: evaluate on rows that were held out or by k folds, or "
                  "take variances alone",
                  {}, {{"model", {"gaussian-nb"}}});
    }
  }
  return blocks;
}

/// Gives the rows of each reading. A table of the summary has the columns of all its blocks, so that a reading of some
/// features of a block is one more block of it.
class ReadingRows {
 public:
  ReadingRows(const Summary& summary, const Options& options, const std::vector<ReadBlock>& blocks)
      : encoder_(schema_of(summary, options, blocks, places_)), buffers_(blocks.size()) {}

  void check(const Table& table) const { encoder_.check(table); }
  /// Holds as long as this object and the table.
  BlockRows rows(const Table& table, std::size_t reading) {
    return encoder_.rows(table, places_[reading], buffers_[reading]);
  }

 private:
  static Schema schema_of(const Summary& summary, const Options& options, const std::vector<ReadBlock>& blocks,
                          std::vector<std::size_t>& places) {
    Schema schema = summary.schema;
    for (std::size_t r = 0; r < blocks.size(); ++r) {
      places.push_back(blocks[r].is_whole() ? options.readings[r].block : schema.blocks.size());
      if (!blocks[r].is_whole()) {
        schema.blocks.push_back(blocks[r].block());
      }
    }
    return schema;
  }

  std::vector<std::size_t> places_;  // of the readings among the encoder's blocks
  Encoder encoder_;
  std::vector<EncodeBuffer> buffers_;
};

}  // namespace

bool has_leave_one_out(const Summary& summary, const Options& options) {
  const Options all = checked(options, summary.schema);
  return std::ranges::none_of(all.readings, [&](const Reading& reading) {
    return std::holds_alternative<GaussianOptions>(reading.options) &&
           has_no_closed_form(ReadBlock(summary, reading), reading);
  });
}

LeaveOneOut leave_one_out(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                          ScoreOptions score_options) {
  const Options all = checked(options, summary.schema);
  const std::vector<ReadBlock> blocks = read_blocks(summary, all);
  ReadingRows encoded(summary, all, blocks);
  encoded.check(rows);
  check_labels(rows.rows, rows.weights, labels);
  const std::vector<std::size_t> truth = class_indices(labels, summary.classes);
  const unsigned threads = thread_count(score_options.threads);

  RowScorer scorer{{},
                   PriorWithoutRow(summary.classes, all.class_prior),
                   is_density(all.readings.front().options),
                   rows.weights,
                   truth,
                   summary.classes.size()};
  bool target_held = false;
  std::size_t count = rows.rows;
  for (std::size_t r = 0; r < blocks.size(); ++r) {
    const BlockRows block_rows = encoded.rows(rows, r);
    check_values(block_rows, blocks[r], threads);
    Scorer made = std::visit(MakeScorer{blocks[r], rows, all.class_prior, threads}, all.readings[r].options);
    count = std::min(count, made.rows);
    target_held = target_held || made.target_held;
    scorer.readings.push_back({block_rows, std::move(made)});
  }

  const std::vector<std::size_t> chosen = spread_out(count, rows.rows);
  constexpr std::size_t rows_at_once = 256;
  std::vector<RowScore> scores(chosen.size());
  parallel_for(threads, (scores.size() + rows_at_once - 1) / rows_at_once, [&](std::size_t part, unsigned) {
    const std::size_t first = part * rows_at_once;
    const std::size_t size = std::min(rows_at_once, scores.size() - first);
    scorer.score(std::span(chosen).subspan(first, size), std::span(scores).subspan(first, size));
  });
  LeaveOneOut result = sum_up(rows, chosen, scores);
  result.target_held = target_held;
  return result;
}

}  // namespace suffice
