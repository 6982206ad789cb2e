// suffice explain: for each row the parts of the log odds that decide its label.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "explanation_table.hpp"
#include "model_file.hpp"
#include "reading.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

// `file` names the file that the row is; empty: it is a row among others.
std::string explained(const Table& rows, std::size_t i, std::uint64_t number, const std::string& file,
                      const OpenedModel& opened, const Arguments& arguments) {
  const Model& model = opened.model;
  if (arguments.json) {
    return document(explain_json(model.explain(rows, i), model, file));
  }
  const std::string name = file.empty() ? fmt::format("row {}", number) : shown(file);
  const std::string title = fmt::format("{}{}: ", number == 1 ? "" : "\n", name);
  if (const std::optional<std::string> reason = model.impossible(rows, i)) {
    return fmt::format("{}has zero probability under every class: {}\n", title, shown(*reason));
  }
  return explanation_table(title, model.explain(rows, i), model, opened.options, arguments.top);
}

}  // namespace

void explain_command(const Arguments& arguments, Console& console) {
  const OpenedModel opened = open_model(arguments.model, chosen_class_prior(arguments), thread_count(arguments));
  const Schema& schema = opened.model.schema();
  const ReadOptions reading = scoring_options(read_options(arguments, schema, false), schema, opened.options);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  each_block(
      source, work_options(arguments),
      [&](const SourceRows& read) {
        if (read.before == 0) {
          check_lines(read.block, schema, arguments, reading);
        }
        for (std::size_t i = 0; i < read.block.rows; ++i) {
          const std::string file = source.has_files() ? read.block.files[i] : "";
          console.out.write(explained(read.rows, i, read.before + i + 1, file, opened, arguments));
        }
      },
      [&] { console.out.flush(); });
  console.out.flush();
  note_unknown(source, {}, schema, opened.options, console);
}

}  // namespace suffice::cli
