// Value removal: rows of categories removed by decrement (MODELS §11).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "evaluate/leave_one_out/removed_row.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// How many values columns have is held. A value that no other row has and that was not declared is unknown without the
/// row, as in predictions: ignored, or the reserved one. O(C) for each column of a row.
class ValueRemoval {
 public:
  ValueRemoval(const ValueBlock& block, const ValueOptions& options);

  /// out: chosen × C, log densities; NaN where the row cannot be removed.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  // Lets texts be looked up without a copy.
  struct TextHash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): a name of the standard
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  struct Column {
    std::string name;
    std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> places;  // of values
    std::vector<double> counts;                                                      // values × C
    std::vector<double> added;         // values × C: β, or β − 1 for the mode; none for mle
    std::vector<std::uint8_t> always;  // values: 1 for one that exists without a row
    std::vector<double> reserved;      // C: what is added for the reserved value; empty where there is none
    std::vector<double> count_total;   // C
    std::vector<double> added_total;   // C, that of the reserved value included
  };

  [[nodiscard]] bool score(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                           std::span<double> out) const;

  ClassCounts classes_;
  std::vector<Column> columns_;
};

}  // namespace suffice
