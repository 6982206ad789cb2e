// Value conditional: p(x|c) of categorical columns, a table of log probabilities (MODELS §5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/values/categories.hpp"
#include "math/kernels/panel.hpp"
#include "math/special/random.hpp"
#include "model/drawn_row.hpp"
#include "model/score_work.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"

namespace suffice {

/// log p(x|c) = Σ_j log θ of the value in column j. Missing values are ignored, and so are unknown ones, unless
/// a value is reserved for those.
class ValueConditional {
 public:
  ValueConditional(Categories categories, const Shared<Block>& block);

  /// Where the table of log probabilities has the values of a column's dictionary.
  struct Places {
    const char* first = nullptr;         ///< the first value's bytes, by which a dictionary is known again
    std::size_t size = 0;                ///< of the dictionary
    std::vector<std::uint32_t> of_code;  ///< for each code, and last that of a missing value
    std::vector<std::uint8_t> unseen;    ///< of each code: 1 for a value that the model does not know
    bool some_unseen = false;
  };
  /// What the inner loop needs of the Places of a column.
  struct Codes {
    const std::uint32_t* places = nullptr;
    const std::uint8_t* unseen = nullptr;  ///< null: the model knows all values
    std::uint32_t size = 0;
  };
  struct Workspace : ScoreWork {
    std::vector<Places> places = {};        ///< of each column
    std::vector<Codes> columns = {};        ///< of each column
    std::vector<std::uint32_t> panel = {};  ///< the places of a panel's values
  };

  [[nodiscard]] const Block& block() const { return block_; }
  [[nodiscard]] std::size_t classes() const { return categories_.classes; }
  [[nodiscard]] const Categories& categories() const { return categories_; }
  void check(const BlockRows& rows, unsigned threads) const;
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;
  [[nodiscard]] std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                      std::span<double> left) const;
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const;
  /// For each of some classes, in one pass over the values: O(C · values).
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes, std::size_t count,
                                                                std::span<const double> class_prior) const;
  [[nodiscard]] static bool is_density() { return true; }
  [[nodiscard]] static bool has_full_support() { return false; }
  [[nodiscard]] static bool has_given_length() { return false; }
  [[nodiscard]] static bool is_linear() { return true; }
  [[nodiscard]] LinearForm linear_form() const;

  /// Of each feature, but for one that is reserved.
  [[nodiscard]] const std::vector<std::vector<std::string>>& values() const { return categories_.values; }
  /// Where the table has the values of each column: those of column j from firsts()[j] on, the reserved one last; the
  /// last number is ignored().
  [[nodiscard]] const std::vector<std::size_t>& firsts() const { return firsts_; }
  /// The place of what is missing, and of values that are unknown, unless one is reserved for those.
  [[nodiscard]] std::size_t ignored() const { return firsts_.back(); }
  /// Adds to the explanation of row i that its value in column j, unless that is missing, is none that the model knows.
  void show_unknown(const CategoryBatch& rows, std::size_t i, std::size_t j, Explanation& explanation) const;
  /// The place of the value in column j of row i.
  [[nodiscard]] std::size_t place_of(const CategoryBatch& rows, std::size_t i, std::size_t j) const;
  /// Makes a workspace ready for rows first, …, first + count − 1.
  void prepare(const CategoryBatch& rows, std::size_t first, std::size_t count, Workspace& work) const;
  /// Writes the places of the values of rows first, …, first + count − 1, count ≤ panel_rows, to work.panel, row by
  /// row. Error (bad_data) for a code that is in no dictionary.
  void find_panel(const CategoryBatch& rows, std::size_t first, std::size_t count, Workspace& work) const;

  /// Draws the values that the model knows, in proportion to their probabilities; of a column without any, nothing.
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  struct Found {
    std::size_t place;  // in the table; that of a value that is not known is the reserved one, or ignored()
    bool known;
  };
  [[nodiscard]] Found find(std::size_t j, std::string_view value) const;
  // Of the values of column j that rows first, …, first + count − 1 have, where the rows in all are fewer than the
  // dictionary holds; else of all values.
  void find_places(const CategoryBatch& rows, std::size_t first, std::size_t count, std::size_t j,
                   Places& places) const;
  // log θ of the value at a place, for each class.
  [[nodiscard]] std::span<const double> log_probabilities(std::size_t place) const {
    return std::span(table_).subspan(place * width_, classes());
  }

  Categories categories_;
  Shared<Block> block_;
  std::vector<std::size_t> firsts_;              // of each feature: the place of its first value; and ignored()
  std::vector<std::vector<std::size_t>> order_;  // of each feature: its values in byte order
  std::size_t width_;                            // of a row of the table
  std::vector<double> table_;                    // a row for each value, and one of zeros for what is ignored
};

}  // namespace suffice
