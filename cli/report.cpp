// suffice report: one HTML page on a model, and on how good it is on labelled rows.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "column_options.hpp"
#include "commands.hpp"
#include "describe.hpp"
#include "document_file.hpp"
#include "input.hpp"
#include "known_labels.hpp"
#include "model_file.hpp"
#include "model_options.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/compare.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/model_report.hpp"

namespace suffice::cli {

namespace {

void check_request(const Arguments& arguments) {
  if (arguments.output.empty() && !arguments.json) {
    throw Error(ErrorCode::usage, "give -o REPORT.html for a page, or --json for the document of its numbers");
  }
  if (!arguments.output.empty()) {
    std::vector<std::string> read = arguments.inputs;
    read.push_back(arguments.model);
    check_document(arguments.output, ".html", "a report is a page of HTML", read);
  }
  if (arguments.compare && arguments.inputs.empty()) {
    throw Error(ErrorCode::usage, "--compare needs rows: name INPUT");
  }
  if (arguments.compare && comes_once(arguments)) {
    throw Error(ErrorCode::usage, "--compare reads INPUT twice: it must be a file");
  }
}

// One pass over the rows of INPUT.
ReportRows report_rows(const Arguments& arguments, const Stored& stored, const Model& model, Console& console) {
  const Schema& schema = model.schema();
  const ReadOptions reading = scoring_options(read_options(arguments, schema, true), schema, stored.options);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  KnownLabels known_labels(model.labels(), console);
  RowReporter reporter(model, arguments.top, 6, thread_count(arguments));
  std::size_t missing = 0;
  {
    Progress progress(!console.quiet, input_bytes(arguments));
    each_block(source, work_options(arguments, &progress), [&](const SourceRows& read) {
      const std::vector<std::string> none;
      reporter.add(read.rows, known_labels.of(read.labels), source.has_files() ? read.block.files : none);
      missing += count_missing(read.block);
    });
  }
  ReportRows rows = reporter.result();
  rows.name = std::filesystem::path(input_name(arguments)).filename().string();
  note_missing(missing, console);
  note_skipped_rows(source, console);
  note_unknown_labels(rows.metrics.labels, model.labels().size(), console);
  return rows;
}

// What the model does not read is not compared either.
FitOptions compare_options(const Arguments& arguments, const Schema& schema, const Source& source) {
  Arguments learning = arguments;
  learning.target = schema.target;
  learning.weight = schema.weight;
  FitOptions options = fit_options(learning);
  options.model.model = "logistic";
  const std::vector<std::string> used = file_columns(schema);
  for (const std::string& column : source.columns()) {
    if (column != schema.target && column != schema.weight && std::ranges::find(used, column) == used.end()) {
      options.columns.drop.push_back(column);
    }
  }
  for (const Block& block : schema.blocks) {
    if (block.kind == Kind::text &&
        std::ranges::find(source.columns(), block.features.front()) != source.columns().end()) {
      options.columns.roles.push_back({.column = block.features.front(), .role = Role::text});
    }
  }
  return options;
}

Comparison compared(const Arguments& arguments, const Schema& schema, Console& console) {
  ReadOptions reading = learning_options(read_options(arguments, schema, true), FitOptions{});
  reading.sparse = false;
  reading.sample = true;
  Source source = open_input(arguments, reading, console);
  const FitPlan plan = plan_fit(source, compare_options(arguments, schema, source), input_name(arguments));
  Progress progress(!console.quiet, input_bytes(arguments));
  const RowSample sample = sample_rows(source, plan.schema, arguments.seed, work_options(arguments, &progress));
  return compare(sample.rows.rows(), sample.rows.labels(), plan.schema,
                 {.seed = arguments.seed, .threads = thread_count(arguments)});
}

}  // namespace

void report_command(const Arguments& arguments, Console& console) {
  check_request(arguments);
  LoadedModel loaded = load_model(arguments);
  Report report = make_report(report_file(arguments.model), std::move(loaded.stored), std::move(loaded.model),
                              arguments.top, thread_count(arguments));
  if (!arguments.inputs.empty()) {
    report.rows = report_rows(arguments, report.stored, report.model, console);
  }
  if (arguments.compare) {
    report.comparison = compared(arguments, report.model.schema(), console);
  }
  const std::string page = arguments.output.empty() ? "" : report_html(report);
  if (arguments.json) {
    console.out.write(document(report_json(report)));
    console.out.flush();
  }
  if (!arguments.output.empty()) {
    write_document(arguments.output, page);
    console.say(fmt::format("saved {} ({} bytes)", arguments.output, page.size()));
  }
}

}  // namespace suffice::cli
