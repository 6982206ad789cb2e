// Two samples told apart: a classifier learns rows against draws on one half of them, and is tried on the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "suffice/check.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Row i of the draws was drawn to be like row i of the rows; both go to the same half, and so do all rows that are
/// copies of one, which `sources` numbers; none: no row is a copy. Tables have columns_of(schema); columns are compared
/// as its blocks encode them, by bins where they are bins. `classes` are those of the rows, which `labels` names, and
/// one more column; none: they are not known.
ClassifierCheck tell_apart(const Schema& schema, const Table& rows, const Table& draws,
                           std::span<const std::uint32_t> classes, std::span<const std::string> labels,
                           std::span<const std::size_t> sources, std::uint64_t seed, unsigned threads);

}  // namespace suffice
