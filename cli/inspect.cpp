// suffice inspect: what a model file holds and what follows from it.
#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "inspect_counts.hpp"
#include "inspect_tables.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string gaussian_tables(const Stored& stored, const Model& model) {
  const Summary sums = completed(stored.summary, stored.options);
  std::string text = means_table(sums) + '\n' + deviations_table(sums) + '\n' + form_table(model);
  if (const std::optional<Discriminants> axes = discriminants_of(stored)) {
    text += '\n' + axes_table(*axes, stored.summary.schema.features);
  }
  return text;
}

std::string family_tables(const Stored& stored, const Model& model, std::size_t top) {
  switch (static_cast<SumKind>(stored.summary.sums.index())) {
    case SumKind::patterns:
    case SumKind::moments:
      return gaussian_tables(stored, model);
    case SumKind::amounts:
      return amount_tables(stored.summary, model);
    case SumKind::terms:
    case SumKind::values:
      break;
  }
  return top_tables(model, top);
}

std::string describe(const Stored& stored, const Model& model, std::size_t top) {
  std::string text = describe_model(stored.options, model) + describe_table(stored) + describe_sums(stored.summary) +
                     '\n' + describe_classes(stored.summary, model) + '\n' + family_tables(stored, model, top);
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
    const TermCounts* terms = summary.find_terms();
    const std::string features = terms != nullptr && summary.schema.encoding == Encoding::text
                                     ? counted(terms->terms(), "word")
                                     : counted(summary.schema.features.size(), "feature");
    console.out.write(fmt::format("ok: {} is sound: {}, {}, {}\n", arguments.model,
                                  counted(summary.classes.total_rows(), "row"), features,
                                  counted(summary.classes.size(), "class")));
  } else {
    const Model model = estimate(summary, stored.options);
    console.out.write(arguments.json ? document(inspect_json(stored, model, arguments.top))
                                     : describe(stored, model, arguments.top));
  }
}

}  // namespace suffice::cli
