// Model files as commands meet them: checked before long work, saved and announced after it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "console.hpp"
#include "options/option_table.hpp"
#include "print/describe.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// Finds out before the work whether `output` could be written: Error (file_system) when its folder is missing, and
/// Error (usage) when it is stdout or the file that rows are read from.
void check_output(const std::string& output, const std::string& input = {});

/// Saves.
SavedModel save_model(const Stored& stored, const std::string& path);

/// The model file that a command writes after reading models. One that is among those read is held against other
/// writers from before it is read until it is written, so that nobody's change is lost.
class ChangedFile {
 public:
  /// Says so where another process holds the file for more than a second.
  ChangedFile(std::string output, const std::vector<std::string>& models, const Arguments& arguments,
              const Console& console);

  /// load(), or what is held.
  [[nodiscard]] Stored read(const std::string& model) const;
  /// Whether the file is among the models read.
  [[nodiscard]] bool in_place() const { return held_.has_value(); }
  SavedModel write(const Stored& stored);

 private:
  std::string output_;
  std::optional<LockedModel> held_;
};

/// finish(); an Error says by `circumstance` ("after forgetting these rows") how it came about, and that nothing was
/// changed; where the rows or the stored options are at fault it ends with `hint`.
Model finish_changed(Stored& stored, unsigned threads, const std::string& circumstance, const std::string& hint = "");

/// The hint of commands that take no options of the model.
inline const std::string estimate_hint = "; suffice estimate gives a model other options";

/// A model file and the model it implies.
struct LoadedModel {
  Stored stored;
  Model model;
};

/// --class-prior, if that was given.
std::optional<ClassPrior> chosen_class_prior(const Arguments& arguments);

/// The model of a file, read with --class-prior if that was given.
LoadedModel load_model(const Arguments& arguments);

}  // namespace suffice::cli
