// Amounts: the parameters of Poisson, exponential, geometric and Gamma factors (MODELS §7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// With n rows of sum T, and B pseudo-rows at the mean m of the column over all classes:
///   poisson      λ ~ Gamma(a = B m, rate b = B):  T/n, (T+a−1)/(n+b), (T+a)/(n+b)
///   exponential  rate ~ Gamma(a = B, rate b = B m):  n/T, (n+a−1)/(T+b), (n+a)/(T+b)
///   geometric    p ~ Beta(a = B, b = B m):  n/(n+T), (n+a−1)/(n+T+a+b−2), (n+a)/(n+T+a+b)
///   gamma        shape k and rate r by maximum likelihood, of rows and pseudo-rows (of mean m and the column's mean
///                logarithm): log k − ψ(k) = log x̄ − mean log x, r = k/x̄
struct Amounts {
  AmountFamily family = AmountFamily::poisson;
  bool predictive = false;
  std::size_t classes = 0;  ///< C
  /// C × d: λ, rate, p or k. Predictive: the first parameter of the posterior: T + a, n + a or n + a.
  std::vector<double> first;
  /// C × d: r of gamma. Predictive: the second parameter of the posterior: n + b, T + b or T + b. Else empty.
  std::vector<double> second;
  /// d: 1 for columns that are not known (is_unseen); they are ignored, and have parameters 0. Empty: all are known.
  std::vector<std::uint8_t> unseen = {};
  /// A class without rows that sums and prior give no parameters in a column: it has those of all rows.
  struct Borrowed {
    std::size_t c;
    std::size_t j;
  };
  std::vector<Borrowed> borrowed = {};

  [[nodiscard]] bool is_unseen(std::size_t j) const { return !unseen.empty() && unseen[j] != 0; }
};

/// Error (usage) as check_options(); (bad_data) naming class, column and what helps: a class with no value in a column,
/// values that are not whole numbers (poisson, geometric), zeros or no variance (gamma), nothing but zeros
/// (exponential), a posterior without a mode (map). None of it is asked of columns that are not known.
Amounts amounts(const AmountBlock& sums, const AmountOptions& options);

/// Parameters of all rows will do for a class that no row can be of: Error (bad_data) naming class and column where a
/// class that has borrowed some has a positive prior.
void check_borrowed(const Amounts& amounts, const Block& block, std::span<const std::string> labels,
                    std::span<const double> class_prior);

/// The sums of one column in one class, or over all classes.
struct ColumnAmounts {
  double weight = 0;
  double sum = 0;
  double log_sum = 0;
};
/// The sums of column j in class c, and in all classes together.
ColumnAmounts column_sums(const AmountBlock& sums, std::size_t c, std::size_t j);
ColumnAmounts pooled_column(const AmountBlock& sums, std::size_t j);
/// Whether column j is open and no row has more than 0 in it: like the columns after the last, nothing is known of it.
bool is_unseen(const AmountBlock& sums, std::size_t j);
/// B rows at the mean of `pooled`; none where there is no mean.
ColumnAmounts pseudo_rows(const ColumnAmounts& pooled, double count);

/// As in Amounts, of one class and one column.
struct AmountParameters {
  double first = 0;
  double second = 0;
};
/// Why a class has no parameters in a column, as what follows the class in a sentence, and what helps.
struct AmountProblem {
  std::string message;
  std::vector<Remedy> remedies = {};
};
/// Why there are no parameters, or null. `prior`: the pseudo-rows, none for mle.
const AmountProblem* amount_problem(AmountFamily family, Estimator estimator, const ColumnAmounts& own,
                                    const ColumnAmounts& prior);
/// Where there is no problem.
AmountParameters amount_parameters(AmountFamily family, Estimator estimator, const ColumnAmounts& own,
                                   const ColumnAmounts& prior);

/// The k > 0 with log k − ψ(k) = s, for s > 0; relative error about 1e-14.
double gamma_shape(double s);

}  // namespace suffice
