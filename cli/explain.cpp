// suffice explain: for each row the parts of the log odds that decide its label.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "explanation_table.hpp"
#include "model_file.hpp"
#include "reading.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string explained(const Rows& rows, std::size_t i, std::size_t number, const Model& model,
                      const Arguments& arguments) {
  if (arguments.json) {
    return document(explain_json(model.explain(rows, i), model));
  }
  const std::string title = fmt::format("{}row {}: ", number == 1 ? "" : "\n", number);
  if (const std::optional<std::string> reason = model.impossible(rows, i)) {
    return fmt::format("{}no class can have it: {}\n", title, shown(*reason));
  }
  return explanation_table(title, model.explain(rows, i), model, arguments.top);
}

}  // namespace

void explain_command(const Arguments& arguments, Console& console) {
  const OpenedModel opened = open_model(arguments.model, chosen_class_prior(arguments));
  const Model& model = opened.model;
  const ReadOptions reading = scoring_options(arguments, model.schema().encoding, opened.options, false);
  Source source = open_input(arguments, reading, console);
  bind_input(source, model.schema(), arguments, reading);
  RowBlock block;
  std::size_t number = 0;
  while (next_rows(source, block, console.out)) {
    if (number == 0) {
      check_lines(block, model.schema(), arguments, reading);
    }
    const Rows rows = source.rows(block);
    for (std::size_t i = 0; i < block.rows; ++i) {
      console.out.write(explained(rows, i, ++number, model, arguments));
    }
  }
  console.out.flush();
  note_unknown(source, {}, model.schema().encoding, opened.options.unseen, console);
}

}  // namespace suffice::cli
