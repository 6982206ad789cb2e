// Reading: the rows of a source, and what is said about them.
#pragma once

#include <string>
#include <vector>

#include "console.hpp"
#include "input.hpp"
#include "options/option_table.hpp"
#include "progress.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/model.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

/// --threads. Error (usage) when the number is beyond reason.
unsigned thread_count(const Arguments& arguments);

/// --threads and the name of INPUT; `progress`, if given, is drawn, and must outlive the work.
WorkOptions work_options(const Arguments& arguments, Progress* progress = nullptr);

/// plan_fit() of INPUT. Errors of it name --labels too where an array may have its labels in a second file; (usage)
/// where such a file is given and INPUT is no array.
FitPlan plan_of_input(const Source& source, const FitOptions& options, const Arguments& arguments);

/// Error (usage) when rows are read as lines because nothing else was said, and the first one is the header of a table
/// that has the column of documents.
void check_lines(const RowBlock& block, const Schema& schema, const Arguments& arguments, const Source& source);

/// How many rows of a block lack a value.
std::size_t count_missing(const RowBlock& block);
/// Says why an input is read again, with which of its columns as something else: FitInput::reading_again.
void note_reading_again(const Error& error, const std::vector<std::string>& taken, const Console& console);
/// Says how many bytes of text could not be read, if there were any.
void note_invalid(std::uint64_t bytes, const Console& console);
/// Says what all rows have shown: Source::late_doubts(), and which rows, lines and files were skipped, if there were
/// any: those without a label, those that cannot be read, those that repeat the header.
void note_skipped_rows(const Source& source, const Console& console);
/// Says that results are of rows that the model was fitted on, as it seems.
void note_fitted_rows(const Console& console);
/// Says what became of rows with missing values, if there were any.
void note_missing(std::size_t rows, const Schema& schema, const Options& options, const Console& console);
/// Says what reading and scoring met that the model does not know, if there was any.
void note_unknown(const Source& source, const ScoreCounts& counts, const Schema& schema, const Options& options,
                  const Console& console);

}  // namespace suffice::cli
