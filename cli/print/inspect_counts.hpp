// The tables of inspect for terms, categories and amounts.
#pragma once

#include <cstddef>
#include <string>

#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// For each class the `top` terms or values of a reading that speak most for it, with their log odds, or their scores
/// where these are no log odds, and counts.
std::string top_tables(const Model& model, std::size_t reading, std::size_t top, bool has_odds = true);
/// The `top` pairs of columns that depend on each other most, or the tree; empty where columns depend on the class
/// alone.
std::string dependence_table(const Summary& summary, const Reading& reading, std::size_t top);
/// For each class and column of a reading the mean of the rows, and the parameters of its factor where the model has
/// them. `alone` is the model of this reading and no other.
std::string amount_tables(const Summary& summary, const Reading& reading, const Model& alone);

}  // namespace suffice::cli
