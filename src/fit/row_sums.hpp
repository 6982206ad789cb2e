// Row sums: all rows of a source, added up in one pass.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {

/// each_block(), with more for the other thread to do: `aside` before it reads what comes next.
void each_block_aside(Source& source, const WorkOptions& work, const std::function<void(const SourceRows&)>& use,
                      const std::function<void(const SourceRows&)>& aside, const std::function<void()>& waiting);

struct RowSums {
  Summary summary;
  std::uint64_t invalid_bytes = 0;  ///< of text
  Folds folds = {};                 ///< where they are wanted
};

/// Why there are no rows to learn from in a source that was read to its end.
Error no_rows(const Source& source, const std::string& target, const std::string& input);

/// Before sums are made of all labels, those included that were declared and have no rows. Error (bad_data) where there
/// are more of these than rows, and a number for each of them and each column would take much more than the rows do.
void check_declared_labels(const Schema& schema, std::uint64_t rows);

/// The sums of all rows left in a bound source; the reservoir, if there is one, sees every row too. Error (bad_data)
/// when there are no rows; a row that cannot be added, or that has a third value in a column of `two_valued`, is named
/// by its number, from 1.
RowSums sum_rows(Source& source, const Schema& schema, const std::vector<Keep>& keep, const WorkOptions& work,
                 Reservoir* reservoir = nullptr, std::span<const std::string> two_valued = {});
/// The same by folds, which `seed` makes; the summary is all of them merged.
RowSums sum_folds(Source& source, const FitPlan& plan, const WorkOptions& work, Reservoir* reservoir);

}  // namespace suffice
