// How the model was chosen, in words.
#pragma once

#include <string>

#include "suffice/store.hpp"

namespace suffice::cli {

/// "chosen    lda, among 12 by log loss in 5 folds of 150 rows", and the best candidates with their losses;
/// nothing where the model was named.
std::string describe_ranking(const Ranking& ranking, const Options& options);

}  // namespace suffice::cli
