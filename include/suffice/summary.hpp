// Summary: the additive sums that every model is a function of, and the Accumulator that fills them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// The rows of each class. A label is a key of the sums: it exists while it has rows.
struct ClassCounts {
  std::vector<std::string> labels;  ///< in numeric order if all are numbers, else byte order
  std::vector<std::uint64_t> rows;  ///< rows of positive weight
  std::vector<double> weight;       ///< their summed weights, the n_c of every formula

  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] std::uint64_t total_rows() const;
  [[nodiscard]] double total_weight() const;
  bool operator==(const ClassCounts&) const = default;
};

/// Which second moments are kept. Each kind can be read as those to its right that it contains:
/// full ⊃ pooled ⊃ pooled_diagonal, full ⊃ diagonal ⊃ pooled_diagonal.
enum class MomentKind {
  pooled_diagonal,  ///< d: the diagonal of S_W
  diagonal,         ///< C × d: the diagonal of each S_c
  pooled,           ///< d × d: S_W = Σ_c S_c
  full,             ///< C × d × d: each S_c
};

/// The first moment of each class, and second moments of the classes about their own means,
/// S_c = Σ_{i in c} w_i u_i u_iᵀ with u_i = x_i − μ_c.
struct Moments {
  MomentKind kind = MomentKind::pooled;
  std::vector<double> mean;     ///< C × d, row-major: mean of class c
  std::vector<double> scatter;  ///< row-major, of the shape that `kind` says; matrices are symmetric to the bit
  /// Only with kind full, and only where asked for: what Ledoit and Wolf's shrinkage needs beside the scatter.
  std::vector<double> third;   ///< C × d: Σ_{i in c} w_i |u_i|² u_i, or empty
  std::vector<double> fourth;  ///< C: Σ_{i in c} w_i |u_i|⁴, or empty

  [[nodiscard]] bool has_fourth() const { return !fourth.empty(); }
  bool operator==(const Moments&) const = default;
};

/// Whether sums of the kind `held` can be read as `wanted`.
bool contains(MomentKind held, MomentKind wanted);
/// The largest kind that both contain.
MomentKind common_kind(MomentKind a, MomentKind b);

/// Nothing but sums: the memory does not depend on the number of rows. A value: copy, merge, remove.
struct Summary {
  Schema schema;
  ClassCounts classes;
  Moments moments;

  bool operator==(const Summary&) const = default;
};

/// What a summary keeps of its rows.
struct Keep {
  MomentKind moments = MomentKind::pooled;
  bool fourth = false;  ///< third and fourth moments too; needs MomentKind::full

  bool operator==(const Keep&) const = default;
};

struct SummariseOptions {
  unsigned threads = 0;  ///< 0: as many as the machine has; never changes a bit of the result
  Keep keep = {};
};

/// An open summary that takes rows in any number of batches. The sums depend on the rows and their order alone:
/// the bits are the same for any thread count and any split into batches.
class Accumulator {
 public:
  /// Error (bad_data) for more features than sums of that kind can hold, (bad_model) for a schema that is not sound.
  explicit Accumulator(Schema schema, SummariseOptions options = {});
  ~Accumulator();
  Accumulator(Accumulator&&) noexcept;
  Accumulator& operator=(Accumulator&&) noexcept;

  /// Adds rows. Cost O(rows · d²), or O(rows · d) for diagonal kinds. Error (bad_data) on a non-finite value, a
  /// negative or non-finite weight, a shape that does not fit the schema, or more classes than the sums can hold; then
  /// nothing was added.
  void add(const Batch& batch, const Labels& labels);

  /// Rows added so far, those of weight 0 not counted.
  [[nodiscard]] std::uint64_t rows() const;
  /// Distinct labels so far.
  [[nodiscard]] std::size_t classes() const;
  /// The sums of everything added so far; adding may go on.
  [[nodiscard]] Summary summary() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Accumulator in one call.
Summary summarise(const Batch& batch, const Labels& labels, const Schema& schema, SummariseOptions options = {});

/// The same sums, read as a kind they contain, without third and fourth moments. Error (usage) when they do not
/// contain it.
Summary read_as(const Summary& summary, MomentKind kind);

/// The sums of both sets of rows: counts exactly, moments to rounding. Features are matched by name; labels are united.
/// Where the kinds differ the result has what both contain. Error (bad_data) naming the columns when the schemas
/// differ.
Summary merge(const Summary& a, const Summary& b);

struct Removal {
  Summary rest;
  double relative_error = 0;  ///< bound on the relative rounding error of the remaining scatter's diagonal
};

/// The sums of the rows of `all` without those of `part`: counts exactly, moments to rounding relative to `all`. The
/// kind of `part` must contain that of `all`.
/// Error (bad_data) when `part` cannot be a part of `all`: an unknown label, more rows of a class than there are, or a
/// variance that would become negative.
Removal remove(const Summary& all, const Summary& part);

/// Error (bad_model) unless the shapes fit, labels are unique and in order, and every number is legal.
void check_summary(const Summary& summary);

}  // namespace suffice
