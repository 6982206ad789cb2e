// suffice report: one HTML page on a model, and on how good it is on labelled rows.
#include <filesystem>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "commands/compare.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "options/known_labels.hpp"
#include "print/describe.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/check.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/model_report.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

void check_request(const Arguments& arguments) {
  if (arguments.output.empty() && !arguments.json) {
    throw Error(ErrorCode::usage, "give -o REPORT.html for a page, or --json for the document of its numbers");
  }
  if (!arguments.output.empty()) {
    std::vector<std::string> read = arguments.inputs;
    read.push_back(arguments.model);
    check_page_file(arguments.output, read);
  }
  const std::string more = arguments.compare ? "--compare" : "--check";
  if ((arguments.compare || arguments.check) && arguments.inputs.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} needs rows: name INPUT", more));
  }
  if ((arguments.compare || arguments.check) && comes_once(arguments)) {
    throw Error(ErrorCode::usage, fmt::format("{} reads INPUT again: it must be a file", more));
  }
}

// One pass over the rows of INPUT.
ReportRows report_rows(const Arguments& arguments, const Stored& stored, const Model& model, RowReporter& reporter,
                       Console& console) {
  const Schema& schema = model.schema();
  const ReadOptions reading = scoring_options(read_options(arguments, schema, true), model, stored.options);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  KnownLabels known_labels(model.labels(), console);
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
  note_missing(missing, schema, stored.options, console);
  note_skipped_rows(source, console);
  note_unknown_labels(rows.metrics.labels, model.labels().size(), console);
  return rows;
}

Comparison compared(const Arguments& arguments, const Schema& schema, Console& console) {
  Arguments learning = arguments;
  learning.target = has_documents(arguments) ? "" : schema.target;
  learning.weight = schema.weight;
  ComparedInput compared = compare_input(learning, console);
  measure_plain_fit(learning, compared, console);
  return std::move(compared.comparison);
}

ModelCheck checked_rows(const Arguments& arguments, const Stored& stored, Console& console) {
  const Schema schema = checked_schema(stored);
  Source source =
      open_input(arguments, scoring_options(read_options(arguments, schema, true), stored, schema), console);
  Progress progress(!console.quiet, input_bytes(arguments));
  return check(stored, source, true,
               {.seed = arguments.seed, .threads = thread_count(arguments), .steps = steps_of(progress)},
               work_options(arguments, &progress));
}

}  // namespace

void report_command(const Arguments& arguments, Console& console) {
  check_request(arguments);
  LoadedModel loaded = load_model(arguments);
  Report report = make_report(report_file(arguments.model), std::move(loaded.stored), std::move(loaded.model),
                              arguments.top, thread_count(arguments));
  RowReporter reporter(report.model, arguments.top, 6, thread_count(arguments), arguments.seed);
  std::optional<PictureRows> sample;
  if (!arguments.inputs.empty()) {
    report.rows = report_rows(arguments, report.stored, report.model, reporter, console);
    sample = reporter.sample();
  }
  if (arguments.compare) {
    report.comparison = compared(arguments, report.model.schema(), console);
  }
  if (arguments.check) {
    report.check = checked_rows(arguments, report.stored, console);
  }
  std::string page;
  {
    Progress progress(!console.quiet);
    progress.show_steps("drawing pictures", 0, 0);
    add_pictures(report, sample, {.seed = arguments.seed, .threads = thread_count(arguments)});
    page = arguments.output.empty() ? "" : report_html(report);
  }
  if (arguments.json) {
    console.out.write(document(report_json(report)));
    console.out.flush();
  }
  if (!arguments.output.empty()) {
    save_text_file(page, arguments.output, console);
  }
}

}  // namespace suffice::cli
