// suffice sample: rows drawn from the model, as CSV that fit reads.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
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
  std::string date_format = {};  // of dates, whose hour and weekday may be drawn beside their seconds or alone
  std::optional<std::size_t> hour = {};
  std::optional<std::size_t> weekday = {};
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
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t k = 0; k < names.size(); ++k) {
    places.emplace(names[k], k);
  }
  const auto place_of = [&](const std::string& name) {
    const auto found = places.find(name);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  };
  std::unordered_map<std::string_view, std::string_view> formats;
  for (const DateColumn& date : schema.dates) {
    formats.emplace(date.column, date.format);
  }
  std::unordered_set<std::string_view> percentages;
  for (const WrittenNumbers& written : schema.written_numbers) {
    if (written.unit.starts_with('%')) {
      percentages.insert(written.column);
    }
  }
  for (const std::string& name : file_columns(schema)) {
    columns.push_back({name, place_of(name), false, percentages.contains(name) ? "%" : ""});
    if (const auto date = formats.find(name); date != formats.end()) {
      columns.back().date_format = date->second;
      columns.back().hour = place_of(name + " hour");
      columns.back().weekday = place_of(name + " weekday");
    }
  }
  const OutputColumn label = {schema.target, std::nullopt, true};
  columns.insert(holds(schema) == Holds::columns ? columns.end() : columns.begin(), label);
  return schema.dialect.header ? columns : in_order_of_numbers(std::move(columns));
}

// The hour of the day and the weekday as drawn, on the day nearest to the seconds that were.
std::string date_of(const Sample& drawn, std::size_t row, const OutputColumn& column) {
  constexpr double hour = 3600;
  constexpr double day = 24 * hour;
  constexpr double some_monday = 978'307'200;
  const auto text_at = [&](std::optional<std::size_t> place) {
    return place ? std::get<std::vector<std::string>>(drawn.columns[*place])[row] : std::string();
  };
  double seconds = column.drawn ? std::get<std::vector<double>>(drawn.columns[*column.drawn])[row]
                                : (column.weekday ? some_monday : 0);
  if (std::isnan(seconds)) {
    return "";  // missing
  }
  if (const std::string weekday = text_at(column.weekday); !weekday.empty()) {
    for (const double days : {0, 1, -1, 2, -2, 3, -3}) {
      if (weekday.starts_with(date_text("%Y%m%d%a", seconds + days * day).substr(8))) {
        seconds += days * day;
        break;
      }
    }
  }
  if (const std::string wanted = text_at(column.hour); !wanted.empty()) {
    seconds += hour * (std::stoi(wanted) - std::stoi(date_text("%Y%m%d%H", seconds).substr(8)));
  }
  return csv_cell(date_text(column.date_format, seconds));
}

std::string cell_of(const Sample& drawn, std::size_t row, const OutputColumn& column, const Model& model) {
  if (!column.date_format.empty()) {
    return date_of(drawn, row, column);
  }
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
  return number_text(number) + column.unit;
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
