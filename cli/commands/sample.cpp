// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "commands/commands.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "progress.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

constexpr std::uint64_t rows_at_once = 1024;

// A column of the output: its name, its place among those drawn (none: the label, or nothing), and what is behind its
// numbers.
struct OutputColumn {
  std::string name;
  std::optional<std::size_t> drawn = {};
  bool is_label = false;
  std::string unit = {};
  std::string date_format = {};  // of dates
};

// The number of a column without a name, from 1; 0 for any other.
std::size_t number_of(const std::string& name) {
  const bool digits = !name.empty() && name.size() < 8 && name.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stoul(name) : 0;
}

// Of a file without names, columns stand in the order of their numbers, and those that were dropped are empty.
std::vector<OutputColumn> in_order_of_numbers(std::vector<OutputColumn> columns) {
  std::size_t width = 0;
  for (const OutputColumn& column : columns) {
    const std::size_t number = number_of(column.name);
    if (number == 0) {
      return columns;
    }
    width = std::max(width, number);
  }
  std::vector<OutputColumn> ordered(width);
  for (std::size_t k = 0; k < width; ++k) {
    ordered[k].name = std::to_string(k + 1);
  }
  for (OutputColumn& column : columns) {
    ordered[number_of(column.name) - 1] = column;
  }
  return ordered;
}

// Documents alone come after their label, other columns before it.
std::vector<OutputColumn> output_columns(const Schema& schema) {
  std::vector<OutputColumn> columns;
  const std::vector<std::string> names = columns_of(schema);
  const std::vector<std::string> of_file = file_columns(schema);
  for (std::size_t drawn = 0; drawn < names.size(); ++drawn) {
    const std::string& name = names[drawn];
    // The hour and the weekday of a date are in its column.
    if (std::ranges::find(of_file, name) == of_file.end()) {
      continue;
    }
    const auto date = std::ranges::find(schema.dates, name, &DateColumn::column);
    const auto written = std::ranges::find(schema.written_numbers, name, &WrittenNumbers::column);
    const bool is_percent = written != schema.written_numbers.end() && written->unit.starts_with('%');
    columns.push_back({name, drawn, false, is_percent ? "%" : "", date == schema.dates.end() ? "" : date->format});
  }
  const OutputColumn label = {schema.target, std::nullopt, true};
  columns.insert(holds(schema) == Holds::columns ? columns.end() : columns.begin(), label);
  return schema.dialect.header ? columns : in_order_of_numbers(std::move(columns));
}

std::string cell_of(const Sample& drawn, std::size_t row, const OutputColumn& column, const Model& model) {
  if (!column.drawn) {
    return column.is_label ? csv_cell(model.labels()[drawn.labels[row]]) : "";
  }
  const auto& cells = drawn.columns[*column.drawn];
  const auto* const numbers = std::get_if<std::vector<double>>(&cells);
  if (numbers == nullptr) {
    return csv_cell(std::get<std::vector<std::string>>(cells)[row]);
  }
  const double number = (*numbers)[row];
  if (std::isnan(number)) {
    return "";  // missing
  }
  return column.date_format.empty() ? number_text(number) + column.unit
                                    : csv_cell(date_text(column.date_format, number));
}

}  // namespace

void sample_command(const Arguments& arguments, Console& console) {
  const Model model = load_model(arguments).model;
  const std::vector<OutputColumn> columns = output_columns(model.schema());
  const auto write_line = [&](const auto& cell) {
    std::string text;
    for (const OutputColumn& column : columns) {
      text += cell(column) + ',';
    }
    text.back() = '\n';
    console.out.write(text);
  };
  Progress progress(::isatty(STDOUT_FILENO) == 0);
  for (std::uint64_t first = 0; first == 0 || first < arguments.sample_rows; first += rows_at_once) {
    const Sample drawn = model.sample(std::min(rows_at_once, arguments.sample_rows - first), arguments.seed, first);
    if (first == 0) {
      write_line([](const OutputColumn& column) { return csv_cell(column.name); });
    }
    for (std::size_t row = 0; row < drawn.labels.size(); ++row) {
      write_line([&](const OutputColumn& column) { return cell_of(drawn, row, column, model); });
    }
    progress.show_steps("rows drawn", first + drawn.labels.size(), arguments.sample_rows);
  }
}

}  // namespace suffice::cli
