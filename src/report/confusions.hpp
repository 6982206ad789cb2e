// Confusions: which labels are taken for which others.
#pragma once

#include <cstddef>
#include <vector>

#include "suffice/evaluate.hpp"

namespace suffice {

struct Confusion {
  std::size_t truth = 0;
  std::size_t predicted = 0;
  double weight = 0;  ///< of the rows
  double share = 0;   ///< of the decided rows of the label
};

/// Off the diagonal of the confusion matrix, the heaviest first, ties in the order of the labels; at most `most`.
std::vector<Confusion> most_frequent_confusions(const Metrics& metrics, std::size_t most);

}  // namespace suffice
