// Chunk sums: the sums of a stretch of rows about given shifts, before they enter the moments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/system/aligned.hpp"
#include "summary/moments/moment_state.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

/// Only classes that occur in the chunk have a place here, in the order of their first rows.
class ChunkSums {
 public:
  /// Room for chunks of at most that many rows, of classes below `class_count`.
  void reserve(const MomentShape& shape, std::size_t rows, std::size_t class_count);

  /// What adding rows needs memory for; one for each thread.
  struct Workspace {
    /// `copies`: columns of the rows do not lie next to each other.
    void reserve(const MomentShape& shape, std::size_t rows, bool copies);
    RowPlan plan;
    AlignedVector panel;
    AlignedVector copy;
  };
  /// Adds rows in order about the means that the state holds, and fetches the beginning of `next`, which this thread is
  /// likely to add then. Returns whether first moments are finite: they cannot be once a value is not.
  bool add(const LabelledRows& rows, const Batch& next, const MomentState& state, Workspace& workspace);

  /// Rows of positive weight.
  [[nodiscard]] std::uint64_t rows() const;
  [[nodiscard]] std::size_t bytes() const;

  /// Adds these sums to the open wave of the state, and starts again with none.
  void move_to(MomentState& state);

 private:
  std::uint32_t open_slot(std::uint32_t c);
  void multiply(const RowPlan& plan, const Batch& ahead, const double* panel);
  bool add_panel(const LabelledRows& rows, const Batch& ahead, const MomentState& state, Workspace& workspace);

  MomentShape shape_;
  std::vector<std::uint32_t> classes_;  // of each slot
  std::vector<std::uint32_t> slots_;    // of each class, or no_class
  std::vector<std::uint64_t> rows_;
  std::vector<double> weight_;
  AlignedVector first_;   // slots × d
  AlignedVector second_;  // sets
  AlignedVector third_;   // slots × d
  std::vector<double> fourth_;
  AlignedVector nothing_;  // shift and sums of rows of weight 0
};

}  // namespace suffice
