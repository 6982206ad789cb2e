// Descriptions: what fit, estimate, update, forget, merge and inspect all print about a model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "console.hpp"
#include "last_words.hpp"
#include "options/option_table.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/model.hpp"
#include "suffice/roles.hpp"
#include "suffice/store.hpp"

namespace suffice::cli {

/// How many features, classes or other names a text shows at most; --json has all.
constexpr std::size_t most_shown = 20;

/// Rows, features and target, one line each; classes; model. Of a fit, `columns` tell how many values are missing,
/// in so many rows.
std::string describe_all(const Stored& stored, const Model& model, std::span<const ColumnGuess> columns = {},
                         std::uint64_t incomplete_rows = 0);
/// Rows, missing values, features by block, and target, one line each; columns that are kept and not read; of text the
/// words and tokens, with those that the options keep.
std::string describe_table(const Stored& stored, std::span<const ColumnGuess> columns = {},
                           std::uint64_t incomplete_rows = 0);
/// A table: each class with its rows, its weight if rows are weighted, and its prior, as a bar too if that is wanted.
std::string describe_classes(const Summary& summary, const Model& model, bool with_bars = false);
/// "model     lda, estimate mle, shrinkage auto (lambda 0.01)", a line for each reading; what is ignored is not named;
/// and what calibration did, where there is one.
std::string describe_model(const Stored& stored, const Model& model);
/// "sums      pooled; can be read as: lda, …", a line for each block.
std::string describe_sums(const Summary& summary);

/// What became of the model, to be said.
struct SavedModel {
  std::string message;
  bool is_doubtful = false;  ///< saved, and yet not certain to survive a loss of power
  bool is_saved = true;
  std::shared_ptr<const LastWords> last_words = {};  ///< until it is told
};

/// What fit, estimate, update, forget and merge end with: save(), then the JSON document or else `text`, checked to
/// have arrived, the model's notes, and what save() says. All that can fail is done before save(); what fails
/// afterwards says that the model was saved.
void present(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv, const std::string& text,
             const Arguments& arguments, const Console& console, const std::function<SavedModel()>& save,
             std::span<const ColumnGuess> columns = {});

/// The names with commas between them; beyond most_shown only their number.
std::string listed(const std::vector<std::string>& names);

/// "model     …", with the names of all such lines equally wide, folded where it is too wide.
std::string line(const std::string& name, const std::string& value);

/// "4 numbers", "1 category": so many columns of a kind.
std::string counted_columns(std::size_t count, Kind kind);
/// "6 numbers and 2 categories", "2 categories and 3 numbers in bins": the columns of a block.
std::string counted_columns(const Block& block);

/// The text of a JSON document with a line end.
std::string document(const std::string& json);

}  // namespace suffice::cli
