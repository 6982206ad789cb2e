// Value counter: rows of categories, counted by column, value and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/summary.hpp"
#include "summary/open_labels.hpp"
#include "text/word_table.hpp"

namespace suffice {

/// Open value counts. While weights are whole numbers threads count rows apart, each in tables of its own, and any
/// order gives the same sums; from the first other weight on, rows are added in order.
class ValueCounter {
 public:
  ValueCounter(const Schema& schema, unsigned threads);

  /// Rows of the schema's shape whose labels and weights are sound. Error (bad_data) where a code is not in its
  /// dictionary, or for more counts than a summary can hold; then nothing was added.
  void add(const CategoryBatch& rows, const RowClasses& classes, const Schema& schema);

  /// The counts so far, class order[c] of the counter being class c of the counts; a class may be without rows.
  [[nodiscard]] ValueCounts counts(std::span<const std::size_t> order, const Schema& schema) const;
  [[nodiscard]] const ClassTally& tally() const { return tally_; }

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
  void count_apart(const CategoryBatch& rows, const RowClasses& classes, const Schema& schema);
  void count_in_order(const CategoryBatch& rows, const RowClasses& classes, const Schema& schema);
  void look_up(const CategoryBatch& rows, std::size_t column, std::uint32_t code, std::vector<Fresh>& fresh);
  void make_room(const CategoryBatch& rows, std::size_t classes, const std::vector<Fresh>& fresh);
  [[nodiscard]] double* counts_of(std::size_t column, std::uint32_t code) {
    return &counts_[places_[column][code].number * stride_];
  }

  unsigned threads_;
  WordTable values_;                        // tagged by column
  std::vector<std::vector<Place>> places_;  // for each column and code
  std::uint64_t batches_ = 0;
  std::size_t stride_ = 0;      // room for classes
  std::vector<double> counts_;  // for each value and class
  ClassTally tally_;
};

/// Error (bad_data) for more counts than a summary can hold.
void check_value_limit(std::size_t values, std::size_t classes);

}  // namespace suffice
