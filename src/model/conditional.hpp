// Conditional: p(x | c) of all classes over the columns of one block, of one of the closed set of families.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/amounts/amount_conditional.hpp"
#include "model/linear/linear_conditional.hpp"
#include "model/moments/gaussian_conditional.hpp"
#include "model/terms/term_conditional.hpp"
#include "model/values/dependence_conditional.hpp"
#include "model/values/value_conditional.hpp"

namespace suffice {

/// Every family has these members, and a Workspace derived from ScoreWork; here they are called by whatever family it
/// is, once for many rows.
class Conditional {
 public:
  using Variant = std::variant<GaussianConditional, TermConditional, ValueConditional, AmountConditional,
                               DependenceConditional, LinearConditional>;
  /// Room for one thread and the rows of one table.
  using Workspace =
      std::variant<GaussianConditional::Workspace, TermConditional::Workspace, ValueConditional::Workspace,
                   AmountConditional::Workspace, DependenceConditional::Workspace, LinearConditional::Workspace>;

  explicit Conditional(Variant conditional) : conditional_(std::move(conditional)) {}
  [[nodiscard]] const Variant& variant() const { return conditional_; }

  [[nodiscard]] const Block& block() const;
  [[nodiscard]] std::size_t classes() const;
  /// Of a block of categories, those of its features; else none.
  [[nodiscard]] std::span<const std::vector<std::string>> values() const;
  /// The shrinkage that was applied to covariances; empty where there is nothing to shrink.
  [[nodiscard]] const std::vector<double>& shrinkage() const;

  /// Error (bad_data) for rows of another kind or shape.
  void check(const BlockRows& rows, unsigned threads) const;
  [[nodiscard]] Workspace make_workspace() const;
  /// What is wanted of the rows first, …, first + count − 1, count ≤ most_call_rows: row r of them, in class c, has
  /// out[r / panel_rows · C + c][r % panel_rows]. Never NaN. Error (bad_data) naming row and column where a value is
  /// not legal. What is computed for a row depends on it alone.
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;

  /// Whether scores are log densities.
  [[nodiscard]] bool is_density() const;
  /// Whether scores are log posteriors or log densities, up to a term that is the same for every class.
  [[nodiscard]] bool gives_probabilities() const;
  /// Whether p(x | c) > 0 for every row: −∞ is below the range of a double, and relative scores differ from joint ones.
  [[nodiscard]] bool has_full_support() const;
  /// Whether the density is of rows of a given number of terms, about which it says nothing.
  [[nodiscard]] bool has_given_length() const;
  /// Whether rows have squared distances.
  [[nodiscard]] bool has_distances() const { return std::holds_alternative<GaussianConditional>(conditional_); }
  /// Adds the log densities of row i to those that are `left` of each class, and names the first feature with which no
  /// class is left; nothing where some class is, or where no feature is to blame.
  [[nodiscard]] std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                      std::span<double> left) const;
  /// What each feature of row i adds to `start`, C numbers; `between` as Model::explain has it.
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                    std::optional<ClassPair> between = {}) const;
  /// For each of some classes the terms or values that speak most for it.
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes, std::size_t count,
                                                                std::span<const double> class_prior) const;
  [[nodiscard]] bool is_linear() const;
  /// Linear ones included.
  [[nodiscard]] bool is_quadratic() const;
  /// Without the class prior. Error (usage) where it is not linear.
  [[nodiscard]] LinearForm linear_form() const;
  /// Without the class prior. Families that are linear and not Gaussian have matrices of zeros.
  [[nodiscard]] QuadraticForm quadratic_form() const;
  /// Columns of row i that are missing and would have changed its density, ascending.
  [[nodiscard]] std::vector<std::size_t> missing_columns(const BlockRows& rows, std::size_t i) const;
  /// One draw from p(x | c); where has_given_length(), of so many terms, if that is given. Error (usage) where there is
  /// nothing to draw from.
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  Variant conditional_;
};

/// Error (usage) where C matrices of d × d numbers are too large to be written down.
void check_quadratic_size(std::size_t classes, std::size_t d);

/// What all workspaces have.
inline ScoreWork& common_work(Conditional::Workspace& work) {
  return std::visit([](auto& of_family) -> ScoreWork& { return of_family; }, work);
}

}  // namespace suffice
