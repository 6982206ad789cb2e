// Whether a column names somebody, or something, that several rows are of: a patient with a row for each visit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "data/schema/roles/column_profile.hpp"

namespace suffice {

/// No class of a row: it has no label.
inline constexpr std::uint32_t no_sampled_class = UINT32_MAX;

/// Whose rows the name of a column says they are.
enum class Sharer {
  nobody,
  something,  ///< store_id, category id
  somebody,   ///< patient_id, Customer No, subject, id
};
Sharer sharer_named(std::string_view name);

/// Why a column of that name identifies what several rows are of, in a few words: rows of one value stand together, or
/// have the same label. Empty where it does not: of something, where values are few or have more than 10 rows each; of
/// somebody, where they have no digits, are fewer than 4, or stand together by more than 50. `classes` has the class
/// of each row, or is empty.
std::string shared_identifier(const ColumnProfile& profile, std::string_view name,
                              std::span<const std::uint32_t> classes);

/// Whether the rows of each value have one label, for 19 of 20 of at least `least_values` values that have several
/// rows, where by chance at most 12 of 20 had.
bool have_one_label(const ColumnProfile& profile, std::span<const std::uint32_t> classes, std::size_t least_values);

}  // namespace suffice
