// suffice update and suffice forget: the sums of a file's rows added to a model, or taken away.
#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

// Above this the sums that remain have lost half their digits, and a fresh fit is better (DESIGN §3).
constexpr double tolerable_error = 1e-6;

enum class NewColumns { refused, taken };

// The sums of INPUT's rows, of the kind that the model has.
Summary summarise_input(const Arguments& arguments, const Summary& model, NewColumns columns, const Console& console) {
  const Keep keep = kept_by(model);
  const ReadOptions reading = learning_options(arguments, model.schema.encoding, keep);
  Source source = open_input(arguments, reading, console);
  const Schema schema = columns == NewColumns::taken ? source.fit_columns(model.schema) : model.schema;
  bind_input(source, schema, arguments, reading);
  return summarise_source(source, schema, keep, arguments, console);
}

// The labels of `a` that `b` does not have.
std::vector<std::string> only_in(const ClassCounts& a, const ClassCounts& b) {
  const std::unordered_set<std::string_view> known(b.labels.begin(), b.labels.end());
  std::vector<std::string> labels;
  std::ranges::copy_if(a.labels, std::back_inserter(labels),
                       [&](const std::string& label) { return !known.contains(label); });
  return labels;
}

std::string describe_change(const Summary& sums_before, const Summary& sums_after) {
  const ClassCounts& before = sums_before.classes;
  const ClassCounts& after = sums_after.classes;
  std::string text = line("rows", fmt::format("{} -> {}", before.total_rows(), after.total_rows()));
  text += line("classes", fmt::format("{} -> {}", before.size(), after.size()));
  if (const auto gained = only_in(after, before); !gained.empty()) {
    text += line("gained", listed(gained));
  }
  if (const auto lost = only_in(before, after); !lost.empty()) {
    text += line("lost", listed(lost));
  }
  const std::size_t columns = sums_before.schema.features.size();
  if (sums_after.schema.features.size() != columns) {
    text += line("features", fmt::format("{} -> {}", columns, sums_after.schema.features.size()));
  }
  if (const TermCounts* terms = sums_after.find_terms();
      terms != nullptr && sums_after.schema.encoding == Encoding::text) {
    text += line("words", fmt::format("{} -> {}", sums_before.terms().terms(), terms->terms()));
  }
  return text;
}

using Change = Summary (*)(const Summary& old_sums, const Summary& rows, const Console& console);

// The new model is estimated, described and flushed before the file is touched: an error means that it is as before.
void change_model(const Arguments& arguments, const Console& console, NewColumns columns, Change change,
                  const std::string& circumstance) {
  check_output(arguments.output, input_path(arguments));
  ChangedFile file(arguments.output.empty() ? arguments.model : arguments.output, {arguments.model});
  const Stored before = file.read(arguments.model);
  const Summary rows = summarise_input(arguments, before.summary, columns, console);
  Stored after = {before.options, change(before.summary, rows, console)};
  const Model model = estimate_changed(after, circumstance, "; suffice estimate gives a model other options");

  present(after, model, std::nullopt,
          describe_change(before.summary, after.summary) + describe_model(after.options, model), arguments, console);
  file.write(after, console);
}

}  // namespace

void update_command(const Arguments& arguments, Console& console) {
  change_model(
      arguments, console, NewColumns::taken,
      [](const Summary& sums, const Summary& rows, const Console&) { return merge(sums, rows); },
      "after adding these rows");
}

void forget_command(const Arguments& arguments, Console& console) {
  change_model(
      arguments, console, NewColumns::refused,
      [](const Summary& sums, const Summary& rows, const Console& messages) {
        Removal removal = remove(sums, rows);
        if (removal.rest.classes.size() == 0) {
          throw Error(ErrorCode::bad_data,
                      "these are all the rows of the model: nothing would be left; delete the file instead");
        }
        if (removal.relative_error > tolerable_error) {
          messages.warning(fmt::format(
              "the rows removed were so large that the rest has a relative error of {}; better fit it again",
              short_number(removal.relative_error)));
        }
        return std::move(removal.rest);
      },
      "after forgetting these rows");
}

}  // namespace suffice::cli
