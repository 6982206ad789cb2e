// Explanation table: what speaks for the label of a row, and against another, in numbers that add up.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

/// Numbers in units of the last decimal shown, rounded so that they sum to `total` rounded: each is off by less than
/// two units. The numbers are finite and sum to `total`, to a unit.
std::vector<long long> rounded_parts(std::span<const double> parts, double total);

struct ExplanationStyle {
  std::size_t top = 10;   ///< parts that are shown by name
  bool by_block = false;  ///< one part for each block of columns
};

/// The table of a row that some class can have, of a model of two classes at least: the strongest contributions to the
/// log odds of the classes row.between, the others in one line, what every row has, and their sum. The first line says
/// which classes, after `title`. What is shown of a part does not depend on how many others are.
std::string explanation_table(const std::string& title, const Explanation& explanation, const Model& model,
                              const Options& options, const ExplainedRow& row, const ExplanationStyle& style);

/// "log evidence -3.2: 41 % of the rows that the model draws are no more likely"; nothing where there is none.
std::string evidence_line(const ExplainedRow& row);

}  // namespace suffice::cli
