// Weighed rows: a row that weighs 2 stands for two rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/table.hpp"

namespace suffice {

/// Those of the given rows that weigh something, each as often as it weighs, by systematic sampling where weights are
/// not whole; at most so many, in random order if not all. Without weights and with few enough rows they are the given
/// ones.
std::vector<std::size_t> weighed_rows(const Table& table, std::vector<std::size_t> rows, std::size_t most,
                                      std::uint64_t seed);

/// Of weights of given rows that sum to fewer rows than weigh something, as shares do that sum to 1: that these are too
/// few to test, and what to do. Empty where they are not.
std::string light_weights_note(const Table& table, std::span<const std::size_t> rows);

}  // namespace suffice
