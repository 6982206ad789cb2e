// Reading: the rows of a source, summed up or looked at.
#pragma once

#include <functional>
#include <future>
#include <string>

#include "console.hpp"
#include "input.hpp"
#include "option_table.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/source.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// --threads. Error (usage) when the number is beyond reason.
unsigned thread_count(const Arguments& arguments);

/// Whether sparse rows need not be filled up with zeros: for sums of this kind, and models of such sums.
bool takes_sparse(const Keep& keep);

/// ReadOptions to learn sums of this kind: missing values are read where the sums can leave them out, negative ones
/// where they are not counts or amounts.
ReadOptions learning_options(const Arguments& arguments, Encoding encoding, const Keep& keep);
/// ReadOptions to score rows by a model: a negative count is a bad row, a negative amount one that no class can have;
/// columns that the model does not know are words that it has never met.
ReadOptions scoring_options(const Arguments& arguments, Encoding encoding, const EstimateOptions& model, bool labels);

/// The sums of all rows left in a bound source, in one pass; the reservoir sees every row too, if there is one.
/// Error (bad_data) when there are no rows.
Summary summarise_source(Source& source, const Schema& schema, const Keep& keep, const Arguments& arguments,
                         const Console& console, Reservoir* reservoir = nullptr);

/// Does something on a thread of its own; with --threads 1, or where there is none to spare, when it is waited for.
std::future<void> do_aside(const Arguments& arguments, std::function<void()> work);

/// Source::next(); whoever waits for an answer gets what was written before the next rows are waited for.
bool next_rows(Source& source, RowBlock& block, Output& out);

/// Error (usage) when rows are read as lines because nothing else was said, and the first one is the header of a table
/// that has the column of documents.
void check_lines(const RowBlock& block, const Schema& schema, const Arguments& arguments, const ReadOptions& options);

/// The kind of sums that a summary holds.
Keep kept_by(const Summary& summary);

/// Whether a row of a block lacks a value.
bool has_missing(const RowBlock& block, std::size_t row);
/// How many rows of a block lack a value.
std::size_t count_missing(const RowBlock& block);
/// Says what became of rows that lack values, if there were any.
void note_missing(std::size_t rows, const Console& console);
/// Says what reading and scoring met that the model does not know, if there was any.
void note_unknown(const Source& source, const ScoreCounts& counts, Encoding encoding, Unseen unseen,
                  const Console& console);

}  // namespace suffice::cli
