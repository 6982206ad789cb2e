// Fold sums: rows in stratified folds, and the sums of each, so that every model is estimated without each fold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evaluate/calibration/temperature.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Which fold each row is in depends on the rows and not on their order: those of a class go to the folds in turn, by a
/// number made of their values, each class beginning where the one before it ended. `count` is at least 2.
std::vector<std::uint32_t> folds_by_values(const Table& rows, const Labels& labels, std::size_t count);

/// So many folds, at least 2, that a class of as many rows as the mean one, at least 3, has a row in each: a class that
/// is left with fewer rows than others knows fewer values, so that where classes are small, rows that few folds miss
/// are told by what no class has met.
std::size_t folds_of_few_rows(std::size_t folds, std::size_t rows, std::size_t classes);

/// Rows ordered by fold.
class FoldSums {
 public:
  /// Rows in folds_by_values(). Error (bad_data) as of Accumulator.
  FoldSums(const Schema& schema, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
           std::size_t count, unsigned threads);
  /// Rows that are part of a summary, each in the fold that `folds` says: what else the summary holds is in the sums
  /// that are left without any fold. Errors as remove().
  FoldSums(const Summary& all, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
           std::span<const std::uint32_t> folds, std::size_t count, unsigned threads);

  [[nodiscard]] std::size_t folds() const { return rests_.size(); }
  [[nodiscard]] std::size_t rows() const { return codes_.size(); }
  /// The labels of all rows, in the order of sums.
  [[nodiscard]] const std::vector<std::string>& labels() const { return all_.classes.labels; }
  [[nodiscard]] const Summary& all() const { return all_; }
  /// The sums without each fold.
  [[nodiscard]] std::span<const Summary> rests() const { return rests_; }
  /// Of each row, in the order of the folds: its class, its fold, its weight (none where all weigh 1).
  [[nodiscard]] std::span<const std::size_t> order() const { return order_; }  ///< their places in the table
  [[nodiscard]] std::span<const std::uint32_t> classes() const { return classes_; }
  [[nodiscard]] std::span<const std::uint32_t> fold_of_rows() const { return folds_; }
  [[nodiscard]] std::span<const double> weights() const { return rows_->table().weights; }

  /// What one reading says about rows that its sums leave out, or why it has no model.
  struct Scored {
    ReadingScores scores;
    std::string problem = {};
  };
  /// For each reading the log density of each row under each class, by sums that leave the fold of the row out, up to
  /// what the classes have in common. NaN for a row whose class is gone without its fold; −∞ for a class that is gone.
  /// `fold_scored`, if given, is called by any thread after each fold of each reading; to cancel, it throws.
  [[nodiscard]] std::vector<Scored> scores(std::span<const Reading> readings, unsigned threads,
                                           const std::function<void()>& fold_scored = {}) const;

 private:
  void add_folds(const Schema& schema, const std::vector<Keep>& keep, const Table& rows, const Labels& labels,
                 std::span<const std::uint32_t> folds, std::size_t count, unsigned threads, const Summary* all);
  void score_fold(std::size_t f, const Reading& reading, ReadingScores& out) const;

  std::unique_ptr<ReorderedRows> rows_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> starts_;  // of the folds, and the end
  std::vector<std::uint32_t> codes_;
  std::vector<std::uint32_t> classes_;
  std::vector<std::uint32_t> folds_;
  std::vector<Summary> rests_;  // of each fold: the sums of all others
  Summary all_;
};

}  // namespace suffice
