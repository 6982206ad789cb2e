// Results as JSON documents: numbers as the shortest text that reads back, infinite ones as "inf", "-inf", undefined
// ones as null.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/check.hpp"
#include "suffice/compare.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/model.hpp"
#include "suffice/roles.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// "version" in every JSON document: grows when a key goes or changes its meaning, and stays when keys come.
inline constexpr std::uint64_t document_version = 1;

/// The JSON document of `fit`, and of `estimate`, `update`, `forget` and `merge` with their new content. What is said
/// of a reading stands beside the rest where there is one, and where there are several in "readings", an object for
/// each.
/// `columns`: what those of a file were taken for, if that was guessed.
std::string fit_json(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv,
                     std::span<const ColumnGuess> columns = {});
/// What a criterion is called for people: "log loss", "AIC", …
std::string criterion_name(Criterion criterion);
/// What options were compared on: "by leave-one-out on 150 rows", "by 5 folds of 150 rows", "from the sums".
std::string measured_by(const Tuning& tuning);
/// What contamination means: "one row in 151 is taken to say nothing about its class". The share is not 0.
std::string contamination_text(double share);
/// The JSON document of `evaluate`.
std::string evaluate_json(const Metrics& metrics);
/// Whether rows may well be those that a model with these counts was fitted on: as many of each label.
bool seem_fitted_on(const Metrics& metrics, const ClassCounts& fitted);
/// The JSON document of `inspect`: everything a model file holds but the counts of terms, and the forms and
/// discriminant axes it implies; for each class its `top` strongest terms or values. A linear form of terms that has
/// more than 10,000 coefficients is null, and so is a quadratic form of several readings with more than 1,000,000.
std::string inspect_json(const Stored& stored, const Model& model, std::size_t top = 10);
/// The JSON document of `compare`.
std::string compare_json(const Comparison& comparison);
/// The JSON document of `check`.
std::string check_json(const ModelCheck& check);
/// An occurrence of a term in a document, at its bytes, with its part of the log odds between two classes.
struct WeightedToken {
  std::string term;
  std::size_t begin = 0;
  std::size_t end = 0;
  double log_odds = 0;
};
/// The terms of a document that a reading of text knows, in order; what a term says is divided among its occurrences.
/// None of a mail, whose terms have no places.
std::vector<WeightedToken> weighted_tokens(std::string_view document, const Explanation& explanation,
                                           const Model& model, std::size_t reading, ClassPair between);

/// What is known of a row beside its explanation.
struct ExplainedRow {
  std::string file = {};                             ///< that the row is, if it is one
  std::optional<ClassPair> between = {};             ///< the classes that the explanation compares
  std::optional<double> log_evidence = {};           ///< where the model has one
  std::optional<double> typicality = {};             ///< Model::typicality, where rows can be drawn
  bool is_empty = false;                             ///< nothing of it is known to the model
  std::vector<WeightedToken> tokens = {};            ///< of its documents
  std::string note = {};                             ///< parts_note()
  std::vector<std::vector<double>> by_reading = {};  ///< said_by_reading()
};
/// readings × C: what each reading says of row i beyond the base, at its temperature. In an Explanation, contributions
/// of a second opinion are joined with those of the first; these sums are not.
std::vector<std::vector<double>> said_by_reading(const Model& model, const Table& rows, std::size_t i,
                                                 std::optional<ClassPair> between);
/// The model of a reading, and how the columns of its block enter it, as the ranking of candidates says it: "lda with
/// indicators on normal scores"; of dependence between bins their number at most: "aode, 10 bins".
std::string reading_name(const Block& block, const FamilyOptions& options);
/// How the score is taken apart where a column's part is more than log p(value | class): a sentence, or nothing.
std::string parts_note(const Options& options);
/// What Explanation::base is made of: "class prior", "class offsets", "constants", "absent terms"; nothing where every
/// class has the same base.
std::vector<std::string> base_parts(const Options& options, const Model& model);
/// What a feature says of two classes beside each other: the difference of its scores; 0 where they are equal, infinite
/// ones too.
double score_difference(std::span<const double> scores, ClassPair between);
/// One line of the JSON Lines of `explain`: labels, base, contributions, log joint and posterior of a row, and what
/// else is known of it.
std::string explain_json(const Explanation& explanation, const Model& model, const ExplainedRow& row = {});
/// The log odds between two classes that log_posterior gives; nothing where they are those of log_joint, which they are
/// not after a map of log odds, or after the contamination of what a value rules out.
std::optional<double> calibrated_log_odds(const Explanation& explanation, const Model& model, ClassPair between);

/// Fisher's axes of a reading, where the sums have them: two classes or more, a pooled scatter that is not singular,
/// and a model of a shared covariance.
std::optional<Discriminants> discriminants_of(const Stored& stored, std::size_t reading);
/// What two categorical columns say about each other beside the class: I(X_j; X_k | C) in nats (MODELS §13).
struct ColumnPair {
  std::string first;
  std::string second;  ///< of a tree: the parent of the first
  double information = 0;
  bool operator==(const ColumnPair&) const = default;
};
/// The pairs of columns of a reading of Dependence one, the strongest first, or the edges of the tree of a reading of
/// Dependence tree, each column but the root before its parent, in the order of the columns; none for others.
std::vector<ColumnPair> column_pairs(const Summary& summary, const Reading& reading);
/// √(S_jj / n) within each class, C × d; within all classes together, 1 × d, where the moments are pooled. n is that of
/// the values there are. The moments are those of a block of d columns, without patterns (moments_read()).
std::vector<double> standard_deviations(const Moments& moments, const ClassCounts& classes);
/// S / n, in the shape of the scatter that the moments hold: C × d × d, C × d, d × d or d. n as above: where moments
/// have matrices, values are completed or none is missing, and it is the weight of the rows.
std::vector<double> covariances(const Moments& moments, const ClassCounts& classes);
/// The largest variance of a column over the rows of all classes, about its mean over them; 0 without rows. Moments as
/// above.
double largest_variance(const Moments& moments, const ClassCounts& classes);
/// The number of a column whose normal score is z: the first or the last knot beyond them; NaN of NaN.
double number_at(const NormalScore& score, double z);
/// C × d, as the means: the numbers of the columns at these scores; a column that enters as it is has its mean.
std::vector<double> numbers_at(const Block& block, std::span<const double> means);
/// A number of a column of dates as the column writes it; none of other columns, and of NaN.
std::optional<std::string> shown_date(const Schema& schema, std::string_view column, double seconds);
/// The model of one reading and no other, before calibration. Errors as estimate().
Model reading_alone(const Stored& stored, const Model& model, std::size_t reading, unsigned threads = 1);
/// A parameter of the factors of columns, or their mean, for each class.
struct ClassParameter {
  std::string name;                   ///< "Means", "Rates", "Shapes", "Probabilities of 0"
  std::vector<std::string> features;  ///< d; those of whose parameters nothing is known are not among them
  std::vector<double> numbers;        ///< C × d
};
/// Of a reading of amounts: the means of the rows, and the parameters where the model is a density and does not average
/// over them.
std::vector<ClassParameter> class_parameters(const Stored& stored, const Model& model, std::size_t reading);

/// How many values are missing of the columns that are read, and what becomes of them.
struct MissingValues {
  double share = 0;
  std::size_t patterns = 0;                ///< where a whole block of numbers is all that is read; else 0
  std::vector<std::string> handling = {};  ///< what becomes of them, in words
};
/// Where sums do not tell how many are missing, `columns` do, of a fit.
MissingValues missing_values(const Stored& stored, std::span<const ColumnGuess> columns = {});
/// Whether some missing numbers of a block enter at their mean.
bool has_fills(const Block& block);
/// Whether a missing value is a value of its own, in some column of a block.
bool has_own_missing_value(const Block& block);
/// The share of the values that a reading takes, by weight, that is missing. No document is: an empty one has no words.
double share_missing(const Summary& summary, const Reading& reading);
/// The columns of the schema that no reading takes, whose sums are held all the same.
std::vector<std::string> dropped_features(const Schema& schema, const Options& options);
/// θ of a linear model of two classes, 1 + as many as LinearForm::names: p(second | x) = 1 / (1 + exp(−θᵀ[1, t(x)])).
/// Empty otherwise, and where a class cannot have some value.
std::vector<double> logistic_form(const Model& model);

/// The bins of a feature as a reading takes them, joined where its options say so.
struct Intervals {
  std::string feature;
  std::string cut_by;              ///< the rule that joined them, as to_text(Cuts) writes it; empty: as in the schema
  std::vector<std::string> names;  ///< of the intervals, and of the missing value where that is one
  std::vector<double> counts;      ///< of each interval and class, C numbers an interval
  std::vector<double> probabilities;  ///< of the same shape; unseen values that have a place reserved have the rest
};
/// For each feature of a reading that has bins. Error (usage) where the options do not fit the schema, (bad_data) as
/// estimate().
std::vector<Intervals> intervals_of(const Summary& summary, const Options& options, std::size_t reading);

/// Model::strongest at the temperature of the reading, so that log odds are on the scale of explanations and forms;
/// those that are positive, beyond rounding.
std::vector<FeatureOdds> speaking_for(const Model& model, std::size_t c, std::size_t most, std::size_t reading = 0);
/// speaking_for() each of some classes, by Model::strongest_of.
std::vector<std::vector<FeatureOdds>> speaking_for(const Model& model, std::span<const std::size_t> classes,
                                                   std::size_t most, std::size_t reading = 0);

/// Where the normal scores of a column lie.
struct ScoreQuantiles {
  std::string feature;
  std::size_t knots = 0;
  std::vector<double> numbers;  ///< the smallest, those of the scores −1, 0 and 1, and the largest
};

/// What the sums and the estimate of one reading say: the numbers of `inspect`, which writes them as JSON or as tables.
struct ReadingDetails {
  /// The score of the reading and no other, at its temperature, or 1 where that is 0; with one reading the model
  /// itself.
  Model alone;
  std::optional<Moments> moments = {};        ///< measurements: moments_read()
  std::vector<double> deviations = {};        ///< measurements: standard_deviations()
  std::vector<double> numbers_at_means = {};  ///< measurements by normal scores: numbers_at() the means
  std::vector<ScoreQuantiles> normal_scores = {};
  std::optional<Discriminants> axes = {};                ///< discriminants_of()
  std::vector<ClassParameter> parameters = {};           ///< amounts: class_parameters()
  std::vector<Intervals> intervals = {};                 ///< categories: intervals_of()
  Dependence dependence = Dependence::none;              ///< categories: of columns on each other
  std::vector<ColumnPair> pairs = {};                    ///< column_pairs(): the `top` strongest, or the whole tree
  std::vector<std::vector<FeatureOdds>> strongest = {};  ///< terms, categories: speaking_for() each class
};
struct DetailOptions {
  std::size_t top = 10;  ///< terms, values or pairs of columns
  /// So many classes at most have their strongest terms or values.
  std::size_t classes = std::numeric_limits<std::size_t>::max();
  unsigned threads = 0;
};
/// Errors as estimate().
ReadingDetails reading_details(const Stored& stored, const Model& model, std::size_t reading,
                               const DetailOptions& wanted = {});

/// Whether a value of a feature is the name of a bin.
bool is_interval(const Schema& schema, const std::string& feature, const std::string& value);
/// "colour = red", "age < 22.5", "age 22.5 to 30": a value of a feature, which stands for itself where it is a term.
std::string named_value(const Schema& schema, const std::string& feature, const std::string& value);

/// The shortest text that reads back to the same double.
std::string number_text(double value);
/// A cell of a CSV file by RFC 4180: quoted when it holds a comma, a quote or a line end.
std::string csv_cell(std::string_view text);

/// What is predicted for some rows, as views of what the caller holds.
struct PredictedRows {
  struct Numbers {
    std::span<const double> values;  ///< rows × width, row-major; NaN: an empty cell
    std::size_t width = 0;
  };

  std::span<const std::uint32_t> classes;            ///< one for each row; no_decision: an empty cell
  std::span<const std::string> label_cells;          ///< the labels of the classes as cells of CSV
  std::vector<Numbers> numbers = {};                 ///< come after the label
  std::span<const std::string> before = {};          ///< one cell for each row that comes first; empty: none
  std::span<const std::string> cells = {};           ///< rows × columns that come last; empty: none
  std::span<const std::string_view> documents = {};  ///< one cell for each row that comes last; empty: none
  std::span<const std::string> problems = {};        ///< a row with a text here has empty cells; empty: there are none
};

/// One line of CSV for each row, in order, in as many texts as threads made them: those of one call after the other.
void write_csv(const PredictedRows& rows, unsigned threads, std::vector<std::string>& texts);

}  // namespace suffice
