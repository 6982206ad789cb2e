// suffice inspect: what a model file holds and what follows from it.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "inspect_tables.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string describe(const Stored& stored, const Model& model) {
  std::string text = describe_model(stored.options, model) + describe_table(stored.summary) +
                     describe_sums(stored.summary.moments) + '\n' + describe_classes(stored.summary, model) + '\n' +
                     means_table(stored.summary) + '\n' + deviations_table(stored.summary) + '\n' + form_table(model);
  if (const std::optional<Discriminants> axes = discriminants_of(stored)) {
    text += '\n' + axes_table(*axes, stored.summary.schema.features);
  }
  for (const std::string& note : model.notes()) {
    text += fmt::format("\nnote: {}\n", shown(note));
  }
  return text;
}

}  // namespace

void inspect_command(const Arguments& arguments, Console& console) {
  if (arguments.json + arguments.print_schema + arguments.verify > 1) {
    throw Error(ErrorCode::usage, "give one of --json, --schema and --verify");
  }
  const Stored stored = load(arguments.model);
  const Summary& summary = stored.summary;
  if (arguments.print_schema) {
    console.out.write(document(schema_to_json(summary.schema)));
  } else if (arguments.verify) {
    console.out.write(
        fmt::format("ok: {} is sound: {}, {}, {}\n", arguments.model, counted(summary.classes.total_rows(), "row"),
                    counted(summary.schema.features.size(), "feature"), counted(summary.classes.size(), "class")));
  } else {
    const Model model = estimate(summary, stored.options);
    console.out.write(arguments.json ? document(inspect_json(stored, model)) : describe(stored, model));
  }
}

}  // namespace suffice::cli
