// fit() of an input: plan, sample and pass, and all of it again where a guess about a column was wrong.
#include <algorithm>
#include <string_view>
#include <utility>

#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

// Where an error says of columns whose role was guessed that they hold text: takes these as categories in `options`,
// and returns their names; nothing for other errors, nor for columns with very many values.
std::vector<std::string> take_as_categories(const Error& error, const FitPlan& plan, FitOptions& options) {
  constexpr std::string_view ending = "=categorical";
  constexpr std::size_t most_values = 20;  // of a column of numbers that may be categories after all
  std::vector<std::string> taken;
  for (const Remedy& remedy : error.remedies()) {
    for (const std::string& value : remedy.values) {
      if (remedy.option != "column" || !value.ends_with(ending)) {
        continue;
      }
      const std::string name = value.substr(0, value.size() - ending.size());
      const auto column = std::ranges::find(plan.columns, name, &ColumnGuess::column);
      if (column != plan.columns.end() && !column->said && column->values <= most_values) {
        options.columns.roles.push_back({name, Role::categorical});
        taken.push_back(name);
      }
    }
  }
  return taken;
}

}  // namespace

InputFit fit(const FitInput& input, FitOptions options, const WorkOptions& work) {
  std::vector<std::string> again;  // columns that turned out to hold text
  while (true) {
    Source source = input.open();
    FitPlan plan = input.plan ? input.plan(source, options) : plan_fit(source, options, work.input);
    for (ColumnGuess& column : plan.columns) {
      if (std::ranges::find(again, column.column) != again.end()) {
        column.reason = "text further down";
      }
    }
    try {
      if (needs_sample(plan)) {
        const RowSample sample = sample_rows(source, sampled_schema(plan), plan.seed, work);
        plan = decided(plan, sample.rows.rows(), sample.rows.labels(), work);  // a copy: the error needs its columns
        source = input.open();
      }
      WorkOptions with_source = work;
      with_source.again = input.open;
      FitResult result = fit(source, plan, with_source);
      return {std::move(result), std::move(plan.columns), std::move(source)};
    } catch (const Error& error) {
      const std::vector<std::string> taken = take_as_categories(error, plan, options);
      if (taken.empty() || !input.can_be_read_again) {
        throw;
      }
      if (input.reading_again) {
        input.reading_again(error, taken);
      }
      again.insert(again.end(), taken.begin(), taken.end());
    }
  }
}

}  // namespace suffice
