// The tables of inspect for terms, categories and amounts.
#pragma once

#include <cstddef>
#include <string>

#include "suffice/model.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// For each class the `top` terms or values that speak most for it, with their log odds and counts.
std::string top_tables(const Model& model, std::size_t top);
/// For each class and column the mean of the rows, and the parameters of its factor where the model has them.
std::string amount_tables(const Summary& summary, const Model& model);

}  // namespace suffice::cli
