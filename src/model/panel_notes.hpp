// Panel notes: what scoring a panel of rows leaves behind beside the scores.
#pragma once

#include "math/panel.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// The workspace of every family but Gaussian is one of these.
struct PanelNotes {
  ScoreCounts counts;   ///< met so far, summed over panels
  PanelColumn lengths;  ///< of the last panel's rows: what log p(x) grows with: terms of text; for other rows 1
};

}  // namespace suffice
