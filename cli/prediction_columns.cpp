#include "prediction_columns.hpp"

#include <fmt/format.h>

#include "reading.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"

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

PredictionColumns axes(const OpenedModel& opened, const std::string& path, unsigned threads) {
  if (opened.options.family != Family::gaussian || opened.options.structure != Structure::shared) {
    throw Error(ErrorCode::usage,
                fmt::format("{} has no discriminant axes; lda and fisher have: suffice estimate MODEL --model fisher "
                            "-o MODEL",
                            model_name(opened.options)));
  }
  Discriminants found = discriminants(load(path).summary, opened.options);
  PredictionColumns columns;
  for (std::size_t axis = 1; axis <= found.count(); ++axis) {
    columns.names.push_back(fmt::format("axis_{}", axis));
  }
  columns.compute = [found = std::move(found), threads](const Rows& rows, std::span<double> out) {
    found.transform(std::get<Batch>(rows), out, threads);
  };
  columns.takes_missing = false;
  return columns;
}

}  // namespace

std::vector<PredictionColumns> chosen_columns(const OpenedModel& opened, const Arguments& arguments) {
  const Model& model = opened.model;
  const ScoreOptions options = {.threads = thread_count(arguments)};
  if (arguments.distances && model.family() != Family::gaussian) {
    throw Error(ErrorCode::usage,
                fmt::format("--distances are those of Gaussian models; {} has none", model_name(opened.options)));
  }
  if (arguments.evidence && model.family() == Family::complement) {
    throw Error(ErrorCode::usage,
                "complement-nb gives scores, not densities, so rows have no evidence; for that read the sums as "
                "another model: suffice estimate MODEL --model multinomial-nb -o MODEL");
  }
  std::vector<PredictionColumns> chosen;
  if (arguments.proba) {
    chosen.push_back({names_of("p_", model.labels()), [&model, options](const Rows& rows, std::span<double> out) {
                        model.posterior(rows, out, options);
                      }});
  }
  if (arguments.evidence) {
    chosen.push_back({{"log_evidence"}, [&model, options](const Rows& rows, std::span<double> out) {
                        model.log_evidence(rows, out, options);
                      }});
  }
  if (arguments.distances) {
    chosen.push_back({names_of("d2_", model.labels()), [&model, options](const Rows& rows, std::span<double> out) {
                        model.squared_distances(rows, out, options);
                      }});
  }
  if (arguments.transform) {
    chosen.push_back(axes(opened, arguments.model, options.threads));
  }
  return chosen;
}

}  // namespace suffice::cli
