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

/// Whether the name says so: patient_id, store id, userid; with `people` also patient, Customer No, subject.
bool names_sharer(std::string_view name, bool people = true);

/// Why a column of that name identifies what several rows are of, in a few words: rows of one value stand together, up
/// to 50 of them on average, or have the same label. Empty where it does not. `classes` has the class of each row, or
/// is empty.
std::string shared_identifier(const ColumnProfile& profile, std::string_view name,
                              std::span<const std::uint32_t> classes);

/// Whether the rows of each value have one label, for 19 of 20 of at least `least_values` values that have several
/// rows, where by chance at most 12 of 20 had.
bool have_one_label(const ColumnProfile& profile, std::span<const std::uint32_t> classes, std::size_t least_values);

}  // namespace suffice
