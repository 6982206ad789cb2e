// The model file: bytes of a model, and models of bytes, in memory and on disk.
#include "entry_point.hpp"
#include "fixture.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

/// A file of a folder of its own, with nothing beside it.
struct OnlyFile {
  TemporaryFolder folder = {};
  std::string path = folder.file("m");

  [[nodiscard]] std::string text() const { return std::to_string(folder.entries()) + read_text(path); }
};

void add_bytes(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  const auto stored = std::make_shared<Stored>(of->stored);
  stored->caches = make_caches(stored->summary, stored->options, 1);
  const auto file = std::make_shared<const std::string>(encode(*stored));
  entries.push_back(value_of(
      of->name + ": make_caches",
      [of] { return Stored{of->options, of->sums, {}, {}, {}, make_caches(of->sums, of->options, 1)}; }, stored_text));
  entries.push_back(value_of(
      of->name + ": encode", [stored] { return encode(*stored); }, [](const std::string& text) { return text; }));
  entries.push_back(value_of(of->name + ": decode", [file] { return decode(*file); }, stored_text));
  entries.push_back(value_of(
      of->name + ": check_caches", [stored] { return check_caches(*stored, 1), true; },
      [](bool sound) { return std::string(sound ? "sound" : ""); }));
  entries.push_back(value_of(
      of->name + ": schema_from_json", [of] { return schema_from_json(schema_to_json(of->schema)); }, schema_to_json));
}

void add_files(std::vector<EntryPoint>& entries, const SharedFixture& of, const std::string& folder) {
  const std::string path = folder + "/" + of->name;
  Stored stored = of->stored;
  stored.caches = make_caches(stored.summary, stored.options, 1);
  save(stored, path);
  entries.push_back(value_of(of->name + ": load", [path] { return load(path); }, stored_text));
  entries.push_back(value_of(
      of->name + ": open_model",
      [of, path] {
        const OpenedModel opened = open_model(path, {}, 1);
        std::vector<double> scores(of->numbers());
        opened.model.log_joint(of->table.table(), scores, {.threads = 1});
        return scores;
      },
      [](const std::vector<double>& scores) { return bytes(scores); }));
  const auto opened = std::make_shared<const OpenedModel>(open_model(path, {}, 1));
  entries.push_back(change_of(
      of->name + ": log_joint of an open model", [of] { return std::vector<double>(of->numbers()); },
      [of, opened](std::vector<double>& out) { opened->model.log_joint(of->table.table(), out, {.threads = 1}); },
      [](const std::vector<double>& out) { return bytes(out); }, AfterFault::voided));
  entries.push_back(change_of(
      of->name + ": save",
      [of] {
        auto file = std::make_unique<OnlyFile>();
        save({.options = of->options, .summary = of->part}, file->path);
        return file;
      },
      [of](const std::unique_ptr<OnlyFile>& file) { save(of->stored, file->path); },
      [](const std::unique_ptr<OnlyFile>& file) { return file->text(); }));
  entries.push_back(change_of(
      of->name + ": LockedModel::replace",
      [of] {
        auto file = std::make_unique<OnlyFile>();
        save({.options = of->options, .summary = of->part}, file->path);
        return file;
      },
      [of](const std::unique_ptr<OnlyFile>& file) { LockedModel(file->path).replace(of->stored); },
      [](const std::unique_ptr<OnlyFile>& file) { return file->text(); }));
}

}  // namespace

std::vector<EntryPoint> store_entries(const std::string& folder) {
  std::vector<EntryPoint> entries;
  for (const SharedFixture& of : fixtures()) {
    add_bytes(entries, of);
    if (of->name == "lda, missing" || of->name.starts_with("multinomial-nb mean, text") ||
        of->schema.blocks.size() == 3) {
      add_files(entries, of, folder);
    }
  }
  return entries;
}

}  // namespace suffice
