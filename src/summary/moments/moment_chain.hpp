// Moment chain: the order in which rows enter moments, so that threads and batches never change a bit; and a chain of
// some of the rows, which may not meet every class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/moments/chunk_sums.hpp"
#include "summary/moments/column_tasks.hpp"
#include "summary/moments/moment_state.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

/// Moments of a growing sequence of rows.
///
/// The sequence is cut by row number alone, into *waves* that end after 1, 8, 64, 128, 192, … chunks of 1024 rows. The
/// shift of a class is the same throughout a wave (summary/moments/moment_state.hpp). Every sum takes its rows in
/// order:
///  - narrow shapes: chunk by chunk from zero. Threads take whole chunks, which enter the moments in order.
///  - wide shapes: in one chain. Threads take columns, and blocks of the matrices.
/// No row is kept.
class MomentChain {
 public:
  explicit MomentChain(const MomentShape& shape) : state_(shape) {}

  /// Memory that is used again from call to call.
  struct Workspace {
    void reserve(const MomentShape& shape, std::size_t classes, std::size_t threads, std::size_t slots, bool copies);
    std::vector<ChunkSums> chunks;             // without sums between calls
    std::vector<ChunkSums::Workspace> panels;  // for each thread
    ColumnTasks::Workspace columns;
  };

  /// `first_rows` are the first rows, of positive weight, of classes that have none yet: they are numbered on from
  /// those there are. Weights are finite and not negative. Returns whether first moments are finite: they cannot be
  /// once a value is not, and then the chain is not to be used any more.
  bool add(const LabelledRows& rows, std::span<const std::size_t> first_rows, unsigned threads, Workspace& workspace);

  [[nodiscard]] const MomentShape& shape() const { return state_.shape; }
  [[nodiscard]] std::size_t classes() const { return state_.classes(); }
  /// Whether no row has come yet, not even one of weight 0.
  [[nodiscard]] bool is_new() const { return rows_ == 0; }
  /// Rows of positive weight so far.
  [[nodiscard]] std::uint64_t rows() const;
  /// What a copy costs.
  [[nodiscard]] std::size_t bytes() const { return state_.bytes() + open_.bytes(); }

  /// The moments of all rows so far. The chain is used up.
  MomentState close() &&;

 private:
  bool add_in_chunks(const LabelledRows& rows, unsigned threads, Workspace& workspace);

  MomentState state_;
  std::uint64_t rows_ = 0;  // so far, those of weight 0 too; rows_ % chunk_rows of them are in the open chunk
  ChunkSums open_;          // narrow shapes: the open chunk
};

/// Classes are numbered in the order in which this chain meets them: its bits depend on its own rows alone.
class ClassChain {
 public:
  explicit ClassChain(const MomentShape& shape) : chain_(shape) {}

  /// Rows and their classes, numbered as in the whole summary; otherwise as MomentChain::add.
  bool add(const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace);

  /// Whether nothing was ever added.
  [[nodiscard]] bool is_new() const { return chain_.is_new(); }
  /// Rows of positive weight so far.
  [[nodiscard]] std::uint64_t rows() const { return chain_.rows(); }
  [[nodiscard]] const MomentShape& shape() const { return chain_.shape(); }
  /// What a copy costs.
  [[nodiscard]] std::size_t bytes() const { return chain_.bytes() + numbers_.size() * sizeof(numbers_[0]); }

  struct Closed {
    std::vector<std::uint64_t> rows;
    std::vector<double> weight;
    Moments moments;
  };
  /// The moments of all rows so far, class k being order[k]; a class may be without rows. The chain is used up.
  Closed close(std::span<const std::size_t> order) &&;

 private:
  MomentChain chain_;
  std::vector<std::uint32_t> numbers_;  // of each class in this chain, or no_class
};

}  // namespace suffice
