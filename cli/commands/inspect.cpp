// suffice inspect: what a model file holds and what follows from it.
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "print/describe.hpp"
#include "print/describe_ranking.hpp"
#include "print/describe_tuning.hpp"
#include "print/inspect_counts.hpp"
#include "print/inspect_encodings.hpp"
#include "print/inspect_tables.hpp"
#include "print/role_table.hpp"
#include "print/text_table.hpp"
#include "reading.hpp"
#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string gaussian_tables(const Schema& schema, const Block& block, const std::vector<std::string>& labels,
                            const ReadingDetails& details) {
  const std::string scores = scores_table(schema, details.normal_scores);
  return (scores.empty() ? "" : scores + '\n') + means_table(schema, block, labels, details) + '\n' +
         deviations_table(block, labels, details) + '\n' + form_table(details.alone) +
         (details.axes ? '\n' + axes_table(*details.axes, block.features) : "");
}

std::string count_tables(const Model& model, std::size_t reading, const ReadingDetails& details) {
  const std::string intervals = interval_tables(details.intervals, model.labels());
  const std::string pairs = dependence_table(details.pairs, details.dependence);
  return (intervals.empty() ? "" : intervals + '\n') + top_tables(model, reading, details.strongest) +
         (pairs.empty() ? "" : '\n' + pairs);
}

std::string reading_tables(const Model& model, std::size_t reading, const ReadingDetails& details) {
  const Block& block = model.schema().blocks[reading];
  if (details.moments) {
    return gaussian_tables(model.schema(), block, model.labels(), details);
  }
  return details.parameters.empty() ? count_tables(model, reading, details) : amount_tables(model.labels(), details);
}

// The weights of a model that tells classes apart: of terms those that speak most for each class.
std::string rival_tables(const Stored& stored, const Model& model, const DetailOptions& wanted) {
  const std::vector<Block>& blocks = model.schema().blocks;
  if (blocks.size() == 1 && blocks.front().kind == Kind::text) {
    return top_tables(model, 0, reading_details(stored, model, 0, wanted).strongest);
  }
  return form_table(model, wanted.top);
}

// "in €, with decimal commas"
std::string written_unit(std::string unit) {
  const bool has_mark = unit.ends_with(',') || unit.ends_with('.');
  const std::string mark = !has_mark ? "" : unit.ends_with(',') ? "with decimal commas" : "with decimal points";
  unit.resize(unit.size() - (has_mark ? 1 : 0));
  const std::string in = unit.empty() ? "" : "in " + shown(unit);
  return in.empty() && mark.empty() ? "with separators" : in + (in.empty() || mark.empty() ? "" : ", ") + mark;
}

// How the file was written that the table came from, where that is not the usual way, and its columns of dates.
std::string describe_reading(const Schema& schema) {
  std::string text = schema.dialect == Dialect{} ? "" : line("read as", suffice::describe(schema.dialect));
  for (const DateColumn& date : schema.dates) {
    text += line("date", fmt::format("{}, written as {}", brief_name(date.column), date.format));
  }
  for (const WrittenNumbers& written : schema.written_numbers) {
    text += line("number", fmt::format("{}, written {}", brief_name(written.column), written_unit(written.unit)));
  }
  return text;
}

std::string describe(const Stored& stored, const Model& model, const Arguments& arguments) {
  const std::string roles = describe_roles(stored.summary);
  std::string text = describe_ranking(stored.ranking, stored.options) + describe_model(stored, model) +
                     describe_tuning(stored.tuning, stored.options) + describe_table(stored) +
                     describe_reading(stored.summary.schema) + describe_sums(stored.summary) + '\n' +
                     (roles.empty() ? "" : roles + '\n') + describe_classes(stored.summary, model, true);
  const DetailOptions wanted = {.top = arguments.top, .classes = most_shown, .threads = thread_count(arguments)};
  const std::size_t readings = stored.options.rival ? 0 : stored.options.readings.size();
  if (stored.options.rival) {
    text += '\n' + rival_tables(stored, model, wanted);
  }
  for (std::size_t r = 0; r < readings; ++r) {
    const Block& block = model.schema().blocks[r];
    text += '\n';
    if (readings > 1) {
      text +=
          fmt::format("{} of {}\n\n", reading_name(block, stored.options.readings[r].options), counted_columns(block));
    }
    text += reading_tables(model, r, reading_details(stored, model, r, wanted));
  }
  for (const std::string& note : model.notes()) {
    text += fmt::format("\n{}\n", folded("note: " + shown(note), 6));
  }
  return text;
}

// "2 features", "120 words", "4 features, 120 words"
std::string counted_features(const Summary& summary) {
  std::size_t columns = 0;
  std::size_t words = 0;
  bool text = false;
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    if (summary.schema.blocks[b].kind == Kind::text) {
      text = true;
      words += std::get<Shared<TermCounts>>(summary.sums[b])->terms();
    } else {
      columns += summary.schema.blocks[b].features.size();
    }
  }
  if (!text) {
    return counted(columns, "feature");
  }
  return columns == 0 ? counted(words, "word")
                      : fmt::format("{}, {}", counted(columns, "feature"), counted(words, "word"));
}

// Options that only an estimate can hold against the sums, such as a vocabulary: what fit refuses is not sound.
void check_estimate(const Stored& stored, const Arguments& arguments) {
  try {
    model_of(stored, thread_count(arguments));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage && error.code() != ErrorCode::bad_data) throw;
    throw Error(ErrorCode::bad_model, fmt::format("no model can be estimated: {}", error.message()), arguments.model);
  }
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
    check_caches(stored, thread_count(arguments));
    check_estimate(stored, arguments);
    console.out.write(fmt::format("ok: {} is sound: {}, {}, {}\n", arguments.model,
                                  counted(summary.classes.total_rows(), "row"), counted_features(summary),
                                  counted(summary.classes.size(), "class")));
  } else {
    const Model model = model_of(stored, thread_count(arguments));
    console.out.write(arguments.json ? document(inspect_json(stored, model, arguments.top))
                                     : describe(stored, model, arguments));
  }
}

}  // namespace suffice::cli
