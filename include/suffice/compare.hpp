// compare(): generative models against their discriminative partners on the same rows (MODELS §8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// A mean over repeats with its 95 % interval.
struct MeanInterval {
  double mean = 0;
  double half_width = 0;  ///< by the variance of Nadeau and Bengio (2003), as training sets overlap
};

/// How a model that was fitted on so many rows does on rows that it has not seen.
struct CurvePoint {
  std::size_t rows = 0;
  MeanInterval log_loss;  ///< NaN where the model has no estimate from so few rows
  MeanInterval error;     ///< the share of rows that are not given their label
};

struct ComparedModel {
  std::string name;
  bool generative = true;
  std::size_t parameters = 0;  ///< that are free, those of the class prior among them
  Options options = {};
  std::optional<std::size_t> partner = {};  ///< of a generative model: the discriminative one, which several may share
  std::vector<CurvePoint> curve = {};
  CurvePoint folds = {};  ///< by cross-validation
  /// Where the model has no estimate from the rows of some folds, so that its losses are NaN: why, and from how many.
  std::string problem = {};
  std::size_t failed_folds = 0;
};

/// log loss of the first less that of the second, fold by fold: below 0 the first is better.
struct ModelDifference {
  std::size_t first = 0;
  std::size_t second = 0;
  MeanInterval log_loss;
  bool partners = true;  ///< a generative model and its discriminative partner
  /// The size of the training set from which on the one with the lower loss at the end of the curves has it throughout,
  /// where the other has it before: both by more than the interval of their difference, repeat by repeat.
  std::optional<std::size_t> overtakes_at = {};
  /// The largest size with which the other one has the lower loss by more than that interval.
  std::optional<std::size_t> other_led_at = {};

  [[nodiscard]] bool is_clear() const {
    return log_loss.mean < -log_loss.half_width || log_loss.mean > log_loss.half_width;
  }
};

/// One test of an assumption.
struct AssumptionTest {
  std::string where = {};  ///< a class, a column, a pair of columns
  double statistic = 0;    ///< of the test
  double degrees = 0;      ///< 0 where it has none
  double effect = 0;       ///< how far off it is, whatever the number of rows
  double p_value = 1;
  double adjusted = 1;  ///< by Holm's correction within the family
};

/// The tests of one assumption, those with the smallest p-values first, and of equal ones the largest |effect|.
struct AssumptionCheck {
  std::string assumption;  ///< "columns are normal within classes"
  std::string test;        ///< "Anderson-Darling"
  std::string effect;      ///< what the effect is: "skewness", "|r|"
  std::vector<AssumptionTest> tests = {};
  std::size_t rejected = 0;   ///< those whose adjusted p-value is at most 0.05
  std::size_t undefined = 0;  ///< further ones that too few rows, or too few values, leave undefined
};

/// A discriminant function, as statisticians' programs show it.
struct DiscriminantRow {
  double eigenvalue = 0;
  double share = 0;
  double canonical_correlation = 0;
  double wilks_lambda = 1;  ///< of this function and those after it
  double chi_square = 0;    ///< Bartlett's, that these separate nothing
  double degrees = 0;
  double p_value = 1;
};

/// What a fit that names no model comes to by cross-validation: it compares more models, calibrates and pools them.
struct PlainFit {
  std::string chosen;  ///< the model, by its name in the ranking
  std::size_t folds = 0;
  double log_loss = 0;
  double error = 0;
};

struct Comparison {
  std::size_t rows = 0;  ///< that were compared on
  std::vector<std::string> labels = {};
  std::size_t folds = 0;
  std::size_t repeats = 0;  ///< of each point of a curve
  std::vector<ComparedModel> models = {};
  std::vector<ModelDifference> differences = {};
  std::vector<AssumptionCheck> checks = {};
  std::vector<std::string> incomplete_tests = {};  ///< those that skip columns, or are undefined somewhere
  std::vector<std::string> notes = {};             ///< sentences: what the checks leave out
  std::vector<DiscriminantRow> discriminants = {};
  std::optional<PlainFit> plain_fit = {};  ///< where add_plain_fit() was called
  std::vector<std::string> verdict = {};   ///< sentences; what folds say decides, and the checks explain
};

struct CompareOptions {
  std::uint64_t seed = 0;
  unsigned threads = 0;  ///< 0: as many as the machine has; never changes the result
  std::size_t repeats = 10;
  std::vector<ColumnRole> roles = {};  ///< of columns that a family was said of: gamma, geometric, gaussian, …
  StepProgress steps = {};
};

/// The plan of a fit by the simplest of the models that compare() compares, where columns are read as they are: what
/// fit() of an input says of columns and values then holds for all of them, and a number that is missing is no
/// obstacle. Error (usage) where columns are undecided.
FitPlan plan_of_simplest(FitPlan plan, std::span<const ColumnRole> roles);

/// The rows are those of a table of columns_of(schema), in memory, some ten thousand at most. Numbers are read by lda,
/// of 100 columns at most, diagonal-lda, gaussian-nb, spherical and, where there are few enough, qda, beside naive
/// Bayes on the other columns, by the families of the roles; terms by multinomial-nb and bernoulli-nb. Their partners
/// are logistic regressions on the features that their log odds are linear in (MODELS §8), which take the mean of the
/// training rows for a number that is missing. Folds are those of cross_validate() with the seed. Error (bad_data)
/// where there is one label only, fewer than 20 rows, or a label of fewer than 3.
Comparison compare(const Table& rows, const Labels& labels, const Schema& schema, const CompareOptions& options = {});

/// Adds what a fit of the same rows, validated by folds, came to, and a sentence to the verdict. The choice of the
/// model has seen all rows. Nothing where it could not be validated.
void add_plain_fit(const FitResult& plain, Comparison& comparison);

}  // namespace suffice
