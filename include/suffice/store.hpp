// The model file: schema, options and sums in, schema, options and sums out. docs/format.md is normative.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/estimate.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// How the fit of a rival went.
struct RivalReport {
  std::uint64_t passes = 0;           ///< over all rows: evaluations of a loss, or epochs
  double gradient = 0;                ///< logistic: the largest entry, by row and by a standard deviation of a feature
  bool converged = true;              ///< perceptron: an epoch went by without a mistake
  std::uint64_t mistakes = 0;         ///< perceptron: in all epochs, at most (radius / margin)² if it converged
  double radius = 0;                  ///< perceptron: √2 times the largest norm of a row, standardised, with a 1
  std::optional<double> margin = {};  ///< perceptron: by which the classes are separated

  /// (radius / margin)², of a perceptron that converged.
  [[nodiscard]] double mistake_bound() const { return radius / *margin * (radius / *margin); }
  bool operator==(const RivalReport&) const = default;
};

/// What sums cannot give: it is fitted on rows, and kept beside the sums.
struct Fitted {
  std::vector<double> temperatures = {};  ///< as in Calibration; empty: nothing was calibrated
  std::uint64_t rows = 0;                 ///< that the sums held when it was fitted
  std::vector<double> offsets = {};       ///< as in Calibration
  OddsMap map = {};                       ///< as in Calibration
  double contamination = 0;               ///< as in Calibration
  LinearWeights weights = {};             ///< of a rival that is no function of the sums; else empty
  std::optional<RivalReport> rival = {};  ///< of such weights; nothing where a file does not tell

  [[nodiscard]] Calibration calibration() const { return {temperatures, offsets, map, contamination}; }
  bool operator==(const Fitted&) const = default;
};

/// Whether two numbers are equal, or both undefined: NaN stands for what there is none of.
inline bool equal_or_undefined(double a, double b) { return a == b || (a != a && b != b); }

/// How a candidate of `auto` did on rows that its sums left out.
struct RankedModel {
  std::string name = {};
  double log_loss = 0;        ///< by folds, at its best temperatures
  double standard_error = 0;  ///< of it; NaN for a single row
  std::string problem = {};   ///< why it is out: then it has no loss

  bool operator==(const RankedModel& other) const {
    return name == other.name && log_loss == other.log_loss &&
           equal_or_undefined(standard_error, other.standard_error) && problem == other.problem;
  }
};

/// The candidates of `auto`: the chosen one, the others by their losses, then those that are out. Kept to be looked at:
/// no estimate depends on it.
struct Ranking {
  std::vector<RankedModel> models = {};  ///< none: the model was named
  std::uint64_t rows = 0;                ///< that they were compared on
  std::uint64_t folds = 0;
  std::uint64_t left_out = 0;  ///< of the rows: without its fold a class has no row, so that its rows have no score

  bool operator==(const Ranking&) const = default;
};

/// What the values of options are compared by when they are searched (MODELS §9).
enum class Criterion {
  leave_one_out,  ///< log loss of rows that were left out, each alone; of folds where that has no closed form
  folds,          ///< log loss by 5 folds of the rows
  aic,            ///< 2 parameters − 2 log likelihood, of maximum likelihood estimates
  bic,            ///< log(n) parameters − 2 log likelihood, of the same
  evidence,       ///< −2 log marginal likelihood of the sums under the conjugate priors
};
Criterion parse_criterion(const std::string& text);  ///< loo | cv | aic | bic | evidence
std::string to_text(Criterion criterion);

/// A value of an option, and how good the model is with it, other options being as good as they were found before.
struct Trial {
  std::string option = {};  ///< as the CLI calls it: model, shrinkage, rda, pseudocount, …
  std::string value = {};
  std::size_t reading = 0;   ///< whose option it is; of class-prior: 0
  double criterion = 0;      ///< the less the better; NaN where there is a problem
  std::string problem = {};  ///< why there is no such model
  bool chosen = false;

  bool operator==(const Trial& other) const {
    return option == other.option && value == other.value && reading == other.reading &&
           equal_or_undefined(criterion, other.criterion) && problem == other.problem && chosen == other.chosen;
  }
};
/// How the options of a model were searched. Kept to be looked at, like a ranking.
struct Tuning {
  Criterion criterion = Criterion::leave_one_out;
  std::uint64_t rows = 0;  ///< that were left out; 0 for the criteria of sums
  std::size_t folds = 0;   ///< 0: each alone
  double before = 0;       ///< the criterion with the options as they were, NaN where there was no model
  double after = 0;
  std::vector<Trial> trials = {};  ///< in the order in which they were made; none: nothing was searched

  bool operator==(const Tuning& other) const {
    return criterion == other.criterion && rows == other.rows && folds == other.folds &&
           equal_or_undefined(before, other.before) && equal_or_undefined(after, other.after) && trials == other.trials;
  }
};

/// The model calibrated as it was fitted; as it is where nothing was. Error (usage) where that does not fit the model.
Model calibrated(Model model, const Fitted& fitted);

struct TermConstants;  // the library's own: what scoring one document needs to know of all terms

/// What options and sums imply and what takes time to compute: made by make_caches(), never needed, and no part of what
/// makes two files equal.
struct Caches {
  CompletedMoments completed = {};  ///< one for each reading, or empty
  /// One for each reading, null where it has no words; or empty.
  std::vector<std::shared_ptr<const TermConstants>> terms = {};
  /// The file had caches, which were dropped: they belong to other options or sums.
  bool ignored = false;
};

/// What a model file holds; the model itself is model_of(), computed when it is needed.
struct Stored {
  Options options;
  Summary summary;
  Fitted fitted = {};
  Ranking ranking = {};
  Tuning tuning = {};
  Caches caches = {};

  bool operator==(const Stored& other) const {
    return options == other.options && summary == other.summary && fitted == other.fitted && ranking == other.ranking &&
           tuning == other.tuning;
  }
};

/// estimate() by the options, from the caches where there are any, calibrated as it was fitted; of a rival that is no
/// function of the sums the scores by its weights.
Model model_of(const Stored& stored, unsigned threads = 0);

/// The bytes of a model file; the same content gives the same bytes. Estimates nothing.
std::string encode(const Stored& stored);
/// The bytes of sums alone, a model file without options.
std::string encode(const Summary& summary);
/// Checks every byte and every meaning. Error (bad_model), whatever the bytes are. Caches are kept where their key says
/// that they belong to these options and sums, else dropped; that is no error. The options have at least one reading,
/// and features where a reading takes fewer than its block has. Where the file has no options, each column is read
/// once, in its first block, by the default of the block's kind, or for variances alone by gaussian-nb or diagonal-lda.
Stored decode(std::string_view bytes);

/// Error (file_system) when the file cannot be read, (bad_model) when it is not sound.
Stored load(const std::string& path);
/// How a file was saved.
struct Saved {
  std::string doubt = {};  ///< why the file, which is in place, may not survive a loss of power; empty: it does
};

/// Writes a temporary file in the same folder, then renames it: afterwards `path` holds either all of the new content
/// or what it held before. Owner, permissions and extended attributes stay as they were, as far as the system allows.
/// Error (file_system) when that fails, and when `path` is something other than a plain file, or a signal is to end the
/// process. `in_place`, which may not throw, is called when the file is there and no signal can have ended the process.
Saved save(const Stored& stored, const std::string& path, const std::function<void()>& in_place = {});
/// The same of any content, a page or a picture.
Saved save_text(std::string_view text, const std::string& path);

/// How long another holder of a file is waited for.
struct LockWait {
  double seconds = std::numeric_limits<double>::infinity();
  std::function<void()> waiting = {};  ///< called once, when a second has passed
};

/// Holds a model file against other writers, for read-change-write. The lock is advisory and ends with the object.
class LockedModel {
 public:
  /// Waits for other holders, then loads. Error (file_system) too when they hold it longer than that.
  explicit LockedModel(const std::string& path, const LockWait& wait = {});
  ~LockedModel();
  LockedModel(LockedModel&&) noexcept;
  LockedModel& operator=(LockedModel&&) noexcept;

  [[nodiscard]] const Stored& stored() const;
  /// Saves in place, as save() does. Error (file_system), and nothing written, when the file was replaced in the
  /// meantime.
  Saved replace(const Stored& stored, const std::function<void()>& in_place = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A model read for scoring alone.
struct OpenedModel {
  Options options;
  Model model;
};

/// The model of a file, with another class prior if one is given. A reading of words is read page by page as rows ask
/// for them, each page checked when it is read, so that time and memory do not grow with the vocabulary; everything
/// else is loaded whole. Errors as load() and estimate(); a page that is not sound is an Error (bad_model) when it is
/// met.
OpenedModel open_model(const std::string& path, const std::optional<ClassPrior>& class_prior = {},
                       unsigned threads = 0);

/// The schema as a JSON document, which load_schema() reads.
std::string schema_to_json(const Schema& schema);
Schema schema_from_json(std::string_view text);
/// What a model file holds; nothing where the file is something else, such as a JSON document. Errors as load().
std::optional<Stored> load_if_model(const std::string& path);
/// The schema of a model file or of a JSON document, told apart by content.
Schema load_schema(const std::string& path);

}  // namespace suffice
