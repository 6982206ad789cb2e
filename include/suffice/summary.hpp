// Summary: the additive sums that every model is a function of, and the Accumulator that fills them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// The rows of each class. A label is a key of the sums: it exists while it has rows, or was declared.
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

/// The rows of a block of measurements that have values in the same columns, and their moments, without third and
/// fourth ones.
struct Pattern {
  std::vector<std::uint8_t> present;   ///< d: 1 where they have a value, 0 where it is missing
  std::vector<std::uint64_t> rows;     ///< C: rows of positive weight
  std::vector<double> weight;          ///< C: their summed weights
  std::vector<double> mean;            ///< C × d, 0 in the columns that are missing
  std::vector<double> scatter;         ///< of the shape that the kind of the moments says, 0 in the columns missing
  std::vector<double> remainder = {};  ///< C × d: what rounding took off the means, as in Moments; or empty

  bool operator==(const Pattern&) const = default;
};

/// The first moment of each class, and second moments of the classes about their own means,
/// S_c = Σ_{i in c} w_i u_i u_iᵀ with u_i = x_i − μ_c.
struct Moments {
  MomentKind kind = MomentKind::pooled;
  std::vector<double> mean;     ///< C × d, row-major: mean of class c; empty where there are patterns
  std::vector<double> scatter;  ///< row-major, of the shape that `kind` says; matrices are symmetric to the bit; empty
                                ///< where there are patterns
  /// Only with kind full, and only where asked for: what Ledoit and Wolf's shrinkage needs beside the scatter.
  std::vector<double> third;   ///< C × d: Σ_{i in c} w_i |u_i|² u_i, or empty
  std::vector<double> fourth;  ///< C: Σ_{i in c} w_i |u_i|⁴, or empty
  /// Only with the kinds diagonal and pooled_diagonal, and only where values are missing. C × d: Σ w over the rows of
  /// the class that have a value in the column. Mean and scatter are those of these rows; the mean is 0 where there are
  /// none.
  std::vector<double> column_weight = {};
  /// Only with the kinds pooled and full, and only where values are missing: covariances need to know which columns a
  /// row has together. The rows and weights of the classes are the sums of those of the patterns. Each pattern once,
  /// none without rows, and some with a column missing; by `present`, descending, so that the rows without missing
  /// values, if any, come first. At most most_patterns.
  std::vector<Pattern> patterns = {};
  /// Only without patterns, which have their own, and where some of it exceeds 2⁻⁴³ standard deviations, as with values
  /// far from 0. C × d: what rounding took off the mean, which is mean + remainder.
  std::vector<double> remainder = {};

  [[nodiscard]] bool has_fourth() const { return !fourth.empty(); }
  [[nodiscard]] bool has_patterns() const { return !patterns.empty(); }
  bool operator==(const Moments&) const = default;
};

/// More patterns than these are refused: moments of the kind diagonal know none, and can be kept instead.
inline constexpr std::size_t most_patterns = 256;

/// As the model file spells it: full, pooled, diagonal, pooled_diagonal.
std::string to_text(MomentKind kind);
/// Whether sums of the kind `held` can be read as `wanted`.
bool contains(MomentKind held, MomentKind wanted);
/// The largest kind that both contain.
MomentKind common_kind(MomentKind a, MomentKind b);

/// Words in byte order, each once, stored one after the other.
struct Words {
  std::string bytes;
  std::vector<std::uint64_t> ends;  ///< word k ends before bytes[ends[k]] and begins where word k − 1 ends

  [[nodiscard]] std::size_t size() const { return ends.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t k) const {
    const std::uint64_t start = k == 0 ? 0 : ends[k - 1];
    return std::string_view(bytes).substr(start, ends[k] - start);
  }
  /// Appends a word, which must come after all others in byte order.
  void push_back(std::string_view word) {
    bytes += word;
    ends.push_back(bytes.size());
  }
  /// The place of a word, by binary search.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view word) const;
  bool operator==(const Words&) const = default;
};

/// How often terms occur, for each class: what the multinomial, Bernoulli and complement models are functions of. A
/// term is a word, a hash bucket, or a column of numbers that are not negative; x is how often it occurs in a row. The
/// entries of term k are those from offsets[k] to offsets[k + 1], one for each class in which it occurs, ascending.
struct TermCounts {
  Words words;                         ///< text without buckets: the words; else empty, terms being their numbers
  std::vector<std::uint64_t> offsets;  ///< terms + 1; words that occur nowhere are not here
  std::vector<std::uint32_t> classes;  ///< of each entry
  std::vector<double> tokens;          ///< of each entry: Σ w x
  std::vector<double> documents;       ///< of each entry: Σ w over rows with x > 0
  std::vector<double> missing;         ///< C × terms: Σ w over rows with x missing; empty when there is none
  bool compacted = false;              ///< terms were dropped for good: the sums are no longer those of the rows

  [[nodiscard]] std::size_t terms() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  bool operator==(const TermCounts&) const = default;
};

/// How often each value of each categorical column occurs, for each class. Missing values are counted nowhere.
struct ValueCounts {
  /// For each feature its values, in numeric order if all are numbers, else in byte order: those that occur, and those
  /// declared.
  std::vector<std::vector<std::string>> values;
  /// Σ w for each feature, value and class: M_j × C numbers, row-major, of one feature after the other.
  std::vector<double> counts;
  /// N_c(u, v), Σ w over the rows that have value u in feature j and v in feature k, for each pair j < k of features in
  /// the order (0, 1), (0, 2), …, (1, 2), …: M_j × M_k × C numbers, row-major. Empty where pairs are not kept.
  std::vector<double> pairs = {};

  bool operator==(const ValueCounts&) const = default;
};

/// The sums that Poisson, exponential, geometric and Gamma factors are functions of; each is C × d, row-major. Values
/// are not negative; missing ones are counted nowhere.
struct AmountSums {
  std::vector<double> weight;      ///< Σ w
  std::vector<double> sum;         ///< Σ w x
  std::vector<double> log_sum;     ///< Σ w log x over x > 0
  std::vector<double> zeros;       ///< Σ w over x = 0
  std::vector<double> fractional;  ///< Σ w over x that are not whole numbers

  bool operator==(const AmountSums&) const = default;
};

/// The sums of a block: Moments of measurements, TermCounts of counts and text, ValueCounts of categories, AmountSums
/// of amounts.
using Sums = std::variant<Moments, Shared<TermCounts>, ValueCounts, AmountSums>;

/// Nothing but sums: the memory does not depend on the number of rows. A value: copy, merge, remove.
struct Summary {
  Schema schema;
  ClassCounts classes;
  std::vector<Sums> sums;  ///< one for each block of the schema

  bool operator==(const Summary&) const = default;
};

/// Pairs of values are kept of so many features, values of all of them, and C(ΣM)² numbers at most.
inline constexpr std::size_t most_pair_features = 75;
inline constexpr std::size_t most_pair_values = 700;
inline constexpr std::size_t most_pair_numbers = std::size_t{1} << 24U;

/// What a summary keeps of a block of measurements, or of categories; of other blocks there is nothing to choose.
struct Keep {
  MomentKind moments = MomentKind::pooled;
  bool fourth = false;  ///< third and fourth moments too, while no value is missing; needs MomentKind::full
  bool pairs = false;   ///< categories: counts of pairs of values too

  bool operator==(const Keep&) const = default;
};

struct SummariseOptions {
  unsigned threads = 0;         ///< 0: as many as the machine has; never changes a bit of the result
  std::vector<Keep> keep = {};  ///< one for each block, or none: Keep{} for all
};

struct SumMemory;

/// An open summary that takes rows in any number of batches. The sums depend on the rows and their order alone: the
/// bits are the same for any thread count and any split into batches. Counts of whole numbers are exact.
class Accumulator {
 public:
  /// Error (bad_data) for more features than sums of that kind can hold, (bad_model) for a schema that is not sound.
  explicit Accumulator(Schema schema, const SummariseOptions& options = {});
  ~Accumulator();
  Accumulator(Accumulator&&) noexcept;
  Accumulator& operator=(Accumulator&&) noexcept;

  /// Adds rows to every block. Cost O(rows · d²) for full and pooled moments, O(rows · d) for other sums of numbers and
  /// for categories, O(rows · d²) where pairs of values are kept, O(bytes) for text. Sparse rows are taken for diagonal
  /// moments, terms and amounts, at O(numbers stored). NaN is a missing value. Error (bad_data) on an infinite value, a
  /// negative one where the block has amounts or counts, a negative or non-finite weight, a shape that does not fit the
  /// schema, more classes, values or patterns of missing values than the sums can hold, (usage) for sparse rows where
  /// moments are matrices, or where dense rows were added to moments before; then nothing was added to any block. All
  /// blocks but one are checked before any is changed, so that rows whose values have to be written out are written
  /// twice. Out of memory (std::bad_alloc) voids the Accumulator: some blocks may have the rows then and others not,
  /// and it is only to be destroyed.
  void add(const Table& rows, const Labels& labels);
  /// Adds the rows that a summary holds, as merge() does. Errors as merge(); then nothing was added. Rows that are
  /// added after it are checked by themselves only: where they and the summary cannot be merged, as with weights or
  /// counts that overflow together, or too many patterns of missing values, that is an Error of summary().
  void add(const Summary& summary);

  /// Rows added so far, those of weight 0 not counted.
  [[nodiscard]] std::uint64_t rows() const;
  /// Distinct labels so far, those declared included.
  [[nodiscard]] std::size_t classes() const;
  /// Text: bytes so far that were not part of well-formed UTF-8.
  [[nodiscard]] std::uint64_t invalid_bytes() const;
  /// The sums of everything added so far; adding may go on. Error (bad_data) naming class and column where a weight, a
  /// count or a sum of amounts has overflowed, and those of merge() where both rows and summaries were added.
  [[nodiscard]] Summary summary() const;

 private:
  friend void swap_memory(Accumulator& sums, SumMemory& memory);
  struct State;
  std::unique_ptr<State> state_;
};

/// Accumulator in one call.
Summary summarise(const Table& rows, const Labels& labels, const Schema& schema, const SummariseOptions& options = {});

/// Moments read as a kind they contain, without third and fourth moments; patterns stay patterns where the kind is
/// pooled or full. `block` is one of measurements. Error (usage) when they do not contain it.
Summary read_as(const Summary& summary, std::size_t block, MomentKind kind);

/// The sums without the terms of a block that `kept` does not name (by place, ascending), marked as compacted; columns
/// and buckets stay, without counts. Error (usage) where the block has no terms.
Summary compact(const Summary& summary, std::size_t block, const std::vector<std::size_t>& kept);

/// The sums of both sets of rows: counts exactly, moments to rounding. Features are matched by name; labels, words,
/// values, patterns of missing values and open columns are united. Where the kinds of moments differ the result has
/// what both contain, and pairs of values are dropped where one side has none; fourth moments are left behind where the
/// other has patterns. Error (bad_data) naming the columns
/// when the blocks differ, or naming class and column where a weight, a count or a sum of amounts overflows, or for
/// more patterns or pairs of values than there may be; Error (usage) when words were dropped for good.
Summary merge(const Summary& a, const Summary& b);

struct Removal {
  Summary rest;
  /// What rounding may have done to what is left, relative to it: the scatter's diagonal, a count, a sum. 0 where all
  /// are whole numbers.
  double relative_error = 0;
};

/// The sums of the rows of `all` without those of `part`: counts exactly, moments to rounding relative to `all`. The
/// kind of `part` must contain that of `all`, and `part` must have pairs of values where `all` has them.
/// A label, word or value that reaches zero is gone, unless it was declared, and of open columns those at the end that
/// are left with nothing but 0; counts that are not whole numbers, and the squares of an open column of moments, are
/// zero when within 2⁻⁴⁰ of what they were. Where no value is missing any more, moments are as if none had ever been.
/// Error (bad_data) when `part` cannot be a part of `all`: an unknown label, word, value or pattern of missing values,
/// more of one than there is, or a variance that would become negative; Error (usage) as in merge.
Removal remove(const Summary& all, const Summary& part);

/// For each column of categories the values that the sums know, as Model::known_values() has them.
std::vector<ColumnValues> known_values(const Summary& summary);

/// Error (bad_model) unless the shapes fit, labels, words and values are unique and in order, none but declared ones is
/// without rows, and every number is legal.
void check_summary(const Summary& summary);

}  // namespace suffice
