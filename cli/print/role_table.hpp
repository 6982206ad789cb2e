// Role table: the columns that a model reads, and how each enters.
#pragma once

#include <string>

#include "suffice/summary.hpp"

namespace suffice::cli {

/// A table with a line for each column of the file: its role, how many values a category has, and how it enters; a long
/// one has the first and says how many follow. Empty where every column is a number that enters as it is, or all there
/// is are documents.
std::string describe_roles(const Summary& summary);

}  // namespace suffice::cli
