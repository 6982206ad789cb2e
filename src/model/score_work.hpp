// Score work: what the workspaces of all families have in common, and which scores are wanted of a conditional.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "encode/encoder.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// Rows that one call of a conditional may have at most.
inline constexpr std::size_t most_call_rows = 2048;

/// What is computed of a row, for each class c.
enum class Wanted {
  joint,      ///< start[c] + log p(x | c)
  relative,   ///< the same less a term that is equal for all classes; a density that is positive everywhere gives −∞ to
              ///< all classes only where all of them start from −∞
  largest,    ///< numbers of which the largest is that of the class with the largest joint
  distances,  ///< squared Mahalanobis distances, of Gaussians alone; without the start
};

/// One for each thread and reading. Set by the caller before a call: start, origin, threads, buffer. Set or added to by
/// the call: the rest.
struct ScoreWork {
  std::span<const double> start = {};    ///< C: what scores start from
  std::size_t origin = 0;                ///< where row 0 of the rows is among those of the table; for messages
  unsigned threads = 1;                  ///< for tables that are made at the first need
  const EncodeBuffer* buffer = nullptr;  ///< where the rows were written out; null: they are a view of the whole table
  ScoreCounts counts = {};               ///< met so far, summed over calls
  std::vector<double> lengths = {};      ///< text: how many terms each row of the last call has; of other rows none
  bool some_missing = true;              ///< false: no row of the last call has a missing value that matters
  bool likes_long_calls = false;         ///< many rows at a time are cheaper
};

}  // namespace suffice
