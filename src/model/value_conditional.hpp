// Value conditional: p(x|c) of categorical columns, a table of log probabilities (MODELS §5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "estimate/categories.hpp"
#include "math/panel.hpp"
#include "math/random.hpp"
#include "model/drawn_row.hpp"
#include "model/panel_notes.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// log p(x|c) = Σ_j log θ of the value in column j. A missing value has no say, nor has one that is unknown, unless a
/// value is reserved for those.
class ValueConditional {
 public:
  ValueConditional(Categories categories, Schema schema);

  /// Where the table has the values of a call's dictionaries.
  struct Workspace : PanelNotes {
    bool ready = false;
    bool some_unseen = false;
    std::vector<std::size_t> starts;    ///< of each column in `places`
    std::vector<std::uint32_t> sizes;   ///< of each column's dictionary
    std::vector<std::uint32_t> places;  ///< in the table, for each column by code, and last that of a missing value
    std::vector<std::uint8_t> unseen;   ///< of `places`: 1 for values that the model does not know
    std::vector<std::uint32_t> panel;   ///< the places of a panel's values
  };

  [[nodiscard]] static Family family() { return Family::categorical; }
  [[nodiscard]] std::size_t classes() const { return categories_.classes; }
  [[nodiscard]] const Categories& categories() const { return categories_; }
  void check(const Rows& rows) const;
  void log_joint(const Rows& rows, std::size_t first, std::size_t count, std::span<const double> log_prior,
                 std::span<PanelColumn> out, Workspace& work) const;
  [[nodiscard]] std::optional<std::string> impossible(const Rows& rows, std::size_t i,
                                                      std::span<const double> log_prior) const;
  [[nodiscard]] Explanation explain(const Rows& rows, std::size_t i, std::span<const double> log_prior) const;
  [[nodiscard]] std::vector<FeatureOdds> strongest(std::size_t c, std::size_t count,
                                                   std::span<const double> class_prior) const;
  [[nodiscard]] static bool is_linear() { return true; }
  [[nodiscard]] LinearForm linear_form() const;
  /// Draws the values that the model knows, in proportion to their probabilities; of a column without any, nothing.
  void sample(std::size_t c, Random& random, DrawnRow& out) const;

 private:
  struct Found {
    std::size_t place;  // in the table; that of a value that is not known is the reserved one, or that of no say
    bool known;
  };
  [[nodiscard]] Found find(std::size_t j, const std::string& value) const;
  void prepare(const CategoryBatch& rows, Workspace& work) const;
  // The place of the value in column j of row i.
  [[nodiscard]] std::size_t place_of(const CategoryBatch& rows, std::size_t i, std::size_t j) const;
  [[nodiscard]] std::size_t no_say() const { return firsts_.back(); }
  // log θ of the value at a place, for each class.
  [[nodiscard]] std::span<const double> log_probabilities(std::size_t place) const {
    return std::span(table_).subspan(place * width_, classes());
  }

  Categories categories_;
  Schema schema_;
  std::vector<std::size_t> firsts_;              // of each feature: the place of its first value; and no_say()
  std::vector<std::vector<std::size_t>> order_;  // of each feature: its values in byte order
  std::size_t width_;                            // of a row of the table
  std::vector<double> table_;                    // a row for each value, and one of zeros for what has no say
};

}  // namespace suffice
