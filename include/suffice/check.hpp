// check(): how well a model says how rows come about. Rows drawn from it are compared with the rows themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"
#include "suffice/store.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// A column of the rows against the same column of rows drawn from the model.
struct ColumnCheck {
  std::string column;
  Kind kind = Kind::measurements;
  /// Of numbers Kolmogorov and Smirnov's largest difference of two distribution functions; of categories, bins and
  /// terms the total variation ½ Σ |p − q|. The mean over the classes, by their rows.
  double distance = 0;
  double expected = 0;  ///< the mean of the simulations: what rows of the model itself have
  double p_value = 1;   ///< (1 + simulations at least as far off) / (1 + simulations); NaN without any
  /// For all columns together, by the largest of the standardised distances of each simulation, step by step (Westfall
  /// and Young 1993); it is at least the p-value.
  double adjusted = 1;
  std::string worst_label = {};  ///< the class whose distance is largest for its number of rows; empty without labels
  double worst_distance = 0;
};

/// A term of a column of text, or a column that counts.
struct TermCheck {
  std::string column;
  std::string term;
  double in_rows = 0;   ///< its share of all terms
  double in_draws = 0;  ///< its share of those drawn
};

/// The correlation of two columns within the classes; a category enters by the indicator of its most common value.
struct CorrelationPair {
  std::string first;
  std::string second;
  double in_rows = 0;
  double in_draws = 0;
};
struct CorrelationCheck {
  std::vector<CorrelationPair> pairs =
      {};                   ///< the largest differences first, 20 at most; none for fewer than 2 columns
  std::size_t columns = 0;  ///< that were correlated: at most 60, spread over all
  double expected = 0;      ///< the mean of the largest difference over simulations
  double p_value = 1;       ///< of the largest difference, by simulation
};

/// Whether a classifier can tell rows from draws that it has not seen: 1/2 is a perfect model.
struct ClassifierCheck {
  std::string classifier = {};  ///< that was chosen on the other half of the rows and draws
  std::uint64_t rows = 0;       ///< rows and draws that were told apart
  Proportion accuracy = {};
  double p_value = 1;        ///< of guessing so well by luck
  std::string problem = {};  ///< why there is none
};

/// log p(x) of rows and draws; where documents are all that rows have, by term.
struct EvidenceCheck {
  std::vector<double> levels = {};  ///< of the quantiles
  std::vector<double> in_rows = {};
  std::vector<double> in_draws = {};
  double below = 0;  ///< the share of the rows that are less likely than 99 % of the draws
  double distance = 0;
  double expected = 0;
  double p_value = 1;
};

struct ModelCheck {
  std::uint64_t seen = 0;         ///< rows of positive weight of the input
  std::uint64_t rows = 0;         ///< that were checked: all, or a sample; a row that weighs 2 is two
  std::uint64_t unknown = 0;      ///< rows that were skipped: the model does not know their label
  std::uint64_t draws = 0;        ///< that they were compared with
  bool has_labels = true;         ///< draws have the labels of the rows; else those of the class prior
  bool fitted_on = false;         ///< the rows are those that the sums of the model hold
  bool refitted = true;           ///< by each simulation; false: the model had so many rows that it counts as known
  std::uint64_t simulations = 0;  ///< that succeeded
  std::uint64_t failed = 0;       ///< simulations whose rows have no model
  std::vector<ColumnCheck> columns = {};  ///< those that fit worst first: by adjusted, then by standardised distance
  std::vector<TermCheck> terms = {};      ///< whose shares differ most for what is usual, 20 at most
  CorrelationCheck correlations = {};
  ClassifierCheck classifier = {};
  EvidenceCheck evidence = {};
  std::vector<std::string> verdict = {};  ///< sentences
  std::vector<std::string> notes = {};    ///< sentences: of weights that make fewer rows than there are
};

struct CheckOptions {
  /// Each draws rows from the model, fits them as the model was fitted, and compares them with draws of that fit. Not
  /// said: 199, fewer where rows are wide or long, 39 at least. 0: none, and no p-values but that of the classifier.
  std::optional<std::size_t> simulations = {};
  std::uint64_t seed = 0;
  unsigned threads = 0;          ///< never changes a result
  std::size_t most_rows = 2000;  ///< that are checked, at least 20
  StepProgress steps = {};
};

/// The columns that rows to be checked have: those that the density of the model is of. Error (usage) where it has
/// none: complement-nb, rivals, indicators.
Schema checked_schema(const Stored& stored);

/// `rows` has columns_of(checked_schema()), in memory, some ten thousand at most; `labels` without codes: they are not
/// known. `fitted_on`: the sums of the model hold these rows, or rows that they are a sample of; parameters that were
/// fitted to them make distances smaller than those of rows that the model has not seen, which simulations repeat.
/// Values are missing in draws where they are missing in the rows, and documents are as long. Error (usage) where there
/// is nothing to draw from, (bad_data) where no row has a label of the model.
ModelCheck check(const Stored& stored, const Table& rows, const Labels& labels, bool fitted_on,
                 const CheckOptions& options = {});
/// The same for a source that is not yet bound, opened with scoring_options(), with labels or without: of a sample of
/// its rows. They are those that the model was fitted on where all their sums are the model's.
ModelCheck check(const Stored& stored, Source& source, bool has_labels, const CheckOptions& options = {},
                 const WorkOptions& work = {});

}  // namespace suffice
