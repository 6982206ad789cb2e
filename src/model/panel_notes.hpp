// Panel notes: what scoring a panel of rows leaves behind beside the scores.
#pragma once

#include "math/panel.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// The workspace of every family but Gaussian is one of these.
struct PanelNotes {
  bool largest_only = false;  ///< set by the caller: of a row's scores only that counts which is the largest
  ScoreCounts counts;         ///< met so far, summed over panels
  PanelColumn lengths;        ///< of the last panel's rows: what log p(x) grows with: terms of text; for other rows 1
};

}  // namespace suffice
