// Cross-fitted map: rows whose log odds are mapped by an isotonic map of the other rows.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/metrics/left_out_totals.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// A row of two classes, scored by a model without it.
struct OddsRow {
  double log_ratio = 0;       ///< log p(x | 1) − log p(x | 0); NaN where no map applies
  double prior_log_odds = 0;  ///< of the model that scored it
  LeftOutRow plain = {};      ///< without a map
  std::uint32_t label = 0;
  double weight = 1;
  std::uint64_t hash = 0;  ///< as row_hashes()
};

/// Measures isotonic calibration: the map of a fifth of the rows is fitted to the others. A map that was fitted to the
/// rows it is measured on follows their labels.
class CrossFittedMap {
 public:
  CrossFittedMap(const ClassCounts& classes, const Options& options);

  void add(const OddsRow& row) { rows_.push_back(row); }
  /// Rows in the order in which they were added.
  [[nodiscard]] LeftOutTotals totals() const;

 private:
  double prior_log_odds_;  // that maps are fitted under
  std::vector<OddsRow> rows_ = {};
};

}  // namespace suffice
