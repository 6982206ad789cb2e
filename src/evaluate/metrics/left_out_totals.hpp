// Left-out totals: accuracy and log loss of rows that were scored by sums without them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "suffice/evaluate.hpp"

namespace suffice {

/// One row: log p(y | x), NaN where it cannot be scored, and whether its class is the most probable one.
struct LeftOutRow {
  double log_posterior = 0;
  bool is_right = false;
};

class LeftOutTotals {
 public:
  /// Rows of weight 0 are skipped.
  void add(LeftOutRow row, double weight) {
    const bool is_scored = !std::isnan(row.log_posterior);
    rows_ += weight > 0 ? 1U : 0U;
    unscored_rows_ += weight > 0 && !is_scored ? 1U : 0U;
    weight_ += weight;
    scored_ += is_scored ? weight : 0;
    right_ += std::array{0.0, weight}[row.is_right ? 1 : 0];  // a branch would often be guessed wrong
    // 0·∞ is nothing: a row of weight 0 may be impossible.
    loss_ -= is_scored && weight > 0 ? weight * row.log_posterior : 0;
  }
  /// Accuracy, log loss and rows. Error (bad_data) when there are none.
  [[nodiscard]] LeaveOneOut result() const;

 private:
  std::uint64_t rows_ = 0;
  std::uint64_t unscored_rows_ = 0;
  double weight_ = 0;
  double right_ = 0;
  double scored_ = 0;
  double loss_ = 0;
};

}  // namespace suffice
