// Value counter: rows of categories, counted by column, value and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/open_labels.hpp"
#include "summary/values/pair_counter.hpp"
#include "text/word_table.hpp"

namespace suffice {

/// Open value counts. While weights are whole numbers threads count rows apart, each in tables of its own, and any
/// order gives the same sums; from the first other weight on, rows are added in order.
class ValueCounter {
 public:
  /// For so many classes that were declared; with counts of pairs where `pairs`. Error (bad_data) for more declared
  /// values than a summary can hold.
  ValueCounter(const Block& block, std::size_t declared_classes, unsigned threads, bool pairs = false);

  /// Rows of the block's shape whose labels and weights are sound. `exact`: all weights so far, and these, are whole
  /// numbers whose sum is (ClassTally::stays_exact). Error (bad_data) where a code is not in its dictionary, or for
  /// more counts than a summary can hold; then nothing was added.
  void add(const CategoryBatch& rows, const RowClasses& classes, const Block& block, bool exact);

  /// Values that rows have and the counter does not.
  struct NewValues {
    std::size_t most = 0;   ///< a bound: the sizes of the dictionaries
    WordTable values = {};  ///< tagged by column
  };
  /// The Errors of add() ahead of it, for rows that may come in several parts. `check` of each part, whose first row is
  /// row `first` of what the caller gave; where they can pass the limit, `find` of each part, and `check_limit`.
  void check(const CategoryBatch& rows, const Block& block, std::size_t first, NewValues& found) const;
  [[nodiscard]] bool can_pass_limit(const NewValues& found, std::size_t classes) const;
  void find(const CategoryBatch& rows, NewValues& found) const;
  void check_limit(const NewValues& found, std::size_t classes) const;

  /// The counts so far, class order[c] of the counter being class c of the counts; a class may be without rows.
  [[nodiscard]] ValueCounts counts(std::span<const std::size_t> order, const Block& block) const;

 private:
  /// Where a code of a dictionary was found last: the number of its value, and in which batch that was made sure.
  struct Place {
    std::uint64_t batch = 0;
    std::uint32_t number = 0;
  };
  /// Values of the batch that have no number yet.
  struct Fresh {
    std::size_t column;
    std::uint32_t code;
  };
  template <typename Count>
  void count_apart(const CategoryBatch& rows, const RowClasses& classes, const Block& block);
  void count_in_order(const CategoryBatch& rows, const RowClasses& classes, const Block& block);
  void look_up(const CategoryBatch& rows, std::size_t column, std::uint32_t code, std::vector<Fresh>& fresh);
  void make_room(const CategoryBatch& rows, std::size_t classes, const std::vector<Fresh>& fresh);
  void check_limits(std::size_t values, std::size_t classes) const;
  // The numbers of the values of each column, by code.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> numbers_of(const CategoryBatch& rows) const;
  void append_pairs(std::span<const std::vector<std::uint32_t>> numbers, std::span<const std::size_t> order,
                    std::vector<double>& pairs) const;
  [[nodiscard]] double* counts_of(std::size_t column, std::uint32_t code) {
    return &counts_[places_[column][code].number * stride_];
  }

  unsigned threads_;
  WordTable values_;                        // tagged by column
  std::vector<std::vector<Place>> places_;  // for each column and code
  std::uint64_t batches_ = 0;
  std::size_t stride_ = 0;      // room for classes
  std::vector<double> counts_;  // for each value and class
  std::size_t declared_classes_;
  std::optional<PairCounter> pairs_;  // its values are those here; declared ones have their numbers from the start
};

/// Error (bad_data) for more counts than a summary can hold.
void check_value_limit(std::size_t values, std::size_t classes);

}  // namespace suffice
