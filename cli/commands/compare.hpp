// The comparison that `compare` prints and `plot` draws.
#pragma once

#include <cstdint>

#include "console.hpp"
#include "options/option_table.hpp"
#include "suffice/compare.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

struct ComparedInput {
  Comparison comparison;
  std::uint64_t seen = 0;  ///< rows that those compared on were drawn from
  Source source;           ///< at its end, for what all rows have shown
};

/// Generative models against their partners on a sample of the rows of INPUT. Errors as compare().
ComparedInput compare_input(const Arguments& arguments, Console& console);

}  // namespace suffice::cli
