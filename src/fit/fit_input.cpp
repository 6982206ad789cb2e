// fit() of an input: plan, sample and pass, and all of it again where a guess about a column was wrong.
#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "fit/met_values.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

using GuessByColumn = std::map<std::string_view, ColumnGuess*>;

GuessByColumn guess_by_column(FitPlan& plan) {
  GuessByColumn guesses;
  for (ColumnGuess& column : plan.columns) guesses.emplace(column.column, &column);
  return guesses;
}

// Where an error says of columns whose role was guessed that they are to be categories: takes these as categories in
// `options`, and returns their names; nothing for other errors, nor for columns with very many values.
std::vector<std::string> take_as_categories(const Error& error, FitPlan& plan, FitOptions& options) {
  constexpr std::string_view ending = "=categorical";
  constexpr std::size_t most_values = 20;  // of a column of numbers that may be categories after all
  std::vector<std::string> taken;
  const GuessByColumn guesses = guess_by_column(plan);
  for (const Remedy& remedy : error.remedies()) {
    for (const std::string& value : remedy.values) {
      if (remedy.option != "column" || !value.ends_with(ending)) {
        continue;
      }
      const std::string name = value.substr(0, value.size() - ending.size());
      const auto column = guesses.find(name);
      if (column != guesses.end() && !column->second->said && column->second->values <= most_values) {
        options.columns.roles.push_back({name, Role::categorical});
        taken.push_back(name);
      }
    }
  }
  return taken;
}

// Where an error says that numbers are to be cut into bins, which `auto` may do: has `options` do so, and returns the
// names of the columns; nothing for other errors.
std::vector<std::string> take_as_bins(const Error& error, FitPlan& plan, FitOptions& options) {
  constexpr std::string_view ending = "=mdl";
  std::vector<std::string> taken;
  if (error.code() != ErrorCode::bad_data || plan.ranking.models.empty() || options.model.model) return taken;
  const GuessByColumn guesses = guess_by_column(plan);
  for (const Remedy& remedy : error.remedies()) {
    for (const std::string& value : remedy.values) {
      const std::string name = value.substr(0, value.size() - std::min(value.size(), ending.size()));
      const auto column = guesses.find(name);
      if (remedy.option != "column" || !value.ends_with(ending) || column == guesses.end() || column->second->said) {
        continue;
      }
      options.columns.roles.push_back({name, Role::mdl});
      taken.push_back(name);
    }
  }
  return taken;
}

ValuesByColumn values_of(const Summary& summary) {
  ValuesByColumn values;
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    const auto* const counts = std::get_if<ValueCounts>(&summary.sums[b]);
    for (std::size_t j = 0; counts != nullptr && j < counts->values.size(); ++j) {
      const Block& block = summary.schema.blocks[b];
      if (block.edges.empty() || block.edges[j].empty()) {
        values.emplace(block.features[j], counts->values[j]);
      }
    }
  }
  return values;
}

// How many values that are not missing.
std::size_t count_values(const std::vector<std::string>& values) {
  return values.size() - static_cast<std::size_t>(std::ranges::count(values, missing_value_name));
}

bool met_numbers(const std::vector<std::string>& values, const Dialect& dialect) {
  const NumberStyle style = {dialect.decimal, MissingMarkers(dialect.missing)};
  return std::ranges::all_of(values, [&](const std::string& value) {
    return value == missing_value_name || parse_number(value, style).kind == NumberKind::finite;
  });
}

// Columns whose first rows have two values are flags; where there are more further down, they are numbers if all values
// are, and are returned, or categories, of which the guesses then tell.
std::vector<std::string> correct_flags(const ValuesByColumn& values, bool can_be_read_again, FitPlan& plan) {
  std::vector<std::string> numbers;
  for (ColumnGuess& column : plan.columns) {
    const auto met = values.find(column.column);
    if (met == values.end() || count_values(met->second) <= column.values) {
      continue;
    }
    const bool is_flag = column.use == ColumnUse::flag && !column.said;
    const bool is_number = is_flag && met_numbers(met->second, plan.schema.dialect);
    if (is_number && can_be_read_again) {
      numbers.push_back(column.column);
      continue;
    }
    const std::string counted = fmt::format("{} values", count_values(met->second));
    if (is_flag) {
      column.use = ColumnUse::category;
      std::vector<Remedy> remedies;
      if (is_number) {
        remedies = {{"column", {column.column + "=number"}}};
      }
      column.doubts.push_back({fmt::format("{} has two values in the first rows and {} in all; taken as a category",
                                           quoted(column.column), count_values(met->second)),
                               std::move(remedies)});
    }
    if (is_flag || column.reason == fmt::format("{} values", column.values)) {
      column.reason = counted;
    }
    column.values = count_values(met->second);
  }
  return numbers;
}

// All rows were read: what is missing is no longer counted in the first ones alone.
void count_missing(const MetValues& met, FitPlan& plan) {
  const GuessByColumn guesses = guess_by_column(plan);
  for (const auto& [name, missing] : met.missing()) {
    const auto column = guesses.find(name);
    if (column != guesses.end()) column->second->missing = missing;
  }
}

}  // namespace

namespace {

// Rows that did not fit what was guessed, and what that was.
struct Misfit {
  Error error;
  ColumnGuess guess;
  std::vector<std::string> missing;
};

// Where reading ended at a cell of a column whose role was guessed: has `options` guess by that row too. The rows are
// few, so that reading comes to an end. `written_only`: not for plain numbers, unless they turn out to be codes.
std::optional<Misfit> take_odd_rows(const Error& error, const Source& source, const FitPlan& plan, bool written_only,
                                    FitOptions& options) {
  constexpr std::size_t most_rows = 500;
  const std::vector<OddRow>& odd = source.odd_rows();
  if (error.code() != ErrorCode::bad_data || odd.empty() || options.odd_rows.size() >= most_rows) return std::nullopt;
  const std::size_t place = odd.front().column;
  if (plan.columns.size() != odd.front().cells.size() || plan.columns[place].said) return std::nullopt;
  const ColumnGuess& guess = plan.columns[place];
  const bool is_plain_number = guess.use != ColumnUse::date && guess.use != ColumnUse::dropped && !guess.unit;
  const bool is_code = has_leading_zero(odd.front().cells[place]);
  if (written_only && is_plain_number && !is_code) return std::nullopt;
  options.odd_rows.insert(options.odd_rows.end(), odd.begin(), odd.end());
  return Misfit{error, guess, plan.schema.dialect.missing};
}

// Columns that are taken for numbers as their first rows hold digits alone: those with leading zeros further down are
// codes.
std::vector<std::string> may_be_codes(const Source& source, const FitPlan& plan) {
  std::vector<std::string> names;
  const CellSample* const sample = source.sample();
  if (sample == nullptr || sample->cells.size() != plan.columns.size()) return names;
  const MissingMarkers missing(plan.schema.dialect.missing);
  for (std::size_t j = 0; j < plan.columns.size(); ++j) {
    const ColumnGuess& column = plan.columns[j];
    const bool is_guessed = !column.said && !column.unit && column.date_format.empty();
    if (!is_guessed || (column.use != ColumnUse::number && column.use != ColumnUse::count)) continue;
    const bool are_digits = std::ranges::all_of(sample->cells[j], [&](const std::string& cell) {
      return cell.find_first_not_of("0123456789") == std::string::npos || missing.contains(cell);
    });
    if (are_digits) names.push_back(column.column);
  }
  return names;
}

// Throws the error again where the guess is what it was.
void check_guessed_anew(const Misfit& misfit, const FitPlan& plan) {
  const auto column = std::ranges::find(plan.columns, misfit.guess.column, &ColumnGuess::column);
  const bool is_same = column != plan.columns.end() && column->use == misfit.guess.use &&
                       column->role == misfit.guess.role && column->date_format == misfit.guess.date_format &&
                       column->unit == misfit.guess.unit && column->reason == misfit.guess.reason &&
                       plan.schema.dialect.missing == misfit.missing;
  if (is_same) throw Error(misfit.error);
}

}  // namespace

InputFit fit(const FitInput& input, FitOptions options, const WorkOptions& work) {
  std::optional<Misfit> misfit;
  std::map<std::string, std::string> again;  // columns that turned out to be something else, each with the reason
  // Whether the input is to be read once more, as flags turned out to be numbers.
  const auto takes_numbers = [&](const ValuesByColumn& values, FitPlan& plan) {
    const std::vector<std::string> numbers = correct_flags(values, input.can_be_read_again, plan);
    for (const std::string& name : numbers) {
      options.columns.roles.push_back({name, Role::number});
      again.emplace(name, "more than two numbers further down");
    }
    if (!numbers.empty() && input.reading_again) {
      Remedy remedy{"column"};
      for (const std::string& name : numbers) {
        remedy.values.push_back(name + "=number");
      }
      input.reading_again({ErrorCode::bad_data,
                           fmt::format("{} {} two values in the first rows, and other numbers further down",
                                       list_names(numbers), numbers.size() == 1 ? "has" : "have"),
                           work.input,
                           {remedy}},
                          numbers);
    }
    return !numbers.empty();
  };
  while (true) {
    Source source = input.open();
    FitPlan plan = input.plan ? input.plan(source, options) : plan_fit(source, options, work.input);
    if (misfit) {
      check_guessed_anew(*misfit, plan);
      if (input.reading_again) {
        input.reading_again(
            {ErrorCode::bad_data, fmt::format("{} is unlike the first rows", quoted(misfit->guess.column)),
             misfit->error.where()},
            {misfit->guess.column});
      }
      misfit.reset();
    }
    for (ColumnGuess& column : plan.columns) {
      if (const auto reason = again.find(column.column); reason != again.end()) {
        column.reason = reason->second;
      }
    }
    source.watch_codes(may_be_codes(source, plan));
    try {
      if (needs_sample(plan)) {
        MetValues met(sampled_schema(plan));
        const RowSample sample = sample_rows(source, sampled_schema(plan), plan.seed, work, met);
        if (takes_numbers(met.values(), plan)) {
          continue;
        }
        count_missing(met, plan);
        plan = decided(plan, sample.rows.rows(), sample.rows.labels(), work);  // a copy: the error needs its columns
        know_values(met.values(), plan.schema);
        source = input.open();
        source.watch_codes(may_be_codes(source, plan));
      }
      WorkOptions with_source = work;
      with_source.again = input.open;
      FitResult result = fit(source, plan, with_source);
      if (takes_numbers(values_of(result.stored.summary), plan)) {
        continue;
      }
      return {std::move(result), std::move(plan.columns), std::move(source)};
    } catch (const Error& error) {
      if (input.can_be_read_again) misfit = take_odd_rows(error, source, plan, true, options);
      if (misfit) continue;
      std::vector<std::string> taken = take_as_categories(error, plan, options);
      const std::vector<std::string> binned =
          taken.empty() ? take_as_bins(error, plan, options) : std::vector<std::string>();
      if (taken.empty() && binned.empty() && input.can_be_read_again) {
        misfit = take_odd_rows(error, source, plan, false, options);
        if (misfit) continue;
      }
      if ((taken.empty() && binned.empty()) || !input.can_be_read_again) {
        throw;
      }
      for (const std::string& name : binned) {
        again.emplace(name, "no value in some class");
      }
      taken.insert(taken.end(), binned.begin(), binned.end());
      if (input.reading_again) {
        input.reading_again(error, taken);
      }
      const bool is_of_cells = !error.where().starts_with("column ");
      for (const std::string& name : taken) {
        again.emplace(name, is_of_cells ? "text further down" : "constant within each class");
      }
    }
  }
}

}  // namespace suffice
