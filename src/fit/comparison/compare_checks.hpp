// The assumptions of generative models, tested on rows: what compare() explains its verdict by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suffice/compare.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// As in Comparison.
struct AssumptionChecks {
  std::vector<AssumptionCheck> checks = {};
  std::vector<std::string> incomplete_tests = {};
  std::vector<std::string> notes = {};
};

/// Of numbers: normality of each column and of all together, within each class, equal covariances of the classes, and
/// correlations within them; of categories: independence within classes; of numbers beside categories: that of both. Of
/// the first 50 columns of numbers of a block and the first 20 of categories, which a note says, and 1,000 rows of a
/// class where a test takes long. A row that weighs 2 is two rows. What is missing is left out of the test it would be
/// in, whatever the schema fills in for it. A test that is undefined everywhere is not among them.
AssumptionChecks assumption_checks(const Table& rows, const Summary& summary, const std::vector<std::uint32_t>& classes,
                                   std::uint64_t seed, unsigned threads);

/// Of the first block of numbers, and the rows that have all of them, which the notes say where some have not; empty
/// where there is none, or its pooled scatter is singular, which the notes say too.
std::vector<DiscriminantRow> discriminant_table(const Table& rows, const Summary& summary,
                                                const std::vector<std::uint32_t>& classes,
                                                std::vector<std::string>& notes);

}  // namespace suffice
