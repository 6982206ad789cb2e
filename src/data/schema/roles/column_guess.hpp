// What one column is taken for, by its sampled cells and the labels of their rows, and what is doubtful about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/roles/column_profile.hpp"
#include "suffice/dialect.hpp"
#include "suffice/roles.hpp"

namespace suffice {

/// The labels of the rows by class, for the evidence that they give.
struct SampledLabels {
  std::vector<std::uint32_t> classes = {};  ///< of each row, or no_sampled_class
  std::size_t count = 0;                    ///< 0: no labels, or too many to compare distributions over them
};

/// The use, its role, and why.
void take(ColumnGuess& guess, ColumnUse use, std::string reason);
/// A sentence about the column, and what can be said instead.
void doubt(ColumnGuess& guess, std::string sentence, std::vector<Remedy> remedies = {});

/// Where the cells are numbers as people write them, a profile that takes them for numbers, and a note; else what it
/// was given.
ColumnProfile read_written(ColumnProfile profile, std::span<const std::string> cells, const Dialect& dialect,
                           ColumnProfiler& profiler, ColumnGuess& guess);
/// A column that is no number after all is not read as one.
void drop_unit(ColumnGuess& guess);

/// Numbers with leading zeros, such as postal codes, or more digits than a double has.
void guess_code(const ColumnProfile& profile, const SampledLabels& labels, const char* reason, ColumnGuess& guess);
/// Numbers, but for the cells that `note_other_cells` has noted.
void guess_number(const ColumnProfile& profile, const SampledLabels& labels, std::size_t place, std::string_view name,
                  ColumnGuess& guess);
/// Why missing values tell the label, which is then known with the column or after it, in a few words; else empty: rows
/// with a value all have one label, or rows without one have, which chance hardly does.
std::string telling_gaps(const ColumnProfile& profile, const SampledLabels& labels);
/// Whether the rows of each value have one label, which chance hardly brings about, so that the column may be the label
/// in other words: few texts or whole numbers that many rows share.
bool values_tell_label(const ColumnProfile& profile, const SampledLabels& labels);
/// What becomes of a cell such as 1.10 beside 1.9, which may be a version.
void note_version(const std::string& cell, ColumnGuess& guess);
/// Texts: a flag, a category, prose, or names of rows.
void guess_text(const ColumnProfile& profile, const SampledLabels& labels, std::span<const std::string> cells,
                const Dialect& dialect, ColumnGuess& guess);
/// Whether the cells are dates; then the column is one of them. `markers` are those of the dialect.
bool guess_date(const ColumnProfile& profile, const std::vector<std::string>& markers, ColumnGuess& guess);
/// NA is a country too.
void note_namesake(const ColumnProfile& profile, std::span<const std::string> cells, const Dialect& dialect,
                   ColumnGuess& guess);

}  // namespace suffice
