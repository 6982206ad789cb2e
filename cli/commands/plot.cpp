// suffice plot: a model, or how it does on rows, as a picture.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "commands/compare.hpp"
#include "input.hpp"
#include "model_file.hpp"
#include "options/known_labels.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

// A sample of the rows of INPUT, with their labels.
RowSample sampled_input(const Arguments& arguments, const LoadedModel& loaded, Console& console) {
  const Schema& schema = loaded.model.schema();
  const ReadOptions reading =
      scoring_options(read_options(arguments, schema, true), loaded.model, loaded.stored.options);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);
  KnownLabels known_labels(loaded.model.labels(), console);
  RowSample sample = {Reservoir(schema, arguments.seed)};
  {
    Progress progress(!console.quiet, input_bytes(arguments));
    each_block(source, work_options(arguments, &progress), [&](const SourceRows& read) {
      sample.rows.add(read.rows, known_labels.of(read.labels));
      sample.seen += read.block.rows;
    });
  }
  note_skipped_rows(source, console);
  if (sample.rows.size() == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to show", input_name(arguments));
  }
  return sample;
}

// As it seems: as many rows as the model was fitted on, and where all are there as many of each label.
bool are_fitted_rows(const RowSample& sample, const ClassCounts& fitted) {
  if (sample.seen != fitted.total_rows()) return false;
  if (sample.rows.size() < sample.seen) return true;
  const Labels labels = sample.rows.labels();
  std::map<std::string_view, std::uint64_t> rows;
  for (const std::uint32_t code : labels.codes) ++rows[labels.names[code]];
  for (std::size_t c = 0; c < fitted.size(); ++c) {
    if (rows[fitted.labels[c]] != fitted.rows[c]) return false;
  }
  return true;
}

draw::Picture curves_of(const Arguments& arguments, const LoadedModel& loaded, Console& console) {
  if (!arguments.inputs.empty()) {
    Arguments compared = arguments;
    compared.target = has_documents(arguments) ? "" : loaded.model.schema().target;
    const ComparedInput found = compare_input(compared, console);
    note_skipped_rows(*found.source, console);
    return curves_picture(found.comparison);
  }
  if (!loaded.stored.tuning.trials.empty()) {
    return tuning_picture(loaded.stored.tuning);
  }
  if (loaded.stored.ranking.models.empty()) {
    throw Error(ErrorCode::usage,
                "the file keeps neither a search of options nor candidates that were compared: give INPUT for learning "
                "curves");
  }
  return ranking_picture(loaded.stored.ranking);
}

draw::Picture picture_of(PictureKind kind, const Model& model, const std::optional<PictureRows>& rows,
                         const Arguments& arguments) {
  const PictureOptions options = {.seed = arguments.seed, .threads = thread_count(arguments)};
  switch (kind) {
    case PictureKind::boundary:
      return boundary_picture(model, rows, options);
    case PictureKind::densities:
      return densities_picture(model, rows, options);
    case PictureKind::projection:
      return projection_picture(model, rows, options);
    case PictureKind::calibration:
      return calibration_picture(metrics_of(model, *rows, options.threads),
                                 uncalibrated_metrics(model, *rows, options.threads));
    case PictureKind::confusion:
      return confusion_picture(metrics_of(model, *rows, options.threads));
    case PictureKind::roc:
      return roc_picture(model, *rows, options);
    case PictureKind::words:
    case PictureKind::curves:
      break;
  }
  return words_picture(model, arguments.top);
}

}  // namespace

void plot_command(const Arguments& arguments, Console& console) {
  const std::string file = arguments.output == "-" ? "" : arguments.output;
  std::vector<std::string> read = arguments.inputs;
  read.push_back(arguments.model);
  check_picture_file(file, read);
  const std::optional<PictureKind> said =
      arguments.kind.empty() ? std::nullopt : std::optional(parse_picture_kind(arguments.kind));
  if (said && needs_rows(*said) && arguments.inputs.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("the picture {} is one of rows: give INPUT with their labels", arguments.kind));
  }
  const LoadedModel loaded = load_model(arguments);
  const PictureKind kind = said.value_or(suitable_picture(loaded.model));
  draw::Picture picture;
  if (kind == PictureKind::curves) {
    picture = curves_of(arguments, loaded, console);
  } else if (arguments.inputs.empty() || kind == PictureKind::words) {
    picture = picture_of(kind, loaded.model, std::nullopt, arguments);
  } else {
    const RowSample sample = sampled_input(arguments, loaded, console);
    picture =
        picture_of(kind, loaded.model, PictureRows{sample.rows.rows(), sample.rows.labels(), sample.seen}, arguments);
    const bool is_score =
        kind == PictureKind::calibration || kind == PictureKind::confusion || kind == PictureKind::roc;
    if (is_score && are_fitted_rows(sample, loaded.stored.summary.classes)) note_fitted_rows(console);
    if (sample.seen > sample.rows.size() && (kind == PictureKind::calibration || kind == PictureKind::confusion)) {
      picture.caption += fmt::format(" The rows are a sample of {}.", sample.seen);
    }
  }
  const std::string svg = draw::svg(picture);
  if (file.empty()) {
    console.out.write(svg);
    return;
  }
  save_text_file(svg, file, console);
}

}  // namespace suffice::cli
