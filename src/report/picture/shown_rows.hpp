// Shown rows: the numbers of rows that a picture shows, given or drawn from the model, with their classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/picture/probes.hpp"
#include "suffice/model.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"

namespace suffice {

/// Columns of numbers of some rows; of very many columns those that differ most between the classes.
struct ShownRows {
  std::vector<std::size_t> places;    ///< d columns, among columns_of(Model::schema()), ascending
  std::vector<double> values;         ///< n × d, row-major; NaN: missing
  std::vector<std::uint32_t> labels;  ///< n: class indices; C for a label that the model does not know
  std::size_t left_out = 0;           ///< columns of numbers that are not among these
  bool drawn = false;                 ///< from the model

  [[nodiscard]] std::size_t rows() const { return labels.size(); }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return values[i * places.size() + j]; }
};

/// So many columns of numbers are looked at together.
inline constexpr std::size_t most_shown_columns = 60;

/// The class of each row.
std::vector<std::uint32_t> classes_of(const Model& model, const Labels& labels);
/// The columns of numbers that a plane is laid through: measurements, and where they are fewer than two all others too.
/// Amounts are seldom whole numbers within a plane, and some families know no others.
std::vector<std::size_t> plane_columns(const Model& model, const Probes& probes);
/// The numbers of these rows in these columns, places as in ShownRows; of very many those that differ most.
ShownRows numbers_of(const Model& model, const Probes& probes, const PictureRows& rows,
                     const std::vector<std::size_t>& places);
/// Rows drawn from the model; nothing where it draws none.
std::optional<ShownRows> drawn_rows(const Model& model, const Probes& probes, const std::vector<std::size_t>& places,
                                    std::uint64_t seed);

/// What a picture of numbers shows: rows, and what the model itself thinks rows are like.
struct Scene {
  std::optional<ShownRows> drawn;  ///< from the model, where it draws any
  ShownRows shown;                 ///< the given rows, or else up to 500 of the drawn ones; the same columns

  /// What axes are chosen by: the model's own rows, or the given ones.
  [[nodiscard]] const ShownRows& basis() const { return drawn ? *drawn : shown; }
};
/// Error (usage) where rows are neither given nor drawn.
Scene scene_of(const Model& model, const Probes& probes, const std::vector<std::size_t>& places,
               const std::optional<PictureRows>& rows, std::uint64_t seed);

/// "20 rows", "a sample of 20 of 300 rows", "20 rows drawn from the model".
std::string rows_text(const ShownRows& shown, const std::optional<PictureRows>& rows);

/// The range of all numbers, or where few of them lie far out, that of the others and as much again on each side.
draw::Range range_of_most(std::vector<double> numbers);

/// One series for each look of the classes, the last perhaps "others", and a legend entry for each that some class has.
std::vector<draw::LegendEntry> class_legend(const std::vector<std::string>& labels, draw::LegendEntry::Sign sign);

}  // namespace suffice
