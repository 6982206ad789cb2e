// The workflows that every front shares: from rows to a stored model, and from a stored model to the next one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/roles.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Told what long work does beside reading rows, when that begins and after its steps: how many are done, of how many.
/// Both are 0 where it is one step; only the latter where it is not known how many there are. One call at a time, from
/// any thread. To cancel, it throws: the call ends with that exception, and nothing was changed.
using StepProgress = std::function<void(const char* what, std::size_t done, std::size_t all)>;

/// How long work is done.
struct WorkOptions {
  /// How many threads work on rows at a time; 0: as many as the machine has. Beside them one more reads ahead in the
  /// source, unless this is 1: then no thread is started. Never changes a result.
  unsigned threads = 0;
  /// Told after each block of rows how many rows and bytes were read so far. To cancel, it throws: the call ends with
  /// that exception, and nothing was changed.
  std::function<void(std::uint64_t rows, std::uint64_t bytes)> progress = {};
  StepProgress steps = {};
  std::string input = {};  ///< what errors call the place that rows come from
  /// Opens the source once more, for fits that need rows again: those of rivals.
  std::function<Source()> again = {};
  /// Bytes of rows that a rival may hold; where there are more, they are read again for each pass over them.
  std::size_t row_memory = std::size_t{1} << 30U;
  /// Labels as they are learned, for those that are read: a spelling that is meant for another. Not given: as they are.
  std::function<Labels(const Labels&)> labels = {};
};

/// A list of terms, one a line, and what errors call it.
struct TermList {
  std::string lines;
  std::string name = {};
};

/// What a user says about the model. What is not said has the default of a fit (MODELS §12), or stays as it is stored.
/// An option goes to every reading that has a use for it; Error (usage) where none has.
struct ModelChoice {
  /// A name of models(), naive-bayes or auto, which is the default where no other option of the model is said. It is
  /// the model of the blocks that it fits, and none of those of the role gaussian; the others keep theirs.
  std::optional<std::string> model = {};
  std::optional<Estimator> estimator = {};
  std::optional<Shrinkage> shrinkage = {};  ///< not RdaShrinkage
  std::optional<RdaShrinkage> rda = {};     ///< makes the model rda
  std::optional<double> ridge = {};
  std::optional<std::size_t> axes = {};  ///< fisher: at least 1
  std::optional<Pseudocount> pseudocount = {};
  std::optional<Unseen> unseen = {};  ///< values of categories
  std::optional<Unseen> oov = {};     ///< terms
  std::optional<TermList> vocabulary = {};
  bool learned_vocabulary = false;  ///< all terms that were met, instead of a vocabulary that is stored
  std::optional<std::uint64_t> min_documents = {};
  std::optional<std::uint64_t> max_terms = {};
  std::optional<bool> tf_idf = {};        ///< not said: as stored, but off where a model is named
  std::optional<bool> normalised = {};    ///< the same
  bool compact = false;                   ///< the terms that no reading knows are to be dropped: compacted()
  std::map<std::string, Cuts> cuts = {};  ///< how bins are joined, by column; of the others as stored
  std::optional<ClassPrior> class_prior = {};
};

/// What `auto` may take (MODELS §13).
struct AutoParts {
  bool pairs = true;          ///< one dependence, over categories and bins
  bool normal_scores = true;  ///< of numbers
  bool indicators = true;     ///< of the values of categories
  bool pools = true;          ///< of several candidates, as Reading::opinion says
};

/// How the accuracy that a fit reports is measured (MODELS §11).
struct Validation {
  enum class Rows { sampled, all, none };
  Rows rows = Rows::sampled;
  std::size_t folds = 0;  ///< of all rows; 0: leave-one-out, which is what a sample gets where it has a closed form

  bool operator==(const Validation&) const = default;
};
/// none | K | loo, the last two of all rows. Error (usage) for other texts, and for fewer than 2 folds.
Validation parse_validation(const std::string& text);

/// Which columns are read can be searched too: readings of fewer columns need no data.
enum class Selection {
  none,
  forward,   ///< from no column: the one that lowers the loss most is added, while one does
  backward,  ///< from all columns: the one without which the loss is lowest is dropped, while that lowers it
};
Selection parse_selection(const std::string& text);  ///< forward | backward

struct TuneOptions {
  Criterion criterion = Criterion::leave_one_out;
  Selection columns = Selection::none;
  std::vector<std::string> held = {};  ///< options that the user has said: model, shrinkage, pseudocount, …
  bool tempered = false;               ///< losses are those at the temperatures that suit each value best
  std::uint64_t seed = 0;              ///< of folds, and of the sample of a source
};

struct TunedOptions {
  Options options;
  Tuning tuning;
};
/// Searches the options that mean something to the model, one after the other, twice at most: for Gaussians structure,
/// shrinkage, or α and γ of rda; for counts the pseudocount; for terms minimum documents, vocabulary size and tf-idf;
/// the class prior; columns where wanted. Values are tried on the sums: nothing is fitted again, and each reading is
/// scored by itself, once for each of its values. Rows are among those summed; criteria of sums need none. Structures
/// are those that the sums have. Error (usage) where nothing can be searched by the criterion, (bad_data) where no
/// value has a model.
TunedOptions tune(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                  const TuneOptions& how, const WorkOptions& work = {});

/// What a user says about a fit.
struct FitOptions {
  ColumnChoice columns = {};  ///< the role of a column that nothing is said of is the model's, unless this is text
  TextOptions text = {};      ///< of every column of text
  std::optional<Schema> schema = {};  ///< these columns and decisions, instead of `columns` and `text`
  /// A model of that schema, whose readings and kinds of sums are taken where nothing is said of the model, so that the
  /// two can be merged.
  std::optional<Stored> like = {};
  ModelChoice model = {};
  AutoParts parts = {};    ///< of `auto`
  bool keep_full = false;  ///< sums of measurements that are enough for every Gaussian model
  /// Not said: by temperatures where the model is chosen by itself, else not at all.
  std::optional<Calibrate> calibrate = {};
  std::uint64_t seed = 0;  ///< which rows the accuracy is measured on, where there are too many, and which folds
  Validation validation = {};
  std::optional<TuneOptions> tune = {};  ///< options that are not said are searched after the pass
  std::vector<OddRow> odd_rows = {};     ///< rows from beyond the sample that roles are guessed by too
};

/// How to open a source whose rows are to be learned: as `options` say, but labels are read, missing values allowed,
/// negative amounts bad rows, and numbers come out sparse where the sums take them so. Error (usage) for a model that
/// does not exist.
ReadOptions learning_options(ReadOptions options, const FitOptions& fit);
/// The same for rows that are to be added to, or removed from, a model.
ReadOptions learning_options(ReadOptions options, const Summary& summary);
/// The same for rows that are to be scored: a negative count is a bad row, a negative amount one that has zero
/// probability under every class; columns that the model does not know are terms that it does not know. Whether labels
/// are read is the caller's choice. `read` is Model::schema().
ReadOptions scoring_options(ReadOptions options, const Schema& read, const Options& model);
/// The same, where values of categories are taken for those of the model that they are equal to but for how they are
/// written.
ReadOptions scoring_options(ReadOptions options, const Model& model, const Options& of_model);
ReadOptions scoring_options(ReadOptions options, const Stored& stored, const Schema& read);

/// Whether a fit by these options may read its rows more than once: first for a sample of them, or again for a rival.
bool may_need_sample(const FitOptions& options);

/// What a fit will do, decided before a row is read.
struct FitPlan {
  Schema schema;
  Options options;
  std::vector<Keep> keep;  ///< one for each block
  std::uint64_t seed = 0;
  std::vector<std::string> two_valued = {};  ///< columns of the role bernoulli: a third value is an Error
  /// Columns whose knots or edges are still to be decided from a sample of the rows, by decided().
  std::vector<ColumnRole> undecided = {};
  /// What each column of a text file is taken for, and why; empty where columns are all of one role by the options.
  std::vector<ColumnGuess> columns = {};
  bool many_labels = false;  ///< a schema, or the user, says that the target holds labels: nothing is asked about it
  /// The model is to be chosen by decided() from these parts; until then the options are those of a plain fit.
  std::optional<AutoParts> automatic = {};
  Ranking ranking = {};  ///< where the model was chosen
  /// How terms of text are counted is chosen after the pass, on its reservoir: the sums are the same for all ways.
  bool chooses_terms = false;
  Calibrate calibrate = Calibrate::none;
  Validation validation = {};
  std::optional<TuneOptions> tune = {};
};

/// By the rules of choose_schema, options_for() and MODELS §12: without a model, blocks are read by the defaults of
/// their kinds, and mails by boolean-nb with a pseudocount of 0.01; shrinkage is `auto`, but none where an estimator or
/// a ridge is given. Errors of these, and (usage) for options that no reading has a use for. `open_columns` is
/// Source::open_columns().
FitPlan plan_fit(std::span<const std::string> columns, const FitOptions& options, bool open_columns = false);
/// Columns that are open are those of the source, documents are mails where its format is mail; errors about columns
/// name `input`. The columns of a text file that nothing is said of have the roles that guess_roles() finds from its
/// first rows, where the model reads numbers.
FitPlan plan_fit(const Source& source, const FitOptions& options, const std::string& input = {});

/// A seeded uniform sample of the rows of an input, and how many of positive weight it was drawn from.
struct RowSample {
  Reservoir rows;
  std::uint64_t seen = 0;
};
/// Reads a source that is not yet bound to its end. What comes once can be read again for the fit where
/// ReadOptions::kept was given. Error (bad_data) when there are no rows, and those of Source.
RowSample sample_rows(Source& source, const Schema& schema, std::uint64_t seed, const WorkOptions& work = {});

/// How the rows of a plan are read for a sample: the columns of its schema in the same order, those that become bins as
/// numbers.
Schema sampled_schema(const FitPlan& plan);
/// The plan with knots and edges decided from rows of sampled_schema(): normal scores by at most 200 knots, of fewer
/// than two different values none; fine bins for mdl, as many midpoints between values as there are up to 1,024, in
/// a block that keeps counts of pairs as many as these allow its columns together; bins of equal width over the range
/// of the sample, or of equally many of its rows; all by the weights of the rows. Where the plan is automatic,
/// candidates are compared on the rows, or as many of them as memory allows for all classes, and the best becomes the
/// plan's schema and options (MODELS §13); with one class, or fewer than 4 rows, the plain ones stay. Error (usage) for
/// rows of other columns, (bad_data) where the target seems to be a number.
FitPlan decided(FitPlan plan, const Table& rows, const Labels& labels, const WorkOptions& work = {});
/// Whether something of a plan is still to be decided().
bool needs_sample(const FitPlan& plan);

struct FitResult {
  Stored stored;
  Model model;
  /// By folds where has_leave_one_out() is false or a place is reserved; nothing of one class, or where none is wanted.
  std::optional<LeaveOneOut> leave_one_out;
  std::uint64_t invalid_bytes = 0;  ///< of text: not part of well-formed UTF-8
  /// Rows that calibration could not use: they cannot be scored, or have zero probability under their own class.
  std::uint64_t not_calibrated_on = 0;
  /// Of a sample of the rows those that are equal to another one, label included, where that is hardly by chance: a
  /// copy that stays when a row is left out tells its label.
  std::uint64_t repeated_rows = 0;
  std::uint64_t sampled_rows = 0;  ///< the size of that sample
};

/// One pass over a source that is not yet bound, opened with learning_options(): sums, model, and accuracy by
/// leave-one-out on a reservoir of rows, on which the model is calibrated too, where that is wanted and there are two
/// classes at least: `model` and `stored` are then the calibrated ones. Error (usage) for isotonic calibration of more
/// than two classes, (bad_data) when there are no rows, more labels than
/// check_label_count() allows, or a third value in a column of the role bernoulli, and those of Source, Accumulator and
/// estimate(); (usage) where columns of the plan are undecided. Where all rows are validated, and for rivals that are
/// no function of the sums, rows are read once more, by WorkOptions::again; Error (usage) where it is not given,
/// (bad_data) where the rows are others the second time, as check_folds(), where the target of a rival has one label
/// only, or where a plane separates the classes of logistic regression without a ridge. Rivals have their accuracy by
/// folds of the reservoir.
FitResult fit(Source& source, const FitPlan& plan, const WorkOptions& work = {});
/// The same for a table of columns_of(plan.schema). What is undecided is decided from the table.
FitResult fit(const Table& rows, const Labels& labels, const FitPlan& plan, const WorkOptions& work = {});

/// The input of a fit that may be read several times.
struct FitInput {
  std::function<Source()> open;  ///< the rows from their start, with learning_options()
  /// What plan_fit() says of a source that was opened, where a front has more to say about it.
  std::function<FitPlan(const Source&, const FitOptions&)> plan = {};
  bool can_be_read_again = true;  ///< false: where a column turns out to hold text, that is an Error
  /// Called before the input is read again: what was wrong, with the roles that are then taken as remedies, and the
  /// columns; without remedies, their roles are guessed once more.
  std::function<void(const Error&, const std::vector<std::string>&)> reading_again = {};
};

struct InputFit {
  FitResult result;
  std::vector<ColumnGuess> columns;  ///< of the plan
  Source source;                     ///< read to its end
};

/// Plan, sample and decisions where these are needed, and the pass. Where columns whose role was guessed hold text
/// further down, the input is read again with these as categories, unless they have very many values: then roles are
/// guessed once more by the rows that did not fit, as they are for dates, units and columns without values. Errors as
/// plan_fit(), sample_rows(), decided() and fit().
InputFit fit(const FitInput& input, FitOptions options, const WorkOptions& work = {});

/// The caches of these options and sums; what has no model has none. Errors that are not those of estimate() only.
Caches make_caches(const Summary& summary, const Options& options, unsigned threads = 0);
/// Error (bad_model) when the caches are not what make_caches() gives, up to the rounding of other machines, or were
/// dropped; none is sound.
void check_caches(const Stored& stored, unsigned threads = 0);
/// The model of options and sums, after the caches were made that belong to them. Errors as estimate(); the caches are
/// then empty.
Model finish(Stored& stored, unsigned threads = 0);

struct Change {
  /// With the options and what was fitted of the model before, and without caches: finish() makes them. A class that
  /// is new has the offset 0; a map of log odds goes where the two classes are no longer the same.
  Stored stored;
  std::uint64_t invalid_bytes = 0;
  double relative_error = 0;  ///< of a removal, as in Removal
};

/// Adds the rows of a source that is not yet bound, opened with learning_options(); open columns grow with it. Errors
/// as fit() and merge(), and (usage) for rivals that are no function of the sums, as for the two that follow.
Change update(const Stored& before, Source& source, const WorkOptions& work = {});
/// Removes them. Errors as fit() and remove(), and (bad_data) where nothing would be left.
Change forget(const Stored& before, Source& source, const WorkOptions& work = {});
/// The sums of both, read by the options of the first; without caches. Errors as merge().
Stored merge(const Stored& first, const Stored& second);

/// The same sums read with other options, without caches. What was fitted stays while the readings stay as they are,
/// and goes where they change. `drop` names columns that are not to be read any longer; a reading that has no column
/// left goes. Error (usage) as for ModelChoice, for a column that there is not, and when no column is left.
Stored reestimate(const Stored& stored, const ModelChoice& choice, std::span<const std::string> drop = {});

/// tune() by a sample of the rows of a source that is not yet bound, opened with learning_options(): rows that the
/// model was fitted on, all or some. No source for the criteria of sums. What was fitted goes where readings change.
/// The result has no caches. Error (bad_data) where the sums show that they do not hold the rows.
Stored tune(const Stored& stored, Source* source, const TuneOptions& how, const WorkOptions& work = {});

/// The sums without the terms that no reading knows, and a vocabulary that names none of them; update(), forget() and
/// merge() then refuse. With caches. Error (usage) where no block has terms.
Stored compacted(const Stored& stored, unsigned threads = 0);

/// A block of rows as it was read, and the views of it, which hold until the next one.
struct SourceRows {
  RowBlock& block;
  const Table& rows;
  const Labels& labels;
  std::uint64_t before;  ///< how many rows came before them
};

/// use(block) for each block of a bound source; meanwhile another thread reads what comes next, as far as that needs no
/// waiting. `waiting`, if given, is called when the next rows have to be waited for.
void each_block(Source& source, const WorkOptions& work, const std::function<void(const SourceRows&)>& use,
                const std::function<void()>& waiting = {});

}  // namespace suffice
