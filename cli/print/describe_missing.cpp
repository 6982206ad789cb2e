#include "print/describe_missing.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

std::string describe_missing(const Stored& stored, std::span<const ColumnGuess> columns,
                             std::uint64_t incomplete_rows) {
  const MissingValues found = missing_values(stored, columns);
  if (found.share == 0) {
    // Of a model without the rows that it was fitted on, sums may not tell how many were missing.
    return columns.empty() && !found.handling.empty() && !stored.options.rival
               ? line("missing", fmt::format("{}", fmt::join(found.handling, "; ")))
               : "";
  }
  std::vector<std::string> places;
  if (incomplete_rows > 0) {
    places.push_back(counted(incomplete_rows, "row"));
  }
  if (found.patterns > 0) {
    places.push_back(counted(found.patterns, "pattern"));
  }
  return line("missing",
              fmt::format("{} % of the values{}{}: {}", short_number(100 * found.share), places.empty() ? "" : ", in ",
                          fmt::join(places, " of "), fmt::join(found.handling, "; ")));
}

}  // namespace suffice::cli
