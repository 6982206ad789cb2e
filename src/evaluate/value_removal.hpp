// Value removal: rows of categories left out by decrement (MODELS §11).
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "evaluate/left_out.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The values of columns are held, one that no other row has included. O(C) for each column of a row.
class ValueRemoval {
 public:
  ValueRemoval(const Summary& summary, const EstimateOptions& options);

  /// out: chosen × C, log densities; NaN where the row cannot be left out.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  struct Column {
    std::unordered_map<std::string, std::size_t> places;  // of values
    std::vector<double> counts;                           // values × C
    std::vector<double> added;                            // values × C: β, or β − 1 for the mode; none for mle
    std::vector<double> count_total;                      // C
    std::vector<double> added_total;                      // C, that of the reserved value included
  };

  [[nodiscard]] bool score(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                           std::span<double> out) const;

  ClassCounts classes_;
  std::vector<Column> columns_;
};

}  // namespace suffice
