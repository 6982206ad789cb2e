// Workflows: from a file or a table to a stored model, and from a stored model to the next one.
#include <fmt/format.h>

#include "entry_point.hpp"
#include "fixture.hpp"
#include "suffice/fit.hpp"
#include "unit/fitted_files.hpp"

namespace suffice {
namespace {

std::string change_text(const Change& change) { return encode(change.stored); }

/// A file of 24 rows of everything.
std::string mixed_file(const std::string& folder, const std::string& name) {
  write_text(folder + "/" + name, mixed_header + mixed_rows + mixed_rows + mixed_rows);
  return folder + "/" + name;
}

void add_fits(std::vector<EntryPoint>& entries, const std::string& path) {
  const auto fit_of = [path](const FitOptions& options, unsigned threads) {
    const FitInput input{.open = [path, reading = learning_options({}, options)] { return Source(path, reading); }};
    return fit(input, options, {.threads = threads, .again = input.open}).result.stored;
  };
  FitOptions automatic;
  automatic.columns.roles = {{"note", Role::text}};
  FitOptions validated = mixed_options();
  validated.validation = {Validation::Rows::all, 2};
  FitOptions tuned = mixed_options();
  tuned.tune = TuneOptions{};
  FitOptions rival = mixed_options();
  rival.columns.drop = {"note"};
  rival.columns.roles = {{"colour", Role::categorical}};
  rival.model.model = "logistic";
  FitOptions bins;
  bins.columns.drop = {"note", "colour", "visits"};
  bins.columns.roles = {{"size", Role::mdl}, {"weight", Role::normal_score}};
  bins.model.model = "naive-bayes";
  const std::vector<std::pair<std::string, FitOptions>> fits = {
      {"lda and others", mixed_options()}, {"auto", automatic}, {"folds of all rows", validated}, {"tuned", tuned},
      {"logistic regression", rival},      {"bins", bins},
  };
  for (const auto& [name, options] : fits) {
    entries.push_back(
        value_of("fit: " + name, [fit_of, options = options] { return fit_of(options, 1); }, stored_text));
  }
  entries.push_back(
      value_of("fit: threads", [fit_of, options = mixed_options()] { return fit_of(options, 3); }, stored_text));
}

void add_changes(std::vector<EntryPoint>& entries, const std::string& path, const std::string& more) {
  const auto stored = std::make_shared<const Stored>(fit_file(path, mixed_options(), {.threads = 1}).stored);
  const auto change = [&](const std::string& name, auto make) {
    entries.push_back(value_of(name, [stored, make] { return make(*stored); }, change_text));
  };
  change("update", [more](const Stored& before) {
    Source source = open_for(before, more);
    return update(before, source, {.threads = 1});
  });
  change("forget", [more](const Stored& before) {
    Source source = open_for(before, more);
    return forget(before, source, {.threads = 1});
  });
  entries.push_back(value_of("merge of stored", [stored] { return merge(*stored, *stored); }, stored_text));
  entries.push_back(value_of(
      "reestimate",
      [stored] {
        return reestimate(*stored, {.estimator = Estimator::mean, .class_prior = UniformPrior{}},
                          std::vector<std::string>{"colour"});
      },
      stored_text));
  entries.push_back(value_of(
      "tune by sums", [stored] { return tune(*stored, nullptr, {.criterion = Criterion::bic}, {.threads = 1}); },
      stored_text));
  entries.push_back(value_of("compacted", [stored] { return compacted(*stored, 1); }, stored_text));
  entries.push_back(change_of(
      "finish", [stored] { return Stored{stored->options, stored->summary, stored->fitted, stored->ranking}; },
      [](Stored& changed) { static_cast<void>(finish(changed, 1)); }, stored_text, AfterFault::voided));
}

}  // namespace

std::vector<EntryPoint> workflow_entries(const std::string& folder) {
  std::vector<EntryPoint> entries;
  const std::string path = mixed_file(folder, "mixed.csv");
  write_text(folder + "/more.csv", mixed_header + mixed_rows);
  add_fits(entries, path);
  add_changes(entries, path, folder + "/more.csv");
  return entries;
}

}  // namespace suffice
