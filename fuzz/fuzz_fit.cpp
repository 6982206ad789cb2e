// Any bytes as a file that a model is fitted on, as the tool does it: decisions and a model, or an Error. What was
// fitted is saved, learns the same file again, forgets it and scores it. Byte 0 chooses the format, byte 1 the model
// and what is said of text; the rest is the file.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model_support.hpp"
#include "suffice/fit.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace suffice;

constexpr std::size_t most_bytes = 1U << 16U;
constexpr std::size_t most_bytes_to_choose = 2'000;

struct Named {
  const char* file;
  InputFormat format;
};
constexpr std::array formats{Named{"x.csv", InputFormat::by_name}, Named{"x.arff", InputFormat::by_name},
                             Named{"x.svm", InputFormat::by_name}, Named{"x.npy", InputFormat::by_name},
                             Named{"x.tsv", InputFormat::by_name}, Named{"x", InputFormat::by_name},
                             Named{"x.mail", InputFormat::mail},   Named{"x.xlsx", InputFormat::by_name}};
constexpr std::array models{"naive-bayes", "auto", "lda", "multinomial-nb", "aode", "gaussian-nb", "poisson-nb", "rda"};

FitOptions fit_options(unsigned choice, std::size_t size) {
  FitOptions options;
  std::string model = models[choice % models.size()];
  if (model == "auto" && size > most_bytes_to_choose) model = "naive-bayes";
  options.model.model = model;
  if ((choice & 8U) != 0) options.text.stop_words = english_stop_words();
  if ((choice & 16U) != 0) options.text.hash_buckets = 64;
  if ((choice & 32U) != 0) options.text.longest = 2;
  if ((choice & 64U) != 0) options.columns.weight = "weight";
  if ((choice & 128U) != 0) options.validation.rows = Validation::Rows::none;
  return options;
}

/// The role of the column x or of the label, and what else a user can say.
void say(unsigned choice, ColumnChoice& columns) {
  const std::vector<std::string> roles = role_names();
  const unsigned role = choice % 32U;
  if (role > 0 && role <= roles.size()) {
    const std::string& name = roles[role - 1];
    columns.roles = {
        parse_column_role((choice & 64U) != 0 ? "label" : "x", name.starts_with("equal") ? name + ":4" : name)};
  } else if (role > roles.size()) {
    static constexpr std::array dates{"when", "when=dmy", "when=%m/%d/%Y"};
    columns.dates = {dates[role % dates.size()]};
    columns.declared_labels = {"a", "c"};
  }
  if ((choice & 32U) != 0) columns.drop = {"v"};
  if ((choice & 64U) != 0) columns.target = "label";
  if ((choice & 128U) != 0) columns.text = "text";
}

/// As the tool reads other files for a model: in its dialect, unless they do not show its columns in it.
ReadOptions as_known(ReadOptions options, const Schema& schema) {
  options.dialect = as_choice(schema.dialect);
  options.expected = file_columns(schema);
  return options;
}

/// What the tool says of an input when it has read it.
void check_notes(const Source& source, std::span<const ColumnGuess> columns) {
  require(source.bytes_read() > 0);
  const SkippedRows skipped = source.skipped_rows();
  require(skipped.bad > 0 || skipped.first_bad.empty());
  static_cast<void>(source.ignored_numbers() + source.repeated_headers() + source.unlabelled_files().size());
  for (const std::string& doubt : source.doubts()) require(is_utf8(doubt));
  for (const std::string& doubt : source.late_doubts()) require(is_utf8(doubt));
  for (const std::string& path : source.skipped()) require(!path.empty());
  require(is_utf8(summary_line({columns.begin(), columns.end()})));
  for (const ColumnGuess& column : columns) require(use_name(column.use) != std::string_view());
}

/// Bits of `choice`: kept while it is read, as two files, with its cells, with its bad rows.
void score_file(const std::string& path, const Stored& stored, ReadOptions reading, unsigned choice) {
  const Model model = model_of(stored, 1);
  reading.keep_cells = (choice & 32U) != 0;
  reading.keep_bad_rows = (choice & 64U) != 0;
  reading.skip_bad_rows = !reading.keep_bad_rows;
  reading.labels = (choice & 64U) != 0;
  if ((choice & 8U) != 0) reading.kept = keep_inputs();
  const ReadOptions scoring = scoring_options(reading, model, stored.options);
  Source source = (choice & 16U) != 0 ? Source::of_paths({path, path}, scoring) : Source(path, scoring);
  source.bind(model.schema());
  RowBlock block;
  while (source.next(block)) {
    static_cast<void>(source.would_wait());
    source.read_ahead();
    std::vector<double> posterior(block.rows * model.labels().size());
    allow_errors([&] { model.log_posterior(source.table(block), posterior, {.threads = 1}); });
    for (const double p : posterior) require(!std::isnan(p));
  }
}

/// Models whose blocks differ cannot be merged.
void merge_with_others(const Stored& stored) {
  Stored other = stored;
  Block& block = other.summary.schema.blocks[0];
  block.text.longest = 3;
  block.text.stemmer = "german";
  block.features.back() += "?";
  allow_errors([&] { merge(stored, other); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3 || size > most_bytes) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const Named& named = formats[data[0] % formats.size()];
  constexpr std::string_view another = "=== another\n";
  const std::size_t cut = bytes.find(another);
  const std::string path = scratch().write(named.file, bytes.substr(0, cut));
  const std::string scored =
      cut == std::string_view::npos ? path : scratch().write("other", bytes.substr(cut + another.size()));
  FitOptions options = fit_options(data[1], size);
  say(data[2], options.columns);
  ReadOptions given;
  given.format = named.format;
  given.skip_bad_rows = (data[0] & 128U) != 0;
  allow_errors([&] {
    const WorkOptions work{.threads = 1};
    const ReadOptions reading = learning_options(given, options);
    const InputFit found = fit({.open = [&] { return Source(path, reading); }}, options, work);
    check_notes(found.source, found.columns);
    const std::string model_path = scratch().path("model");
    save(found.result.stored, model_path);
    require(load(model_path) == found.result.stored);
    const ReadOptions again = learning_options(given, found.result.stored.summary);
    {
      LockedModel locked(model_path);
      Source source(path, again);
      Change change = update(locked.stored(), source, work);
      locked.replace(change.stored);
    }
    Source source(path, again);
    const Change change = forget(load(model_path), source, work);
    require(change.stored.summary.classes.rows == found.result.stored.summary.classes.rows);
    check_caches(found.result.stored, 1);
    const Schema& schema = found.result.stored.summary.schema;
    require(load_schema(model_path) == schema);
    require(load_schema(scratch().write("schema", schema_to_json(schema))) == schema);
    for (const ColumnGuess& column : found.columns) {
      if (column.date_format.empty()) continue;
      const std::string date = date_text(column.date_format, 1e9 + 7e7 * static_cast<double>(column.values));
      require(!date.empty());
    }
    const std::vector<std::string>& labels = found.result.stored.summary.classes.labels;
    for (const LabelTwin& twin : label_twins(labels, std::vector<std::string>{"a.", " B", "1.0", "none"})) {
      require(std::ranges::find(labels, twin.known) != labels.end());
    }
    score_file(scored, found.result.stored, as_known(given, schema), data[0]);
    merge_with_others(found.result.stored);
  });
  return 0;
}
