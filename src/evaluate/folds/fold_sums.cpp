#include "evaluate/folds/fold_sums.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include "math/special/log_zero.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

std::vector<std::uint32_t> folds_by_values(const Table& rows, const Labels& labels, std::size_t count) {
  const std::vector<std::uint64_t> hashes = row_hashes(rows);
  std::vector<std::size_t> order(rows.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::pair<std::string_view, std::uint64_t>(labels.names[labels.codes[i]], hashes[i]);
  });
  std::vector<std::uint32_t> folds(rows.rows);
  for (std::size_t k = 0; k < order.size(); ++k) folds[order[k]] = static_cast<std::uint32_t>(k % count);
  return folds;
}

std::size_t folds_of_few_rows(std::size_t folds, std::size_t rows, std::size_t classes) {
  constexpr std::size_t fewest_rows = 3;  // of a class, so that two are left of it
  const std::size_t of_class = rows / std::max<std::size_t>(classes, 1);
  return std::clamp<std::size_t>(of_class < fewest_rows ? rows : of_class, 2, folds);
}

FoldSums::FoldSums(const Schema& schema, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
                   std::size_t count, unsigned threads) {
  add_folds(schema, keep, rows, labels, folds_by_values(rows, labels, count), count, threads, nullptr);
}

FoldSums::FoldSums(const Summary& all, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
                   std::span<const std::uint32_t> folds, std::size_t count, unsigned threads) {
  add_folds(all.schema, keep, rows, labels, folds, count, threads, &all);
}

namespace {

/// Without the labels that rows have: one that a fold lacks is not known there, as where it was not declared.
Schema declaring_others(Schema schema, const Labels& labels) {
  std::set<std::string_view> met;
  for (const std::uint32_t code : labels.codes) met.insert(labels.names[code]);
  std::erase_if(schema.declared_labels, [&](const std::string& label) { return met.contains(label); });
  return schema;
}

}  // namespace

void FoldSums::add_folds(const Schema& schema, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
                         std::span<const std::uint32_t> folds, std::size_t count, unsigned threads,
                         const Summary* all) {
  order_.resize(rows.rows);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return folds[i]; });
  rows_ = std::make_unique<ReorderedRows>(rows, order_);
  for (const std::size_t i : order_) {
    codes_.push_back(labels.codes[i]);
    folds_.push_back(folds[i]);
  }
  for (std::uint32_t f = 0; f <= count; ++f) {
    starts_.push_back(static_cast<std::size_t>(std::ranges::lower_bound(folds_, f) - folds_.begin()));
  }
  const Schema folded = declaring_others(schema, labels);
  Folds parts;
  for (std::size_t f = 0; f < count; ++f) {
    const std::size_t size = starts_[f + 1] - starts_[f];
    parts.parts.push_back(summarise(rows_->table().slice(starts_[f], size),
                                    {std::span(codes_).subspan(starts_[f], size), labels.names}, folded,
                                    {.threads = threads, .keep = keep}));
  }
  rests_ = parts.without_each();
  all_ = merge(rests_.back(), parts.parts.back());
  if (all != nullptr && all->classes.total_rows() > all_.classes.total_rows()) {
    const Summary others = remove(*all, all_).rest;
    for (Summary& rest : rests_) rest = merge(others, rest);
  }
  if (all != nullptr) all_ = *all;
  for (const std::uint32_t code : codes_) {
    const auto own = std::ranges::find(all_.classes.labels, labels.names[code]);
    if (own == all_.classes.labels.end()) {
      throw Error(ErrorCode::usage, "the sums have no row of a class that is to be removed");
    }
    classes_.push_back(static_cast<std::uint32_t>(own - all_.classes.labels.begin()));
  }
}

void FoldSums::score_fold(std::size_t f, const Reading& reading, ReadingScores& out) const {
  const std::size_t classes = labels().size();
  const std::size_t size = starts_[f + 1] - starts_[f];
  const Model model = estimate(rests_[f], {.class_prior = UniformPrior{}, .readings = {reading}}, 1);
  const std::vector<std::string>& known = model.labels();
  const Table part = select_columns(rows_->table().slice(starts_[f], size),
                                    places_in(columns_of(model.schema()), columns_of(all_.schema)));
  std::vector<double> scores(size * known.size());
  model.log_posterior(part, scores, {.threads = 1});
  const std::vector<std::size_t> place = places_in(labels(), known);  // of each class in the model
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t row = starts_[f] + i;
    if (place[classes_[row]] == no_place) continue;
    for (std::size_t c = 0; c < classes; ++c) {
      out.log_density[row * classes + c] = place[c] == no_place ? log_zero : scores[i * known.size() + place[c]];
    }
  }
}

std::vector<FoldSums::Scored> FoldSums::scores(std::span<const Reading> readings, unsigned threads,
                                               const std::function<void()>& fold_scored) const {
  std::vector<Scored> results(readings.size());
  for (Scored& scored : results) {
    scored.scores.log_density.assign(rows() * labels().size(), std::numeric_limits<double>::quiet_NaN());
  }
  std::vector<std::string> problems(readings.size() * folds());
  parallel_for(threads, readings.size() * folds(), [&](std::size_t task, unsigned) {
    const std::size_t r = task / folds();
    try {
      score_fold(task % folds(), readings[r], results[r].scores);
    } catch (const Error& error) {
      problems[task] = error.message();
    }
    if (fold_scored) fold_scored();
  });
  for (std::size_t task = 0; task < problems.size(); ++task) {
    std::string& problem = results[task / folds()].problem;
    if (problem.empty()) problem = problems[task];
  }
  return results;
}

}  // namespace suffice
