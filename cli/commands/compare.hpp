// The comparison that `compare` prints and `plot` draws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "console.hpp"
#include "options/option_table.hpp"
#include "suffice/compare.hpp"
#include "suffice/roles.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

struct ComparedInput {
  Comparison comparison;
  std::uint64_t seen = 0;                 ///< rows that those compared on were drawn from
  std::optional<Source> source;           ///< at its end, for what all rows have shown
  std::vector<ColumnGuess> columns = {};  ///< what those of a text file were taken for
  std::shared_ptr<KeptInputs> kept = {};  ///< what is read again of an input that comes once
};

/// Generative models against their partners on a sample of the rows of INPUT. Errors as compare().
ComparedInput compare_input(const Arguments& arguments, Console& console);
/// Adds what a plain fit of INPUT comes to by as many folds, and lets go of the source.
void measure_plain_fit(const Arguments& arguments, ComparedInput& compared, Console& console);

}  // namespace suffice::cli
