// The report on a model: every number of its page as one document, which is written as JSON and drawn as HTML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/check.hpp"
#include "suffice/compare.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"
#include "suffice/report.hpp"
#include "suffice/store.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// The version of the report document; it grows when a member changes its meaning or goes.
inline constexpr std::uint64_t report_version = 1;

/// The model file that a report is about.
struct ReportFile {
  std::string name = {};
  std::uint64_t bytes = 0;
  std::string checksum = {};  ///< CRC-32 of all its bytes, eight hexadecimal digits
};
/// Error (file_system) when the file cannot be read.
ReportFile report_file(const std::string& path);

/// What a feature says of a class.
struct ReportReason {
  std::string feature = {};
  std::string value = {};  ///< of a category; of numbers and amounts "high" or "low"; of a word empty
  /// Words, categories: log p(it | c) − log p(it | other classes). Measurements: (mean of the class − mean of the
  /// others) / standard deviation within classes. Amounts: log of the ratio of these means. Rivals: the coefficient
  /// less the mean of those of the other classes.
  double strength = 0;
  double count = std::numeric_limits<double>::quiet_NaN();  ///< words, categories: how often it occurs in the class
  /// Measurements, amounts: of the class; where a column enters by its normal score, the number at the mean score.
  double mean = std::numeric_limits<double>::quiet_NaN();
  double others = std::numeric_limits<double>::quiet_NaN();  ///< and of the other classes, by their prior
};

/// How probable the values of a categorical column are.
struct ReportValues {
  std::string feature = {};
  double information = 0;                  ///< I(value; class) in nats
  std::vector<std::string> names = {};     ///< the most frequent first; bins in their order
  std::vector<double> counts = {};         ///< of each value and class, C numbers a value
  std::vector<double> probabilities = {};  ///< of the same shape: p(value | class); where columns depend on each other
                                           ///< the share of the rows of the class
  std::size_t more = 0;                    ///< values that are not among these
};

/// One reading of a model: columns of one kind that one family reads.
struct ReportReading {
  std::string kind = {};
  std::string family = {};
  std::string name = {};  ///< reading_name()
  double temperature = 1;
  std::size_t opinion = 0;  ///< as in Reading
  double share_missing = 0;
  std::vector<std::pair<std::string, std::string>> options = {};
  std::vector<std::string> features = {};
  /// Measurements, amounts: numbers of the features, those that tell classes apart best first.
  std::vector<std::size_t> order = {};
  std::vector<double> separation = {};  ///< d: variance of the class means / variance within classes; amounts: of logs
  std::vector<double> means = {};       ///< C × d
  std::vector<double> deviations = {};  ///< measurements: C × d, or 1 × d where classes share them
  std::vector<std::uint8_t> by_score = {};  ///< d: whether means and deviations are those of normal scores; empty: none
  /// Where some are: C × d numbers of the columns at the means, and at a standard deviation below and above them.
  std::vector<double> at_means = {};
  std::vector<double> below_means = {};
  std::vector<double> above_means = {};
  std::size_t indicators = 0;  ///< of values of categories: the last features
  std::vector<ReportValues> values = {};
  bool has_shares = false;  ///< the probabilities of the values are shares of the rows
  std::uint64_t terms = 0;  ///< text: distinct ones, and tokens of all classes
  double tokens = 0;
  TextOptions text = {};  ///< what terms are
  std::optional<Discriminants> axes = {};
  std::vector<std::vector<ReportReason>> reasons = {};  ///< C, the strongest first
};

/// A part of the log odds of a row.
struct ReportPart {
  std::string feature = {};
  std::string value = {};
  double log_odds = 0;  ///< of the predicted label against the other one
  bool is_term = false;
};

/// A row that stands out.
struct ReportRow {
  std::uint64_t number = 0;  ///< from 1
  std::string file = {};     ///< that it is, where rows are files
  std::string label = {};    ///< its own
  std::string predicted = {};
  double probability = 0;                 ///< of the predicted label
  double own_probability = 0;             ///< of its own; NaN where the model does not know it
  double log_evidence = 0;                ///< log p(x); NaN where the model has none
  std::optional<double> typicality = {};  ///< Model::typicality, where rows can be drawn
  double terms = 0;                       ///< text alone: how many, else 0
  std::string against = {};               ///< the label that the parts speak against: its own, or the second best
  std::vector<ReportPart> parts = {};     ///< the strongest first; none where the model explains no row
  double base = 0;                        ///< class prior, constants, and what contamination changes
  double log_odds = 0;                    ///< all parts together
  double rest = 0;                        ///< the sum of the parts that are not among them
  std::size_t more = 0;                   ///< how many those are
  std::string excerpt = {};               ///< text: how the document begins
  /// Of the excerpt, in their order: the 100 that say most for the predicted label or against it.
  std::vector<WeightedToken> tokens = {};
};

/// What a report says of labelled rows.
struct ReportRows {
  std::string name = {};  ///< of the input
  Metrics metrics;
  std::optional<Metrics> uncalibrated = {};  ///< of the model before its calibration, where it has one
  std::vector<ReportRow> surprising = {};    ///< those of the lowest evidence; of text alone, of evidence by term
  std::vector<ReportRow> mistakes = {};      ///< rows that get another label, the highest probability of it first
};

/// Collects what a report says of labelled rows in bounded memory.
class RowReporter {
 public:
  /// Keeps `most` rows of each list, with `parts` parts of their log odds each, and a sample of all that the seed
  /// decides.
  explicit RowReporter(const Model& model, std::size_t most = 10, std::size_t parts = 6, unsigned threads = 0,
                       std::uint64_t seed = 0);
  ~RowReporter();
  RowReporter(RowReporter&&) noexcept;
  RowReporter& operator=(RowReporter&&) noexcept;

  /// Rows of columns_of(model.schema()); `files`: one for each row, or empty. Errors as Model::log_posterior and
  /// Evaluator::add.
  void add(const Table& rows, const Labels& labels, std::span<const std::string> files = {});
  /// Error (bad_data) when no row of positive weight was added.
  [[nodiscard]] ReportRows result() const;
  /// At most 10,000 of the rows; holds while no rows are added and the object lives.
  [[nodiscard]] PictureRows sample() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A picture and what it shows: a name of picture_kinds(), tuning, or number-densities: those of numbers by their own
/// reading, where another reading takes them as intervals.
struct ReportPicture {
  std::string kind;
  draw::Picture picture;
};

/// Everything that a page shows.
struct Report {
  ReportFile file = {};
  Stored stored = {};
  Model model;
  std::vector<ReportReading> readings = {};
  std::optional<ReportRows> rows = {};
  std::optional<Comparison> comparison = {};
  std::optional<ModelCheck> check = {};
  std::vector<ReportPicture> pictures = {};
};

/// What the model alone says; `top` reasons for each class.
Report make_report(ReportFile file, Stored stored, Model model, std::size_t top = 10, unsigned threads = 0);

/// Draws what there is to draw: the densities, the plane and the projection of the model, with rows also calibration
/// and ROC, the search of options where there was one, with a comparison its curves. What the model has no picture of
/// is skipped.
void add_pictures(Report& report, const std::optional<PictureRows>& rows = {}, const PictureOptions& options = {});

/// The document. Tables of more than 20,000 numbers have those of the features and classes that the page shows, and say
/// so.
std::string report_json(const Report& report);
/// One HTML file that needs no other: style, pictures and the document are in it, and no script runs. Names of any
/// bytes are text in it.
std::string report_html(const Report& report);

}  // namespace suffice
