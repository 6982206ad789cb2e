// The members of a JSON document that say what a model of terms, categories or amounts is.
#pragma once

#include <cstddef>
#include <string>

#include "report/json_writer.hpp"
#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// terms, values or amounts.
std::string count_kind(const Summary& summary);

/// Pseudocounts, what becomes of the unknown, and the reading of terms.
void write_count_options(JsonWriter& json, const EstimateOptions& options);

/// How documents become terms.
void write_text_options(JsonWriter& json, const TextOptions& options);

/// The sums of values and amounts; of terms how many there are and are kept, and their totals for each class.
void write_counts(JsonWriter& json, const Stored& stored);

/// Whether the linear form is one of terms and too long to be written: more than 10,000 coefficients.
bool has_long_linear_form(const Stored& stored);

/// For each class the `top` terms or values that speak most for it, log odds above 0; nothing for models of other sums.
void write_strongest(JsonWriter& json, const Stored& stored, const Model& model, std::size_t top);

}  // namespace suffice
