// What is kept of each block, and what that means for rows.
#pragma once

#include <vector>

#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// What a summary holds, as what to keep of more rows of it.
std::vector<Keep> kept_by(const Summary& summary);
/// Enough for every Gaussian model.
std::vector<Keep> full_sums(const Schema& schema);
/// Whether sparse rows of a block need not be filled up with zeros, to sum or to score them.
bool kind_takes_sparse(Kind kind, const Keep& keep);

}  // namespace suffice
