#include "options/decision.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

namespace {

[[noreturn]] void fail(const std::string& where, const std::string& message) {
  throw Error(ErrorCode::bad_data, message, where);
}

// The columns after the corner are the labels; bind() then finds each by name.
void check_header(const std::vector<std::string>& columns, const std::vector<std::string>& labels,
                  const std::string& where) {
  for (std::size_t column = 1; column < columns.size(); ++column) {
    if (std::ranges::find(labels, columns[column]) == labels.end()) {
      fail(where, fmt::format("the model has no label '{}'; the header has a corner cell, then the true labels",
                              columns[column]));
    }
  }
  for (const std::string& label : labels) {
    if (std::find(columns.begin() + 1, columns.end(), label) == columns.end()) {
      fail(where, fmt::format("the header leaves out the label '{}'; it has a corner cell, then every label", label));
    }
  }
}

// What the reader says about cells is meant for tables to learn from.
bool next_costs(Source& source, RowBlock& block) {
  try {
    return source.next(block);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) {
      throw;
    }
    fail(error.where(), "a row of costs is a label and one finite number for each true label");
  }
}

double share(const std::string& option, double value) {
  const bool legal = value >= 0 && value <= 1;
  if (!legal) {
    throw Error(ErrorCode::usage, fmt::format("{} takes a number from 0 to 1", option));
  }
  return value;
}

}  // namespace

std::vector<double> read_costs(const std::string& path, const std::vector<std::string>& labels) {
  Source source(path, {.dialect = as_choice({}), .format = InputFormat::csv});
  check_header(source.columns(), labels, path + ":1");
  source.bind({.blocks = {{.kind = Kind::measurements, .features = labels}}, .target = source.columns().front()});
  std::vector<double> costs(labels.size() * labels.size());
  std::vector<bool> seen(labels.size(), false);
  RowBlock block;
  for (std::size_t line = 2; next_costs(source, block);) {
    for (std::size_t row = 0; row < block.rows; ++row, ++line) {
      const std::string& label = source.label_names()[block.codes[row]];
      const auto place = std::ranges::find(labels, label);
      const auto decided = static_cast<std::size_t>(place - labels.begin());
      if (place == labels.end() || seen[decided]) {
        fail(fmt::format("{}:{}", path, line),
             place == labels.end() ? fmt::format("the model has no label '{}'; each row begins with one", label)
                                   : fmt::format("the label '{}' has a row already", label));
      }
      seen[decided] = true;
      std::copy_n(block.values.begin() + static_cast<std::ptrdiff_t>(row * labels.size()), labels.size(),
                  costs.begin() + static_cast<std::ptrdiff_t>(decided * labels.size()));
    }
  }
  if (const auto missing = std::ranges::find(seen, false); missing != seen.end()) {
    fail(path, fmt::format("there is no row of costs for deciding '{}'",
                           labels[static_cast<std::size_t>(missing - seen.begin())]));
  }
  return costs;
}

std::optional<Decision> chosen_decision(const Model& model, const Arguments& arguments) {
  if (arguments.cost_file.empty() && !arguments.reject && !arguments.outlier) {
    return std::nullopt;
  }
  Decision decision;
  if (arguments.reject) {
    decision.reject_below = share("--reject", *arguments.reject);
  }
  if (arguments.outlier) {
    share("--outlier", *arguments.outlier);
  }
  if (!arguments.cost_file.empty()) {
    if (arguments.cost_file == "-" && is_stdin(arguments)) {
      throw Error(ErrorCode::usage, "costs and rows cannot both come from stdin");
    }
    decision.cost = read_costs(arguments.cost_file, model.labels());
  }
  if (arguments.outlier) {
    decision.outliers = model.outlier_bounds(*arguments.outlier, arguments.seed, {.threads = thread_count(arguments)});
  }
  return decision;
}

}  // namespace suffice::cli
