// Open moments: moments while more rows may come, of dense rows, complete and incomplete ones apart, and of sparse
// rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/moments/missing_values.hpp"
#include "summary/moments/moment_chain.hpp"
#include "summary/moments/row_plan.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Open moments of the kind diagonal. Values enter weight n, mean and scatter of their class and column in row order
/// (West's update); with δ = x − μ:
///   n' = n + w,   μ' = μ + δ w / n',   S' = S + δ² n w / n'.
/// μ is kept as its distance from the first value, so that a large offset costs it no digits.
class ColumnSums {
 public:
  explicit ColumnSums(std::size_t columns) : columns_(columns) {}

  /// Rows of positive weight, NaN where a value is missing.
  void add(const LabelledRows& rows, unsigned threads);

  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// Adds these sums to those of complete rows, class k being order[k]; a class may be without rows.
  void join(ClassChain::Closed& complete, std::span<const std::size_t> order) const;

 private:
  std::size_t columns_;
  std::uint64_t rows_ = 0;
  std::vector<double> weight_, shift_, mean_, scatter_;  // C × d; the shift is the first value
};

/// Open moments of matrices, of incomplete rows.
class PatternSums {
 public:
  /// Without third and fourth moments.
  explicit PatternSums(const MomentShape& shape) : shape_{{.moments = shape.keep.moments}, shape.columns} {}

  [[nodiscard]] const PatternTable& table() const { return table_; }
  [[nodiscard]] std::size_t size() const { return chains_.size(); }
  /// Makes room for patterns; those that are there already stay as they are.
  void open(std::span<const Presence> fresh);
  /// Rows of positive weight of one pattern, 0 where a value is missing.
  void add(std::size_t pattern, const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace);

  [[nodiscard]] std::uint64_t rows() const;

  /// The patterns in no order, class k being order[k]. The sums are used up.
  std::vector<Pattern> close(std::span<const std::size_t> order) &&;

 private:
  MomentShape shape_;
  PatternTable table_;
  std::vector<ClassChain> chains_;  // of each pattern
};

/// Open moments of the kind diagonal. The numbers stored enter weight n, mean and scatter of their class and column in
/// row order (West's update); with δ = x − μ:
///   n' = n + w,   μ' = μ + δ w / n',   S' = S + δ² n w / n'.
/// The zeros join when the sums are read, n₀ = n_cj − n of them, by the update of Chan, Golub and LeVeque:
///   μ_cj = μ n / n_cj,   S_cj = S + μ² n n₀ / n_cj.
/// n_cj is the weight of the class without the rows that miss the value (NaN).
class SparseMoments {
 public:
  SparseMoments(std::size_t columns, unsigned threads) : columns_(columns), threads_(threads) {}

  /// Sound rows of finite numbers and NaN.
  void add(const SparseBatch& rows, const RowClasses& classes);

  /// Class order[c] is class c of the moments; a class may be without rows. The tally is of the rows that were added.
  [[nodiscard]] Moments moments(std::span<const std::size_t> order, const ClassTally& tally) const;

 private:
  struct Cell {
    double weight = 0;
    double shift = 0;  // the first value
    double mean = 0;   // less the shift
    double scatter = 0;
  };
  std::size_t columns_;
  unsigned threads_;
  std::vector<Cell> cells_;      // C × d
  std::vector<double> missing_;  // C × d: Σ w over rows with NaN, or empty where there is none
};

struct OpenMoments {
  ClassChain complete;   ///< rows that have every value
  PatternSums patterns;  ///< the others, where moments are matrices
  ColumnSums columns;    ///< the others, where they are not

  explicit OpenMoments(const MomentShape& shape) : complete(shape), patterns(shape), columns(shape.columns) {}

  /// Rows of positive weight.
  [[nodiscard]] std::uint64_t rows() const { return complete.rows() + incomplete_rows(); }
  [[nodiscard]] std::uint64_t incomplete_rows() const { return patterns.rows() + columns.rows(); }

  /// The moments of all rows so far, class k being order[k]; a class may be without rows. The sums are used up.
  Moments close(std::span<const std::size_t> order) &&;
};

}  // namespace suffice
