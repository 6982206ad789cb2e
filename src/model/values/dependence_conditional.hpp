// Dependence conditional: p(x|c) of categorical columns that depend on one another, by AODE or by a tree (MODELS §13).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/values/dependences.hpp"
#include "math/kernels/panel.hpp"
#include "math/special/random.hpp"
#include "model/drawn_row.hpp"
#include "model/values/value_conditional.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"

namespace suffice {

/// With J the columns that a row has,
///   one:  p(x|c) = 1/|J| Σ_{j∈J} p(x_j|c) Π_{k∈J, k≠j} p(x_k|c, x_j),
///   tree: p(x|c) = Π_{k∈J} p(x_k|c, x_parent), and p(x_k|c) where k has no parent or the row does not have it.
/// A value that is unknown is missing, unless one is reserved for those. For each J this is a distribution.
class DependenceConditional {
 public:
  DependenceConditional(Dependences dependences, const Shared<Block>& block);

  struct Workspace : ValueConditional::Workspace {
    std::vector<std::uint32_t> places = {};   ///< of the values of all rows
    std::vector<std::uint32_t> present = {};  ///< those that rows have, one row after the other
    std::vector<std::size_t> ends = {};       ///< of each row among them
    std::vector<double> sums = {};            ///< C: log of one term of AODE's sum
    std::vector<double> largest = {};         ///< rows × C: the largest of them so far
    std::vector<double> density = {};         ///< rows × C
  };

  [[nodiscard]] const Block& block() const { return columns_.block(); }
  [[nodiscard]] std::size_t classes() const { return dependences_.classes(); }
  [[nodiscard]] const Dependences& dependences() const { return dependences_; }
  [[nodiscard]] const ValueConditional& columns() const { return columns_; }
  /// log p(x|c) of rows by the places that columns() has for their values, one for each column: rows × C.
  void log_densities(std::span<const std::uint32_t> places, Workspace& work, std::span<double> out) const;
  void check(const BlockRows& rows, unsigned threads) const { columns_.check(rows, threads); }
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;
  /// The column named is the first that leaves no class together with those before it.
  [[nodiscard]] std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                      std::span<double> left) const;
  /// What a column adds is, in a tree, log p(x_k|c, x_parent). In AODE let w_j be the share of column j in the sum over
  /// J: column k adds Σ_j w_j log p(x_k|c, x_j) − w_k log(w_k |J|), where p(x_k|c, x_k) stands for p(x_k|c): the mean
  /// of what it is worth given each other column, and how much the sum leans on it. These add up to log p(x|c).
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const;
  /// By p(v|c), whatever other columns hold.
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes, std::size_t count,
                                                                std::span<const double> class_prior) const {
    return columns_.strongest(classes, count, class_prior);
  }
  [[nodiscard]] static bool is_density() { return true; }
  [[nodiscard]] static bool has_full_support() { return false; }
  [[nodiscard]] static bool has_given_length() { return false; }
  [[nodiscard]] static bool is_linear() { return false; }
  /// Error (usage).
  [[nodiscard]] LinearForm linear_form() const;
  /// Draws the values that the model knows: in AODE of a column drawn evenly, then of the others given it; in a tree
  /// from the root on.
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  [[nodiscard]] bool is_tree() const { return dependences_.dependence == Dependence::tree; }
  // The rows of the table for each column that is present, in a tree: a column after the other.
  void find_tree_rows(std::span<const std::uint32_t> places, std::vector<std::uint32_t>& rows) const;
  void average(std::span<const std::uint32_t> places, Workspace& work, std::span<double> out) const;
  // log p(b | c, a) of AODE.
  [[nodiscard]] const double* given(std::size_t a, std::size_t b) const {
    return &dependences_.log_probability[(a * dependences_.values() + b) * classes()];
  }
  [[nodiscard]] std::vector<std::uint32_t> places_of(const CategoryBatch& rows, std::size_t i) const;
  // Draws a value of column j by logs, C numbers a value; nothing where none has a share.
  std::optional<std::size_t> draw(std::size_t j, std::size_t c, const double* logs, Random& random) const;

  Dependences dependences_;
  ValueConditional columns_;  // p(v|c), and where values stand
};

/// log (1/n Σ_i exp(logs[i])) of n numbers.
double log_mean_exp(std::span<const double> logs);

}  // namespace suffice
