// Pictures of a model, and of how it does on rows: what each shows is said in its caption.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suffice/compare.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/picture.hpp"
#include "suffice/store.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Rows that a picture shows: a table of columns_of(Model::schema()) and its labels. A label that the model does not
/// know is one of the others.
struct PictureRows {
  Table rows;
  Labels labels;
  std::uint64_t seen = 0;  ///< that the rows are a sample of; 0: they are all there are
};

struct PictureOptions {
  std::uint64_t seed = 0;  ///< of the rows that are drawn from the model where none are given
  unsigned threads = 0;    ///< never changes the picture
};

enum class PictureKind : std::uint8_t { boundary, densities, projection, calibration, confusion, roc, words, curves };
/// "boundary", "densities", …, in that order.
std::vector<std::string> picture_kinds();
/// Error (usage) naming them all and the nearest.
PictureKind parse_picture_kind(const std::string& text);
/// Whether a picture of the kind is one of rows, without which there is none.
bool needs_rows(PictureKind kind);
/// The picture that shows most of a model without rows: the boundary of several columns of numbers, the words of text,
/// else the densities.
PictureKind suitable_picture(const Model& model);

/// The regions where each class is the most probable and the boundary between them, over two columns of numbers; of
/// more, over the plane of the first two discriminant axes of rows that the model draws, or where it draws none of the
/// rows given. Points are the rows, or drawn ones; contours hold 50 % and 90 % of each class. Columns that are not
/// drawn are missing: the model is read as that of the numbers alone. Error (usage) with fewer than two columns of
/// numbers, with one class, and without rows where the model draws none.
draw::Picture boundary_picture(const Model& model, const std::optional<PictureRows>& rows = {},
                               const PictureOptions& options = {});

/// p(column | class) for each class: curves of numbers, bars of categories; the columns that tell most about the class
/// where there are more than 12. Histograms of the rows lie behind where rows are given. Error (usage) for a model
/// without densities and for one of text alone.
draw::Picture densities_picture(const Model& model, const std::optional<PictureRows>& rows = {},
                                const PictureOptions& options = {});

/// Of two classes the numbers projected on the difference of their means, and on Fisher's w; of more on the first two
/// discriminant axes. Then the posterior of each class along the first: of two classes a sigmoid. Errors as
/// boundary_picture(), but one column is enough.
draw::Picture projection_picture(const Model& model, const std::optional<PictureRows>& rows = {},
                                 const PictureOptions& options = {});

/// The terms, or values of categories, that speak most for each class, with their log odds. Error (usage) where no
/// reading has any.
draw::Picture words_picture(const Model& model, std::size_t top = 10);

/// What the Evaluator finds on the rows.
Metrics metrics_of(const Model& model, const PictureRows& rows, unsigned threads = 0);
/// The same without the calibration of the model; nothing where it has none.
std::optional<Metrics> uncalibrated_metrics(const Model& model, const PictureRows& rows, unsigned threads = 0);
/// Is the predicted label right as often as its probability says? `before`: without calibration.
draw::Picture calibration_picture(const Metrics& metrics, const std::optional<Metrics>& before = {});
/// True labels down, predicted ones across, shaded by their share of the true label. Of more than 20 classes those with
/// most mistakes are shown.
draw::Picture confusion_picture(const Metrics& metrics);
/// ROC and precision–recall curves, of two classes of the second, else of each against the rest. Error (bad_data) where
/// no class has rows both with and without it.
draw::Picture roc_picture(const Model& model, const PictureRows& rows, const PictureOptions& options = {});

/// Log loss over the number of training rows, a colour for each pair of models.
draw::Picture curves_picture(const Comparison& comparison);
/// The candidates of `auto` and their losses. Error (usage) without any.
draw::Picture ranking_picture(const Ranking& ranking);
/// The criterion over the values of each option that was searched: a curve, or of rda the grid of α and γ. Error
/// (usage) where none was.
draw::Picture tuning_picture(const Tuning& tuning);

}  // namespace suffice
