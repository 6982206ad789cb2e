#include "print/prediction_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "reading.hpp"
#include "remedies.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

namespace {

std::vector<std::string> names_of(const std::string& prefix, const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  names.reserve(labels.size());
  for (const std::string& label : labels) {
    names.push_back(prefix + label);
  }
  return names;
}

// out[i * stride] = value i of column `place` of a table.
void copy_column(const Table& rows, std::size_t place, double* out, std::size_t stride) {
  std::size_t first = 0;
  for (const Column& column : rows.columns) {
    const std::size_t count = column_count(column);
    if (place >= first + count) {
      first += count;
      continue;
    }
    const auto copy = [&](const Numbers& numbers, std::ptrdiff_t offset, std::ptrdiff_t step) {
      std::visit(
          [&](const auto* values) {
            for (std::size_t i = 0; i < rows.rows; ++i) {
              out[i * stride] = static_cast<double>(values[offset + static_cast<std::ptrdiff_t>(i) * step]);
            }
          },
          numbers);
    };
    if (const auto* const matrix = std::get_if<NumberMatrix>(&column)) {
      copy(matrix->values, static_cast<std::ptrdiff_t>(place - first) * matrix->column_stride, matrix->row_stride);
    } else {
      const auto& numbers = std::get<NumberColumn>(column);
      copy(numbers.values, 0, numbers.stride);
    }
    return;
  }
}

// The columns of one reading; a row that lacks one of them has no place on the axes.
void transform_rows(const Discriminants& axes, const std::vector<std::size_t>& places, const Table& rows,
                    std::span<double> out, unsigned threads) {
  const std::size_t d = places.size();
  std::vector<double> values(rows.rows * d);
  for (std::size_t j = 0; j < d; ++j) {
    copy_column(rows, places[j], values.data() + j, d);
  }
  std::vector<std::size_t> incomplete;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::span<double> row(values.data() + i * d, d);
    if (std::ranges::any_of(row, [](double value) { return std::isnan(value); })) {
      incomplete.push_back(i);
      std::ranges::fill(row, 0.0);
    }
  }
  axes.transform(Table::row_major(values.data(), rows.rows, d), out, threads);
  for (const std::size_t i : incomplete) {
    std::ranges::fill(out.subspan(i * axes.count(), axes.count()), std::numeric_limits<double>::quiet_NaN());
  }
}

std::vector<std::size_t> places_of(const std::vector<std::string>& features, const Schema& schema) {
  const std::vector<std::string> columns = columns_of(schema);
  std::vector<std::size_t> places;
  for (const std::string& feature : features) {
    places.push_back(static_cast<std::size_t>(std::ranges::find(columns, feature) - columns.begin()));
  }
  return places;
}

// How the numbers of a model file get axes, where there is a way.
std::string way_to_axes(const std::string& path) {
  const Stored stored = load(path);
  bool has_numbers = false;
  for (std::size_t b = 0; b < stored.summary.schema.blocks.size(); ++b) {
    const std::vector<std::string> models = readable_models(stored.summary, b);
    if (std::ranges::find(models, "fisher") != models.end()) {
      return fmt::format(": suffice estimate {} --model fisher -o fisher.model", shell_word(path));
    }
    has_numbers = has_numbers || stored.summary.schema.blocks[b].kind == Kind::measurements;
  }
  return has_numbers ? ": fit again with --model fisher" : ": leave out --transform";
}

PredictionColumns axes(const OpenedModel& opened, const std::string& path, unsigned threads) {
  const auto reading = std::ranges::find_if(opened.options.readings, has_axes, &Reading::options);
  if (reading == opened.options.readings.end()) {
    throw Error(ErrorCode::usage, fmt::format("{} has no discriminant axes; lda and fisher, which read numbers, have{}",
                                              model_name(opened.options), way_to_axes(path)));
  }
  const auto r = static_cast<std::size_t>(reading - opened.options.readings.begin());
  if (const Block& block = opened.model.schema().blocks[r];
      !block.normal_scores.empty() || !block.fills.empty() || !block.indicators.empty()) {
    throw Error(ErrorCode::usage,
                "--axes are those of numbers as they are, and this model reads scores, indicators or filled values");
  }
  Discriminants found = discriminants(load(path).summary, opened.options, r, threads);
  PredictionColumns columns;
  for (std::size_t axis = 1; axis <= found.count(); ++axis) {
    columns.names.push_back(fmt::format("axis_{}", axis));
  }
  const Schema& schema = opened.model.schema();
  columns.compute = [found = std::move(found), places = places_of(schema.blocks[r].features, schema), threads](
                        const Table& rows, std::span<double> out) {
    transform_rows(found, places, rows, out, threads);
  };
  return columns;
}

}  // namespace

std::vector<PredictionColumns> chosen_columns(const OpenedModel& opened, const Arguments& arguments) {
  const Model& model = opened.model;
  const ScoreOptions options = {.threads = thread_count(arguments)};
  if (arguments.distances && !model.has_distances()) {
    throw Error(ErrorCode::usage,
                fmt::format("--distances are those of columns of numbers, which a Gaussian model reads; {} has none",
                            model_name(opened.options)));
  }
  if (arguments.evidence && opened.options.rival) {
    throw Error(ErrorCode::usage, fmt::format("{} says nothing about how likely a row is, so rows have no evidence",
                                              model_name(opened.options)));
  }
  if (arguments.evidence && !model.is_density()) {
    throw Error(ErrorCode::usage,
                "complement-nb gives scores, not densities, so rows have no evidence; for that read the sums as "
                "another model: suffice estimate MODEL --model multinomial-nb -o MODEL");
  }
  if (arguments.evidence && !model.has_evidence()) {
    throw Error(ErrorCode::usage, "indicators of values have posteriors, not densities, so rows have no evidence", {},
                {Remedy{"without", {"indicators"}, Remedy::Act::refit}});
  }
  std::vector<PredictionColumns> chosen;
  if (arguments.proba) {
    chosen.push_back({names_of("p_", model.labels()), [&model, options](const Table& rows, std::span<double> out) {
                        model.posterior(rows, out, options);
                      }});
  }
  if (arguments.evidence) {
    chosen.push_back({{"log_evidence"}, [&model, options](const Table& rows, std::span<double> out) {
                        model.log_evidence(rows, out, options);
                      }});
  }
  if (arguments.distances) {
    chosen.push_back({names_of("d2_", model.labels()), [&model, options](const Table& rows, std::span<double> out) {
                        model.squared_distances(rows, out, options);
                      }});
  }
  if (arguments.transform) {
    chosen.push_back(axes(opened, arguments.model, options.threads));
  }
  return chosen;
}

}  // namespace suffice::cli
