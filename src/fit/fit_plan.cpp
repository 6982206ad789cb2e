// The plan of a fit: schema, options and what to keep, decided from the names of columns and what a user says.
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/missing_markers.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/dropped_columns.hpp"
#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/dates.hpp"
#include "data/schema/roles/target_check.hpp"
#include "estimate/model_table.hpp"
#include "fit/choice/candidates.hpp"
#include "fit/choice/model_choice.hpp"
#include "fit/keep.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "summary/moments/moment_shape.hpp"

namespace suffice {

namespace {

// Of the columns that nothing is said of: that of the model, but a model of terms that has text to read says nothing of
// other columns.
Role default_role(const FitOptions& options) {
  const ColumnChoice& columns = options.columns;
  if (columns.role == Role::text || !columns.text.empty()) {
    return Role::text;
  }
  const std::optional<std::string> name = chosen_model(options.model);
  if (!name || *name == naive_bayes || find_rival(*name)) {
    return columns.role;
  }
  const bool has_text = std::ranges::find(columns.roles, Role::text, &ColumnRole::role) != columns.roles.end();
  const NamedModel& model = find_model(*name);
  return has_text && fits(model.options, Kind::text) ? columns.role : model.role;
}

// Whether the model reads counts of pairs of values: numbers then enter by bins.
bool bins_numbers(const FitOptions& options) {
  const std::optional<std::string> name = chosen_model(options.model);
  return !options.schema && name && *name != naive_bayes && !find_rival(*name) &&
         moments_needed(find_model(*name).options).pairs;
}

// A column of categories that nothing is said of: least squares needs the products of all columns, so that categories
// enter its block of numbers by their indicators.
ColumnRole category_role(const std::string& column, const FitOptions& options) {
  const std::optional<Rival> rival = find_rival(chosen_model(options.model).value_or(""));
  const bool by_indicators = rival && rival->loss == RivalLoss::least_squares;
  return {column, by_indicators ? Role::indicators : Role::categorical};
}

// What measurements are read by, as far as it decides what is kept of them.
GaussianOptions gaussian_options(const FitOptions& options, Role role) {
  const std::optional<std::string> name = chosen_model(options.model);
  FamilyOptions family = default_options(Kind::measurements);
  if (role == Role::gaussian || name == naive_bayes) {
    family = find_model(gaussian_naive_bayes).options;
  } else if (const std::optional<Rival> rival = find_rival(name.value_or(""))) {
    family = GaussianOptions{.structure = rival->loss == RivalLoss::least_squares ? Structure::shared
                                                                                  : Structure::shared_diagonal};
  } else if (name && fits(find_model(*name).options, Kind::measurements)) {
    family = find_model(*name).options;
  }
  auto gaussian = std::get<GaussianOptions>(family);
  gaussian.shrinkage = options.model.shrinkage.value_or(gaussian.shrinkage);
  gaussian.estimator = options.model.estimator.value_or(gaussian.estimator);
  return gaussian;
}

bool role_takes_sparse(const FitOptions& options, Role role) {
  if (needs_sample(role)) {
    return false;
  }
  const Kind kind = kind_of(role);
  if (kind != Kind::measurements) {
    return kind_takes_sparse(kind, {});
  }
  return !options.keep_full && kind_takes_sparse(kind, moments_needed(gaussian_options(options, role)));
}

bool schema_takes_sparse(const FitOptions& options, const Schema& schema) {
  return std::ranges::all_of(schema.blocks, [&](const Block& block) {
    if (has_encodings(block)) {
      return false;
    }
    return block.kind == Kind::measurements ? role_takes_sparse(options, Role::number)
                                            : kind_takes_sparse(block.kind, {});
  });
}

// Whether the columns that nothing is said of may be anything, so that the first rows are asked.
bool guesses(const FitOptions& options) {
  const Role role = default_role(options);
  return !options.schema && (role == Role::number || (role == Role::categorical && bins_numbers(options)));
}

// A column of numbers that nothing is said of, as the model reads it.
ColumnRole number_role(const std::string& column, const FitOptions& options) {
  constexpr std::size_t most_bins = 10;
  return bins_numbers(options) ? ColumnRole{column, Role::equal_frequency, {}, most_bins} : ColumnRole{column};
}

// Whether hours and weekdays of a sample differ between its rows.
bool varies(std::span<const std::string> cells, const std::string& format, int DateValue::* part) {
  std::optional<int> first;
  for (const std::string& cell : cells) {
    const std::optional<DateValue> date = parse_date(format, cell);
    if (date && first.value_or((*date).*part) != (*date).*part) {
      return true;
    }
    if (date) {
      first = (*date).*part;
    }
  }
  return false;
}

// A date is a number of seconds, and an hour and a weekday where they vary.
void add_date(const ColumnGuess& guess, const std::unordered_set<std::string_view>& columns,
              std::span<const std::string> cells, const FitOptions& options, ColumnChoice& choice, Schema& schema) {
  schema.dates.push_back({guess.column, guess.date_format});
  choice.roles.push_back(number_role(guess.column, options));
  const auto is_free = [&](const std::string& name) { return !columns.contains(name); };
  if (has_time(guess.date_format) && is_free(hour_of(guess.column)) &&
      varies(cells, guess.date_format, &DateValue::hour)) {
    choice.roles.push_back(category_role(hour_of(guess.column), options));
  }
  const bool has_day = guess.date_format.find("%d") != std::string::npos;
  if (has_day && is_free(weekday_of(guess.column)) && varies(cells, guess.date_format, &DateValue::weekday)) {
    choice.roles.push_back(category_role(weekday_of(guess.column), options));
  }
}

// The format of a column that the user says holds dates.
std::string said_format(const DateColumn& said, std::span<const std::string> cells, const Dialect& dialect) {
  const std::string& column = said.column;
  const MissingMarkers missing(dialect.missing);
  std::vector<std::string_view> values;
  std::ranges::copy_if(cells, std::back_inserter(values),
                       [&](std::string_view cell) { return !missing.contains(cell); });
  if (!said.format.empty()) {
    if (const std::optional<std::string> format = said_date_format(values, said.format)) {
      return *format;
    }
    throw Error(ErrorCode::bad_data,
                fmt::format("the dates of column {}, such as {}, are not written as {}", quoted(column),
                            values.empty() ? "none" : quoted(values.front()), said.format),
                "", {{"column", {column + "=date"}}, {"column", {column + "=categorical"}}});
  }
  if (const std::optional<FoundDateFormat> found = find_date_format(values)) {
    return found->format;
  }
  throw Error(ErrorCode::bad_data,
              fmt::format("the first rows of column '{}' show no format of dates or times that is known; write them "
                          "as 2024-12-31 or 2024-12-31 23:59:59",
                          column),
              "", {{"column", {column + "=categorical"}}, {"drop", {column}}});
}

// The columns that the user says hold dates, with the formats that are said.
std::unordered_map<std::string, std::string> said_formats(const ColumnChoice& choice,
                                                          const std::unordered_set<std::string_view>& columns) {
  std::unordered_map<std::string, std::string> formats;
  for (const std::string& said : choice.dates) {
    DateColumn date = said_date(said, columns);
    formats.emplace(std::move(date.column), std::move(date.format));
  }
  return formats;
}

// Whether all cells with a value are numbers, none with leading zeros, which codes have.
bool holds_numbers(std::span<const std::string> cells, const Dialect& dialect) {
  const NumberStyle style = {dialect.decimal, MissingMarkers(dialect.missing)};
  return std::ranges::all_of(cells, [&](const std::string& cell) {
    const bool is_code = cell.size() > 1 && cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9';
    const NumberKind kind = parse_number(cell, style).kind;
    return !is_code && (kind == NumberKind::finite || kind == NumberKind::missing);
  });
}

// Gives each column that nothing is said of the role it seems to have. Counts are numbers but for naive Bayes: a model
// with covariances says more about them than factors do. Where a model of numbers is named, whatever is a number is
// one.
std::vector<ColumnGuess> guess_columns(const CellSample& sample, const Dialect& dialect, const FitOptions& options,
                                       std::span<const ColumnRole> declared, ColumnChoice& choice, Schema& schema) {
  std::vector<ColumnGuess> columns = guess_roles(sample, dialect, choice);
  const std::optional<std::string> model = chosen_model(options.model);
  const bool counts = model == "naive-bayes";
  const bool all_numbers = model && !counts && !bins_numbers(options);
  const std::unordered_set<std::string_view> names(sample.columns.begin(), sample.columns.end());
  const std::unordered_map<std::string, std::string> said_dates = said_formats(choice, names);
  std::erase_if(choice.roles, [&](const ColumnRole& role) { return said_dates.contains(role.column); });
  for (std::size_t j = 0; j < columns.size(); ++j) {
    ColumnGuess& column = columns[j];
    if (column.use == ColumnUse::count && !column.said && !counts) {
      column.use = ColumnUse::number;
    }
    if (!column.said && column.use == ColumnUse::number) {
      column.role = number_role(column.column, options).role;
    }
    const auto own = std::ranges::find(declared, column.column, &ColumnRole::column);
    if (column.use == ColumnUse::target || column.use == ColumnUse::weight) {
      if (own != declared.end()) column.doubts.clear();
      continue;
    }
    const bool is_category = column.use == ColumnUse::flag || column.use == ColumnUse::category;
    if (is_category && !column.said && column.role == Role::categorical) {
      column.role = category_role(column.column, options).role;
    }
    if (all_numbers && !column.said && is_category && holds_numbers(sample.cells[j], dialect)) {
      column.use = ColumnUse::number;
      column.role = Role::number;
      column.doubts.clear();
    }
    const auto date = said_dates.find(column.column);
    if (date != said_dates.end()) {
      column.use = ColumnUse::date;
      column.said = true;
      column.date_format = said_format({date->first, date->second}, sample.cells[j], dialect);
      column.reason = column.date_format;
      column.doubts.clear();
    }
    if (own != declared.end() && !column.said) {
      column.use = ColumnUse::category;
      column.reason = "as the file declares";
      column.doubts.clear();
      const ColumnRole role = category_role(column.column, options);
      choice.roles.push_back(role.role == Role::categorical ? *own : role);
      continue;
    }
    if (column.unit && column.role != Role::indicators &&
        (is_numeric(kind_of(column.role)) || needs_sample(column.role))) {
      schema.written_numbers.push_back({column.column, *column.unit});
    }
    if (column.use == ColumnUse::date) {
      add_date(column, names, sample.cells[j], options, choice, schema);
    } else if (!column.said && column.use == ColumnUse::dropped) {
      choice.drop.push_back(column.column);
    } else if (!column.said) {
      const bool is_number = column.use == ColumnUse::number;
      choice.roles.push_back(is_number ? number_role(column.column, options) : ColumnRole{column.column, column.role});
    }
  }
  return columns;
}

// The columns of a file of numbers that nothing is said of.
void add_number_roles(std::span<const std::string> columns, const FitOptions& options, ColumnChoice& choice) {
  choice = resolved(columns, std::move(choice));
  std::unordered_set<std::string> said(choice.drop.begin(), choice.drop.end());
  said.insert({choice.target, choice.weight});
  for (const ColumnRole& role : choice.roles) {
    said.insert(role.column);
  }
  for (const std::string& column : columns) {
    if (!said.contains(column)) {
      choice.roles.push_back(number_role(column, options));
    }
  }
}

// choose_schema(), whose error says which columns were dropped because of what they seemed to be.
Schema chosen_schema(std::span<const std::string> names, const ColumnChoice& choice,
                     std::span<const ColumnGuess> guessed) {
  try {
    return choose_schema(names, choice);
  } catch (const Error& error) {
    std::string dropped;
    Remedy remedy{"column"};
    for (const ColumnGuess& column : guessed) {
      if (column.use == ColumnUse::dropped && !column.said) {
        dropped += fmt::format("{}'{}' ({})", dropped.empty() ? "; dropped: " : ", ", column.column, column.reason);
        remedy.values.push_back(column.column + "=categorical");
      }
    }
    if (dropped.empty()) {
      throw;
    }
    throw Error(error.code(), error.message() + dropped, error.where(), {remedy});
  }
}

// The columns that no block reads: those that were guessed or said to be dropped.
std::vector<DroppedColumn> dropped_columns_of(std::span<const ColumnGuess> guessed, const FitOptions& options,
                                              std::span<const std::string> columns) {
  std::vector<DroppedColumn> dropped;
  for (const ColumnGuess& column : guessed) {
    if (column.use == ColumnUse::dropped) {
      dropped.push_back({column.column, column.reason});
    }
  }
  if (guessed.empty()) {
    for (const std::string& column : resolved(columns, options.columns).drop) {
      dropped.push_back({column, "as you said"});
    }
  }
  return listed_columns(std::move(dropped));
}

// Adds the hour and the weekday of each column of dates to the names, dropped where they have no role.
void add_date_parts(std::span<const DateColumn> dates, std::span<const std::string> columns,
                    std::vector<std::string>& names, ColumnChoice& choice) {
  const std::unordered_set<std::string_view> taken(columns.begin(), columns.end());
  std::unordered_set<std::string_view> with_role;
  for (const ColumnRole& role : choice.roles) {
    with_role.insert(role.column);
  }
  for (const DateColumn& date : dates) {
    for (const std::string& name : {hour_of(date.column), weekday_of(date.column)}) {
      if (taken.contains(name)) {
        continue;
      }
      names.push_back(name);
      if (!with_role.contains(name)) {
        choice.drop.push_back(name);
      }
    }
  }
}

struct Columns {
  Schema schema;
  std::vector<ColumnRole> roles;
  std::vector<ColumnGuess> guessed = {};
  bool many_labels = false;
};

// `sample` of a text file whose columns may be guessed; else null. `declared` by the file itself.
Columns planned_columns(std::span<const std::string> columns, const FitOptions& options, bool open_columns,
                        const CellSample* sample = nullptr, const Dialect& dialect = {},
                        std::span<const ColumnRole> declared = {}) {
  if (options.schema) {
    return {*options.schema, options.columns.roles};
  }
  ColumnChoice choice = options.columns;
  choice.role = default_role(options);
  choice.open_columns = open_columns;
  Schema decided = {};
  std::vector<ColumnGuess> guessed;
  std::vector<std::string> names(columns.begin(), columns.end());
  choice = resolved(columns, choice);
  if (sample != nullptr) {
    if (const std::optional<Error> problem = target_problem(*sample, dialect, choice.target);
        problem && !choice.many_labels) {
      throw *problem;
    }
    guessed = guess_columns(*sample, dialect, options, declared, choice, decided);
    add_date_parts(decided.dates, columns, names, choice);
  }
  Schema schema = chosen_schema(names, choice, guessed);
  schema.dates = decided.dates;
  std::ranges::sort(schema.dates, {}, &DateColumn::column);
  schema.written_numbers = decided.written_numbers;
  std::ranges::sort(schema.written_numbers, {}, &WrittenNumbers::column);
  schema.dropped = dropped_columns_of(guessed, options, columns);
  schema.dialect = dialect;
  for (const ColumnGuess& column : guessed) {
    for (const ColumnDoubt& doubt : column.doubts) {
      std::ranges::copy_if(doubt.missing_markers, std::back_inserter(schema.dialect.missing), [&](const auto& marker) {
        return std::ranges::find(schema.dialect.missing, marker) == schema.dialect.missing.end();
      });
    }
  }
  check_text_options(options.text);
  for (Block& block : schema.blocks) {
    if (block.kind == Kind::text) {
      block.text = options.text;
    }
  }
  return {std::move(schema), std::move(choice.roles), std::move(guessed), choice.many_labels};
}

std::vector<std::string> two_valued(std::span<const ColumnRole> roles) {
  std::vector<std::string> names;
  for (const ColumnRole& role : roles) {
    if (role.role == Role::bernoulli) {
      names.push_back(role.column);
    }
  }
  return names;
}

std::vector<ColumnRole> undecided(std::span<const ColumnRole> roles) {
  std::vector<ColumnRole> found;
  std::ranges::copy_if(roles, std::back_inserter(found),
                       [](const ColumnRole& role) { return needs_sample(role.role); });
  return found;
}

// Whether there are columns that several models can read.
bool has_free_columns(const FitPlan& plan) {
  return std::ranges::any_of(checked(plan.options, plan.schema).readings, [&](const Reading& reading) {
    return is_free(plan.schema.blocks[reading.block], reading);
  });
}

// The families by which the model that the schema is of reads its amounts, unless the model that is named is one of
// amounts: roles say them, as of columns that are given anew.
void add_families(const FitOptions& options, std::vector<ColumnRole>& roles) {
  const std::string name = chosen_model(options.model).value_or("");
  const bool is_named = !name.empty() && name != naive_bayes && !find_rival(name);
  if (!options.like || (is_named && fits(find_model(name).options, Kind::amounts))) return;
  for (const Reading& reading : checked(options.like->options, options.like->summary.schema).readings) {
    const auto* const amounts = std::get_if<AmountOptions>(&reading.options);
    if (amounts == nullptr) continue;
    for (const std::string& feature : reading.features) roles.push_back({feature, named_model(*amounts).role});
  }
}

// The sums of a rival are merged with no others: blocks that it does not read are left out.
void leave_out_unread(Schema& schema, Options& options) {
  std::vector<Block> read;
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const auto is_of_block = [b](const Reading& reading) { return reading.block == b; };
    auto own = std::ranges::find_if(options.readings, is_of_block);
    if (own == options.readings.end()) continue;
    for (; own != options.readings.end() && is_of_block(*own); ++own) own->block = read.size();
    read.push_back(std::move(schema.blocks[b]));
  }
  schema.blocks = std::move(read);
}

// Of more columns of svmlight nothing is compared: the sums of every class, in every fold, have all of them, however
// few a file holds.
constexpr std::size_t most_open_columns = 100'000;

// Of many columns of svmlight that nothing is said of: whether they are counts of terms, most of which a row lacks.
bool are_terms(const StoredNumbers& numbers, std::size_t columns) {
  constexpr double most_stored = 0.25;
  return numbers.are_amounts && static_cast<double>(numbers.stored) <=
                                    most_stored * static_cast<double>(numbers.rows) * static_cast<double>(columns);
}

// Of many columns of svmlight a covariance takes too long: they are read as terms, or by their variances alone.
void choose_for_many_columns(const Source& source, FitOptions& options) {
  constexpr std::size_t many = 1000;
  if (!source.open_columns() || !is_automatic(options.model) || options.keep_full ||
      default_role(options) != Role::number) {
    return;
  }
  const std::size_t columns = source.columns().size() - 1;  // but the label
  if (columns <= many) return;
  if (are_terms(*source.stored_numbers(), columns)) {
    options.columns.role = Role::term;
  } else if (columns > most_matrix_features && columns <= most_open_columns) {
    options.model.model = "diagonal-lda";
    options.calibrate = options.calibrate.value_or(Calibrate::temperature);
  }
}

FitPlan plan_of(Columns columns, const FitOptions& options) {
  FitPlan plan = {.schema = std::move(columns.schema),
                  .options = {},
                  .keep = {},
                  .seed = options.seed,
                  .two_valued = two_valued(columns.roles),
                  .undecided = undecided(columns.roles),
                  .columns = std::move(columns.guessed),
                  .many_labels = columns.many_labels || options.schema.has_value(),
                  .validation = options.validation,
                  .tune = options.tune};
  if (options.schema && options.like && is_automatic(options.model) && !options.keep_full) {
    plan.options = options.like->options;
    plan.options.class_prior = options.model.class_prior.value_or(plan.options.class_prior);
    plan.keep = kept_by(options.like->summary);
    plan.calibrate = options.calibrate.value_or(Calibrate::none);
    return plan;
  }
  add_families(options, columns.roles);
  plan.options = chosen_options(plan.schema, options.model, columns.roles);
  if (plan.options.rival) leave_out_unread(plan.schema, plan.options);
  plan.keep = options.keep_full ? full_sums(plan.schema) : sums_needed(checked(plan.options, plan.schema), plan.schema);
  if (options.keep_full) {
    check_taken(plan.options, "keep");
  }
  const bool automatic = is_automatic(options.model) && !options.schema && !options.keep_full;
  if (automatic && has_free_columns(plan)) {
    plan.automatic = options.parts;
  }
  const auto may_be_counted = [](const Block& block) {
    return block.kind == Kind::counts
               ? block.features.size() <= most_open_columns
               : block.kind == Kind::text && block.text.form != DocumentForm::mail;  // mails have their own defaults
  };
  plan.chooses_terms = automatic && std::ranges::any_of(plan.schema.blocks, may_be_counted);
  plan.calibrate = options.calibrate.value_or(automatic ? Calibrate::temperature : Calibrate::none);
  return plan;
}

}  // namespace

FitPlan plan_fit(std::span<const std::string> columns, const FitOptions& options, bool open_columns) {
  return plan_of(planned_columns(columns, options, open_columns), options);
}

FitPlan plan_fit(const Source& source, const FitOptions& options, const std::string& input) {
  if (options.schema) {
    return plan_of({source.fit_columns(*options.schema), {}}, options);
  }
  FitOptions chosen = options;
  if (source.format() == InputFormat::mail) {
    chosen.text.form = DocumentForm::mail;
  }
  Columns columns;
  try {
    if (bins_numbers(options) && (source.format() == InputFormat::npy || source.format() == InputFormat::svmlight)) {
      add_number_roles(source.columns(), options, chosen.columns);
    }
    choose_for_many_columns(source, chosen);
    const CellSample* sample = guesses(options) ? source.sample() : nullptr;
    if (sample != nullptr && sample->rows() == 0) {
      sample = nullptr;  // reading says what is wrong with the rows
    }
    CellSample extended;
    if (sample != nullptr && !options.odd_rows.empty()) {
      extended = *sample;
      sample = &extended;
      for (const OddRow& row : options.odd_rows) {
        for (std::size_t j = 0; row.cells.size() == extended.cells.size() && j < row.cells.size(); ++j) {
          extended.cells[j].push_back(row.cells[j]);
        }
      }
    }
    columns = planned_columns(source.columns(), chosen, source.open_columns(), sample, source.dialect(),
                              source.declared_roles());
    columns.schema.documents = source.document_unit();
    if (source.open_columns() && source.has_files()) {
      columns.schema = source.fit_columns(columns.schema);
    }
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), error.where().empty() ? input : error.where(), error.remedies());
  }
  return plan_of(std::move(columns), chosen);
}

bool may_need_sample(const FitOptions& options) {
  const auto is_sampled = [](const ColumnRole& role) { return needs_sample(role.role); };
  const bool is_rival = find_rival(options.model.model.value_or("")) || (options.like && options.like->options.rival);
  return std::ranges::any_of(options.columns.roles, is_sampled) || is_rival || bins_numbers(options) ||
         (is_automatic(options.model) && !options.schema && !options.keep_full);
}

ReadOptions learning_options(ReadOptions options, const FitOptions& fit) {
  options.labels = true;
  options.allow_missing = true;
  options.not_negative = true;
  options.sample = guesses(fit);
  if (fit.schema) {
    options.sparse = schema_takes_sparse(fit, *fit.schema);
  } else {
    options.sparse = role_takes_sparse(fit, default_role(fit)) &&
                     std::ranges::all_of(fit.columns.roles,
                                         [&](const ColumnRole& column) { return role_takes_sparse(fit, column.role); });
  }
  return options;
}

ReadOptions learning_options(ReadOptions options, const Summary& summary) {
  const std::vector<Keep> keep = kept_by(summary);
  options.labels = true;
  options.allow_missing = true;
  options.not_negative = true;
  options.sparse = true;
  for (std::size_t b = 0; b < keep.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    options.sparse = options.sparse && !has_encodings(block) && kind_takes_sparse(block.kind, keep[b]);
  }
  options.known_values = known_values(summary);
  return options;
}

ReadOptions scoring_options(ReadOptions options, const Schema& read, const Options& model) {
  options.allow_missing = true;
  options.sparse = true;
  options.not_negative = true;
  options.ignore_unknown = true;
  for (std::size_t r = 0; r < read.blocks.size(); ++r) {
    const Kind kind = read.blocks[r].kind;
    const FamilyOptions family = r < model.readings.size() ? model.readings[r].options : default_options(kind);
    const auto* const terms = std::get_if<TermOptions>(&family);
    options.sparse =
        options.sparse && !has_encodings(read.blocks[r]) && kind_takes_sparse(kind, moments_needed(family));
    options.not_negative = options.not_negative && kind != Kind::amounts;
    options.ignore_unknown = options.ignore_unknown && (terms == nullptr || terms->unseen == Unseen::ignore);
  }
  return options;
}

ReadOptions scoring_options(ReadOptions options, const Stored& stored, const Schema& read) {
  options.known_values = known_values(stored.summary);
  return scoring_options(std::move(options), read, stored.options);
}

ReadOptions scoring_options(ReadOptions options, const Model& model, const Options& of_model) {
  options.known_values = model.known_values();
  return scoring_options(std::move(options), model.schema(), of_model);
}

}  // namespace suffice
