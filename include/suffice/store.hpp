// The model file: schema, options and sums in, schema, options and sums out. docs/format.md is normative.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// What a model file holds; the model itself is estimate(summary, options), computed when it is needed.
struct Stored {
  EstimateOptions options;
  Summary summary;

  bool operator==(const Stored&) const = default;
};

/// The bytes of a model file; the same content gives the same bytes.
std::string encode(const Stored& stored);
/// Checks every byte and every meaning. Error (bad_model), whatever the bytes are.
Stored decode(std::string_view bytes);

/// Error (file_system) when the file cannot be read, (bad_model) when it is not sound.
Stored load(const std::string& path);
/// Writes a temporary file in the same folder, then renames it: afterwards `path` holds either all of the new content
/// or what it held before. Error (file_system) when that fails, and when `path` is something other than a plain file.
void save(const Stored& stored, const std::string& path);

/// Holds a model file against other writers, for read-change-write. The lock is advisory and ends with the object.
class LockedModel {
 public:
  /// Waits for other holders, then loads.
  explicit LockedModel(const std::string& path);
  ~LockedModel();
  LockedModel(LockedModel&&) noexcept;
  LockedModel& operator=(LockedModel&&) noexcept;

  [[nodiscard]] const Stored& stored() const;
  /// Saves in place. Error (file_system), and nothing written, when the file was replaced in the meantime.
  void replace(const Stored& stored);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A model read for scoring alone.
struct OpenedModel {
  EstimateOptions options;
  Model model;
};

/// The model of a file, with another class prior if one is given. A model of words is read page by page as rows ask for
/// them, each page checked when it is read, so that time and memory do not grow with the vocabulary; any other is
/// loaded whole. Errors as load() and estimate(); a page that is not sound is an Error (bad_model) when it is met.
OpenedModel open_model(const std::string& path, const std::optional<ClassPrior>& class_prior = {});

/// The schema as a JSON document, as `inspect --schema` writes it and `fit --schema` reads it.
std::string schema_to_json(const Schema& schema);
Schema schema_from_json(std::string_view text);
/// The schema of a model file or of a JSON document, told apart by content.
Schema load_schema(const std::string& path);

}  // namespace suffice
